//! Public notes on runs, workers and finished units, in JSON.

use super::protocol::ProtocolVersion;
use serde::{Deserialize, Serialize};

/// The state of a run in the cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Workers process its units.
    Running,
    /// Its collector was stopped: units wait until it is resumed.
    Paused,
    /// It has ended.
    Finished,
}

/// A run in the cluster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunCard {
    /// Its name in the cluster.
    pub id: String,
    /// The name of its config.
    pub name: String,
    /// The version that submitted it.
    #[serde(rename = "dialect")]
    pub version: ProtocolVersion,
    /// Its state.
    #[serde(rename = "outlook")]
    pub status: RunStatus,
    /// Islands.
    pub islands: u64,
    /// Epochs of the whole run.
    pub epochs: u64,
    /// The epoch at which it was submitted.
    pub first: u64,
    /// The generation at which it was submitted.
    pub began: u64,
    /// Epochs before this one are safe in the collector's folder, and removed from the store.
    pub floor: u64,
    /// The time at which it was submitted.
    pub submitted: String,
    /// The host that submitted it.
    pub host: String,
}

/// A worker. Its card expires soon after its last sign of life.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerCard {
    /// Its name.
    pub id: String,
    /// Its host.
    pub host: String,
    /// Its process.
    pub process: u32,
    /// Its version.
    #[serde(rename = "dialect")]
    pub version: ProtocolVersion,
    /// Threads that value boards.
    pub threads: u64,
    /// The time at which it started.
    pub since: String,
    /// Units that it completed.
    pub done: u64,
    /// Names of the units that it is processing.
    pub units: Vec<String>,
}

/// A unit that is done; the last blob that is stored of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DoneCard {
    /// The worker.
    pub worker: String,
    /// Seconds from delivery until all results were stored.
    pub seconds: f64,
    /// Seconds of these in which boards were bred and valued.
    pub computed: f64,
    /// Positions that the whole worker solved meanwhile.
    pub positions: u64,
    /// Values in the worker's tables.
    pub values: u64,
    /// Bytes of the worker's tables.
    pub bytes: u64,
    /// Bytes of the unit's results.
    pub stored: u64,
    /// The reason, if the unit was quarantined and its island skipped the epoch.
    #[serde(rename = "set_aside")]
    pub quarantined: Option<String>,
}
