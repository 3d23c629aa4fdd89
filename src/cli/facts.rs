//! Facts of a board for people and as JSON, as `eval`, `family` and `value` print them.

use super::limits::FORM_LIMIT;
use boilingpoint_problem::facts::FACT_COLUMNS;
use boilingpoint_problem::{Certainty, Facts};
use boilingpoint_rules::{Algebra, Ruleset};
use boilingpoint_values::{Notation, Outcome, Thermograph, Value, ValueError, Values, Wall};
use serde_json::{Map, json};

/// The longest text of a canonical form on a card, in characters. A longer form is a file's.
const ON_A_CARD: usize = 1000;

/// A canonical form, or its length if it is too long for a card.
pub fn form_on_a_card(form: Option<&str>, length: u64) -> String {
    match form {
        Some(form) if form.chars().count() <= ON_A_CARD => form.to_string(),
        _ if length == u64::MAX => "(2^64 characters or more)".to_string(),
        _ => format!("({length} characters; --form FILE writes them)"),
    }
}

/// The options of a canonical form and its thermograph, as JSON. Options whose texts are too long
/// are null.
///
/// # Errors
/// When a number does not fit into exact arithmetic.
pub fn value_object(
    values: &mut Values,
    v: Value,
) -> Result<Map<String, serde_json::Value>, ValueError> {
    let is_short = values.notation_length(v, Notation::Text)? <= FORM_LIMIT as u64;
    let sides = [values.left_options(v)?, values.right_options(v)?];
    let [lefts, rights] = sides.map(|side| {
        is_short.then(|| {
            let texts = side.into_iter();
            let texts = texts.map(|w| values.notation(w, Notation::Text, FORM_LIMIT));
            texts.collect::<Vec<_>>()
        })
    });
    let thermograph = values.thermograph(v)?;
    let object = json!({
        "left_options": lefts,
        "right_options": rights,
        "thermograph": corners(&thermograph),
    });
    Ok(object.as_object().cloned().unwrap_or_default())
}

/// The corners of both walls, as pairs of penalty and value.
fn corners(thermograph: &Thermograph) -> serde_json::Value {
    let wall = |wall: &Wall| -> Vec<[String; 2]> {
        let corners = wall.corners().iter();
        corners
            .map(|(t, v)| [t.to_string(), v.to_string()])
            .collect()
    };
    json!({"left": wall(&thermograph.left), "right": wall(&thermograph.right)})
}

/// The names of the facts in an answer. Both bounds of a number are among them only if the number
/// itself is not known. All other facts are always among them.
pub fn answered(facts: &Facts) -> Vec<&'static str> {
    let names = FACT_COLUMNS.iter().map(|column| column.name);
    let has = |name: &str| match name {
        "links" => false,
        "temperature_bounds" => true,
        name => facts.is_bound() || !name.ends_with("_bounds"),
    };
    names.filter(|name| has(name)).collect()
}

/// Facts by name, as the answers of `eval` and `family` have them. The size counts loops, arcs and
/// parallel edges.
pub fn object(facts: &Facts, names: &[&str]) -> Map<String, serde_json::Value> {
    let mut object = facts.object(names);
    object.insert("size".to_string(), facts.column("links").json());
    object.insert("certainty".to_string(), facts.certainty.of_value().into());
    object
}

/// Whether the facts are about a value that is not a nimber.
pub fn is_partizan(facts: &Facts) -> bool {
    facts.temperature.is_some() && facts.grundy.is_none()
}

/// A board with its facts, for people.
pub struct FactCard<'a> {
    pub ruleset: &'a dyn Ruleset,
    pub facts: &'a Facts,
    /// The outcome; `None` if it is not decided.
    pub outcome: Option<Outcome>,
    /// The length of the canonical form; `None` if the form is not known.
    pub form_length: Option<u64>,
    /// The reason why the value is not known, if it is not.
    pub why: Option<&'a str>,
}

