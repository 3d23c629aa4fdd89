//! Cards: the JSON descriptions of runs, workers and finished units.

use super::protocol::ProtocolVersion;
use serde::{Deserialize, Serialize};

/// The state of a run in the cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Workers compute the run's units.
    Running,
    /// The run's collector was stopped. The run's units wait until it is resumed.
    Paused,
    Finished,
}

/// A run in the cluster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunCard {
    /// The run's name in the cluster.
    pub id: String,
    /// The name of the run's config.
    pub name: String,
    /// The version of the program that submitted the run.
    #[serde(rename = "dialect")]
    pub version: ProtocolVersion,
    #[serde(rename = "outlook")]
    pub status: RunStatus,
    pub islands: u64,
    /// The number of epochs of the whole run.
    pub epochs: u64,
    /// The epoch in which the run was submitted.
    pub first: u64,
    /// The generation at which the run was submitted.
    pub began: u64,
    /// The first epoch that is still in the store. Earlier epochs are in the collector's folder.
    pub floor: u64,
    pub submitted: String,
    /// The host that submitted the run.
    pub host: String,
}

/// A worker. The card expires if the worker stops announcing itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerCard {
    pub id: String,
    pub host: String,
    /// The process id.
    pub process: u32,
    #[serde(rename = "dialect")]
    pub version: ProtocolVersion,
    /// The number of threads that value boards.
    pub threads: u64,
    /// The time when the worker started.
    pub since: String,
    /// The number of units that the worker has completed.
    pub done: u64,
    /// The names of the units that the worker is computing.
    pub units: Vec<String>,
}

/// A finished unit. This card is stored after all other blobs of the unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DoneCard {
    /// The worker that finished the unit.
    pub worker: String,
    /// Seconds from delivery until all results were stored.
    pub seconds: f64,
    /// The part of `seconds` in which boards were proposed and valued.
    pub computed: f64,
    /// The positions that the whole worker solved in this time.
    pub positions: u64,
    /// Values in the worker's tables.
    pub values: u64,
    /// Bytes of the worker's tables.
    pub bytes: u64,
    /// Bytes of the unit's results.
    pub stored: u64,
    /// The reason for quarantine, if the unit was quarantined. Its island then skips the epoch.
    #[serde(rename = "set_aside")]
    pub quarantined: Option<String>,
}
