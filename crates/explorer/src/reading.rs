//! Reads the game and the board of a position.

use crate::ExplorerError;
use boilingpoint_boards::{Board, BoardLimit};
use boilingpoint_formats::read_text;
use boilingpoint_rules::{Ruleset, find};

/// The greatest board.
pub const LARGEST: BoardLimit = BoardLimit {
    order: 400,
    size: 3000,
};
/// The greatest sum of the weights of a board's links, if it has other weights than 1. A move
/// reduces a weight to a smaller one, so this is about the number of moves.
const MOST_WEIGHT: u64 = 1000;

/// The game of this name, and the board that a text means in it.
///
/// # Errors
/// When the game is unknown, the text is not a board, the board does not fit the game, or is too
/// large.
pub fn read(ruleset: &str, board: &str) -> Result<(&'static dyn Ruleset, Board), ExplorerError> {
    let ruleset = find(ruleset)?;
    let given = read_text(board, LARGEST)?;
    let board = ruleset.meant(given.board, given.is_cgsuite);
    let weights = board.links().into_iter().map(|link| u64::from(link.weight));
    let (links, weight) = weights.fold((0, 0), |(n, sum), w| (n + 1, sum + w));
    if weight > links && weight > MOST_WEIGHT {
        return Err(ExplorerError::Heavy(weight, MOST_WEIGHT));
    }
    ruleset.fits(&board)?;
    Ok((ruleset, board))
}