impl FactCard<'_> {
    /// Names and texts, in the order of the output. Facts that the game has no use for are left
    /// out: degrees of squares, and opposability where no claim is answered by its mirror image.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let mut rows = self.of_value();
        let outcome = self.outcome;
        let outcome = outcome.map_or("not decided".to_string(), |o| format!("{o}{}", in_words(o)));
        rows.push(("outcome", outcome));
        rows.push(("order, size", self.texts(&["order", "links"], ", ")));
        if !self.ruleset.carries().squares {
            let degrees = self.texts(&["degree", "degree2", "degree3"], ", ");
            rows.push(("degrees", degrees));
        }
        rows.extend(self.certainty().map(|text| ("certainty", text.to_string())));
        rows.extend(self.unknown());
        if is_claimed(self.ruleset) && is_partizan(self.facts) && self.form_length.is_some() {
            let opposable = match self.facts.opposable {
                Some(true) => "yes",
                Some(false) => "no",
                None => "not decided",
            };
            rows.push(("opposable", opposable.to_string()));
        }
        rows
    }

    fn of_value(&self) -> Vec<(&'static str, String)> {
        let facts = self.facts;
        let mut rows = Vec::new();
        if let Some(length) = self.form_length {
            let form = form_on_a_card(facts.canonical_form.as_deref(), length);
            rows.push(("canonical form", form));
        }
        if facts.grundy.is_some() {
            rows.push(("Grundy value", facts.column("grundy").text()));
        } else if facts.temperature.is_some() {
            let between = if facts.is_bound() { "; " } else { ", " };
            rows.extend([
                ("temperature", facts.column("temperature").text()),
                ("mean", facts.column("mean").text()),
                ("stops", self.texts(&["left_stop", "right_stop"], between)),
            ]);
            let birthday = facts.birthday.map(|day| ("birthday", day.to_string()));
            rows.extend(birthday);
        }
        let weight = facts.atomic_weight.clone();
        rows.extend(weight.map(|weight| ("atomic weight", weight)));
        rows
    }

    /// The reason why the value is not known. If the bounds meet, only the canonical form is not.
    fn unknown(&self) -> Option<(&'static str, String)> {
        let why = self.why?;
        Some(match self.facts.certainty {
            Certainty::Exact => ("canonical form", format!("not known: {why}")),
            _ => ("reason", why.to_string()),
        })
    }

    /// How certain the facts are; `None` if the value itself is known.
    fn certainty(&self) -> Option<&'static str> {
        match self.facts.certainty {
            Certainty::LowerBound => Some("bounds, proved"),
            Certainty::Exact if self.way() == Some("bounds") => Some("exact: the bounds meet"),
            Certainty::Exact => None,
            Certainty::BoardOnly if self.outcome.is_some() => Some("outcome by a theorem"),
            Certainty::BoardOnly => Some("not decided"),
        }
    }

    /// The way to the facts: the `value`, or `bounds`. `None` if nothing is known of the value.
    pub fn way(&self) -> Option<&'static str> {
        let is_short = self.ruleset.algebra() != Algebra::Winner;
        match self.facts.certainty {
            Certainty::BoardOnly => None,
            Certainty::LowerBound => Some("bounds"),
            Certainty::Exact if is_short && self.form_length.is_none() => Some("bounds"),
            Certainty::Exact => Some("value"),
        }
    }

    fn texts(&self, names: &[&str], between: &str) -> String {
        let texts = names.iter().map(|name| self.facts.column(name).text());
        texts.collect::<Vec<_>>().join(between)
    }
}

/// Whether the players of a game claim the vertices of a graph, so that an opposable board is a win
/// of the second player.
pub fn is_claimed(ruleset: &dyn Ruleset) -> bool {
    ruleset.claiming().is_some() && !ruleset.carries().squares
}

/// The meaning of an outcome. Empty for the four outcomes of normal play.
fn in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::L | Outcome::R | Outcome::N | Outcome::P => "",
        Outcome::D => " (drawn)",
        Outcome::LeftOrDrawn => " (Left wins if she begins, else drawn)",
        Outcome::RightOrDrawn => " (Right wins if he begins, else drawn)",
        Outcome::LeftSecondOrDrawn => " (Left wins if Right begins, else drawn)",
        Outcome::RightSecondOrDrawn => " (Right wins if Left begins, else drawn)",
    }
}
