//! What there is to see of a run: texts and numbers, brought up to date after every generation.
//!
//! This is all that the search does for whoever watches; it is drawn elsewhere.

use super::curve::{Curve, Point};
use super::limits::Limits;
use crate::problem::Fitness;
use crate::run::Sight;
use crate::run::config::Plan;
use crate::run::harvest::objective_text;
use crate::run::manifest::Inexact;
use crate::run::records::RecordLine;
use std::collections::VecDeque;

/// Rates of this many generations are remembered; wider is no terminal's column.
const RATES: usize = 256;
/// This many records are remembered.
const RECORDS: usize = 64;

/// A record, as a row of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub order: u64,
    /// The value that it was collected for.
    pub collected: Option<String>,
    pub fitness: String,
    pub temperature: String,
    pub degree: u64,
    pub generation: u64,
    pub board: String,
}

impl Row {
    pub fn new(record: &RecordLine) -> Row {
        Row {
            order: record.order,
            collected: record.collected.clone(),
            fitness: record.fitness_text(),
            temperature: record.temperature_text(),
            degree: record.degree,
            generation: record.generation,
            board: record.board.clone(),
        }
    }

    /// Whether another record is for the same order, or for the same value collected.
    fn is_rival(&self, other: &Row) -> bool {
        match (&self.collected, &other.collected) {
            (None, None) => self.order == other.order,
            (a, b) => a == b,
        }
    }
}

/// How an operator does.
#[derive(Clone, PartialEq, Debug)]
pub struct Operator {
    pub name: &'static str,
    /// How often it will be chosen, from 0 to 1.
    pub rate: f64,
    /// Children that became the best of their cell.
    pub improved: u64,
    /// Children that became the best of all.
    pub bests: u64,
}

/// How an island stands.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Island {
    pub best: String,
    pub median: String,
    pub restarts: u64,
}

/// What became of the boards, but for those valued.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Verdicts {
    pub inexact: Inexact,
    /// Over the budget, those skipped included.
    pub unfinished: u64,
    pub infeasible: u64,
    pub duplicates: u64,
}

/// What there is to see.
#[derive(Clone, Default, Debug)]
pub struct Picture {
    pub name: String,
    /// Ruleset, class, orders and objective.
    pub question: String,
    pub limits: Limits,
    /// Generations done.
    pub generation: u64,
    pub boards_valued: u64,
    pub boards_per_second: f64,
    /// Seconds that the run took until then.
    pub elapsed: f64,
    pub best: Option<String>,
    pub board: Option<String>,
    /// The best fitness on the curve.
    pub height: Option<f64>,
    pub curve: Curve,
    /// Boards per second of the last generations.
    pub rates: VecDeque<u64>,
    /// The best of each order; the latest last.
    pub records: Vec<Row>,
    pub operators: Vec<Operator>,
    pub islands: Vec<Island>,
    pub verdicts: Verdicts,
}

impl Picture {
    /// A run before its first generation.
    pub fn new(plan: &Plan, elapsed: f64) -> Picture {
        let [least, most] = plan.boards.order;
        let tinted = if plan.boards.tinted { "tinted " } else { "" };
        let question = format!(
            "{}, {tinted}{}, order {least} to {most}: {}",
            plan.game.ruleset,
            plan.boards.class,
            objective_text(plan, None)
        );
        Picture {
            name: plan.name.clone(),
            question,
            limits: Limits::new(plan),
            elapsed,
            islands: vec![Island::default(); plan.search.islands],
            ..Picture::default()
        }
    }

    /// Takes in a generation.
    pub fn update(&mut self, sight: &Sight) {
        self.generation = sight.generation;
        self.limits.generations = sight.generations;
        self.boards_valued = sight.boards_valued;
        self.boards_per_second = sight.boards_per_second;
        self.elapsed = sight.elapsed;
        self.best.clone_from(&sight.best);
        self.board.clone_from(&sight.board);
        self.rates.push_back(sight.boards_per_second as u64);
        if self.rates.len() > RATES {
            self.rates.pop_front();
        }
        for record in &sight.step.records {
            self.record(Row::new(record));
        }
        self.draw_on(sight);
        self.tell_operators(sight);
        self.tell_islands(sight);
        self.count(sight);
    }

    /// A record takes the place of the last one of its order.
    pub fn record(&mut self, row: Row) {
        self.records.retain(|old| !old.is_rival(&row));
        self.records.push(row);
        if self.records.len() > RECORDS {
            self.records.remove(0);
        }
    }

    /// The curve goes on.
    fn draw_on(&mut self, sight: &Sight) {
        let report = &sight.step.report;
        if let Some(best) = report.new_bests.last() {
            self.height = Some(height(&best.specimen.fitness));
        }
        let mut all: Vec<f64> = report.fitnesses.iter().flatten().map(height).collect();
        let middle = all.len() / 2;
        let (Some(best), true) = (self.height, !all.is_empty()) else {
            return;
        };
        let (_, median, _) = all.select_nth_unstable_by(middle, f64::total_cmp);
        self.curve.push(Point {
            generation: report.generation,
            best,
            median: *median,
        });
    }

    fn tell_operators(&mut self, sight: &Sight) {
        let names = sight.operators.iter();
        if self.operators.len() != sight.operators.len() {
            let new = |&name: &&'static str| Operator {
                name,
                rate: 0.0,
                improved: 0,
                bests: 0,
            };
            self.operators = names.map(new).collect();
        }
        let report = &sight.step.report;
        let told = report.operators.iter().zip(&report.rates);
        for (operator, (tally, rate)) in self.operators.iter_mut().zip(told) {
            operator.rate = *rate as f64 / crate::evolve::RATE_UNIT as f64;
            operator.improved += tally.archived;
            operator.bests += tally.bests;
        }
    }

    fn tell_islands(&mut self, sight: &Sight) {
        let report = &sight.step.report;
        self.islands
            .resize(report.fitnesses.len(), Island::default());
        for (i, island) in self.islands.iter_mut().enumerate() {
            island.best = report.best(i).map_or(String::new(), Fitness::to_string);
            island.median = report.median(i).map_or(String::new(), Fitness::to_string);
        }
        for &i in &report.restarts {
            if let Some(island) = self.islands.get_mut(i) {
                island.restarts += 1;
            }
        }
    }

    fn count(&mut self, sight: &Sight) {
        let (step, verdicts) = (sight.step, &mut self.verdicts);
        verdicts.inexact.cut += step.cut;
        verdicts.inexact.bounded += step.with_bounds;
        verdicts.inexact.screened += step.screened;
        verdicts.unfinished += step.report.unfinished;
        verdicts.infeasible += step.report.infeasible;
        verdicts.duplicates += step.report.duplicates;
    }
}

/// How high a fitness is on the curve: the value of its first expression.
pub fn height(fitness: &Fitness) -> f64 {
    let first = fitness.first();
    *first.numer() as f64 / *first.denom() as f64
}
