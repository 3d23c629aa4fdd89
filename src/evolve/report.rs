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

/// What a generation brought.
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
    /// Specimens bred in vain since they had been asked before.
    pub duplicates: u64,
    /// Those that were the best of all when they were told, in order.
    pub new_bests: Vec<Specimen<G, F>>,
    /// Those that the archive kept when they were told, in order.
    pub archived: Vec<Archived<G, F>>,
    /// The counts of each operator in this generation. A child of several operators counts for
    /// each of them.
    pub operators: Vec<Tally>,
    /// The rates with which the next generation chooses operators; see
    /// [`RATE_UNIT`](super::RATE_UNIT).
    pub rates: Vec<u64>,
    /// The islands that restarted.
    pub restarts: Vec<usize>,
    /// The copies that migrated.
    pub migrations: Vec<Migration>,
    /// The fitnesses of each island's population, best first.
    pub fitnesses: Vec<Vec<F>>,
    /// Cells in the archive.
    pub cells: usize,
    /// Whether nothing new was found for several generations: the space is searched, or the
    /// operators do not reach the rest.
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
