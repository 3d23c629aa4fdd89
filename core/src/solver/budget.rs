//! The budget of an evaluation, and the verdicts when the budget does not suffice.

use crate::graph::classes::TooManyClasses;
use crate::ruleset::Unfit;
use crate::value::{MAX_NIMBER, ValueError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Bounds for one evaluation.
///
/// The verdict on a board does not depend on earlier evaluations; see [`super::Solver`].
#[derive(Clone, Debug)]
pub struct Budget {
    /// The greatest number of positions (components up to isomorphism and sign) that an evaluation
    /// from empty tables may need.
    pub positions: u64,
    /// Bytes for all tables of all solvers that share them. When the tables are full, the least
    /// useful entries are forgotten.
    pub bytes: usize,
    /// A flag that a clock or a signal sets to end the evaluation.
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

/// The reason why a board has no exact value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The board needs more positions than the budget has.
    #[error("the board needs more than the budget of {0} positions")]
    Positions(u64),
    /// The tables filled up so often during the board that there is no progress.
    #[error("the tables for the board need much more memory than the {} of the budget", bytes(*.0))]
    Memory(usize),
    /// The values of the positions need more steps of work than the caller allowed.
    #[error("the values of the board's positions need more work than was allowed")]
    Work,
    /// The flag [`Budget::stop`] was set.
    #[error("the evaluation was stopped before it ended")]
    Stopped,
    /// A number does not fit into exact arithmetic.
    #[error("a number of the value is too large or too fine for exact 64-bit arithmetic")]
    Overflow,
    /// The board does not fit the game.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The game is not a claiming game, so its positions cannot be enclosed.
    #[error("positions of {0} cannot be enclosed: bounds are for games that claim vertices")]
    NoEnclosure(String),
    /// The game has outcomes but no values.
    #[error("positions of {0} have an outcome, but no value")]
    NoValue(String),
    /// A position has a Grundy value above [`MAX_NIMBER`].
    #[error(
        "a position of the board has the Grundy value {0}; the solver handles Grundy values up to {MAX_NIMBER}"
    )]
    Grundy(u32),
    /// The board has too many classes of twins.
    #[error(transparent)]
    TooManyClasses(#[from] TooManyClasses),
}

/// A number of bytes in MiB, or in KiB below one MiB.
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
