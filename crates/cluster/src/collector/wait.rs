//! Waiting for workers and for the store.

use super::super::error::ClusterError;
use super::super::protocol::ProtocolVersion;
use super::ClusterBackend;
use std::thread;
use std::time::{Duration, Instant};

/// The first pause between two queries for finished units. The pauses double.
pub(super) const POLL_EVERY: Duration = Duration::from_millis(20);
/// The pause before a blob is requested again.
const AGAIN: Duration = Duration::from_millis(500);
/// The largest number of simultaneous requests to the store.
const AT_ONCE: usize = 16;

impl ClusterBackend {
    /// Asks the user to start workers if no worker has this program's version. Returns whether it
    /// asked.
    pub(super) fn ask_for_workers(&self) -> Result<bool, ClusterError> {
        let ours = ProtocolVersion::current();
        let workers = self.store.workers()?;
        if workers.iter().any(|card| card.version == ours) {
            return Ok(false);
        }
        (self.notify)(&match workers.first() {
            None => format!(
                "waiting for workers; to start one: boil worker --cluster {}",
                self.store.server()
            ),
            Some(other) => format!(
                "waiting for workers of {ours}; the running workers are of {}",
                other.version
            ),
        });
        Ok(true)
    }

    /// Reads a blob that has to be in the store.
    pub(super) fn stored(&self, run: &str, key: &str) -> Result<Vec<u8>, ClusterError> {
        // A replica may lag behind, so a missing blob is requested again for a while.
        let began = Instant::now();
        loop {
            if let Some(found) = self.store.get(run, key)? {
                return Ok(found);
            }
            if began.elapsed() >= self.stalled {
                return Err(ClusterError::damaged(run, key, "it is missing"));
            }
            thread::sleep(AGAIN);
        }
    }
}

/// Calls `read` for each item, on several threads at once, since reading is mostly waiting.
pub(super) fn at_once<I: Sync, T: Send, E: Send>(
    items: &[I],
    read: impl Fn(&I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let (read, share) = (&read, items.len().div_ceil(AT_ONCE).max(1));
    thread::scope(|scope| {
        let started: Vec<_> = items
            .chunks(share)
            .map(|some| scope.spawn(move || some.iter().map(read).collect()))
            .collect();
        let joined = started.into_iter().map(|thread| match thread.join() {
            Ok(some) => some,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        let all: Result<Vec<Vec<T>>, E> = joined.collect();
        Ok(all?.into_iter().flatten().collect())
    })
}
