//! What an evaluation may cost, and the verdicts when that is not enough.

use crate::graph::classes::TooManyClasses;
use crate::ruleset::Unfit;
use crate::value::{MAX_NIMBER, ValueError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Bounds for one evaluation.
///
/// The verdict on a board does not depend on what was evaluated before: see [`super::Solver`].
#[derive(Clone, Debug)]
pub struct Budget {
    /// Positions (components up to isomorphism and sign) that an evaluation from empty tables
    /// may need.
    pub positions: u64,
    /// Bytes of all tables, of all solvers that share them. What does not fit is forgotten.
    pub bytes: usize,
    /// Set from outside, by a clock or a signal, to end the evaluation.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            positions: 5_000_000,
            bytes: 1 << 30,
            stop: None,
        }
    }
}

/// Why a board has no exact value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// It needs more positions than the budget has.
    #[error("the board needs more than the budget of {0} positions")]
    Positions(u64),
    /// So much of it does not fit into the memory of the budget that there is no progress.
    #[error("the board needs much more than the {} of tables that the budget has", bytes(*.0))]
    Memory(usize),
    /// Its values are more work than was allowed.
    #[error("the values of the board's positions are more work than was allowed")]
    Work,
    /// It was stopped from outside.
    #[error("the evaluation was stopped before it ended")]
    Stopped,
    /// A number left the range of exact arithmetic.
    #[error("a number of the value is too large or too fine for exact 64-bit arithmetic")]
    Overflow,
    /// The game is not played on such boards.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The game has no enclosures.
    #[error("positions of {0} cannot be enclosed: bounds are for games that claim vertices")]
    NoEnclosure(String),
    /// The game has outcomes and no values.
    #[error("positions of {0} have an outcome, but no value")]
    NoValue(String),
    /// A Grundy value is too large.
    #[error("a position of the board has the Grundy value {0}; at most {MAX_NIMBER} is handled")]
    Grundy(u32),
    /// It has too many kinds of vertices.
    #[error(transparent)]
    TooManyClasses(#[from] TooManyClasses),
}

/// In MiB, or in KiB below one.
fn bytes(n: usize) -> String {
    match n >> 20 {
        0 => format!("{} KiB", n >> 10),
        mebi => format!("{mebi} MiB"),
    }
}

impl From<ValueError> for SolveError {
    fn from(error: ValueError) -> SolveError {
        match error {
            ValueError::Memory(cap) => SolveError::Memory(cap),
            ValueError::Stopped => SolveError::Stopped,
            ValueError::Work => SolveError::Work,
            ValueError::Overflow | ValueError::NotDyadic(_) => SolveError::Overflow,
        }
    }
}
