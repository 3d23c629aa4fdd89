//! Making children: parents are chosen, operators applied. Nothing here changes state, so that
//! the slots of a generation can be worked on in parallel.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use smallvec::SmallVec;

use super::archive::Visits;
use super::engine::EngineState;
use super::problem::{Operator, Place, Problem};
use super::selection::select;
use super::settings::{Emission, Method};
use super::specimen::{Cell, Fitness, Pick, Specimen, Step};
use super::stream::{below, chance};
use super::walk::Walker;

/// How often at most a child is varied further.
const FURTHER_STEPS: usize = 3;

/// A child that was not compared yet with what was asked before.
pub(super) struct Draft<G> {
    pub genome: G,
    pub key: u128,
    pub operators: Vec<usize>,
    pub parents: Vec<u64>,
    pub lineage: Vec<Step>,
    pub pick: Option<Pick>,
}

/// An attempt at a child, and the operators tried in it: did they apply?
pub(super) struct Attempt<G> {
    pub draft: Option<Draft<G>>,
    pub tried: SmallVec<[(usize, bool); 4]>,
}

/// A child in the making: its genome, and what went into it.
struct Making<'a, G, F> {
    operators: Vec<usize>,
    parents: Vec<&'a Specimen<G, F>>,
    tried: SmallVec<[(usize, bool); 4]>,
}

/// A cell of the archive, as emitters see it.
struct Source<'a, G, F> {
    cell: &'a Cell,
    elites: &'a [Specimen<G, F>],
    visits: Visits,
}

/// A parent, and the cell that it was picked from.
type Picked<'a, G, F> = (&'a Specimen<G, F>, Option<Pick>);

/// Of how many cells an emitter picks one.
const CONTEST: usize = 4;

/// Makes children.
pub(super) struct Nursery<'a, P: Problem, F> {
    pub problem: &'a P,
    pub state: &'a EngineState<P::Genome, F>,
    operators: &'a [Operator],
    cells: Vec<Source<'a, P::Genome, F>>,
    frontier: Vec<&'a Specimen<P::Genome, F>>,
    /// The rates of the operators.
    rates: Vec<u64>,
    emitter_rates: Vec<u64>,
}

impl<'a, P: Problem, F: Fitness> Nursery<'a, P, F> {
    /// A nursery for the next generation of a state.
    pub fn new(problem: &'a P, state: &'a EngineState<P::Genome, F>) -> Self {
        let archive = &state.archive;
        let cells = archive.cells().map(|(cell, elites)| Source {
            cell,
            elites,
            visits: archive.visits(cell),
        });
        let floor = state.settings.operator_floor;
        let rates = match state.method() {
            Method::Evolve => state.credit.rates(floor),
            _ => state.credit.without_outcomes().rates(floor),
        };
        let allowed = |(i, &rate)| match problem.allows(state.index, i) {
            true => rate,
            false => 0,
        };
        Nursery {
            problem,
            state,
            operators: problem.operators(),
            cells: cells.collect(),
            frontier: archive.frontier().collect(),
            rates: rates.iter().enumerate().map(allowed).collect(),
            emitter_rates: state.emitters.rates(floor),
        }
    }

    /// The place of the next generation.
    pub fn place(&self) -> Place {
        Place {
            island: self.state.index,
            generation: self.state.generation,
        }
    }

    /// A child without parents.
    pub fn unbred(&self, genome: P::Genome) -> Draft<P::Genome> {
        let key = self.problem.key(&genome);
        Draft {
            genome,
            key,
            operators: Vec::new(),
            parents: Vec::new(),
            lineage: Vec::new(),
            pick: None,
        }
    }

    /// A child of the given parents, of which the lineage follows the first.
    pub fn bred(
        &self,
        genome: P::Genome,
        operators: Vec<usize>,
        parents: &[&Specimen<P::Genome, F>],
    ) -> Draft<P::Genome> {
        let key = self.problem.key(&genome);
        let lineage = parents
            .first()
            .map(|p| p.extended_lineage(&operators, self.state.generation));
        let parents = parents.iter().map(|p| p.id).collect();
        Draft {
            genome,
            key,
            operators,
            parents,
            lineage: lineage.unwrap_or_default(),
            pick: None,
        }
    }

    /// A fresh specimen.
    pub fn random(&self, rng: &mut ChaCha8Rng) -> Attempt<P::Genome> {
        let draft = Some(self.unbred(self.problem.random(self.place(), rng)));
        Attempt {
            draft,
            tried: SmallVec::new(),
        }
    }

    /// A child of the archive or the population, or now and then a fresh specimen.
    pub fn breed(&self, rng: &mut ChaCha8Rng) -> Attempt<P::Genome> {
        let immigrant = chance(rng, self.state.settings.immigrant_share);
        let parent = if immigrant || self.operators.is_empty() {
            None
        } else {
            self.parent(rng)
        };
        let Some((first, pick)) = parent else {
            return self.random(rng);
        };
        let mut attempt = self.child(first, true, rng);
        if let Some(draft) = &mut attempt.draft {
            draft.pick = pick;
        }
        attempt
    }

    /// A step of a walker, or its beginning.
    pub fn step(
        &self,
        walker: &'a Walker<P::Genome, F>,
        rng: &mut ChaCha8Rng,
    ) -> Attempt<P::Genome> {
        match &walker.at {
            Some(at) => self.child(at, false, rng),
            None => self.random(rng),
        }
    }

