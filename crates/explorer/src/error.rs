//! Errors of questions.

use boilingpoint_formats::Misread;
use boilingpoint_rules::{Unfit, UnknownRuleset};

/// A position cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ExplorerError {
    /// No game has this name.
    #[error(transparent)]
    Ruleset(#[from] UnknownRuleset),
    /// The text of a board cannot be parsed.
    #[error(transparent)]
    Board(#[from] Misread),
    /// The board does not fit the rules of the game.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// A board has greater weights than the explorer shows.
    #[error("the weights of the board add up to {0}; the explorer shows at most {1}")]
    Heavy(u64, u64),
    /// A file that is not text has no board.
    #[error("the file is not text, and has no board in a format that the program reads")]
    Binary,
    /// A sum has more positions than the explorer adds.
    #[error("the sum has more than {0} positions beside the first; the explorer adds at most {0}")]
    Many(usize),
    /// The moves took too long to play.
    #[error("the time limit ended before all moves were played")]
    Slow,
    /// A position is more moves away than the explorer follows.
    #[error(
        "the position is more than {0} moves away from the board; the explorer follows at most {0}"
    )]
    Long(usize),
    /// A text is not a move.
    #[error("move {number}: `{text}` is not a move; expected a move such as L3 or R0")]
    NoMove {
        /// The number of the move, from 1.
        number: usize,
        /// The text.
        text: String,
    },
    /// The position has no option with this number.
    #[error("move {number}: `{text}` does not exist; the player has {options} options")]
    NoOption {
        /// The number of the move, from 1.
        number: usize,
        /// The text.
        text: String,
        /// The number of options.
        options: usize,
    },
}
