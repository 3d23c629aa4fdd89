//! The precedence of operators, for parsing and for writing expressions.

use std::fmt;

/// The precedence of an operator, from the operators that bind most loosely to the tightest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The operator `or`.
    Or,
    /// The operator `and`.
    And,
    /// The operator `not`, which stands before an operand.
    Not,
    /// Comparisons: `<`, `==` and the like.
    Compare,
    /// The operators `+` and `-` between operands.
    Sum,
    /// The operators `*` and `/`.
    Product,
    /// The sign `-` before an operand: `-2*n` is `(-2)*n`, and `-n^2` is `-(n^2)`.
    Sign,
    /// The operator `^`.
    Power,
    /// Numbers, names, calls, and expressions in parentheses.
    Atom,
}

impl Level {
    /// The loosest precedence; as a bound, it admits every expression.
    pub const ANY: Level = Level::Or;

    /// The loosest precedence that is allowed for the left operand of an operator, and for the
    /// right operand. Sums and products associate to the left (`1-2-3` is `(1-2)-3`), powers to the
    /// right (`2^3^2` is `2^(3^2)`), and comparisons do not chain.
    pub fn sides(self) -> (Level, Level) {
        match self {
            Level::Or => (Level::Or, Level::And),
            Level::And => (Level::And, Level::Not),
            Level::Compare => (Level::Sum, Level::Sum),
            Level::Sum => (Level::Sum, Level::Product),
            Level::Product => (Level::Product, Level::Sign),
            Level::Power => (Level::Atom, Level::Power),
            Level::Not | Level::Sign | Level::Atom => (self, self),
        }
    }
}

/// A language of operands with operators between them.
pub trait Grammar {
    /// The type of a parsed expression.
    type Tree;
    /// The type of a parsed operator.
    type Operator;
    /// The type of a mistake in the text.
    type Error;

    /// Reads an operand, including signs before it.
    fn operand(&mut self) -> Result<Self::Tree, Self::Error>;

    /// Takes the next operator if it binds at least as tightly as `least`; else returns `None`.
    fn operator(&mut self, least: Level) -> Result<Option<(Self::Operator, Level)>, Self::Error>;

    /// Applies an operator to its left and its right operand.
    fn binary(
        &mut self,
        operator: Self::Operator,
        left: Self::Tree,
        right: Self::Tree,
    ) -> Result<Self::Tree, Self::Error>;

    /// Reads an expression. Its operators outside of parentheses must bind at least as tightly as
    /// `least`.
    fn expression(&mut self, least: Level) -> Result<Self::Tree, Self::Error> {
        climb(self, least)
    }
}

/// Reads an expression by precedence climbing. [`Grammar::expression`] reads the right operands.
///
/// # Errors
/// The first mistake that the grammar finds.
pub fn climb<G: Grammar + ?Sized>(grammar: &mut G, least: Level) -> Result<G::Tree, G::Error> {
    let mut left = grammar.operand()?;
    while let Some((operator, level)) = grammar.operator(least)? {
        let right = grammar.expression(level.sides().1)?;
        left = grammar.binary(operator, left, right)?;
    }
    Ok(left)
}

/// Writes an expression with the given precedence. The expression is put into parentheses if it
/// binds more loosely than `least`.
pub fn bracketed(
    f: &mut fmt::Formatter<'_>,
    written: &impl fmt::Display,
    level: Level,
    least: Level,
) -> fmt::Result {
    if level < least {
        write!(f, "({written})")
    } else {
        write!(f, "{written}")
    }
}
