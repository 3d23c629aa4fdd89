//! The boards of a chunk. A board is made by the thread that values it: to make all boards of a
//! chunk first takes as long on one thread as to value them on several.

use super::error::AtlasError;
use boilingpoint_boards::trees::Levels;
use boilingpoint_boards::{Board, graph6};
use std::borrow::Cow;

/// Boards that are listed, but not made.
pub(super) enum ListedBoards {
    /// Lines of graph6 from `geng`, each with its line end.
    Lines {
        /// The part of `geng`'s list, for messages.
        part: String,
        text: String,
        /// The place of each line in the text, and the length of the text.
        starts: Vec<usize>,
    },
    Trees(Vec<Levels>),
    Boards(Vec<Board>),
}

impl ListedBoards {
    /// The boards of a text of `geng`, one on each line.
    pub fn lines(part: String, text: String) -> ListedBoards {
        let lines = text.split_inclusive('\n');
        let ends = lines.scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        let starts = std::iter::once(0).chain(ends).collect();
        ListedBoards::Lines { part, text, starts }
    }

    pub fn len(&self) -> usize {
        match self {
            ListedBoards::Lines { starts, .. } => starts.len() - 1,
            ListedBoards::Trees(trees) => trees.len(),
            ListedBoards::Boards(boards) => boards.len(),
        }
    }

    /// The board at a place.
    ///
    /// # Errors
    /// When a line is not graph6.
    pub fn get(&self, place: usize) -> Result<Cow<'_, Board>, AtlasError> {
        let graph = match self {
            ListedBoards::Boards(boards) => return Ok(Cow::Borrowed(&boards[place])),
            ListedBoards::Trees(trees) => trees[place].graph(),
            ListedBoards::Lines { part, text, starts } => {
                let line = text[starts[place]..starts[place + 1]].trim_end();
                graph6::read(line).map_err(|error| AtlasError::Geng {
                    program: format!("geng {part}"),
                    why: format!("line {}: board `{line}`: {error}", place + 1),
                })?
            }
        };
        Ok(Cow::Owned(Board::untinted(graph)))
    }
}
