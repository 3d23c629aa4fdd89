//! What can go wrong in the algebra.

/// Why a value could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// A number left the range of 63-bit numerators over `2^60`.
    #[error("a number is too large or too fine for exact 64-bit arithmetic")]
    Overflow,
    /// The store has reached its limit of bytes.
    #[error("the value tables have reached their limit of {0} bytes")]
    Memory(usize),
    /// It would be more work than was allowed.
    #[error("more work than was allowed")]
    Work,
    /// The caller asked to stop.
    #[error("the evaluation was stopped")]
    Stopped,
    /// A text that is not a dyadic rational.
    #[error("`{0}` is not a dyadic rational such as `3` or `-5/4`")]
    NotDyadic(String),
}
