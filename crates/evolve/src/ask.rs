//! Asking: an island proposes specimens for evaluation that it has not proposed before.
//!
//! A generation has a number of slots, and each slot draws from its own random stream. Slots are
//! filled in rounds. In a round, all empty slots make a child, in parallel; then the new children
//! are accepted in the order of the slots. A slot that is empty after a bounded number of rounds
//! stays empty.

use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::batch::Batch;
use super::breed::{Breeder, Child, TriedOperators};
use super::credit::OperatorCounts;
use super::polish::{Nearby, Neighbour, PolishCursor};
use super::problem::Problem;
use super::seen::Seen;
use super::settings::Method;
use super::specimen::{Candidate, FitnessValue, Origin, Specimen};
use super::state::IslandState;
use super::stream::stream;

/// A place in the batch for one specimen.
struct Slot<G> {
    polish: bool,
    /// Whether the slot is for the end of a walk.
    walks: bool,
    /// The number of the walker that takes the slot's specimen as its step; `None` without walkers.
    walker: Option<usize>,
    /// Whether the slot takes only random specimens, and no children.
    random: bool,
    rng: ChaCha8Rng,
    child: Option<Child<G>>,
}

/// Builds the batch of specimens that an island proposes in a generation.
pub(super) struct BatchBuilder<'a, P: Problem, F> {
    breeder: Breeder<'a, P, F>,
    state: &'a IslandState<P::Genome, F>,
    seen: &'a Seen,
    nearby: &'a Nearby<P::Genome>,
    asked: FxHashSet<u128>,
    batch: Batch<P::Genome>,
}

impl<'a, P: Problem, F: FitnessValue> BatchBuilder<'a, P, F> {
    /// A builder with an empty batch.
    pub fn new(
        problem: &'a P,
        state: &'a IslandState<P::Genome, F>,
        seen: &'a Seen,
        nearby: &'a Nearby<P::Genome>,
    ) -> Self {
        let batch = Batch {
            island: state.index,
            generation: state.generation,
            candidates: Vec::new(),
            attempts: vec![OperatorCounts::default(); problem.operators().len()],
            random_duplicates: 0,
            polish_duplicates: 0,
            polish: PolishCursor::default(),
            look_ahead: None,
            steps: 0,
        };
        let breeder = Breeder::new(problem, state);
        BatchBuilder {
            breeder,
            state,
            seen,
            nearby,
            asked: FxHashSet::default(),
            batch,
        }
    }

    /// The empty batch, for a generation that the island skips.
    pub fn nothing(self) -> Batch<P::Genome> {
        self.batch
    }

    /// Fills the slots with new specimens, and returns the batch.
    pub fn fill(mut self) -> Batch<P::Genome> {
        let mut slots = Vec::new();
        self.add_starts(&mut slots);
        match self.state.method() {
            Method::Evolve => self.add_neighbours(&mut slots),
            Method::LookAhead => self.add_looks(&mut slots),
            _ => {}
        }
        let taken = slots.len();
        self.add_open(taken, &mut slots);
        let settings = &self.state.settings;
        self.walk(&mut slots);
        // A restarted island draws random specimens first, and breeds children if it finds no new
        // random specimen.
        (0..settings.attempts).for_each(|_| self.round(&mut slots, true));
        (0..settings.attempts).for_each(|_| self.round(&mut slots, false));
        slots.into_iter().for_each(|slot| self.ask(slot));
        self.batch
    }

    /// A slot with a random stream of its own.
    fn slot(&self, index: usize, child: Option<Child<P::Genome>>) -> Slot<P::Genome> {
        let rng = stream(
            self.state.settings.seed,
            self.state.index as u64,
            self.state.generation,
            index as u64,
        );
        Slot {
            polish: false,
            walks: false,
            walker: None,
            random: self.state.method() == Method::Random,
            rng,
            child,
        }
    }

    /// Adds empty slots for the rest of the batch, or for the walkers.
    fn add_open(&self, taken: usize, slots: &mut Vec<Slot<P::Genome>>) {
        let population = self.state.settings.population;
        let open = |index| self.slot(index, None);
        let walkers = self.state.population.walkers.iter().enumerate();
        match self.state.method() {
            Method::Evolve | Method::Random => {
                let from = slots.len();
                slots.extend((0..population.saturating_sub(taken)).map(open));
                if let Some(slot) = slots.get_mut(from).filter(|_| self.breeder.walks()) {
                    slot.walks = true;
                }
            }
            Method::Climb | Method::Anneal => slots.extend(walkers.map(|(index, _)| Slot {
                walker: Some(index),
                ..open(index)
            })),
            Method::LookAhead => {
                let begin = walkers.filter(|(_, w)| w.at.is_none() && taken == 0);
                slots.extend(begin.map(|(index, _)| Slot {
                    walker: Some(index),
                    random: true,
                    ..open(index)
                }));
            }
        }
    }

    /// Adds the next neighbours that the look-ahead method proposes.
    fn add_looks(&mut self, slots: &mut Vec<Slot<P::Genome>>) {
        let state = self.state;
        for (index, walker) in state.population.walkers.iter().enumerate() {
            let Some(at) = &walker.at else { continue };
            let mut free = state.settings.population;
            let before = slots.len();
            self.batch.look_ahead = self.add_neighbours_of(at, walker.next, &mut free, slots);
            for slot in &mut slots[before..] {
                slot.walker = Some(index);
            }
        }
    }

