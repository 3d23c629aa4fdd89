//! The errors of the algebra.

/// The reason why a value could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// A number needs a numerator of more than 63 bits, or a denominator greater than `2^60`.
    #[error("a number is too large or too fine for exact 64-bit arithmetic")]
    Overflow,
    /// The store has reached its limit of bytes.
    #[error("the value tables have reached their limit of {0} bytes")]
    Memory(usize),
    /// The operation needs more steps of work than the caller allowed.
    #[error("the values need more work than was allowed")]
    Work,
    /// Another thread set the flag to stop.
    #[error("the evaluation was stopped")]
    Stopped,
    /// A text cannot be read as a dyadic rational.
    #[error("`{0}` is not a dyadic rational such as `3` or `-5/4`")]
    NotDyadic(String),
}
