//! The types that the record book stores.

use super::class::BoardClass;
use super::proof::OptimumProof;
use boilingpoint_plan::game_text;
use boilingpoint_problem::{Certainty, Facts, Fitness};
use boilingpoint_record::records::LineageStep;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// An entry of the book: the facts of a board, the origin of the record, and its key: ruleset,
/// objective, class and order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The objective, as `boil records list` writes it.
    pub objective: String,
    /// The class of boards that was searched.
    pub class: BoardClass,
    /// The value of the objective on the board, or a proved lower bound of it.
    pub fitness: Fitness,
    /// The facts of the board and its value.
    pub facts: Facts,
    /// The certificate of a lower bound, in the format that docs/certificates.md defines.
    pub certificate: Option<String>,
    /// The count of all boards which proves that no board of this class and order does better. This
    /// is a statement about the ruleset, objective, class and order, so all records that tie have
    /// the same proof.
    pub proof: Option<OptimumProof>,
    /// The run and the generation that found the record.
    pub found_by: Finder,
    /// The time at which the record was found. For a record of a run, the time at which the run
    /// ended.
    pub found_at: String,
    /// The operators that led to the board, the oldest first.
    pub lineage: Vec<LineageStep>,
}

/// The run that found a record.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Finder {
    /// The name of the run in its config.
    pub run: String,
    /// The folder of the run, relative to the folder of the book that its records entered first.
    /// `None` if no run found the record, and for records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The name that a game file gives to the game of the run. `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The seed of the run.
    pub seed: u64,
    /// The generation in which the record was found.
    pub generation: u64,
}

impl Finder {
    /// The name of the run, with its folder in front if the folder is called otherwise.
    pub fn names(&self) -> String {
        match self.folder.as_deref() {
            Some(folder) if folder != self.run => format!("{folder} ({})", self.run),
            _ => self.run.clone(),
        }
    }
}

impl fmt::Display for Finder {
    /// Writes the run and its seed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, seed {}", self.names(), self.seed)
    }
}

/// A record in the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The number of the record. The number of a deleted record is never used again.
    pub id: i64,
    /// The record as it was submitted.
    pub entry: BookEntry,
    /// The version of the checker that agreed with the record.
    pub verified_by: String,
    /// The record of the book that this one contradicts, in words. One of the two is false, and both
    /// stay until `records verify` has decided.
    pub conflict: Option<String>,
}

impl BookEntry {
    /// The game as people read it: with the name that its file gives, if there is one.
    pub fn game_text(&self) -> String {
        game_text(
            &self.ruleset,
            self.found_by.game.as_deref().unwrap_or_default(),
        )
    }

    /// Whether it is proved that no board of this class and order does better.
    pub fn is_proved(&self) -> bool {
        self.proof.is_some()
    }

    /// Whether another entry answers the same question: ruleset, objective, class and order.
    pub(super) fn has_key_of(&self, other: &BookEntry) -> bool {
        (
            &self.ruleset,
            &self.objective,
            &self.class,
            self.facts.order,
        ) == (
            &other.ruleset,
            &other.objective,
            &other.class,
            other.facts.order,
        )
    }

    /// The size of the certificate in bytes, if there is one.
    pub fn certificate_bytes(&self) -> Option<usize> {
        self.certificate.as_ref().map(String::len)
    }

    /// The date on which the record was found.
    pub fn found_on(&self) -> &str {
        self.found_at.get(..10).unwrap_or(&self.found_at)
    }

    /// The fitness as people read it: with `>=` if it is a lower bound.
    pub fn fitness_text(&self) -> String {
        self.facts.certainty.of_fitness(&self.fitness.texts())
    }
}

/// A question that the book answers: a game, an objective, a class and an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordKey {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The objective, in the book's spelling.
    pub objective: String,
    /// The class of boards, as the book writes it.
    pub class: String,
    /// The order of the boards.
    pub order: u64,
    /// The number of records.
    pub records: usize,
}

/// The outcome of a submission. Every `id` is the number of a record in the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SubmitOutcome {
    /// The record is the first one for its objective, class and order.
    New {
        /// The number of the record.
        id: i64,
    },
    /// The record is better than all before it, and has replaced them.
    Improved {
        /// The number of the record.
        id: i64,
        /// The best fitness before.
        old: Fitness,
    },
    /// The record is as good as the best record.
    Tied {
        /// The number of the record of this board. `None` if the record is not stored, because the
        /// book keeps [`TIES`](super::TIES) other boards that rank before it.
        id: Option<i64>,
    },
    /// The record is worse than the best record.
    NotBetter {
        /// The best fitness in the book.
        best: Fitness,
    },
    /// The record and another cannot both be true. The book keeps both, marked.
    InConflict {
        /// The number of the record. `None` if it is not stored, because the question has as many
        /// fitnesses in conflict as the book keeps.
        id: Option<i64>,
        /// The other record, in words.
        why: String,
    },
}

/// The conditions that select records. A condition that is `None` selects all.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Filter {
    /// The name of the ruleset.
    pub ruleset: Option<String>,
    /// The objective, in the book's spelling.
    pub objective: Option<String>,
    /// The class of boards.
    pub class: Option<BoardClass>,
    /// The range of orders.
    pub orders: Option<RangeInclusive<u64>>,
    /// Whether the fitness is exact or a lower bound.
    pub certainty: Option<Certainty>,
    /// Whether it is proved that no board does better.
    pub proved: Option<bool>,
    /// Whether the record contradicts another one.
    pub conflict: Option<bool>,
    /// The run that found the record: its name in the config, its folder, or the last part of its
    /// folder.
    pub run: Option<String>,
    /// Whether a checker agreed with the record, and no other record contradicts it.
    pub confirmed: Option<bool>,
}

impl Filter {
    /// All records with the ruleset, objective, class and order of an entry.
    pub(super) fn key_of(entry: &BookEntry) -> Filter {
        Filter {
            ruleset: Some(entry.ruleset.clone()),
            objective: Some(entry.objective.clone()),
            class: Some(entry.class.clone()),
            orders: Some(entry.facts.order..=entry.facts.order),
            ..Filter::default()
        }
    }
}
