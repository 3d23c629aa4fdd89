//! Asking: filling the slots of a generation with specimens that were never asked before.
//!
//! Every slot draws from its own stream. A slot whose specimen is known already tries again
//! from the same stream, a bounded number of times, and then stays empty.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;

use super::batch::Batch;
use super::credit::Tally;
use super::engine::EngineState;
use super::island::Island;
use super::polish::PolishCursor;
use super::problem::{Operator, Problem};
use super::seen::Seen;
use super::selection::select;
use super::specimen::{Candidate, Fitness, Origin, Specimen, Step};
use super::stream::{below, chance, stream};

/// How often at most a child is varied further.
const FURTHER_STEPS: usize = 3;

/// A child that was not compared yet with what was asked before.
struct Draft<G> {
    genome: G,
    operators: Vec<usize>,
    parents: Vec<u64>,
    lineage: Vec<Step>,
}

impl<G> Draft<G> {
    /// One that has no parents.
    fn unbred(genome: G) -> Self {
        Draft { genome, operators: Vec::new(), parents: Vec::new(), lineage: Vec::new() }
    }
}

/// Fills a batch.
pub(super) struct Breeder<'a, P: Problem, F> {
    problem: &'a P,
    operators: &'a [Operator],
    state: &'a EngineState<P::Genome, F>,
    seen: &'a Seen,
    cells: Vec<&'a [Specimen<P::Genome, F>]>,
    rates: Vec<u64>,
    asked: FxHashSet<u128>,
    batch: Batch<P::Genome>,
}

impl<'a, P: Problem, F: Fitness> Breeder<'a, P, F> {
    /// A breeder with an empty batch.
    pub fn new(problem: &'a P, state: &'a EngineState<P::Genome, F>, seen: &'a Seen) -> Self {
        let operators = problem.operators();
        let batch = Batch {
            generation: state.generation,
            candidates: Vec::new(),
            attempts: vec![Tally::default(); operators.len()],
            random_duplicates: 0,
            polish_duplicates: 0,
            polish: vec![PolishCursor::default(); state.islands.len()],
        };
        let cells = state.archive.cells().map(|(_, elites)| elites).collect();
        let rates = state.credit.rates(state.settings.operator_floor);
        Breeder { problem, operators, state, seen, cells, rates, asked: FxHashSet::default(), batch }
    }

    /// The batch of all islands.
    pub fn batch(mut self) -> Batch<P::Genome> {
        for (i, island) in self.state.islands.iter().enumerate() {
            let before = self.batch.len();
            self.fill_with_starts(i);
            self.fill_with_neighbours(i, island);
            let taken = self.batch.len() - before;
            for slot in 0..self.state.settings.population.saturating_sub(taken) {
                self.fill(i, island, slot as u64);
            }
        }
        self.batch
    }

    /// In the first generation, the island's share of the starts.
    fn fill_with_starts(&mut self, i: usize) {
        if self.state.generation == 0 {
            for genome in self.problem.start().iter().skip(i).step_by(self.state.islands.len()) {
                self.offer(i, Draft::unbred(genome.clone()), false);
            }
        }
    }

    /// The neighbours of new elites, as many as polish may take.
    fn fill_with_neighbours(&mut self, i: usize, island: &'a Island<P::Genome, F>) {
        let mut free = self.state.settings.polish_slots();
        if free == 0 {
            return;
        }
        let mut cursor = PolishCursor::default();
        for job in &island.polish {
            cursor.next = job.next;
            for (operator, genome) in self.problem.neighbours(&job.elite.genome).into_iter().skip(job.next) {
                if free == 0 {
                    break;
                }
                cursor.next += 1;
                let draft = self.bred(genome, vec![operator], vec![&job.elite]);
                free -= usize::from(self.offer(i, draft, true));
            }
            if free == 0 {
                break;
            }
            cursor = PolishCursor { done: cursor.done + 1, next: 0 };
        }
        self.batch.polish[i] = cursor;
    }

