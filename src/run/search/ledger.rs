//! The search as a whole: what all islands have come to, its records and its counts.
//!
//! It is told what the islands' generations brought and knows nothing else of them, so that they may have been bred here
//! or elsewhere.

use super::isle::{IsleStep, Sighting};
use super::record::NewRecord;
use super::workshop::Workshop;
use super::{PATIENCE, SearchError, Step};
use crate::evolve::Chronicle;
use crate::problem::invariants::Subject;
use crate::problem::{Fitness, Genome};
use crate::run::config::Plan;
use crate::run::manifest::Inexact;
use crate::run::parts::settings;
use crate::run::records::{EXACT, LOWER_BOUND};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A search as a whole, between generations.
#[derive(Clone, Serialize, Deserialize)]
pub struct Ledger {
    chronicle: Chronicle<Genome, Fitness>,
    /// The best fitness found for each order, or for each value collected.
    pub(super) records: BTreeMap<Vec<i64>, Fitness>,
    boards_valued: u64,
    inexact: Inexact,
    /// The elites of which the fitness is a lower bound, by key.
    bounded: BTreeSet<u128>,
    /// Why a board had no fitness, as the last one told that has more to say than `require`.
    why: Option<String>,
}

impl Ledger {
    /// Of a search that has not begun.
    pub fn new(plan: &Plan) -> Ledger {
        Ledger {
            chronicle: Chronicle::new(&settings(plan)),
            records: BTreeMap::new(),
            boards_valued: 0,
            inexact: Inexact::default(),
            bounded: BTreeSet::new(),
            why: None,
        }
    }

    /// What the islands have come to.
    pub fn chronicle(&self) -> &Chronicle<Genome, Fitness> {
        &self.chronicle
    }

    /// The generation that comes next: how many have been bred.
    pub fn generation(&self) -> u64 {
        self.chronicle.generation
    }

    /// Boards that were given a value so far.
    pub fn boards_valued(&self) -> u64 {
        self.boards_valued
    }

    /// Boards so far of which the fitness is not known exactly.
    pub fn inexact(&self) -> Inexact {
        self.inexact
    }

    /// Whether the fitness of an elite, or of the best board, is a lower bound.
    pub fn is_bound(&self, key: u128) -> bool {
        self.bounded.contains(&key)
    }

    /// What the fitness of an elite, or of the best board, is.
    pub fn certainty(&self, key: u128) -> &'static str {
        match self.is_bound(key) {
            true => LOWER_BOUND,
            false => EXACT,
        }
    }

    /// An error, and nothing changed, if no board of the first generations has a fitness.
    pub(super) fn give_up(&self, sightings: &[&Sighting]) -> Result<(), SearchError> {
        let known = self.chronicle.best.is_some();
        if known || self.generation() + 1 < PATIENCE || sightings.iter().any(|s| s.is_any_scored) {
            return Ok(());
        }
        let boards = self.chronicle.total() + sightings.iter().map(|s| s.asked).sum::<u64>();
        let why = sightings.iter().find_map(|s| s.why.clone());
        let require = || match boards {
            0 => "no board was asked".to_string(),
            _ => format!("`objective.require` holds for none of {boards} boards"),
        };
        let why = why.or_else(|| self.why.clone()).unwrap_or_else(require);
        Err(SearchError::NothingScored(why))
    }

    /// Takes in what the next generation brought on each island, in their order, with the records of it, and the keys that
    /// are new to each island.
    pub(super) fn tell(
        &mut self,
        steps: Vec<IsleStep>,
        records: Vec<NewRecord>,
        keys: Vec<Vec<u64>>,
    ) -> Step {
        let why = steps.iter().find_map(|s| s.sighting.why.clone());
        self.why = why.or(self.why.take());
        let steps = steps.into_iter().map(|s| (s.report, s.counts));
        let (reports, all_counts): (Vec<_>, Vec<_>) = steps.unzip();
        let mut step = Step {
            report: self.chronicle.tell(reports),
            undefined: None,
            unfinished: Vec::new(),
            with_bounds: 0,
            bounded: BTreeSet::new(),
            cut: 0,
            screened: 0,
            records: Vec::new(),
            keys,
            seconds: None,
            work: None,
        };
        for counts in all_counts {
            self.boards_valued += counts.valued;
            step.with_bounds += counts.with_bounds;
            step.cut += counts.cut;
            step.screened += counts.screened;
            step.bounded.extend(counts.bounded);
            step.unfinished.extend(counts.unfinished);
            if let Some((boards, why)) = counts.undefined {
                step.undefined.get_or_insert((0, why)).0 += boards;
            }
        }
        self.inexact.cut += step.cut;
        self.inexact.bounded += step.with_bounds;
        self.inexact.screened += step.screened;
        for record in records {
            self.records.insert(record.key, record.fitness);
            step.records.push(record.line);
        }
        self.keep_bounded(&step.bounded);
        step
    }

    /// Remembers which elites have a lower bound for their fitness, and forgets others.
    fn keep_bounded(&mut self, new: &BTreeSet<u128>) {
        self.bounded.extend(new);
        if self.bounded.is_empty() {
            return;
        }
        let chronicle = &self.chronicle;
        let elites = chronicle.archive.cells().flat_map(|(_, elites)| elites);
        let elites = elites
            .chain(chronicle.archive.frontier())
            .chain(&chronicle.best);
        let keys: BTreeSet<u128> = elites.map(|e| e.key).collect();
        self.bounded.retain(|key| keys.contains(key));
    }

    /// Takes in the next generation of islands that were gone on with elsewhere: what it brought on each, in their order, and
    /// the keys that were new to each.
    ///
    /// # Errors
    /// As [`Search::step`](super::Search::step); nothing has changed then.
    pub fn take_in(
        &mut self,
        workshop: &Workshop,
        steps: Vec<IsleStep>,
        keys: Vec<Vec<u64>>,
    ) -> Result<Step, SearchError> {
        let sightings: Vec<&Sighting> = steps.iter().map(|s| &s.sighting).collect();
        self.give_up(&sightings)?;
        let records = self.new_records(workshop, &sightings)?;
        Ok(self.tell(steps, records, keys))
    }

    /// Whether the best board meets the condition to stop.
    pub fn is_satisfied(&self, workshop: &Workshop) -> bool {
        let (Some(condition), Some(best)) = (&workshop.stop_when, &self.chronicle.best) else {
            return false;
        };
        let board = best.genome.board();
        // what is out of reach has no value that a condition could hold for
        if !condition.needs_value() || self.is_bound(best.key) {
            return condition.holds(
                &Subject {
                    board: &board,
                    heat: None,
                },
                &best.fitness,
            );
        }
        let results = workshop.pool.map(&[()], |solver, ()| {
            let heat = solver.heat(&board).ok();
            condition.holds(
                &Subject {
                    board: &board,
                    heat: heat.as_ref(),
                },
                &best.fitness,
            )
        });
        results == [true]
    }
}
