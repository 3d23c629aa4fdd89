//! Tables of boards: a row for each board, or the number of boards by the value of a column.

use super::boards::{Input, Missed, MissedBoards, PartTally, Tally};
use boilingpoint_boards::canon::normal;
use boilingpoint_boards::{Board, labellings};
use boilingpoint_problem::{Columns, FactCell, Objective, Unscored};
use boilingpoint_solver::{SolveError, Solver};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A table with a row for each board that meets a condition.
pub struct Rows<'a> {
    /// The columns.
    pub columns: &'a Columns,
    /// An objective that maximises nothing and has the condition.
    pub condition: &'a Objective,
}

/// A row of a table, or a board that has no answer.
pub type Row = Result<Vec<FactCell>, Missed>;

impl Tally for Rows<'_> {
    type Part = Vec<Row>;

    fn add(
        &self,
        part: &mut Vec<Row>,
        solver: &mut Solver,
        board: &Board,
        input: Input<'_>,
    ) -> Result<(), SolveError> {
        if meets(self.condition, solver, board)? {
            part.push(Ok(self.columns.row(solver, board, input.text)?));
        }
        Ok(())
    }

    fn missed(&self, part: &mut Vec<Row>, missed: Missed) {
        part.push(Err(missed));
    }
}

impl PartTally for Rows<'_> {
    fn merge(&self, whole: &mut Vec<Row>, later: Vec<Row>) {
        whole.extend(later);
    }
}

/// Whether a board meets the condition of an objective. A board on which the condition is undefined
/// does not meet it.
pub(super) fn meets(
    condition: &Objective,
    solver: &mut Solver,
    board: &Board,
) -> Result<bool, SolveError> {
    match condition.score(solver, board) {
        Ok(_) => Ok(true),
        Err(Unscored::Unsolved(e)) => Err(e),
        Err(Unscored::NotRequired | Unscored::Undefined(_) | Unscored::Island(_)) => Ok(false),
    }
}

/// The boards that meet a condition, counted by their cells in some columns.
pub struct Histogram<'a> {
    /// The columns.
    pub columns: &'a Columns,
    /// An objective that maximises nothing and has the condition.
    pub condition: &'a Objective,
    /// Whether a board counts once for each of its labellings, instead of once. The boards must
    /// have no marks but tints.
    pub labelled: bool,
}

/// The boards with the same cells.
#[derive(Serialize, Deserialize)]
pub struct Bin {
    /// The number of boards; `u64::MAX` if there are too many to count.
    pub boards: u64,
    /// A smallest board, in canonical form; of several, the first.
    pub example: Board,
}

/// The greatest number of bins. Boards of further bins are only counted.
const MOST_BINS: usize = 100_000;

/// The bins by their cells.
#[derive(Default, Serialize, Deserialize)]
pub struct Bins {
    /// The bins by their cells.
    #[serde(with = "as_list")]
    pub bins: BTreeMap<BinKey, Bin>,
    /// The number of boards that belong to none of the first 100,000 bins.
    pub others: u64,
    /// The boards and lines that have no answer.
    pub missed: MissedBoards,
}

/// The cells of a bin, in the order of their numbers, then of their texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BinKey(pub Vec<FactCell>);

impl Ord for BinKey {
    fn cmp(&self, other: &BinKey) -> Ordering {
        let by_cell = |(a, b): (&FactCell, &FactCell)| {
            let texts = |cell: &FactCell| (cell.text().len(), cell.text());
            match (a, b) {
                (FactCell::Text(_), FactCell::Text(_)) => texts(a).cmp(&texts(b)),
                _ => a.cmp(b),
            }
        };
        let cells = self.0.iter().zip(&other.0).map(by_cell);
        cells.fold(Ordering::Equal, Ordering::then)
    }
}

impl PartialOrd for BinKey {
    fn partial_cmp(&self, other: &BinKey) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Bins {
    /// Adds the bins of later boards.
    pub fn merge(&mut self, later: Bins) {
        for (key, more) in later.bins {
            self.add(key, more);
        }
        self.others += later.others;
        self.missed.merge(later.missed);
    }

    /// Adds a board that counts as `boards` boards.
    pub(super) fn count(&mut self, key: BinKey, board: &Board, boards: u64) {
        let example = match self.bins.get(&key) {
            Some(bin) if bin.example.order() <= board.order() => bin.example.clone(),
            _ => normal(board),
        };
        self.add(key, Bin { boards, example });
    }

    /// Adds the boards of a bin.
    pub(super) fn add(&mut self, key: BinKey, more: Bin) {
        let is_full = self.bins.len() >= MOST_BINS;
        match self.bins.get_mut(&key) {
            None if is_full => self.others += more.boards,
            None => {
                self.bins.insert(key, more);
            }
            Some(bin) => {
                bin.boards = bin.boards.saturating_add(more.boards);
                if more.example.order() < bin.example.order() {
                    bin.example = more.example;
                }
            }
        }
    }
}

impl Tally for Histogram<'_> {
    type Part = Bins;

    fn add(
        &self,
        part: &mut Bins,
        solver: &mut Solver,
        board: &Board,
        input: Input<'_>,
    ) -> Result<(), SolveError> {
        if !meets(self.condition, solver, board)? {
            return Ok(());
        }
        let key = BinKey(self.columns.row(solver, board, input.text)?);
        let boards = match self.labelled {
            true => labellings(board),
            false => 1,
        };
        part.count(key, board, boards);
        Ok(())
    }

    fn missed(&self, part: &mut Bins, missed: Missed) {
        part.missed.add(missed);
    }
}

impl PartTally for Histogram<'_> {
    fn merge(&self, whole: &mut Bins, later: Bins) {
        whole.merge(later);
    }
}

/// Bins as a list: the keys of a JSON object are texts.
mod as_list {
    use super::{Bin, BinKey};
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<S: Serializer>(
        bins: &BTreeMap<BinKey, Bin>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(bins)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<BinKey, Bin>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}
