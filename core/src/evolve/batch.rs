//! Batches: the candidates that an island asks in one generation.

use super::credit::OperatorCounts;
use super::polish::{Neighbour, PolishCursor};
use super::specimen::Candidate;

/// The candidates of an island's generation, slot by slot, and the counts of the attempts to find
/// them. A batch has fewer candidates than the population has places if some slots stayed empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch<G> {
    /// The number of the island that asked the batch.
    pub island: usize,
    /// The generation that the batch belongs to.
    pub generation: u64,
    /// The specimens to evaluate; [`Island::tell`](super::Island::tell) takes their outcomes in
    /// this order.
    pub candidates: Vec<Candidate<G>>,
    /// For each operator, the number of attempts, of attempts at which it did not apply, and of
    /// duplicates.
    pub attempts: Vec<OperatorCounts>,
    /// The number of random or start specimens that had been asked before.
    pub random_duplicates: u64,
    /// The number of neighbours of elites that had been asked before.
    pub polish_duplicates: u64,
    /// The progress of polish in the island's queue.
    pub(super) polish: PolishCursor,
    /// The next neighbour of look-ahead; `None` if all were asked, or the island does not look
    /// ahead.
    pub(super) look_ahead: Option<Neighbour>,
}

impl<G> Batch<G> {
    /// Number of candidates.
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Whether the batch has no candidate.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// The number of specimens that were bred in vain, since they had been asked before.
    pub fn duplicates(&self) -> u64 {
        let bred: u64 = self.attempts.iter().map(|t| t.duplicates).sum();
        bred + self.random_duplicates + self.polish_duplicates
    }
}
