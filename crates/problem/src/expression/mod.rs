//! The objective language: exact rationals and conditions over named invariants.
//!
//! ```text
//! temperature - degree - degree2 / 2
//! if(tree and order >= 3, temperature / degree, 0)
//! ```
//!
//! Operators have the precedence of [`Level`](boilingpoint_language::Level): `-x^2` is `-(x^2)`, and
//! `2^3^2` is `2^(3^2)`, as in the arguments of families. An exponent is a constant, a whole number
//! from 0 to 64.
//!
//! A [condition on the value](VALUE), such as `value >= {1|-1}`, is a name of its own: it is read to
//! the end of the value, which is written as everywhere in the program.
//!
//! An [`Expression`] is checked when it is parsed: unknown names, mixed kinds, wrong argument
//! counts and division by a constant zero are errors with a place in the text. Mistakes that depend
//! on the values (a divisor that becomes zero, an overflow, the girth of a tree) make the value
//! [`Undefined`]; nothing is rounded and nothing wraps. Square roots are compared and rounded
//! exactly; an expression whose value is irrational is undefined.

mod approximate;
mod build;
mod catalogue;
mod compiled;
mod distance;
mod error;
mod eval;
mod exact;
mod interval;
mod margin;
mod names;
mod parse;
mod print;
mod quantity;
mod roots;
mod token;
mod tree;

#[cfg(test)]
mod tests;

pub use approximate::float_of;
pub use catalogue::{LanguageRow, language};
pub use compiled::Compiled;
pub(crate) use distance::{Approximate, Distance, Places};
pub use error::{ExpressionError, UnknownName};
pub use interval::QuantityBounds;
pub use names::Names;
pub(crate) use names::Scope;
pub use parse::{MAX_DEPTH, MAX_LENGTH};
pub use quantity::{Absent, InvariantName, Number, Quantity, QuantityKind, Undefined};
pub use token::{LONGEST_VALUE, VALUE};

use std::collections::BTreeSet;
use tree::Term;

/// A checked expression over named invariants.
///
/// Two expressions are equal when their trees are equal; spacing and needless brackets do not
/// matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    root: Term,
    kind: QuantityKind,
    names: Vec<String>,
    text: String,
}

impl Expression {
    /// Parses an expression over the given names.
    ///
    /// # Errors
    /// [`ExpressionError`] names the place of the mistake.
    pub fn parse(text: &str, names: &Names) -> Result<Expression, ExpressionError> {
        let (root, kind, names) = parse::parse(text, names)?;
        let text = print::print(&root, &names);
        // The canonical text may be longer than `text`, and has to be short enough to be parsed
        // again.
        parse::check_length(&text)?;
        Ok(Expression {
            root,
            kind,
            names,
            text,
        })
    }

    /// The kind of the expression's value: number or condition.
    pub fn kind(&self) -> QuantityKind {
        self.kind
    }

    /// Whether the expression is a number that is whole wherever it is defined, if the names for
    /// which `is_whole` holds are.
    pub fn is_whole(&self, is_whole: &dyn Fn(&str) -> bool) -> bool {
        self.root
            .is_whole(&|place: usize| is_whole(&self.names[place]))
    }

    /// The names that the expression uses, sorted and without repetition.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The canonical text: normal spacing, no needless brackets. The text parses to an equal
    /// expression, and is the key of an objective in the record book.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Evaluates the expression; `lookup` returns the value of a name. `and`, `or` and `if` look up
    /// a name only if the value depends on the name.
    ///
    /// # Errors
    /// [`Undefined`] gives the reason why the expression has no value.
    pub fn eval(
        &self,
        lookup: &mut dyn FnMut(&str) -> Result<Quantity, Absent>,
    ) -> Result<Quantity, Undefined> {
        self.eval_by_place(&mut |i| lookup(&self.names[i]))
    }

    /// Evaluates the expression; `lookup` returns the value of the name with an index of
    /// [`Expression::names`].
    pub(crate) fn eval_by_place(
        &self,
        lookup: &mut dyn FnMut(usize) -> Result<Quantity, Absent>,
    ) -> Result<Quantity, Undefined> {
        eval::eval(&self.root, &mut |i: usize| {
            lookup(i).map_err(|absent| absent.of(&self.names[i]))
        })
    }

    /// The expression with a number in the place of a name. Its text stays that of the expression
    /// with the name.
    #[must_use]
    pub fn with(mut self, name: &str, number: Number) -> Expression {
        let Some(place) = self.names.iter().position(|known| known == name) else {
            return self;
        };
        self.names.remove(place);
        self.root.replace(place, number);
        self
    }

    /// The condition that holds where both conditions hold.
    #[must_use]
    pub fn and(&self, other: &Expression) -> Expression {
        let names: BTreeSet<&String> = self.names.iter().chain(&other.names).collect();
        let names: Vec<String> = names.into_iter().cloned().collect();
        let placed = |of: &Expression| {
            let mut root = of.root.clone();
            root.for_each_name(&mut |i| *i = names.partition_point(|name| *name < of.names[*i]));
            root
        };
        let root = Term::Binary(tree::Infix::And, Box::new([placed(self), placed(other)]));
        Expression {
            text: print::print(&root, &names),
            kind: QuantityKind::Condition,
            root,
            names,
        }
    }

    /// The condition with a tree over the names of this expression.
    fn part(&self, mut root: Term) -> Expression {
        let mut used = BTreeSet::new();
        root.for_each_name(&mut |i| _ = used.insert(*i));
        let names: Vec<String> = used.iter().map(|&i| self.names[i].clone()).collect();
        root.for_each_name(&mut |i| *i = used.range(..*i).count());
        Expression {
            text: print::print(&root, &names),
            kind: QuantityKind::Condition,
            root,
            names,
        }
    }

    /// Compiles the expression for evaluation on many boards: names become indices of `table`.
    ///
    /// # Errors
    /// When a name is not in the table.
    pub fn compile(&self, table: &[InvariantName]) -> Result<Compiled, UnknownName> {
        Compiled::new(self, table)
    }
}

impl std::fmt::Display for Expression {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl serde::Serialize for Expression {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}
