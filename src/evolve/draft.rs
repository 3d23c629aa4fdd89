//! Making children: parents are chosen, operators applied. Nothing here changes state, so that
//! the slots of a generation can be worked on in parallel.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use smallvec::SmallVec;

use super::engine::EngineState;
use super::island::Island;
use super::problem::{Operator, Problem};
use super::selection::select;
use super::specimen::{Fitness, Specimen, Step};
use super::stream::{below, chance};

/// How often at most a child is varied further.
const FURTHER_STEPS: usize = 3;

/// A child that was not compared yet with what was asked before.
pub(super) struct Draft<G> {
    pub genome: G,
    pub key: u128,
    pub operators: Vec<usize>,
    pub parents: Vec<u64>,
    pub lineage: Vec<Step>,
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

/// Makes children.
pub(super) struct Nursery<'a, P: Problem, F> {
    pub problem: &'a P,
    pub state: &'a EngineState<P::Genome, F>,
    operators: &'a [Operator],
    cells: Vec<&'a [Specimen<P::Genome, F>]>,
    rates: Vec<u64>,
}

impl<'a, P: Problem, F: Fitness> Nursery<'a, P, F> {
    /// A nursery for the next generation of a state.
    pub fn new(problem: &'a P, state: &'a EngineState<P::Genome, F>) -> Self {
        let cells = state.archive.cells().map(|(_, elites)| elites).collect();
        let rates = state.credit.rates(state.settings.operator_floor);
        Nursery {
            problem,
            state,
            operators: problem.operators(),
            cells,
            rates,
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
        }
    }

    /// A fresh specimen.
    pub fn random(&self, rng: &mut ChaCha8Rng) -> Attempt<P::Genome> {
        let draft = Some(self.unbred(self.problem.random(rng)));
        Attempt {
            draft,
            tried: SmallVec::new(),
        }
    }

    /// A child of the archive or the population, or now and then a fresh specimen.
    pub fn breed(
        &self,
        island: &'a Island<P::Genome, F>,
        rng: &mut ChaCha8Rng,
    ) -> Attempt<P::Genome> {
        let immigrant = chance(rng, self.state.settings.immigrant_share);
        let parent = if immigrant || self.operators.is_empty() {
            None
        } else {
            self.parent(island, rng)
        };
        let Some(first) = parent else {
            return self.random(rng);
        };
        let mut making = Making {
            operators: Vec::new(),
            parents: vec![first],
            tried: SmallVec::new(),
        };
        let Some(mut genome) = self.vary(&first.genome, island, &mut making, rng) else {
            return Attempt {
                draft: None,
                tried: making.tried,
            };
        };
        for _ in 0..FURTHER_STEPS {
            if !chance(rng, self.state.settings.further_step) {
                break;
            }
            if let Some(further) = self.vary(&genome, island, &mut making, rng) {
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
        island: &'a Island<P::Genome, F>,
        making: &mut Making<'a, P::Genome, F>,
        rng: &mut ChaCha8Rng,
    ) -> Option<P::Genome> {
        let operator = self.operator(rng);
        let child = if self.operators[operator].parents < 2 {
            self.problem.vary(operator, &[genome], rng)
        } else {
            let other = self.other_parent(&making.parents, island, rng);
            let child =
                other.and_then(|other| self.problem.vary(operator, &[genome, &other.genome], rng));
            making.parents.extend(other.filter(|_| child.is_some()));
            child
        };
        making.tried.push((operator, child.is_some()));
        making.operators.extend(child.is_some().then_some(operator));
        child
    }

    /// An operator drawn by its rate.
    fn operator(&self, rng: &mut ChaCha8Rng) -> usize {
        // 32 bits are one of RATE_UNIT numbers.
        let mut draw = u64::from(rng.next_u32());
        for (operator, &rate) in self.rates.iter().enumerate() {
            if draw < rate {
                return operator;
            }
            draw -= rate;
        }
        self.rates.len() - 1
    }

    /// A parent from the archive, a cell at random, or from the population by merit.
    fn parent(
        &self,
        island: &'a Island<P::Genome, F>,
        rng: &mut ChaCha8Rng,
    ) -> Option<&'a Specimen<P::Genome, F>> {
        let settings = &self.state.settings;
        // Immigrants were drawn already, so the share is one of what is left.
        let share = settings.archive_parent_share / (1.0 - settings.immigrant_share);
        let isolated = self.state.generation < island.isolated_until;
        let from_archive = (chance(rng, share) && !isolated) || island.population.is_empty();
        if from_archive && !self.cells.is_empty() {
            let elites = self.cells[below(rng, self.cells.len())];
            return Some(&elites[below(rng, elites.len())]);
        }
        let n = island.population.len();
        (n > 0).then(|| &island.population[select(settings, n, rng)])
    }

    /// A parent that is not yet among the parents, if a few draws find one.
    fn other_parent(
        &self,
        parents: &[&'a Specimen<P::Genome, F>],
        island: &'a Island<P::Genome, F>,
        rng: &mut ChaCha8Rng,
    ) -> Option<&'a Specimen<P::Genome, F>> {
        let is_new = |other: &&Specimen<P::Genome, F>| parents.iter().all(|p| p.key != other.key);
        (0..4).find_map(|_| self.parent(island, rng).filter(is_new))
    }
}
