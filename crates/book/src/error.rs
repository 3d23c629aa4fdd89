//! Errors of the record book.

use super::class::BoardClass;
use boilingpoint_boards::{BoardError, NotationError};
use boilingpoint_problem::facts::{FactError, NotACertainty};
use boilingpoint_problem::{FitnessError, Kind, NotProved, ObjectiveError, Unscored};
use boilingpoint_record::folder::{CERTIFICATES, FileError};
use boilingpoint_rules::{Unfit, UnknownRuleset};
use boilingpoint_values::ParseError;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

/// An error of the record book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// There is no file at this path.
    #[error("there is no record book at {}", .path.display())]
    Missing {
        /// The path of the file or folder.
        path: PathBuf,
    },
    /// The file is not SQLite, or it is damaged.
    #[error("{} is not a record book, or is damaged: {why}", .path.display())]
    Damaged {
        /// The path of the file or folder.
        path: PathBuf,
        /// The reason, from SQLite or from this program's own checks.
        why: String,
    },
    /// The file is an SQLite database of another program.
    #[error("{} is a database of another program, not a record book", .path.display())]
    Foreign {
        /// The path of the file or folder.
        path: PathBuf,
    },
    /// The file was written by a newer program.
    #[error(
        "{} is a record book of version {found}; this program knows versions up to {newest}: \
         use a newer program",
        .path.display()
    )]
    Newer {
        /// The path of the file or folder.
        path: PathBuf,
        /// The version of the file.
        found: i64,
        /// The newest version that this program knows.
        newest: i64,
    },
    /// Another process has held the file's lock for longer than the time limit.
    #[error("{} is being written by another process", .path.display())]
    Busy {
        /// The path of the file or folder.
        path: PathBuf,
    },
    /// The fitness has more or fewer components than the fitness in the book.
    #[error("a fitness of {new} components cannot be compared with one of {old}")]
    Incomparable {
        /// The number of components of the fitness in the book.
        old: usize,
        /// The number of components of the submitted fitness.
        new: usize,
    },
    /// SQLite failed in another way, for instance because the disk is full.
    #[error("cannot use the record book {}: {why}", .path.display())]
    Sqlite {
        /// The path of the file or folder.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// An operation on a folder, or on a file other than the book, failed.
    #[error(transparent)]
    File(#[from] FileError),
    /// The check was stopped from outside. What was checked before is in the book.
    #[error("stopped before all records were checked")]
    Stopped,
}

impl BookError {
    /// Whether the cause is the submitted record, and not the book.
    pub fn is_about_the_record(&self) -> bool {
        matches!(self, BookError::Incomparable { .. })
    }

    /// For `map_err`: converts an error of SQLite to an error about the book at `path`.
    pub(super) fn of(path: &Path) -> impl Fn(rusqlite::Error) -> BookError + '_ {
        move |error| {
            let path = path.to_path_buf();
            let why = error.to_string();
            match error.sqlite_error_code() {
                Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                    BookError::Damaged { path, why }
                }
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                    BookError::Busy { path }
                }
                _ => BookError::Sqlite { path, why },
            }
        }
    }
}

/// A mistake in a record, or in a line that is to become a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The text of the board cannot be read.
    #[error(transparent)]
    Board(#[from] NotationError),
    /// The tints do not fit the board.
    #[error(transparent)]
    Tints(#[from] BoardError),
    /// There is no such ruleset.
    #[error(transparent)]
    Ruleset(#[from] UnknownRuleset),
    /// The ruleset cannot be played on this board.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The objective is not an expression that this version can read.
    #[error(transparent)]
    Objective(#[from] ObjectiveError),
    /// The objective has no value on this board, or the board exceeds the budget.
    #[error(transparent)]
    Unscored(#[from] Unscored),
    /// The text of the fitness cannot be read.
    #[error(transparent)]
    Fitness(#[from] FitnessError),
    /// A fact is missing or has the wrong type.
    #[error(transparent)]
    Fact(#[from] FactError),
    /// The certainty is not one of the known words.
    #[error(transparent)]
    Certainty(#[from] NotACertainty),
    /// The text is not JSON, or lacks a field of a record.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The record has a board, but no value.
    #[error("the record has no value of its board")]
    BoardOnly,
    /// The line names no class, and the command was given none.
    #[error("the line names no class; give one with --class")]
    NoClass,
    /// The text of the class cannot be read.
    #[error("`{0}` is not a class")]
    NotAClass(String),
    /// There is no such kind of boards.
    #[error("there is no class `{class}`; {}", kinds(.0), class = .0)]
    UnknownKind(BoardClass),
    /// The board is not in the class.
    #[error("the board is not in the class `{0}`: {1}")]
    OutsideClass(BoardClass, String),
    /// The record has no certificate.
    #[error("the record has no certificate")]
    NoCertificate,
    /// The record is a lower bound, and its line has no certificate.
    #[error("the record is a lower bound, but has no certificate")]
    Unproved,
    /// The path of the certificate leads out of the folder of certificates.
    #[error("`{0}` is not a file in `{CERTIFICATES}`")]
    CertificatePath(String),
    /// The file of the certificate cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The certificate is not UTF-8.
    #[error(transparent)]
    Text(#[from] FromUtf8Error),
    /// The certificate does not prove the record.
    #[error(transparent)]
    NotProved(#[from] NotProved),
    /// A value that the program computed differs from the record's.
    #[error("{name} is {found}, but the record says {said}")]
    Differs {
        /// The name of the column.
        name: String,
        /// The computed value.
        found: String,
        /// The record's value.
        said: String,
    },
    /// The text of the canonical form cannot be read.
    #[error("the canonical form cannot be read: {0}")]
    Form(#[source] ParseError),
    /// The board's value has another canonical form.
    #[error("the canonical form differs from that of the board's value")]
    OtherForm,
}

impl RecordError {
    /// Whether the board could be valued within a larger limit, so that nothing is known to be
    /// wrong.
    pub(super) fn is_limit(&self) -> bool {
        matches!(self, RecordError::Unscored(Unscored::Unsolved(error)) if error.is_limit())
    }
}

/// The kinds of boards, for a class whose kind is none of them.
fn kinds(class: &BoardClass) -> String {
    let all = || format!("expected one of {}", Kind::ALL.map(Kind::name).join(", "));
    BoardClass::suggestion(&class.kind).unwrap_or_else(all)
}
