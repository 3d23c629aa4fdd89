//! Boards as data: graphs with tints, their invariants, families, formats and drawings.

mod automorphism;
mod bitgraph;
mod board;
mod call;
pub mod canon;
pub mod classes;
mod colours;
mod convert;
mod dot;
mod drawing;
pub mod enumerate;
mod expr;
mod families;
pub mod graph6;
mod invariants;
mod layout;
mod notation;
mod pairing;
mod random;
mod row;

pub use automorphism::{Opposable, opposable, orbits};
pub use bitgraph::{Graph, MAX_ORDER};
pub use board::{Board, BoardError, Tint, board_text};
pub use call::{CallError, FamilyCall};
pub use convert::{from_petgraph, to_petgraph};
pub use dot::dot;
pub use drawing::{DrawingOptions, svg};
pub use expr::{Expr, ExprError, Operator};
pub use families::{Family, FamilyError, MAX_FAMILY_SIZE, catalogue};
pub use layout::{Point, layout};
pub use notation::{NotationError, parse_board, parse_board_with};
pub use random::{random_connected, random_tree, random_tree_from};
pub use row::Row;
