//! The boards on which inequalities have to hold.

use super::super::boards::{BoardSource, Missed, MissedBoards, Tally};
use crate::graph::Board;
use crate::problem::expression::{Number, Quantity};
use crate::problem::invariants::{Invariant, Needs, Subject};
use crate::problem::{Class, Objective, Unscored};
use crate::solver::{SolveError, Solver};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The number of boards that are kept of those with the same numbers.
const KEPT: usize = 3;

/// The greatest number of different rows of a survey.
const MOST_ROWS: usize = 400_000;

/// The quantity and the invariants of some boards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Numbers {
    pub(super) quantity: Number,
    /// `None` where a board has no such quantity, or it was not found within its limit.
    pub(super) invariants: Vec<Option<Number>>,
}

/// The boards with the same numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Alike {
    pub(super) boards: u64,
    /// The orders of the boards.
    pub(super) orders: BTreeSet<usize>,
    /// The first [`KEPT`] boards of the survey.
    pub(super) examples: Vec<Board>,
}

/// The quantity that is bounded, and invariants of graphs, on boards.
pub struct Survey<'a> {
    /// The quantity, as the only expression of an objective.
    pub quantity: &'a Objective,
    pub invariants: Vec<&'static Invariant>,
    pub(super) rows: FxHashMap<Numbers, Alike>,
    /// The number of boards that have the quantity.
    pub boards: u64,
    /// The orders of the boards of the classes.
    pub(super) orders: BTreeSet<usize>,
    /// Boards that have no answer.
    pub missed: MissedBoards,
}

/// The reason why a survey cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum SurveyError {
    /// An invariant cannot be in a bound.
    #[error("`{0}` is not a number that depends on the graph alone")]
    Invariant(&'static str),
    /// There are too many boards.
    #[error(
        "the boards have more than {MOST_ROWS} different rows of numbers; ask for fewer orders or fewer invariants"
    )]
    TooMany,
}

/// The results for some boards.
#[derive(Default)]
pub struct SurveyPart {
    rows: FxHashMap<Numbers, Alike>,
    missed: MissedBoards,
}

impl<'a> Survey<'a> {
    /// A survey of no boards.
    ///
    /// # Errors
    /// When an invariant is not a number that depends on the graph alone.
    pub fn new(
        quantity: &'a Objective,
        invariants: Vec<&'static Invariant>,
    ) -> Result<Survey<'a>, SurveyError> {
        use crate::problem::expression::QuantityKind::Number;
        let is_fit = |i: &&&Invariant| i.kind == Number && i.needs == Needs::Board;
        if let Some(unfit) = invariants.iter().find(|i| !is_fit(i)) {
            return Err(SurveyError::Invariant(unfit.name));
        }
        Ok(Survey {
            quantity,
            invariants,
            rows: FxHashMap::default(),
            boards: 0,
            orders: BTreeSet::new(),
            missed: MissedBoards::default(),
        })
    }

    /// Adds all boards of a class.
    ///
    /// # Errors
    /// When there are too many different boards.
    pub fn add_class(&mut self, boards: &BoardSource, class: &Class) -> Result<(), SurveyError> {
        let (mut rows, mut missed) = (FxHashMap::default(), MissedBoards::default());
        boards.class(class, &*self, |part: SurveyPart| {
            merge(&mut rows, part.rows);
            missed.merge(part.missed);
            match rows.len() > MOST_ROWS {
                true => Err(SurveyError::TooMany),
                false => Ok(()),
            }
        })?;
        self.boards += rows.values().map(|alike: &Alike| alike.boards).sum::<u64>();
        self.orders
            .extend(rows.values().flat_map(|alike| &alike.orders));
        merge(&mut self.rows, rows);
        self.missed.merge(missed);
        Ok(())
    }

    /// Adds a board, such as a counterexample.
    ///
    /// # Errors
    /// When the board cannot be valued.
    pub fn add_board(&mut self, solver: &mut Solver, board: &Board) -> Result<(), SolveError> {
        let mut part = SurveyPart::default();
        self.add(&mut part, solver, board, "")?;
        self.boards += part.rows.len() as u64;
        merge(&mut self.rows, part.rows);
        Ok(())
    }

    fn numbers(&self, quantity: Number, board: &Board) -> Numbers {
        let summary = None;
        let subject = Subject { board, summary };
        let number = |i: &&Invariant| i.of(&subject).ok().and_then(Quantity::as_number);
        Numbers {
            quantity,
            invariants: self.invariants.iter().map(number).collect(),
        }
    }
}

fn merge(rows: &mut FxHashMap<Numbers, Alike>, more: FxHashMap<Numbers, Alike>) {
    for (numbers, more) in more {
        let alike = rows.entry(numbers).or_default();
        alike.boards += more.boards;
        alike.orders.extend(more.orders);
        let room = KEPT.saturating_sub(alike.examples.len());
        alike.examples.extend(more.examples.into_iter().take(room));
    }
}

impl Tally for Survey<'_> {
    type Part = SurveyPart;

    fn empty(&self) -> SurveyPart {
        SurveyPart::default()
    }

    fn add(
        &self,
        part: &mut SurveyPart,
        solver: &mut Solver,
        board: &Board,
        _: &str,
    ) -> Result<(), SolveError> {
        let quantity = match self.quantity.score_in_listing(solver, board) {
            Ok(score) => score.fitness.first(),
            Err(Unscored::NotRequired | Unscored::Undefined(_) | Unscored::Island(_)) => {
                return Ok(());
            }
            Err(Unscored::Unsolved(error)) => return Err(error),
        };
        let alike = part.rows.entry(self.numbers(quantity, board)).or_default();
        alike.boards += 1;
        alike.orders.insert(board.order());
        if alike.examples.len() < KEPT {
            alike.examples.push(board.clone());
        }
        Ok(())
    }

    fn missed(&self, part: &mut SurveyPart, missed: Missed) {
        part.missed.add(missed);
    }
}
