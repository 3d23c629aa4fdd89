//! The candidates that an island asks in one generation.

use super::credit::OperatorCounts;
use super::polish::{Neighbour, PolishCursor};
use super::specimen::Candidate;

/// The candidates of an island's generation, slot by slot, and the counts of the attempts to find
/// them. It is shorter than the population when slots stayed empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch<G> {
    /// The island it belongs to.
    pub island: usize,
    /// The generation it belongs to.
    pub generation: u64,
    /// The specimens to evaluate; their outcomes are told in this order.
    pub candidates: Vec<Candidate<G>>,
    /// Per operator: attempts, and those that did not apply or gave a specimen asked before.
    pub attempts: Vec<OperatorCounts>,
    /// Random or start specimens that had been asked before.
    pub random_duplicates: u64,
    /// Neighbours of elites that had been asked before.
    pub polish_duplicates: u64,
    /// How far polish went.
    pub(super) polish: PolishCursor,
    /// Where look-ahead stopped, unless it asked all or there is none.
    pub(super) look_ahead: Option<Neighbour>,
}

impl<G> Batch<G> {
    /// Number of candidates.
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Whether nothing new was found to ask.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Specimens bred in vain since they had been asked before.
    pub fn duplicates(&self) -> u64 {
        let bred: u64 = self.attempts.iter().map(|t| t.duplicates).sum();
        bred + self.random_duplicates + self.polish_duplicates
    }
}
