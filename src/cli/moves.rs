//! `boil moves`: the moves of a position, with their values, the winning ones and the orthodox ones.

use super::failure::{CommandResult, Failure};
use super::given;
use super::limits::ruleset_name;
use super::table::{fitted, head, left, line};
use boilingpoint_explorer::{
    KeptAppraiser, LARGEST, PositionRequest, PositionView, RulesetOption, look,
};
use boilingpoint_problem::Appraisal;
use boilingpoint_rules::{self as ruleset, Player};
use boilingpoint_values::Dyadic;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

#[derive(Args, Debug)]
pub struct MovesArgs {
    /// A board, or a file with one, written as for `boil eval`
    #[arg(value_name = "BOARD")]
    board: String,
    /// The game, by name (`boil list rulesets`), or a file that describes one (`FILE.toml`)
    #[arg(long, default_value = "snort", value_parser = ruleset_name)]
    ruleset: String,
    /// The moves made on the board so far, as the command names them: `L3.R0`
    #[arg(long, default_value = "", value_name = "MOVES")]
    after: String,
    /// The tax for orthodox moves; by default the temperature of the position
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tax: Option<Dyadic>,
    /// The time limit of all values together; what is not valued in time gets bounds or nothing
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The facts about a position in the table.
const FACTS: [&str; 3] = ["mean", "temperature", "outcome"];

impl MovesArgs {
    pub fn run(&self) -> CommandResult {
        let rules = ruleset::find(&self.ruleset).map_err(Failure::input)?;
        let named = given::one(&self.board, Some(rules), LARGEST)?;
        let question = PositionRequest {
            ruleset: self.ruleset.clone(),
            board: named.board()?.board.text(),
            moves: self.after.clone(),
            time: Duration::from_secs(self.seconds),
            others: Vec::new(),
            answers: false,
            tax: self.tax,
        };
        let view = look(&mut KeptAppraiser::default(), &question);
        let view = view.map_err(|e| named.failure(e))?;
        let mut out = std::io::stdout().lock();
        match self.json {
            true => writeln!(out, "{}", object(&view))?,
            false => write!(out, "{}", text(&view))?,
        }
        Ok(())
    }
}

/// The name of a move: the player and the number of the option.
fn id(option: &RulesetOption) -> &str {
    option.moves.rsplit('.').next().unwrap_or_default()
}

fn fact(value: Option<&Appraisal>, name: &str) -> String {
    value.map_or(String::new(), |value| value.text(name))
}

/// The value of a position: its Grundy value, or its canonical form.
fn form(value: Option<&Appraisal>) -> String {
    let grundy = fact(value, "grundy");
    let form = value.and_then(|value| value.facts.canonical_form.clone());
    if grundy.is_empty() {
        form.unwrap_or_default()
    } else {
        grundy
    }
}

fn text(view: &PositionView) -> String {
    let value = view.value.as_ref();
    let facts: Vec<String> = FACTS
        .iter()
        .map(|name| (name, fact(value, name)))
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| format!("{name} {text}"))
        .collect();
    let board = view.position.clone().without_names().text();
    let mut text = format!("{board}  {}  {}\n", form(value), facts.join(", "));
    let rows: Vec<Vec<String>> = view.options.iter().flatten().map(row).collect();
    if rows.is_empty() {
        return text + "no player has a move\n";
    }
    let headings = [&["move", "place", "value"][..], &FACTS, &["marks"]].concat();
    let columns: Vec<_> = headings
        .into_iter()
        .map(|heading| left(heading, 0))
        .collect();
    let columns = fitted(&columns, &rows);
    text += &format!("{}\n", head(&columns));
    for row in rows {
        text += &format!("{}\n", line(&columns, &row));
    }
    text
}

fn row(option: &RulesetOption) -> Vec<String> {
    let value = option.value.as_ref();
    let marks: Vec<&str> = option.marks.iter().map(|mark| mark.name()).collect();
    let mut row = vec![
        id(option).to_string(),
        option.made.text.clone(),
        form(value),
    ];
    row.extend(FACTS.map(|name| fact(value, name)));
    row.push(marks.join(", "));
    row
}

fn object(view: &PositionView) -> Value {
    let worth = |value: Option<&Appraisal>| {
        let known = |text: String| (!text.is_empty()).then_some(text);
        let of = |name| known(fact(value, name));
        json!({
            "canonical_form": value.and_then(|value| value.facts.canonical_form.clone()),
            "grundy": value.and_then(|value| value.facts.grundy),
            "mean": of("mean"), "temperature": of("temperature"), "outcome": of("outcome"),
            "certainty": value.map(|value| value.facts.certainty.to_string()),
        })
    };
    let option = |player: Player, option: &RulesetOption| {
        let mut object = worth(option.value.as_ref());
        let marks: Vec<&str> = option.marks.iter().map(|mark| mark.name()).collect();
        object["player"] = if player == Player::Left { "L" } else { "R" }.into();
        object["move"] = id(option).into();
        object["moves"] = option.moves.clone().into();
        object["text"] = option.made.text.clone().into();
        object["vertices"] = option.made.choice.clone().into();
        object["position"] = option.made.position.clone().without_names().text().into();
        object["marks"] = marks.into();
        object
    };
    let mut object = worth(view.value.as_ref());
    object["ruleset"] = view.ruleset.name().into();
    object["position"] = view.position.clone().without_names().text().into();
    let options = Player::BOTH.into_iter().zip(&view.options);
    let all = options.flat_map(|(player, options)| options.iter().map(move |o| (player, o)));
    object["options"] = all.map(|(player, o)| option(player, o)).collect();
    object
}
