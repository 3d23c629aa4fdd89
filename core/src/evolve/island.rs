//! An island: its state and the keys it has seen; ask, tell, offer, receive.

use std::marker::PhantomData;

use super::ask::BatchBuilder;
use super::batch::Batch;
use super::migration::Offer;
use super::problem::Problem;
use super::report::IslandReport;
use super::seen::Seen;
use super::settings::{Settings, SettingsError};
use super::specimen::{EvaluationOutcome, FitnessValue};
use super::state::IslandState;
use super::tell::Tell;

/// The outcomes do not answer the batch that was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TellError {
    /// The batch belongs to another generation, or to another island.
    #[error("a batch of generation {told} was told to an island at generation {expected}")]
    Generation {
        /// The generation of the batch.
        told: u64,
        /// The generation of the island.
        expected: u64,
    },
    /// There must be one outcome per candidate.
    #[error("{outcomes} outcomes were told for {candidates} candidates")]
    Length {
        /// How many outcomes were told.
        outcomes: usize,
        /// How many candidates were asked.
        candidates: usize,
    },
}

/// An island between two generations.
pub struct Island<P: Problem, F> {
    state: IslandState<P::Genome, F>,
    seen: Seen,
    problem: PhantomData<fn(&P)>,
}

impl<P: Problem, F: FitnessValue> Island<P, F> {
    /// The island with number `index` before its first generation.
    ///
    /// # Errors
    /// When a setting is out of range.
    pub fn new(problem: &P, settings: Settings, index: usize) -> Result<Self, SettingsError> {
        settings.validate()?;
        let seen = Seen::new(settings.seen_by_island());
        let state = IslandState::new(settings, index, problem.operators().len());
        Ok(Island::restore(state, seen))
    }

    /// The island from which a state and its seen keys were taken.
    pub fn restore(state: IslandState<P::Genome, F>, seen: Seen) -> Self {
        Island {
            state,
            seen,
            problem: PhantomData,
        }
    }

    /// The state, to look at or to store.
    pub fn state(&self) -> &IslandState<P::Genome, F> {
        &self.state
    }

    /// The keys asked so far.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The keys added since the last call, to be appended to a file.
    pub fn drain_new_keys(&mut self) -> Vec<u64> {
        self.seen.drain_new()
    }

    /// The specimens to evaluate next. Asking changes nothing: it can be repeated.
    pub fn ask(&self, problem: &P) -> Batch<P::Genome> {
        BatchBuilder::new(problem, &self.state, &self.seen).fill()
    }

    /// Takes the outcomes of a batch, in its order, and ends the generation.
    ///
    /// # Errors
    /// When the batch is not the one asked last, or the outcomes are not as many as its candidates.
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
        let mut tell = Tell::new(&mut self.state, &batch);
        for (candidate, outcome) in batch.candidates.into_iter().zip(outcomes) {
            self.seen.insert(Seen::key(candidate.key));
            tell.outcome(candidate, outcome);
        }
        Ok(tell.finish(problem))
    }

    /// Ends a generation without asking anything. It does not count towards exhaustion.
    pub fn skip<R>(&mut self, problem: &P) -> IslandReport<P::Genome, F, R> {
        let nothing = BatchBuilder::new(problem, &self.state, &self.seen).nothing();
        let before = self.state.empty_batches;
        let mut report = Tell::new(&mut self.state, &nothing).finish(problem);
        self.state.empty_batches = before;
        report.exhausted = false;
        report
    }

    /// The island's offer to others after its latest epoch.
    pub fn offer(&self) -> Offer<P::Genome, F> {
        let asked = self.state.asked - self.state.asked_before;
        Offer::of(&self.state, self.seen.youngest(asked as usize).collect())
    }

    /// Takes in the offers of others, before the generation that comes next.
    pub fn receive(&mut self, problem: &P, offers: &[&Offer<P::Genome, F>]) {
        self.state.receive(problem, offers);
        for &key in offers.iter().flat_map(|offer| &offer.keys) {
            self.state.keys_received += u64::from(self.seen.insert(key));
        }
    }
}

/// One migration between islands that are all in one place, in the order of their numbers, if it is
/// due and they have not had it.
pub fn migrate<P: Problem, F: FitnessValue>(problem: &P, islands: &mut [&mut Island<P, F>]) {
    if !islands.iter().any(|i| i.state().awaits_offers()) {
        return;
    }
    let offers: Vec<Offer<P::Genome, F>> = islands.iter().map(|i| i.offer()).collect();
    for island in islands {
        let state = island.state();
        let senders = state.settings.senders(state.index);
        let offers: Vec<_> = senders.into_iter().map(|i| &offers[i]).collect();
        island.receive(problem, &offers);
    }
}
