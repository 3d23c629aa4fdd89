//! The tally of a set of boards: maxima, the boards that attain them, outcomes.

use super::super::Maximum;
use super::super::bars::{Answers, invariants_of};
use super::error::AtlasError;
use super::listed::ListedBoards;
use super::question::Question;
use boilingpoint_boards::canon::normal;
use boilingpoint_boards::{Board, Opposable, opposable};
use boilingpoint_problem::Objective;
use boilingpoint_problem::expression::Absent;
use boilingpoint_problem::invariants::{Invariant, Subject};
use boilingpoint_solver::Summary;
use boilingpoint_values::Outcome;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The number of boards that are kept for each maximum, and of second-player wins. The first boards
/// by their graph6 text, canonically labelled, are kept.
pub const KEPT: usize = boilingpoint_record::counted::EXAMPLES;

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

    /// The first reason why the numbers cannot all be true; `None` if they fit each other and the
    /// question.
    pub(super) fn flaw(&self, question: &Question) -> Option<String> {
        let objectives = &question.objectives;
        let mut outcomes = self.outcomes.values();
        let outcomes = outcomes.try_fold(0u64, |sum, &n| sum.checked_add(n));
        let lost = self.second_player_wins.count();
        let counted = match question.optimum_only {
            Some(_) => 0,
            None => self.boards,
        };
        if outcomes != Some(counted) || self.outcomes.get("P").copied().unwrap_or(0) != lost {
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

/// The counts of some boards of a list. The boards that attain a maximum are known by their places
/// in the list: a name takes ten times as long as a value, and most of the boards that attain the
/// maximum of a few boards do not attain that of all.
pub(super) struct Counts {
    boards: u64,
    outcomes: FxHashMap<Outcome, u64>,
    second_player_wins: Vec<usize>,
    optima: Vec<Maximum<Vec<usize>>>,
}

/// Sorts the boards at some places of a list by the invariants that objectives use: boards with the
/// same values have the same fitness. So the objectives are evaluated once for many boards.
pub(super) struct Sorter<'a> {
    objectives: &'a [Objective],
    invariants: Vec<&'static Invariant>,
    alike: FxHashMap<Answers, Vec<usize>>,
    /// The values on the last board.
    answers: Answers,
    counts: Counts,
}

impl Sorter<'_> {
    /// The sorter for these objectives, without boards.
    pub fn new(objectives: &[Objective]) -> Sorter<'_> {
        Sorter {
            objectives,
            invariants: invariants_of(objectives),
            alike: FxHashMap::default(),
            answers: Vec::new(),
            counts: Counts::new(objectives.len()),
        }
    }

    /// Adds the board at a place.
    pub fn add(&mut self, place: usize, board: &Board, summary: &Summary) {
        self.counts.boards += 1;
        *self.counts.outcomes.entry(summary.outcome).or_default() += 1;
        if summary.outcome == Outcome::P {
            self.counts.second_player_wins.push(place);
        }
        let summary = Some(summary);
        let subject = Subject { board, summary };
        self.answers.clear();
        let answers = self.invariants.iter().map(|i| i.of(&subject));
        self.answers.extend(answers);
        match self.alike.get_mut(&self.answers) {
            Some(places) => places.push(place),
            None => _ = self.alike.insert(self.answers.clone(), vec![place]),
        }
    }

    /// Adds a board that is below all maxima.
    pub fn add_below(&mut self) {
        self.counts.boards += 1;
    }

    /// The counts of the boards.
    pub fn counts(mut self) -> Counts {
        for (answers, places) in self.alike {
            let mut known = |invariant: &'static Invariant| {
                let place = self.invariants.iter().position(|i| *i == invariant);
                place.map_or(Err(Absent::NoValue), |place| answers[place])
            };
            let optima = self.counts.optima.iter_mut().zip(self.objectives);
            for (maximum, objective) in optima {
                let scored = objective.rescore(&mut known, None);
                let fitness = scored.ok().map(|(fitness, _)| fitness);
                let (count, all) = (places.len() as u64, || places.clone());
                maximum.add_alike(fitness, count, all, |all, more| all.extend(more));
            }
        }
        self.counts
    }
}

impl Counts {
    /// The counts of no boards, for a number of objectives.
    pub fn new(objectives: usize) -> Counts {
        Counts {
            boards: 0,
            outcomes: FxHashMap::default(),
            second_player_wins: Vec::new(),
            optima: vec![Maximum::default(); objectives],
        }
    }

    /// Adds the counts of other boards of the list.
    pub fn merge(&mut self, other: Counts) {
        self.boards += other.boards;
        for (outcome, count) in other.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
        self.second_player_wins.extend(other.second_player_wins);
        for (maximum, other) in self.optima.iter_mut().zip(other.optima) {
            maximum.merge(other, |all, more| all.extend(more));
        }
    }

    /// The counts of the maxima, without those of outcomes.
    pub fn of_maxima(self) -> Counts {
        Counts {
            outcomes: FxHashMap::default(),
            second_player_wins: Vec::new(),
            ..self
        }
    }

    /// The tally of the boards, for the objectives with these names.
    ///
    /// # Errors
    /// When a board of the list cannot be read.
    pub fn tally(self, names: &[String], boards: &ListedBoards) -> Result<Tally, AtlasError> {
        let mut tally = Tally::new(names);
        tally.boards = self.boards;
        let outcomes = self.outcomes.into_iter();
        tally.outcomes = outcomes.map(|(o, count)| (o.to_string(), count)).collect();
        for place in self.second_player_wins {
            tally.second_player_wins.add(&*boards.get(place)?);
        }
        for (optimum, counted) in tally.optima.iter_mut().zip(self.optima) {
            let mut best = Maximum {
                max: counted.max,
                attaining: counted.attaining,
                undefined: counted.undefined,
                boards: BTreeSet::new(),
            };
            for place in counted.boards {
                keep(
                    &mut best.boards,
                    BTreeSet::from([name(&*boards.get(place)?)]),
                );
            }
            optimum.maximum = best;
        }
        Ok(tally)
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
    use super::super::count::{Asked, tally_of};
    use super::*;
    use boilingpoint_boards::{enumerate, trees::Trees};
    use boilingpoint_rules::Snort;
    use boilingpoint_solver::{Budget, Solver};

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
            let boards = ListedBoards::Boards(boards.to_vec());
            let asked = Asked::new(&names, &objectives);
            tally_of(&mut solver, &boards, &asked).unwrap()
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
