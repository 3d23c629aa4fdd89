//! The names of an expression.

use super::{ExpressionError, InvariantName};
use std::ops::Deref;

/// The names with an argument that expressions of a kind have.
pub(crate) struct Scope {
    /// Whether a name takes an argument in brackets.
    pub(crate) takes_argument: fn(&str) -> bool,
    /// The name with this argument, in canonical form; a mistake has its place in the argument.
    pub(crate) with_argument: fn(&str, &str) -> Result<InvariantName, ExpressionError>,
    /// The names that need an argument, for suggestions.
    pub(crate) functions: fn() -> Vec<&'static str>,
    /// The list of `boil list` with the names.
    pub(crate) list: &'static str,
    /// A name of another scope, written so that it has a place here.
    pub(crate) written: fn(&str) -> Option<String>,
}

/// No name takes an argument.
static PLAIN: Scope = Scope {
    takes_argument: |_| false,
    with_argument: |_, _| Err(ExpressionError::new(0..0, "no name takes an argument")),
    functions: Vec::new,
    list: "invariants",
    written: |_| None,
};

/// The names that an expression may have: a list, and those with an argument.
#[derive(Clone)]
pub struct Names {
    plain: Vec<InvariantName>,
    pub(super) scope: &'static Scope,
}

impl Names {
    pub(crate) fn new(plain: Vec<InvariantName>, scope: &'static Scope) -> Names {
        Names { plain, scope }
    }

    /// These names and no others.
    pub fn only(plain: impl IntoIterator<Item = InvariantName>) -> Names {
        Names::new(plain.into_iter().collect(), &PLAIN)
    }

    /// These names as well.
    #[must_use]
    pub fn and(mut self, others: impl IntoIterator<Item = InvariantName>) -> Names {
        self.plain.extend(others);
        self
    }
}

impl Deref for Names {
    type Target = [InvariantName];

    fn deref(&self) -> &[InvariantName] {
        &self.plain
    }
}
