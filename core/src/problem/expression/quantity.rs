//! What an expression is about: names, their kinds, and the values they take.

use num_rational::Ratio;

/// An exact rational.
pub type Number = Ratio<i128>;

/// The two kinds of values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum QuantityKind {
    /// An exact rational.
    Number,
    /// True or false.
    Condition,
}

impl QuantityKind {
    /// The kind with its article, as messages need it.
    pub fn described(self) -> &'static str {
        match self {
            QuantityKind::Number => "a number",
            QuantityKind::Condition => "a condition",
        }
    }
}

/// A name that an expression may use, and the kind of its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvariantName {
    /// The name.
    pub name: String,
    /// Number or condition.
    pub kind: QuantityKind,
}

impl InvariantName {
    /// A name whose value is a number.
    pub fn number(name: impl Into<String>) -> InvariantName {
        InvariantName {
            name: name.into(),
            kind: QuantityKind::Number,
        }
    }

    /// A name whose value is a condition.
    pub fn condition(name: impl Into<String>) -> InvariantName {
        InvariantName {
            name: name.into(),
            kind: QuantityKind::Condition,
        }
    }
}

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// An exact rational.
    Number(Number),
    /// True or false.
    Condition(bool),
}

impl Quantity {
    /// A whole number.
    pub fn integer(n: i128) -> Quantity {
        Quantity::Number(Number::from_integer(n))
    }

    /// Its kind.
    pub fn kind(self) -> QuantityKind {
        match self {
            Quantity::Number(_) => QuantityKind::Number,
            Quantity::Condition(_) => QuantityKind::Condition,
        }
    }

    /// The number, if it is one.
    pub fn as_number(self) -> Option<Number> {
        match self {
            Quantity::Number(n) => Some(n),
            Quantity::Condition(_) => None,
        }
    }

    /// The condition, if it is one.
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

/// A name has no value on this board, as the girth of a tree has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absent;

/// Why an expression has no value on a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Undefined {
    /// A divisor was zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A numerator or denominator does not fit into 128 bits.
    #[error("a number too large for exact 128-bit arithmetic")]
    Overflow,
    /// A name without a value on this board.
    #[error("`{0}` has no value on this board")]
    Absent(String),
    /// The values given are not of the kinds that were declared.
    #[error("a value is not of the kind its name was declared with")]
    WrongKind,
}
