//! Migration: islands send each other copies of good specimens.
//!
//! The default policy is Multikulti (Araujo, Guervós, Mora and Cotta, GECCO 2009). From the better
//! half of its neighbours' populations, the receiver takes the specimens that differ most from its
//! own. The difference of a specimen is the distance of its cell to the nearest cell of the
//! receiver. Copies do not migrate again. The other policies take the best specimens or random
//! specimens, and are for comparison.
//!
//! An island also offers the elites that it found since the last migration; they enter the
//! receiver's archive. All islands make their offers before any island receives. So an epoch (the
//! generations between two migrations) depends on other islands only through the offers that the
//! island received.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::ancestors::Ancestors;
use super::check::{Expected, StateError, equal};
use super::front::{Comparison, arrange};
use super::problem::{Place, Problem};
use super::report::Migration;
use super::settings::{Method, Policy};
use super::specimen::{FitnessValue, Specimen};
use super::state::IslandState;
use super::stream::stream;
use rand::Rng;

/// The number that stands for the specimen in the address of the random stream for migrations. No
/// specimen has this number.
const MIGRATION_STREAM: u64 = u64::MAX - 1;

/// The offer of an island to other islands at the end of an epoch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer<G, F> {
    /// The number of the island that makes the offer.
    pub from: usize,
    /// The better half of the island's population, the best first, without copies from other
    /// islands.
    pub population: Vec<Specimen<G, F>>,
    /// The elites in the island's archive that the island proposed in its latest epoch, except for
    /// those in `population`.
    pub elites: Vec<Specimen<G, F>>,
    /// The genomes of the latest ancestors of the offered specimens.
    pub ancestors: Ancestors<G>,
    /// The keys that the island proposed in its latest epoch. The receiver need not propose them
    /// again.
    pub keys: Vec<u64>,
}

impl<G: Clone, F: FitnessValue> Offer<G, F> {
    /// The offer of an island; `asked` are the keys that it proposed in its latest epoch.
    pub(super) fn of(state: &IslandState<G, F>, asked: Vec<u64>) -> Offer<G, F> {
        let population = &state.population.members;
        let better_half = &population[..population.len().div_ceil(2)];
        let population: Vec<_> = better_half.iter().filter(|s| !s.guest).cloned().collect();
        let mut keys: FxHashSet<u128> = population.iter().map(|s| s.key).collect();
        let since = state
            .generation
            .saturating_sub(state.settings.migration_every);
        let elites = state.archive.specimens();
        let elites: Vec<_> = elites
            .filter(|e| e.origin.island == state.index && e.origin.generation >= since)
            .filter(|e| keys.insert(e.key))
            .cloned()
            .collect();
        let ancestors = state.ancestors.of(population.iter().chain(&elites));
        Offer {
            from: state.index,
            population,
            elites,
            ancestors,
            keys: asked,
        }
    }

    /// All specimens of the offer: those of the population, then the elites.
    fn specimens(&self) -> impl Iterator<Item = &Specimen<G, F>> {
        self.population.iter().chain(&self.elites)
    }
}

impl<G: Clone, F: FitnessValue> Offer<G, F> {
    /// Checks the offer that an island makes before a generation.
    ///
    /// # Errors
    /// The first number that cannot be true.
    pub fn check<P: Problem<Genome = G>>(
        &self,
        expected: &Expected<P>,
        from: usize,
        generation: u64,
    ) -> Result<(), StateError> {
        equal("the island of the offer", self.from, from)?;
        for specimen in self.population.iter().chain(&self.elites) {
            expected.specimen(specimen, generation)?;
        }
        for genome in self.ancestors.genomes() {
            expected.genome(genome, "an ancestor")?;
        }
        Ok(())
    }
}

impl<G: Clone, F: FitnessValue> IslandState<G, F> {
    /// Adds the offered specimens to the archive. Unless the island is isolated after a restart,
    /// adds migrants to the population.
    pub(super) fn receive<P: Problem<Genome = G>>(&mut self, problem: &P, offers: &[&Offer<G, F>]) {
        let mut arrived = Vec::new();
        if self.method() == Method::Evolve {
            // The choice of migrants depends on the population before the migration.
            let migrants = if self.population.isolated_until < self.generation {
                self.chosen(problem, offers)
            } else {
                Vec::new()
            };
            for offer in offers {
                self.ancestors.extend(&offer.ancestors);
                let comparison = problem.comparison();
                offer.specimens().for_each(|s| self.learn(s, comparison));
            }
            arrived = self.settle(migrants, problem.comparison());
            self.forget_ancestors();
        }
        self.arrived = Some(arrived);
        self.asked_before = self.asked;
    }

