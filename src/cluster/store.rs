//! The queue of units and the store of their blobs, as workers and collectors use them.

use super::cards::{RunCard, WorkerCard};
use super::error::ClusterError;
use super::unit::Unit;
use std::time::Duration;

/// A queue of units and a store of their inputs and results.
///
/// A request is repeated while the server is away, however long that is. It fails only for the
/// reasons of [`ClusterError`].
pub trait JobStore: Send + Sync {
    /// The server's address, without its secrets.
    fn server(&self) -> &str;

    /// The runs, the oldest first.
    ///
    /// # Errors
    /// See [`ClusterError`]; so below.
    fn runs(&self) -> Result<Vec<RunCard>, ClusterError>;

    /// A run, if there is one of that name.
    fn run(&self, id: &str) -> Result<Option<RunCard>, ClusterError>;

    /// Stores a run's card. Makes room for the blobs of a new run; removes those of a finished one.
    fn set_run(&self, card: &RunCard) -> Result<(), ClusterError>;

    /// Removes a run, with its units and blobs.
    fn remove_run(&self, id: &str) -> Result<(), ClusterError>;

    /// The workers that are alive.
    fn workers(&self) -> Result<Vec<WorkerCard>, ClusterError>;

    /// Gives a sign of life. It is not repeated if the server is away, since the next one is near.
    fn announce(&self, card: &WorkerCard);

    /// Removes a worker. If the server is away, the worker's card expires instead.
    fn withdraw(&self, worker: &str);

    /// Stores a blob of a run.
    fn put(&self, run: &str, key: &str, bytes: &[u8]) -> Result<(), ClusterError>;

    /// Stores a blob unless its key is taken.
    fn put_first(&self, run: &str, key: &str, bytes: &[u8]) -> Result<(), ClusterError>;

    /// A blob, if it is stored.
    fn get(&self, run: &str, key: &str) -> Result<Option<Vec<u8>>, ClusterError>;

    /// The keys of a run's blobs that begin with a prefix and a dot.
    fn keys(&self, run: &str, prefix: &str) -> Result<Vec<String>, ClusterError>;

    /// Removes the blobs of a run whose keys begin with a prefix and a dot.
    fn forget(&self, run: &str, prefix: &str) -> Result<(), ClusterError>;

    /// Queues a unit, unless one was queued with the same id within the last hour.
    fn publish(&self, unit: &Unit, id: &str) -> Result<(), ClusterError>;

    /// The units of a run that wait in the queue or are with a worker.
    fn queued(&self, run: &str) -> Result<Vec<Unit>, ClusterError>;

    /// The next job, if there is one within `patience`. It is delivered again if this process dies.
    fn take(&self, patience: Duration) -> Result<Option<Box<dyn Job>>, ClusterError>;
}

/// A unit that the queue has handed to this process, and to no other while it is alive.
pub trait Job: Send {
    /// The unit.
    fn unit(&self) -> &Unit;

    /// Removes the unit from the queue.
    fn done(self: Box<Self>);

    /// Gives the unit back, to be delivered again after a while.
    fn again(self: Box<Self>, after: Duration);
}
