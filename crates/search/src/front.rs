//! The front of a search with several objectives: its hypervolume, and its lines with checked
//! facts.

use super::error::SearchError;
use super::evaluator::Evaluator;
use super::report::{GenerationReport, RecordCandidate, SearchTotals};
use boilingpoint_evolve::{Comparison, Problem, Specimen};
use boilingpoint_problem::expression::Number;
use boilingpoint_problem::{self as problem, Certainty, Facts, Fitness, Genome, Score, Unscored};
use boilingpoint_record::front::{FrontLine, FrontSummary};
use boilingpoint_solver::Solver;
use num_traits::CheckedSub;
use std::collections::BTreeMap;

/// A board of a front, before it is checked.
pub struct FrontBoard {
    /// The board.
    pub genome: Genome,
    /// The values of the expressions.
    pub fitness: Fitness,
    /// Whether the values are lower bounds.
    pub is_bound: bool,
    /// The generation in which the board was bred.
    pub generation: u64,
    /// The specimen's number in its run.
    pub id: u64,
}

/// A specimen on the front of a search.
type FrontSpecimen = Specimen<Genome, Fitness>;

/// The key of the reference point among the records of the totals. The keys of records have at
/// least one number.
const REFERENCE: Vec<i64> = Vec::new();

/// Stores the reference point of the hypervolume, once boards have a fitness: one less than the
/// least value of each expression among the boards that the archive took in this generation. So
/// these boards, too, add to the volume.
pub(super) fn note_reference(totals: &mut SearchTotals, report: &GenerationReport) {
    if totals.records.contains_key(&REFERENCE) {
        return;
    }
    let all = report.archived.iter().map(|a| &a.specimen.fitness);
    let least = all.cloned().reduce(|least, fitness| {
        let both = least.0.into_iter().zip(fitness.0);
        Fitness(both.map(|(a, b)| a.min(b)).collect())
    });
    let one = Number::from_integer(1);
    let below = |n: Number| n.checked_sub(&one).unwrap_or(n);
    if let Some(least) = least {
        let reference = Fitness(least.0.into_iter().map(below).collect());
        totals.records.insert(REFERENCE, reference);
    }
}

/// The number of boards on the front; `None` in a search that compares in order.
pub(super) fn size(totals: &SearchTotals, comparison: Comparison) -> Option<u64> {
    let is_front = comparison == Comparison::ByDominance;
    is_front.then(|| totals.archive.frontier().len() as u64)
}

/// The hypervolume of the front.
pub(super) fn hypervolume(totals: &SearchTotals, comparison: Comparison) -> Option<Number> {
    if comparison == Comparison::InOrder {
        return None;
    }
    let reference = totals.records.get(&REFERENCE)?;
    problem::hypervolume(totals.archive.frontier().map(|s| &s.fitness), reference)
}

/// The boards of the front that were checked before, by their keys, so that each is checked once.
pub(super) type CheckedFront = BTreeMap<u128, FrontLine>;

impl Evaluator {
    /// The lines of the front, the best by the first expression first. Each board that is not in
    /// `checked` is valued again and checked like a record. If the run is being stopped, the boards
    /// that are not in `checked` have the facts of the board alone.
    ///
    /// # Errors
    /// `Disagreement` when the checker disagrees with the solver.
    pub(super) fn front_lines(
        &self,
        totals: &SearchTotals,
        checked: &mut CheckedFront,
    ) -> Result<Vec<FrontLine>, SearchError> {
        let mut front: Vec<&FrontSpecimen> = totals.archive.frontier().collect();
        front.sort_by(|a, b| a.by_merit_and_key(b));
        let is_new = |s: &&&FrontSpecimen| !checked.contains_key(&s.key);
        let new: Vec<&FrontSpecimen> = front.iter().filter(is_new).copied().collect();
        let lines = self.pool.map(&new, |solver, specimen| {
            self.front_line(solver, &FrontBoard::of(totals, specimen))
        });
        let mut unchecked = BTreeMap::new();
        for (specimen, line) in new.into_iter().zip(lines) {
            match line {
                Ok(line) => drop(checked.insert(specimen.key, line)),
                Err(SearchError::Interrupted) => {
                    let line = FrontBoard::of(totals, specimen).unchecked();
                    unchecked.insert(specimen.key, line);
                }
                Err(error) => return Err(error),
            }
        }
        let keys: Vec<u128> = front.iter().map(|s| s.key).collect();
        checked.retain(|key, _| keys.contains(key));
        let line = |key| checked.get(key).or(unchecked.get(key)).cloned();
        Ok(keys.iter().filter_map(line).collect())
    }

