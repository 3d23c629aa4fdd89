//! Reading texts in small languages: cursor, precedence, positions of mistakes, suggestions.
//!
//! Arguments of families and counts of parts (`graph::Expr`, integers) and objectives
//! (`problem::expression`, rationals) are one arithmetic: the table of [`Level`] says how tightly
//! operators bind, and [`climb`] reads by it. A [`Grammar`] is in what the languages differ:
//! operands, operators, and how mistakes are told.

mod cursor;
mod precedence;
mod suggest;

pub use cursor::{Cursor, Unexpected, column};
pub use precedence::{Grammar, Level, bracketed, climb};
pub use suggest::{did_you_mean, nearest, suggestion};
