//! Walkers: simple searches with the same moves, for comparison with the evolutionary search.
//!
//! Hill climbing and simulated annealing use one walker for each place of the population. Each
//! walker takes one random step in a generation, and starts again from a random specimen when it is
//! stuck. Climbing accepts a step to an equal or better fitness. Annealing (Kirkpatrick, Gelatt and
//! Vecchi 1983) also accepts a step that loses `d`, with probability `2^(-d / t)`; the temperature
//! `t` falls linearly from [`HOT`] to 0 over `stagnation` generations. Greedy look-ahead has a
//! single walker. This walker proposes all neighbours of its specimen, moves to the best neighbour,
//! and starts again when no neighbour is better.
//!
//! Islands of walkers do not propose a specimen twice, either. So a walker never goes back. This
//! rule can only help a walker.

use serde::{Deserialize, Serialize};

use super::polish::Neighbour;
use super::settings::{Method, Settings};
use super::specimen::{FitnessValue, Specimen};
use super::stream::{stream, surprise};

/// The loss that annealing accepts with probability 1/2 in its first step.
const HOT: f64 = 1.0;
/// The bit that distinguishes the random streams for accepting a step from other streams.
const ACCEPT_STREAM: u64 = 1 << 63;

/// A searcher that holds one specimen and changes it step by step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Walker<G, F> {
    /// The current specimen; `None` before the walker starts.
    pub at: Option<Specimen<G, F>>,
    /// The generation in which the walker started, or in which it last improved.
    pub since: u64,
    /// For the look-ahead method: the next neighbour to propose.
    pub next: Neighbour,
    /// For the look-ahead method: the best neighbour found so far.
    pub ahead: Option<Specimen<G, F>>,
}

impl<G: Clone, F: FitnessValue> Walker<G, F> {
    /// A walker without a specimen, which starts at its first step.
    pub(super) fn new() -> Self {
        Walker {
            at: None,
            since: 0,
            next: Neighbour::default(),
            ahead: None,
        }
    }

    /// The number of walkers of an island; 0 for methods without walkers.
    pub(super) fn count(method: Method, settings: &Settings) -> usize {
        match method {
            Method::Evolve | Method::Random => 0,
            Method::LookAhead => 1,
            Method::Climb | Method::Anneal => settings.population,
        }
    }

    /// Offers a step to a walker, whose method accepts or rejects it.
    pub(super) fn offer(
        &mut self,
        settings: &Settings,
        step: Specimen<G, F>,
        (island, walker, generation): (usize, usize, u64),
    ) {
        let Some(at) = &self.at else {
            self.begin(step, generation);
            return;
        };
        let (new, old) = (step.island_fitness(island), at.island_fitness(island));
        match settings.method(island) {
            Method::LookAhead => {
                let is_ahead = |best: &Specimen<G, F>| new > best.island_fitness(island);
                if self.ahead.as_ref().is_none_or(is_ahead) {
                    self.ahead = Some(step);
                }
            }
            _ if new > old => self.begin(step, generation),
            Method::Anneal => {
                let address = ACCEPT_STREAM | walker as u64;
                let mut rng = stream(settings.seed, island as u64, generation, address);
                let age = (generation - self.since) as f64 / settings.stagnation.max(1) as f64;
                if old.lead(new) <= HOT * (1.0 - age).max(0.0) * surprise(&mut rng) {
                    self.at = Some(step);
                }
            }
            _ if new == old => self.at = Some(step),
            _ => {}
        }
    }

    fn begin(&mut self, at: Specimen<G, F>, generation: u64) {
        *self = Walker {
            at: Some(at),
            since: generation,
            ..Walker::new()
        };
    }

    /// Ends a generation of a walker. Returns whether the walker was stuck and starts again. `next`
    /// is the next neighbour for the look-ahead method; `None` when all neighbours were proposed.
    pub(super) fn end(
        &mut self,
        settings: &Settings,
        next: Option<Neighbour>,
        (island, generation): (usize, u64),
    ) -> bool {
        let Some(at) = &self.at else { return false };
        if self.since == generation {
            return false;
        }
        if settings.method(island) == Method::LookAhead {
            if let Some(next) = next {
                self.next = next;
                return false;
            }
            if let Some(ahead) = self
                .ahead
                .take_if(|a| a.island_fitness(island) > at.island_fitness(island))
            {
                self.begin(ahead, generation);
                return false;
            }
        } else if settings.stagnation == 0 || generation - self.since < settings.stagnation {
            return false;
        }
        *self = Walker::new();
        true
    }
}
