//! The population of an island: its specimens or walkers, its queue of elites to polish, and the
//! generation of its latest improvement.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::archive::Archive;
use super::bar::Bar;
use super::check::{Expected, StateError, at_most, equal};
use super::front::{self, Comparison, arrange};
use super::polish::{Neighbour, PolishJob, QUEUE};
use super::problem::Problem;
use super::settings::Settings;
use super::specimen::{Candidate, Cell, FitnessValue, Specimen};
use super::stream::{below, stream};
use super::walk::Walker;

/// The number that stands for the specimen in the address of the random stream for restarts. No
/// specimen has this number.
const RESTART_STREAM: u64 = u64::MAX;

/// The specimens or walkers of an island.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Population<G, F> {
    /// The specimens, best first; empty on an island of walkers.
    pub members: Vec<Specimen<G, F>>,
    /// The best fitness in order (with its tie-break) of a child since the last restart; `None`
    /// before the first child.
    pub best: Option<(F, u64)>,
    /// The generation that proposed the child with the best fitness, or the generation of the last
    /// restart. In a search by dominance, the latest generation with a child that no specimen of
    /// the population covered.
    pub improved: u64,
    /// Before this generation, an island that was restarted breeds only from its own population.
    /// The island receives migrants again only after this generation.
    pub isolated_until: u64,
    /// Whether the next generation consists of random specimens instead of children.
    pub fresh: bool,
    /// The walkers of a simple search for comparison, which has walkers instead of specimens.
    pub walkers: Vec<Walker<G, F>>,
    /// The elites whose neighbours are still to be proposed, the best first.
    pub polish: Vec<PolishJob<G, F>>,
}

impl<G: Clone, F: FitnessValue> Population<G, F> {
    /// The population before the first generation, with the given number of walkers.
    pub(super) fn new(walkers: usize) -> Self {
        Population {
            walkers: (0..walkers).map(|_| Walker::new()).collect(),
            members: Vec::new(),
            best: None,
            improved: 0,
            isolated_until: 0,
            fresh: true,
            polish: Vec::new(),
        }
    }

    /// All specimens of the population: its members, and the current specimens of its walkers.
    pub fn specimens(&self) -> impl Iterator<Item = &Specimen<G, F>> {
        let walkers = self.walkers.iter().filter_map(|w| w.at.as_ref());
        self.members.iter().chain(walkers)
    }

    /// Adds the children of a generation, and keeps the fittest specimens.
    pub(super) fn absorb(
        &mut self,
        settings: &Settings,
        children: Vec<Specimen<G, F>>,
        (island, generation): (usize, u64),
        comparison: Comparison,
    ) {
        let by_dominance = front::is_by_dominance(&children, comparison);
        if by_dominance && self.is_widened_by(&children) {
            self.improved = generation;
        }
        for child in &children {
            if self
                .best
                .as_ref()
                .is_none_or(|(f, tie)| (child.island_fitness(island), *tie) > (f, child.tie_break))
            {
                self.best = Some((child.island_fitness(island).clone(), child.tie_break));
                if !by_dominance {
                    self.improved = generation;
                }
            }
        }
        let mut all = std::mem::take(&mut self.members);
        all.extend(children);
        self.members = survivors(settings, all, island, comparison);
        self.fresh = false;
    }

    /// Whether a child is better in some component than each member, so that it is on a new front.
    fn is_widened_by(&self, children: &[Specimen<G, F>]) -> bool {
        let is_new = |child: &Specimen<G, F>| {
            let mut members = self.members.iter();
            !members.any(|member| front::covers(&member.fitness, &child.fitness))
        };
        children.iter().any(is_new)
    }

    /// Offers each step to its walker; returns whether a walker starts again.
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

    /// Whether the island had no better child for so long that a restart is due.
    pub(super) fn is_stagnant(&self, settings: &Settings, generation: u64) -> bool {
        settings.stagnation > 0 && generation - self.improved >= settings.stagnation
    }

    /// Restarts the island. The population becomes the best specimens of a few random cells of the
    /// archive, and the next generation consists of random specimens.
    pub(super) fn restart(
        &mut self,
        settings: &Settings,
        archive: &Archive<G, F>,
        (island, generation): (usize, u64),
        admits: impl Fn(&G) -> bool,
        comparison: Comparison,
    ) {
        let mut rng = stream(settings.seed, island as u64, generation, RESTART_STREAM);
        let mut cells: Vec<&[Specimen<G, F>]> = archive
            .cells()
            .map(|(_, elites)| elites)
            .filter(|elites| elites.first().is_some_and(|e| admits(&e.genome)))
            .collect();
        self.members.clear();
        while self.members.len() < settings.population / 8 && !cells.is_empty() {
            let elites = cells.swap_remove(below(&mut rng, cells.len()));
            let guest = elites.first().map(|e| Specimen {
                guest: true,
                ..e.clone()
            });
            self.members.extend(guest);
        }
        arrange(&mut self.members, island, comparison);
        self.best = None;
        self.improved = generation;
        self.isolated_until = generation + 1 + settings.isolation;
        self.fresh = true;
    }

