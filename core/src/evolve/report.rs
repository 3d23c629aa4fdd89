//! Reports of a generation: of one island, and of all islands.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::archive::Insertion;
use super::counts::Counts;
use super::credit::OperatorCounts;
use super::specimen::Specimen;

/// A specimen that an archive kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Archived<G, F> {
    /// The archive's answer; never [`Insertion::Rejected`].
    pub insertion: Insertion,
    /// The specimen.
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

/// The report of a generation on one island. `R` is the caller's type of records; the island leaves
/// `records`, `why_unscored` and `keys` for the caller to fill in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IslandReport<G, F, R = ()> {
    /// The number of the island.
    pub island: usize,
    /// The generation.
    pub generation: u64,
    /// The counts of the specimens asked in the generation.
    pub counts: Counts,
    /// The specimens that the island's archive kept, in the order of the batch.
    pub archived: Vec<Archived<G, F>>,
    /// The counts of each operator in the generation. A child of several operators counts for each
    /// of them.
    pub operators: Vec<OperatorCounts>,
    /// The rate of each operator in the next generation, in units of 1 /
    /// [`RATE_UNIT`](super::RATE_UNIT).
    pub rates: Vec<u64>,
    /// Whether the island restarted.
    pub restarted: bool,
    /// The migrants that arrived before the generation.
    pub migrations: Vec<Migration>,
    /// The fitnesses of the population, best first.
    pub fitnesses: Vec<F>,
    /// Whether the last generations found nothing new: all specimens were asked, or the operators
    /// do not reach the others.
    pub exhausted: bool,
    /// The keys of scored specimens whose fitness is a lower bound.
    pub bounded: BTreeSet<u128>,
    /// The number of specimens on which the objective has no value, with the first reason.
    pub undefined: Option<(u64, String)>,
    /// The name and the reason of each specimen that ran out of budget.
    pub unfinished: Vec<(String, String)>,
    /// The records among the specimens.
    pub records: Vec<R>,
    /// The reason why a specimen has no fitness, unless it only failed a condition.
    pub why_unscored: Option<String>,
    /// The keys that were new to the island: those it received before the generation, and those it
    /// asked.
    pub keys: Vec<u64>,
}

/// A specimen that became the best of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewBest<G, F> {
    /// The specimen.
    pub specimen: Specimen<G, F>,
    /// The number of specimens that the search had asked up to this one, counted generation by
    /// generation and, within a generation, island by island.
    pub asked: u64,
}

/// The report of a generation on all islands; see [`SearchTotals`](super::SearchTotals).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenerationReport<G, F, R = ()> {
    /// The generation.
    pub generation: u64,
    /// The counts of the specimens asked in the generation.
    pub counts: Counts,
    /// The specimens that became the best of the search, in the order of the reports.
    pub new_bests: Vec<NewBest<G, F>>,
    /// The specimens that the archive of the search kept, in the order of the reports.
    pub archived: Vec<Archived<G, F>>,
    /// The counts of each operator in the generation. A duplicate is a specimen that its own island
    /// had asked.
    pub operators: Vec<OperatorCounts>,
    /// The rate of each operator in the next generation: the mean over the islands.
    pub rates: Vec<u64>,
    /// The numbers of the islands that restarted.
    pub restarts: Vec<usize>,
    /// The specimens that migrated before the generation.
    pub migrations: Vec<Migration>,
    /// The fitnesses of each island's population, best first.
    pub fitnesses: Vec<Vec<F>>,
    /// The number of cells in the archive of the search.
    pub cells: usize,
    /// Whether every island is exhausted; see [`IslandReport::exhausted`].
    pub exhausted: bool,
    /// See [`IslandReport::bounded`].
    pub bounded: BTreeSet<u128>,
    /// See [`IslandReport::undefined`].
    pub undefined: Option<(u64, String)>,
    /// See [`IslandReport::unfinished`].
    pub unfinished: Vec<(String, String)>,
    /// The records of all islands.
    pub records: Vec<R>,
    /// The keys that were new to each island; see [`IslandReport::keys`].
    pub keys: Vec<Vec<u64>>,
}

impl<G, F, R> GenerationReport<G, F, R> {
    /// The best fitness in an island's population.
    pub fn best(&self, island: usize) -> Option<&F> {
        self.fitnesses.get(island)?.first()
    }

    /// The median fitness in an island's population; of two middle ones, the worse.
    pub fn median(&self, island: usize) -> Option<&F> {
        let fitnesses = self.fitnesses.get(island)?;
        fitnesses.get(fitnesses.len() / 2)
    }
}
