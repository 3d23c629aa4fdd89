//! The evaluators of a worker's runs, with filled tables.

use super::super::blob::CONFIG_KEY;
use super::super::error::{Cause, ClusterError};
use super::super::store::JobStore;
use crate::plan::Plan;
use crate::search::{Calendar, Evaluator, PoolKey, StateCheck, read_no_boards};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The largest number of runs in the cache. The least recently used run is dropped first.
const KEPT: usize = 4;

/// The evaluator and the calendar of a run.
pub(super) struct RunEvaluator {
    run: String,
    pool_key: PoolKey,
    pub(super) calendar: Calendar,
    pub(super) evaluator: Evaluator,
    pub(super) check: StateCheck,
}

/// The evaluators of the latest runs. The most recently used evaluator is the last.
pub(super) struct EvaluatorCache {
    threads: usize,
    stop: Arc<AtomicBool>,
    kept: Mutex<Vec<Arc<RunEvaluator>>>,
}

impl EvaluatorCache {
    pub(super) fn new(threads: usize, stop: Arc<AtomicBool>) -> EvaluatorCache {
        EvaluatorCache {
            threads,
            stop,
            kept: Mutex::new(Vec::new()),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Arc<RunEvaluator>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn clear(&self) {
        self.kept().clear();
    }

    /// The evaluator of a run.
    ///
    /// # Errors
    /// If the run's config is not stored, or this program cannot use it.
    pub(super) fn of(
        &self,
        store: &dyn JobStore,
        run: &str,
    ) -> Result<Arc<RunEvaluator>, ClusterError> {
        let mut kept = self.kept();
        let found = match kept.iter().position(|other| other.run == run) {
            Some(place) => kept.remove(place),
            None => {
                let new = Arc::new(self.make(store, run, &kept)?);
                if kept.len() >= KEPT {
                    kept.remove(0);
                }
                new
            }
        };
        kept.push(found.clone());
        Ok(found)
    }

    /// A new evaluator. Runs with the same rules and limits share their solvers and tables.
    fn make(
        &self,
        store: &dyn JobStore,
        run: &str,
        kept: &[Arc<RunEvaluator>],
    ) -> Result<RunEvaluator, ClusterError> {
        let config = store.get(run, CONFIG_KEY)?;
        let config = config.ok_or_else(|| ClusterError::NoRun(run.to_string()))?;
        let unusable = |why: Cause| ClusterError::damaged(run, CONFIG_KEY, why);
        let plan = Plan::resolve("config.toml", &config, &[], read_no_boards);
        let mut plan = plan.map_err(|error| unusable(error.to_string().into()))?;
        plan.threads = self.threads;
        let pool_key = PoolKey::of(&plan);
        let stop = Some(self.stop.clone());
        let evaluator = match kept.iter().rev().find(|other| other.pool_key == pool_key) {
            Some(other) => Evaluator::with_pool(&plan, stop, other.evaluator.pool().clone()),
            None => Evaluator::new(&plan, stop),
        };
        Ok(RunEvaluator {
            run: run.to_string(),
            pool_key,
            calendar: Calendar::of(&plan),
            check: StateCheck::of(&plan),
            evaluator: evaluator.map_err(|error| unusable(error.into()))?,
        })
    }
}
