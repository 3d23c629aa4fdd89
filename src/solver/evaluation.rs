//! What a researcher wants to know of a board, in one piece.

use super::{SolveError, Solver};
use crate::graph::Board;
use crate::value::{Dyadic, Notation, Outcome, Thermograph, Value};
use std::sync::Arc;

/// What is asked of a board most often: everything that can be told without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Who wins.
    pub outcome: Outcome,
    /// The mean (mast value).
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The left stop.
    pub left_stop: Dyadic,
    /// The right stop.
    pub right_stop: Dyadic,
}

/// The value of a board and what follows from it.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The value; good until the solver's next evaluation.
    pub value: Value,
    /// Who wins.
    pub outcome: Outcome,
    /// The mean (mast value).
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The left stop.
    pub left_stop: Dyadic,
    /// The right stop.
    pub right_stop: Dyadic,
    /// The thermograph.
    pub thermograph: Arc<Thermograph>,
}

impl Evaluation {
    /// The part of it that [`Solver::heat`] finds.
    pub fn heat(&self) -> Heat {
        Heat {
            outcome: self.outcome,
            mean: self.mean,
            temperature: self.temperature,
            left_stop: self.left_stop,
            right_stop: self.right_stop,
        }
    }
}

impl Solver {
    /// Values a board and reads everything off the value.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn evaluate(&mut self, board: &Board) -> Result<Evaluation, SolveError> {
        let value = self.value(board)?;
        self.evaluation(value)
    }

    /// Everything that is read off a value.
    pub(super) fn evaluation(&mut self, value: Value) -> Result<Evaluation, SolveError> {
        let values = self.values();
        let thermograph = values.thermograph(value)?;
        Ok(Evaluation {
            value,
            outcome: values.outcome(value)?,
            mean: thermograph.mean,
            temperature: thermograph.temperature,
            left_stop: values.left_stop(value)?,
            right_stop: values.right_stop(value),
            thermograph,
        })
    }

    /// The canonical form of the value, or `None` when it is longer than `limit` bytes.
    pub fn canonical_form(
        &mut self,
        value: Value,
        notation: Notation,
        limit: usize,
    ) -> Option<String> {
        self.values().notation(value, notation, limit)
    }
}

/// Bytes of stack for evaluations. Reserved, not used: only pages that are touched count.
pub const DEEP_STACK: usize = 1 << 30;

/// Runs `work` on a thread with a stack for the deepest recursion that a budget allows.
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