    /// In the first generation, adds the island's share of the start genomes.
    fn add_starts(&mut self, slots: &mut Vec<Slot<P::Genome>>) {
        if self.state.generation > 0 {
            return;
        }
        let (problem, place) = (self.breeder.problem, self.breeder.place());
        let (index, islands) = (self.state.index, self.state.settings.islands);
        let dealt = problem.start().iter().skip(index).step_by(islands);
        for genome in dealt.filter(|g| problem.admits(place, g)) {
            let child = self.breeder.unbred(genome.clone());
            if self.accept(&child, false) {
                slots.push(self.slot(0, Some(child)));
            }
        }
    }

    /// Adds neighbours of new elites, until the slots for polish are full.
    fn add_neighbours(&mut self, slots: &mut Vec<Slot<P::Genome>>) {
        let state = self.state;
        let mut free = state.settings.polish_slots();
        let mut cursor = PolishCursor::default();
        for job in &state.population.polish {
            if free == 0 {
                break;
            }
            match self.add_neighbours_of(&job.elite, job.next, &mut free, slots) {
                Some(next) => cursor.next = next,
                None => cursor.done += 1,
            }
        }
        self.batch.polish = cursor;
    }

    /// Adds new neighbours of a specimen, from neighbour `next` on, while slots are free. Returns
    /// the next neighbour to look at; `None` when all neighbours were looked at.
    fn add_neighbours_of(
        &mut self,
        of: &Specimen<P::Genome, F>,
        mut next: Neighbour,
        free: &mut usize,
        slots: &mut Vec<Slot<P::Genome>>,
    ) -> Option<Neighbour> {
        let problem = self.breeder.problem;
        let place = self.breeder.place();
        while next.neighbourhood < problem.neighbourhoods() {
            let neighbours = self.nearby.of(problem, place, next.neighbourhood, of);
            for (operator, genome) in neighbours.iter().skip(next.index) {
                if *free == 0 {
                    return Some(next);
                }
                next.index += 1;
                let child = self.breeder.bred(genome.clone(), vec![*operator], &[of]);
                if self.accept(&child, true) {
                    *free -= 1;
                    slots.push(Slot {
                        polish: true,
                        ..self.slot(0, Some(child))
                    });
                }
            }
            next = Neighbour {
                neighbourhood: next.neighbourhood + 1,
                index: 0,
            };
        }
        None
    }

    /// Fills the slot for a walk. A walk takes long, so it is tried once; after it the slot is like
    /// the others.
    fn walk(&mut self, slots: &mut [Slot<P::Genome>]) {
        let Some(slot) = slots.iter_mut().find(|slot| slot.walks) else {
            return;
        };
        let mut tried = TriedOperators::new();
        let child = self.breeder.walk(&mut slot.rng, &mut tried);
        self.note(tried);
        self.batch.steps += child.as_ref().map_or(0, |child| child.steps);
        slot.child = child.filter(|child| self.accept(child, false));
    }

    /// Counts the operators that an attempt tried.
    fn note(&mut self, tried: TriedOperators) {
        for (operator, applied) in tried {
            self.batch.attempts[operator].tried += 1;
            self.batch.attempts[operator].inapplicable += u64::from(!applied);
        }
    }

    /// Makes one attempt to fill each empty slot. If `random` is true, only slots for random
    /// specimens take part.
    fn round(&mut self, slots: &mut [Slot<P::Genome>], random: bool) {
        let population = &self.state.population;
        let is_random =
            |s: &Slot<P::Genome>| s.random || (random && s.walker.is_none() && population.fresh);
        let is_open = |s: &Slot<P::Genome>| s.child.is_none() && (!random || is_random(s));
        let mut open: Vec<&mut Slot<P::Genome>> = slots.iter_mut().filter(|s| is_open(s)).collect();
        let breeder = &self.breeder;
        let attempt = |slot: &mut &mut Slot<P::Genome>| {
            let mut tried = TriedOperators::new();
            let child = match slot.walker {
                _ if is_random(slot) => Some(breeder.random(&mut slot.rng)),
                Some(walker) => {
                    let walker = &population.walkers[walker];
                    breeder.step(walker, &mut slot.rng, &mut tried)
                }
                None => breeder.breed(&mut slot.rng, &mut tried),
            };
            (child, tried)
        };
        let attempts: Vec<_> = open.par_iter_mut().map(attempt).collect();
        for (slot, (child, tried)) in open.into_iter().zip(attempts) {
            self.note(tried);
            slot.child = child.filter(|child| self.accept(child, false));
        }
    }

    /// Whether a child is new to the island. A child that is not new counts as a duplicate.
    fn accept(&mut self, child: &Child<P::Genome>, polish: bool) -> bool {
        let is_new = !self.seen.contains(Seen::key(child.key)) && self.asked.insert(child.key);
        if !is_new {
            match (polish, child.operators.first()) {
                (true, _) => self.batch.polish_duplicates += 1,
                (false, Some(&first)) => self.batch.attempts[first].duplicates += 1,
                (false, None) => self.batch.random_duplicates += 1,
            }
        }
        is_new
    }

    /// Moves the child of a slot into the batch.
    fn ask(&mut self, slot: Slot<P::Genome>) {
        let Some(child) = slot.child else { return };
        self.batch.candidates.push(Candidate {
            id: self.state.id(self.batch.len()),
            tie_break: self.breeder.problem.tie_break(&child.genome),
            genome: child.genome,
            key: child.key,
            origin: Origin {
                operators: child.operators,
                parents: child.parents,
                generation: self.state.generation,
                island: self.state.index,
                polish: slot.polish,
            },
            lineage: child.lineage,
            pick: child.pick,
            walker: slot.walker,
        });
    }
}
