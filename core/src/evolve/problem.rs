//! The problem that the engine solves, as a trait.

use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A function that makes a specimen from one or two others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The name in reports and lineages.
    pub name: &'static str,
    /// The number of parents: 1 (a mutation) or 2 (a crossover).
    pub parents: u8,
}

/// The island and generation in which a specimen is bred. The allowed genomes may differ between
/// islands and change as a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The island, from 0.
    pub island: usize,
    /// The generation, from 0.
    pub generation: u64,
}

/// A space of genomes with operators on them. Evaluation is not part of the trait: it happens
/// between ask and tell.
///
/// Every method must be a function of its arguments: the engine's promise to repeat a run exactly
/// depends on this.
pub trait Problem: Sync {
    /// The representation of a specimen that is bred.
    type Genome: Clone + Send + Sync + Serialize + DeserializeOwned;

    /// A fingerprint of the canonical form. Genomes with equal keys count as the same specimen,
    /// which an island asks only once.
    fn key(&self, genome: &Self::Genome) -> u128;

    /// Draws a random genome.
    fn random(&self, place: Place, rng: &mut ChaCha8Rng) -> Self::Genome;

    /// Whether a genome is allowed at a place. The engine checks start genomes, migrants and the
    /// elites of a restart.
    fn admits(&self, _place: Place, _genome: &Self::Genome) -> bool {
        true
    }

    /// Whether a later generation will allow more genomes, so that the space cannot be exhausted
    /// yet.
    fn grows(&self, _generation: u64) -> bool {
        false
    }

    /// Whether an island uses an operator.
    fn allows(&self, _island: usize, _operator: usize) -> bool {
        true
    }

    /// The genomes that begin the run; island `i` of `n` starts with every `n`-th from number `i`
    /// on. May be empty.
    fn start(&self) -> &[Self::Genome];

    /// The operators; the engine refers to them by index.
    fn operators(&self) -> &[Operator];

    /// Applies an operator to its number of parents; `None` if it does not apply, or if the child
    /// is not allowed at the place.
    fn vary(
        &self,
        place: Place,
        operator: usize,
        parents: &[&Self::Genome],
        rng: &mut ChaCha8Rng,
    ) -> Option<Self::Genome>;

    /// A size that decides between specimens of equal fitness: the smaller one is preferred.
    fn tie_break(&self, genome: &Self::Genome) -> u64;

    /// The number of neighbourhoods, ordered from the smallest moves to the largest; 0 for a
    /// problem without local polish.
    fn neighbourhoods(&self) -> usize {
        0
    }

    /// The genomes in a neighbourhood that are allowed at the place, each with its operator. The
    /// order depends on the genome alone.
    fn neighbours(
        &self,
        _place: Place,
        _neighbourhood: usize,
        _genome: &Self::Genome,
    ) -> Vec<(usize, Self::Genome)> {
        Vec::new()
    }
}
