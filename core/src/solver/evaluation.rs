//! Evaluations: the value of a board together with outcome, mean, temperature and stops.

use super::{SolveError, Solver};
use crate::graph::{Board, Link};
use crate::ruleset::Algebra;
use crate::value::{Dyadic, Notation, Outcome, Thermograph, Value};
use std::sync::Arc;

/// The mean, temperature and stops of a short game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temperatures {
    /// The mean (mast value).
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The left stop.
    pub left_stop: Dyadic,
    /// The right stop.
    pub right_stop: Dyadic,
}

/// The outcome of a board, and the numbers that can be found without its canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The outcome.
    pub outcome: Outcome,
    /// The mean, temperature and stops, if the game has values.
    pub temperatures: Option<Temperatures>,
    /// The Grundy value, if the game is impartial.
    pub grundy: Option<u32>,
    /// The mean, temperature and stops of the atomic weight, if this was requested and the value
    /// has one.
    pub weight: Option<Temperatures>,
    /// The outcome of the board with all weights set to 1, if this was requested.
    pub unit_outcome: Option<Outcome>,
}

/// The parts of a summary that are computed on request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Whether to compute the atomic weight.
    pub weight: bool,
    /// Whether to compute the outcome of the board with all weights set to 1.
    pub unit_outcome: bool,
}

/// The value of a board, with outcome and numbers.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The outcome and the numbers.
    pub summary: Summary,
    /// The value, unless the game has outcomes alone.
    pub short: Option<ShortValue>,
}

/// A value with its thermograph.
#[derive(Clone, Debug)]
pub struct ShortValue {
    /// The value; valid until the solver's next evaluation.
    pub value: Value,
    /// The thermograph.
    pub thermograph: Arc<Thermograph>,
}

impl Summary {
    /// The summary of a position in a game that has outcomes alone.
    pub(super) fn of_outcome(outcome: Outcome) -> Summary {
        Summary {
            outcome,
            temperatures: None,
            grundy: None,
            weight: None,
            unit_outcome: None,
        }
    }
}

impl Evaluation {
    /// The mean, temperature and stops, if the game has values.
    pub fn temperatures(&self) -> Option<Temperatures> {
        self.summary.temperatures
    }

    /// The value, if the game has values.
    pub fn value(&self) -> Option<Value> {
        self.short.as_ref().map(|s| s.value)
    }
}

impl Solver {
    /// Evaluates a board: its value with everything that follows from it, or its outcome in a game
    /// that has outcomes alone.
    ///
    /// # Errors
    /// The errors of [`Solver::value`].
    pub fn evaluate(&mut self, board: &Board) -> Result<Evaluation, SolveError> {
        if self.decides_winners() {
            self.ruleset().fits(board)?;
            return Ok(Evaluation {
                summary: Summary::of_outcome(self.outcome_of_board(board)?),
                short: None,
            });
        }
        let value = self.value(board)?;
        self.evaluation(value)
    }

    /// The [summary](Solver::summary) with the requested extras.
    ///
    /// # Errors
    /// The errors of [`Solver::value`].
    pub fn summary_with(&mut self, board: &Board, extras: Extras) -> Result<Summary, SolveError> {
        let mut summary = self.summary(board)?;
        if extras.weight && !self.decides_winners() {
            let value = self.value(board)?;
            if let Some(weight) = self.values().atomic_weight(value)? {
                summary.weight = Some(self.temperatures(weight)?.0);
            }
        }
        if extras.unit_outcome {
            let unit = |l: Link| Link { weight: 1, ..l };
            let links = board.links().into_iter().map(unit).collect();
            let board = board.clone().with_links(links);
            summary.unit_outcome = Some(self.summary(&board)?.outcome);
        }
        Ok(summary)
    }

    /// The atomic weight of an evaluated board as text; `None` for nimbers, for values that are not
    /// all small, and for texts longer than `limit` bytes.
    pub fn atomic_weight(&mut self, e: &Evaluation, limit: usize) -> Option<String> {
        let value = e.value().filter(|_| e.summary.grundy.is_none())?;
        self.values().atomic_weight_text(value, limit)
    }

    /// The evaluation that follows from a value.
    pub(super) fn evaluation(&mut self, value: Value) -> Result<Evaluation, SolveError> {
        let impartial = self.ruleset().algebra() == Algebra::Impartial;
        let outcome = self.values().outcome(value)?;
        let (temperatures, thermograph) = self.temperatures(value)?;
        Ok(Evaluation {
            summary: Summary {
                temperatures: Some(temperatures),
                grundy: self.values().as_nimber(value).filter(|_| impartial),
                ..Summary::of_outcome(outcome)
            },
            short: Some(ShortValue { value, thermograph }),
        })
    }

    fn temperatures(
        &mut self,
        value: Value,
    ) -> Result<(Temperatures, Arc<Thermograph>), SolveError> {
        let values = self.values();
        let thermograph = values.thermograph(value)?;
        let temperatures = Temperatures {
            mean: thermograph.mean,
            temperature: thermograph.temperature,
            left_stop: values.left_stop(value)?,
            right_stop: values.right_stop(value),
        };
        Ok((temperatures, thermograph))
    }

    /// The canonical form of a value as text; `None` if it is longer than `limit` bytes.
    pub fn canonical_form(
        &mut self,
        value: Value,
        notation: Notation,
        limit: usize,
    ) -> Option<String> {
        self.values().notation(value, notation, limit)
    }
}

/// Bytes of stack for evaluations. The address space is reserved; memory is used only for pages
/// that the recursion touches.
pub const DEEP_STACK: usize = 1 << 30;

/// Runs `work` on a thread whose stack suffices for the deepest recursion that a budget allows.
pub fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(DEEP_STACK)
            .spawn_scoped(scope, work);
        match thread.expect("a thread can be started").join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
