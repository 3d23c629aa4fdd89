//! Where a run's generations come from: bred in this process, or put together from what others bred.

use super::config::Plan;
use super::driver::{Control, Ended, RunError};
use super::search::{Ledger, Search, SearchState, Step, Workshop};
use std::path::Path;

/// A search under way, as the driver sees it: one generation after another.
pub trait Source {
    /// The next generation.
    ///
    /// # Errors
    /// `Interrupted` when the control was used meanwhile; the search is as it was before.
    fn step(&mut self) -> Result<Step, RunError>;

    /// What the search has come to.
    fn ledger(&self) -> &Ledger;

    /// What boards are valued with here.
    fn workshop(&self) -> &Workshop;

    /// Threads that breed and value.
    fn threads(&self) -> usize {
        self.workshop().threads()
    }

    /// The state to go on from, if there is one at this generation.
    ///
    /// # Errors
    /// When it cannot be had.
    fn state(&mut self) -> Result<Option<SearchState>, RunError>;

    /// The run's folder is there, with a first checkpoint: others may go on with it from now on.
    ///
    /// # Errors
    /// When the search cannot begin.
    fn enter(&mut self, _: &Path) -> Result<(), RunError> {
        Ok(())
    }

    /// Epochs that an island sat out, since nobody could go through them.
    fn set_aside(&self) -> u64 {
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

/// A source, and the keys that its islands have learned while it was brought back, which no log has.
pub struct Begun {
    /// The source.
    pub source: Box<dyn Source>,
    /// By island.
    pub keys: Vec<Vec<u64>>,
}

/// Whoever makes sources.
pub trait Origin {
    /// That of a search which has not begun.
    ///
    /// # Errors
    /// When the plan cannot be carried out.
    fn begin(&self, plan: &Plan, control: &Control) -> Result<Box<dyn Source>, RunError>;

    /// That of a search which has come to a state in a folder; with all the keys that its islands have met.
    ///
    /// # Errors
    /// When the state does not fit the plan.
    fn resume(
        &self,
        plan: &Plan,
        control: &Control,
        dir: &Path,
        state: SearchState,
        seen: Vec<Vec<u64>>,
    ) -> Result<Begun, RunError>;
}

/// Generations are bred in this process.
pub struct Here;

impl Origin for Here {
    fn begin(&self, plan: &Plan, control: &Control) -> Result<Box<dyn Source>, RunError> {
        Ok(Box::new(Search::new(plan, Some(control.abort.clone()))?))
    }

    fn resume(
        &self,
        plan: &Plan,
        control: &Control,
        _: &Path,
        state: SearchState,
        seen: Vec<Vec<u64>>,
    ) -> Result<Begun, RunError> {
        let mut search = Search::restore(plan, Some(control.abort.clone()), state, seen)?;
        let keys = search.migrate();
        Ok(Begun {
            source: Box::new(search),
            keys,
        })
    }
}

impl Source for Search {
    fn step(&mut self) -> Result<Step, RunError> {
        Ok(Search::step(self)?)
    }

    fn ledger(&self) -> &Ledger {
        Search::ledger(self)
    }

    fn workshop(&self) -> &Workshop {
        Search::workshop(self)
    }

    fn state(&mut self) -> Result<Option<SearchState>, RunError> {
        Ok(Some(Search::state(self)))
    }
}
