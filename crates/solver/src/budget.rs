//! The budget of an evaluation, and the reasons why a board gets no exact value.

use boilingpoint_boards::classes::TooManyClasses;
use boilingpoint_rules::Unfit;
use boilingpoint_values::{MAX_NIMBER, ValueError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The limits of one evaluation.
///
/// Whether a board exceeds its budget does not depend on earlier evaluations; see
/// [`super::Solver`].
#[derive(Clone, Debug)]
pub struct Budget {
    /// The greatest number of positions (components up to isomorphism and sign) that an evaluation
    /// from empty tables may need.
    pub positions: u64,
    /// The greatest number of steps that an evaluation from empty tables may need: an estimate of
    /// its time that depends on the board alone (`solver/steps.rs`). A step is about a microsecond.
    pub work: u64,
    /// The memory, in bytes, for all tables of all solvers that share them. Counting positions and
    /// enclosing a board may each take as much for a time. When the tables are full, the entries
    /// that are the cheapest to find again are dropped.
    pub bytes: usize,
    /// A flag that another thread sets to end the evaluation, for example at a time limit or on a
    /// signal.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// The default limit of steps: a few seconds.
    pub const WORK: u64 = 2_000_000;
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            positions: 5_000_000,
            work: Budget::WORK,
            bytes: 1 << 30,
            stop: None,
        }
    }
}

/// The least and the greatest stack of a thread that values boards, in bytes.
const STACKS: [usize; 2] = [8 << 20, 256 << 20];

impl Budget {
    /// The stack of a thread that values boards, in bytes: an eighth of the memory. The recursion
    /// is as deep as the board has vertices, and ends with a verdict before the stack does.
    pub fn stack(&self) -> usize {
        (self.bytes / 8).clamp(STACKS[0], STACKS[1])
    }
}

/// The reason why a board has no exact value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The board needs more positions or more steps than the budget has.
    #[error(
        "the board needs more than the budget of {positions} positions or {work} steps of work"
    )]
    Budget {
        /// The budget of positions.
        positions: u64,
        /// The budget of steps.
        work: u64,
    },
    /// The tables filled up so often during the evaluation that the solver makes no progress, or
    /// the recursion is too deep for its stack.
    #[error("the board needs much more memory than the {} that boards may use", bytes(*.0))]
    Memory(usize),
    /// The arithmetic of values needs more steps than the caller allowed.
    #[error("the values of the board's positions need more work than was allowed")]
    Work,
    /// The flag [`Budget::stop`] was set.
    #[error("the evaluation was stopped by a signal or a limit of time")]
    Stopped,
    /// A number of a value does not fit into exact 64-bit arithmetic.
    #[error("a number of the value is too large or too fine for exact 64-bit arithmetic")]
    Overflow,
    /// The board is not a position of the game.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The game is not a partizan claiming game, so the solver cannot enclose its positions.
    #[error("positions of {0} cannot be enclosed: bounds are for games that claim vertices")]
    NoEnclosure(String),
    /// Positions of the game have outcomes but no values.
    #[error("positions of {0} have an outcome, but no value")]
    NoValue(String),
    /// A position of the board has a Grundy value above [`MAX_NIMBER`].
    #[error(
        "a position of the board has the Grundy value {0}; the solver handles Grundy values up to {MAX_NIMBER}"
    )]
    Grundy(u32),
    /// The board has too many classes of twins for the compressed form that the solver plays on.
    #[error(transparent)]
    TooManyClasses(#[from] TooManyClasses),
}

impl SolveError {
    /// Whether the board is a position that a larger budget or a larger table could value.
    pub fn is_limit(&self) -> bool {
        !matches!(
            self,
            SolveError::Unfit(_) | SolveError::NoEnclosure(_) | SolveError::NoValue(_)
        )
    }
}

/// A number of bytes as text: in MiB, or in KiB below one MiB.
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

/// The result of an attempt; `None` if a limit ended it.
pub(super) fn if_within_limits<T>(done: Result<T, SolveError>) -> Result<Option<T>, SolveError> {
    match done {
        Ok(found) => Ok(Some(found)),
        Err(error) if error == SolveError::Stopped || !error.is_limit() => Err(error),
        Err(_) => Ok(None),
    }
}

/// The result of an attempt whose facts hold even if a limit ended it.
pub(super) fn unless_limited(done: Result<(), SolveError>) -> Result<(), SolveError> {
    if_within_limits(done).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_an_eighth_of_the_memory_within_limits() {
        let stack = |bytes| {
            let budget = Budget {
                bytes,
                ..Budget::default()
            };
            budget.stack()
        };
        let mib = 1 << 20;
        assert_eq!(
            [0, 64 * mib, 800 * mib, 1 << 40].map(stack),
            [8 * mib, 8 * mib, 100 * mib, 256 * mib]
        );
    }

    #[test]
    fn a_limit_keeps_the_facts_and_other_errors_do_not() {
        assert_eq!([1 << 10, 3 << 20].map(bytes), ["1 KiB", "3 MiB"]);
        let stopped = || SolveError::Stopped;
        assert_eq!(if_within_limits(Ok(3)), Ok(Some(3)));
        assert_eq!(if_within_limits::<u8>(Err(SolveError::Work)), Ok(None));
        assert_eq!(if_within_limits::<u8>(Err(stopped())), Err(stopped()));
        assert_eq!(unless_limited(Err(SolveError::Work)), Ok(()));
        assert_eq!(unless_limited(Err(stopped())), Err(stopped()));
        let wrong = || SolveError::NoValue("chess".to_owned());
        assert_eq!(unless_limited(Err(wrong())), Err(wrong()));
    }
}
