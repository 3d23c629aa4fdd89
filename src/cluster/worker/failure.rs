//! Why a unit was not completed.

use super::super::error::ClusterError;
use crate::search::SearchError;

/// Why a unit was not completed.
#[derive(Debug, thiserror::Error)]
pub(super) enum UnitFailure {
    /// This worker stops.
    #[error("it was stopped")]
    Stopped,
    /// An input is not stored, or cannot be seen yet.
    #[error("{0} is not there yet")]
    Missing(String),
    /// The unit is at fault.
    #[error("{0}")]
    Fault(String),
    /// It was not tried, for a reason that has nothing to do with the unit.
    #[error("{0}")]
    NotTried(String),
    /// The queue or the store.
    #[error(transparent)]
    Cluster(ClusterError),
}

impl From<ClusterError> for UnitFailure {
    fn from(error: ClusterError) -> UnitFailure {
        match error {
            ClusterError::Stopped => UnitFailure::Stopped,
            damaged @ ClusterError::Damaged { .. } => UnitFailure::Fault(damaged.to_string()),
            other => UnitFailure::Cluster(other),
        }
    }
}

/// Why a process of its own did not complete a unit.
#[derive(Debug, thiserror::Error)]
pub enum IsolatedFailure {
    /// The unit is at fault: how the process ended.
    #[error("{0}")]
    Failed(String),
    /// The unit was not tried: there was no process, no server, or the worker stops.
    #[error("{0}")]
    NotTried(String),
}

impl From<IsolatedFailure> for UnitFailure {
    fn from(failure: IsolatedFailure) -> UnitFailure {
        match failure {
            IsolatedFailure::Failed(why) => UnitFailure::Fault(why),
            IsolatedFailure::NotTried(why) => UnitFailure::NotTried(why),
        }
    }
}

impl From<SearchError> for UnitFailure {
    fn from(error: SearchError) -> UnitFailure {
        match error {
            SearchError::Interrupted => UnitFailure::Stopped,
            other => UnitFailure::Fault(other.to_string()),
        }
    }
}
