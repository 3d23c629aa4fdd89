//! The process that submits a run, waits for its epochs, and merges their logs into a run folder.
//!
//! The collector is a [`GenerationSource`] like a local search, so the same driver writes the
//! folder. A generation is available when all islands have completed its epoch. At the end of an
//! epoch the islands' states are available, too, and the driver writes a checkpoint. Older blobs
//! are then removed from the cluster. If a collector was killed, its run resumes from its
//! checkpoint, and reads later epochs from the cluster.

mod backend;
mod checkpoint;
mod fetch;
mod link;
mod parts;
mod submit;
mod wait;
mod workload;

pub use backend::{ClusterBackend, STALLED};
pub use link::linked_run;
#[cfg(test)]
pub(super) use submit::AHEAD;

use super::blob::CONFIG_KEY;
use super::cards::{RunCard, RunStatus};
use super::error::ClusterError;
use super::store::JobStore;
use boilingpoint_evolve::Problem;
use boilingpoint_plan::Plan;
use boilingpoint_record::manifest::Status;
use boilingpoint_search::{
    BoardIsland, BoardIslandState, Calendar, Control, Ended, Evaluator, GenerationReport,
    GenerationSource, IslandReport, RunError, Search, SearchError, SearchState, SearchTotals,
    StateCheck, confirm, total,
};
use boilingpoint_solver::PoolWork;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use workload::Workload;

/// The generations of a collected epoch that are not in the totals yet. Each generation has a
/// report for each island.
type Pending = VecDeque<Vec<IslandReport>>;

/// The collector's state of a run.
struct Collector {
    backend: ClusterBackend,
    plan: Plan,
    control: Control,
    calendar: Calendar,
    evaluator: Evaluator,
    check: StateCheck,
    totals: SearchTotals,
    dir: PathBuf,
    /// The generation at which this process began, and the islands at that generation.
    start: (u64, Vec<BoardIsland>),
    /// The keys that the islands received in a migration of this process.
    received: Vec<Vec<u64>>,
    /// The card of the run, once the run is in the cluster.
    card: Option<RunCard>,
    pending: Pending,
    /// The islands' states after the latest epoch that was fetched.
    states: Vec<BoardIslandState>,
    workload: Workload,
    /// The number of epochs that islands skipped, from the list in the folder.
    skipped_epochs: u64,
}

impl Collector {
    fn new(backend: &ClusterBackend, plan: &Plan, control: &Control, search: Search) -> Collector {
        let (evaluator, islands, totals) = search.into_parts();
        Collector {
            backend: backend.clone(),
            plan: plan.clone(),
            control: control.clone(),
            calendar: Calendar::of(plan),
            evaluator,
            check: StateCheck::of(plan),
            start: (totals.generation, islands),
            received: Vec::new(),
            totals,
            dir: PathBuf::new(),
            card: None,
            pending: Pending::new(),
            states: Vec::new(),
            workload: Workload::new(),
            skipped_epochs: 0,
        }
    }

    fn store(&self) -> &dyn JobStore {
        &*self.backend.store
    }

    fn notify(&self, text: &str) {
        (self.backend.notify)(text);
    }

    /// The run's name in the cluster.
    fn id(&self) -> &str {
        self.card.as_ref().map_or("", |card| &card.id)
    }

    fn is_interrupted(&self) -> bool {
        let Control { finish, abort, .. } = &self.control;
        finish.load(Ordering::Relaxed) || abort.load(Ordering::Relaxed)
    }

    fn is_over(&self) -> bool {
        self.totals.generation >= self.plan.search.generations
    }

    fn next_generation(&mut self) -> Result<GenerationReport, RunError> {
        if self.pending.is_empty() {
            self.fetch(self.calendar.epoch(self.totals.generation))?;
        }
        let reports = self.pending.front().cloned().unwrap_or_default();
        let records = confirm(&self.evaluator, &self.totals, &reports).map_err(refused)?;
        self.pending.pop_front();
        let comparison = self.evaluator.boards().comparison();
        Ok(total(comparison, &mut self.totals, reports, records))
    }

