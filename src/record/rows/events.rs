//! `events.jsonl`: what happened in a generation besides its counts.

use crate::problem::{Certainty, Fitness};
use serde::{Deserialize, Serialize};

/// A line of `events.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A board became the best of the run.
    Best(BestEvent),
    /// A board was out of budget.
    Unfinished {
        /// The generation.
        generation: u64,
        /// The board.
        board: String,
        /// Why.
        verdict: String,
    },
    /// Boards got a lower bound for a fitness.
    Bounded {
        /// The generation.
        generation: u64,
        /// How many.
        boards: u64,
    },
    /// Boards were proved too cold to change anything.
    Cut {
        /// The generation.
        generation: u64,
        /// How many.
        boards: u64,
    },
    /// Boards were skipped, since boards that look as expensive are out of reach.
    Screened {
        /// The generation.
        generation: u64,
        /// How many.
        boards: u64,
    },
    /// The objective is undefined on boards.
    Undefined {
        /// The generation.
        generation: u64,
        /// How many.
        boards: u64,
        /// The first reason.
        reason: String,
    },
    /// An island restarted.
    Restart {
        /// The generation.
        generation: u64,
        /// The island.
        island: usize,
    },
    /// A copy migrated from one island to another.
    Migration(MigrationEvent),
    /// An event of another version of the program.
    #[serde(other, skip_serializing)]
    Other,
}

/// A board that became the best of its run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BestEvent {
    /// The generation that asked it.
    pub generation: u64,
    /// How many boards the run had asked with it.
    pub boards: u64,
    /// Its fitness.
    pub fitness: Fitness,
    /// In graph6.
    pub board: String,
    /// Over `.LR`, a character a vertex.
    pub tints: String,
    /// `lower bound`, if that is what the fitness is; absent if it is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<Certainty>,
}

/// A copy that migrated from one island to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MigrationEvent {
    /// The generation before which it migrated.
    pub generation: u64,
    /// The island that it was copied from.
    pub from: usize,
    /// The island that received it.
    pub to: usize,
    /// The specimen's number in the run.
    pub id: u64,
}

impl Event {
    /// The line without its break. The keys are in alphabetical order.
    pub fn to_line(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_value(self)?.to_string())
    }
}
