//! Breeding: chooses parents and applies operators. Breeding changes no state, so the slots of a
//! generation can be bred in parallel.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use smallvec::SmallVec;

use super::archive::Visits;
use super::problem::{Operator, Place, Problem, Walk};
use super::selection::select;
use super::settings::{Emission, Method};
use super::specimen::{Cell, FitnessValue, OperatorStep, Pick, Specimen};
use super::state::IslandState;
use super::stream::{below, chance};
use super::walk::Walker;

/// The greatest number of operators in a chain after the first operator.
const FURTHER_STEPS: usize = 3;

/// A new genome with its origin, before it is known whether the island has proposed it before.
pub(super) struct Child<G> {
    pub genome: G,
    pub key: u128,
    pub operators: Vec<usize>,
    pub parents: Vec<u64>,
    pub lineage: Vec<OperatorStep>,
    pub pick: Option<Pick>,
    /// The number of genomes that the walk to it looked at; 0 for a child that was bred.
    pub steps: u64,
}

/// The operators that one attempt tried, each with a flag that says whether the operator applied.
pub(super) type TriedOperators = SmallVec<[(usize, bool); 4]>;

/// A cell of the archive, with counts of the children that were bred from it.
struct EmitterCell<'a, G, F> {
    cell: &'a Cell,
    elites: &'a [Specimen<G, F>],
    visits: Visits,
}

/// A parent. The second part is the cell that the parent was picked from; `None` for a parent from
/// the population.
type Parent<'a, G, F> = (&'a Specimen<G, F>, Option<Pick>);

/// The number of random cells from which an emitter (a rule that picks cells) picks the best by its
/// rule.
const CONTEST: usize = 4;

/// Breeds the children of an island's next generation.
pub(super) struct Breeder<'a, P: Problem, F> {
    pub problem: &'a P,
    pub state: &'a IslandState<P::Genome, F>,
    operators: &'a [Operator],
    cells: Vec<EmitterCell<'a, P::Genome, F>>,
    frontier: Vec<&'a Specimen<P::Genome, F>>,
    /// The probability of each operator that breeds, in units of 1 /
    /// [`RATE_UNIT`](super::RATE_UNIT).
    rates: Vec<u64>,
    /// The probability of each operator that walks, in the same units.
    walk_rates: Vec<u64>,
    emitter_rates: Vec<u64>,
}

impl<'a, P: Problem, F: FitnessValue> Breeder<'a, P, F> {
    /// A breeder for the next generation of an island.
    pub fn new(problem: &'a P, state: &'a IslandState<P::Genome, F>) -> Self {
        let archive = &state.archive;
        let cells = archive.cells().map(|(cell, elites)| EmitterCell {
            cell,
            elites,
            visits: archive.visits(cell),
        });
        let floor = state.settings.operator_floor;
        let rates = match state.method() {
            Method::Evolve => state.credit.rates(floor),
            _ => state.credit.without_outcomes().rates(floor),
        };
        let those_that = |walk: bool| -> Vec<u64> {
            let allowed = |(i, &rate)| {
                let is_allowed = problem.is_walk(i) == walk && problem.allows(state.index, i);
                if is_allowed { rate } else { 0 }
            };
            rates.iter().enumerate().map(allowed).collect()
        };
        Breeder {
            problem,
            state,
            operators: problem.operators(),
            cells: cells.collect(),
            frontier: archive.frontier().collect(),
            rates: those_that(false),
            walk_rates: those_that(true),
            emitter_rates: state.emitters.rates(floor),
        }
    }

    /// The island and the next generation, for which the children are bred.
    pub fn place(&self) -> Place {
        Place {
            island: self.state.index,
            generation: self.state.generation,
        }
    }

    /// Makes a child without parents from a start genome or a random genome.
    pub fn unbred(&self, genome: P::Genome) -> Child<P::Genome> {
        self.bred(genome, Vec::new(), &[])
    }

    /// Makes a child of the given parents. Its lineage continues the lineage of the first parent.
    pub fn bred(
        &self,
        genome: P::Genome,
        operators: Vec<usize>,
        parents: &[&Specimen<P::Genome, F>],
    ) -> Child<P::Genome> {
        let lineage = parents
            .first()
            .map(|p| p.extended_lineage(&operators, self.state.generation));
        Child {
            key: self.problem.key(&genome),
            genome,
            operators,
            parents: parents.iter().map(|p| p.id).collect(),
            lineage: lineage.unwrap_or_default(),
            pick: None,
            steps: 0,
        }
    }

    /// Whether the island walks.
    pub fn walks(&self) -> bool {
        self.state.method() == Method::Evolve && self.walk_rates.iter().any(|&rate| rate > 0)
    }

    /// Makes a child by a walk from one of the best specimens of each size, or from elsewhere.
    pub fn walk(
        &self,
        rng: &mut ChaCha8Rng,
        tried: &mut TriedOperators,
    ) -> Option<Child<P::Genome>> {
        let operator = drawn(&self.walk_rates, rng)?;
        let elites: Vec<&P::Genome> = self.frontier.iter().map(|elite| &elite.genome).collect();
        let walk = self.problem.walk(self.place(), operator, &elites, rng);
        tried.push((operator, walk.is_some()));
        let Walk {
            genome,
            from,
            steps,
        } = walk?;
        let parents: Vec<_> = from.map(|place| self.frontier[place]).into_iter().collect();
        let child = self.bred(genome, vec![operator], &parents);
        Some(Child { steps, ..child })
    }

