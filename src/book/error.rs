//! What can go wrong with the record book.

use crate::problem::FitnessError;
use crate::record::folder::FileError;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

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

impl From<FitnessError> for BookError {
    fn from(error: FitnessError) -> BookError {
        BookError::Unsound {
            why: error.to_string(),
        }
    }
}