    /// The least fitness with which a candidate gets a place in the population, or becomes its best
    /// specimen.
    pub(super) fn bar(
        &self,
        settings: &Settings,
        candidate: &Candidate<G>,
        cell: &[i64],
    ) -> Option<Bar<F>> {
        let (best, tie) = self.best.clone()?;
        let of_best = Bar::new(best, candidate.tie_break > tie);
        if self.members.len() < settings.population || !self.crowds_out(settings, cell) {
            return None;
        }
        // At equal fitness, the smaller size comes first; at equal size, the younger specimen comes
        // first.
        let worst = |a: &&Specimen<G, F>, b: &&Specimen<G, F>| {
            b.fitness
                .cmp(&a.fitness)
                .then(a.tie_break.cmp(&b.tie_break))
        };
        let worst = self.members.iter().max_by(worst)?;
        let ties = candidate.tie_break <= worst.tie_break;
        Some(of_best.or(Bar::new(worst.fitness.clone(), ties)))
    }

    /// Checks the population of the island with number `island` before a generation.
    pub(super) fn check<P: Problem<Genome = G>>(
        &self,
        expected: &Expected<P>,
        island: usize,
        generation: u64,
    ) -> Result<(), StateError> {
        let settings = expected.settings;
        let size = self.members.len();
        at_most("the size of the population", size, settings.population)?;
        let walkers = Walker::<G, F>::count(settings.method(island), settings);
        equal("the number of walkers", self.walkers.len(), walkers)?;
        at_most("the queue of elites", self.polish.len(), QUEUE)?;
        let improved = self.improved;
        at_most("the generation of an improvement", improved, generation)?;
        let isolated = generation.saturating_add(settings.isolation + 1);
        at_most("the end of the isolation", self.isolated_until, isolated)?;
        let waiting = self.polish.iter().map(|job| &job.elite);
        let ahead = self
            .walkers
            .iter()
            .filter_map(|walker| walker.ahead.as_ref());
        for specimen in self.specimens().chain(waiting).chain(ahead) {
            expected.specimen(specimen, generation)?;
        }
        for walker in &self.walkers {
            at_most("the start of a walker", walker.since, generation)?;
        }
        let nexts = self.polish.iter().map(|job| job.next);
        let most = expected.problem.neighbourhoods();
        for next in nexts.chain(self.walkers.iter().map(|walker| walker.next)) {
            at_most("a neighbourhood", next.neighbourhood, most)?;
        }
        match &self.best {
            // An island with an objective of its own compares another fitness.
            Some((fitness, _)) if expected.objectives == 0 => expected.fitness(fitness),
            _ => Ok(()),
        }
    }

    /// Whether a child that is less fit than the whole population certainly does not survive. This
    /// holds if its cell is crowded, or if no cell has more specimens in the population than the
    /// crowd size.
    fn crowds_out(&self, settings: &Settings, cell: &[i64]) -> bool {
        let mut sizes: BTreeMap<&[i64], usize> = BTreeMap::new();
        for specimen in &self.members {
            *sizes.entry(&specimen.cell).or_default() += 1;
        }
        let most = settings.crowd_size();
        sizes.get(cell).is_some_and(|&n| n >= most) || sizes.values().all(|&n| n <= most)
    }
}

/// The specimens that survive of parents and children, without repeated keys. The elites come
/// first. The others follow by merit while their cells are not crowded, then the specimens of
/// crowded cells. In a search by dominance, the first specimens by front and distance survive.
fn survivors<G: Clone, F: FitnessValue>(
    settings: &Settings,
    mut all: Vec<Specimen<G, F>>,
    island: usize,
    comparison: Comparison,
) -> Vec<Specimen<G, F>> {
    all.sort_by(|a, b| a.by_island_fitness_and_youth(b, island));
    let mut keys = FxHashSet::default();
    all.retain(|s| keys.insert(s.key));
    if front::is_by_dominance(&all, comparison) {
        arrange(&mut all, island, comparison);
        all.truncate(settings.population);
        return all;
    }
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
    kept.sort_by(|a, b| a.by_island_fitness_and_youth(b, island));
    kept
}
