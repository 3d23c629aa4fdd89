//! Boards to start from, and the classes that boards are in.

use super::format::KeyFormat;
use super::keys::BoardKeys;
use super::reader::Reader;
use super::table::key;
use super::value::list;
use super::{ConfigError, Plan};
use crate::graph::{Board, NotationError, parse_board};
use crate::problem::{Class, Kind};
use crate::ruleset::Features;
use std::path::Path;

/// A board as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct StartBoard {
    /// In any notation.
    pub text: String,
    /// The board.
    pub board: Board,
}

impl StartBoard {
    /// Reads a board.
    ///
    /// # Errors
    /// When the text is not a board's.
    pub fn read(text: &str) -> Result<StartBoard, NotationError> {
        let text = text.trim().to_string();
        let board = parse_board(&text)?;
        Ok(StartBoard { text, board })
    }
}

/// Reads the boards of a file in `boards.start_from` that are in the plan's class.
pub type ReadBoards = fn(&Path, &Plan) -> Result<Vec<StartBoard>, Box<dyn std::error::Error>>;

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

/// A list of files. In a plan there are none: their boards are among those to start from.
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

impl Plan {
    /// Puts the boards of the files in the place of the files.
    pub(super) fn read_start_files(
        &mut self,
        from: &Reader,
        read_boards: ReadBoards,
    ) -> Result<(), ConfigError> {
        self.boards.start_from.clear();
        for (path, spot) in from.texts(key!(boards.start_from), false) {
            match read_boards(Path::new(path.trim()), self) {
                Ok(boards) => self.boards.start.extend(boards),
                Err(error) => from.wrong(&spot, error.to_string(), None),
            }
        }
        from.check()
    }

    /// The boards of a kind that may be bred.
    pub fn class_of(&self, kind: Kind) -> Class {
        let boards = &self.boards;
        let [min_order, max_order] = boards.order;
        Class {
            kind,
            min_order,
            max_order,
            max_degree: boards.max_degree,
            max_kinds: boards.max_kinds,
            features: Features {
                token: self.game.ruleset.carries().token,
                ..boards.features()
            },
        }
    }
}

impl BoardKeys {
    /// What boards may carry. Whether there is a token depends on the ruleset alone.
    pub(super) fn features(&self) -> Features {
        Features {
            tints: self.tinted,
            max_weight: self.max_weight,
            loops: self.loops,
            parallel: self.parallel,
            arcs: self.arcs,
            token: false,
            squares: self.class == Kind::Squares,
        }
    }
}
