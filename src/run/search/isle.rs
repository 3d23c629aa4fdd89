//! An island of a search: the engine of one island, and what it has learned of boards.
//!
//! Everything here is a function of the island's state and the plan, so that an island can be gone on with anywhere.

use super::workshop::{Generation, Scored, Workshop};
use super::{SearchError, canonical_board};
use crate::evolve::{
    Bar, Batch, Candidate, Engine, EngineState, IslandReport, Outcome, Problem, Seen,
};
use crate::graph::board_text;
use crate::problem::expression::Number;
use crate::problem::{Boards, Fitness, Genome, Score, Unscored};
use crate::run::config::Plan;
use crate::run::cost::Costs;
use crate::run::parts::settings;
use crate::run::records::Step as LineageStep;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What is saved of an island between generations, but for the keys seen.
#[derive(Clone, Serialize, Deserialize)]
pub struct IsleState {
    engine: EngineState<Genome, Fitness>,
    /// What boards cost.
    costs: Costs,
    /// The best fitness that the island found for each order, or for each value collected.
    records: BTreeMap<Vec<i64>, Fitness>,
}

/// An island between two generations.
pub struct Isle {
    pub(super) engine: Engine<Boards, Fitness>,
    pub(super) costs: Costs,
    records: BTreeMap<Vec<i64>, Fitness>,
}

/// A board that is better than all that its island had for its order, or for its value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The order, or the value collected.
    pub(super) key: Vec<i64>,
    pub(super) genome: Genome,
    pub(super) fitness: Fitness,
    /// Whether that is a lower bound.
    pub(super) is_bound: bool,
    /// The value collected.
    pub(super) collected: Option<String>,
    /// The way to it, the oldest step first.
    #[serde(with = "every_field")]
    pub(super) lineage: Vec<LineageStep>,
}

/// Steps with all their fields: in lines, those that say nothing are left out, which a format that does not name fields cannot
/// read.
mod every_field {
    use super::LineageStep;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    type Row = (u64, String, Option<String>);

    pub(super) fn serialize<S: Serializer>(
        steps: &[LineageStep],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let row = |s: &LineageStep| -> Row { (s.generation, s.operator.clone(), s.from.clone()) };
        steps.iter().map(row).collect::<Vec<Row>>().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<LineageStep>, D::Error> {
        let step = |(generation, operator, from): Row| LineageStep {
            generation,
            operator,
            from,
        };
        let rows: Vec<Row> = Deserialize::deserialize(from)?;
        Ok(rows.into_iter().map(step).collect())
    }
}

/// What an island saw in a generation before anything is told.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sighting {
    /// Its best new boards, by key.
    pub(super) found: Vec<Found>,
    /// Boards asked.
    pub(super) asked: u64,
    /// Whether any board was scored.
    pub(super) is_any_scored: bool,
    /// Why a board had no fitness, if there is more to say than `require`.
    pub(super) why: Option<String>,
}

/// What a generation brought on one island: all that the search as a whole needs to know of it.
#[derive(Clone, Serialize, Deserialize)]
pub struct IsleStep {
    pub(super) report: IslandReport<Genome, Fitness>,
    pub(super) sighting: Sighting,
    pub(super) counts: Counts,
}

/// What is counted while outcomes are told.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Counts {
    pub(super) valued: u64,
    /// Boards for which the objective is undefined, with the first reason.
    pub(super) undefined: Option<(u64, String)>,
    /// Boards that the budget did not suffice for, as board and verdict.
    pub(super) unfinished: Vec<(String, String)>,
    /// Boards with a lower bound; and those of them that may be kept, by key.
    pub(super) with_bounds: u64,
    pub(super) bounded: BTreeSet<u128>,
    pub(super) cut: u64,
    pub(super) screened: u64,
}

impl IsleState {
    /// How many keys the island remembers at most.
    pub fn memory(&self) -> usize {
        self.engine.settings.seen_by_island()
    }
}

impl IsleStep {
    /// Of a generation in which the island asked nothing.
    pub(super) fn passed(report: IslandReport<Genome, Fitness>) -> IsleStep {
        IsleStep {
            report,
            sighting: Sighting::default(),
            counts: Counts::default(),
        }
    }

    /// The island.
    pub fn island(&self) -> usize {
        self.report.island
    }

    /// The generation.
    pub fn generation(&self) -> u64 {
        self.report.generation
    }
}

impl Isle {
    /// The island of that number, which has not begun.
    pub fn new(plan: &Plan, workshop: &Workshop, index: usize) -> Result<Isle, SearchError> {
        Ok(Isle {
            engine: Engine::new(&workshop.boards, settings(plan), index)?,
            costs: Costs::default(),
            records: BTreeMap::new(),
        })
    }

