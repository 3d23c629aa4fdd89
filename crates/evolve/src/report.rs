//! Reports of a generation: of one island, and of all islands.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::archive::Insertion;
use super::check::{Expected, MOST, StateError, at_most, ensure, equal};
use super::counts::Counts;
use super::credit::{OperatorCounts, RATE_UNIT};
use super::problem::Problem;
use super::specimen::{FitnessValue, Specimen};

/// A specimen that the archive kept, with the archive's answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Archived<G, F> {
    /// How the archive kept the specimen; never [`Insertion::Rejected`].
    pub insertion: Insertion,
    /// The specimen that was kept.
    pub specimen: Specimen<G, F>,
}

/// A copy of a specimen that moved from one island to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Migration {
    /// The number of the sending island.
    pub from: usize,
    /// The number of the receiving island.
    pub to: usize,
    /// The id of the specimen.
    pub id: u64,
}

impl Migration {
    /// Checks a migration to an island of a search.
    pub(super) fn check(&self, islands: usize, to: usize) -> Result<(), StateError> {
        at_most("the sender of a migrant", self.from, islands - 1)?;
        equal("the receiver of a migrant", self.to, to)
    }
}

/// The report of a generation on one island. `R` is the caller's type of records. The island leaves
/// `records`, `why_unscored` and `keys` empty; the caller fills them in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IslandReport<G, F, R = ()> {
    /// The number of the island, from 0.
    pub island: usize,
    /// The number of the generation, from 0.
    pub generation: u64,
    /// The counts of the specimens that the generation proposed, by outcome.
    pub counts: Counts,
    /// The specimens that the island's archive kept, in the order of the batch.
    pub archived: Vec<Archived<G, F>>,
    /// The counts of each operator in the generation. A child that several operators made counts
    /// for each of them.
    pub operators: Vec<OperatorCounts>,
    /// The rate of each operator in the next generation, in units of 1 /
    /// [`RATE_UNIT`].
    pub rates: Vec<u64>,
    /// Whether the island restarted at the end of the generation.
    pub restarted: bool,
    /// The specimens that arrived from other islands before the generation.
    pub migrations: Vec<Migration>,
    /// The fitness of each specimen in the population, the best first.
    pub fitnesses: Vec<F>,
    /// Whether the last generations found no new specimen: all specimens were proposed before, or
    /// the operators do not reach the remaining ones.
    pub exhausted: bool,
    /// The keys of scored specimens whose fitness is a lower bound.
    pub bounded: BTreeSet<u128>,
    /// The number of specimens on which the objective has no value, with the first reason; `None`
    /// if there are none.
    pub undefined: Option<(u64, String)>,
    /// For each specimen that ran out of budget: its name, and the budget that ran out.
    pub unfinished: Vec<(String, String)>,
    /// The records that the caller found among the specimens.
    pub records: Vec<R>,
    /// The reason why some specimen has no fitness; `None` if specimens only failed a condition.
    pub why_unscored: Option<String>,
    /// The keys that were new to the island: the keys that it received before the generation, and
    /// the keys that it proposed.
    pub keys: Vec<u64>,
}

/// A specimen that became the best specimen of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewBest<G, F> {
    /// The new best specimen.
    pub specimen: Specimen<G, F>,
    /// The number of specimens that the search had proposed up to and including this specimen. The
    /// count goes generation by generation and, within a generation, island by island.
    pub asked: u64,
}

/// The report of a generation on all islands together; [`SearchTotals`](super::SearchTotals) makes
/// it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenerationReport<G, F, R = ()> {
    /// The number of the generation, from 0.
    pub generation: u64,
    /// The counts of the specimens that all islands proposed in the generation, by outcome.
    pub counts: Counts,
    /// The specimens that became the best of the search, in the order of the reports.
    pub new_bests: Vec<NewBest<G, F>>,
    /// The specimens that the archive of the search kept, in the order of the reports.
    pub archived: Vec<Archived<G, F>>,
    /// The counts of each operator on all islands. A duplicate is a specimen that its own island
    /// had proposed before.
    pub operators: Vec<OperatorCounts>,
    /// The rate of each operator in the next generation: the mean over the islands.
    pub rates: Vec<u64>,
    /// The numbers of the islands that restarted.
    pub restarts: Vec<usize>,
    /// The specimens that moved between islands before the generation.
    pub migrations: Vec<Migration>,
    /// For each island, the fitness of each specimen in its population, the best first.
    pub fitnesses: Vec<Vec<F>>,
    /// The number of cells in the archive of the search.
    pub cells: usize,
    /// Whether every island is exhausted; see [`IslandReport::exhausted`].
    pub exhausted: bool,
    /// The keys of scored specimens on all islands whose fitness is a lower bound.
    pub bounded: BTreeSet<u128>,
    /// The number of specimens on which the objective has no value, with the first reason; `None`
    /// if there are none.
    pub undefined: Option<(u64, String)>,
    /// For each specimen that ran out of budget: its name, and the budget that ran out.
    pub unfinished: Vec<(String, String)>,
    /// The records of all islands.
    pub records: Vec<R>,
    /// The keys that were new to each island; see [`IslandReport::keys`].
    pub keys: Vec<Vec<u64>>,
}

