//! `progress.csv`: a row a generation.

use super::cells::rational;
use crate::evolve::Counts;
use crate::problem::expression::Number;
use serde::{Deserialize, Serialize};

/// A row of `progress.csv`. Best, median and mean are those of the first expression, the latter two
/// over the populations of all islands.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ProgressRow {
    /// The generation.
    pub generation: u64,
    /// Boards given a value so far.
    pub boards_valued: u64,
    /// Boards asked in the generation.
    pub asked: u64,
    /// Boards bred in vain, since their island had asked them before.
    pub duplicates: u64,
    /// Boards that are not as required, or for which the objective is undefined.
    pub infeasible: u64,
    /// Boards out of budget, those skipped included.
    pub unfinished: u64,
    /// The best fitness so far.
    #[serde(with = "rational")]
    pub best: Option<Number>,
    /// The median of all populations.
    #[serde(with = "rational")]
    pub median: Option<Number>,
    /// The mean of all populations; none if it does not fit into 128 bits.
    #[serde(with = "rational")]
    pub mean: Option<Number>,
    /// Cells in the archive.
    pub cells: u64,
    /// Elites in the archive.
    pub elites: u64,
    /// Boards that opened a cell.
    pub new_cells: u64,
    /// Boards that became the best of their cell.
    pub improved: u64,
    /// New records.
    pub records: u64,
    /// Copies that migrated before the generation.
    pub migrants: u64,
    /// Islands that restarted.
    pub restarts: u64,
    /// Generations since the best board was found, as `budget.stall` counts them; none in older
    /// logs.
    pub stalled: Option<u64>,
}

impl ProgressRow {
    /// The counts of the generation, as far as the row has them.
    pub fn counts(&self) -> Counts {
        Counts {
            asked: self.asked,
            infeasible: self.infeasible,
            unfinished: self.unfinished,
            duplicates: self.duplicates,
            ..Counts::default()
        }
    }
}
