//! Boards to start from.

use super::format::KeyFormat;
use super::reader::Reader;
use super::value::list;
use boilingpoint_boards::{Board, BoardLimit};
use boilingpoint_formats::{Misread, read_text};

/// A board and its text in the config.
#[derive(Clone, Debug, PartialEq)]
pub struct StartBoard {
    /// The text, in any notation.
    pub text: String,
    pub board: Board,
}

impl StartBoard {
    /// Reads a board.
    ///
    /// # Errors
    /// When the text is not a board.
    pub fn read(text: &str) -> Result<StartBoard, Misread> {
        let text = text.trim().to_string();
        let board = read_text(&text, BoardLimit::MOST)?.board;
        Ok(StartBoard { text, board })
    }
}

/// A list of boards.
pub(super) struct StartBoards;

impl KeyFormat<Vec<StartBoard>> for StartBoards {
    fn read(&self, from: &Reader, key: &str) -> Vec<StartBoard> {
        let mut boards = Vec::new();
        for (text, spot) in from.texts(key, false) {
            match StartBoard::read(text) {
                Ok(board) => boards.push(board),
                Err(error) => {
                    let help =
                        "boards are graph6, families or edges, as in \"star(4)\" or \"0-1,1-2\"";
                    from.wrong(&spot, error.to_string(), Some(help.to_string()));
                }
            }
        }
        boards
    }

    fn write(&self, boards: &Vec<StartBoard>) -> String {
        list(boards.iter().map(|board| &board.text))
    }
}

/// A list of files. In a resolved plan the list is empty: `boards.start` has the boards of these
/// files.
pub(super) struct StartFiles;

impl KeyFormat<Vec<String>> for StartFiles {
    fn read(&self, from: &Reader, key: &str) -> Vec<String> {
        let paths = from.texts(key, false).into_iter();
        paths.map(|(path, _)| path.trim().to_string()).collect()
    }

    fn write(&self, paths: &Vec<String>) -> String {
        list(paths)
    }
}