    /// The island that a state and its keys were taken from.
    pub(super) fn restore(state: IsleState, keys: Vec<u64>) -> Result<Isle, SearchError> {
        let seen = Seen::restore(state.engine.settings.seen_by_island(), keys);
        let (index, known) = (state.engine.index, state.engine.asked + state.engine.told);
        if seen.total() != known {
            return Err(SearchError::State(format!(
                "island {index}: {known} boards known to it, {} keys",
                seen.total()
            )));
        }
        Ok(Isle {
            engine: Engine::restore(state.engine, seen),
            costs: state.costs,
            records: state.records,
        })
    }

    /// The engine's state, to look at.
    pub fn engine(&self) -> &EngineState<Genome, Fitness> {
        self.engine.state()
    }

    /// The island that a state was taken from, with the keys that it remembers, oldest first.
    ///
    /// # Errors
    /// When these are not as many as it remembers.
    pub fn recall(state: IsleState, keys: Vec<u64>) -> Result<Isle, SearchError> {
        let (index, known) = (state.engine.index, state.engine.asked + state.engine.told);
        let capacity = state.engine.settings.seen_by_island();
        let found = keys.len();
        let seen = Seen::recall(capacity, keys, known).ok_or_else(|| {
            SearchError::State(format!(
                "island {index}: {known} boards known to it, {found} keys"
            ))
        })?;
        Ok(Isle {
            engine: Engine::restore(state.engine, seen),
            costs: state.costs,
            records: state.records,
        })
    }

    /// How many keys were ever new to it.
    pub fn known(&self) -> u64 {
        self.engine.seen().total()
    }

    /// How many keys an island remembers at most.
    pub fn memory(&self) -> usize {
        self.engine().settings.seen_by_island()
    }

    /// So many of the youngest keys, oldest first; all that it remembers if there are no more.
    pub fn youngest_keys(&self, count: usize) -> Vec<u64> {
        self.engine.seen().youngest(count).collect()
    }

    /// The state, to be saved.
    pub fn state(&self) -> IsleState {
        IsleState {
            engine: self.engine.state().clone(),
            costs: self.costs.clone(),
            records: self.records.clone(),
        }
    }

    /// How fit a candidate has to be to change anything, records included.
    pub(super) fn bar(
        &self,
        candidate: &Candidate<Genome>,
        cell: &[i64],
        collected: Option<Number>,
    ) -> Option<Bar<Fitness>> {
        let bar = self.engine.state().bar(candidate, cell)?;
        let key = record_key(&candidate.genome, cell, collected);
        let record = self.records.get(&key)?;
        Some(bar.or(Bar::new(record.clone(), false)))
    }

    /// Whether a board that was scored changes nothing.
    fn is_idle(&self, candidate: &Candidate<Genome>, score: &Result<Score, Unscored>) -> bool {
        let Ok(score) = score else { return false };
        score.drives.is_empty()
            && self
                .bar(candidate, &score.cell, score.collected)
                .is_some_and(|bar| bar.is_above(&score.fitness))
    }

    /// What the island saw in a generation that was scored.
    pub(super) fn sight(
        &self,
        workshop: &Workshop,
        batch: &Batch<Genome>,
        scores: &[Scored],
    ) -> Sighting {
        let why = scores.iter().filter_map(|s| s.score.as_ref());
        Sighting {
            found: self.found(workshop, batch, scores),
            asked: batch.len() as u64,
            is_any_scored: scores.iter().any(Scored::is_scored),
            why: why.into_iter().find_map(why_nothing),
        }
    }

    /// The best new board of each key that beats what the island had for it.
    fn found(&self, workshop: &Workshop, batch: &Batch<Genome>, scores: &[Scored]) -> Vec<Found> {
        let mut best: BTreeMap<Vec<i64>, (&Candidate<Genome>, &Score)> = BTreeMap::new();
        for (candidate, score) in batch.candidates.iter().zip(scores) {
            let Some(Ok(score)) = &score.score else {
                continue;
            };
            let key = record_key(&candidate.genome, &score.cell, score.collected);
            let known = best.get(&key).map(|b| &b.1.fitness);
            let known = known.or(self.records.get(&key));
            if known.is_none_or(|known| score.fitness > *known) {
                best.insert(key, (candidate, score));
            }
        }
        let found = best.into_iter().map(|(key, (candidate, score))| Found {
            key,
            genome: candidate.genome.clone(),
            fitness: score.fitness.clone(),
            is_bound: score.bounds.is_some(),
            collected: score.collected.map(|value| value.to_string()),
            lineage: self.lineage(workshop, candidate),
        });
        found.collect()
    }

