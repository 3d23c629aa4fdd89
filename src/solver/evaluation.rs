//! What a researcher wants to know of a board, in one piece.

use super::{SolveError, Solver};
use crate::graph::{Board, Link};
use crate::ruleset::Algebra;
use crate::value::{Dyadic, Notation, Outcome, Thermograph, Value};
use std::sync::Arc;

/// What a thermograph says of a short game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thermal {
    /// The mean (mast value).
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The left stop.
    pub left_stop: Dyadic,
    /// The right stop.
    pub right_stop: Dyadic,
}

/// What is asked of a board most often: everything that can be told without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Who wins.
    pub outcome: Outcome,
    /// Mean, temperature and stops, if the game has values.
    pub thermal: Option<Thermal>,
    /// The Grundy value, if the game is impartial.
    pub grundy: Option<u32>,
    /// What the thermograph of the atomic weight says, if that was asked for and there is one.
    pub weight: Option<Thermal>,
    /// Who wins when every link has weight 1, if that was asked for.
    pub unit_outcome: Option<Outcome>,
}

/// What is wanted of a board besides its heat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The atomic weight.
    pub weight: bool,
    /// Who wins when every link has weight 1.
    pub unit_outcome: bool,
}

/// The value of a board and what follows from it.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Who wins.
    pub outcome: Outcome,
    /// The value, unless the game has only outcomes.
    pub short: Option<Short>,
    /// The Grundy value, if the game is impartial.
    pub grundy: Option<u32>,
}

/// A value, and what is read off it.
#[derive(Clone, Debug)]
pub struct Short {
    /// The value; good until the solver's next evaluation.
    pub value: Value,
    /// Mean, temperature and stops.
    pub thermal: Thermal,
    /// The thermograph.
    pub thermograph: Arc<Thermograph>,
}

impl Evaluation {
    /// The part of it that [`Solver::heat`] finds.
    pub fn heat(&self) -> Heat {
        Heat {
            outcome: self.outcome,
            thermal: self.thermal(),
            grundy: self.grundy,
            weight: None,
            unit_outcome: None,
        }
    }

    /// Mean, temperature and stops, if the game has values.
    pub fn thermal(&self) -> Option<Thermal> {
        self.short.as_ref().map(|s| s.thermal)
    }

    /// The value, if the game has values.
    pub fn value(&self) -> Option<Value> {
        self.short.as_ref().map(|s| s.value)
    }
}

impl Solver {
    /// Values a board and reads everything off the value; or finds who wins, where that is all.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn evaluate(&mut self, board: &Board) -> Result<Evaluation, SolveError> {
        if self.decides_winners() {
            self.ruleset().fits(board)?;
            return Ok(Evaluation {
                outcome: self.outcome_of_board(board)?,
                short: None,
                grundy: None,
            });
        }
        let value = self.value(board)?;
        self.evaluation(value)
    }

    /// As [`Solver::heat`], and what else is wanted.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn heat_and(&mut self, board: &Board, wanted: Wanted) -> Result<Heat, SolveError> {
        let mut heat = self.heat(board)?;
        if wanted.weight && !self.decides_winners() {
            let value = self.value(board)?;
            if let Some(weight) = self.values().atomic_weight(value)? {
                heat.weight = Some(self.short(weight)?.thermal);
            }
        }
        if wanted.unit_outcome {
            let unit = |l: Link| Link { weight: 1, ..l };
            let links = board.links().into_iter().map(unit).collect();
            let board = board.clone().with_links(links);
            heat.unit_outcome = Some(self.heat(&board)?.outcome);
        }
        Ok(heat)
    }

    /// The atomic weight of what was evaluated, as text; absent for nimbers, for values that are not all small, and for
    /// texts longer than `limit`.
    pub fn atomic_weight(&mut self, e: &Evaluation, limit: usize) -> Option<String> {
        let value = e.value().filter(|_| e.grundy.is_none())?;
        let weight = self.values().atomic_weight(value).ok()??;
        self.canonical_form(weight, Notation::Braces, limit)
    }

    /// Everything that is read off a value.
    pub(super) fn evaluation(&mut self, value: Value) -> Result<Evaluation, SolveError> {
        let impartial = self.ruleset().algebra() == Algebra::Impartial;
        Ok(Evaluation {
            outcome: self.values().outcome(value)?,
            grundy: self.values().as_nimber(value).filter(|_| impartial),
            short: Some(self.short(value)?),
        })
    }

    fn short(&mut self, value: Value) -> Result<Short, SolveError> {
        let values = self.values();
        let thermograph = values.thermograph(value)?;
        Ok(Short {
            value,
            thermal: Thermal {
                mean: thermograph.mean,
                temperature: thermograph.temperature,
                left_stop: values.left_stop(value)?,
                right_stop: values.right_stop(value),
            },
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
