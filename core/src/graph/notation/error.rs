//! Why a text is not a board.

use crate::graph::BoardError;
use crate::graph::construction::BuildError;
use crate::graph::graph6::Graph6Error;
use crate::language::Unexpected;

/// Why a text is not a board. Positions count characters of the text without the spaces around
/// it, from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Nothing there.
    #[error(
        "empty board; expected graph6 (`DQc`), a family (`star(4)`), edges (`0-1,1-2`) or squares (`..|#.`)"
    )]
    Empty,
    /// Something unexpected at a place.
    #[error(transparent)]
    Unexpected(#[from] Unexpected),
    /// A damaged graph6 text.
    #[error(transparent)]
    Graph6(#[from] Graph6Error),
    /// A name without arguments.
    #[error("`{name}` is a family and needs its arguments: {signature}")]
    BareFamily {
        /// The name.
        name: &'static str,
        /// How to call it.
        signature: &'static str,
    },
    /// A family without such a member.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Tints that do not fit the board.
    #[error("tints, from character {position} on: {source}")]
    Tints {
        /// Where the tints start.
        position: usize,
        /// Why they do not fit.
        source: BoardError,
    },
}
