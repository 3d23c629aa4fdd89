//! The genomes of ancestors, so that a lineage can be drawn and not only named.
//!
//! A lineage names parents by id. The genome of a parent is remembered once for all of its
//! descendants, and forgotten when no living specimen has it among its last few parents. So memory
//! is bounded by the number of living specimens, for any length of the run.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::specimen::{OperatorStep, Specimen};

/// How many parents of a living specimen are remembered, the latest ones.
pub const ANCESTORS: usize = 16;

/// Genomes by the id of their specimen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ancestors<G>(BTreeMap<u64, G>);

impl<G: Clone> Ancestors<G> {
    /// No ancestors yet.
    pub(super) fn new() -> Self {
        Ancestors(BTreeMap::new())
    }

    /// The genome of an ancestor, if it is remembered.
    pub(super) fn genome(&self, id: u64) -> Option<&G> {
        self.0.get(&id)
    }

    /// Those of some specimens.
    pub(super) fn of<'a, F: 'a>(
        &self,
        specimens: impl Iterator<Item = &'a Specimen<G, F>>,
    ) -> Ancestors<G>
    where
        G: 'a,
    {
        let known = named(specimens)
            .into_iter()
            .filter_map(|id| Some((id, self.0.get(&id)?.clone())));
        Ancestors(known.collect())
    }

    /// Remembers those of `living` that are `parents`.
    pub(super) fn remember<'a, F: 'a>(
        &mut self,
        mut parents: BTreeSet<u64>,
        living: impl Iterator<Item = &'a Specimen<G, F>>,
    ) where
        G: 'a,
    {
        parents.retain(|id| !self.0.contains_key(id));
        let found = living.filter(|s| parents.contains(&s.id));
        self.0.extend(found.map(|s| (s.id, s.genome.clone())));
    }

    /// Remembers other ancestors as well.
    pub(super) fn extend(&mut self, others: &Ancestors<G>) {
        for (&id, genome) in &others.0 {
            self.0.entry(id).or_insert_with(|| genome.clone());
        }
    }

    /// Forgets those that no living specimen has among its latest parents.
    pub(super) fn forget_all_but<'a, F: 'a>(
        &mut self,
        living: impl Iterator<Item = &'a Specimen<G, F>>,
    ) where
        G: 'a,
    {
        let kept = named(living);
        self.0.retain(|id, _| kept.contains(id));
    }

    /// How many are remembered.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is remembered.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The latest parents of some specimens.
fn named<'a, G: 'a, F: 'a>(specimens: impl Iterator<Item = &'a Specimen<G, F>>) -> BTreeSet<u64> {
    specimens.flat_map(|s| latest(&s.lineage)).collect()
}

/// The latest parents in a lineage, without repetition.
fn latest(lineage: &[OperatorStep]) -> impl Iterator<Item = u64> {
    let mut last = None;
    let parents = lineage.iter().rev().map(|step| step.parent);
    parents
        .filter(move |&parent| last.replace(parent) != Some(parent))
        .take(ANCESTORS)
}
