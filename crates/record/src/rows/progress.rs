//! `progress.csv`: a row for each generation.

use super::cells::rational;
use boilingpoint_evolve::Counts;
use boilingpoint_problem::expression::Number;
use serde::{Deserialize, Serialize};

boilingpoint_problem::documented! {
    /// A row of `progress.csv`. Best, median and mean are values of the first expression of the
    /// objective. Median and mean are taken over the populations of all islands.
    #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
    pub struct ProgressRow {
        /// The number of the generation, from 0.
        pub generation: u64,
        /// The number of boards valued so far.
        pub boards_valued: u64,
        /// The number of boards that the islands asked to value in the generation.
        pub asked: u64,
        /// Children that were discarded, since their island had asked for the same board before.
        pub duplicates: u64,
        /// Boards that violate `require`, or on which the objective is undefined.
        pub infeasible: u64,
        /// Boards that exceeded the budget, or that were skipped because boards of similar cost
        /// did.
        pub unfinished: u64,
        /// The best fitness so far.
        #[serde(with = "rational")]
        pub best: Option<Number>,
        /// The median fitness of the populations of all islands.
        #[serde(with = "rational")]
        pub median: Option<Number>,
        /// The mean fitness of the populations of all islands; empty if it does not fit into 128
        /// bits.
        #[serde(with = "rational")]
        pub mean: Option<Number>,
        /// The number of cells in the archive.
        pub cells: u64,
        /// The number of elites in the archive.
        pub elites: u64,
        /// The number of boards that were the first of their cell.
        pub new_cells: u64,
        /// The number of boards that became the best of their cell.
        pub improved: u64,
        /// The number of new records.
        pub records: u64,
        /// The number of specimens that were copied to another island before the generation.
        pub migrants: u64,
        /// The number of islands that restarted.
        pub restarts: u64,
        /// The number of generations since the best board was found, as `budget.stall` counts them.
        /// Logs of older versions lack this column.
        pub stalled: Option<u64>,
        /// Of the infeasible boards, those on which the objective is undefined; the others violate
        /// `require`. Logs of older versions lack this column.
        pub undefined: Option<u64>,
        /// The lower quartile of the fitness of the populations of all islands. Logs of older
        /// versions lack this column and the following ones.
        #[serde(default, with = "rational")]
        pub lower_quartile: Option<Number>,
        /// The upper quartile of the fitness of the populations of all islands.
        #[serde(default, with = "rational")]
        pub upper_quartile: Option<Number>,
        /// The sum over all cells of the best fitness in the cell; empty if it does not fit into
        /// 128 bits.
        #[serde(default, with = "rational")]
        pub cells_sum: Option<Number>,
        /// The least of the best fitnesses of all cells.
        #[serde(default, with = "rational")]
        pub cells_least: Option<Number>,
        /// The number of boards on the front, in a search for a front. Logs of older versions lack
        /// this column and the next.
        #[serde(default)]
        pub front: Option<u64>,
        /// The hypervolume of the front: the volume of the fitnesses that a board of the front
        /// covers, above the reference point in `manifest.json`. Exact; empty if it does not fit
        /// into 128 bits, or would take too long: with four expressions for more than 100 boards,
        /// with five for more than 21.
        #[serde(default, with = "rational")]
        pub hypervolume: Option<Number>,
        /// The number of graphs that walks looked at. Logs of older versions lack this column.
        #[serde(default)]
        pub steps: Option<u64>,
    }
}

impl ProgressRow {
    /// The counts of the generation, as far as the row has them. The other counts are zero.
    pub fn counts(&self) -> Counts {
        Counts {
            asked: self.asked,
            infeasible: self.infeasible,
            undefined: self.undefined.unwrap_or(0),
            unfinished: self.unfinished,
            duplicates: self.duplicates,
            steps: self.steps.unwrap_or(0),
            ..Counts::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_that_an_older_version_lacks_counts_nothing() {
        assert_eq!(ProgressRow::default().counts(), Counts::default());
        let row = ProgressRow {
            asked: 5,
            undefined: Some(2),
            steps: Some(9),
            ..ProgressRow::default()
        };
        let counts = row.counts();
        assert_eq!((counts.asked, counts.undefined, counts.steps), (5, 2, 9));
    }
}
