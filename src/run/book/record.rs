//! What the record book holds.

use super::error::BookError;
use crate::problem::Fitness;
use crate::run::records::Step;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A record on its way into the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewRecord {
    /// The ruleset's name.
    pub ruleset: String,
    /// The objective's canonical text.
    pub objective: String,
    /// The class of boards that the search was over.
    pub class: BoardClass,
    /// How many vertices.
    pub order: u64,
    /// The value of the objective, or what is proved to be a lower bound of it.
    pub fitness: Fitness,
    /// In graph6, canonically labelled.
    pub board: String,
    /// Over `.LR`, a character a vertex.
    pub tints: String,
    /// Exact.
    pub temperature: String,
    /// Exact.
    pub mean: String,
    /// The largest degree.
    pub degree: u64,
    /// The largest number of vertices at distance two.
    pub degree2: u64,
    /// Absent when it is too large to print.
    pub canonical_form: Option<String>,
    /// The proof of a lower bound, as docs/certificates.md defines it.
    pub certificate: Option<String>,
    /// What the fitness is.
    pub certainty: Certainty,
    /// Whether no board of this class and order does better: proved by exhaustion. It says so of the
    /// ruleset, objective, class and order, and so of all records that tie.
    pub proved: bool,
    /// The run that found it.
    pub found_by: Finder,
    /// When it was found.
    pub found_at: String,
    /// The operators that led to it, the oldest first.
    pub lineage: Vec<Step>,
}

/// A class of boards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoardClass {
    /// `tree`, `connected`, …
    pub kind: String,
    /// Whether vertices may be tinted.
    pub tinted: bool,
    /// The largest degree allowed.
    pub max_degree: Option<u64>,
}

const TINTED: &str = "tinted";
const MAX_DEGREE: &str = "max_degree ";

impl BoardClass {
    /// Reads what [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Option<BoardClass> {
        let mut parts = text.split(", ").peekable();
        let kind = parts.next().filter(|kind| is_name(kind))?.to_string();
        let tinted = parts.next_if(|&part| part == TINTED).is_some();
        let degree = |part: &str| part.strip_prefix(MAX_DEGREE)?.parse().ok();
        let max_degree = match parts.next() {
            Some(part) => Some(degree(part)?),
            None => None,
        };
        parts.next().is_none().then_some(BoardClass {
            kind,
            tinted,
            max_degree,
        })
    }
}

fn is_name(kind: &str) -> bool {
    !kind.is_empty() && !kind.contains([',', ' '])
}

impl fmt::Display for BoardClass {
    /// Like `tree`, or `connected, tinted, max_degree 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if self.tinted {
            write!(f, ", {TINTED}")?;
        }
        match self.max_degree {
            Some(degree) => write!(f, ", {MAX_DEGREE}{degree}"),
            None => Ok(()),
        }
    }
}

/// What the fitness of a record is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Certainty {
    /// The true value is at least this.
    LowerBound,
    /// The true value.
    Exact,
}

impl Certainty {
    /// As files and people have it.
    pub fn text(self) -> &'static str {
        match self {
            Certainty::LowerBound => "lower bound",
            Certainty::Exact => "exact",
        }
    }

    /// Reads what [`text`](Certainty::text) gives.
    pub fn parse(text: &str) -> Option<Certainty> {
        [Certainty::LowerBound, Certainty::Exact]
            .into_iter()
            .find(|c| c.text() == text)
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// The run that found a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finder {
    /// Its name.
    pub run: String,
    /// Its seed.
    pub seed: u64,
    /// The generation that bred the record.
    pub generation: u64,
}

/// A record with which the independent checker has agreed. Only these enter the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifiedRecord {
    facts: NewRecord,
    verified_by: String,
}

impl VerifiedRecord {
    /// The caller's word that the checker of version `checker` has valued the board of `facts`
    /// and agrees with its temperature and mean. What can be seen without it is checked here.
    pub fn attest(facts: NewRecord, checker: &str) -> Result<VerifiedRecord, BookError> {
        let unsound = |why: &str| {
            let why = why.to_string();
            Err(BookError::Unsound { why })
        };
        if checker.is_empty() {
            return unsound("nobody verified it");
        }
        if facts.ruleset.is_empty() || facts.objective.is_empty() || facts.board.is_empty() {
            return unsound("it has no ruleset, no objective or no board");
        }
        if BoardClass::parse(&facts.class.to_string()).as_ref() != Some(&facts.class) {
            return unsound("the name of its class cannot be read back");
        }
        if !facts.tints.chars().all(|c| ".LR".contains(c)) {
            return unsound("its tints are not all among `.LR`");
        }
        if facts.tints.len() as u64 != facts.order {
            return unsound("it has not one tint a vertex");
        }
        Ok(VerifiedRecord {
            facts,
            verified_by: checker.to_string(),
        })
    }

    /// The record.
    pub fn facts(&self) -> &NewRecord {
        &self.facts
    }

    /// The version of the checker.
    pub fn verified_by(&self) -> &str {
        &self.verified_by
    }
}

/// A record in the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its number; never given to another.
    pub id: i64,
    /// What is known of it.
    pub facts: NewRecord,
    /// The version of the checker that agreed.
    pub verified_by: String,
}

/// What became of a submitted record. Every `id` is that of a record in the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Submitted {
    /// It is the first for its objective, class and order.
    New {
        /// Where it is.
        id: i64,
    },
    /// It is better than the ones before it, which it replaces.
    Improved {
        /// Where it is.
        id: i64,
        /// The fitness that was the best before.
        old: Fitness,
    },
    /// It is as good as the best.
    Tied {
        /// Where it is, or was already; absent if there are enough of its kind.
        id: Option<i64>,
    },
    /// It is worse than the best.
    NotBetter {
        /// The best.
        best: Fitness,
    },
}

/// Which records to list; an absent condition holds for all.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Filter {
    /// The ruleset's name.
    pub ruleset: Option<String>,
    /// The objective's canonical text.
    pub objective: Option<String>,
    /// The class.
    pub class: Option<BoardClass>,
    /// How many vertices.
    pub order: Option<u64>,
}
