//! The boards on which inequalities have to hold.

use super::super::boards::{BoardSource, Input, Missed, MissedBoards, Stopped, Tally};
use boilingpoint_boards::Board;
use boilingpoint_problem::expression::{Expression, Number, Quantity};
use boilingpoint_problem::invariants::{Invariant, Needs, Subject};
use boilingpoint_problem::{Class, Objective, Unscored};
use boilingpoint_solver::{SolveError, Solver};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::io::BufRead;

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

impl Alike {
    fn add(&mut self, board: &Board) {
        self.boards += 1;
        self.orders.insert(board.order());
        if self.examples.len() < KEPT {
            self.examples.push(board.clone());
        }
    }
}

/// Boards by their numbers.
pub(super) type Rows = FxHashMap<Numbers, Alike>;

/// The quantity that is bounded, and invariants of graphs, on boards.
pub struct Survey {
    /// The quantity that is bounded.
    pub quantity: Expression,
    /// The quantity under the condition, and without it.
    asked: Objective,
    unconditional: Objective,
    pub invariants: Vec<&'static Invariant>,
    /// The boards that meet the condition.
    pub(super) rows: Rows,
    /// The boards that do not meet it, and of which the quantity is known.
    pub(super) others: Rows,
    /// The number of boards that meet the condition and have the quantity.
    pub boards: u64,
    /// The other boards.
    pub excluded: ExcludedBoards,
    /// The orders of the boards of the classes.
    pub(super) orders: BTreeSet<usize>,
    /// Boards that have no answer.
    pub missed: MissedBoards,
}

/// The boards for which no inequality can be claimed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ExcludedBoards {
    /// The number of boards that do not meet the condition.
    pub unmet: u64,
    /// The number of boards on which the quantity has no value.
    pub undefined: u64,
    /// The reason for the first of them.
    pub reason: Option<String>,
}

impl ExcludedBoards {
    fn merge(&mut self, later: ExcludedBoards) {
        self.unmet += later.unmet;
        self.undefined += later.undefined;
        self.reason = self.reason.take().or(later.reason);
    }
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
    /// The solvers were stopped, so that boards are missing.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The results for some boards.
#[derive(Default)]
pub struct SurveyPart {
    rows: Rows,
    others: Rows,
    excluded: ExcludedBoards,
    missed: MissedBoards,
}

impl Survey {
    /// A survey of no boards. Inequalities will be claimed for boards that meet the condition.
    ///
    /// # Errors
    /// When an invariant is not a number that depends on the graph alone.
    pub fn new(
        quantity: &Expression,
        condition: Option<&Expression>,
        invariants: Vec<&'static Invariant>,
    ) -> Result<Survey, SurveyError> {
        use boilingpoint_problem::expression::QuantityKind::Number;
        let is_fit = |i: &&&Invariant| i.kind == Number && i.needs == Needs::Board;
        if let Some(unfit) = invariants.iter().find(|i| !is_fit(i)) {
            return Err(SurveyError::Invariant(unfit.name));
        }
        let objective = |condition| Objective::new(std::slice::from_ref(quantity), condition, &[]);
        Ok(Survey {
            quantity: quantity.clone(),
            asked: objective(condition),
            unconditional: objective(None),
            invariants,
            rows: Rows::default(),
            others: Rows::default(),
            boards: 0,
            excluded: ExcludedBoards::default(),
            orders: BTreeSet::new(),
            missed: MissedBoards::default(),
        })
    }

    /// Adds all boards of a class.
    ///
    /// # Errors
    /// When there are too many different boards, or the solvers are stopped.
    pub fn add_class(&mut self, boards: &BoardSource, class: &Class) -> Result<(), SurveyError> {
        let mut whole = SurveyPart::default();
        boards.class(class, &*self, |part| whole.take(part))?;
        let orders = whole.rows.values().flat_map(|alike| &alike.orders);
        self.orders.extend(orders);
        self.merge(whole);
        Ok(())
    }

    /// Adds the boards of a stream, such as records of greater orders.
    ///
    /// # Errors
    /// When there are too many different boards, or the solvers are stopped.
    pub fn add_stream(
        &mut self,
        boards: &BoardSource,
        input: impl BufRead,
    ) -> Result<(), SurveyError> {
        let mut whole = SurveyPart::default();
        boards.stream(input, &*self, |part| whole.take(part))?;
        self.merge(whole);
        Ok(())
    }

    /// Adds a board, such as a counterexample.
    ///
    /// # Errors
    /// When the board cannot be valued.
    pub fn add_board(&mut self, solver: &mut Solver, board: &Board) -> Result<(), SolveError> {
        let mut part = SurveyPart::default();
        self.add(&mut part, solver, board, Input::default())?;
        self.merge(part);
        Ok(())
    }

    fn merge(&mut self, part: SurveyPart) {
        self.boards += part.rows.values().map(|alike| alike.boards).sum::<u64>();
        merge(&mut self.rows, part.rows);
        merge(&mut self.others, part.others);
        self.excluded.merge(part.excluded);
        self.missed.merge(part.missed);
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

impl SurveyPart {
    fn take(&mut self, later: SurveyPart) -> Result<(), SurveyError> {
        merge(&mut self.rows, later.rows);
        merge(&mut self.others, later.others);
        self.excluded.merge(later.excluded);
        self.missed.merge(later.missed);
        match self.rows.len() + self.others.len() > MOST_ROWS {
            true => Err(SurveyError::TooMany),
            false => Ok(()),
        }
    }
}

fn merge(rows: &mut Rows, more: Rows) {
    for (numbers, more) in more {
        let alike = rows.entry(numbers).or_default();
        alike.boards += more.boards;
        alike.orders.extend(more.orders);
        let room = KEPT.saturating_sub(alike.examples.len());
        alike.examples.extend(more.examples.into_iter().take(room));
    }
}

impl Tally for Survey {
    type Part = SurveyPart;

    fn add(
        &self,
        part: &mut SurveyPart,
        solver: &mut Solver,
        board: &Board,
        _: Input<'_>,
    ) -> Result<(), SolveError> {
        let (score, rows) = match self.asked.score_in_listing(solver, board) {
            Err(Unscored::NotRequired) => {
                part.excluded.unmet += 1;
                let score = self.unconditional.score_in_listing(solver, board);
                (score.ok(), &mut part.others)
            }
            Err(Unscored::Unsolved(error)) => return Err(error),
            Err(Unscored::Undefined(why) | Unscored::Island(why)) => {
                part.excluded.undefined += 1;
                part.excluded.reason.get_or_insert_with(|| why.to_string());
                return Ok(());
            }
            Ok(score) => (Some(score), &mut part.rows),
        };
        if let Some(score) = score {
            let numbers = self.numbers(score.fitness.first(), board);
            rows.entry(numbers).or_default().add(board);
        }
        Ok(())
    }

    fn missed(&self, part: &mut SurveyPart, missed: Missed) {
        part.missed.add(missed);
    }
}
