//! Tools for reading small languages: a cursor with positions, precedence, suggestions.
//!
//! The arguments of families and counts of parts (`graph::Expr`, integers) and objectives
//! (`problem::expression`, rationals) share one arithmetic: the table of [`Level`] gives the
//! precedence of operators, and [`climb`] parses by it. The languages differ in operands, operators
//! and messages, which each defines by a [`Grammar`].

mod cursor;
mod precedence;
mod suggest;

pub use cursor::{Cursor, Unexpected, column};
pub use precedence::{Grammar, Level, bracketed, climb};
pub use suggest::{did_you_mean, nearest, suggestion};
