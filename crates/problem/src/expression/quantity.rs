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

/// The reason why an invariant has no value on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Absent {
    /// The board has no such quantity, as a tree has no girth.
    NoValue,
    /// The quantity was not found within its limit of work, or the board is too large for it.
    Limit,
}

impl Absent {
    /// The reason why an expression with the invariant of this name has no value.
    pub(super) fn of(self, name: impl Into<String>) -> Undefined {
        match self {
            Absent::NoValue => Undefined::Absent(name.into()),
            Absent::Limit => Undefined::Limit(name.into()),
        }
    }
}

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
    /// An invariant was not found within its limit of work.
    #[error("`{0}` was not found within its limits of work and order")]
    Limit(String),
    /// A square root that is irrational stands where a rational number is needed.
    #[error("a square root is irrational here: compare it, or round it with `floor` or `ceil`")]
    Irrational,
    /// The argument of a square root is negative.
    #[error("a square root of a negative number")]
    NegativeRoot,
    /// A canonical form is longer than the number of bytes.
    #[error("the canonical form is longer than {0} bytes")]
    LongForm(usize),
    /// The value of a name is not of the kind that the name was declared with.
    #[error("a value is not of the kind its name was declared with")]
    WrongKind,
}
