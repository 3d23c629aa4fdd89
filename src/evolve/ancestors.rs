//! The genomes of ancestors, so that a lineage can be looked at and not only be told.
//!
//! A lineage names parents by id. Whoever bred a child is remembered here, once for all of its
//! descendants, and forgotten when no living specimen has it among its last few parents. So this
//! is bounded by what lives, whatever the length of the run.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::engine::EngineState;
use super::specimen::{Fitness, Specimen, Step};

/// How many parents of a living specimen are remembered, the latest ones.
pub const ANCESTORS: usize = 16;

/// Genomes by the id of their specimen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ancestors<G>(BTreeMap<u64, G>);

impl<G: Clone> Ancestors<G> {
    /// Of a search that has not begun.
    pub(super) fn new() -> Self {
        Ancestors(BTreeMap::new())
    }

    /// Those of some specimens.
    pub(super) fn of<'a, F: 'a>(
        &self,
        specimens: impl Iterator<Item = &'a Specimen<G, F>>,
    ) -> Ancestors<G>
    where
        G: 'a,
    {
        let ids: BTreeSet<u64> = specimens.flat_map(|s| latest(&s.lineage)).collect();
        let known = ids
            .into_iter()
            .filter_map(|id| Some((id, self.0.get(&id)?.clone())));
        Ancestors(known.collect())
    }

    /// Remembers those of others as well.
    pub(super) fn extend(&mut self, others: &Ancestors<G>) {
        for (&id, genome) in &others.0 {
            self.0.entry(id).or_insert_with(|| genome.clone());
        }
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

/// The latest parents in a lineage, without repetition.
fn latest(lineage: &[Step]) -> impl Iterator<Item = u64> {
    let mut last = None;
    let parents = lineage.iter().rev().map(|step| step.parent);
    parents
        .filter(move |&parent| last.replace(parent) != Some(parent))
        .take(ANCESTORS)
}

impl<G: Clone, F: Fitness> EngineState<G, F> {
    /// The genome of a living specimen, or of an ancestor that is remembered.
    pub fn genome(&self, id: u64) -> Option<&G> {
        let known = self.ancestors.0.get(&id);
        known.or_else(|| self.living().find(|s| s.id == id).map(|s| &s.genome))
    }

    /// Every specimen that may breed or be shown.
    fn living(&self) -> impl Iterator<Item = &Specimen<G, F>> {
        let island = &self.island;
        let walkers = island.walkers.iter().filter_map(|w| w.at.as_ref());
        let waiting = island.polish.iter().map(|job| &job.elite);
        let elites = self.archive.cells().flat_map(|(_, elites)| elites);
        let population = island.population.iter();
        population
            .chain(walkers)
            .chain(waiting)
            .chain(elites)
            .chain(self.archive.frontier())
            .chain(&self.best)
    }

    /// Remembers the parents of a batch, before anything changes.
    pub(super) fn remember_parents(&mut self, batch: &Batch<G>) {
        let first = batch.candidates.iter().filter_map(|c| c.lineage.last());
        let mut wanted: BTreeSet<u64> = first.map(|step| step.parent).collect();
        wanted.retain(|id| !self.ancestors.0.contains_key(id));
        let found = self.living().filter(|s| wanted.contains(&s.id));
        let found: Vec<(u64, G)> = found.map(|s| (s.id, s.genome.clone())).collect();
        self.ancestors.0.extend(found);
    }

    /// Forgets whom no living specimen has among its latest parents.
    pub(super) fn forget_ancestors(&mut self) {
        let kept = self.living().flat_map(|s| latest(&s.lineage));
        let kept: BTreeSet<u64> = kept.collect();
        self.ancestors.0.retain(|id, _| kept.contains(id));
    }
}
