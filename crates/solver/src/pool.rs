//! Solvers on several threads that share one table. They evaluate many boards at once, or one board
//! together.
//!
//! Verdicts and values do not depend on the earlier work of a solver (see [`super::Solver`]), so
//! any solver may evaluate any board.
//!
//! For one board, all solvers evaluate the whole board, each beginning with a different option. A
//! solver looks up the results of the others, and postpones components that others have in progress
//! (`solver/in_progress.rs`). So no queue of tasks is needed.

use super::table_generation::Shared;
use super::threads::{Threads, start};
use super::{Budget, Effort, Evaluation, SolveError, Solver, Summary};
use boilingpoint_boards::Board;
use boilingpoint_rules::Ruleset;
use boilingpoint_values::Enclosure;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A pool of threads, each with a solver.
pub struct Pool {
    threads: Threads,
    solvers: Vec<Mutex<Solver>>,
    shared: Arc<Shared>,
}

/// Counts of the work of a pool since it was made, and the sizes of its tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct PoolWork {
    /// The number of components that were evaluated.
    pub positions: u64,
    /// The number of canonical forms in the store of values.
    pub values: u64,
    /// The bytes of all tables and of the solvers' own memory.
    pub bytes: u64,
    /// The number of times that the tables were full and were replaced by tables with the more
    /// useful half of the entries.
    pub replaced: u64,
}

/// The greatest number of threads. No result depends on it.
const MOST_THREADS: usize = 1024;

impl Pool {
    /// Makes a pool of `threads` solvers, at most 1024; 0 means one solver per core. The solvers
    /// together may use the budget's bytes.
    ///
    /// # Errors
    /// When the operating system cannot start the threads.
    pub fn new(
        ruleset: &'static dyn Ruleset,
        budget: &Budget,
        threads: usize,
    ) -> Result<Pool, std::io::Error> {
        let stack = budget.stack();
        let threads = start(threads.min(MOST_THREADS), stack)?;
        let count = threads.current_num_threads();
        let shared = Shared::new(budget.bytes, count);
        let solver = |turn| Solver::sharing(ruleset, budget.clone(), shared.clone(), turn);
        Ok(Pool {
            threads,
            solvers: (0..count).map(|turn| Mutex::new(solver(turn))).collect(),
            shared,
        })
    }

    /// The ruleset that the solvers play.
    pub fn ruleset(&self) -> &'static dyn Ruleset {
        self.solver(0).ruleset()
    }

    /// The limits of the solvers' evaluations.
    pub fn budget(&self) -> Budget {
        self.solver(0).budget.clone()
    }

    /// The number of threads, which is the number of solvers.
    pub fn threads(&self) -> usize {
        self.solvers.len()
    }

    /// Calls `work` on every item, on all threads. `work` also receives a solver. The results are
    /// in the order of the items.
    pub fn map<'a, T: Sync, R: Send>(
        &self,
        items: &'a [T],
        work: impl Fn(&mut Solver, &'a T) -> R + Sync,
    ) -> Vec<R> {
        let one = |item: &'a T| {
            let index = rayon::current_thread_index().unwrap_or(0);
            work(&mut self.solver(index), item)
        };
        // Threads take one item at a time, since some boards take a thousand times as long as
        // others.
        let results = self
            .threads
            .install(|| items.par_iter().with_max_len(1).map(one).collect());
        // An idle solver must not keep old tables in memory.
        for index in 0..self.solvers.len() {
            self.solver(index).move_on();
        }
        results
    }

    /// The summaries of boards, in their order. Its loop is compiled here, for speed.
    ///
    /// # Errors
    /// The errors of [`Solver::summary`], for each board.
    pub fn summaries(&self, boards: &[Board]) -> Vec<Result<Summary, SolveError>> {
        self.map(boards, Solver::summary)
    }

    /// Calls `work` on every item as [`Pool::map`] does, beginning with the items of the greatest
    /// `cost`. Items of equal cost are taken in their order.
    pub fn map_dearest_first<T: Sync, R: Send>(
        &self,
        items: &[T],
        cost: impl Fn(&T) -> u64,
        work: impl Fn(&mut Solver, &T) -> R + Sync,
    ) -> Vec<R> {
        let mut order: Vec<(u64, usize)> = items.iter().map(cost).zip(0..).collect();
        order.sort_unstable_by_key(|&(cost, index)| (Reverse(cost), index));
        let next = AtomicUsize::new(0);
        let take = |context: rayon::BroadcastContext<'_>| {
            let mut solver = self.solver(context.index());
            let mut done = Vec::new();
            while let Some(&(_, index)) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                done.push((index, work(&mut solver, &items[index])));
            }
            solver.move_on();
            done
        };
        let mut results: Vec<(usize, R)> =
            self.threads.broadcast(take).into_iter().flatten().collect();
        results.sort_unstable_by_key(|&(index, _)| index);
        results.into_iter().map(|(_, result)| result).collect()
    }

    fn solver(&self, index: usize) -> MutexGuard<'_, Solver> {
        self.solvers[index]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Evaluates one board on all threads. `look` receives the evaluation, and the solver that
    /// holds the values of the evaluation.
    ///
    /// # Errors
    /// The errors of [`Solver::evaluate`].
    pub fn together<R: Send>(
        &self,
        board: &Board,
        look: impl FnOnce(&mut Solver, Evaluation) -> R + Send,
    ) -> Result<R, SolveError> {
        // Solvers share nothing of a board whose positions have no values.
        if self.threads() > 1 && !self.solver(0).decides_winners() {
            let all = |context: rayon::BroadcastContext<'_>| {
                let mut solver = self.solver(context.index());
                solver.set_has_others(true);
                let verdict = solver.summary(board);
                solver.set_has_others(false);
                verdict.map(drop)
            };
            // All solvers reach the same verdict.
            self.threads
                .broadcast(all)
                .into_iter()
                .collect::<Result<(), _>>()?;
        }
        self.threads.install(|| {
            let index = rayon::current_thread_index().unwrap_or(0);
            let mut solver = self.solver(index);
            // Solvers share sums of values while other solvers work on the same board.
            solver.set_has_others(self.threads() > 1);
            let evaluation = solver.evaluate(board);
            solver.set_has_others(false);
            Ok(look(&mut solver, evaluation?))
        })
    }

    /// Encloses the thermograph of one board, on one thread, with a new solver; see
    /// [`super::enclose()`].
    ///
    /// # Errors
    /// The errors of [`super::enclose()`].
    pub fn enclose(&self, board: &Board, effort: Effort) -> Result<Enclosure, SolveError> {
        let (ruleset, budget) = (self.ruleset(), self.budget());
        self.threads
            .install(|| super::enclose(ruleset, &budget, board, effort))
    }

    /// Runs other parallel work on the threads of the pool.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.threads.install(work)
    }

    /// Counts of the work of all solvers since the pool was made.
    pub fn work(&self) -> PoolWork {
        let generation = self.shared.current();
        let mut total = PoolWork {
            values: generation.values.len() as u64,
            bytes: generation.bytes() as u64,
            replaced: self.shared.replaced(),
            positions: 0,
        };
        for index in 0..self.solvers.len() {
            let solver = self.solver(index);
            total.positions += solver.work().positions;
            total.bytes += solver.own_bytes() as u64;
        }
        total
    }
}
