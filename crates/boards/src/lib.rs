#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Boards as data: graphs with tints and marks, and their invariants, canonical labelling, families
//! and text formats.

mod along;
#[cfg(test)]
mod any;
mod automorphism;
mod bitgraph;
mod board;
pub mod canon;
pub mod classes;
mod coded;
mod construction;
mod contains;
mod convert;
mod domination;
mod embedding;
pub mod enumerate;
mod expr;
mod families;
mod invariants;
mod kernels;
#[cfg(test)]
mod large;
mod lattice;
mod limit;
mod marks;
mod named;
mod names;
mod nauty;
mod notation;
#[cfg(test)]
mod oracle;
mod pairing;
#[cfg(test)]
mod pinned;
pub mod polyominoes;
mod random;
mod row;
mod shape;
mod structure;
pub mod trees;

pub use automorphism::{
    Opposable, automorphism_group, labellings, opposable, orbits, some_automorphisms,
};
pub use bitgraph::Graph;
pub use board::{Board, BoardError, Tint, board_text};
pub use construction::{
    BuildError, CONSTRUCTIONS, Construction, Definition, DefinitionError, Definitions, FamilyCall,
    Operator, Part,
};
pub use contains::contains;
pub use convert::to_petgraph;
pub use domination::domination_at_least;
pub use embedding::embedding;
pub use expr::{Arithmetic, Expr, ExprError, Parameters};
pub use families::{Family, FamilyError, catalogue};
pub use invariants::VertexBits;
pub use kernels::{always_matched, even_kernel, matching_number, total_weight};
pub use lattice::squares_of;
pub use limit::BoardLimit;
pub use marks::{Link, MAX_WEIGHT, Square};
pub use named::NamedGraph;
pub use names::{simplest_name, with_name};
pub use nauty::{CodeError, CodeFault, digraph6, graph6, sparse6};
pub use notation::{
    BoardFamily, NotationError, cgsuite_text, is_cgsuite, parse_board, parse_board_within,
};
pub use random::{random_connected, random_tree, random_tree_from};
pub use row::BitRow;
pub use shape::{Shape, shape_of};
pub use structure::{BreadthFirst, HangingTrees, is_clique, twin_sets};
pub use structure::{count_cells, mix, refine};
