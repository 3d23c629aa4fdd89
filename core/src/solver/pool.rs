//! Solvers on several threads with one table, for many boards at once or for one board together.
//!
//! Verdicts and values do not depend on what a solver did before (see [`super::Solver`]), so it
//! does not matter which of them gets which board.
//!
//! Several solvers work on one board by all evaluating it, each beginning at another option: what
//! one has found, the others look up, and what one is at, the others leave for later
//! (`solver/in_progress.rs`). That needs no queue.

use super::table_generation::Shared;
use super::{Budget, Effort, Evaluation, SolveError, Solver};
use crate::graph::Board;
use crate::ruleset::Ruleset;
use crate::value::Enclosure;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of stack per worker; reserved, and used only as deep as the recursion goes.
const WORKER_STACK: usize = 256 << 20;

/// A pool of threads with a solver each.
pub struct Pool {
    threads: rayon::ThreadPool,
    solvers: Vec<Mutex<Solver>>,
    shared: Arc<Shared>,
}

/// What a pool has done, and what its tables hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct PoolWork {
    /// Components evaluated.
    pub positions: u64,
    /// Forms in the store.
    pub values: u64,
    /// Bytes of all tables.
    pub bytes: u64,
    /// Times that the tables were full and the less useful half was forgotten.
    pub replaced: u64,
}

impl Pool {
    /// A pool of `threads` solvers; 0 for one per core. The budget's bytes are for all of them.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(
        ruleset: &'static dyn Ruleset,
        budget: &Budget,
        threads: usize,
    ) -> Result<Pool, std::io::Error> {
        let builder = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(WORKER_STACK);
        let threads = builder.build().map_err(std::io::Error::other)?;
        let count = threads.current_num_threads();
        let shared = Shared::new(budget.bytes, count);
        let solver = |turn| Solver::sharing(ruleset, budget.clone(), shared.clone(), turn);
        Ok(Pool {
            threads,
            solvers: (0..count).map(|turn| Mutex::new(solver(turn))).collect(),
            shared,
        })
    }

    /// The ruleset that its solvers play by.
    pub fn ruleset(&self) -> &'static dyn Ruleset {
        self.solver(0).ruleset()
    }

    /// How many threads it has.
    pub fn threads(&self) -> usize {
        self.solvers.len()
    }

    /// `work` on every item with the solver of whichever thread takes it; results in the order of
    /// the items.
    pub fn map<'a, T: Sync, R: Send>(
        &self,
        items: &'a [T],
        work: impl Fn(&mut Solver, &'a T) -> R + Sync,
    ) -> Vec<R> {
        let one = |item: &'a T| {
            let index = rayon::current_thread_index().unwrap_or(0);
            work(&mut self.solver(index), item)
        };
        // one at a time: some boards take a thousand times as long as others
        let results = self
            .threads
            .install(|| items.par_iter().with_max_len(1).map(one).collect());
        // so that no old generation is kept by a solver that has nothing to do
        for index in 0..self.solvers.len() {
            self.solver(index).move_on();
        }
        results
    }

    /// As [`Pool::map`], but what `cost` says is dearest is begun first.
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

    /// Evaluates one board on all threads. `look` sees the evaluation and the solver that has it.
    ///
    /// # Errors
    /// As [`Solver::evaluate`].
    pub fn together<R: Send>(
        &self,
        board: &Board,
        look: impl FnOnce(&mut Solver, Evaluation) -> R + Send,
    ) -> Result<R, SolveError> {
        if self.threads() > 1 {
            let all = |context: rayon::BroadcastContext<'_>| {
                let mut solver = self.solver(context.index());
                solver.set_company(true);
                let verdict = solver.summary(board);
                solver.set_company(false);
                verdict.map(drop)
            };
            // all of them come to the same verdict
            self.threads
                .broadcast(all)
                .into_iter()
                .collect::<Result<(), _>>()?;
        }
        self.threads.install(|| {
            let index = rayon::current_thread_index().unwrap_or(0);
            let mut solver = self.solver(index);
            // the sums that the others found are shared as long as there is company
            solver.set_company(self.threads() > 1);
            let evaluation = solver.evaluate(board);
            solver.set_company(false);
            Ok(look(&mut solver, evaluation?))
        })
    }

    /// What is proved of one board, on one thread, by a solver of its own: see
    /// [`super::enclose()`].
    ///
    /// # Errors
    /// As [`super::enclose()`].
    pub fn enclose(&self, board: &Board, effort: Effort) -> Result<Enclosure, SolveError> {
        let (ruleset, budget) = {
            let solver = self.solver(0);
            (solver.ruleset(), solver.budget.clone())
        };
        self.threads
            .install(|| super::enclose(ruleset, &budget, board, effort))
    }

    /// Runs other parallel work on the threads of this pool.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.threads.install(work)
    }

    /// What the solvers have done so far.
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
