//! The settings of a worker.

use super::super::cards::WorkerCard;
use super::super::hooks::Notify;
use super::super::names::{nanos, plain_name};
use super::super::protocol::ProtocolVersion;
use super::super::unit::Unit;
use super::failure::IsolatedFailure;
use boilingpoint_record::folder::host;
use boilingpoint_search::now;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Computes a unit in a process of its own.
pub type Isolate = Box<dyn Fn(&Unit) -> Result<(), IsolatedFailure> + Send + Sync>;

/// The settings of a worker.
pub struct WorkerConfig {
    /// The worker's card at its start.
    pub card: WorkerCard,
    /// The number of threads that value boards; 0 for one per core.
    pub threads: usize,
    /// The number of units computed at once.
    pub units: usize,
    /// The worker ends after this time without a unit.
    pub idle: Option<Duration>,
    /// The time after which the rest of a part of a list is left to other units; `None` for the
    /// usual time.
    pub split_after: Option<Duration>,
    /// If set, the worker stops and returns its units to the queue.
    pub stop: Arc<AtomicBool>,
    /// Computes units that have failed or lost a worker. `None` in a process that was itself
    /// started for such a unit.
    pub isolate: Option<Isolate>,
    /// Prints messages.
    pub notify: Notify,
}

/// The card of a new worker in this process.
pub fn worker_card(threads: u64) -> WorkerCard {
    let host = host();
    let process = std::process::id();
    let (name, since) = (plain_name(&host, 32), nanos() / 1_000_000);
    WorkerCard {
        id: format!("{name}-{process}-{since:x}"),
        host,
        process,
        version: ProtocolVersion::current(),
        threads,
        since: now(),
        done: 0,
        units: Vec::new(),
    }
}