    /// The line of a board, which is valued again and checked like a record.
    ///
    /// # Errors
    /// `Disagreement` when the checker disagrees with the solver; `Interrupted`.
    fn front_line(
        &self,
        solver: &mut Solver,
        board: &FrontBoard,
    ) -> Result<FrontLine, SearchError> {
        let candidate = RecordCandidate {
            key: vec![board.genome.order() as i64],
            genome: board.genome.clone(),
            fitness: board.fitness.clone(),
            is_bound: board.is_bound,
            collected: None,
            lineage: Vec::new(),
        };
        let record = self.record(solver, board.generation, &candidate)?;
        let mut line = board.unchecked();
        line.facts = record.facts;
        line.facts.complete(self.ruleset.algebra(), solver.values());
        line.verified = record.verified;
        Ok(line)
    }

    /// The lines of boards, each valued again and checked like a record.
    ///
    /// # Errors
    /// `Disagreement` when the checker disagrees with the solver; `Interrupted`.
    pub fn checked_front(&self, boards: &[FrontBoard]) -> Result<Vec<FrontLine>, SearchError> {
        let lines = self
            .pool
            .map(boards, |solver, board| self.front_line(solver, board));
        lines.into_iter().collect()
    }

    /// The scores of boards by the objective, in the order of the boards: by their values, or by
    /// bounds if a board exceeds the budget.
    ///
    /// # Errors
    /// `Interrupted` when the stop flag was set.
    pub fn scores_of(
        &self,
        boards: &[Genome],
    ) -> Result<Vec<Result<Score, Unscored>>, SearchError> {
        let scores = self.pool.map(boards, |solver, genome| {
            let board = genome.canonical_board();
            self.score_alone(&self.objective, solver, genome, &board)
        });
        match self.is_stopped() {
            true => Err(SearchError::Interrupted),
            false => Ok(scores),
        }
    }
}

impl FrontBoard {
    fn of(totals: &SearchTotals, specimen: &FrontSpecimen) -> FrontBoard {
        FrontBoard {
            genome: specimen.genome.clone(),
            fitness: specimen.fitness.clone(),
            is_bound: totals.is_bound(specimen.key),
            generation: specimen.origin.generation,
            id: specimen.id,
        }
    }

    /// The line of the board with the facts of the board alone.
    fn unchecked(&self) -> FrontLine {
        let mut facts = Facts::of_board(&self.genome.canonical_board());
        if self.is_bound {
            facts.certainty = Certainty::LowerBound;
        }
        FrontLine {
            fitness: self.fitness.texts(),
            facts,
            verified: false,
            generation: self.generation,
            id: self.id,
        }
    }
}

/// The front of a search as its manifest has it; `None` in a search that compares in order, or
/// before the first board with a fitness.
pub(super) fn summary(evaluator: &Evaluator, totals: &SearchTotals) -> Option<FrontSummary> {
    let comparison = evaluator.boards.comparison();
    let boards = size(totals, comparison)?;
    let reference = totals.records.get(&REFERENCE)?.texts();
    let hypervolume = hypervolume(totals, comparison).map(|v| v.to_string());
    Some(FrontSummary {
        boards,
        reference,
        hypervolume,
    })
}
