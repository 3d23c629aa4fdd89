//! What the engine needs to know about a problem.

use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A way to make a specimen from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    /// Its name in reports and lineages.
    pub name: &'static str,
    /// How many parents it takes: 1 (a mutation) or 2 (a crossover).
    pub parents: u8,
}

/// A space of genomes, and the ways to move in it. Evaluation is not part of it: that happens
/// between ask and tell.
///
/// Every method must be a function of its arguments: the engine's promise to repeat a run
/// exactly rests on it.
pub trait Problem: Sync {
    /// What is bred.
    type Genome: Clone + Send + Sync + Serialize + DeserializeOwned;

    /// A fingerprint of the canonical form: equal keys mean the same specimen, which is then
    /// never asked twice.
    fn key(&self, genome: &Self::Genome) -> u128;

    /// A genome drawn afresh.
    fn random(&self, rng: &mut ChaCha8Rng) -> Self::Genome;

    /// Genomes that begin the run, dealt to the islands in turn; may be empty.
    fn start(&self) -> &[Self::Genome];

    /// The operators; their indices are the names by which the engine knows them.
    fn operators(&self) -> &[Operator];

    /// Applies an operator to as many parents as it takes; `None` if it does not apply, or the
    /// child would leave the class of the problem.
    fn vary(
        &self,
        operator: usize,
        parents: &[&Self::Genome],
        rng: &mut ChaCha8Rng,
    ) -> Option<Self::Genome>;

    /// Decides between specimens of equal fitness: the smaller one is preferred.
    fn tie_break(&self, genome: &Self::Genome) -> u64;

    /// The genomes a single step away, each with its operator, in an order that depends on the
    /// genome alone; a problem without local polish has none.
    fn neighbours(&self, _genome: &Self::Genome) -> Vec<(usize, Self::Genome)> {
        Vec::new()
    }
}
