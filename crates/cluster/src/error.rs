//! Errors of the queue and the store.

use super::names::shown;
use super::unit::UnitNameError;
use std::error::Error;

/// An error of a library, or a sentence.
pub type Cause = Box<dyn Error + Send + Sync>;

/// Errors of a request to the queue or the store.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// This process has to stop, so the request was not repeated.
    #[error("interrupted")]
    Stopped,
    /// The program was built without the feature `cluster`.
    #[error(
        "this program was built without the cluster's client; to build it with the client: cargo build --release --features cluster"
    )]
    NoClient,
    /// The run is not in the cluster; it may have been removed.
    #[error("the cluster has no run `{0}`")]
    NoRun(String),
    /// The server is unreachable, or refuses this process.
    #[error("{server}: {why}")]
    Connect {
        /// The address of the server.
        server: String,
        /// The reason.
        why: Cause,
    },
    /// A stored blob is missing or cannot be used.
    #[error("`{key}` of run `{run}`: {why}")]
    Damaged {
        /// The name of the run.
        run: String,
        /// The key in the store.
        key: String,
        /// The reason.
        why: Cause,
    },
    /// A message of the queue does not name a unit.
    #[error(transparent)]
    Unit(#[from] UnitNameError),
}

impl ClusterError {
    /// An error about a blob that is missing or cannot be used.
    pub(super) fn damaged(run: &str, key: &str, why: impl Into<Cause>) -> ClusterError {
        ClusterError::Damaged {
            run: run.to_string(),
            key: key.to_string(),
            // The reason may quote what another process has stored.
            why: shown(&why.into().to_string()).into(),
        }
    }
}
