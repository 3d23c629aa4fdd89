//! Boiling Point: a search lab for extremal positions of combinatorial games.
//!
//! The rooms, from the ground up; a room imports only from rooms above it in this list
//! (`tests/rooms.rs` fails otherwise):
//!
//! - [`value`]: the algebra of short games.
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

pub mod cli;
pub mod cluster;
pub mod evolve;
pub mod graph;
pub mod problem;
pub mod report;
pub mod ruleset;
pub mod run;
pub mod serve;
pub mod solver;
pub mod value;
