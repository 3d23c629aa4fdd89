//! The boards of a file, and where a reader hands them.

use crate::Misread;
use boilingpoint_boards::{Board, BoardLimit, NotationError, is_cgsuite, parse_board_within};
use std::ops::ControlFlow;

/// A board of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The board.
    pub board: Board,
    /// The names of the vertices; `None` if each vertex is called by its number, from 0.
    pub labels: Option<Vec<String>>,
    /// The line where the board begins, counted from 1; 0 if the file has no lines.
    pub line: usize,
    /// Whether the board was read from a graph string of CGSuite, whose tints some games exchange.
    pub is_cgsuite: bool,
}

/// A part of a file of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A line that is a board by itself, with its number. [`Given::of_line`] reads it, on any
    /// thread.
    Line(usize, String),
    /// A board.
    Board(Given),
    /// A mistake. Later boards of the file follow if the reader can find them.
    Wrong(Misread),
}

impl Item {
    /// The board, or the mistake.
    ///
    /// # Errors
    /// When the item is no board.
    pub fn board(self, limit: BoardLimit) -> Result<Given, Misread> {
        match self {
            Item::Line(line, text) => Given::of_line(line, &text, limit),
            Item::Board(given) => Ok(given),
            Item::Wrong(misread) => Err(misread),
        }
    }
}

impl Given {
    /// A board without labels, which begins at this line.
    pub fn of_board(board: Board, line: usize) -> Given {
        Given {
            board,
            labels: None,
            line,
            is_cgsuite: false,
        }
    }

    /// Reads a line that is a board by itself.
    ///
    /// # Errors
    /// When the line is no board within the limit.
    pub fn of_line(line: usize, text: &str, limit: BoardLimit) -> Result<Given, Misread> {
        let board = parse_board_within(text, limit);
        let wrong = |e: NotationError| Misread::line(line, e.to_string());
        Ok(Given {
            is_cgsuite: is_cgsuite(text),
            ..Given::of_board(board.map_err(wrong)?, line)
        })
    }
}

/// Takes the items of a file, and says whether the reader goes on.
pub(crate) type Sink<'a> = dyn FnMut(Item) -> ControlFlow<()> + 'a;

/// The reason why a reader does not come to the end of its file.
pub(crate) enum Ended {
    /// The sink wants no more items.
    Asked,
    /// The file has a mistake after which no board can be found.
    Wrong(Misread),
}

impl From<Misread> for Ended {
    fn from(misread: Misread) -> Ended {
        Ended::Wrong(misread)
    }
}

/// Hands a board to the sink.
pub(crate) fn hand(sink: &mut Sink, given: Given) -> Result<(), Ended> {
    hand_item(sink, Item::Board(given))
}

/// Hands an item to the sink.
pub(crate) fn hand_item(sink: &mut Sink, item: Item) -> Result<(), Ended> {
    match sink(item) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Ended::Asked),
    }
}
