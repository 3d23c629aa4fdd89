//! What workers and collectors ask of a queue and a store.

use super::unit::{Unit, UnitError};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Why the queue or the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeError {
    /// This process is to stop; what was asked was given up.
    #[error("interrupted")]
    Stopped,
    /// The run is not there, or not any more.
    #[error("the cluster has no run `{0}`")]
    NoRun(String),
    /// There is no server, or it does not let us in.
    #[error("{server}: {why}")]
    Connect {
        /// Its address.
        server: String,
        /// What it said.
        why: String,
    },
    /// Something in the store is not what it should be.
    #[error("`{key}` of run `{run}`: {why}")]
    Damaged {
        /// The run.
        run: String,
        /// Where in the store.
        key: String,
        /// What is wrong with it.
        why: String,
    },
    /// A unit's name on the queue is not one.
    #[error(transparent)]
    Unit(#[from] UnitError),
}

/// How a run stands in the cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outlook {
    /// Its units are to be worked on.
    Running,
    /// Its collector was stopped: units wait until it goes on.
    Paused,
    /// It has ended.
    Finished,
}

/// What everybody knows of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunCard {
    /// Its name in the cluster.
    pub id: String,
    /// The name of its config.
    pub name: String,
    /// The program and formats that it was submitted with; see [`super::Dialect`].
    pub dialect: String,
    /// How it stands.
    pub outlook: Outlook,
    /// Islands.
    pub islands: u64,
    /// Epochs in all.
    pub epochs: u64,
    /// The epoch that it was submitted at.
    pub first: u64,
    /// The generation that it was submitted at.
    pub began: u64,
    /// The epochs before this one are safe with the collector, and forgotten here.
    pub floor: u64,
    /// When it was submitted.
    pub submitted: String,
    /// The host that submitted it.
    pub host: String,
}

/// What everybody knows of a worker; it is forgotten soon after the worker's last sign of life.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerCard {
    /// Its name.
    pub id: String,
    /// The host that it runs on.
    pub host: String,
    /// Its process.
    pub process: u32,
    /// See [`super::Dialect`].
    pub dialect: String,
    /// Threads that value boards.
    pub threads: u64,
    /// When it came.
    pub since: String,
    /// Units that it went through.
    pub done: u64,
    /// The units that it is at, by name.
    pub units: Vec<String>,
}

/// A queue of units and a store of what they need and leave.
///
/// What is asked is done, however long the server is away; the only ways out are [`ExchangeError`]'s.
pub trait Exchange: Send + Sync {
    /// The runs, by name.
    ///
    /// # Errors
    /// See [`ExchangeError`]; so below.
    fn runs(&self) -> Result<Vec<RunCard>, ExchangeError>;

    /// A run, if there is one of that name.
    fn run(&self, id: &str) -> Result<Option<RunCard>, ExchangeError>;

    /// Makes a place for a run, or replaces what is known of it.
    fn set_run(&self, card: &RunCard) -> Result<(), ExchangeError>;

    /// Forgets what is stored of a run, but for its card.
    fn clear_run(&self, id: &str) -> Result<(), ExchangeError>;

    /// Forgets a run altogether, with its units.
    fn remove_run(&self, id: &str) -> Result<(), ExchangeError>;

    /// A sign of life.
    fn announce(&self, card: &WorkerCard) -> Result<(), ExchangeError>;

    /// A worker has left.
    fn withdraw(&self, worker: &str) -> Result<(), ExchangeError>;

    /// The workers that are alive.
    fn workers(&self) -> Result<Vec<WorkerCard>, ExchangeError>;

    /// Stores something of a run under a key.
    fn put(&self, run: &str, key: &str, bytes: &[u8]) -> Result<(), ExchangeError>;

    /// Stores something unless the key is taken; whether it was stored.
    fn put_first(&self, run: &str, key: &str, bytes: &[u8]) -> Result<bool, ExchangeError>;

    /// What is stored under a key.
    fn get(&self, run: &str, key: &str) -> Result<Option<Vec<u8>>, ExchangeError>;

    /// The keys that begin with a prefix, which ends before a dot.
    fn keys(&self, run: &str, prefix: &str) -> Result<Vec<String>, ExchangeError>;

    /// Forgets what is stored under the keys that begin with a prefix, which ends before a dot.
    fn forget(&self, run: &str, prefix: &str) -> Result<(), ExchangeError>;

    /// Queues a unit, unless one with the same id was queued of late.
    fn publish(&self, unit: &Unit, id: &str) -> Result<(), ExchangeError>;

    /// Whether a unit is on the queue, or with a worker.
    fn is_queued(&self, unit: &Unit) -> Result<bool, ExchangeError>;

    /// Units that are on the queue or with a worker, for each run.
    fn queued(&self) -> Result<Vec<(String, u64)>, ExchangeError>;

    /// The next unit, if one comes soon. Until it is given back or dropped, nobody else gets it while this process lives.
    fn take(&self, patience: Duration) -> Result<Option<Box<dyn Delivery>>, ExchangeError>;
}

/// A unit in hand.
pub trait Delivery: Send {
    /// The unit.
    fn unit(&self) -> &Unit;

    /// It is done with: nobody will get it again.
    fn done(self: Box<Self>);

    /// Somebody is to have it again, after a while.
    fn again(self: Box<Self>, after: Duration);
}
