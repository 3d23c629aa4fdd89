//! Reports of a generation: of one island, and of all.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::archive::Insertion;
use super::counts::Counts;
use super::credit::OperatorCounts;
use super::specimen::Specimen;

/// A specimen that the archive kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Archived<G, F> {
    /// How it was kept; never [`Insertion::Rejected`].
    pub insertion: Insertion,
    /// The specimen.
    pub specimen: Specimen<G, F>,
}

/// A copy that went from one island to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Migration {
    /// The island that it was copied from.
    pub from: usize,
    /// The island that received it.
    pub to: usize,
    /// The specimen.
    pub id: u64,
}

/// The report of a generation on one island. `R` is what the caller calls a record; the island
/// leaves the fields of records and keys to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IslandReport<G, F, R = ()> {
    /// The island.
    pub island: usize,
    /// The generation.
    pub generation: u64,
    /// Counts of the specimens asked in it.
    pub counts: Counts,
    /// Those that the island's archive kept when they were told, in order.
    pub archived: Vec<Archived<G, F>>,
    /// The counts of each operator in this generation. A child of several operators counts for
    /// each of them.
    pub operators: Vec<OperatorCounts>,
    /// The rates with which the next generation chooses operators; see
    /// [`RATE_UNIT`](super::RATE_UNIT).
    pub rates: Vec<u64>,
    /// Whether the island restarted.
    pub restarted: bool,
    /// The copies that had come to it before the generation.
    pub migrations: Vec<Migration>,
    /// The fitnesses of its population, best first.
    pub fitnesses: Vec<F>,
    /// Whether nothing new was found for several generations: the space is searched, or the
    /// operators do not reach the rest.
    pub exhausted: bool,
    /// The keys of the scored specimens whose fitness is a lower bound.
    pub bounded: BTreeSet<u128>,
    /// How many specimens the objective has no value on, with the first reason.
    pub undefined: Option<(u64, String)>,
    /// The specimens that ran out of budget, as name and reason.
    pub unfinished: Vec<(String, String)>,
    /// The records among the specimens.
    pub records: Vec<R>,
    /// Why a specimen has no fitness, if the reason is more than a condition.
    pub why_unscored: Option<String>,
    /// The keys that were new to the island: those received before the generation, and those asked
    /// in it.
    pub keys: Vec<u64>,
}

/// The best of a search so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewBest<G, F> {
    /// The specimen.
    pub specimen: Specimen<G, F>,
    /// How many specimens the search had asked with it: generation by generation, island by island.
    pub asked: u64,
}

/// The report of a generation on all islands; see [`SearchTotals`](super::SearchTotals).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenerationReport<G, F, R = ()> {
    /// The generation.
    pub generation: u64,
    /// Counts of the specimens asked in it.
    pub counts: Counts,
    /// Those that were the best of all when they were told, in order.
    pub new_bests: Vec<NewBest<G, F>>,
    /// Those that are kept among the best of all islands, in the order in which they were told.
    pub archived: Vec<Archived<G, F>>,
    /// The counts of each operator in this generation. A duplicate is one on its own island.
    pub operators: Vec<OperatorCounts>,
    /// The rates with which the next generation chooses operators, the mean over the islands.
    pub rates: Vec<u64>,
    /// The islands that restarted.
    pub restarts: Vec<usize>,
    /// The copies that migrated before the generation.
    pub migrations: Vec<Migration>,
    /// The fitnesses of each island's population, best first.
    pub fitnesses: Vec<Vec<F>>,
    /// Cells in the archive of all islands.
    pub cells: usize,
    /// Whether no island finds anything new.
    pub exhausted: bool,
    /// See [`IslandReport::bounded`].
    pub bounded: BTreeSet<u128>,
    /// See [`IslandReport::undefined`].
    pub undefined: Option<(u64, String)>,
    /// See [`IslandReport::unfinished`].
    pub unfinished: Vec<(String, String)>,
    /// The records of all islands.
    pub records: Vec<R>,
    /// The keys that were new to each island.
    pub keys: Vec<Vec<u64>>,
}

impl<G, F, R> GenerationReport<G, F, R> {
    /// The best fitness in an island.
    pub fn best(&self, island: usize) -> Option<&F> {
        self.fitnesses.get(island)?.first()
    }

    /// The median fitness in an island, the worse of the two middle ones.
    pub fn median(&self, island: usize) -> Option<&F> {
        let fitnesses = self.fitnesses.get(island)?;
        fitnesses.get(fitnesses.len() / 2)
    }
}
