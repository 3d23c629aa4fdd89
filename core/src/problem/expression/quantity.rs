//! The names, kinds and values of expressions.

use num_rational::Ratio;

/// An exact rational with 128-bit numerator and denominator.
pub type Number = Ratio<i128>;

/// The kind of a value: a number or a condition (true or false).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum QuantityKind {
    /// The value is an exact rational.
    Number,
    /// The value is true or false.
    Condition,
    /// The value is a canonical form. No operator and no function takes one.
    Form,
}

impl QuantityKind {
    /// The kind with its article, such as `a number`, for messages.
    pub fn described(self) -> &'static str {
        match self {
            QuantityKind::Number => "a number",
            QuantityKind::Condition => "a condition",
            QuantityKind::Form => "a canonical form",
        }
    }
}

/// A name that an expression may use, with the kind of its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvariantName {
    /// The name, as expressions spell it.
    pub name: String,
    /// The kind of the value that the name stands for.
    pub kind: QuantityKind,
}

impl InvariantName {
    /// Makes a name whose value is a number.
    pub fn number(name: impl Into<String>) -> InvariantName {
        InvariantName {
            name: name.into(),
            kind: QuantityKind::Number,
        }
    }

    /// The name that stands for the canonical form of a board's value.
    pub fn canonical_form() -> InvariantName {
        InvariantName {
            name: "canonical_form".to_string(),
            kind: QuantityKind::Form,
        }
    }

    /// Makes a name whose value is a condition.
    pub fn condition(name: impl Into<String>) -> InvariantName {
        InvariantName {
            name: name.into(),
            kind: QuantityKind::Condition,
        }
    }
}

/// The value of an expression or an invariant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantity {
    /// A number: an exact rational.
    Number(Number),
    /// A condition: true or false.
    Condition(bool),
}

impl Quantity {
    /// The number `n` as a quantity.
    pub fn integer(n: i128) -> Quantity {
        Quantity::Number(Number::from_integer(n))
    }

    /// Whether the value is a number or a condition.
    pub fn kind(self) -> QuantityKind {
        match self {
            Quantity::Number(_) => QuantityKind::Number,
            Quantity::Condition(_) => QuantityKind::Condition,
        }
    }

    /// The number; `None` for a condition.
    pub fn as_number(self) -> Option<Number> {
        match self {
            Quantity::Number(n) => Some(n),
            Quantity::Condition(_) => None,
        }
    }

    /// The truth value of a condition; `None` for a number.
    pub fn as_condition(self) -> Option<bool> {
        match self {
            Quantity::Condition(c) => Some(c),
            Quantity::Number(_) => None,
        }
    }
}

impl std::fmt::Display for Quantity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Quantity::Number(n) => n.fmt(f),
            Quantity::Condition(c) => c.fmt(f),
        }
    }
}

/// The error for an invariant that has no value on a board, like the girth of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Absent;

/// The reason why an expression has no value on a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Undefined {
    /// A divisor is zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A numerator or denominator does not fit into 128 bits.
    #[error("a number is too large for exact 128-bit arithmetic")]
    Overflow,
    /// An invariant has no value on this board.
    #[error("`{0}` has no value on this board")]
    Absent(String),
    /// A canonical form is longer than the number of bytes.
    #[error("the canonical form is longer than {0} bytes")]
    LongForm(usize),
    /// The value of a name is not of the kind that the name was declared with.
    #[error("a value is not of the kind its name was declared with")]
    WrongKind,
}
