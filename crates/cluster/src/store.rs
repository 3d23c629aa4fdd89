//! The interface of the queue and the store.

use super::cards::{RunCard, WorkerCard};
use super::error::ClusterError;
use super::unit::Unit;
use std::time::Duration;

/// A queue of units and a store of their inputs and results.
///
/// A request is repeated for as long as the server is unreachable. It fails only for the reasons of
/// [`ClusterError`].
pub trait JobStore: Send + Sync {
    /// The server's address, without passwords.
    fn server(&self) -> &str;

    /// All runs, the oldest first.
    ///
    /// # Errors
    /// See [`ClusterError`]. The other requests have the same errors.
    fn runs(&self) -> Result<Vec<RunCard>, ClusterError>;

    /// The run of this name, if it exists.
    fn run(&self, id: &str) -> Result<Option<RunCard>, ClusterError>;

    /// Stores a run's card. Creates the store of a new run, and removes the blobs of a finished
    /// run.
    fn set_run(&self, card: &RunCard) -> Result<(), ClusterError>;

    /// Removes a run, with its units and blobs.
    fn remove_run(&self, id: &str) -> Result<(), ClusterError>;

    /// The workers whose cards have not expired.
    fn workers(&self) -> Result<Vec<WorkerCard>, ClusterError>;

    /// Announces that a worker is alive. If the server is unreachable, the request is not repeated:
    /// the next announcement follows a few seconds later.
    fn announce(&self, card: &WorkerCard);

    /// Removes a worker's card. If the server is unreachable, the card expires instead.
    fn withdraw(&self, worker: &str);

    /// Stores a blob of a run.
    fn put(&self, run: &str, key: &str, bytes: &[u8]) -> Result<(), ClusterError>;

    /// Stores a blob unless its key exists, and says whether it was stored. The answer may be no
    /// after this process has stored the blob, if a request was repeated.
    fn put_first(&self, run: &str, key: &str, bytes: &[u8]) -> Result<bool, ClusterError>;

    /// A blob, if it is stored.
    fn get(&self, run: &str, key: &str) -> Result<Option<Vec<u8>>, ClusterError>;

    /// The keys of a run's blobs that begin with a prefix and a dot; all keys if the prefix is
    /// empty.
    fn keys(&self, run: &str, prefix: &str) -> Result<Vec<String>, ClusterError>;

    /// Removes the blobs of a run, of every kind, that belong to one of the groups. The group of a
    /// blob is the second part of its key: an epoch, or a block of keys.
    fn forget(&self, run: &str, groups: &[String]) -> Result<(), ClusterError>;

    /// Queues a unit, unless one was queued under the same id within the last hour.
    fn publish(&self, unit: &Unit, id: &str) -> Result<(), ClusterError>;

    /// The units of a run that are in the queue or delivered to a worker.
    fn queued(&self, run: &str) -> Result<Vec<Unit>, ClusterError>;

    /// Waits at most `patience` for the next job. If this process dies, the job is delivered again.
    fn take(&self, patience: Duration) -> Result<Option<Box<dyn Job>>, ClusterError>;
}

/// A delivery of a unit by the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// The number of the unit's message in the queue. A unit that is queued again has another one.
    pub message: u64,
    /// The number of deliveries of the message, this one included.
    pub count: u64,
}

/// A unit that the queue has delivered to this process. No other process gets the unit while this
/// process is alive.
pub trait Job: Send {
    fn unit(&self) -> &Unit;

    fn delivery(&self) -> Delivery;

    /// Removes the unit from the queue.
    fn done(self: Box<Self>);

    /// Removes the unit from the queue, and waits for the next job as [`JobStore::take`] does. A
    /// queue that can do both in one request overrides this function.
    fn done_and_take(
        self: Box<Self>,
        store: &dyn JobStore,
        patience: Duration,
    ) -> Result<Option<Box<dyn Job>>, ClusterError> {
        self.done();
        store.take(patience)
    }

    /// Returns the unit to the queue, to be delivered again after this time.
    fn again(self: Box<Self>, after: Duration);
}
