//! The form of a search, and the config that it stands for.

use askama::Template;
use boilingpoint_problem::Kind;
use boilingpoint_rules::catalogue;
use serde::Deserialize;

/// The fields of the form.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub struct SearchQuery {
    /// The name of the game.
    pub ruleset: String,
    /// The class of boards.
    pub class: String,
    /// The least order.
    pub least: String,
    /// The greatest order.
    pub most: String,
    /// The key of the objective: one of [`AIMS`].
    pub aim: String,
    /// The expression to maximise, the condition to meet, or the value to collect.
    pub expression: String,
    /// The seed.
    pub seed: String,
    /// The number of generations.
    pub generations: String,
}

/// The keys of objectives, and their texts in the form.
const AIMS: [(&str, &str); 3] = [
    ("maximize", "greatest value of"),
    ("find", "smallest board with"),
    ("collect", "each value of"),
];

impl Default for SearchQuery {
    fn default() -> SearchQuery {
        SearchQuery {
            ruleset: "snort".to_string(),
            class: Kind::Tree.name().to_string(),
            least: "2".to_string(),
            most: "17".to_string(),
            aim: AIMS[0].0.to_string(),
            expression: "temperature - degree".to_string(),
            seed: "1".to_string(),
            generations: "200".to_string(),
        }
    }
}

impl SearchQuery {
    /// Reads the fields of the form. What is missing is as on an empty page.
    pub fn read(text: &str) -> SearchQuery {
        serde_urlencoded::from_str(text).unwrap_or_default()
    }

    /// The config. Fields that are no numbers stay as they are, and the config's reader names them.
    pub fn config(&self) -> String {
        let quoted = |text: &str| serde_json::to_string(text.trim()).unwrap_or_default();
        let number = |text: &str| match text.trim().parse::<i64>() {
            Ok(number) => number.to_string(),
            Err(_) => quoted(text),
        };
        format!(
            "name = \"page\"\nseed = {}\n\n[game]\nruleset = {}\n\n[boards]\nclass = {}\norder = [{}, {}]\n\n\
             [objective]\n{} = {}\n{}\n[search]\ngenerations = {}\n# No orders are counted before the search.\n\
             count = 0\n\n[budget]\nseconds = 0\n# A page has less memory than a machine.\nmemory = \"1 GiB\"\n\
             board_memory = \"256 MiB\"\n",
            number(&self.seed),
            quoted(&self.ruleset),
            quoted(&self.class),
            number(&self.least),
            number(&self.most),
            self.aim.trim(),
            quoted(&self.expression),
            if self.aim == "find" {
                "stop_at_find = true\n"
            } else {
                ""
            },
            number(&self.generations),
        )
    }
}

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPart<'a> {
    asked: &'a SearchQuery,
    games: Vec<&'a str>,
    kinds: &'a [Kind],
    aims: [(&'a str, &'a str); 3],
    config: String,
}

/// The form as HTML, with the config of its fields.
pub fn form() -> String {
    let asked = SearchQuery::default();
    let part = SearchPart {
        games: catalogue().iter().map(|game| game.name()).collect(),
        kinds: &Kind::ALL,
        aims: AIMS,
        config: asked.config(),
        asked: &asked,
    };
    part.render().unwrap_or_default()
}
