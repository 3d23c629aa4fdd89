//! Back ends: a run's generations are computed in this process, or by the workers of a cluster.

use super::error::RunError;
use super::evaluator::Evaluator;
use super::local::{Search, SearchState};
use super::report::{GenerationReport, SearchTotals};
use crate::plan::Plan;
use crate::record::manifest::Status;
use crate::solver::PoolWork;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How the outside interrupts a run.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Finish the generation, write a checkpoint and stop.
    pub finish: Arc<AtomicBool>,
    /// Give the generation up at once, and stop where it began.
    pub abort: Arc<AtomicBool>,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Finished or stopped.
    pub status: Status,
    /// Why: `generations`, `stop_when`, `boards`, `stall`, `exhausted`, `seconds` or `interrupted`.
    pub reason: &'static str,
}

/// The generations of a run, one after another.
pub trait GenerationSource {
    /// The next generation, through the first four steps of `generation.rs`.
    ///
    /// # Errors
    /// `Interrupted` when the control was used; the search is as it was before.
    fn step(&mut self) -> Result<GenerationReport, RunError>;

    /// The totals of the search.
    fn totals(&self) -> &SearchTotals;

    /// The evaluator of this process.
    fn evaluator(&self) -> &Evaluator;

    /// Seconds that the latest generation took, and the work done by its end, if it was not
    /// computed in this process.
    fn remote_work(&self) -> Option<(f64, PoolWork)> {
        None
    }

    /// The state to resume from, if there is one at this generation.
    ///
    /// # Errors
    /// When it cannot be had.
    fn state(&mut self) -> Result<Option<SearchState>, RunError>;

    /// The run has a folder with a first checkpoint, so others may compute its generations.
    ///
    /// # Errors
    /// When the search cannot begin.
    fn enter(&mut self, _: &Path) -> Result<(), RunError> {
        Ok(())
    }

    /// Epochs that islands skipped, since every attempt at them failed.
    fn skipped_epochs(&self) -> u64 {
        0
    }

    /// The latest state is safe on the disk.
    fn saved(&mut self) -> Result<(), RunError> {
        Ok(())
    }

    /// The run has ended, and everything is safe on the disk.
    fn ended(&mut self, _: &Ended) -> Result<(), RunError> {
        Ok(())
    }
}

/// A place where searches are computed.
pub trait Backend {
    /// Begins a search before its first generation.
    fn begin(&self, plan: &Plan, control: &Control, search: Search) -> Box<dyn GenerationSource>;

    /// Resumes a search that was restored from the checkpoint of a folder.
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

/// Generations are computed in this process.
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
    fn step(&mut self) -> Result<GenerationReport, RunError> {
        Ok(Search::step(self)?)
    }

    fn totals(&self) -> &SearchTotals {
        Search::totals(self)
    }

    fn evaluator(&self) -> &Evaluator {
        Search::evaluator(self)
    }

    fn state(&mut self) -> Result<Option<SearchState>, RunError> {
        Ok(Some(Search::state(self)))
    }
}
