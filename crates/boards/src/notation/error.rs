//! Errors in the text of a board.

use crate::construction::BuildError;
use crate::{BoardError, BoardLimit, CodeError};
use boilingpoint_language::Unexpected;

/// The reason why a text is not a board. Positions are counted in characters from 1, without the
/// spaces before the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text is empty.
    #[error(
        "the text of the board is empty; expected graph6 (`DQc`), a family (`star(4)`), edges (`0-1,1-2`) or squares (`..|#.`)"
    )]
    Empty,
    /// The text has an unexpected character, word or value.
    #[error(transparent)]
    Unexpected(#[from] Unexpected),
    /// The text is not valid graph6, sparse6 or digraph6.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// No family and no graph has this name, but another name is near.
    #[error("there is no graph `{0}`; {1}")]
    NoName(String, String),
    /// The name of a family stands without its arguments.
    #[error("`{name}` is a family and needs its arguments: {signature}")]
    BareFamily {
        /// The name of the family.
        name: &'static str,
        /// The name of the family with its parameters.
        signature: &'static str,
    },
    /// The text is a construction, but its board cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The board has too many vertices or edges.
    #[error("the board is too large; {0} are accepted")]
    TooLarge(BoardLimit),
    /// The tints do not fit the board.
    #[error("in the tints, which begin at character {position}: {source}")]
    Tints {
        /// The position where the tints start.
        position: usize,
        /// The reason why they do not fit.
        source: BoardError,
    },
}
