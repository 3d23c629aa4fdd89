//! Boards as data: graphs with tints, their invariants, families, formats and drawings.

mod bitgraph;
mod board;
pub mod graph6;

pub use bitgraph::{Graph, MAX_ORDER};
pub use board::{Board, BoardError, Tint};
