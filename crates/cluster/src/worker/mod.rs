//! A worker: takes units from the queue, computes them, stores their results, and queues the units
//! that are then ready.
//!
//! A unit leaves the queue last, after its results are stored. So if a worker is killed, another
//! worker computes the unfinished units again, with the same results. The queue counts the
//! deliveries of a unit, and attempts that end without results are logged. A unit that has lost a
//! worker is next computed in a process of its own, so that the worker survives its death. A unit
//! that has failed three times, or has lost ten workers, is quarantined: its island skips that
//! epoch, every view of the run shows this, and the run continues.

mod attempt_log;
mod attempts;
mod config;
mod epoch;
mod evaluators;
mod failure;
mod islands;
mod marks;
mod parts;
mod recent;
mod run_cards;

pub use config::{Isolate, WorkerConfig, worker_card};
pub use failure::IsolatedFailure;

use super::cards::WorkerCard;
use super::error::ClusterError;
use super::store::{Job, JobStore};
use super::unit::Unit;
use attempt_log::AttemptLog;
use boilingpoint_study::part::ListWork;
use evaluators::EvaluatorCache;
use failure::UnitFailure;
use islands::ReadyIslands;
use marks::Marks;
use recent::Recent;
use run_cards::RunCards;
use std::collections::BTreeSet;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time that a worker waits for a unit before it checks whether it has to stop.
const TAKE_TIMEOUT: Duration = Duration::from_secs(2);
/// The stack of a thread that takes units, in bytes. Boards are valued on other threads.
const STACK: usize = 64 << 20;
/// The interval between two announcements.
const ANNOUNCE_EVERY: Duration = Duration::from_secs(3);
/// The pause before a unit that could not be tried is tried again.
const RETRY_PAUSE: Duration = Duration::from_secs(2);

/// A process that computes units.
pub struct Worker<'a> {
    store: &'a dyn JobStore,
    config: WorkerConfig,
    evaluators: EvaluatorCache,
    lists: Recent<Box<dyn ListWork>>,
    islands: ReadyIslands,
    marks: Marks,
    cards: RunCards,
    /// Nanoseconds in which results were stored and that no card reports yet.
    storing: AtomicU64,
    activity: Mutex<Activity>,
    /// The number of completed units.
    done: AtomicU64,
}

/// The units that a worker is computing.
struct Activity {
    units: BTreeSet<Unit>,
    /// The time when the worker's latest unit ended.
    latest: Instant,
}

impl<'a> Worker<'a> {
    /// A worker with this store of jobs.
    pub fn new(store: &'a dyn JobStore, config: WorkerConfig) -> Worker<'a> {
        Worker {
            evaluators: EvaluatorCache::new(config.threads, config.stop.clone()),
            lists: Recent::new(),
            islands: ReadyIslands::default(),
            marks: Marks::default(),
            cards: RunCards::default(),
            storing: AtomicU64::new(0),
            store,
            config,
            activity: Mutex::new(Activity {
                units: BTreeSet::new(),
                latest: Instant::now(),
            }),
            done: AtomicU64::new(0),
        }
    }

    /// Takes and computes units until the worker has to stop, or has been idle for too long.
    /// Returns the number of completed units.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn work(&self) -> io::Result<u64> {
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| self.announce_regularly(&ended));
            let start = |_| {
                let thread = thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, || self.take_units())
            };
            let started: Vec<_> = (0..self.config.units.max(1)).map(start).collect();
            let mut result = Ok(());
            for thread in started {
                match thread {
                    Ok(thread) => drop(thread.join()),
                    Err(error) => result = Err(error),
                }
            }
            ended.store(true, Ordering::Relaxed);
            result
        })?;
        Ok(self.done.load(Ordering::Relaxed))
    }

    fn is_stopped(&self) -> bool {
        self.config.stop.load(Ordering::Relaxed)
    }

    fn notify(&self, text: &str) {
        (self.config.notify)(text);
    }

    fn activity(&self) -> MutexGuard<'_, Activity> {
        self.activity.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Announces the worker at intervals until its work has ended.
    fn announce_regularly(&self, ended: &AtomicBool) {
        let mut last: Option<Instant> = None;
        while !ended.load(Ordering::Relaxed) {
            if last.is_none_or(|last| last.elapsed() >= ANNOUNCE_EVERY) {
                last = Some(Instant::now());
                self.store.announce(&WorkerCard {
                    done: self.done.load(Ordering::Relaxed),
                    units: self.activity().units.iter().map(Unit::to_string).collect(),
                    ..self.config.card.clone()
                });
            }
            thread::sleep(Duration::from_millis(50));
        }
        self.store.withdraw(&self.config.card.id);
    }

    fn take_units(&self) {
        let mut done: Option<Box<dyn Job>> = None;
        while !self.is_stopped() {
            let next = match done.take() {
                Some(job) => job.done_and_take(self.store, TAKE_TIMEOUT),
                None => self.store.take(TAKE_TIMEOUT),
            };
            match next {
                Ok(Some(job)) => done = self.run_job(job),
                Ok(None) => {}
                Err(ClusterError::Stopped) => return,
                // The message was removed. A pause would let a flood of such messages stop the
                // work.
                Err(error @ ClusterError::Unit(_)) => self.notify(&error.to_string()),
                Err(error) => {
                    self.notify(&error.to_string());
                    thread::sleep(RETRY_PAUSE);
                }
            }
            if self.is_idle_for_too_long() {
                break;
            }
        }
        if let Some(job) = done {
            job.done();
        }
    }

    /// Whether the worker has been without a unit for so long that it ends.
    fn is_idle_for_too_long(&self) -> bool {
        let activity = self.activity();
        let is_over = |most| activity.units.is_empty() && activity.latest.elapsed() >= most;
        self.config.idle.is_some_and(is_over)
    }

    /// Computes a job's unit. Returns the job if its unit can be removed from the queue, and else
    /// returns the unit to the queue.
    fn run_job(&self, job: Box<dyn Job>) -> Option<Box<dyn Job>> {
        let unit = job.unit().clone();
        self.activity().units.insert(unit.clone());
        let done = match self.catching_panics(|| self.complete(&unit, job.delivery())) {
            Ok(()) => Some(job),
            // The run has ended in the meantime, or was removed.
            Err(UnitFailure::Cluster(ClusterError::NoRun(_))) => Some(job),
            Err(failure) => {
                self.return_job(job, &failure);
                None
            }
        };
        let mut activity = self.activity();
        activity.units.remove(&unit);
        activity.latest = Instant::now();
        done
    }

    /// Logs that an attempt has ended without results, and returns its unit to the queue.
    fn return_job(&self, job: Box<dyn Job>, failure: &UnitFailure) {
        let unit = job.unit();
        // Without the log, the attempt counts as lost.
        let logged = AttemptLog::add_end(self.store, unit, job.delivery(), failure);
        if let UnitFailure::Stopped = failure {
            return job.again(Duration::ZERO);
        }
        self.notify(&format!("{unit}: {failure}"));
        if let Err(error) = logged {
            self.notify(&format!("{unit}: its attempt was not logged: {error}"));
        }
        job.again(RETRY_PAUSE);
    }

    /// Turns a panic into a fault of the unit.
    fn catching_panics(
        &self,
        work: impl FnOnce() -> Result<(), UnitFailure>,
    ) -> Result<(), UnitFailure> {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
            // A panic may leave solvers in an inconsistent state.
            self.evaluators.clear();
            self.lists.clear();
            self.islands.clear();
            Err(UnitFailure::Fault(format!(
                "a panic: {}",
                panic_text(&*panic)
            )))
        })
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without a text")
}
