//! `events.jsonl`: the events of each generation.

use boilingpoint_problem::{Certainty, Fitness};
use serde::{Deserialize, Serialize};

/// An event of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A board became the best of the run.
    Best(BestEvent),
    /// Valuing a board exceeded the budget.
    Unfinished {
        /// The generation.
        generation: u64,
        /// The text of the board.
        board: String,
        /// The limit that was exceeded.
        verdict: String,
    },
    /// Boards exceeded the budget and got a lower bound as their fitness.
    Bounded {
        /// The generation.
        generation: u64,
        /// The number of boards.
        boards: u64,
    },
    /// Boards were proved too cold to change the state of the search.
    Cut {
        /// The generation.
        generation: u64,
        /// The number of boards.
        boards: u64,
    },
    /// Boards were skipped, since boards of similar expected cost exceeded the budget.
    Screened {
        /// The generation.
        generation: u64,
        /// The number of boards.
        boards: u64,
    },
    /// The objective is undefined on boards.
    Undefined {
        /// The generation.
        generation: u64,
        /// The number of boards.
        boards: u64,
        /// The reason for the first of these boards.
        reason: String,
    },
    /// An island restarted.
    Restart {
        /// The generation.
        generation: u64,
        /// The number of the island.
        island: usize,
    },
    /// A specimen was copied from one island to another.
    Migration(MigrationEvent),
    /// An event of another version of the program.
    #[serde(other, skip_serializing)]
    Other,
}

/// A board that became the best of its run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BestEvent {
    /// The generation in which the search asked for the board.
    pub generation: u64,
    /// The number of boards that the run had asked for, this board included.
    pub boards: u64,
    /// The fitness of the board.
    pub fitness: Fitness,
    /// The board in graph6.
    pub board: String,
    /// The tints, a character of `.LR` for each vertex.
    pub tints: String,
    /// `lower bound` if the fitness is a lower bound; absent if the fitness is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<Certainty>,
}

/// A specimen that was copied from one island to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MigrationEvent {
    /// The generation before which the specimen migrated.
    pub generation: u64,
    /// The island that the specimen came from.
    pub from: usize,
    /// The island that received the specimen.
    pub to: usize,
    /// The specimen's number in the run.
    pub id: u64,
}

impl Event {
    /// The line without its line break. The keys are in alphabetical order.
    pub fn to_line(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_value(self)?.to_string())
    }
}
