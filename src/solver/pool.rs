//! Solvers for many boards at once: one per thread, each with its own tables.
//!
//! Verdicts and values do not depend on what a solver did before (see [`super::Solver`]), so it
//! does not matter which of them gets which board.

use super::{Budget, Solver};
use crate::ruleset::Ruleset;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Bytes of stack per worker; reserved, and used only as deep as the recursion goes.
const WORKER_STACK: usize = 256 << 20;

/// A pool of threads with a solver each.
pub struct Pool {
    threads: rayon::ThreadPool,
    solvers: Vec<Mutex<Solver>>,
}

/// What a pool has done, and what its tables hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct PoolWork {
    /// Components evaluated.
    pub positions: u64,
    /// Values in the stores.
    pub values: u64,
    /// Bytes of all tables.
    pub bytes: u64,
}

impl Pool {
    /// A pool of `threads` solvers; 0 for one per core. The budget is each solver's own.
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
        let solvers = (0..count)
            .map(|_| Mutex::new(Solver::new(ruleset, budget.clone())))
            .collect();
        Ok(Pool { threads, solvers })
    }

    /// How many threads it has.
    pub fn threads(&self) -> usize {
        self.solvers.len()
    }

    /// `work` on every item with the solver of whichever thread takes it; results in the order of
    /// the items.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&mut Solver, &T) -> R + Sync,
    ) -> Vec<R> {
        let one = |item: &T| {
            let index = rayon::current_thread_index().unwrap_or(0);
            let mut solver = self.solvers[index]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            work(&mut solver, item)
        };
        self.threads
            .install(|| items.par_iter().with_max_len(1).map(one).collect())
    }

    /// Runs other parallel work on the threads of this pool.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.threads.install(work)
    }

    /// What the solvers have done so far.
    pub fn work(&self) -> PoolWork {
        let mut total = PoolWork::default();
        for solver in &self.solvers {
            let solver = solver.lock().unwrap_or_else(PoisonError::into_inner);
            let (_, values, bytes) = solver.sizes();
            total.positions += solver.work().positions;
            total.values += values as u64;
            total.bytes += bytes as u64;
        }
        total
    }
}