    /// Fills one slot, if it can: at random on a fresh island, and by breeding if that fails.
    fn fill(&mut self, i: usize, island: &'a Island<P::Genome, F>, slot: u64) {
        let settings = &self.state.settings;
        let mut rng = stream(settings.seed, i as u64, self.state.generation, slot);
        let random = if island.fresh { settings.attempts } else { 0 };
        for attempt in 0..random + settings.attempts {
            let draft = if attempt < random { Some(self.random(&mut rng)) } else { self.breed(island, &mut rng) };
            if draft.is_some_and(|draft| self.offer(i, draft, false)) {
                return;
            }
        }
    }

    /// A fresh specimen.
    fn random(&self, rng: &mut ChaCha8Rng) -> Draft<P::Genome> {
        Draft::unbred(self.problem.random(rng))
    }

    /// A child of the archive or the population, or now and then a fresh specimen.
    fn breed(&mut self, island: &'a Island<P::Genome, F>, rng: &mut ChaCha8Rng) -> Option<Draft<P::Genome>> {
        let immigrant = chance(rng, self.state.settings.immigrant_share);
        let parent = if immigrant || self.operators.is_empty() { None } else { self.parent(island, rng) };
        let Some(first) = parent else { return Some(self.random(rng)) };
        let (mut operators, mut parents) = (Vec::new(), vec![first]);
        let mut genome = self.vary(&first.genome, island, &mut operators, &mut parents, rng)?;
        for _ in 0..FURTHER_STEPS {
            if !chance(rng, self.state.settings.further_step) {
                break;
            }
            if let Some(further) = self.vary(&genome, island, &mut operators, &mut parents, rng) {
                genome = further;
            }
        }
        Some(self.bred(genome, operators, parents))
    }

    /// Applies an operator chosen by its rate; if it applies, notes it and the other parent.
    fn vary(
        &mut self,
        genome: &P::Genome,
        island: &'a Island<P::Genome, F>,
        operators: &mut Vec<usize>,
        parents: &mut Vec<&'a Specimen<P::Genome, F>>,
        rng: &mut ChaCha8Rng,
    ) -> Option<P::Genome> {
        let operator = self.operator(rng);
        self.batch.attempts[operator].tried += 1;
        let other = match self.operators[operator].parents {
            1 => None,
            _ => self.other_parent(parents, island, rng),
        };
        let child = match (self.operators[operator].parents, other) {
            (1, _) => self.problem.vary(operator, &[genome], rng),
            (_, Some(other)) => self.problem.vary(operator, &[genome, &other.genome], rng),
            (_, None) => None,
        };
        if child.is_none() {
            self.batch.attempts[operator].inapplicable += 1;
            return None;
        }
        operators.push(operator);
        parents.extend(other);
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

    /// A draft with parents.
    fn bred(
        &self,
        genome: P::Genome,
        operators: Vec<usize>,
        parents: Vec<&Specimen<P::Genome, F>>,
    ) -> Draft<P::Genome> {
        let lineage = parents.first().map(|p| p.extended_lineage(&operators, self.state.generation));
        let parents = parents.iter().map(|p| p.id).collect();
        Draft { genome, operators, parents, lineage: lineage.unwrap_or_default() }
    }

    /// Asks a draft, if its like was not asked before; else counts it as a duplicate.
    fn offer(&mut self, island: usize, draft: Draft<P::Genome>, polish: bool) -> bool {
        let key = self.problem.key(&draft.genome);
        if self.seen.contains(key) || !self.asked.insert(key) {
            self.count_duplicate(&draft.operators, polish);
            return false;
        }
        let Draft { genome, operators, parents, lineage } = draft;
        let origin = Origin { operators, parents, generation: self.state.generation, island, polish };
        let tie_break = self.problem.tie_break(&genome);
        let id = self.state.next_id + self.batch.len() as u64;
        self.batch.candidates.push(Candidate { id, genome, key, tie_break, origin, lineage });
        true
    }

    fn count_duplicate(&mut self, operators: &[usize], polish: bool) {
        match (polish, operators.first()) {
            (true, _) => self.batch.polish_duplicates += 1,
            (false, Some(&first)) => self.batch.attempts[first].duplicates += 1,
            (false, None) => self.batch.random_duplicates += 1,
        }
    }
}
