//! The engine: ask, and tell.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use super::ancestors::Ancestors;
use super::archive::Archive;
use super::batch::Batch;
use super::breed::Breeder;
use super::credit::Credit;
use super::island::Island;
use super::problem::Problem;
use super::report::Report;
use super::seen::Seen;
use super::settings::{Emission, Settings, SettingsError};
use super::specimen::{Fitness, Outcome, Specimen};
use super::tell::Tell;
use super::walk::Walker;

/// The whole state of a search between generations, but for the keys [`Seen`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize, F: Serialize",
    deserialize = "G: Deserialize<'de>, F: Deserialize<'de>"
))]
pub struct EngineState<G, F> {
    /// The settings.
    pub settings: Settings,
    /// The generation that will be asked next.
    pub generation: u64,
    /// The id of the next specimen: how many were asked so far.
    pub next_id: u64,
    /// The islands.
    pub islands: Vec<Island<G, F>>,
    /// The best of every cell.
    pub archive: Archive<G, F>,
    /// The genomes of ancestors of what lives.
    pub ancestors: Ancestors<G>,
    /// The operators' merits.
    pub credit: Credit<F>,
    /// The merits of the emitters.
    pub emitters: Credit<F>,
    /// The best of all.
    pub best: Option<Specimen<G, F>>,
    /// How many of the last batches were empty.
    pub empty_batches: u32,
}

/// What was told does not answer what was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TellError {
    /// The batch belongs to another generation, or to another engine.
    #[error("a batch of generation {told} was told to an engine at generation {expected}")]
    Generation {
        /// The generation of the batch.
        told: u64,
        /// The generation of the engine.
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

/// An evolutionary search.
pub struct Engine<P: Problem, F> {
    state: EngineState<P::Genome, F>,
    seen: Seen,
    problem: PhantomData<fn(&P)>,
}

impl<P: Problem, F: Fitness> Engine<P, F> {
    /// A search that has not begun.
    pub fn new(problem: &P, settings: Settings) -> Result<Self, SettingsError> {
        settings.validate()?;
        let seen = Seen::new(settings.seen);
        let state = EngineState {
            generation: 0,
            next_id: 0,
            islands: (0..settings.islands)
                .map(|i| Island::new(Walker::<P::Genome, F>::count(settings.method(i), &settings)))
                .collect(),
            archive: Archive::new(settings.per_cell, settings.cells),
            ancestors: Ancestors::new(),
            credit: Credit::new(problem.operators().len(), settings.credit_window),
            emitters: Credit::new(Emission::EMITTERS.len(), settings.credit_window),
            best: None,
            empty_batches: 0,
            settings,
        };
        Ok(Engine {
            state,
            seen,
            problem: PhantomData,
        })
    }

    /// The search that a state and its seen keys were taken from; it goes on as that one did.
    pub fn restore(state: EngineState<P::Genome, F>, seen: Seen) -> Self {
        Engine {
            state,
            seen,
            problem: PhantomData,
        }
    }

    /// The state, to look at or to store.
    pub fn state(&self) -> &EngineState<P::Genome, F> {
        &self.state
    }

    /// The keys asked so far.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The keys added since the last call, to be appended to a file.
    pub fn drain_new_keys(&mut self) -> Vec<u128> {
        self.seen.drain_new()
    }

    /// The specimens to evaluate next. Asking changes nothing: it can be repeated.
    pub fn ask(&self, problem: &P) -> Batch<P::Genome> {
        Breeder::new(problem, &self.state, &self.seen).batch()
    }

    /// Takes the outcomes of a batch, in its order, and ends the generation.
    pub fn tell(
        &mut self,
        problem: &P,
        batch: Batch<P::Genome>,
        outcomes: Vec<Outcome<F>>,
    ) -> Result<Report<P::Genome, F>, TellError> {
        let (told, expected) = (batch.generation, self.state.generation);
        let first = batch
            .candidates
            .first()
            .map_or(self.state.next_id, |c| c.id);
        if told != expected || first != self.state.next_id {
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
            self.seen.insert(candidate.key);
            tell.outcome(candidate, outcome);
        }
        Ok(tell.finish(problem))
    }
}
