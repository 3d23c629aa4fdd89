//! The state of an island.
//!
//! An island shares nothing with others: it has its own population, archive, operator credit and
//! set of asked keys. An *epoch* is the sequence of generations between two migrations. It is a
//! function of the island's state and of the offers that the island received, so it can be computed
//! on any machine.

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

/// The state of an island between generations, without the keys in [`Seen`](super::Seen).
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
    /// The generation that the island asks next.
    pub generation: u64,
    /// The number of specimens that the island asked so far.
    pub asked: u64,
    /// The number of specimens that the island asked before its current epoch.
    pub asked_before: u64,
    /// The number of keys in offers of other islands that the island had not seen.
    pub keys_received: u64,
    /// The population of the island.
    pub population: Population<G, F>,
    /// The best specimens of every cell that the island found or received.
    pub archive: Archive<G, F>,
    /// The genomes of ancestors of living specimens.
    pub ancestors: Ancestors<G>,
    /// The credit of the operators.
    pub credit: Credit<F>,
    /// The credit of the emitters, which pick cells of the archive to breed from.
    pub emitters: Credit<F>,
    /// The best specimen that the island found or received.
    pub best: Option<Specimen<G, F>>,
    /// The number of empty batches since the last one with a candidate.
    pub empty_batches: u32,
    /// The migrants that arrived since the last generation; `None` until the island has received
    /// the offers of other islands.
    pub arrived: Option<Vec<Migration>>,
}

impl<G, F> IslandState<G, F> {
    /// The id of the candidate at a place of the next batch. Ids increase in the order of asking,
    /// and no id belongs to two islands.
    pub fn id(&self, place: usize) -> u64 {
        (self.asked + place as u64) * self.settings.islands as u64 + self.index as u64
    }

    /// The number of keys that were ever new to the island, asked or received.
    pub fn keys_known(&self) -> u64 {
        self.asked + self.keys_received
    }

    /// The search method of the island.
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

    /// The bar for a candidate that belongs to `cell`; `None` if any fitness may change something.
    ///
    /// The bar compares the fitness alone, so it must not be used in a search in which islands have
    /// objectives of their own.
    pub fn bar(&self, candidate: &Candidate<G>, cell: &[i64]) -> Option<Bar<F>> {
        let settings = &self.settings;
        if candidate.walker.is_some() || self.method() != Method::Evolve {
            return None;
        }
        let archive = self.archive.bar(candidate, cell, settings.population)?;
        let population = self.population.bar(settings, candidate, cell)?;
        Some(archive.or(population))
    }

    /// The genome of a living specimen or of a remembered ancestor, by its id.
    pub fn genome(&self, id: u64) -> Option<&G> {
        let known = self.ancestors.genome(id);
        known.or_else(|| {
            let mut living = living(&self.population, &self.archive, &self.best);
            living.find(|s| s.id == id).map(|s| &s.genome)
        })
    }

    /// Counts a batch as asked, and stores the genomes of its candidates' parents.
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

    /// Drops the ancestors that are among the latest parents of no living specimen.
    pub(super) fn forget_ancestors(&mut self) {
        let living = living(&self.population, &self.archive, &self.best);
        self.ancestors.forget_all_but(living);
    }

    /// Replaces the best specimen if the given one is better by merit; returns whether it is.
    pub(super) fn take_best(&mut self, specimen: &Specimen<G, F>) -> bool {
        let is_best = specimen.beats(self.best.as_ref());
        if is_best {
            self.best = Some(specimen.clone());
        }
        is_best
    }
}

/// All specimens of the population and the archive, and the best one.
fn living<'a, G: Clone, F: FitnessValue>(
    population: &'a Population<G, F>,
    archive: &'a Archive<G, F>,
    best: &'a Option<Specimen<G, F>>,
) -> impl Iterator<Item = &'a Specimen<G, F>> {
    let waiting = population.polish.iter().map(|job| &job.elite);
    let specimens = population.specimens().chain(waiting);
    specimens.chain(archive.specimens()).chain(best)
}
