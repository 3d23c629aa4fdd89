//! Scans: every board of a stream or of a class is scored, and the maxima are found by order.

mod parts;

pub use parts::{ScanAsk, ScanQuestion, ScanWork};

use super::bars::Bars;
use super::boards::{BoardSource, Input, Missed, MissedBoards, PartTally, Stopped, Tally};
use super::maximum::Maximum;
use boilingpoint_boards::Board;
use boilingpoint_problem::{Class, Objective, Unscored};
use boilingpoint_solver::{SolveError, Solver};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The settings of a scan.
pub struct Scanner<'a> {
    /// The objective to maximise.
    pub objective: &'a Objective,
    /// The number of boards that are kept for each maximum. The first boards that attain it are
    /// kept.
    pub keep: usize,
    /// The maxima of the chunks before. They depend on no thread.
    bars: Bars<'a>,
}

/// The results for the boards of one order.
#[derive(Default, Serialize, Deserialize)]
pub struct Scanned {
    /// The number of boards.
    pub boards: u64,
    /// The maximum, with the first boards that attain it. If some boards of the order have no
    /// answer, it is the maximum over the others.
    pub maximum: Maximum<Vec<Board>>,
    /// The number of boards that have no answer.
    pub missed: u64,
}

/// The results of a scan.
#[derive(Default, Serialize, Deserialize)]
pub struct ScannedOrders {
    /// The results by order.
    pub orders: BTreeMap<usize, Scanned>,
    /// The boards and lines that have no answer.
    pub missed: MissedBoards,
}

impl<'a> Scanner<'a> {
    /// The scan for the maxima of an objective, with the first `keep` boards that attain each.
    pub fn new(objective: &'a Objective, keep: usize) -> Scanner<'a> {
        Scanner {
            objective,
            keep,
            bars: Bars::new(std::slice::from_ref(objective)),
        }
    }

    /// Scans all boards of a class.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn class(&self, boards: &BoardSource, class: &Class) -> Result<ScannedOrders, Stopped> {
        let mut found = ScannedOrders::default();
        boards.class(class, self, |part| {
            self.merge(&mut found, part);
            Ok::<(), Stopped>(())
        })?;
        Ok(found)
    }

    fn keep(&self, boards: &mut Vec<Board>, later: Vec<Board>) {
        let room = self.keep.saturating_sub(boards.len());
        boards.extend(later.into_iter().take(room));
    }
}

impl Tally for Scanner<'_> {
    type Part = ScannedOrders;

    fn add(
        &self,
        part: &mut ScannedOrders,
        solver: &mut Solver,
        board: &Board,
        _: Input<'_>,
    ) -> Result<(), SolveError> {
        if self.bars.is_below(solver, board)? {
            part.orders.entry(board.order()).or_default().boards += 1;
            return Ok(());
        }
        let fitness = match self.objective.score_in_listing(solver, board) {
            Ok(score) => Some(score.fitness),
            Err(Unscored::NotRequired | Unscored::Undefined(_) | Unscored::Island(_)) => None,
            Err(Unscored::Unsolved(e)) => return Err(e),
        };
        let of_order = part.orders.entry(board.order()).or_default();
        of_order.boards += 1;
        let example = || vec![board.clone()];
        let keep = |all: &mut Vec<Board>, more| self.keep(all, more);
        of_order.maximum.add(fitness, example, keep);
        Ok(())
    }

    fn missed(&self, part: &mut ScannedOrders, missed: Missed) {
        if let Some(order) = missed.order {
            let of_order = part.orders.entry(order).or_default();
            of_order.boards += 1;
            of_order.missed += 1;
        }
        part.missed.add(missed);
    }
}

impl PartTally for Scanner<'_> {
    fn merge(&self, found: &mut ScannedOrders, part: ScannedOrders) {
        for (order, part) in part.orders {
            let whole = found.orders.entry(order).or_default();
            whole.boards += part.boards;
            whole.missed += part.missed;
            whole
                .maximum
                .merge(part.maximum, |all, more| self.keep(all, more));
            self.bars
                .raise(order, std::iter::once(whole.maximum.max.as_ref()));
        }
        found.missed.merge(part.missed);
    }
}
