//! Reasons why a unit was not completed.

use super::super::error::ClusterError;
use boilingpoint_search::SearchError;

/// Reasons why a unit was not completed.
#[derive(Debug, thiserror::Error)]
pub(super) enum UnitFailure {
    /// This worker has to stop.
    #[error("it was stopped")]
    Stopped,
    /// An input is not stored, or not visible yet.
    #[error("{0} is not stored yet")]
    Missing(String),
    /// The unit is faulty.
    #[error("{0}")]
    Fault(String),
    /// The unit was not tried. The reason does not lie in the unit.
    #[error("{0}")]
    NotTried(String),
    /// An error of the queue or the store.
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

/// Reasons why the process that was started for a unit did not complete it.
#[derive(Debug, thiserror::Error)]
pub enum IsolatedFailure {
    /// The unit is faulty. The text says how the process ended.
    #[error("{0}")]
    Failed(String),
    /// The unit was not tried: no process could be started, the server is unreachable, or the
    /// worker has to stop.
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
