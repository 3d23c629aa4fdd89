//! What a worker keeps of the runs that it works on: plan, calendar, and solvers with warm tables.

use super::super::exchange::{Exchange, ExchangeError};
use super::super::unit::CONFIG_KEY;
use crate::run::config::Plan;
use crate::run::{Calendar, PoolKey, Workshop, catalogue};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Runs that are kept ready at the same time; the one that was not worked on for the longest goes first.
const KEPT: usize = 4;

/// All that is needed to work on a run.
pub(super) struct Bench {
    run: String,
    key: PoolKey,
    pub(super) calendar: Calendar,
    pub(super) workshop: Workshop,
}

/// The runs that a worker is ready for, the one that it worked on last at the end.
pub(super) struct Benches {
    threads: usize,
    stop: Arc<AtomicBool>,
    kept: Mutex<Vec<Arc<Bench>>>,
}

impl Benches {
    pub(super) fn new(threads: usize, stop: Arc<AtomicBool>) -> Benches {
        Benches {
            threads,
            stop,
            kept: Mutex::new(Vec::new()),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Arc<Bench>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets everything: who knows what a panic has left.
    pub(super) fn forget(&self) {
        self.kept().clear();
    }

    /// That of a run.
    ///
    /// # Errors
    /// When the run cannot be carried out here.
    pub(super) fn of(
        &self,
        exchange: &dyn Exchange,
        run: &str,
    ) -> Result<Arc<Bench>, ExchangeError> {
        let mut kept = self.kept();
        let bench = match kept.iter().position(|bench| bench.run == run) {
            Some(place) => kept.remove(place),
            None => {
                let bench = Arc::new(self.made(exchange, run, &kept)?);
                if kept.len() >= KEPT {
                    kept.remove(0);
                }
                bench
            }
        };
        kept.push(bench.clone());
        Ok(bench)
    }

    /// A new one. Runs that go by the same share their solvers, and with them the tables.
    fn made(
        &self,
        exchange: &dyn Exchange,
        run: &str,
        kept: &[Arc<Bench>],
    ) -> Result<Bench, ExchangeError> {
        let damaged = |why: String| ExchangeError::Damaged {
            run: run.to_string(),
            key: CONFIG_KEY.to_string(),
            why,
        };
        let config = exchange.get(run, CONFIG_KEY)?;
        let config = config.ok_or_else(|| ExchangeError::NoRun(run.to_string()))?;
        let plan = Plan::resolve("config.toml", &config, &[], &catalogue());
        let mut plan = plan.map_err(|error| damaged(error.to_string()))?;
        plan.threads = self.threads;
        let key = PoolKey::of(&plan);
        let stop = Some(self.stop.clone());
        let workshop = match kept.iter().rev().find(|bench| bench.key == key) {
            Some(bench) => Workshop::with_pool(&plan, stop, bench.workshop.pool().clone()),
            None => Workshop::new(&plan, stop),
        };
        Ok(Bench {
            run: run.to_string(),
            key,
            calendar: Calendar::of(&plan),
            workshop: workshop.map_err(|error| damaged(error.to_string()))?,
        })
    }
}
