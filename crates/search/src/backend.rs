//! Back ends: a run's generations are computed in this process, or by the workers of a cluster.

use super::count::CountProgress;
use super::error::RunError;
use super::evaluator::Evaluator;
use super::local::{Search, SearchState};
use super::report::{GenerationReport, SearchTotals};
use boilingpoint_plan::Plan;
use boilingpoint_record::manifest::Status;
use boilingpoint_solver::PoolWork;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The flags by which another thread interrupts a run.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Finish the generation, write a checkpoint and stop.
    pub finish: Arc<AtomicBool>,
    /// Abandon the generation at once, and stop at the end of the generation before.
    pub abort: Arc<AtomicBool>,
    /// The progress of the count of small orders.
    pub counting: Arc<CountProgress>,
}

/// The outcome of a run that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// `Finished` or `Stopped`.
    pub status: Status,
    /// The reason: `complete`, `generations`, `stop_when`, `found`, `boards`, `stall`, `exhausted`,
    /// `seconds`, `memory`, `interrupted` or `error`.
    pub reason: &'static str,
}

impl Ended {
    /// The run ended as its config says.
    pub fn finished(reason: &'static str) -> Ended {
        let status = Status::Finished;
        Ended { status, reason }
    }

    /// The run was stopped early.
    pub fn stopped(reason: &'static str) -> Ended {
        let status = Status::Stopped;
        Ended { status, reason }
    }
}

/// Computes the generations of a run, one after another.
pub trait GenerationSource {
    /// Makes the migration before the next generation, if one is due and no other process makes it.
    /// Returns the keys that became known to each island.
    fn migrate(&mut self) -> Vec<Vec<u64>>;

    /// Computes the next generation: the first four steps of `generation.rs`.
    ///
    /// # Errors
    /// `Interrupted` when a flag of the control was set; then the search is unchanged.
    fn step(&mut self) -> Result<GenerationReport, RunError>;

    /// The totals of the search.
    fn totals(&self) -> &SearchTotals;

    /// The evaluator of this process.
    fn evaluator(&self) -> &Evaluator;

    /// Whether the boards of this process take more memory than the plan has for them.
    fn is_full(&self) -> bool {
        false
    }

    /// If other processes compute the generations: the duration of the latest one in seconds, and
    /// the work done so far. Otherwise `None`.
    fn remote_work(&self) -> Option<(f64, PoolWork)> {
        None
    }

    /// The state of the search, from which a run can resume. `None` if the back end has no state at
    /// this generation.
    ///
    /// # Errors
    /// When the state cannot be fetched.
    fn state(&mut self) -> Result<Option<SearchState>, RunError>;

    /// The driver calls this function once the run has a folder with a first checkpoint. From then
    /// on, other processes may compute its generations.
    ///
    /// # Errors
    /// When the search cannot begin.
    fn enter(&mut self, _: &Path) -> Result<(), RunError> {
        Ok(())
    }

    /// The number of epochs that islands skipped because every attempt at them failed.
    fn skipped_epochs(&self) -> u64 {
        0
    }

    /// The driver calls this function when the latest state is safe on the disk.
    fn saved(&mut self) -> Result<(), RunError> {
        Ok(())
    }

    /// The driver calls this function when the run has ended and all its files are safe on the
    /// disk.
    fn ended(&mut self, _: &Ended) -> Result<(), RunError> {
        Ok(())
    }
}

/// A place where searches are computed: this process or a cluster.
pub trait Backend: Sync {
    /// Begins a search before its first generation.
    fn begin(&self, plan: &Plan, control: &Control, search: Search) -> Box<dyn GenerationSource>;

    /// Resumes a search that was restored from the checkpoint in the folder `dir`.
    ///
    /// # Errors
    /// When it cannot be resumed.
    fn resume(
        &self,
        plan: &Plan,
        control: &Control,
        dir: &Path,
        search: Search,
    ) -> Result<Box<dyn GenerationSource>, RunError>;
}

/// Computes generations in this process.
pub struct LocalBackend;

impl Backend for LocalBackend {
    fn begin(&self, _: &Plan, _: &Control, search: Search) -> Box<dyn GenerationSource> {
        Box::new(search)
    }

    fn resume(
        &self,
        _: &Plan,
        _: &Control,
        _: &Path,
        search: Search,
    ) -> Result<Box<dyn GenerationSource>, RunError> {
        Ok(Box::new(search))
    }
}

impl GenerationSource for Search {
    fn migrate(&mut self) -> Vec<Vec<u64>> {
        Search::migrate(self)
    }

    fn step(&mut self) -> Result<GenerationReport, RunError> {
        Ok(Search::step(self)?)
    }

    fn totals(&self) -> &SearchTotals {
        Search::totals(self)
    }

    fn evaluator(&self) -> &Evaluator {
        Search::evaluator(self)
    }

    fn is_full(&self) -> bool {
        Search::is_full(self)
    }

    fn state(&mut self) -> Result<Option<SearchState>, RunError> {
        Ok(Some(Search::state(self)))
    }
}
