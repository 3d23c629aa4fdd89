//! The tally of a set of boards: maxima, the boards that attain them, outcomes.

use super::super::Maximum;
use crate::graph::canon::normal;
use crate::graph::{Board, Opposable, opposable};
use crate::problem::Objective;
use crate::solver::Summary;
use crate::value::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The number of boards that are kept for each maximum, and of second-player wins. The first boards
/// by their graph6 text, canonically labelled, are kept.
pub const KEPT: usize = 10;

/// The number of pairs that are tried to decide whether a board is opposable. A board is opposable
/// if a symmetry exchanges each vertex with a vertex that is not adjacent to it. The second player
/// then wins by answering at the opposite vertex.
const OPPOSABLE_STEPS: u64 = 2_000_000;

/// The results for a set of boards.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The number of boards.
    pub boards: u64,
    /// The number of boards with each outcome that occurs.
    pub outcomes: BTreeMap<String, u64>,
    pub second_player_wins: SecondPlayerWins,
    /// The maximum of each objective.
    pub optima: Vec<Optimum>,
}

/// Counts of the boards on which the second player wins.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondPlayerWins {
    /// Boards that are opposable.
    pub opposable: u64,
    /// Boards that are not opposable.
    pub not_opposable: u64,
    /// Boards for which the search for an opposing automorphism did not finish.
    pub undecided: u64,
    /// The first [`KEPT`] boards that are not opposable, as graph6.
    pub examples: BTreeSet<String>,
}

/// The greatest value of an objective.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Optimum {
    /// The objective, in the record book's spelling.
    pub objective: String,
    /// The greatest value, and the first [`KEPT`] boards that attain it, as graph6.
    #[serde(flatten)]
    pub maximum: Maximum<BTreeSet<String>>,
}

impl Tally {
    /// The tally of no boards, for these objectives.
    pub fn new(objectives: &[String]) -> Tally {
        let optimum = |objective: &String| Optimum {
            objective: objective.clone(),
            ..Optimum::default()
        };
        Tally {
            optima: objectives.iter().map(optimum).collect(),
            ..Tally::default()
        }
    }

    /// Adds a board. `objectives` are the objectives of [`Tally::new`], parsed.
    pub fn add(&mut self, board: &Board, summary: &Summary, objectives: &[Objective]) {
        self.boards += 1;
        *self
            .outcomes
            .entry(summary.outcome.to_string())
            .or_default() += 1;
        if summary.outcome == Outcome::P {
            self.second_player_wins.add(board);
        }
        for (optimum, objective) in self.optima.iter_mut().zip(objectives) {
            let score = objective.score_evaluated(board, Some(summary));
            let fitness = score.ok().map(|score| score.fitness);
            let example = || BTreeSet::from([name(board)]);
            optimum.maximum.add(fitness, example, keep);
        }
    }

    /// The first reason why the numbers cannot all be true; `None` if they fit each other and these
    /// objectives.
    pub(super) fn flaw(&self, objectives: &[String]) -> Option<String> {
        let mut outcomes = self.outcomes.values();
        let outcomes = outcomes.try_fold(0u64, |sum, &n| sum.checked_add(n));
        let lost = self.second_player_wins.count();
        if outcomes != Some(self.boards) || self.outcomes.get("P").copied().unwrap_or(0) != lost {
            return Some("the numbers of boards by outcome do not add up".to_string());
        }
        if !objectives
            .iter()
            .eq(self.optima.iter().map(|o| &o.objective))
        {
            return Some("its maxima are not those of its objectives".to_string());
        }
        let flawed = self.optima.iter().find(|optimum| {
            let best = &optimum.maximum;
            let named = best.boards.len() as u64;
            let valued = best.attaining.checked_add(best.undefined);
            let is_valued = best.max.is_some() == (best.attaining > 0);
            let is_full = named == best.attaining.min(KEPT as u64);
            !is_valued || !is_full || valued.is_none_or(|valued| valued > self.boards)
        });
        let flawed = flawed.map(|optimum| &optimum.objective);
        flawed.map(|name| format!("the numbers of `{name}` do not fit each other"))
    }

    /// Adds the tally of other boards for the same objectives.
    pub fn merge(&mut self, other: Tally) {
        self.boards += other.boards;
        for (outcome, count) in other.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
        self.second_player_wins.merge(other.second_player_wins);
        for (optimum, other) in self.optima.iter_mut().zip(other.optima) {
            optimum.maximum.merge(other.maximum, keep);
        }
    }
}

impl SecondPlayerWins {
    /// The number of boards on which the second player wins.
    pub fn count(&self) -> u64 {
        let decided = self.opposable.saturating_add(self.not_opposable);
        decided.saturating_add(self.undecided)
    }

    fn add(&mut self, board: &Board) {
        match opposable(board, OPPOSABLE_STEPS) {
            Opposable::Yes(_) => self.opposable += 1,
            Opposable::Unknown => self.undecided += 1,
            Opposable::No => {
                self.not_opposable += 1;
                keep(&mut self.examples, BTreeSet::from([name(board)]));
            }
        }
    }

    fn merge(&mut self, other: SecondPlayerWins) {
        self.opposable += other.opposable;
        self.not_opposable += other.not_opposable;
        self.undecided += other.undecided;
        keep(&mut self.examples, other.examples);
    }
}

/// The board as graph6, canonically labelled.
fn name(board: &Board) -> String {
    normal(board).name()
}

/// Adds names, and keeps the first [`KEPT`] of all.
fn keep(names: &mut BTreeSet<String>, more: BTreeSet<String>) {
    names.extend(more);
    while names.len() > KEPT {
        names.pop_last();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{enumerate, trees::Trees};
    use crate::ruleset::Snort;
    use crate::solver::{Budget, Solver};

    #[test]
    fn tallies_add_up_however_the_boards_are_split() {
        let names = ["temperature - degree", "temperature / leaves", "girth"].map(String::from);
        let objectives: Vec<Objective> =
            names.iter().map(|n| Objective::parse(n).unwrap()).collect();
        let mut solver = Solver::new(&Snort, Budget::default());
        let graphs = enumerate::next_connected(&enumerate::next_connected(
            &enumerate::next_connected(&enumerate::next_connected(&enumerate::first())),
        ));
        let all = graphs
            .into_iter()
            .chain(Trees::of_order(7).map(|t| t.graph()));
        let boards: Vec<Board> = all.map(Board::untinted).collect();
        let mut of = |boards: &[Board]| {
            let mut tally = Tally::new(&names);
            for board in boards {
                tally.add(board, &solver.summary(board).unwrap(), &objectives);
            }
            tally
        };
        let whole = of(&boards);
        assert_eq!(whole.boards, 32);
        assert_eq!(whole.outcomes.values().sum::<u64>(), 32);
        assert!(whole.optima[1].maximum.undefined > 0 && whole.optima[2].maximum.undefined > 0);
        let first = &whole.optima[0].maximum;
        assert!(first.attaining > KEPT as u64 && first.boards.len() == KEPT);
        for size in [1, 3, 20] {
            let mut parts: Vec<Tally> = boards.chunks(size).map(&mut of).collect();
            for _ in 0..2 {
                let mut sum = Tally::new(&names);
                parts.iter().cloned().for_each(|part| sum.merge(part));
                assert_eq!(sum, whole, "parts of {size}");
                parts.reverse();
            }
        }
    }
}
