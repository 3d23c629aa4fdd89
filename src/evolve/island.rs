//! An island: a population, and when it last got better.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::archive::Archive;
use super::polish::{Neighbour, PolishJob};
use super::settings::Settings;
use super::specimen::{Cell, Fitness, Specimen};
use super::stream::{below, stream};
use super::walk::Walker;

/// The address of an island's own draws, beyond those of its specimens.
const RESTART_STREAM: u64 = u64::MAX;

/// A population and what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Island<G, F> {
    /// Best first.
    pub population: Vec<Specimen<G, F>>,
    /// The best fitness (and tie-break) of a child since the last restart.
    pub best: Option<(F, u64)>,
    /// When that was found, or the island restarted.
    pub improved: u64,
    /// Until (and without) this generation the island neither receives migrants nor breeds from
    /// the archive.
    pub isolated_until: u64,
    /// Whether the next generation is drawn at random rather than bred.
    pub fresh: bool,
    /// What controls move instead of a population.
    pub walkers: Vec<Walker<G, F>>,
    /// Elites whose neighbours are to be asked, best first.
    pub polish: Vec<PolishJob<G, F>>,
}

impl<G: Clone, F: Fitness> Island<G, F> {
    /// An island before its first generation.
    pub(super) fn new(walkers: usize) -> Self {
        Island {
            walkers: (0..walkers).map(|_| Walker::new()).collect(),
            population: Vec::new(),
            best: None,
            improved: 0,
            isolated_until: 0,
            fresh: true,
            polish: Vec::new(),
        }
    }

    /// The population, or where the walkers are.
    pub fn members(&self) -> Vec<&Specimen<G, F>> {
        let walkers = self.walkers.iter().filter_map(|w| w.at.as_ref());
        self.population.iter().chain(walkers).collect()
    }

    /// Takes in the children of a generation and keeps the fittest.
    pub(super) fn absorb(
        &mut self,
        settings: &Settings,
        children: Vec<Specimen<G, F>>,
        (island, generation): (usize, u64),
    ) {
        for child in &children {
            if self
                .best
                .as_ref()
                .is_none_or(|(f, tie)| (child.drive(island), *tie) > (f, child.tie_break))
            {
                self.best = Some((child.drive(island).clone(), child.tie_break));
                self.improved = generation;
            }
        }
        let mut all = std::mem::take(&mut self.population);
        all.extend(children);
        self.population = survivors(settings, all, island);
        self.fresh = false;
    }

    /// Takes in the steps of the island's walkers.
    pub(super) fn walk(
        &mut self,
        settings: &Settings,
        steps: Vec<(usize, Specimen<G, F>)>,
        next: Option<Neighbour>,
        (island, generation): (usize, u64),
    ) -> bool {
        for (walker, step) in steps {
            self.walkers[walker].offer(settings, step, (island, walker, generation));
        }
        let ends = self.walkers.iter_mut();
        let ended: Vec<bool> = ends
            .map(|w| w.end(settings, next, (island, generation)))
            .collect();
        ended.contains(&true)
    }

    /// Whether the island has not got better for too long.
    pub(super) fn is_stagnant(&self, settings: &Settings, generation: u64) -> bool {
        settings.stagnation > 0 && generation - self.improved >= settings.stagnation
    }

    /// Starts again: elites of a few cells of the archive, drawn at random, and in the next
    /// generation fresh specimens.
    pub(super) fn restart(
        &mut self,
        settings: &Settings,
        archive: &Archive<G, F>,
        (island, generation): (usize, u64),
        admits: impl Fn(&G) -> bool,
    ) {
        let mut rng = stream(settings.seed, island as u64, generation, RESTART_STREAM);
        let mut cells: Vec<&[Specimen<G, F>]> = archive
            .cells()
            .map(|(_, elites)| elites)
            .filter(|elites| elites.first().is_some_and(|e| admits(&e.genome)))
            .collect();
        self.population.clear();
        while self.population.len() < settings.population / 8 && !cells.is_empty() {
            let elites = cells.swap_remove(below(&mut rng, cells.len()));
            let guest = elites.first().map(|e| Specimen {
                guest: true,
                ..e.clone()
            });
            self.population.extend(guest);
        }
        self.population
            .sort_by(|a, b| a.by_drive_and_youth(b, island));
        self.best = None;
        self.improved = generation;
        self.isolated_until = generation + 1 + settings.isolation;
        self.fresh = true;
    }
}

/// The best of parents and children, no key twice: first the elites, then the rest as long as
/// their cells are not crowded, then the crowd.
fn survivors<G, F: Ord>(
    settings: &Settings,
    mut all: Vec<Specimen<G, F>>,
    island: usize,
) -> Vec<Specimen<G, F>> {
    all.sort_by(|a, b| a.by_drive_and_youth(b, island));
    let mut keys = FxHashSet::default();
    all.retain(|s| keys.insert(s.key));
    if all.len() <= settings.population {
        return all;
    }
    let mut crowds: BTreeMap<Cell, usize> = BTreeMap::new();
    let (mut kept, mut crowd) = (Vec::new(), Vec::new());
    for specimen in all {
        let size = crowds.entry(specimen.cell.clone()).or_default();
        if *size < settings.crowd_size() || kept.len() < settings.elites {
            *size += 1;
            kept.push(specimen);
        } else {
            crowd.push(specimen);
        }
    }
    kept.truncate(settings.population);
    kept.extend(crowd.into_iter().take(settings.population - kept.len()));
    kept.sort_by(|a, b| a.by_drive_and_youth(b, island));
    kept
}
