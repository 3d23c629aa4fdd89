//! What can go wrong with the record book.

use super::record::BoardClass;
use crate::graph::{BoardError, NotationError};
use crate::problem::facts::{FactError, NotACertainty};
use crate::problem::{FitnessError, Kind, ObjectiveError, Unscored};
use crate::record::folder::{CERTIFICATES, FileError};
use crate::ruleset::{Unfit, UnknownRuleset};
use crate::value::ParseError;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

/// Why the record book cannot do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// There is none.
    #[error("there is no record book at {}", .path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The file is not SQLite, or damaged.
    #[error("{} is not a record book, or is damaged: {why}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        why: String,
    },
    /// The file is an SQLite database of another program.
    #[error("{} is a database of another program, not a record book", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a newer program.
    #[error(
        "{} is a record book of version {found}; this program knows versions up to {newest}: \
         use a newer one",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version that is known here.
        newest: i64,
    },
    /// Another process has been writing for too long.
    #[error("{} is being written by another process", .path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A record that cannot be right.
    #[error("the record is not sound: {why}")]
    Unsound {
        /// What is wrong with it.
        why: String,
    },
    /// A fitness of another number of components than the one it competes with.
    #[error("a fitness of {new} components cannot be compared with one of {old}")]
    Incomparable {
        /// Components of the record in the book.
        old: usize,
        /// Components of the new one.
        new: usize,
    },
    /// A record that cannot be true if one in the book is.
    #[error("a contradiction: {why}. In the book, record {id}: {known}; submitted: {new}")]
    Contradiction {
        /// The rule that both together break.
        why: &'static str,
        /// The number of the record in the book.
        id: i64,
        /// That record.
        known: String,
        /// The new one.
        new: String,
    },
    /// SQLite failed in another way; a full disk, for instance.
    #[error("cannot use the record book {}: {why}", .path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        why: String,
    },
    /// The folder of the book could not be made.
    #[error(transparent)]
    File(#[from] FileError),
}

impl BookError {
    /// Whether it is the record that was submitted, not the book, that is at fault.
    pub fn is_about_the_record(&self) -> bool {
        matches!(
            self,
            BookError::Unsound { .. }
                | BookError::Incomparable { .. }
                | BookError::Contradiction { .. }
        )
    }

    /// For `map_err`: what SQLite says about the book at `path`.
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

/// Why a certificate does not prove a record.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotProved {
    /// It is wrong, or is about something else.
    #[error("{0}")]
    Wrong(String),
    /// The checker gave up.
    #[error("{0}")]
    Undecided(String),
}

/// What is wrong with a record, or with a line that is to be one.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The text of its board is none.
    #[error(transparent)]
    Board(#[from] NotationError),
    /// Its tints do not fit the board.
    #[error(transparent)]
    Tints(#[from] BoardError),
    /// There is no such game.
    #[error(transparent)]
    Ruleset(#[from] UnknownRuleset),
    /// The game is not played on the board.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The text of its objective is not one of this version's expressions.
    #[error(transparent)]
    Objective(#[from] ObjectiveError),
    /// The board has no fitness.
    #[error(transparent)]
    Unscored(#[from] Unscored),
    /// Its fitness is none.
    #[error(transparent)]
    Fitness(#[from] FitnessError),
    /// A fact is missing, or not of its kind.
    #[error(transparent)]
    Fact(#[from] FactError),
    /// The word for its certainty is none.
    #[error(transparent)]
    Certainty(#[from] NotACertainty),
    /// It is not JSON, or has not the fields of a record.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It says nothing of the board's value.
    #[error("nothing is known of its value")]
    BoardOnly,
    /// It names no class, and none was given.
    #[error("the line names no class: give --class")]
    NoClass,
    /// The text of its class cannot be read.
    #[error("`{0}` is not a class")]
    NotAClass(String),
    /// There is no such kind of boards.
    #[error("class `{0}`: expected one of {names}", names = Kind::ALL.map(Kind::name).join(", "))]
    UnknownKind(BoardClass),
    /// The board is of another class.
    #[error("the board is not in the class `{0}`")]
    OutsideClass(BoardClass),
    /// It has no certificate.
    #[error("there is no certificate")]
    NoCertificate,
    /// It says that it is a lower bound, and does not prove it.
    #[error("a lower bound without its certificate")]
    Unproved,
    /// Its certificate is to be read from somewhere else.
    #[error("`{0}` is no file in `{CERTIFICATES}`")]
    CertificatePath(String),
    /// Its certificate cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Its certificate is not text.
    #[error(transparent)]
    Text(#[from] FromUtf8Error),
    /// Its certificate proves something else, or nothing.
    #[error(transparent)]
    NotProved(#[from] NotProved),
    /// Something else was found than it says.
    #[error("{name} is {found}, the record says {said}")]
    Differs {
        /// The column.
        name: String,
        /// What was found.
        found: String,
        /// What the record says.
        said: String,
    },
    /// The text of its canonical form is none.
    #[error("canonical form: {0}")]
    Form(#[source] ParseError),
    /// Its canonical form is that of another value.
    #[error("the canonical form is another")]
    OtherForm,
}