    /// Removes the run from the cluster, since a result in its store cannot be true. Workers may
    /// have used this result, and remember the first results of each unit by the run's name. So the
    /// rest is submitted as another run.
    fn drop_run(&mut self) {
        if let Some(card) = self.card.take()
            && let Err(error) = self.store().remove_run(&card.id)
        {
            self.notify(&format!(
                "warning: {} was not removed from the cluster: {error}",
                card.id
            ));
        }
    }

    /// Stores the run's card again if another process has changed it.
    fn restore_card(&self) -> Result<(), ClusterError> {
        let Some(card) = &self.card else {
            return Ok(());
        };
        // A run that was removed has no store.
        self.store().keys(&card.id, CONFIG_KEY)?;
        match self.store().run(&card.id)? {
            Some(stored) if stored == *card => Ok(()),
            _ => self.store().set_run(card),
        }
    }

    /// Stores in the cluster that the run has ended or is paused.
    fn leave(&self, ended: &Ended) -> Result<(), ClusterError> {
        let Some(card) = &self.card else {
            return Ok(());
        };
        if !matches!(self.store().run(&card.id), Ok(Some(_))) {
            return Ok(());
        }
        let status = match ended.status {
            Status::Finished => RunStatus::Finished,
            _ => RunStatus::Paused,
        };
        self.store().set_run(&RunCard {
            status,
            ..card.clone()
        })
    }
}

/// The error of records that workers have found. The checker does not disagree with the solver, but
/// with a worker; if it disagrees with the solver, this process meets the same board again.
fn refused(error: SearchError) -> RunError {
    match error {
        SearchError::Disagreement { .. } => RunError::Refused(error.into()),
        other => other.into(),
    }
}

impl GenerationSource for Collector {
    fn enter(&mut self, dir: &Path) -> Result<(), RunError> {
        self.dir = dir.to_path_buf();
        if self.is_over() {
            return Ok(());
        }
        self.submit()
    }

    fn migrate(&mut self) -> Vec<Vec<u64>> {
        std::mem::take(&mut self.received)
    }

    fn step(&mut self) -> Result<GenerationReport, RunError> {
        if self.is_interrupted() {
            return Err(SearchError::Interrupted.into());
        }
        let stepped = self.next_generation();
        if let Err(RunError::Refused(_)) = &stepped {
            self.drop_run();
        }
        stepped
    }

    fn remote_work(&self) -> Option<(f64, PoolWork)> {
        Some(self.workload.remote_work())
    }

    fn totals(&self) -> &SearchTotals {
        &self.totals
    }

    fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    fn skipped_epochs(&self) -> u64 {
        self.skipped_epochs
    }

    fn state(&mut self) -> Result<Option<SearchState>, RunError> {
        // An error here does not stop the run. Without this state, a resume starts from an older
        // checkpoint.
        self.state_here().or_else(|error| {
            self.notify(&format!(
                "warning: no checkpoint could be written now: {error}"
            ));
            Ok(None)
        })
    }

    fn saved(&mut self) -> Result<(), RunError> {
        if let Some(epoch) = self.boundary()
            && let Err(error) = self.forget_before(epoch)
        {
            // The blobs that remain are removed at the end of the run.
            self.notify(&format!(
                "warning: collected blobs were not removed from the cluster: {error}"
            ));
        }
        Ok(())
    }

    fn ended(&mut self, ended: &Ended) -> Result<(), RunError> {
        if let Some(text) = self.workload.text() {
            self.notify(&text);
        }
        // The folder is complete, so an error here is not an error of the run.
        if let Err(error) = self.leave(ended) {
            self.notify(&format!(
                "warning: the cluster could not be told that {} has ended: {error}; \
                 to remove it there: boil cluster remove",
                self.id()
            ));
        }
        Ok(())
    }
}
