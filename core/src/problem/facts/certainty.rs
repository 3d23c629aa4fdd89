//! How sure the facts of a board are: the one vocabulary of files, tables and pages.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How sure the facts of a board, and a fitness that follows from them, are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Certainty {
    /// Only the board is known.
    BoardOnly,
    /// Bounds of the value are proved, and so a lower bound of the fitness.
    LowerBound,
    /// Everything is exact.
    Exact,
}

impl Certainty {
    /// All of them, the least sure first.
    pub const ALL: [Certainty; 3] = [
        Certainty::BoardOnly,
        Certainty::LowerBound,
        Certainty::Exact,
    ];

    /// The word in records, logs and the book, where it is about a fitness.
    pub fn text(self) -> &'static str {
        match self {
            Certainty::BoardOnly => "board only",
            Certainty::LowerBound => "lower bound",
            Certainty::Exact => "exact",
        }
    }

    /// The word in the answers of `eval` and `family`, where it is about a value.
    pub fn of_value(self) -> &'static str {
        match self {
            Certainty::LowerBound => "bounds",
            other => other.text(),
        }
    }

    /// The certainty of that [word](Certainty::text).
    pub fn parse(text: &str) -> Option<Certainty> {
        Certainty::ALL.into_iter().find(|c| c.text() == text)
    }

    /// A fitness as people read it: a lower bound is not presented as the truth.
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

/// A text is not a word for a certainty.
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
