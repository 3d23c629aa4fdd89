//! Errors of the queue and the store.

use super::unit::UnitNameError;
use std::error::Error;

/// An error of a library, or a sentence.
pub type Cause = Box<dyn Error + Send + Sync>;

/// Why the queue or the store did not carry out a request.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// This process is to stop, and gave the request up.
    #[error("interrupted")]
    Stopped,
    /// The program was built without the feature `cluster`.
    #[error(
        "this program was built without the cluster's client; to build it with that: cargo build --release --features cluster"
    )]
    NoClient,
    /// The run is not in the cluster, or was removed.
    #[error("the cluster has no run `{0}`")]
    NoRun(String),
    /// There is no server, or it refuses this process.
    #[error("{server}: {why}")]
    Connect {
        /// Its address.
        server: String,
        /// The reason.
        why: Cause,
    },
    /// A stored blob cannot be used.
    #[error("`{key}` of run `{run}`: {why}")]
    Damaged {
        /// The run.
        run: String,
        /// The blob's key.
        key: String,
        /// The reason.
        why: Cause,
    },
    /// A message on the queue does not name a unit.
    #[error(transparent)]
    Unit(#[from] UnitNameError),
}

impl ClusterError {
    /// A blob that cannot be used.
    pub(super) fn damaged(run: &str, key: &str, why: impl Into<Cause>) -> ClusterError {
        ClusterError::Damaged {
            run: run.to_string(),
            key: key.to_string(),
            why: why.into(),
        }
    }
}
