//! An island of boards: the island of `crates/evolve/src`, and the data about its boards that
//! `evolve` does not know. These are the costs of boards and the island's records.
//!
//! Both are a function of the plan and the island's earlier state, so any process can continue an
//! island. An island remembers the boards that it met by *keys*, their fingerprints.

use super::cost::Costs;
use super::error::SearchError;
use super::parts::settings;
use super::report::{IslandOffer, IslandReport, RecordCandidate};
use super::scored::{BoardScore, ScoredBatch};
use boilingpoint_evolve::{
    Bar, Batch, Candidate, Comparison, EvaluationOutcome, Expected, Island, IslandState, Problem,
    Seen, StateError,
};
use boilingpoint_plan::Plan;
use boilingpoint_problem::{Boards, Collected, Fitness, Genome, Score, Unscored};
use boilingpoint_record::records::LineageStep;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The data about an island's boards that `evolve` does not know: their costs, and the island's
/// records.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct IslandMemory {
    pub(super) costs: Costs,
    /// The best fitness that the island found for each order, or for each collected value.
    records: BTreeMap<Vec<i64>, Fitness>,
}

/// The stored state of an island, with the data about its boards, but without the keys.
#[derive(Clone, Serialize, Deserialize)]
pub struct BoardIslandState {
    state: IslandState<Genome, Fitness>,
    memory: IslandMemory,
}

impl IslandMemory {
    /// Checks the numbers of an island that has proposed `asked` boards.
    fn check(&self, expected: &Expected<Boards>, asked: u64) -> Result<(), StateError> {
        self.costs.check(asked)?;
        let mut records = self.records.values();
        records.try_for_each(|fitness| expected.fitness(fitness))
    }
}

impl BoardIslandState {
    /// Checks the state of the island with number `index` before a generation.
    pub(super) fn check(
        &self,
        expected: &Expected<Boards>,
        index: usize,
        generation: u64,
    ) -> Result<(), StateError> {
        self.state.check(expected, index, generation)?;
        self.memory.check(expected, self.state.asked)
    }

    /// The number of boards that the island has proposed.
    pub fn asked(&self) -> u64 {
        self.state.asked
    }

    /// The number of the next generation.
    pub fn generation(&self) -> u64 {
        self.state.generation
    }

    /// The largest number of keys that the island remembers.
    pub fn key_capacity(&self) -> usize {
        self.state.settings.seen_by_island()
    }

    /// Combines the state with a set of keys. `seen` is `None` if the number of keys, `found`, does
    /// not fit the state.
    fn with_keys(self, seen: Option<Seen>, found: u64) -> Result<BoardIsland, SearchError> {
        let (index, known) = (self.state.index, self.state.keys_known());
        let seen = seen.ok_or_else(|| {
            let why = format!(
                "island {index} has bred {known} boards, but {found} keys of boards are stored"
            );
            SearchError::State(why)
        })?;
        Ok(BoardIsland {
            island: Island::restore(self.state, seen),
            memory: self.memory,
        })
    }
}

/// An island, with the data about its boards, between two generations.
pub struct BoardIsland {
    pub(super) island: Island<Boards, Fitness>,
    pub(super) memory: IslandMemory,
}

impl BoardIsland {
    /// The island with number `index` before its first generation.
    pub(super) fn new(plan: &Plan, boards: &Boards, index: usize) -> Result<Self, SearchError> {
        Ok(BoardIsland {
            island: Island::new(boards, settings(plan), index)?,
            memory: IslandMemory::default(),
        })
    }

    /// Restores an island from its state and all keys that were ever new to it, oldest first.
    pub(super) fn restore(state: BoardIslandState, keys: Vec<u64>) -> Result<Self, SearchError> {
        let seen = Seen::restore(state.key_capacity(), keys);
        let found = seen.total();
        let fits = found == state.state.keys_known();
        state.with_keys(fits.then_some(seen), found)
    }

