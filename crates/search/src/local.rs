//! A search in this process.

use super::check::StateCheck;
use super::error::SearchError;
use super::evaluator::Evaluator;
use super::generation::{ask, confirm, evaluate, tell, total};
use super::island::{BoardIsland, BoardIslandState};
use super::parts::settings;
use super::report::{GenerationReport, SearchTotals};
use boilingpoint_evolve::{Problem, migrate};
use boilingpoint_plan::{Plan, SPECIMEN};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The stored state of a search between two generations, without the keys of the islands' boards.
#[derive(Serialize, Deserialize)]
pub struct SearchState {
    pub islands: Vec<BoardIslandState>,
    pub totals: SearchTotals,
}

/// A search between two generations.
pub struct Search {
    evaluator: Evaluator,
    islands: Vec<BoardIsland>,
    totals: SearchTotals,
    /// The bytes that the islands' boards may take.
    most_for_boards: u64,
}

impl Search {
    /// A search before its first generation. Setting `stop` interrupts a step.
    ///
    /// # Errors
    /// When the plan cannot be carried out; see [`SearchError`].
    pub fn new(plan: &Plan, stop: Option<Arc<AtomicBool>>) -> Result<Search, SearchError> {
        Search::by(plan, Evaluator::new(plan, stop)?)
    }

    /// A search before its first generation, with this evaluator of the plan.
    ///
    /// # Errors
    /// As [`Search::new`].
    pub(super) fn by(plan: &Plan, evaluator: Evaluator) -> Result<Search, SearchError> {
        let begin = |index| BoardIsland::new(plan, &evaluator.boards, index);
        let islands = (0..plan.search.islands).map(begin);
        Ok(Search {
            islands: islands.collect::<Result<_, _>>()?,
            totals: SearchTotals::new(&settings(plan)),
            most_for_boards: plan.most_for_boards(),
            evaluator,
        })
    }

    /// Restores a search from its state and the keys that were ever new to each island.
    ///
    /// # Errors
    /// As [`Search::new`]; also when state and keys do not fit each other.
    pub fn restore(
        plan: &Plan,
        stop: Option<Arc<AtomicBool>>,
        state: SearchState,
        mut seen: Vec<Vec<u64>>,
    ) -> Result<Search, SearchError> {
        let evaluator = Evaluator::new(plan, stop)?;
        StateCheck::of(plan).search(&evaluator, &state.islands, &state.totals)?;
        let (islands, known) = (state.islands.len(), seen.len());
        if known > islands {
            let why = format!("the state has {islands} islands, but the keys of {known} islands");
            return Err(SearchError::State(why));
        }
        seen.resize_with(islands, Vec::new);
        let restored = state.islands.into_iter().zip(seen);
        let restored = restored.map(|(state, keys)| BoardIsland::restore(state, keys));
        Ok(Search {
            evaluator,
            islands: restored.collect::<Result<_, _>>()?,
            totals: state.totals,
            most_for_boards: plan.most_for_boards(),
        })
    }

    /// The state to store.
    pub fn state(&self) -> SearchState {
        SearchState {
            islands: self.islands.iter().map(BoardIsland::stored).collect(),
            totals: self.totals.clone(),
        }
    }

    pub fn into_parts(self) -> (Evaluator, Vec<BoardIsland>, SearchTotals) {
        (self.evaluator, self.islands, self.totals)
    }

    /// Whether the islands' boards take more memory than the plan has for them.
    pub fn is_full(&self) -> bool {
        let genomes = self.islands.iter().flat_map(|i| i.state().genomes());
        let bytes: u64 = genomes.map(|g| g.bytes() as u64 + SPECIMEN).sum();
        bytes > self.most_for_boards
    }

    pub fn totals(&self) -> &SearchTotals {
        &self.totals
    }

    pub fn islands(&self) -> &[BoardIsland] {
        &self.islands
    }

    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Makes the migration before the next generation, if one is due. Returns the keys that became
    /// known to each island.
    pub fn migrate(&mut self) -> Vec<Vec<u64>> {
        exchange(&self.evaluator, &mut self.islands)
    }

    /// Computes a generation of all islands: the first four steps of `generation.rs`. A migration
    /// that is due has to be made before.
    ///
    /// # Errors
    /// `Interrupted` when the stop flag was set. Then the search is unchanged.
    pub fn step(&mut self) -> Result<GenerationReport, SearchError> {
        let evaluator = &self.evaluator;
        let batches = ask(evaluator, &self.islands);
        let scored = evaluate(evaluator, &self.islands, batches)?;
        let records = confirm(evaluator, &self.totals, &scored)?;
        // From here on, nothing can interrupt the generation.
        let reports = tell(evaluator, &mut self.islands, scored);
        let comparison = evaluator.boards.comparison();
        Ok(total(comparison, &mut self.totals, reports, records))
    }
}

/// Exchanges the offers of islands, if a migration is due. Returns the keys that became known to
/// each island.
pub fn exchange(evaluator: &Evaluator, islands: &mut [BoardIsland]) -> Vec<Vec<u64>> {
    let mut islands: Vec<_> = islands.iter_mut().map(|i| &mut i.island).collect();
    migrate(&evaluator.boards, &mut islands);
    islands.into_iter().map(|i| i.drain_new_keys()).collect()
}
