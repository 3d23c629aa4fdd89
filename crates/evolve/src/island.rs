//! An island: its state, and the keys of the specimens that it has proposed or received.

use std::marker::PhantomData;

use super::ask::BatchBuilder;
use super::batch::Batch;
use super::migration::Offer;
use super::polish::Nearby;
use super::problem::Problem;
use super::report::IslandReport;
use super::seen::Seen;
use super::settings::{Settings, SettingsError};
use super::specimen::{EvaluationOutcome, FitnessValue};
use super::state::IslandState;
use super::tell::GenerationUpdate;

/// The error for outcomes that do not fit the batch that the island asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TellError {
    /// The batch belongs to another generation or to another island.
    #[error("the batch belongs to generation {told}, but the island is at generation {expected}")]
    Generation {
        /// The generation that the batch belongs to.
        told: u64,
        /// The generation that the island is at.
        expected: u64,
    },
    /// The number of outcomes differs from the number of candidates.
    #[error("the batch has {candidates} candidates, but {outcomes} outcomes were given")]
    Length {
        /// The number of outcomes that were given.
        outcomes: usize,
        /// The number of candidates in the batch.
        candidates: usize,
    },
}

/// An island between two generations: its state, and the keys of the specimens that it has proposed
/// or received.
pub struct Island<P: Problem, F> {
    state: IslandState<P::Genome, F>,
    seen: Seen,
    nearby: Nearby<P::Genome>,
    problem: PhantomData<fn(&P)>,
}

impl<P: Problem, F: FitnessValue> Island<P, F> {
    /// A new island with number `index`, before its first generation.
    ///
    /// # Errors
    /// When a setting is out of range.
    pub fn new(problem: &P, settings: Settings, index: usize) -> Result<Self, SettingsError> {
        settings.validate()?;
        let seen = Seen::new(settings.seen_by_island());
        let state = IslandState::new(settings, index, problem.operators().len());
        Ok(Island::restore(state, seen))
    }

    /// Restores the island from a stored state and stored keys.
    pub fn restore(state: IslandState<P::Genome, F>, seen: Seen) -> Self {
        Island {
            state,
            seen,
            nearby: Nearby::default(),
            problem: PhantomData,
        }
    }

    /// The state of the island, for reading or for storing.
    pub fn state(&self) -> &IslandState<P::Genome, F> {
        &self.state
    }

    /// The keys of the specimens that the island has proposed or received.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The keys that were added since the last call, to be appended to a file.
    pub fn drain_new_keys(&mut self) -> Vec<u64> {
        self.seen.drain_new()
    }

    /// The specimens to evaluate next. A repeated call gives the same ones.
    pub fn ask(&self, problem: &P) -> Batch<P::Genome> {
        BatchBuilder::new(problem, &self.state, &self.seen, &self.nearby).fill()
    }

    /// Takes the outcomes of a batch, in the order of its candidates, and ends the generation.
    ///
    /// # Errors
    /// When the batch is not the one that the island proposed last, or when the number of outcomes
    /// differs from the number of candidates.
    pub fn tell<R>(
        &mut self,
        problem: &P,
        batch: Batch<P::Genome>,
        outcomes: Vec<EvaluationOutcome<F>>,
    ) -> Result<IslandReport<P::Genome, F, R>, TellError> {
        let (told, expected) = (batch.generation, self.state.generation);
        let next = self.state.id(0);
        let first = batch.candidates.first().map_or(next, |c| c.id);
        if told != expected || first != next || batch.island != self.state.index {
            return Err(TellError::Generation { told, expected });
        }
        if outcomes.len() != batch.len() {
            return Err(TellError::Length {
                outcomes: outcomes.len(),
                candidates: batch.len(),
            });
        }
        let mut update = GenerationUpdate::new(&mut self.state, &batch, problem.comparison());
        for (candidate, outcome) in batch.candidates.into_iter().zip(outcomes) {
            self.seen.insert(Seen::key(candidate.key));
            update.outcome(candidate, outcome);
        }
        Ok(update.finish(problem))
    }

    /// Ends a generation without candidates. A skipped generation does not count as a sign that the
    /// search is exhausted.
    pub fn skip<R>(&mut self, problem: &P) -> IslandReport<P::Genome, F, R> {
        let nothing = BatchBuilder::new(problem, &self.state, &self.seen, &self.nearby).nothing();
        let before = self.state.empty_batches;
        let update = GenerationUpdate::new(&mut self.state, &nothing, problem.comparison());
        let mut report = update.finish(problem);
        self.state.empty_batches = before;
        report.exhausted = false;
        report
    }

    /// The specimens and keys that the island offers to other islands at the end of an epoch (the
    /// generations between two migrations).
    pub fn offer(&self) -> Offer<P::Genome, F> {
        let asked = self.state.asked - self.state.asked_before;
        Offer::of(&self.state, self.seen.youngest(asked as usize).collect())
    }

    /// Takes specimens from the offers of other islands, before the next generation.
    pub fn receive(&mut self, problem: &P, offers: &[&Offer<P::Genome, F>]) {
        self.state.receive(problem, offers);
        for &key in offers.iter().flat_map(|offer| &offer.keys) {
            self.state.keys_received += u64::from(self.seen.insert(key));
        }
    }
}

/// Makes a migration between all islands of a search, if a migration is due and was not made yet.
/// The islands are given in the order of their numbers.
pub fn migrate<P: Problem, F: FitnessValue>(problem: &P, islands: &mut [&mut Island<P, F>]) {
    if !islands.iter().any(|i| i.state().awaits_offers()) {
        return;
    }
    // An only island receives nothing.
    let senders = if islands.len() > 1 { &islands[..] } else { &[] };
    let offers: Vec<Offer<P::Genome, F>> = senders.iter().map(|i| i.offer()).collect();
    for island in islands {
        let state = island.state();
        let senders = state.settings.senders(state.index);
        let offers: Vec<_> = senders.into_iter().map(|i| &offers[i]).collect();
        island.receive(problem, &offers);
    }
}
