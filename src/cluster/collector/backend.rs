//! The cluster as a back end of a search.

use super::super::error::ClusterError;
use super::super::hooks::Notify;
use super::super::store::JobStore;
use super::Collector;
use crate::plan::Plan;
use crate::search::{Backend, Control, GenerationSource, RunError, Search, SearchError};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The usual [`ClusterBackend::stalled`].
pub const STALLED: Duration = Duration::from_secs(10);

/// Generations are computed by the workers of a cluster.
#[derive(Clone)]
pub struct ClusterBackend {
    /// The queue and the store.
    pub store: Arc<dyn JobStore>,
    /// After so long without news the collector queues lost units again.
    pub stalled: Duration,
    /// Shows messages.
    pub notify: Notify,
}

impl Backend for ClusterBackend {
    fn begin(&self, plan: &Plan, control: &Control, search: Search) -> Box<dyn GenerationSource> {
        Box::new(Collector::new(self, plan, control, search))
    }

    fn resume(
        &self,
        plan: &Plan,
        control: &Control,
        dir: &Path,
        search: Search,
    ) -> Result<Box<dyn GenerationSource>, RunError> {
        let mut collector = Collector::new(self, plan, control, search);
        collector.dir = dir.to_path_buf();
        if collector.is_over() {
            // a collector that was killed at the end could not mark its run as finished
            collector.card = collector.linked_card()?;
        } else if !collector.attach()? {
            collector.submit()?;
        }
        Ok(Box::new(collector))
    }
}

impl From<ClusterError> for RunError {
    fn from(error: ClusterError) -> RunError {
        match error {
            ClusterError::Stopped => SearchError::Interrupted.into(),
            // the collector asks for no run but its own
            ClusterError::NoRun(run) => RunError::Backend(
                format!(
                    "{run} was removed from the cluster; `boil resume` goes on with the folder, \
                     here or with --cluster"
                )
                .into(),
            ),
            other => RunError::Backend(other.into()),
        }
    }
}
