//! The half of Boiling Point that has to be fast: boards, games, their exact values, and the
//! search's engine.
//!
//! A crate of its own, so that it is compiled for speed and the rest is not. `boilingpoint`
//! re-exports its rooms; a program that depends on Boiling Point depends on that.

pub mod checker;
pub mod evolve;
pub mod graph;
pub mod language;
pub mod problem;
pub mod ruleset;
pub mod solver;
pub mod value;
