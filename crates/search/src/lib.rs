#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Runs searches: islands of boards, their evaluation, and the driver that writes the run folder.
//!
//! `generation.rs` has the five steps of a generation. [`Search`] is a search in this process. A
//! [`Backend`] decides where generations are computed. Only the [`Driver`] reads clocks, and only
//! the last step writes files.

mod backend;
mod check;
mod cost;
mod count;
mod driver;
mod elites;
mod epoch;
mod epoch_log;
mod error;
mod evaluator;
mod front;
mod generation;
mod island;
#[allow(missing_docs)] // other programs see none of its names
mod local;
mod optimizer;
mod parts;
mod record;
mod report;
mod rows;
mod scored;
mod shrink;
mod signature;
#[cfg(test)]
mod tests;

pub use backend::{Backend, Control, Ended, GenerationSource, LocalBackend};
pub use check::StateCheck;
pub use driver::{CountedOrders, Driver, DriverStep, now};
pub use epoch::Calendar;
pub use epoch_log::EpochLog;
pub use error::{RunError, SearchError};
pub use evaluator::{Evaluator, PoolKey};
pub use front::FrontBoard;
pub use generation::{confirm, total};
pub use island::{BoardIsland, BoardIslandState};
pub use local::{Search, SearchState, exchange};
pub use optimizer::{Optimizer, OwnScore, ScoredBoard, ScoresError, Scoring};
pub use report::{GenerationReport, IslandOffer, IslandReport, SearchTotals};
pub use shrink::{Shrunk, ShrunkEnd};
pub use signature::signature;