    /// Restores an island from its state and the keys that it still remembers, oldest first.
    ///
    /// # Errors
    /// When the number of keys is not the number that the island remembers according to its state.
    pub fn recall(state: BoardIslandState, keys: Vec<u64>) -> Result<Self, SearchError> {
        let found = keys.len() as u64;
        let seen = Seen::recall(state.key_capacity(), keys, state.state.keys_known());
        state.with_keys(seen, found)
    }

    /// The state of the island in `evolve`.
    pub fn state(&self) -> &IslandState<Genome, Fitness> {
        self.island.state()
    }

    /// The state to store.
    pub fn stored(&self) -> BoardIslandState {
        BoardIslandState {
            state: self.island.state().clone(),
            memory: self.memory.clone(),
        }
    }

    /// The number of the next generation.
    pub fn generation(&self) -> u64 {
        self.state().generation
    }

    /// Whether the island needs the offers of its senders before its next generation.
    pub fn awaits_offers(&self) -> bool {
        self.state().awaits_offers()
    }

    /// The island's offer to others after its latest epoch.
    pub fn offer(&self) -> IslandOffer {
        self.island.offer()
    }

    /// The number of keys that were ever new to the island.
    pub fn keys_known(&self) -> u64 {
        self.island.seen().total()
    }

    /// The `count` youngest keys, oldest first, or all remembered keys if there are fewer.
    pub fn youngest_keys(&self, count: usize) -> Vec<u64> {
        self.island.seen().youngest(count).collect()
    }

    /// The least fitness with which a candidate can change the state of the island or its records.
    /// `None` if every fitness can.
    pub(super) fn bar(
        &self,
        candidate: &Candidate<Genome>,
        cell: &[i64],
        collected: Option<&Collected>,
    ) -> Option<Bar<Fitness>> {
        let bar = self.state().bar(candidate, cell)?;
        let key = record_key(&candidate.genome, cell, collected);
        let record = self.memory.records.get(&key)?;
        Some(bar.or(Bar::new(record.clone(), false)))
    }

    /// Whether a board with this score certainly changes neither the island nor its records.
    fn is_idle(&self, boards: &Boards, candidate: &Candidate<Genome>, score: &Score) -> bool {
        boards.comparison() == Comparison::InOrder
            && score.island_fitnesses.is_empty()
            && self
                .bar(candidate, &score.cell, score.collected.as_ref())
                .is_some_and(|bar| bar.is_above(&score.fitness))
    }

    /// The new boards that beat the island's records: the best one of each order, or of each
    /// collected value.
    pub(super) fn record_candidates(
        &self,
        boards: &Boards,
        batch: &Batch<Genome>,
        scores: &[BoardScore],
    ) -> Vec<RecordCandidate> {
        let mut best: BTreeMap<Vec<i64>, (&Candidate<Genome>, &Score)> = BTreeMap::new();
        for (candidate, score) in batch.candidates.iter().zip(scores) {
            let Some(score) = score.score() else {
                continue;
            };
            let key = record_key(&candidate.genome, &score.cell, score.collected.as_ref());
            let known = best.get(&key).map(|b| &b.1.fitness);
            let known = known.or(self.memory.records.get(&key));
            if known.is_none_or(|known| score.fitness > *known) {
                best.insert(key, (candidate, score));
            }
        }
        let record =
            |(key, (candidate, score)): (_, (&Candidate<Genome>, &Score))| RecordCandidate {
                key,
                genome: candidate.genome.clone(),
                fitness: score.fitness.clone(),
                is_bound: score.bounds.is_some(),
                collected: score.collected.as_ref().map(Collected::to_string),
                lineage: self.lineage(boards, candidate),
            };
        best.into_iter().map(record).collect()
    }

