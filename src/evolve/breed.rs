//! Asking: filling the slots of a generation with specimens that were never asked before.
//!
//! Every slot draws from its own stream. The slots are worked on in rounds: all that are empty
//! make a child, in parallel; then, in the order of the slots, those children that are new are
//! accepted. A slot that is empty after a bounded number of rounds stays so.

use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::batch::Batch;
use super::credit::Tally;
use super::draft::{Attempt, Draft, Nursery};
use super::engine::EngineState;
use super::polish::PolishCursor;
use super::problem::Problem;
use super::seen::Seen;
use super::specimen::{Candidate, Fitness, Origin};
use super::stream::stream;

/// A place in the batch.
struct Slot<G> {
    island: usize,
    polish: bool,
    rng: ChaCha8Rng,
    draft: Option<Draft<G>>,
}

/// Fills a batch.
pub(super) struct Breeder<'a, P: Problem, F> {
    nursery: Nursery<'a, P, F>,
    state: &'a EngineState<P::Genome, F>,
    seen: &'a Seen,
    asked: FxHashSet<u128>,
    batch: Batch<P::Genome>,
}

impl<'a, P: Problem, F: Fitness> Breeder<'a, P, F> {
    /// A breeder with an empty batch.
    pub fn new(problem: &'a P, state: &'a EngineState<P::Genome, F>, seen: &'a Seen) -> Self {
        let batch = Batch {
            generation: state.generation,
            candidates: Vec::new(),
            attempts: vec![Tally::default(); problem.operators().len()],
            random_duplicates: 0,
            polish_duplicates: 0,
            polish: vec![PolishCursor::default(); state.islands.len()],
        };
        let nursery = Nursery::new(problem, state);
        Breeder {
            nursery,
            state,
            seen,
            asked: FxHashSet::default(),
            batch,
        }
    }

    /// The batch of all islands.
    pub fn batch(mut self) -> Batch<P::Genome> {
        let mut slots = Vec::new();
        for island in 0..self.state.islands.len() {
            let before = slots.len();
            self.add_starts(island, &mut slots);
            self.add_neighbours(island, &mut slots);
            let taken = slots.len() - before;
            let free = self.state.settings.population.saturating_sub(taken);
            slots.extend((0..free).map(|index| self.slot(island, index, None)));
        }
        let settings = &self.state.settings;
        // A fresh island draws at random first, and breeds if that finds nothing new.
        (0..settings.attempts).for_each(|_| self.round(&mut slots, true));
        (0..settings.attempts).for_each(|_| self.round(&mut slots, false));
        slots.into_iter().for_each(|slot| self.ask(slot));
        self.batch
    }

    /// A slot with its stream.
    fn slot(
        &self,
        island: usize,
        index: usize,
        draft: Option<Draft<P::Genome>>,
    ) -> Slot<P::Genome> {
        let rng = stream(
            self.state.settings.seed,
            island as u64,
            self.state.generation,
            index as u64,
        );
        Slot {
            island,
            polish: false,
            rng,
            draft,
        }
    }

    /// In the first generation, the island's share of the starts.
    fn add_starts(&mut self, island: usize, slots: &mut Vec<Slot<P::Genome>>) {
        if self.state.generation > 0 {
            return;
        }
        let starts = self.nursery.problem.start().iter();
        for genome in starts.skip(island).step_by(self.state.islands.len()) {
            let draft = self.nursery.unbred(genome.clone());
            if self.accept(&draft, false) {
                slots.push(self.slot(island, 0, Some(draft)));
            }
        }
    }

    /// The neighbours of new elites, as many as polish may take.
    fn add_neighbours(&mut self, island: usize, slots: &mut Vec<Slot<P::Genome>>) {
        let mut free = self.state.settings.polish_slots();
        let mut cursor = PolishCursor::default();
        for job in &self.state.islands[island].polish {
            if free == 0 {
                break;
            }
            cursor.next = job.next;
            let neighbours = self.nursery.problem.neighbours(&job.elite.genome);
            for (operator, genome) in neighbours.into_iter().skip(job.next) {
                if free == 0 {
                    break;
                }
                cursor.next += 1;
                let draft = self.nursery.bred(genome, vec![operator], &[&job.elite]);
                if self.accept(&draft, true) {
                    free -= 1;
                    slots.push(Slot {
                        polish: true,
                        ..self.slot(island, 0, Some(draft))
                    });
                }
            }
            if free > 0 {
                cursor = PolishCursor {
                    done: cursor.done + 1,
                    next: 0,
                };
            }
        }
        self.batch.polish[island] = cursor;
    }

    /// One attempt for each empty slot; with `random`, for those of fresh islands only.
    fn round(&mut self, slots: &mut [Slot<P::Genome>], random: bool) {
        let islands = &self.state.islands;
        let is_open =
            |s: &Slot<P::Genome>| s.draft.is_none() && (!random || islands[s.island].fresh);
        let mut open: Vec<&mut Slot<P::Genome>> = slots.iter_mut().filter(|s| is_open(s)).collect();
        let nursery = &self.nursery;
        let attempt = |slot: &mut &mut Slot<P::Genome>| match random {
            true => nursery.random(&mut slot.rng),
            false => nursery.breed(&islands[slot.island], &mut slot.rng),
        };
        let attempts: Vec<Attempt<P::Genome>> = open.par_iter_mut().map(attempt).collect();
        for (slot, attempt) in open.into_iter().zip(attempts) {
            for (operator, applied) in attempt.tried {
                self.batch.attempts[operator].tried += 1;
                self.batch.attempts[operator].inapplicable += u64::from(!applied);
            }
            slot.draft = attempt.draft.filter(|draft| self.accept(draft, false));
        }
    }

    /// Whether a draft is new; else it is counted as a duplicate.
    fn accept(&mut self, draft: &Draft<P::Genome>, polish: bool) -> bool {
        let is_new = !self.seen.contains(draft.key) && self.asked.insert(draft.key);
        if !is_new {
            match (polish, draft.operators.first()) {
                (true, _) => self.batch.polish_duplicates += 1,
                (false, Some(&first)) => self.batch.attempts[first].duplicates += 1,
                (false, None) => self.batch.random_duplicates += 1,
            }
        }
        is_new
    }

    /// Asks what is in a slot.
    fn ask(&mut self, slot: Slot<P::Genome>) {
        let Slot {
            island,
            polish,
            draft,
            ..
        } = slot;
        let Some(Draft {
            genome,
            key,
            operators,
            parents,
            lineage,
        }) = draft
        else {
            return;
        };
        let origin = Origin {
            operators,
            parents,
            generation: self.state.generation,
            island,
            polish,
        };
        let tie_break = self.nursery.problem.tie_break(&genome);
        let id = self.state.next_id + self.batch.len() as u64;
        self.batch.candidates.push(Candidate {
            id,
            genome,
            key,
            tie_break,
            origin,
            lineage,
        });
    }
}
