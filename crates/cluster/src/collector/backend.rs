//! The cluster as a back end of a search.

use super::super::cards::RunCard;
use super::super::error::ClusterError;
use super::super::hooks::Notify;
use super::super::store::JobStore;
use super::Collector;
use boilingpoint_plan::Plan;
use boilingpoint_search::{
    Backend, Control, GenerationSource, RunError, Search, SearchError, exchange,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The default of [`ClusterBackend::stalled`].
pub const STALLED: Duration = Duration::from_secs(10);

/// The workers of a cluster compute the generations.
#[derive(Clone)]
pub struct ClusterBackend {
    /// The store of jobs.
    pub store: Arc<dyn JobStore>,
    /// After this time without a finished unit, the collector queues lost units again.
    pub stalled: Duration,
    /// Prints messages.
    pub notify: Notify,
}

impl ClusterBackend {
    pub(super) fn notify_submitted(&self, card: &RunCard) {
        let (server, run) = (self.store.server(), &card.id);
        (self.notify)(&format!("submitted to {server} as {run}"));
    }

    pub(super) fn notify_resuming(&self, card: &RunCard) {
        let (server, run) = (self.store.server(), &card.id);
        (self.notify)(&format!("resuming {run} of {server}"));
    }
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
            // If the collector was killed at the end of the run, it has not marked the run as
            // finished.
            collector.card = collector.linked_card()?;
        } else if !collector.attach()? {
            // Workers receive the offers of islands that workers computed, but not these.
            collector.received = exchange(&collector.evaluator, &mut collector.start.1);
            collector.submit()?;
        }
        Ok(Box::new(collector))
    }
}

impl From<ClusterError> for RunError {
    fn from(error: ClusterError) -> RunError {
        match error {
            ClusterError::Stopped => SearchError::Interrupted.into(),
            // The collector makes requests only about its own run.
            ClusterError::NoRun(run) => RunError::Backend(
                format!(
                    "{run} was removed from the cluster; `boil resume` continues from the folder, \
                     locally or with --cluster"
                )
                .into(),
            ),
            // The collector reads only what workers have stored.
            damaged @ ClusterError::Damaged { .. } => RunError::Refused(damaged.into()),
            other => RunError::Backend(other.into()),
        }
    }
}
