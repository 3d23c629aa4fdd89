//! The state of an island.
//!
//! Islands share nothing: each has its own population, archive, operator credit and set of keys. An
//! *epoch* is the sequence of generations between two migrations. An epoch is a function of the
//! island's state and of the offers that the island received, so it can be computed on any machine.

use serde::{Deserialize, Serialize};

use super::ancestors::Ancestors;
use super::archive::Archive;
use super::bar::Bar;
use super::check::{Expected, MOST, StateError, at_most, equal, is_same};
use super::credit::Credit;
use super::polish::{self, PolishCursor};
use super::population::Population;
use super::problem::Problem;
use super::report::Migration;
use super::settings::{Emission, Method, Settings};
use super::specimen::{Candidate, FitnessValue, Specimen};
use super::walk::Walker;

/// The state of an island between generations, except for the keys in [`Seen`](super::Seen).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct IslandState<G, F> {
    /// The settings of the search.
    pub settings: Settings,
    /// The number of the island, from 0.
    pub index: usize,
    /// The number of the next generation.
    pub generation: u64,
    /// The number of specimens that the island has proposed so far.
    pub asked: u64,
    /// The number of specimens that the island proposed before its current epoch.
    pub asked_before: u64,
    /// The number of keys in other islands' offers that were new to the island.
    pub keys_received: u64,
    /// The specimens or walkers that the island breeds from.
    pub population: Population<G, F>,
    /// The best specimens of every cell that the island has found or received.
    pub archive: Archive<G, F>,
    /// The genomes of ancestors of the specimens that the island holds.
    pub ancestors: Ancestors<G>,
    /// The credit of the operators, which decides how often each operator is used.
    #[serde(bound(deserialize = "F: Ord + Deserialize<'de>"))]
    pub credit: Credit<F>,
    /// The credit of the emitters, the rules that pick a cell of the archive to breed from.
    #[serde(bound(deserialize = "F: Ord + Deserialize<'de>"))]
    pub emitters: Credit<F>,
    /// The best specimen that the island has found or received; `None` before the first.
    pub best: Option<Specimen<G, F>>,
    /// The number of empty batches in a row at the end of the past generations.
    pub empty_batches: u32,
    /// The migrants that have arrived since the last generation. `None` as long as the island has
    /// not received the other islands' offers.
    pub arrived: Option<Vec<Migration>>,
}

impl<G, F> IslandState<G, F> {
    /// The id of the candidate at an index of the next batch. Ids increase in the order of
    /// proposals, and no two islands use the same id.
    pub fn id(&self, place: usize) -> u64 {
        (self.asked + place as u64) * self.settings.islands as u64 + self.index as u64
    }

    /// The number of keys that were ever new to the island, whether it proposed or received them.
    pub fn keys_known(&self) -> u64 {
        self.asked + self.keys_received
    }

    /// The search method of the island.
    pub(super) fn method(&self) -> Method {
        self.settings.method(self.index)
    }

    /// Whether the island needs other islands' offers before its next generation.
    pub fn awaits_offers(&self) -> bool {
        let every = self.settings.migration_every;
        let is_time = every > 0 && self.generation > 0 && self.generation.is_multiple_of(every);
        is_time && self.arrived.is_none()
    }
}

impl<G: Clone, F: FitnessValue> IslandState<G, F> {
    /// The state of a new island, before its first generation.
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

    /// The least fitness with which a candidate of `cell` can change the island; `None` if any
    /// fitness may change it.
    ///
    /// The bar compares the fitness alone, and in order. So it must not be used in a search by
    /// dominance, or in one in which islands have objectives of their own.
    pub fn bar(&self, candidate: &Candidate<G>, cell: &[i64]) -> Option<Bar<F>> {
        let settings = &self.settings;
        if candidate.walker.is_some() || self.method() != Method::Evolve {
            return None;
        }
        let archive = self.archive.bar(candidate, cell, settings.population)?;
        let population = self.population.bar(settings, candidate, cell)?;
        Some(archive.or(population))
    }

    /// The genome of the specimen with this id; `None` if neither the island's specimens nor the
    /// stored ancestors include it.
    pub fn genome(&self, id: u64) -> Option<&G> {
        let known = self.ancestors.genome(id);
        known.or_else(|| {
            let mut living = living(&self.population, &self.archive, &self.best);
            living.find(|s| s.id == id).map(|s| &s.genome)
        })
    }

    /// The genomes of all specimens and of their ancestors. A genome occurs once for each place
    /// that holds a copy of it.
    pub fn genomes(&self) -> impl Iterator<Item = &G> {
        let living = living(&self.population, &self.archive, &self.best);
        living.map(|s| &s.genome).chain(self.ancestors.genomes())
    }

    /// Counts a batch as proposed, and stores the genomes of its candidates' parents.
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

    /// Drops the ancestors that are no longer among the latest parents of any living specimen.
    pub(super) fn forget_ancestors(&mut self) {
        let living = living(&self.population, &self.archive, &self.best);
        self.ancestors.forget_all_but(living);
    }

    /// Replaces the best specimen if the given specimen has more merit; returns whether it has.
    pub(super) fn take_best(&mut self, specimen: &Specimen<G, F>) -> bool {
        let is_best = specimen.beats(self.best.as_ref());
        if is_best {
            self.best = Some(specimen.clone());
        }
        is_best
    }
}

impl<G: Clone, F: FitnessValue> IslandState<G, F> {
    /// Checks the state of the island with number `index` before a generation.
    ///
    /// # Errors
    /// The first number that cannot be true.
    pub fn check<P: Problem<Genome = G>>(
        &self,
        expected: &Expected<P>,
        index: usize,
        generation: u64,
    ) -> Result<(), StateError> {
        let settings = expected.settings;
        let same = self.settings == *settings;
        is_same(same, "the list of settings", "that of the config")?;
        equal("the number of the island", self.index, index)?;
        equal("the generation", self.generation, generation)?;
        at_most("the generation", generation, MOST)?;
        at_most("the number of boards asked", self.asked, MOST)?;
        at_most("the number of keys received", self.keys_received, MOST)?;
        at_most("the number asked before", self.asked_before, self.asked)?;
        let empty = self.empty_batches.into();
        at_most("the number of empty batches", empty, generation)?;
        self.population.check(expected, index, generation)?;
        self.archive.check(expected, generation)?;
        for genome in self.ancestors.genomes() {
            expected.genome(genome, "an ancestor")?;
        }
        let operators = expected.problem.operators().len();
        self.credit.check(operators, settings.credit_window)?;
        let emitters = Emission::EMITTERS.len();
        self.emitters.check(emitters, settings.credit_window)?;
        if let Some(best) = &self.best {
            expected.specimen(best, generation)?;
        }
        let mut arrived = self.arrived.iter().flatten();
        arrived.try_for_each(|migration| migration.check(settings.islands, index))
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
