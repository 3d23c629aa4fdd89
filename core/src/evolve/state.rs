//! The state of an island.
//!
//! An island shares nothing with others: population, archive, the merit of its operators and the
//! keys it asked are its own. Between two migrations it depends on nothing else, so its generations
//! up to the next one, its *epoch*, are a function of its state and of the offers it received. They
//! can be computed anywhere.

use serde::{Deserialize, Serialize};

use super::ancestors::Ancestors;
use super::archive::Archive;
use super::bar::Bar;
use super::credit::Credit;
use super::polish::{self, PolishCursor};
use super::population::Population;
use super::report::Migration;
use super::settings::{Emission, Method, Settings};
use super::specimen::{Candidate, FitnessValue, Specimen};
use super::walk::Walker;

/// The state of an island between generations, without the keys [`Seen`](super::Seen).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize, F: Serialize",
    deserialize = "G: Deserialize<'de>, F: Deserialize<'de>"
))]
pub struct IslandState<G, F> {
    /// The settings of the search.
    pub settings: Settings,
    /// The number of the island, from 0.
    pub index: usize,
    /// The generation that will be asked next.
    pub generation: u64,
    /// How many specimens the island asked so far.
    pub asked: u64,
    /// How many of them before its epoch, which begins after a migration.
    pub asked_before: u64,
    /// How many keys new to it came with the offers of others.
    pub keys_received: u64,
    /// Its population.
    pub population: Population<G, F>,
    /// The best of every cell, as far as the island knows.
    pub archive: Archive<G, F>,
    /// The genomes of ancestors of living specimens.
    pub ancestors: Ancestors<G>,
    /// The operators' merits.
    pub credit: Credit<F>,
    /// The merits of the emitters.
    pub emitters: Credit<F>,
    /// The best specimen that it knows.
    pub best: Option<Specimen<G, F>>,
    /// How many of the last batches were empty.
    pub empty_batches: u32,
    /// The migrants that arrived before the generation that will be asked next; `None` until the
    /// island has received offers.
    pub arrived: Option<Vec<Migration>>,
}

impl<G, F> IslandState<G, F> {
    /// The id of the candidate at a place of the next batch. Ids increase in the order of asking,
    /// and no two islands have one in common.
    pub fn id(&self, place: usize) -> u64 {
        (self.asked + place as u64) * self.settings.islands as u64 + self.index as u64
    }

    /// How many keys were ever new to the island.
    pub fn keys_known(&self) -> u64 {
        self.asked + self.keys_received
    }

    /// How the island searches.
    pub(super) fn method(&self) -> Method {
        self.settings.method(self.index)
    }

    /// Whether the island needs the offers of others before its next generation.
    pub fn awaits_offers(&self) -> bool {
        let every = self.settings.migration_every;
        let is_time = every > 0 && self.generation > 0 && self.generation.is_multiple_of(every);
        is_time && self.arrived.is_none()
    }
}

impl<G: Clone, F: FitnessValue> IslandState<G, F> {
    /// The state before the first generation.
    pub(super) fn new(settings: Settings, index: usize, operators: usize) -> Self {
        let walkers = Walker::<G, F>::count(settings.method(index), &settings);
        IslandState {
            index,
            generation: 0,
            asked: 0,
            asked_before: 0,
            keys_received: 0,
            population: Population::new(walkers),
            archive: Archive::new(settings.per_cell, settings.cells),
            ancestors: Ancestors::new(),
            credit: Credit::new(operators, settings.credit_window),
            emitters: Credit::new(Emission::EMITTERS.len(), settings.credit_window),
            best: None,
            empty_batches: 0,
            arrived: None,
            settings,
        }
    }

    /// The bar for a candidate that belongs into `cell`; `None` where any fitness changes
    /// something.
    ///
    /// It holds for islands that go by the fitness alone: where islands have objectives of their
    /// own there is no such bar.
    pub fn bar(&self, candidate: &Candidate<G>, cell: &[i64]) -> Option<Bar<F>> {
        let settings = &self.settings;
        if candidate.walker.is_some() || self.method() != Method::Evolve {
            return None;
        }
        let archive = self.archive.bar(candidate, cell, settings.population)?;
        let population = self.population.bar(settings, candidate, cell)?;
        Some(archive.or(population))
    }

    /// The genome of a living specimen, or of an ancestor that is remembered.
    pub fn genome(&self, id: u64) -> Option<&G> {
        let known = self.ancestors.genome(id);
        known.or_else(|| {
            let mut living = living(&self.population, &self.archive, &self.best);
            living.find(|s| s.id == id).map(|s| &s.genome)
        })
    }

    /// Counts a batch as asked, and remembers the parents of its candidates.
    pub(super) fn begin(&mut self, candidates: &[Candidate<G>], polished: PolishCursor) {
        let steps = candidates.iter().filter_map(|c| c.lineage.last());
        let parents = steps.map(|step| step.parent).collect();
        let living = living(&self.population, &self.archive, &self.best);
        self.ancestors.remember(parents, living);
        polish::advance(&mut self.population.polish, polished);
        self.asked += candidates.len() as u64;
        self.empty_batches = if candidates.is_empty() {
            self.empty_batches + 1
        } else {
            0
        };
    }

    /// Forgets the ancestors that no living specimen has among its latest parents.
    pub(super) fn forget_ancestors(&mut self) {
        let living = living(&self.population, &self.archive, &self.best);
        self.ancestors.forget_all_but(living);
    }

    /// Replaces the best specimen by a better one; whether it is better by merit.
    pub(super) fn take_best(&mut self, specimen: &Specimen<G, F>) -> bool {
        let is_best = specimen.beats(self.best.as_ref());
        if is_best {
            self.best = Some(specimen.clone());
        }
        is_best
    }
}

/// Every specimen that may breed or be shown.
fn living<'a, G: Clone, F: FitnessValue>(
    population: &'a Population<G, F>,
    archive: &'a Archive<G, F>,
    best: &'a Option<Specimen<G, F>>,
) -> impl Iterator<Item = &'a Specimen<G, F>> {
    let waiting = population.polish.iter().map(|job| &job.elite);
    let specimens = population.specimens().chain(waiting);
    specimens.chain(archive.specimens()).chain(best)
}