    /// The operators that led to a candidate, with the boards of those ancestors that the island
    /// still has.
    fn lineage(&self, boards: &Boards, candidate: &Candidate<Genome>) -> Vec<LineageStep> {
        let operators = boards.operators();
        let is_random = boards.start().is_empty();
        let generation = candidate.origin.generation;
        let begin = LineageStep {
            generation: candidate.lineage.first().map_or(generation, |_| 0),
            operator: if is_random { "random" } else { "start" }.to_string(),
            from: None,
        };
        let mut parent = None;
        let steps = candidate.lineage.iter().map(|s| {
            let is_same = parent.replace(s.parent) == Some(s.parent);
            LineageStep {
                generation: s.generation,
                operator: operators[s.operator].name.to_string(),
                from: if is_same {
                    None
                } else {
                    self.ancestor(s.parent)
                },
            }
        });
        std::iter::once(begin).chain(steps).collect()
    }

    /// The board of an ancestor, if the island still has it.
    fn ancestor(&self, id: u64) -> Option<String> {
        let board = self.state().genome(id)?.canonical_board();
        Some(board.text())
    }

    /// Ends a generation with the scores of its batch.
    pub(super) fn tell(&mut self, boards: &Boards, scored: ScoredBatch) -> IslandReport {
        let why_unscored = scored.why_unscored();
        let ScoredBatch {
            batch,
            scores,
            records,
        } = scored;
        for (candidate, score) in batch.candidates.iter().zip(&scores) {
            self.memory.costs.learn(&candidate.genome, score);
        }
        let told = batch.candidates.iter().zip(scores);
        let outcomes = told.map(|(candidate, score)| self.outcome(boards, candidate, score));
        let outcomes = outcomes.collect();
        for record in &records {
            self.memory
                .records
                .insert(record.key.clone(), record.fitness.clone());
        }
        let report = self
            .island
            .tell(boards, batch, outcomes)
            .expect("one outcome for each candidate of this batch");
        IslandReport {
            records,
            why_unscored,
            keys: self.island.drain_new_keys(),
            ..report
        }
    }

    /// Ends a generation in which the island asked for no boards.
    pub(super) fn skip(&mut self, boards: &Boards) -> IslandReport {
        let report = self.island.skip(boards);
        let keys = self.island.drain_new_keys();
        IslandReport { keys, ..report }
    }

    /// Receives the offers of the senders, if the island awaits them. Returns the keys that were
    /// new to the island.
    pub(super) fn receive(&mut self, boards: &Boards, offers: &[IslandOffer]) -> Vec<u64> {
        self.island.drain_new_keys(); // the keys of earlier epochs
        if self.awaits_offers() {
            let offers: Vec<&IslandOffer> = offers.iter().collect();
            self.island.receive(boards, &offers);
        }
        self.island.drain_new_keys()
    }

    /// The outcome of a board, in the types of `evolve`.
    fn outcome(
        &self,
        boards: &Boards,
        candidate: &Candidate<Genome>,
        score: BoardScore,
    ) -> EvaluationOutcome<Fitness> {
        let score = match score {
            BoardScore::Cut { .. } => return EvaluationOutcome::Cut,
            BoardScore::Screened => return EvaluationOutcome::Screened,
            BoardScore::Scored { score, .. } => score,
        };
        match *score {
            Ok(score) if self.is_idle(boards, candidate, &score) => EvaluationOutcome::Idle {
                is_bound: score.bounds.is_some(),
            },
            Ok(score) => EvaluationOutcome::Scored {
                fitness: score.fitness,
                cell: score.cell,
                island_fitnesses: score.island_fitnesses,
                is_bound: score.bounds.is_some(),
            },
            Err(Unscored::NotRequired) => EvaluationOutcome::Infeasible,
            Err(why @ (Unscored::Undefined(_) | Unscored::Island(_))) => {
                EvaluationOutcome::Undefined(why.to_string())
            }
            Err(Unscored::Unsolved(why)) => EvaluationOutcome::Unfinished {
                name: candidate.genome.canonical_board().name(),
                why: why.to_string(),
            },
        }
    }
}

/// The key of a record: the order, or the cell of the collected value.
fn record_key(genome: &Genome, cell: &[i64], collected: Option<&Collected>) -> Vec<i64> {
    match collected {
        Some(_) => cell.to_vec(),
        None => vec![genome.order() as i64],
    }
}
