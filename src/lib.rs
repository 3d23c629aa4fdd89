//! Boiling Point: a search lab for extremal positions of combinatorial games.
//!
//! The rooms, from the ground up; a room imports only from rooms above it in this list
//! (`tests/rooms.rs` fails otherwise):
//!
//! - [`value`]: the algebra of short games.
//! - [`language`]: what the small languages have in common: reading, precedence, suggestions.
//! - [`graph`]: boards as data.
//! - [`ruleset`]: one file per game, behind one trait.
//! - [`solver`]: exact evaluation, and the independent checker.
//! - [`evolve`]: the evolutionary engine; it knows no games.
//! - [`problem`]: boards as genomes, objectives as expressions: where the two halves meet.
//! - [`run`]: config, run folder, driver, checkpoints, record book.
//! - [`report`]: charts, drawings, cards.
//! - [`cluster`]: many machines: workers, collector, queue and store.
//! - [`serve`]: the live view: runs, record book, position explorer.
//! - [`cli`]: the binary's own.

pub use boilingpoint_core::{checker, evolve, graph, language, problem, ruleset, solver, value};

pub mod book;
pub mod cli;
pub mod cluster;
pub mod draw;
pub mod plan;
pub mod record;
pub mod report;
pub mod search;
pub mod serve;
pub mod study;
