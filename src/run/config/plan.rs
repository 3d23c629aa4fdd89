//! A config with everything resolved.

use super::{Emitter, Method, Policy, Selection, Topology};
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
    /// `[islands]`
    pub islands: Islands,
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
    /// The greatest weight of an edge or a loop; 1: no weights.
    pub max_weight: u32,
    /// Whether vertices may have loops.
    pub loops: bool,
    /// Whether several edges may join two vertices.
    pub parallel: bool,
    /// Whether edges may have directions.
    pub arcs: bool,
    /// The most neighbours of a vertex; 0: no limit.
    pub max_degree: usize,
    /// The most kinds of vertices; 0: no limit.
    pub max_kinds: usize,
    /// Boards that join the first generation.
    pub start: Vec<String>,
    /// Whether the first generation has no random boards.
    pub start_only: bool,
    /// The most vertices in the first generation; 0: as `order`.
    pub grow_from: usize,
    /// The generation from which on only `order` bounds the vertices.
    pub grow_until: u64,
}

/// What the search is after.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Objective {
    /// What is maximised, lexicographically; at least one expression. With `find`, those that
    /// lead to it.
    pub maximize: Vec<Expression>,
    /// The condition to be met by a board that is as small as possible.
    pub find: Option<Expression>,
    /// The expression whose values are collected.
    pub collect: Option<Expression>,
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
    /// How they search.
    pub method: Method,
    /// Names of the operators to use; empty: all.
    pub operators: Vec<String>,
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
    /// What they take.
    pub policy: Policy,
    /// Share of parents drawn from the archive, from 0 to 1.
    pub archive_share: f64,
    /// How they are drawn.
    pub emitter: Emitter,
    /// New random boards for each island in each generation.
    pub immigrants: usize,
    /// Generations without progress until an island starts anew; 0: never.
    pub stagnation: u64,
    /// Neighbours of new elites tried in a generation; 0: none.
    pub polish: usize,
    /// Generations between checkpoints.
    pub checkpoint_every: u64,
}

/// Settings that differ from island to island; each list is dealt to them in turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Islands {
    /// Names of classes.
    pub class: Vec<String>,
    /// Names of operators, with spaces between.
    pub operators: Vec<String>,
    /// What they select by.
    pub maximize: Vec<Expression>,
    /// How they search.
    pub method: Vec<Method>,
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
    /// Boards to value; 0: no limit.
    pub boards: u64,
    /// Whether boards that look too expensive are skipped.
    pub screen: bool,
    /// Whether boards that are proved to be too cold to change anything are not valued further.
    pub cutoff: bool,
    /// Steps of the enclosure of a board that is over the budget; 0: none.
    pub bounds: u64,
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
