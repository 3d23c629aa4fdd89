//! The trait of a problem that the engine can solve.

use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::front::Comparison;

/// An operator: a function that makes a specimen from one or two parents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The name in reports and lineages.
    pub name: &'static str,
    /// The number of parents: 1 (a mutation) or 2 (a crossover).
    pub parents: u8,
}

/// The island and the generation for which a specimen is bred. The allowed genomes may differ
/// between islands, and may change during a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The number of the island, from 0.
    pub island: usize,
    /// The number of the generation, from 0.
    pub generation: u64,
}

/// The genome at the end of a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk<G> {
    /// The genome.
    pub genome: G,
    /// The place, among the elites that were given, of the one that the walk began with. `None` if
    /// it began elsewhere.
    pub from: Option<usize>,
    /// The number of genomes that the walk looked at.
    pub steps: u64,
}

/// A space of genomes with operators on them. Evaluation is not part of the trait: the caller
/// evaluates specimens between ask and tell.
///
/// Every method must be a function of its arguments. The engine's promise to repeat a run exactly
/// depends on this.
pub trait Problem: Sync {
    /// The representation of a specimen that operators work on.
    type Genome: Clone + Send + Sync + Serialize + DeserializeOwned;

    /// A fingerprint of the genome's canonical form. Genomes with equal keys count as the same
    /// specimen, which an island proposes only once.
    fn key(&self, genome: &Self::Genome) -> u128;

    /// Draws a random genome.
    fn random(&self, place: Place, rng: &mut ChaCha8Rng) -> Self::Genome;

    /// Whether a genome is allowed at a place. The engine checks start genomes, migrants and the
    /// elites of a restart.
    fn admits(&self, _place: Place, _genome: &Self::Genome) -> bool {
        true
    }

    /// Whether some island may have a genome in some generation. Stored genomes are checked.
    fn contains(&self, _genome: &Self::Genome) -> bool {
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

    /// The order in which specimens are compared.
    fn comparison(&self) -> Comparison {
        Comparison::InOrder
    }

    /// The genomes that begin the run; may be empty. Of `n` islands, island `i` starts with every
    /// `n`-th genome, from number `i` on.
    fn start(&self) -> &[Self::Genome];

    /// The operators. The engine refers to an operator by its index in this list.
    fn operators(&self) -> &[Operator];

    /// Applies an operator to the parents that it needs. `None` if the operator does not apply, or
    /// if the child is not allowed at the place.
    fn vary(
        &self,
        place: Place,
        operator: usize,
        parents: &[&Self::Genome],
        rng: &mut ChaCha8Rng,
    ) -> Option<Self::Genome>;

    /// Whether an operator is a walk: a search of its own, of bounded length, that looks at many
    /// genomes. Each island walks once in a generation.
    fn is_walk(&self, _operator: usize) -> bool {
        false
    }

    /// Walks. `elites` are the best genomes, one of each size. `None` if the walk finds nothing.
    fn walk(
        &self,
        _place: Place,
        _operator: usize,
        _elites: &[&Self::Genome],
        _rng: &mut ChaCha8Rng,
    ) -> Option<Walk<Self::Genome>> {
        None
    }

    /// The size of a genome. Of two specimens of equal fitness, the smaller one is preferred.
    fn tie_break(&self, genome: &Self::Genome) -> u64;

    /// The number of neighbourhoods, which are ordered from the smallest moves to the largest; 0
    /// for a problem without local polish.
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