    /// Makes a child with a random genome.
    pub fn random(&self, rng: &mut ChaCha8Rng) -> Child<P::Genome> {
        self.unbred(self.problem.random(self.place(), rng))
    }

    /// Breeds a child of a parent from the archive or from the population. With probability
    /// `immigrant_share` the child has a random genome instead.
    pub fn breed(
        &self,
        rng: &mut ChaCha8Rng,
        tried: &mut TriedOperators,
    ) -> Option<Child<P::Genome>> {
        let immigrant = chance(rng, self.state.settings.immigrant_share);
        let parent = if immigrant || self.operators.is_empty() {
            None
        } else {
            self.parent(rng)
        };
        let Some((first, pick)) = parent else {
            return Some(self.random(rng));
        };
        let child = self.child(first, FURTHER_STEPS, rng, tried)?;
        Some(Child { pick, ..child })
    }

    /// Makes a child by one operator from the specimen of a walker. If the walker has no specimen,
    /// the child has a random genome.
    pub fn step(
        &self,
        walker: &'a Walker<P::Genome, F>,
        rng: &mut ChaCha8Rng,
        tried: &mut TriedOperators,
    ) -> Option<Child<P::Genome>> {
        match &walker.at {
            Some(at) => self.child(at, 0, rng, tried),
            None => Some(self.random(rng)),
        }
    }

    /// Makes a child by one operator. Up to `further` more operators follow, each with probability
    /// `further_step`.
    fn child(
        &self,
        first: &'a Specimen<P::Genome, F>,
        further: usize,
        rng: &mut ChaCha8Rng,
        tried: &mut TriedOperators,
    ) -> Option<Child<P::Genome>> {
        let mut parents = vec![first];
        let (mut genome, operator) = self.vary(&first.genome, &mut parents, rng, tried)?;
        let mut operators = vec![operator];
        for _ in 0..further {
            if !chance(rng, self.state.settings.further_step) {
                break;
            }
            if let Some((varied, operator)) = self.vary(&genome, &mut parents, rng, tried) {
                genome = varied;
                operators.push(operator);
            }
        }
        Some(self.bred(genome, operators, &parents))
    }

    /// Applies an operator that is drawn by its rate, and returns the operator's index with the
    /// result. A crossover also adds its other parent to `parents`.
    fn vary(
        &self,
        genome: &P::Genome,
        parents: &mut Vec<&'a Specimen<P::Genome, F>>,
        rng: &mut ChaCha8Rng,
        tried: &mut TriedOperators,
    ) -> Option<(P::Genome, usize)> {
        let operator = drawn(&self.rates, rng)?;
        let place = self.place();
        let child = if self.operators[operator].parents < 2 {
            self.problem.vary(place, operator, &[genome], rng)
        } else {
            let other = self.other_parent(parents, rng);
            let child = other.and_then(|o| {
                let both = [genome, &o.genome];
                self.problem.vary(place, operator, &both, rng)
            });
            parents.extend(other.filter(|_| child.is_some()));
            child
        };
        tried.push((operator, child.is_some()));
        Some((child?, operator))
    }

    /// Draws a parent, either from the archive, together with its cell, or from the population by
    /// rank.
    fn parent(&self, rng: &mut ChaCha8Rng) -> Option<Parent<'a, P::Genome, F>> {
        let settings = &self.state.settings;
        let home = &self.state.population;
        // Slots for random specimens were drawn before, so the share refers to the remaining slots.
        let share = settings.archive_parent_share / (1.0 - settings.immigrant_share);
        let isolated = self.state.generation < home.isolated_until;
        let from_archive = (chance(rng, share) && !isolated) || home.members.is_empty();
        if from_archive && !self.cells.is_empty() {
            return Some(self.emit(rng));
        }
        let n = home.members.len();
        (n > 0).then(|| (&home.members[select(settings, n, rng)], None))
    }

    /// Draws an elite of a cell that an emitter (a rule that picks cells) picks. The archive must
    /// not be empty.
    fn emit(&self, rng: &mut ChaCha8Rng) -> Parent<'a, P::Genome, F> {
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

    /// Draws a parent whose key differs from the keys of the given parents, in at most four
    /// attempts.
    fn other_parent(
        &self,
        parents: &[&'a Specimen<P::Genome, F>],
        rng: &mut ChaCha8Rng,
    ) -> Option<&'a Specimen<P::Genome, F>> {
        let is_new = |other: &&Specimen<P::Genome, F>| parents.iter().all(|p| p.key != other.key);
        let walkers = &self.state.population.walkers;
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

/// The share of a cell's children that became the best of a cell, in units of 2^-32. The share
/// counts two more children, one of them a success, so that a cell without children has the share
/// 1/2.
fn promise(visits: Visits) -> u64 {
    let (paid, picked) = (u128::from(visits.paid), u128::from(visits.picked));
    (((paid + 1) << 32) / (picked + 2)) as u64
}

/// Draws an index with probability proportional to its rate; `None` if all rates are 0. The sum of
/// the rates is at most [`RATE_UNIT`](super::RATE_UNIT).
fn drawn(rates: &[u64], rng: &mut ChaCha8Rng) -> Option<usize> {
    let total: u64 = rates.iter().sum();
    // A draw of 32 bits, scaled down to a number below the total.
    let mut draw = ((u128::from(rng.next_u32()) * u128::from(total)) >> 32) as u64;
    for (i, &rate) in rates.iter().enumerate() {
        if draw < rate {
            return Some(i);
        }
        draw -= rate;
    }
    None
}
