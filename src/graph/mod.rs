//! Boards as data: graphs with tints, their invariants, families, formats and drawings.

mod bitgraph;
pub mod enumerate;
mod board;
pub mod canon;
pub mod classes;

pub use bitgraph::Graph;
pub use board::{Board, BoardError, Tint};
