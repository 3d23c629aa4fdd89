//! Batches: the candidates that an island proposes in one generation.

use super::credit::OperatorCounts;
use super::polish::{Neighbour, PolishCursor};
use super::specimen::Candidate;

/// The candidates that an island proposes in a generation, slot by slot, and counts of the attempts
/// to find them. A batch has fewer candidates than slots if some slots stayed empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch<G> {
    /// The number of the island that proposes the batch, from 0.
    pub island: usize,
    /// The generation of the batch, from 0.
    pub generation: u64,
    /// The specimens to evaluate. [`Island::tell`](super::Island::tell) takes their outcomes in
    /// this order.
    pub candidates: Vec<Candidate<G>>,
    /// For each operator: the number of attempts, of attempts to which the operator did not apply,
    /// and of duplicates. The other counts are 0.
    pub attempts: Vec<OperatorCounts>,
    /// The number of random or start specimens that the island had proposed before.
    pub random_duplicates: u64,
    /// The number of neighbours of elites that the island had proposed before.
    pub polish_duplicates: u64,
    /// How far the polish got in the island's queue of elites.
    pub(super) polish: PolishCursor,
    /// The next neighbour of look-ahead; `None` if all were asked, or the island does not look
    /// ahead.
    pub(super) look_ahead: Option<Neighbour>,
    /// The number of genomes that walks looked at.
    pub steps: u64,
}

impl<G> Batch<G> {
    /// The number of candidates in the batch.
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Whether the batch has no candidate.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// The number of specimens that were made in vain, since the island had proposed them before.
    pub fn duplicates(&self) -> u64 {
        let bred: u64 = self.attempts.iter().map(|t| t.duplicates).sum();
        bred + self.random_duplicates + self.polish_duplicates
    }
}
