//! The part of Boiling Point that has to be fast: boards, games, their exact values, and the
//! evolutionary engine.
//!
//! This part is a crate of its own, so that it can be compiled for speed while the rest is not. The
//! crate `boilingpoint` re-exports these modules, and other programs should depend on
//! `boilingpoint`.

pub mod checker;
pub mod evolve;
pub mod graph;
pub mod invariants;
pub mod language;
pub mod memory;
pub mod problem;
pub mod ruleset;
pub mod solver;
pub mod value;
