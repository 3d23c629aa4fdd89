//! Scans: every board of a stream or of a class is scored, and the maxima are found by order.

mod parts;

pub use parts::{ScanAsk, ScanQuestion, ScanWork};

use super::boards::{BoardSource, Missed, MissedBoards, PartTally, Tally};
use super::maximum::Maximum;
use crate::evolve::Bar;
use crate::graph::Board;
use crate::problem::{Class, Fitness, Objective, Unscored};
use crate::solver::{SolveError, Solver};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{PoisonError, RwLock};

/// The least order of boards that the scan tries to prove cold before it values them. Smaller
/// boards, and those for which the solver has tables of a listing, are valued in less time.
const PROVED_FROM: usize = 10;

/// The settings of a scan.
pub struct Scanner<'a> {
    /// The objective to maximise.
    pub objective: &'a Objective,
    /// The number of boards that are kept for each maximum. The first boards that attain it are
    /// kept.
    pub keep: usize,
    /// The maxima of the chunks before, by order. They depend on no thread.
    bars: RwLock<BTreeMap<usize, Fitness>>,
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
            bars: RwLock::default(),
        }
    }

    /// Scans all boards of a class.
    pub fn class(&self, boards: &BoardSource, class: &Class) -> ScannedOrders {
        let mut found = ScannedOrders::default();
        let done: Result<(), Infallible> = boards.class(class, self, |part| {
            self.merge(&mut found, part);
            Ok(())
        });
        match done {
            Ok(()) => found,
        }
    }

    /// Whether a board is proved to be below the maximum of the chunks before, without its value.
    fn is_below(&self, solver: &mut Solver, board: &Board) -> Result<bool, SolveError> {
        let order = board.order();
        let is_quick = solver.is_for_listing(board);
        if order < PROVED_FROM || is_quick || !solver.may_prove_cold(board) {
            return Ok(false);
        }
        let bars = self.bars.read().unwrap_or_else(PoisonError::into_inner);
        let bar = bars.get(&order).map(|max| Bar::new(max.clone(), true));
        drop(bars);
        match bar.and_then(|bar| self.objective.cutoff(board, &bar)) {
            Some(t) => solver.is_at_most(board, t),
            None => Ok(false),
        }
    }

    fn keep(&self, boards: &mut Vec<Board>, later: Vec<Board>) {
        let room = self.keep.saturating_sub(boards.len());
        boards.extend(later.into_iter().take(room));
    }
}

impl Tally for Scanner<'_> {
    type Part = ScannedOrders;

    fn empty(&self) -> ScannedOrders {
        ScannedOrders::default()
    }

    fn add(
        &self,
        part: &mut ScannedOrders,
        solver: &mut Solver,
        board: &Board,
        _: &str,
    ) -> Result<(), SolveError> {
        if self.is_below(solver, board)? {
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
            if let Some(max) = &whole.maximum.max {
                let mut bars = self.bars.write().unwrap_or_else(PoisonError::into_inner);
                bars.insert(order, max.clone());
            }
        }
        found.missed.merge(part.missed);
    }
}
