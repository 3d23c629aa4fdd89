//! A search as a function of its plan: islands, boards and the solver put together.
//!
//! Nothing here touches a file or a clock. A step is one generation of all islands; interrupted, it leaves no
//! trace, since asking changes nothing and telling comes last. An [island](Isle) is gone on with in a
//! [workshop](Workshop); the [ledger](Ledger) is told what came out.

mod bred;
mod epoch;
mod isle;
mod ledger;
mod record;
mod workshop;

pub use epoch::{Calendar, EpochLog, IsleOffer};
pub use isle::{Isle, IsleState, IsleStep};
pub use ledger::Ledger;
pub use workshop::{PoolKey, Workshop};

use super::config::Plan;
use super::records::RecordLine;
use crate::evolve::{Report, migrate};
use crate::graph::Board;
use crate::graph::canon::normal;
use crate::problem::{Fitness, Genome};
use crate::solver::PoolWork;
use bred::Bred;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Generations without a single board that has a fitness after which a search gives up.
const PATIENCE: u64 = 10;

/// Why a search cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// A board to start from is not in the class.
    #[error(transparent)]
    NotInClass(#[from] crate::problem::NotInClass),
    /// None of the operators named is of use in the class.
    #[error("none of the operators named is of use here: {0} need tints")]
    Operators(String),
    /// A board to start from cannot be read.
    #[error("`boards.start`: `{0}`: {1}")]
    Start(String, String),
    /// Threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(std::io::Error),
    /// An island's class is not a part of the search's.
    #[error("`islands.class`: not every {0} board is {1}")]
    IslandClass(&'static str, &'static str),
    /// A setting of the engine cannot be.
    #[error("search: {0}")]
    Settings(#[from] crate::evolve::SettingsError),
    /// The state is not one of this plan's.
    #[error("the saved state does not fit the plan: {0}")]
    State(String),
    /// The solver and the independent checker disagree: a bug, and nothing found can be trusted.
    #[error("the independent checker disagrees on board `{board}`: {what}; please report this")]
    Disagreement {
        /// The board.
        board: String,
        /// What they disagree on.
        what: String,
    },
    /// No board of the first generations has a fitness.
    #[error("no board of the first {PATIENCE} generations has a fitness: {0}")]
    NothingScored(String),
    /// The step was interrupted; nothing has changed.
    #[error("interrupted")]
    Interrupted,
}

/// What is saved of a search between generations, but for the keys seen.
#[derive(Serialize, Deserialize)]
pub struct SearchState {
    islands: Vec<IsleState>,
    ledger: Ledger,
}

/// What a generation brought, as the run writes it down.
pub struct Step {
    /// The engine's report.
    pub report: Report<Genome, Fitness>,
    /// Boards for which the objective is undefined, with the first reason.
    pub undefined: Option<(u64, String)>,
    /// Boards that the budget did not suffice for, as board and verdict.
    pub unfinished: Vec<(String, String)>,
    /// Boards of which the fitness is a lower bound.
    pub with_bounds: u64,
    /// Those of them that may be kept, by key.
    pub bounded: BTreeSet<u128>,
    /// Boards that were not valued, being proved too cold to change anything.
    pub cut: u64,
    /// Boards that were skipped since boards that look as expensive ran out of budget.
    pub screened: u64,
    /// New records, by order or by value collected.
    pub records: Vec<RecordLine>,
    /// The keys that are new to each island: those that it asked, and then those that others told it.
    pub keys: Vec<Vec<u64>>,
    /// Seconds that it took, and what had been done by then, if it was bred elsewhere.
    pub seconds: Option<f64>,
    /// See `seconds`.
    pub work: Option<PoolWork>,
}

/// A search between two generations.
pub struct Search {
    workshop: Workshop,
    islands: Vec<Isle>,
    ledger: Ledger,
}

impl Search {
    /// A search that has not begun. `stop` interrupts the step that is under way.
    ///
    /// # Errors
    /// When the plan cannot be carried out; see [`SearchError`].
    pub fn new(plan: &Plan, stop: Option<Arc<AtomicBool>>) -> Result<Search, SearchError> {
        let workshop = Workshop::new(plan, stop)?;
        let begin = |index| Isle::new(plan, &workshop, index);
        let islands = (0..plan.search.islands).map(begin);
        Ok(Search {
            islands: islands.collect::<Result<_, _>>()?,
            ledger: Ledger::new(plan),
            workshop,
        })
    }

    /// The search that a state was taken from, with the keys of each island; it goes on as that one did.
    ///
    /// # Errors
    /// As [`Search::new`].
    pub fn restore(
        plan: &Plan,
        stop: Option<Arc<AtomicBool>>,
        state: SearchState,
        mut seen: Vec<Vec<u64>>,
    ) -> Result<Search, SearchError> {
        let (islands, known) = (state.islands.len(), seen.len());
        if known > islands {
            let why = format!("{islands} islands, keys of {known}");
            return Err(SearchError::State(why));
        }
        seen.resize_with(islands, Vec::new);
        let restored = state.islands.into_iter().zip(seen);
        let restored = restored.map(|(state, keys)| Isle::restore(state, keys));
        Ok(Search {
            workshop: Workshop::new(plan, stop)?,
            islands: restored.collect::<Result<_, _>>()?,
            ledger: state.ledger,
        })
    }

    /// The state, to be saved.
    pub fn state(&self) -> SearchState {
        SearchState {
            islands: self.islands.iter().map(Isle::state).collect(),
            ledger: self.ledger.clone(),
        }
    }

    /// What boards are valued with, the islands, and what they have come to.
    pub fn into_parts(self) -> (Workshop, Vec<Isle>, Ledger) {
        (self.workshop, self.islands, self.ledger)
    }

    /// The search as a whole.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The islands.
    pub fn islands(&self) -> &[Isle] {
        &self.islands
    }

    /// The generation that comes next: how many have been bred.
    pub fn generation(&self) -> u64 {
        self.ledger.generation()
    }

    /// What boards are valued with.
    pub fn workshop(&self) -> &Workshop {
        &self.workshop
    }

    /// The islands exchange what they offer, if it is time and they have not. The keys that are new to each since the last
    /// call.
    pub fn migrate(&mut self) -> Vec<Vec<u64>> {
        let mut engines: Vec<_> = self.islands.iter_mut().map(|i| &mut i.engine).collect();
        migrate(&self.workshop.boards, &mut engines);
        engines.into_iter().map(|e| e.drain_new_keys()).collect()
    }

    /// Breeds, values and selects one generation.
    ///
    /// # Errors
    /// `Interrupted` when the stop flag was set meanwhile; the search is as it was before.
    pub fn step(&mut self) -> Result<Step, SearchError> {
        let workshop = &self.workshop;
        let bred = Bred::of(workshop, &self.islands)?;
        self.ledger.give_up(&bred.sightings())?;
        let records = self.ledger.new_records(workshop, &bred.sightings())?;
        let steps = bred.tell(workshop, &mut self.islands);
        // when nothing can interrupt any more
        let keys = self.migrate();
        Ok(self.ledger.tell(steps, records, keys))
    }
}

/// The board in its canonical numbering, so that the same board is always written the same way.
pub fn canonical_board(genome: &Genome) -> Board {
    normal(&genome.board())
}
