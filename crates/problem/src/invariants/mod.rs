//! Invariants by name: those of the table, and those with an argument.

pub(crate) mod table;

use crate::derived;
use crate::expression::{Expression, Names, VALUE};
pub use table::{Invariant, Needs, Subject, catalogue, rational};
pub(crate) use table::{all_names, at};

/// The names of expressions over boards. The parser checks expressions against them.
pub fn names() -> Names {
    let plain = catalogue().iter().map(Invariant::named).collect();
    Names::new(plain, &derived::SCOPE)
}

/// The invariant with an argument that a text such as `cliques(4)` names.
fn argued(text: &str) -> Option<&'static Invariant> {
    if let Some(known) = table::asked(text) {
        return Some(known);
    }
    let (name, argument) = text.strip_suffix(')')?.split_once('(')?;
    derived::with(name, argument).ok()
}

/// Whether an expression is a number that is whole wherever it is defined: it is made of invariants
/// that are whole, and of such names, by operators that keep that.
pub fn is_whole(expression: &Expression, other: impl Fn(&str) -> bool) -> bool {
    expression.is_whole(&|name| other(name) || by_name(name).is_some_and(|i| i.is_whole))
}

/// The invariant with this name, which may be a condition on the value, such as `value >= 0`, a
/// count, such as `cliques(4)`, or have sets of vertices, such as `independence(degree > 2)`.
/// `None` for an unknown name.
pub fn by_name(name: &str) -> Option<&'static Invariant> {
    let known = catalogue().iter().find(|i| i.name == name);
    known
        .or_else(|| table::condition_on_value(name.strip_prefix(VALUE)?))
        .or_else(|| argued(name))
}
