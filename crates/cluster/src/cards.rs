//! Cards: the descriptions of runs, workers and finished units. Those of runs and workers are JSON.

use super::names::unix_seconds;
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
    /// The run has finished.
    Finished,
}

/// The work of a run's units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunWork {
    /// The islands of a search.
    #[default]
    Search,
    /// The chunks of a table of the atlas.
    Atlas {
        /// The number of chunks of the list.
        chunks: u64,
    },
}

impl RunWork {
    /// The number of chunks, if the work is a list.
    pub fn chunks(self) -> Option<u64> {
        match self {
            RunWork::Search => None,
            RunWork::Atlas { chunks } => Some(chunks),
        }
    }
}

/// The beginning of the time in which a run's units are counted, to predict its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pace {
    /// Seconds since 1970.
    pub since: u64,
    /// The number of units that were done before.
    pub done: u64,
}

impl Pace {
    /// The pace from now on, when `done` units are done.
    pub(super) fn from(done: u64) -> Pace {
        Pace {
            since: unix_seconds(),
            done,
        }
    }

    /// The seconds until all `units` are done, if `done` of them are done at the time `now`, and
    /// the pace stays the same. `None` before the first unit.
    pub fn seconds_left(self, now: u64, done: u64, units: u64) -> Option<u64> {
        let (new, left) = (done.saturating_sub(self.done), units.saturating_sub(done));
        let seconds = u128::from(now.saturating_sub(self.since)) * u128::from(left);
        u64::try_from(seconds.checked_div(u128::from(new))?).ok()
    }
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
    /// The state of the run.
    #[serde(rename = "outlook")]
    pub status: RunStatus,
    /// The work of the run.
    #[serde(default)]
    pub work: RunWork,
    /// The number of islands, or of chunks to be done.
    pub islands: u64,
    /// The number of epochs of the whole run.
    pub epochs: u64,
    /// The epoch in which the run was submitted.
    pub first: u64,
    /// The generation at which the run was submitted.
    pub began: u64,
    /// The first epoch that is still in the store. Earlier epochs are in the collector's folder.
    pub floor: u64,
    /// The first epoch that workers do not compute yet. The collector raises it. `None` for a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// The time of the submission.
    pub submitted: String,
    /// The host that submitted the run.
    pub host: String,
    /// The pace of the run.
    #[serde(default)]
    pub pace: Pace,
}

impl RunCard {
    /// Whether workers compute an epoch, or queue the units after it.
    pub(super) fn awaits(&self, epoch: u64) -> bool {
        // The units after the epoch before `floor` may not all be queued yet.
        self.status == RunStatus::Running
            && epoch.saturating_add(1) >= self.floor
            && self.is_before_limit(epoch)
    }

    pub(super) fn is_before_limit(&self, epoch: u64) -> bool {
        self.until.is_none_or(|until| epoch < until)
    }
}

/// A worker. The card expires if the worker stops announcing itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerCard {
    /// The name of the worker.
    pub id: String,
    /// The name of the machine.
    pub host: String,
    /// The process id.
    pub process: u32,
    /// The version of the protocol.
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

/// A finished unit. The card is stored with the unit's results.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct DoneCard {
    /// The worker that finished the unit.
    pub worker: String,
    /// Seconds from delivery until the results were made, and for an epoch the seconds in which the
    /// worker stored the results of its epochs before.
    pub seconds: f64,
    /// The part of `seconds` in which boards were proposed and valued.
    pub computed: f64,
    /// The positions that the whole worker solved in this time.
    pub positions: u64,
    /// Values in the worker's tables.
    pub values: u64,
    /// Bytes of the worker's tables.
    pub bytes: u64,
    /// The reason for quarantine, if the unit was quarantined. Its island then skips the epoch.
    pub quarantined: Option<String>,
}