    /// The way to a candidate, with the boards of ancestors that are remembered.
    fn lineage(&self, workshop: &Workshop, candidate: &Candidate<Genome>) -> Vec<LineageStep> {
        let operators = workshop.boards.operators();
        let origin = match workshop.boards.start().is_empty() {
            true => "random",
            false => "start",
        };
        let generation = candidate.origin.generation;
        let begin = LineageStep {
            generation: candidate.lineage.first().map_or(generation, |_| 0),
            operator: origin.to_string(),
            from: None,
        };
        let mut parent = None;
        let steps = candidate.lineage.iter().map(|s| LineageStep {
            generation: s.generation,
            operator: operators[s.operator].name.to_string(),
            from: match parent.replace(s.parent) == Some(s.parent) {
                true => None,
                false => self.ancestor(s.parent),
            },
        });
        std::iter::once(begin).chain(steps).collect()
    }

    /// The board of an ancestor, as far as it is remembered.
    fn ancestor(&self, id: u64) -> Option<String> {
        let board = canonical_board(self.engine.state().genome(id)?);
        Some(board_text(&board.name(), &board.tint_string()))
    }

    /// Ends a generation with what was scored.
    pub(super) fn tell(
        &mut self,
        workshop: &Workshop,
        (batch, scores): Generation,
        sighting: Sighting,
    ) -> IsleStep {
        for (candidate, score) in batch.candidates.iter().zip(&scores) {
            if score.cut {
                self.costs.learn_cut(&candidate.genome);
            }
            if let (true, Some(score)) = (score.tried, &score.score) {
                self.costs.learn(&candidate.genome, score);
            }
        }
        let mut counts = Counts::default();
        let told = scores.into_iter().zip(&batch.candidates);
        let outcomes = told.map(|(scored, candidate)| {
            let score = scored.score.as_ref();
            let is_idle = score.is_some_and(|score| self.is_idle(candidate, score));
            counts.outcome(scored, candidate, is_idle)
        });
        let outcomes = outcomes.collect();
        for found in &sighting.found {
            self.records
                .insert(found.key.clone(), found.fitness.clone());
        }
        let report = self
            .engine
            .tell(&workshop.boards, batch, outcomes)
            .expect("one outcome for each candidate of this batch");
        IsleStep {
            report,
            sighting,
            counts,
        }
    }
}

impl Counts {
    /// The outcome of a board; `is_idle` says that its fitness changes nothing.
    fn outcome(
        &mut self,
        scored: Scored,
        candidate: &Candidate<Genome>,
        is_idle: bool,
    ) -> Outcome<Fitness> {
        match scored.score {
            None if scored.cut => {
                self.valued += 1;
                self.cut += 1;
                Outcome::Idle
            }
            Some(Ok(score)) if is_idle => {
                self.valued += 1;
                self.with_bounds += u64::from(score.bounds.is_some());
                Outcome::Idle
            }
            Some(Ok(score)) => {
                self.valued += 1;
                self.with_bounds += u64::from(score.bounds.is_some());
                if score.bounds.is_some() {
                    self.bounded.insert(candidate.key);
                }
                Outcome::Scored {
                    fitness: score.fitness,
                    cell: score.cell,
                    drives: score.drives,
                }
            }
            Some(Err(Unscored::NotRequired)) => {
                Outcome::Infeasible("the condition does not hold".to_string())
            }
            None => {
                self.screened += 1;
                Outcome::Unfinished("screened".to_string())
            }
            Some(Err(why @ (Unscored::Undefined(_) | Unscored::Drive(_)))) => {
                let why = why.to_string();
                let (count, _) = self.undefined.get_or_insert((0, why.clone()));
                *count += 1;
                Outcome::Infeasible(why)
            }
            Some(Err(Unscored::Unsolved(why))) => {
                let board = canonical_board(&candidate.genome);
                self.unfinished.push((board.name(), why.to_string()));
                Outcome::Unfinished(why.to_string())
            }
        }
    }
}

/// The key by which a record is kept: an order, or the cell of a value collected.
fn record_key(genome: &Genome, cell: &[i64], collected: Option<Number>) -> Vec<i64> {
    match collected {
        Some(_) => cell.to_vec(),
        None => vec![genome.order() as i64],
    }
}

/// Why a board has no fitness, unless it only fails the condition.
fn why_nothing(score: &Result<Score, Unscored>) -> Option<String> {
    match score {
        Err(Unscored::Undefined(why)) => Some(format!("the objective is undefined ({why})")),
        Err(Unscored::Drive(why)) => Some(format!("`islands.maximize` is undefined ({why})")),
        Err(Unscored::Unsolved(why)) => Some(why.to_string()),
        Err(Unscored::NotRequired) | Ok(_) => None,
    }
}
