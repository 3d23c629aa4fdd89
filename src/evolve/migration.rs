//! Migration: islands exchange copies of what is good and different.
//!
//! Multikulti (Araujo, Guervós, Mora and Cotta, GECCO 2009): of the better half of its
//! neighbours' populations, the receiver takes what differs most from its own. Difference is
//! the distance of a cell to the nearest cell of the receiver. Copies do not migrate again.
//! Taking the best, or some at random, is there to compare with.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::island::Island;
use super::settings::{Method, Policy, Settings, Topology};
use super::specimen::{Fitness, Specimen};
use super::stream::stream;
use rand::Rng;

/// The address of an island's draws among what it is offered.
const MIGRATION_STREAM: u64 = u64::MAX - 1;

/// A copy that went from one island to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Migration {
    /// The island that it was copied from.
    pub from: usize,
    /// The island that received it.
    pub to: usize,
    /// The specimen.
    pub id: u64,
}

/// One migration between all islands at once: everyone sends what it had before anyone
/// received. An isolated island sends but does not receive.
pub(super) fn migrate<G: Clone, F: Fitness>(
    settings: &Settings,
    islands: &mut [Island<G, F>],
    generation: u64,
    admits: &dyn Fn(usize, &G) -> bool,
) -> Vec<Migration> {
    let open = |to: &usize| {
        islands[*to].isolated_until <= generation && settings.method(*to) == Method::Evolve
    };
    let arrivals: Vec<_> = (0..islands.len())
        .filter(open)
        .map(|to| (to, chosen(settings, islands, (to, generation), admits)))
        .collect();
    let mut log = Vec::new();
    for (to, arrivals) in arrivals {
        let population = &mut islands[to].population;
        population.truncate(
            settings
                .population
                .saturating_sub(arrivals.len())
                .max(settings.elites),
        );
        for (from, migrant) in arrivals {
            log.push(Migration {
                from,
                to,
                id: migrant.id,
            });
            population.push(migrant);
        }
        population.sort_by(|a, b| a.by_drive_and_youth(b, to));
        population.truncate(settings.population);
    }
    log
}

/// The islands that send to one.
fn senders(topology: Topology, to: usize, islands: usize) -> Vec<usize> {
    match topology {
        _ if islands < 2 => Vec::new(),
        Topology::None => Vec::new(),
        Topology::Ring => vec![(to + islands - 1) % islands],
        Topology::Complete => (0..islands).filter(|&i| i != to).collect(),
    }
}

/// Copies of the migrants that one island takes, with the islands they come from.
fn chosen<G: Clone, F: Fitness>(
    settings: &Settings,
    islands: &[Island<G, F>],
    (to, generation): (usize, u64),
    admits: &dyn Fn(usize, &G) -> bool,
) -> Vec<(usize, Specimen<G, F>)> {
    let mut rng = stream(settings.seed, to as u64, generation, MIGRATION_STREAM);
    let home = &islands[to].population;
    let mut keys: FxHashSet<u128> = home.iter().map(|s| s.key).collect();
    let mut offers: Vec<(i128, usize, &Specimen<G, F>)> = Vec::new();
    for from in senders(settings.topology, to, islands.len()) {
        let population = &islands[from].population;
        let better_half = &population[..population.len().div_ceil(2)];
        for specimen in better_half.iter().filter(|s| !s.guest) {
            if admits(to, &specimen.genome) && keys.insert(specimen.key) {
                let appeal = match settings.policy {
                    Policy::Different => {
                        let nearest = home.iter().map(|s| distance(&s.cell, &specimen.cell));
                        nearest.min().unwrap_or(0)
                    }
                    Policy::Best => 0, // merit decides
                    Policy::Random => i128::from(rng.next_u64()),
                };
                offers.push((appeal, from, specimen));
            }
        }
    }
    let mut taken = Vec::new();
    while taken.len() < settings.migrants.min(settings.population) && !offers.is_empty() {
        let farthest = |a: &usize, b: &usize| {
            let (a, b) = (&offers[*a], &offers[*b]);
            b.0.cmp(&a.0).then_with(|| a.2.by_merit_and_key(b.2))
        };
        let Some(best) = (0..offers.len()).min_by(farthest) else {
            break;
        };
        let (_, from, specimen) = offers.remove(best);
        if settings.policy == Policy::Different {
            for offer in &mut offers {
                offer.0 = offer.0.min(distance(&offer.2.cell, &specimen.cell));
            }
        }
        taken.push((
            from,
            Specimen {
                guest: true,
                ..specimen.clone()
            },
        ));
    }
    taken
}

/// The sum of the differences of two cells' coordinates.
fn distance(a: &[i64], b: &[i64]) -> i128 {
    a.iter()
        .zip(b)
        .map(|(&a, &b)| (i128::from(a) - i128::from(b)).abs())
        .sum()
}
