//! The bar: how fit a candidate has to be to change anything.
//!
//! What the state is when a generation is asked decides it. While the generation is told the bar only
//! rises: archive, frontier and the best of an island get better, and other children crowd a
//! candidate out of its population, never in. So what is below the bar may as well not be looked at.

use std::collections::BTreeMap;

use super::engine::EngineState;
use super::island::Island;
use super::settings::{Method, Settings};
use super::specimen::{Candidate, Fitness, Specimen};

/// The least fitness that changes something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bar<F> {
    /// Whatever is less fit than this changes nothing.
    pub fitness: F,
    /// Whether what is just as fit may.
    pub ties: bool,
}

impl<F: Ord> Bar<F> {
    /// A bar for what has to be fitter than another, or as fit if `ties`.
    pub fn new(fitness: F, ties: bool) -> Bar<F> {
        Bar { fitness, ties }
    }

    /// Whether a fitness is below it.
    pub fn is_above(&self, fitness: &F) -> bool {
        *fitness < self.fitness || *fitness == self.fitness && !self.ties
    }

    /// The lower of two bars.
    pub fn or(self, other: Bar<F>) -> Bar<F> {
        match self.fitness.cmp(&other.fitness) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => {
                let ties = self.ties || other.ties;
                Bar { ties, ..self }
            }
        }
    }
}

impl<G: Clone, F: Fitness> EngineState<G, F> {
    /// The bar for a candidate that belongs into `cell`: nothing where any fitness changes something.
    ///
    /// Specimens must go by their fitness alone: where islands have objectives of their own there is no
    /// such bar.
    pub fn bar(&self, candidate: &Candidate<G>, cell: &[i64]) -> Option<Bar<F>> {
        let settings = &self.settings;
        if candidate.walker.is_some() || self.method() != Method::Evolve {
            return None;
        }
        let archive = self.archive.bar(candidate, cell, settings.population)?;
        let population = self.island.bar(settings, candidate, cell)?;
        Some(archive.or(population))
    }
}

impl<G: Clone, F: Fitness> Island<G, F> {
    /// The bar for the population, and for the island's best.
    fn bar(&self, settings: &Settings, candidate: &Candidate<G>, cell: &[i64]) -> Option<Bar<F>> {
        let (best, tie) = self.best.clone()?;
        let of_best = Bar::new(best, candidate.tie_break > tie);
        if self.population.len() < settings.population || !self.crowds_out(settings, cell) {
            return None;
        }
        // of what is as fit, the smaller comes first, and then the younger
        let worst = |a: &&Specimen<G, F>, b: &&Specimen<G, F>| {
            b.fitness
                .cmp(&a.fitness)
                .then(a.tie_break.cmp(&b.tie_break))
        };
        let worst = self.population.iter().max_by(worst)?;
        let ties = candidate.tie_break <= worst.tie_break;
        Some(of_best.or(Bar::new(worst.fitness.clone(), ties)))
    }

    /// Whether a child that is less fit than the whole population does not survive: either its cell is
    /// crowded, or no place is filled from crowded cells.
    fn crowds_out(&self, settings: &Settings, cell: &[i64]) -> bool {
        let mut sizes: BTreeMap<&[i64], usize> = BTreeMap::new();
        for specimen in &self.population {
            *sizes.entry(&specimen.cell).or_default() += 1;
        }
        let most = settings.crowd_size();
        sizes.get(cell).is_some_and(|&n| n >= most) || sizes.values().all(|&n| n <= most)
    }
}
