#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! `rows.rs` is the graph, `quantity.rs` what an energy is made of, `state.rs` a graph with its
//! quantities, `moves.rs` the changes of a step, `anneal.rs` the walk.

mod anneal;
mod energy;
mod moves;
mod quantity;
mod rows;
mod state;

#[cfg(test)]
mod tests;

pub use anneal::{MOST_VERTICES, Start, Walked, assess, repair, walk};
pub use energy::{Energy, Known};
pub use moves::Moves;
pub use quantity::Quantity;
