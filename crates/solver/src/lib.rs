#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Evaluation of positions: exact values within budgets, means and temperatures by cooling,
//! enclosures of thermographs, and certificates for enclosures.

mod boards;
mod bounds;
mod budget;
mod chains;
mod cool;
mod cost;
mod count;
mod cutoff;
mod cuts;
mod enclose;
mod evaluation;
mod exact;
mod followers;
mod in_progress;
mod ladder;
mod listing;
mod playable;
mod pool;
mod prove;
mod recent;
mod rules;
mod signed;
mod squares;
mod stars;
mod steps;
mod stones;
mod table;
mod table_generation;
mod threads;
mod value;
mod winner;
mod wins;
mod words;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod pinned;
#[cfg(test)]
mod tests;

pub use boilingpoint_memory::with_deep_stack;
pub use bounds::Bounds;
pub use bounds::{both, negative};
pub use budget::{Budget, SolveError};
pub use cool::cool;
pub use enclose::{Effort, can_enclose, enclose};
pub use evaluation::{Evaluation, Extras, ShortValue, Summary, Temperatures};
pub use exact::{Solver, Work};
pub use ladder::Mast;
pub use pool::{Pool, PoolWork};
pub use prove::{Aim, CHECKED_POSITIONS, Certified, CertifyError, certify, dyadic};
pub use rules::claims_exclude;
pub use wins::{first_wins, narrow};
