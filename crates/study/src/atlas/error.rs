//! Errors of the atlas.

use super::known::{ATLAS_KINDS, sequence};
use crate::part::{Cause, Part};
use boilingpoint_boards::trees::LevelsError;
use boilingpoint_book::BookError;
use boilingpoint_problem::{Kind, ObjectiveError};
use boilingpoint_record::folder::{FileError, FolderError};
use boilingpoint_rules::UnknownRuleset;
use boilingpoint_solver::SolveError;
use std::io;
use std::path::PathBuf;

/// The reason why a table of the atlas cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Book(#[from] BookError),
    /// A table differs from what was written.
    #[error("{} is damaged: {why}; remove the file, and its boards will be counted again", .path.display())]
    Damaged {
        /// The file of the table.
        path: PathBuf,
        why: SealError,
    },
    /// An objective is not an expression of this version.
    #[error(transparent)]
    Objective(#[from] ObjectiveError),
    /// The class of a table is not one of the atlas.
    #[error("`{0}` is not a class of the atlas: expected {names}", names = Kind::names(&ATLAS_KINDS))]
    Class(String),
    /// A question is about a ruleset that this version does not know.
    #[error(transparent)]
    Ruleset(#[from] UnknownRuleset),
    /// A chunk of trees begins at a text that is not a level sequence, the text form of a tree.
    #[error("cannot continue the list of trees: {0}")]
    Levels(#[from] LevelsError),
    /// nauty's generator is not installed.
    #[error(
        "nauty's geng was not found (the Debian package is `nauty`); install it, or give the boards with --from"
    )]
    NoGeng,
    /// nauty's generator failed.
    #[error("{program} failed: {why}")]
    Geng {
        /// The command, with its arguments.
        program: String,
        /// The message of the generator.
        why: String,
    },
    /// A line of a stream is not a board of the class and order, or repeats an earlier one.
    #[error("line {line}: {why}")]
    Line {
        /// The line's number, from 1.
        line: usize,
        why: String,
    },
    /// Boards are missing, or there are too many.
    #[error(
        "{found} boards were given, but there are {known} boards of class {} and order {order} (OEIS {}), so nothing is proved",
        .kind.name(), sequence(*.kind)
    )]
    Count {
        kind: Kind,
        order: usize,
        /// The number of boards that were listed.
        found: u64,
        /// The known number of boards.
        known: u64,
    },
    /// A board could not be valued, so the maximum is unknown.
    #[error("board `{board}` (order {order}): {error}")]
    Unsolved {
        /// The board in graph6.
        board: String,
        order: usize,
        error: SolveError,
    },
    /// The boards of a generator cannot be listed by other processes.
    #[error(
        "boards of the generator `{0}` cannot be listed by other processes; count them without --cluster"
    )]
    NotListed(&'static str),
    /// A question has no such part.
    #[error("{table} has no part {} of {}", .part.number, .part.parts)]
    NoPart { table: String, part: Part },
    /// The back end that counts the chunks failed.
    #[error("{0}")]
    Backend(Cause),
    /// The evaluation was stopped from outside.
    #[error("stopped")]
    Stopped,
    /// The solver and the checker, or the table and the record book, disagree.
    #[error("{0}")]
    Refuted(String),
}

impl AtlasError {
    /// An error that a back end returned: its own, or one of the atlas.
    pub(super) fn of(cause: Cause) -> AtlasError {
        match cause.downcast::<AtlasError>() {
            Ok(error) => *error,
            Err(other) => AtlasError::Backend(other),
        }
    }
}

/// The reason why a file of the atlas cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The file has another format.
    #[error(transparent)]
    Format(#[from] serde_json::Error),
    /// The content of the file differs from what was written.
    #[error("its checksum is wrong")]
    Checksum,
    /// The file has fields that its format does not have.
    #[error("it has fields that its format does not have")]
    Fields,
    /// The table has another name than its file.
    #[error("it contains the table {0}")]
    Name(String),
    /// The numbers of the table cannot all be true.
    #[error("{0}")]
    Numbers(String),
    /// The file is a chunk of another question.
    #[error("it was counted for another question")]
    Question,
}
