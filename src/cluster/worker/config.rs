//! The settings of a worker.

use super::super::cards::WorkerCard;
use super::super::hooks::Notify;
use super::super::names::{nanos, plain_name};
use super::super::protocol::ProtocolVersion;
use super::super::unit::Unit;
use super::failure::IsolatedFailure;
use crate::record::folder::host;
use crate::search::now;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Processes a unit in a process of its own.
pub type Isolate = Box<dyn Fn(&Unit) -> Result<(), IsolatedFailure> + Send + Sync>;

/// The settings of a worker.
pub struct WorkerConfig {
    /// Its card as it starts.
    pub card: WorkerCard,
    /// Threads that value boards; 0 for one per core.
    pub threads: usize,
    /// Units at once.
    pub units: usize,
    /// It leaves after so long without a unit.
    pub idle: Option<Duration>,
    /// Set to stop it: it gives its units back.
    pub stop: Arc<AtomicBool>,
    /// Processes a suspect unit; nothing in a process that was started for one.
    pub isolate: Option<Isolate>,
    /// Shows messages.
    pub notify: Notify,
}

/// The card of a worker that starts in this process.
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