    /// A child by one operator, and now and then by `further` ones.
    fn child(
        &self,
        first: &'a Specimen<P::Genome, F>,
        further: bool,
        rng: &mut ChaCha8Rng,
    ) -> Attempt<P::Genome> {
        let mut making = Making {
            operators: Vec::new(),
            parents: vec![first],
            tried: SmallVec::new(),
        };
        let Some(mut genome) = self.vary(&first.genome, &mut making, rng) else {
            return Attempt {
                draft: None,
                tried: making.tried,
            };
        };
        for _ in 0..FURTHER_STEPS {
            if !further || !chance(rng, self.state.settings.further_step) {
                break;
            }
            if let Some(further) = self.vary(&genome, &mut making, rng) {
                genome = further;
            }
        }
        let Making {
            operators,
            parents,
            tried,
        } = making;
        Attempt {
            draft: Some(self.bred(genome, operators, &parents)),
            tried,
        }
    }

    /// Applies an operator chosen by its rate; if it applies, notes it and the other parent.
    fn vary(
        &self,
        genome: &P::Genome,
        making: &mut Making<'a, P::Genome, F>,
        rng: &mut ChaCha8Rng,
    ) -> Option<P::Genome> {
        let operator = drawn(&self.rates, rng)?;
        let place = self.place();
        let child = if self.operators[operator].parents < 2 {
            self.problem.vary(place, operator, &[genome], rng)
        } else {
            let other = self.other_parent(&making.parents, rng);
            let child = other.and_then(|o| {
                self.problem
                    .vary(place, operator, &[genome, &o.genome], rng)
            });
            making.parents.extend(other.filter(|_| child.is_some()));
            child
        };
        making.tried.push((operator, child.is_some()));
        making.operators.extend(child.is_some().then_some(operator));
        child
    }

    /// A parent from the archive, with the cell that it was picked from, or from the population
    /// by merit.
    fn parent(&self, rng: &mut ChaCha8Rng) -> Option<Picked<'a, P::Genome, F>> {
        let settings = &self.state.settings;
        let home = &self.state.island;
        // Immigrants were drawn already, so the share is one of what is left.
        let share = settings.archive_parent_share / (1.0 - settings.immigrant_share);
        let isolated = self.state.generation < home.isolated_until;
        let from_archive = (chance(rng, share) && !isolated) || home.population.is_empty();
        if from_archive && !self.cells.is_empty() {
            return Some(self.emit(rng));
        }
        let n = home.population.len();
        (n > 0).then(|| (&home.population[select(settings, n, rng)], None))
    }

    /// An elite of a cell that an emitter picks. The archive is not empty.
    fn emit(&self, rng: &mut ChaCha8Rng) -> Picked<'a, P::Genome, F> {
        let emission = self.state.settings.emission;
        let fixed = Emission::EMITTERS.iter().position(|&e| e == emission);
        let emitter = fixed
            .or_else(|| drawn(&self.emitter_rates, rng))
            .unwrap_or(0);
        let pick = |cell: &Cell| {
            let cell = cell.clone();
            Some(Pick { emitter, cell })
        };
        if Emission::EMITTERS[emitter] == Emission::Frontier {
            let elite = self.frontier[below(rng, self.frontier.len())];
            return (elite, pick(&elite.cell));
        }
        let mut best = &self.cells[below(rng, self.cells.len())];
        for _ in 1..CONTEST {
            let other = &self.cells[below(rng, self.cells.len())];
            let wins = match Emission::EMITTERS[emitter] {
                Emission::Novelty => other.visits.picked < best.visits.picked,
                Emission::Promise => promise(other.visits) > promise(best.visits),
                Emission::Merit => other.elites[0].by_merit(&best.elites[0]).is_lt(),
                _ => false,
            };
            if wins {
                best = other;
            }
        }
        (&best.elites[below(rng, best.elites.len())], pick(best.cell))
    }

    /// A parent that is not yet among the parents, if a few draws find one.
    fn other_parent(
        &self,
        parents: &[&'a Specimen<P::Genome, F>],
        rng: &mut ChaCha8Rng,
    ) -> Option<&'a Specimen<P::Genome, F>> {
        let is_new = |other: &&Specimen<P::Genome, F>| parents.iter().all(|p| p.key != other.key);
        let walkers = &self.state.island.walkers;
        (0..4).find_map(|_| {
            let other = if walkers.is_empty() {
                self.parent(rng).map(|(other, _)| other)
            } else {
                walkers[below(rng, walkers.len())].at.as_ref()
            };
            other.filter(is_new)
        })
    }
}

/// The share of a cell's children that paid, in units of 2^-32, as if two more children had paid
/// half of the time.
fn promise(visits: Visits) -> u64 {
    ((visits.paid + 1) << 32) / (visits.picked + 2)
}

/// A draw by rates that add up to at most [`RATE_UNIT`](super::RATE_UNIT); `None` if they are all
/// 0. Rates that add up to less than the unit are scaled.
fn drawn(rates: &[u64], rng: &mut ChaCha8Rng) -> Option<usize> {
    let total: u64 = rates.iter().sum();
    // 32 bits are one of RATE_UNIT numbers, scaled down to one below the total
    let mut draw = ((u128::from(rng.next_u32()) * u128::from(total)) >> 32) as u64;
    for (i, &rate) in rates.iter().enumerate() {
        if draw < rate {
            return Some(i);
        }
        draw -= rate;
    }
    None
}
