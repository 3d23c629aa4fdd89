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
        let file = ConfigFile {
            seed: number(&self.seed),
            ruleset: quoted(&self.ruleset),
            class: quoted(&self.class),
            least: number(&self.least),
            most: number(&self.most),
            aim: self.aim.trim(),
            expression: quoted(&self.expression),
            stops: self.aim == "find",
            generations: number(&self.generations),
        };
        file.render().unwrap_or_default()
    }
}

/// The config, with values as TOML writes them.
#[derive(Template)]
#[template(path = "search.toml", escape = "none")]
struct ConfigFile<'a> {
    seed: String,
    ruleset: String,
    class: String,
    least: String,
    most: String,
    aim: &'a str,
    expression: String,
    /// Whether the search ends at the first board that meets the condition.
    stops: bool,
    generations: String,
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