    /// Adds a specimen of another island to the archive, and stores it as the best specimen if it
    /// is better.
    fn learn(&mut self, elite: &Specimen<G, F>, comparison: Comparison) {
        let best = self.best.as_ref();
        if best.is_none_or(|best| elite.by_merit_and_key(best).is_lt()) {
            self.best = Some(elite.clone());
        }
        self.archive.insert(elite, comparison);
    }

    /// Puts migrants into the population in place of its worst specimens.
    fn settle(
        &mut self,
        migrants: Vec<(usize, Specimen<G, F>)>,
        comparison: Comparison,
    ) -> Vec<Migration> {
        let to = self.index;
        let population = &mut self.population.members;
        let kept = self.settings.population.saturating_sub(migrants.len());
        population.truncate(kept.max(self.settings.elites));
        let mut log = Vec::new();
        for (from, migrant) in migrants {
            log.push(Migration {
                from,
                to,
                id: migrant.id,
            });
            population.push(migrant);
        }
        arrange(population, to, comparison);
        population.truncate(self.settings.population);
        log
    }

    /// Copies of the specimens that the policy chooses, each with its island of origin.
    fn chosen<P: Problem<Genome = G>>(
        &self,
        problem: &P,
        offers: &[&Offer<G, F>],
    ) -> Vec<(usize, Specimen<G, F>)> {
        let settings = &self.settings;
        let mut offered = self.offered(problem, offers);
        let mut taken = Vec::new();
        while taken.len() < settings.migrants.min(settings.population) && !offered.is_empty() {
            let farthest = |a: &usize, b: &usize| {
                let (a, b) = (&offered[*a], &offered[*b]);
                b.0.cmp(&a.0).then_with(|| a.2.by_merit_and_key(b.2))
            };
            let Some(best) = (0..offered.len()).min_by(farthest) else {
                break;
            };
            let (_, from, specimen) = offered.remove(best);
            if settings.policy == Policy::Different {
                for offer in &mut offered {
                    offer.0 = offer.0.min(distance(&offer.2.cell, &specimen.cell));
                }
            }
            let guest = Specimen {
                guest: true,
                ..specimen.clone()
            };
            taken.push((from, guest));
        }
        taken
    }

    /// The specimens that the island may take, each with its rank by the policy and the number of
    /// the island that offers it.
    fn offered<'a, P: Problem<Genome = G>>(
        &self,
        problem: &P,
        offers: &[&'a Offer<G, F>],
    ) -> Vec<(i128, usize, &'a Specimen<G, F>)> {
        let (to, generation) = (self.index as u64, self.generation - 1);
        let mut rng = stream(self.settings.seed, to, generation, MIGRATION_STREAM);
        let place = Place {
            island: self.index,
            generation: self.generation,
        };
        let home = &self.population.members;
        let mut keys: FxHashSet<u128> = home.iter().map(|s| s.key).collect();
        let mut offered = Vec::new();
        for offer in offers {
            for (place_in_offer, specimen) in offer.population.iter().enumerate() {
                if !problem.admits(place, &specimen.genome) || !keys.insert(specimen.key) {
                    continue;
                }
                let appeal = match self.settings.policy {
                    Policy::Different => {
                        let nearest = home.iter().map(|s| distance(&s.cell, &specimen.cell));
                        nearest.min().unwrap_or(0)
                    }
                    Policy::Best => match problem.comparison() {
                        Comparison::InOrder => 0, // ties are decided by merit
                        Comparison::ByDominance => -(place_in_offer as i128),
                    },
                    Policy::Random => i128::from(rng.next_u64()),
                };
                offered.push((appeal, offer.from, specimen));
            }
        }
        offered
    }
}

/// The sum of the absolute differences of two cells' coordinates.
fn distance(a: &[i64], b: &[i64]) -> i128 {
    a.iter()
        .zip(b)
        .map(|(&a, &b)| (i128::from(a) - i128::from(b)).abs())
        .sum()
}
