//! The genomes of ancestors. With them a lineage can be drawn; a lineage by itself only has ids.
//!
//! A lineage names parents by id. The genome of a parent is stored once for all of its descendants.
//! It is dropped when the parent is no longer among the last [`ANCESTORS`] parents of any living
//! specimen. So the number of living specimens bounds the memory, for a run of any length.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::specimen::{OperatorStep, Specimen};

/// The number of latest parents of a living specimen whose genomes are stored.
pub const ANCESTORS: usize = 16;

/// The stored genomes, by the id of the specimen that each genome belongs to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ancestors<G>(BTreeMap<u64, G>);

impl<G: Clone> Ancestors<G> {
    /// A store without genomes.
    pub(super) fn new() -> Self {
        Ancestors(BTreeMap::new())
    }

    /// All stored genomes.
    pub fn genomes(&self) -> impl Iterator<Item = &G> {
        self.0.values()
    }

    /// The genome of the specimen with this id; `None` if it is not stored.
    pub(super) fn genome(&self, id: u64) -> Option<&G> {
        self.0.get(&id)
    }

    /// The stored genomes of the latest parents of the given specimens.
    pub(super) fn of<'a, F: 'a>(
        &self,
        specimens: impl Iterator<Item = &'a Specimen<G, F>>,
    ) -> Ancestors<G>
    where
        G: 'a,
    {
        let known = named(specimens, self.0.len())
            .into_iter()
            .filter_map(|id| Some((id, self.0.get(&id)?.clone())));
        Ancestors(known.collect())
    }

    /// Stores the genome of each specimen in `living` whose id is in `parents`.
    pub(super) fn remember<'a, F: 'a>(
        &mut self,
        mut parents: FxHashSet<u64>,
        living: impl Iterator<Item = &'a Specimen<G, F>>,
    ) where
        G: 'a,
    {
        parents.retain(|id| !self.0.contains_key(id));
        if parents.is_empty() {
            return;
        }
        let found = living.filter(|s| parents.contains(&s.id));
        self.0.extend(found.map(|s| (s.id, s.genome.clone())));
    }

    /// Adds all genomes of another store.
    pub(super) fn extend(&mut self, others: &Ancestors<G>) {
        for (&id, genome) in &others.0 {
            self.0.entry(id).or_insert_with(|| genome.clone());
        }
    }

    /// Drops all genomes except those of the latest parents of living specimens.
    pub(super) fn forget_all_but<'a, F: 'a>(
        &mut self,
        living: impl Iterator<Item = &'a Specimen<G, F>>,
    ) where
        G: 'a,
    {
        let kept = named(living, self.0.len());
        self.0.retain(|id, _| kept.contains(id));
    }

    /// The number of stored genomes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no genome is stored.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The ids of the latest parents of the given specimens, which are about `count`.
fn named<'a, G: 'a, F: 'a>(
    specimens: impl Iterator<Item = &'a Specimen<G, F>>,
    count: usize,
) -> FxHashSet<u64> {
    let mut named = FxHashSet::with_capacity_and_hasher(count, Default::default());
    for specimen in specimens {
        named.extend(latest(&specimen.lineage));
    }
    named
}

/// The ids of the latest [`ANCESTORS`] parents in a lineage. An id that occurs several times in a
/// row counts once.
fn latest(lineage: &[OperatorStep]) -> impl Iterator<Item = u64> {
    let mut last = None;
    let parents = lineage.iter().rev().map(|step| step.parent);
    parents
        .filter(move |&parent| last.replace(parent) != Some(parent))
        .take(ANCESTORS)
}
