//! Reads the game and the board of a position.

use crate::ExplorerError;
use base64::prelude::{BASE64_STANDARD, Engine};
use boilingpoint_boards::{Board, BoardLimit};
use boilingpoint_formats::{Given, Misread, read_each, read_text};
use boilingpoint_rules::{Ruleset, find};

/// The greatest board.
pub const LARGEST: BoardLimit = BoardLimit {
    order: 400,
    size: 3000,
};
/// The greatest sum of the weights of a board's links, if it has other weights than 1. A move
/// reduces a weight to a smaller one, so this is about the number of moves.
const MOST_WEIGHT: u64 = 1000;

/// The beginning of a file that is not text, in base 64.
const BINARY: &str = "base64:";

/// The first board of a file that is not text, such as planar code.
fn read_binary(text: &str) -> Result<Given, ExplorerError> {
    let bytes = BASE64_STANDARD.decode(text.trim());
    let bytes = bytes.map_err(|_| ExplorerError::Binary)?;
    let mut first = None;
    read_each(&bytes[..], LARGEST, |item| {
        if first.is_none() {
            first = Some(item.board(LARGEST)?);
        }
        Ok::<(), Misread>(())
    })?;
    first.ok_or(ExplorerError::Binary)
}

/// The game of this name, and the board that a text means in it.
///
/// # Errors
/// When the game is unknown, the text is not a board, the board does not fit the game, or is too
/// large.
pub fn read(ruleset: &str, board: &str) -> Result<(&'static dyn Ruleset, Board), ExplorerError> {
    let ruleset = find(ruleset)?;
    let given = match board.trim().strip_prefix(BINARY) {
        Some(bytes) => read_binary(bytes)?,
        None => read_text(board, LARGEST)?,
    };
    let board = ruleset.meant(given.board, given.is_cgsuite);
    let weights = board.links().into_iter().map(|link| u64::from(link.weight));
    let (links, weight) = weights.fold((0, 0), |(n, sum), w| (n + 1, sum + w));
    if weight > links && weight > MOST_WEIGHT {
        return Err(ExplorerError::Heavy(weight, MOST_WEIGHT));
    }
    ruleset.fits(&board)?;
    Ok((ruleset, board))
}