impl<G, F, R> GenerationReport<G, F, R> {
    /// The best fitness in an island's population; `None` for an empty population.
    pub fn best(&self, island: usize) -> Option<&F> {
        self.fitnesses.get(island)?.first()
    }

    /// The median fitness in an island's population; in a population of even size, the worse of the
    /// two middle ones. `None` for an empty population.
    pub fn median(&self, island: usize) -> Option<&F> {
        let fitnesses = self.fitnesses.get(island)?;
        fitnesses.get(fitnesses.len() / 2)
    }
}

impl<G: Clone, F: FitnessValue, R> IslandReport<G, F, R> {
    /// Checks the report of an island that has proposed `asked` specimens before its generation.
    /// The caller checks the records.
    ///
    /// # Errors
    /// The first number that cannot be true.
    pub fn check<P: Problem<Genome = G>>(
        &self,
        expected: &Expected<P>,
        asked: u64,
    ) -> Result<(), StateError> {
        let settings = expected.settings;
        let islands = settings.islands;
        at_most("the number of the island", self.island, islands - 1)?;
        at_most("the generation", self.generation, MOST - 1)?;
        let counts = &self.counts;
        let start = if self.generation == 0 {
            expected.problem.start().len()
        } else {
            0
        };
        let most = (settings.population + start) as u64;
        at_most("the number of boards asked", counts.asked, most)?;
        let told = counts.scored.checked_add(counts.infeasible);
        let told = told.and_then(|n| n.checked_add(counts.unfinished));
        let told = told.unwrap_or(u64::MAX);
        at_most("the number of boards told", told, counts.asked)?;
        let undefined = self.undefined.as_ref().map_or(0, |(count, _)| *count);
        let most = counts.infeasible;
        at_most("the number of undefined boards", undefined, most)?;
        at_most("the number of duplicates", counts.duplicates, MOST)?;
        at_most("the number of steps", counts.steps, MOST)?;
        let inexact = counts.inexact;
        for count in [inexact.cut, inexact.bounded, inexact.screened] {
            at_most("a number of inexact boards", count, counts.asked)?;
        }
        let operators = expected.problem.operators().len();
        equal("the number of operators", self.operators.len(), operators)?;
        self.operators.iter().try_for_each(OperatorCounts::check)?;
        equal("the number of rates", self.rates.len(), operators)?;
        for &rate in &self.rates {
            at_most("the rate of an operator", rate, RATE_UNIT)?;
        }
        for archived in &self.archived {
            let specimen = &archived.specimen;
            expected.specimen(specimen, self.generation + 1)?;
            let (id, origin) = (specimen.id, &specimen.origin);
            let bred = origin.generation;
            equal("the generation of an elite", bred, self.generation)?;
            equal("the island of an elite", origin.island, self.island)?;
            let place = (id / islands as u64).checked_sub(asked);
            let is_asked = place.is_some_and(|place| place < counts.asked);
            ensure(is_asked, "the id of an elite", id, "one of the generation")?;
        }
        let mut migrations = self.migrations.iter();
        migrations.try_for_each(|migration| migration.check(islands, self.island))?;
        let bounded = self.bounded.len() as u64;
        at_most("the number of bounded boards", bounded, counts.asked)?;
        let unfinished = self.unfinished.len() as u64;
        at_most("the number of unfinished boards", unfinished, counts.asked)?;
        self.fitnesses
            .iter()
            .try_for_each(|fitness| expected.fitness(fitness))
    }
}
