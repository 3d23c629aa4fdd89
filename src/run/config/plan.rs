//! A config with everything resolved.

use super::{Selection, Topology};
use crate::problem::expression::Expression;
use serde::Serialize;

/// What a search will do: every key of its config, typed and checked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// Name of the run folder.
    pub name: String,
    /// Every random choice follows from it.
    pub seed: u64,
    /// Threads that value boards; 0 takes all cores.
    pub threads: usize,
    /// `[game]`
    pub game: Game,
    /// `[boards]`
    pub boards: Boards,
    /// `[objective]`
    pub objective: Objective,
    /// `[search]`
    pub search: Search,
    /// `[archive]`
    pub archive: Archive,
    /// `[budget]`
    pub budget: Budget,
    /// `[records]`
    pub records: Records,
}

/// The game that is played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Game {
    /// Name of the ruleset.
    pub ruleset: String,
}

/// The boards that may be bred.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Boards {
    /// Name of the class.
    pub class: String,
    /// Fewest and most vertices.
    pub order: [usize; 2],
    /// Whether vertices may be tinted.
    pub tinted: bool,
    /// The most neighbours of a vertex; 0: no limit.
    pub max_degree: usize,
    /// Boards that join the first generation.
    pub start: Vec<String>,
    /// Whether the first generation has no random boards.
    pub start_only: bool,
}

/// What the search is after.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Objective {
    /// What is maximised, lexicographically; at least one expression.
    pub maximize: Vec<Expression>,
    /// The condition that a board has to meet to count.
    pub require: Option<Expression>,
    /// The condition on the best board that ends the search; may use `fitness`.
    pub stop_when: Option<Expression>,
}

/// The evolutionary loop.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Search {
    /// Generations to breed.
    pub generations: u64,
    /// Boards of each island.
    pub population: usize,
    /// Number of islands.
    pub islands: usize,
    /// How parents are chosen.
    pub selection: Selection,
    /// Boards in a tournament.
    pub tournament: usize,
    /// Generations between migrations; 0: never.
    pub migration_every: u64,
    /// Elites sent in a migration.
    pub migrants: usize,
    /// Who receives them.
    pub topology: Topology,
    /// Share of parents drawn from the archive, from 0 to 1.
    pub archive_share: f64,
    /// New random boards for each island in each generation.
    pub immigrants: usize,
    /// Generations without progress until an island starts anew; 0: never.
    pub stagnation: u64,
    /// Neighbours of new elites tried in a generation; 0: none.
    pub polish: usize,
    /// Generations between checkpoints.
    pub checkpoint_every: u64,
}

/// The archive of elites.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Archive {
    /// Numeric invariants that make up a cell.
    pub cells: Vec<String>,
    /// Boards kept in a cell.
    pub per_cell: usize,
}

/// What a run may use up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Budget {
    /// Seconds for the whole run; 0: no limit.
    pub seconds: u64,
    /// Positions of one evaluation.
    pub positions: u64,
    /// Bytes of the tables of the whole process.
    pub memory: u64,
    /// Bytes of the solver's tables, which all threads share.
    pub board_memory: u64,
    /// Positions that the independent checker may visit for one record.
    pub checker_positions: u64,
}

/// What happens to records.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Records {
    /// Whether records are checked independently when they are found.
    pub verify: bool,
}
