//! How tightly operators bind, and reading and writing by it.

use std::fmt;

/// How tightly something binds, from loose to tight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `or`.
    Or,
    /// `and`.
    And,
    /// `not` before an operand.
    Not,
    /// `<`, `==` and the like.
    Compare,
    /// `+` and `-`.
    Sum,
    /// `*` and `/`.
    Product,
    /// `-` before an operand: `-2*n` is `(-2)*n`, and `-n^2` is `-(n^2)`.
    Sign,
    /// `^`.
    Power,
    /// Numbers, names, calls and what stands in parentheses.
    Atom,
}

impl Level {
    /// The level that any expression has at least.
    pub const ANY: Level = Level::Or;

    /// The least levels of what stands left and right of an operator. Sums and the like lean left
    /// (`1-2-3` is `(1-2)-3`), powers lean right (`2^3^2` is `2^(3^2)`), comparisons do not chain.
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

/// A language of operands and of operators between them. Its errors are mistakes in the text.
pub trait Grammar {
    /// An expression that was read.
    type Tree;
    /// An operator that was read.
    type Operator;
    /// A mistake in the text.
    type Error;

    /// Reads what stands between operators, with the signs before it.
    fn operand(&mut self) -> Result<Self::Tree, Self::Error>;

    /// Takes the operator that comes next, if it binds at least as tightly as `least`.
    fn operator(&mut self, least: Level) -> Result<Option<(Self::Operator, Level)>, Self::Error>;

    /// Puts two expressions together.
    fn binary(
        &mut self,
        operator: Self::Operator,
        left: Self::Tree,
        right: Self::Tree,
    ) -> Result<Self::Tree, Self::Error>;

    /// Reads an expression whose operators bind at least as tightly as `least`, but for those in
    /// parentheses.
    fn expression(&mut self, least: Level) -> Result<Self::Tree, Self::Error> {
        climb(self, least)
    }
}

/// Reads an expression by precedence climbing; what stands right of an operator is read by
/// [`Grammar::expression`].
pub fn climb<G: Grammar + ?Sized>(grammar: &mut G, least: Level) -> Result<G::Tree, G::Error> {
    let mut left = grammar.operand()?;
    while let Some((operator, level)) = grammar.operator(least)? {
        let right = grammar.expression(level.sides().1)?;
        left = grammar.binary(operator, left, right)?;
    }
    Ok(left)
}

/// Writes something of a level, in parentheses unless it binds at least as tightly as `least`.
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
