#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Tools for reading small languages: a cursor with positions, the precedence of operators, and
//! suggestions for misspelt words.
//!
//! Two languages share one arithmetic: integer expressions in the arguments of families and in
//! numbers of copies (`graph::Expr`), and rational expressions in objectives
//! (`problem::expression`). The table of [`Level`] gives the precedence of operators, and [`climb`]
//! parses by this table. The languages differ in operands, operators and messages, which each
//! language defines by a [`Grammar`].

mod cursor;
mod fraction;
mod precedence;
mod suggest;

pub use cursor::{Cursor, Unexpected, column};
pub use fraction::fraction;
pub use precedence::{Grammar, Level, bracketed, climb};
pub use suggest::{did_you_mean, nearest, suggestion};
