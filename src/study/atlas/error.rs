//! Why there is no table.

use super::known::sequence;
use crate::book::BookError;
use crate::graph::trees::LevelsError;
use crate::problem::{Kind, ObjectiveError};
use crate::record::folder::{FileError, FolderError};
use crate::solver::SolveError;
use std::io;
use std::path::PathBuf;

/// Why an atlas cannot be made, or not be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The record book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A table is not as it was written.
    #[error("{} is damaged: {why}; remove it to have its boards counted again", .path.display())]
    Damaged {
        /// The table.
        path: PathBuf,
        /// What is wrong.
        why: SealError,
    },
    /// The text of an objective is not one of this version's expressions.
    #[error(transparent)]
    Objective(#[from] ObjectiveError),
    /// A table is about another class than the atlas has.
    #[error("`{0}` is no class of the atlas: expected tree or connected")]
    Class(String),
    /// A listing of trees was to go on from what is none of its sequences.
    #[error("the trees cannot be listed from there on: {0}")]
    Levels(#[from] LevelsError),
    /// nauty's generator is not there.
    #[error(
        "nauty's geng was not found (the Debian package is `nauty`); install it, or give the boards with --from"
    )]
    NoGeng,
    /// nauty's generator failed.
    #[error("{program} failed: {why}")]
    Geng {
        /// As it was called.
        program: String,
        /// What it said.
        why: String,
    },
    /// A line of a stream is not a board of the class and order, or not a new one.
    #[error("line {line}: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// Boards are missing, or there are too many.
    #[error(
        "{found} boards were given, but there are {known} of class {} and order {order} (OEIS {}): nothing is proved",
        .kind.name(), sequence(*.kind)
    )]
    Count {
        /// Their kind.
        kind: Kind,
        /// Their order.
        order: usize,
        /// How many there were.
        found: u64,
        /// How many there are.
        known: u64,
    },
    /// A board could not be valued: without it there is no maximum.
    #[error("board `{board}` (order {order}): {error}")]
    Unsolved {
        /// As graph6.
        board: String,
        /// Its order.
        order: usize,
        /// The verdict.
        error: SolveError,
    },
    /// The evaluation was stopped from outside.
    #[error("stopped")]
    Stopped,
    /// The solver and the checker, or the table and the record book, do not agree.
    #[error("{0}")]
    Refuted(String),
}

/// Why a file of the atlas cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The system does not let us read it.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It is not of this format.
    #[error(transparent)]
    Format(#[from] serde_json::Error),
    /// It has other content than was written.
    #[error("its checksum is wrong")]
    Checksum,
    /// Fields that this format does not have.
    #[error("it has fields that its format does not have")]
    Fields,
    /// It is the table of that name.
    #[error("it is the table {0}")]
    Name(String),
    /// It is a chunk of another question.
    #[error("it was counted for another question")]
    Question,
}
