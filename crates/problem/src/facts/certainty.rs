//! How certain the facts of a board are, and the words for the certainties in files, tables and
//! pages.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How certain the facts about a board's value are, and how certain the fitness is that was
/// computed from these facts.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Certainty {
    /// Nothing is known about the value; the facts are about the board alone.
    #[default]
    BoardOnly,
    /// Only bounds for the value are proved. They give a lower bound for the fitness.
    LowerBound,
    /// The value is known exactly.
    Exact,
}

impl Certainty {
    /// All certainties, the least certain first.
    pub const ALL: [Certainty; 3] = [
        Certainty::BoardOnly,
        Certainty::LowerBound,
        Certainty::Exact,
    ];

    /// The word for the certainty of a fitness, as in records, logs and the record book.
    pub fn text(self) -> &'static str {
        match self {
            Certainty::BoardOnly => "board only",
            Certainty::LowerBound => "lower bound",
            Certainty::Exact => "exact",
        }
    }

    /// The word for the certainty of a value, as in the output of `eval` and `family`.
    pub fn of_value(self) -> &'static str {
        match self {
            Certainty::LowerBound => "bounds",
            other => other.text(),
        }
    }

    /// The certainty whose [word](Certainty::text) is `text`; `None` for other words.
    pub fn parse(text: &str) -> Option<Certainty> {
        Certainty::ALL.into_iter().find(|c| c.text() == text)
    }

    /// A fitness as text for people, its components separated by commas. A lower bound begins with
    /// `>=`.
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

/// The error for a text that is none of the [words](Certainty::text) for certainties.
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
