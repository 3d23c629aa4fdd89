//! The engine of one island: ask, and tell.
//!
//! An island has all that it goes by to itself: population, archive, what operators were worth, what was asked. Between
//! two migrations it depends on nothing else, so that its generations up to the next one, its *epoch*, are a function of its
//! state and of what others offered it; they can be bred anywhere.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use super::ancestors::Ancestors;
use super::archive::Archive;
use super::batch::Batch;
use super::breed::Breeder;
use super::credit::Credit;
use super::island::Island;
use super::migration::{Migration, Offer};
use super::problem::Problem;
use super::report::IslandReport;
use super::seen::Seen;
use super::settings::{Emission, Method, Settings, SettingsError};
use super::specimen::{Fitness, Outcome, Specimen};
use super::tell::Tell;
use super::walk::Walker;

/// The whole state of an island between generations, but for the keys [`Seen`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize, F: Serialize",
    deserialize = "G: Deserialize<'de>, F: Deserialize<'de>"
))]
pub struct EngineState<G, F> {
    /// The settings.
    pub settings: Settings,
    /// Which island it is, from 0.
    pub index: usize,
    /// The generation that will be asked next.
    pub generation: u64,
    /// How many specimens the island asked so far.
    pub asked: u64,
    /// How many of them before its epoch, which begins after a migration.
    pub asked_before: u64,
    /// How many keys it was told of that others asked and it had not.
    pub told: u64,
    /// Its population.
    pub island: Island<G, F>,
    /// The best of every cell, as far as the island knows.
    pub archive: Archive<G, F>,
    /// The genomes of ancestors of what lives.
    pub ancestors: Ancestors<G>,
    /// The operators' merits.
    pub credit: Credit<F>,
    /// The merits of the emitters.
    pub emitters: Credit<F>,
    /// The best that it knows of.
    pub best: Option<Specimen<G, F>>,
    /// How many of the last batches were empty.
    pub empty_batches: u32,
    /// Who came before the generation that will be asked next; nothing where nobody was asked to come.
    pub arrived: Option<Vec<Migration>>,
}

impl<G, F> EngineState<G, F> {
    /// The id of the specimen that is asked after so many others of the next generation. Ids increase in the order of asking,
    /// and no two islands have one in common.
    pub fn id(&self, after: usize) -> u64 {
        (self.asked + after as u64) * self.settings.islands as u64 + self.index as u64
    }

    /// How the island searches.
    pub(super) fn method(&self) -> Method {
        self.settings.method(self.index)
    }

    /// Whether others are to be asked what they offer before the next generation.
    pub fn awaits_offers(&self) -> bool {
        let every = self.settings.migration_every;
        let is_time = every > 0 && self.generation > 0 && self.generation.is_multiple_of(every);
        is_time && self.arrived.is_none()
    }
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

/// An island under way.
pub struct Engine<P: Problem, F> {
    state: EngineState<P::Genome, F>,
    seen: Seen,
    problem: PhantomData<fn(&P)>,
}

impl<P: Problem, F: Fitness> Engine<P, F> {
    /// The island of that number, which has not begun.
    pub fn new(problem: &P, settings: Settings, index: usize) -> Result<Self, SettingsError> {
        settings.validate()?;
        let method = settings.method(index);
        let state = EngineState {
            index,
            generation: 0,
            asked: 0,
            asked_before: 0,
            told: 0,
            island: Island::new(Walker::<P::Genome, F>::count(method, &settings)),
            archive: Archive::new(settings.per_cell, settings.cells),
            ancestors: Ancestors::new(),
            credit: Credit::new(problem.operators().len(), settings.credit_window),
            emitters: Credit::new(Emission::EMITTERS.len(), settings.credit_window),
            best: None,
            empty_batches: 0,
            arrived: None,
            settings,
        };
        let seen = Seen::new(state.settings.seen_by_island());
        Ok(Engine::restore(state, seen))
    }

    /// The island that a state and its seen keys were taken from; it goes on as that one did.
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
    pub fn drain_new_keys(&mut self) -> Vec<u64> {
        self.seen.drain_new()
    }

    /// The specimens to evaluate next. Asking changes nothing: it can be repeated.
    pub fn ask(&self, problem: &P) -> Batch<P::Genome> {
        Breeder::new(problem, &self.state, &self.seen).batch()
    }

    /// A generation that asks nothing, which does not say that there is nothing to ask.
    pub fn pass(&mut self, problem: &P) -> IslandReport<P::Genome, F> {
        let nothing = Breeder::new(problem, &self.state, &self.seen).nothing();
        let before = self.state.empty_batches;
        let mut report = Tell::new(&mut self.state, &nothing).finish(problem);
        self.state.empty_batches = before;
        report.exhausted = false;
        report
    }

    /// What the island offers to others after its latest epoch.
    pub fn offer(&self) -> Offer<P::Genome, F> {
        let asked = self.state.asked - self.state.asked_before;
        Offer::of(&self.state, self.seen.youngest(asked as usize).collect())
    }

    /// Takes of what others offer, before the generation that comes next.
    pub fn receive(&mut self, problem: &P, offers: &[&Offer<P::Genome, F>]) {
        self.state.receive(problem, offers);
        for &key in offers.iter().flat_map(|offer| &offer.keys) {
            self.state.told += u64::from(self.seen.insert(key));
        }
    }

    /// Takes the outcomes of a batch, in its order, and ends the generation.
    pub fn tell(
        &mut self,
        problem: &P,
        batch: Batch<P::Genome>,
        outcomes: Vec<Outcome<F>>,
    ) -> Result<IslandReport<P::Genome, F>, TellError> {
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
}
