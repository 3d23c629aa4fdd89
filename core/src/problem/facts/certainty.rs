//! How certain the facts of a board are: the words that files, tables and pages use.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How certain the facts of a board and the fitness computed from them are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Certainty {
    /// The value is unknown.
    BoardOnly,
    /// Bounds for the value are proved, which give a lower bound for the fitness.
    LowerBound,
    /// The value is known.
    Exact,
}

impl Certainty {
    /// All certainties, the least certain first.
    pub const ALL: [Certainty; 3] = [
        Certainty::BoardOnly,
        Certainty::LowerBound,
        Certainty::Exact,
    ];

    /// The word for the certainty of a fitness: in records, logs and the book.
    pub fn text(self) -> &'static str {
        match self {
            Certainty::BoardOnly => "board only",
            Certainty::LowerBound => "lower bound",
            Certainty::Exact => "exact",
        }
    }

    /// The word for the certainty of a value: in the output of `eval` and `family`.
    pub fn of_value(self) -> &'static str {
        match self {
            Certainty::LowerBound => "bounds",
            other => other.text(),
        }
    }

    /// The certainty with this [word](Certainty::text).
    pub fn parse(text: &str) -> Option<Certainty> {
        Certainty::ALL.into_iter().find(|c| c.text() == text)
    }

    /// A fitness as text for people: a lower bound begins with `>=`.
    pub fn of_fitness(self, fitness: &[String]) -> String {
        let text = fitness.join(", ");
        match self {
            Certainty::LowerBound => format!(">= {text}"),
            _ => text,
        }
    }
}

impl From<Certainty> for &'static str {
    fn from(certainty: Certainty) -> &'static str {
        certainty.text()
    }
}

/// The error for a text that is not the word of a certainty.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a certainty")]
pub struct NotACertainty(String);

impl TryFrom<String> for Certainty {
    type Error = NotACertainty;

    fn try_from(text: String) -> Result<Certainty, NotACertainty> {
        Certainty::parse(&text).ok_or(NotACertainty(text))
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
