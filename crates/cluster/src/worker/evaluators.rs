//! The evaluators of a worker's runs, with filled tables.

use super::super::blob::{CONFIG_KEY, config};
use super::super::error::{Cause, ClusterError};
use super::super::store::JobStore;
use super::recent::Recent;
use boilingpoint_plan::Plan;
use boilingpoint_plan::read_no_boards;
use boilingpoint_search::{Calendar, Evaluator, PoolKey, StateCheck};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The evaluator and the calendar of a run.
pub(super) struct RunEvaluator {
    pool_key: PoolKey,
    pub(super) calendar: Calendar,
    pub(super) evaluator: Evaluator,
    pub(super) check: StateCheck,
}

/// The evaluators of the latest runs.
pub(super) struct EvaluatorCache {
    threads: usize,
    stop: Arc<AtomicBool>,
    kept: Recent<RunEvaluator>,
}

impl EvaluatorCache {
    pub(super) fn new(threads: usize, stop: Arc<AtomicBool>) -> EvaluatorCache {
        EvaluatorCache {
            threads,
            stop,
            kept: Recent::new(),
        }
    }

    pub(super) fn clear(&self) {
        self.kept.clear();
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
        self.kept.get(run, |kept| self.make(store, run, kept))
    }

    /// A new evaluator. Runs with the same rules and limits share their solvers and tables.
    fn make(
        &self,
        store: &dyn JobStore,
        run: &str,
        kept: &[(String, Arc<RunEvaluator>)],
    ) -> Result<RunEvaluator, ClusterError> {
        let config = config(store, run)?;
        let unusable = |why: Cause| ClusterError::damaged(run, CONFIG_KEY, why);
        let plan = Plan::resolve_of_run("config.toml", &config, &[], read_no_boards);
        let mut plan = plan.map_err(|error| unusable(error.to_string().into()))?;
        plan.threads = self.threads;
        let pool_key = PoolKey::of(&plan);
        let stop = Some(self.stop.clone());
        let mut kept = kept.iter().rev();
        let evaluator = match kept.find(|(_, other)| other.pool_key == pool_key) {
            Some((_, other)) => Evaluator::with_pool(&plan, stop, other.evaluator.pool().clone()),
            None => Evaluator::new(&plan, stop),
        };
        Ok(RunEvaluator {
            pool_key,
            calendar: Calendar::of(&plan),
            check: StateCheck::of(&plan),
            evaluator: evaluator.map_err(|error| unusable(error.into()))?,
        })
    }
}
