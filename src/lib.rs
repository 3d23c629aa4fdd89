//! Boiling Point: a search lab for extremal positions of combinatorial games.
//!
//! The rooms, from the ground up; a room imports only from rooms above it in this list
//! (`tests/rooms` fails otherwise):
//!
//! - [`language`]: the parts that the small languages share: cursor, precedence, suggestions.
//! - [`value`]: the algebra of short games.
//! - [`graph`]: boards as data.
//! - [`ruleset`]: the games, one file each, behind one trait.
//! - [`checker`]: the independent evaluator, and the format of certificates.
//! - [`solver`]: exact values, bounds, proofs.
//! - [`evolve`]: islands, archive, migration. It knows no games.
//! - [`problem`]: boards as genomes, objectives as expressions, facts of valued boards.
//! - [`draw`]: layouts, SVG, TikZ, DOT, thermographs, PNG.
//! - [`record`]: the run folder, the rows of its logs, checkpoints, the view of a run.
//! - [`plan`]: the config.
//! - [`book`]: the record book.
//! - [`search`]: the steps of a generation, and the driver that writes them down.
//! - [`study`]: atlas, families, landscapes, comparisons.
//! - [`report`]: charts, cards, pages, exports.
//! - [`serve`]: the live view and the position explorer.
//! - [`cluster`]: many machines: jobs, workers, collector.
//! - [`cli`]: the commands.

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
