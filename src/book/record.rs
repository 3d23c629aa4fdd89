//! What the record book holds.

use super::error::BookError;
use crate::problem::{Certainty, Facts, Fitness};
use crate::record::records::Step;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// The facts of a board, what they are a record of, and where they come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The ruleset's name.
    pub ruleset: String,
    /// The objective's canonical text.
    pub objective: String,
    /// The class of boards that the search was over.
    pub class: BoardClass,
    /// The value of the objective, or what is proved to be a lower bound of it.
    pub fitness: Fitness,
    /// What is known of the board.
    pub facts: Facts,
    /// The proof of a lower bound, as docs/certificates.md defines it.
    pub certificate: Option<String>,
    /// Whether no board of this class and order does better: proved by exhaustion. It says so of
    /// the ruleset, objective, class and order, and so of all records that tie.
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

impl fmt::Display for Finder {
    /// The run and its seed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, seed {}", self.run, self.seed)
    }
}

/// A record with which the independent checker has agreed. Only these enter the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifiedRecord {
    entry: BookEntry,
    verified_by: String,
}

impl VerifiedRecord {
    /// The caller's word that the checker of version `checker` has valued the board of `entry`
    /// and agrees with its temperature and mean. What can be seen without it is checked here.
    pub fn attest(entry: BookEntry, checker: &str) -> Result<VerifiedRecord, BookError> {
        let unsound = |why: &str| {
            let why = why.to_string();
            Err(BookError::Unsound { why })
        };
        if checker.is_empty() {
            return unsound("nobody verified it");
        }
        if entry.ruleset.is_empty() || entry.objective.is_empty() || entry.facts.board.is_empty() {
            return unsound("it has no ruleset, no objective or no board");
        }
        if BoardClass::parse(&entry.class.to_string()).as_ref() != Some(&entry.class) {
            return unsound("the name of its class cannot be read back");
        }
        if !entry.facts.tints.chars().all(|c| ".LR".contains(c)) {
            return unsound("its tints are not all among `.LR`");
        }
        if entry.facts.tints.len() as u64 != entry.facts.order {
            return unsound("it has not one tint a vertex");
        }
        Ok(VerifiedRecord {
            entry,
            verified_by: checker.to_string(),
        })
    }

    /// The record.
    pub fn entry(&self) -> &BookEntry {
        &self.entry
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
    /// What the book says of it.
    pub entry: BookEntry,
    /// The version of the checker that agreed.
    pub verified_by: String,
}

impl BookEntry {
    /// The size of the certificate, if there is one.
    pub fn certificate_bytes(&self) -> Option<usize> {
        self.certificate.as_ref().map(String::len)
    }

    /// The day on which it was found.
    pub fn found_on(&self) -> &str {
        self.found_at.get(..10).unwrap_or(&self.found_at)
    }

    /// The fitness as people read it.
    pub fn fitness_text(&self) -> String {
        self.facts.certainty.of_fitness(&self.fitness.texts())
    }
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
    /// How many vertices, at least and at most.
    pub orders: Option<RangeInclusive<u64>>,
    /// What the fitness is.
    pub certainty: Option<Certainty>,
    /// Whether it is proved that no board does better.
    pub proved: Option<bool>,
    /// The name of the run that found it.
    pub run: Option<String>,
}
