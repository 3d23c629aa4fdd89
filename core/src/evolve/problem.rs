//! The interface of a problem to the engine.

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

/// Where and when a specimen is bred. What is allowed may differ from island to island, and change
/// as a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The island, from 0.
    pub island: usize,
    /// The generation, from 0.
    pub generation: u64,
}

/// A space of genomes, and the ways to move in it. Evaluation is not part of it: that happens
/// between ask and tell.
///
/// Every method must be a function of its arguments: the engine's promise to repeat a run
/// exactly rests on it.
pub trait Problem: Sync {
    /// The representation of a specimen that is bred.
    type Genome: Clone + Send + Sync + Serialize + DeserializeOwned;

    /// A fingerprint of the canonical form: equal keys mean the same specimen, which is then
    /// never asked twice.
    fn key(&self, genome: &Self::Genome) -> u128;

    /// A genome drawn afresh.
    fn random(&self, place: Place, rng: &mut ChaCha8Rng) -> Self::Genome;

    /// Whether a genome may live at a place: starts, migrants and what an island restarts from
    /// are asked.
    fn admits(&self, _place: Place, _genome: &Self::Genome) -> bool {
        true
    }

    /// Whether more will be allowed in a later generation, so that the space cannot be exhausted
    /// yet.
    fn grows(&self, _generation: u64) -> bool {
        false
    }

    /// Whether an island uses an operator.
    fn allows(&self, _island: usize, _operator: usize) -> bool {
        true
    }

    /// Genomes that begin the run, dealt to the islands in turn; may be empty.
    fn start(&self) -> &[Self::Genome];

    /// The operators; their indices are the names by which the engine knows them.
    fn operators(&self) -> &[Operator];

    /// Applies an operator to as many parents as it takes; `None` if it does not apply, or the
    /// child would leave what is allowed at the place.
    fn vary(
        &self,
        place: Place,
        operator: usize,
        parents: &[&Self::Genome],
        rng: &mut ChaCha8Rng,
    ) -> Option<Self::Genome>;

    /// Decides between specimens of equal fitness: the smaller one is preferred.
    fn tie_break(&self, genome: &Self::Genome) -> u64;

    /// How many neighbourhoods there are, from the nearest to the widest; a problem without local
    /// polish has none.
    fn neighbourhoods(&self) -> usize {
        0
    }

    /// The genomes in a neighbourhood that are allowed at the place, each with its operator, in an
    /// order that depends on the genome alone.
    fn neighbours(
        &self,
        _place: Place,
        _neighbourhood: usize,
        _genome: &Self::Genome,
    ) -> Vec<(usize, Self::Genome)> {
        Vec::new()
    }
}
