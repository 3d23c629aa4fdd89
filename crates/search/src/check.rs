//! Checks what other processes have stored: states, offers and logs of islands.
//!
//! `crates/evolve/src/check.rs` checks the numbers that `evolve` knows. The checks here add the data
//! about boards. Whatever passes can be processed without a panic. Whether a fitness is true is
//! checked when it becomes a record (`search/record.rs`).

use super::epoch_log::EpochLog;
use super::error::SearchError;
use super::evaluator::Evaluator;
use super::island::BoardIslandState;
use super::parts::settings;
use super::report::{IslandOffer, SearchTotals};
use boilingpoint_evolve::{Expected, Settings, StateError};
use boilingpoint_plan::Plan;
use boilingpoint_problem::Boards;

/// The settings of a search, which stored states have to fit.
pub struct StateCheck(Settings);

impl StateCheck {
    /// The check of the states of a plan's search.
    pub fn of(plan: &Plan) -> StateCheck {
        StateCheck(settings(plan))
    }

    fn expected<'a>(&'a self, evaluator: &'a Evaluator) -> Expected<'a, Boards> {
        Expected {
            problem: &evaluator.boards,
            settings: &self.0,
            coordinates: evaluator.objective.coordinates(),
            objectives: evaluator.objective.island_objectives(),
            components: evaluator.objective.components(),
        }
    }

    /// Checks the state of the island with number `index` before a generation.
    ///
    /// # Errors
    /// `State` names the first number that cannot be true.
    pub fn island(
        &self,
        evaluator: &Evaluator,
        state: &BoardIslandState,
        index: usize,
        generation: u64,
    ) -> Result<(), SearchError> {
        let checked = state.check(&self.expected(evaluator), index, generation);
        checked.map_err(|why| SearchError::State(format!("island {index}: {why}")))
    }

    /// Checks the totals of a search, and that they fit the states of its islands.
    ///
    /// # Errors
    /// As [`StateCheck::island`]; also when the number of islands is not that of the plan.
    pub fn search(
        &self,
        evaluator: &Evaluator,
        islands: &[BoardIslandState],
        totals: &SearchTotals,
    ) -> Result<(), SearchError> {
        let (found, expected) = (islands.len(), self.0.islands);
        if found != expected {
            let why = format!("it has {found} islands; expected {expected}");
            return Err(SearchError::State(why));
        }
        for (index, state) in islands.iter().enumerate() {
            self.island(evaluator, state, index, totals.generation)?;
        }
        let asked: Vec<u64> = islands.iter().map(BoardIslandState::asked).collect();
        let checked = totals.check(&self.expected(evaluator), &asked);
        checked.map_err(|why| SearchError::State(format!("totals: {why}")))
    }

    /// Checks the log of an island's epoch, before which the island had proposed `asked` boards.
    ///
    /// # Errors
    /// The first number that cannot be true.
    pub fn log(
        &self,
        evaluator: &Evaluator,
        log: &EpochLog,
        mut asked: u64,
    ) -> Result<(), StateError> {
        let expected = self.expected(evaluator);
        for report in &log.generations {
            report.check(&expected, asked)?;
            for record in &report.records {
                record.check(&expected, evaluator.objective.collects())?;
            }
            asked += report.counts.asked;
        }
        Ok(())
    }

    /// Checks the offer that island `from` makes before a generation.
    ///
    /// # Errors
    /// The first number that cannot be true.
    pub fn offer(
        &self,
        evaluator: &Evaluator,
        offer: &IslandOffer,
        from: usize,
        generation: u64,
    ) -> Result<(), StateError> {
        offer.check(&self.expected(evaluator), from, generation)
    }
}
