//! Mistakes in files, with their places.

use boilingpoint_language::Unexpected;
use std::fmt;

/// A mistake in a file of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The line of the mistake, counted from 1; 0 if the file has no lines.
    pub line: usize,
    /// The column in characters, counted from 1; 0 if the whole line is meant.
    pub column: usize,
    /// A description of the found and of the expected text.
    pub problem: String,
}

impl std::error::Error for Misread {}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => {}
            (line, 0) => write!(f, "line {line}: ")?,
            (line, column) => write!(f, "line {line}, column {column}: ")?,
        }
        f.write_str(&self.problem)
    }
}

impl Misread {
    /// A mistake that concerns a whole line.
    pub(crate) fn line(line: usize, problem: impl Into<String>) -> Misread {
        Misread::at((line, 0), problem)
    }

    /// A mistake at a line and a column.
    pub(crate) fn at((line, column): (usize, usize), problem: impl Into<String>) -> Misread {
        let problem = problem.into();
        Misread {
            line,
            column,
            problem,
        }
    }

    /// A mistake at a byte of a text.
    pub(crate) fn byte(text: &str, byte: usize, problem: impl Into<String>) -> Misread {
        Misread::at(place(text, byte), problem)
    }

    /// The mistake that a cursor over the whole text has found.
    pub(crate) fn of(text: &str, wrong: &Unexpected) -> Misread {
        let byte = text.char_indices().nth(wrong.position - 1);
        // The end of a text is after its last character, not in the empty line that may follow.
        let byte = byte
            .map_or(text.len(), |(byte, _)| byte)
            .min(text.trim_end().len());
        Misread::byte(text, byte, format!("{}: {}", wrong.part, wrong.problem))
    }
}

/// The line and the column of a byte.
pub(crate) fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let begin = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[begin..].chars().count() + 1)
}
