//! What a generation brought.

use serde::{Deserialize, Serialize};

use super::archive::Insertion;
use super::credit::Tally;
use super::migration::Migration;
use super::specimen::Specimen;

/// A specimen that the archive kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Archived<G, F> {
    /// How it was kept; never [`Insertion::Rejected`].
    pub insertion: Insertion,
    /// The specimen.
    pub specimen: Specimen<G, F>,
}

/// What a generation brought on one island.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IslandReport<G, F> {
    /// The island.
    pub island: usize,
    /// The generation.
    pub generation: u64,
    /// Specimens asked in it.
    pub asked: u64,
    /// Those that were evaluated.
    pub scored: u64,
    /// Those that violated a condition.
    pub infeasible: u64,
    /// Those whose evaluation ran out of budget.
    pub unfinished: u64,
    /// Specimens bred in vain since they had been asked before.
    pub duplicates: u64,
    /// Those that the island's archive kept when they were told, in order.
    pub archived: Vec<Archived<G, F>>,
    /// The counts of each operator in this generation. A child of several operators counts for
    /// each of them.
    pub operators: Vec<Tally>,
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
}

/// The best of a search so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewBest<G, F> {
    /// The specimen.
    pub specimen: Specimen<G, F>,
    /// How many specimens the search had asked with it: generation by generation, island by island.
    pub asked: u64,
}

/// What a generation brought on all islands: see [`Chronicle`](super::Chronicle).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report<G, F> {
    /// The generation.
    pub generation: u64,
    /// Specimens asked in it.
    pub asked: u64,
    /// Those that were evaluated.
    pub scored: u64,
    /// Those that violated a condition.
    pub infeasible: u64,
    /// Those whose evaluation ran out of budget.
    pub unfinished: u64,
    /// Specimens bred in vain since their island had asked them before.
    pub duplicates: u64,
    /// Those that were the best of all when they were told, in order.
    pub new_bests: Vec<NewBest<G, F>>,
    /// Those that are kept among the best of all islands, in the order in which they were told.
    pub archived: Vec<Archived<G, F>>,
    /// The counts of each operator in this generation; what is new is what was new to its island.
    pub operators: Vec<Tally>,
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
}

impl<G, F> Report<G, F> {
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
