//! The record book: the best that is known, across runs, in one SQLite file.
//!
//! A record is the best known fitness for an objective, a class and an order; boards that tie are
//! kept side by side, up to [`TIES`] of them. A better board replaces those before it; `rank.rs`
//! has the rules. Several processes may use a book at once.

pub mod certificates;
mod columns;
mod error;
pub mod harvest;
pub mod import;
pub mod merge;
mod rank;
#[cfg(test)]
mod rank_tests;
mod record;
mod row;
mod schema;
mod snapshot;
#[cfg(test)]
mod tests;

pub use columns::{Column, Sort};
pub use error::{BookError, RecordError};
pub use record::{BoardClass, BookEntry, Filter, Finder, Record, Submitted, VerifiedRecord};
pub use snapshot::Snapshot;

use crate::problem::Facts;
use crate::record::folder::FileError;
use rank::{Decision, RankPlace, Tie};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many boards of the same fitness are kept for an objective, a class and an order.
pub const TIES: usize = 20;

/// How long one process waits for another to finish writing.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open record book.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    connection: Connection,
}

impl Book {
    /// Opens the book at `path`; a missing one is begun, with its folder.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(FileError::of("create", folder))?;
        }
        Book::open_with(path, schema::STEPS)
    }

    /// Opens the book at `path`, which has to be there.
    pub fn open_existing(path: &Path) -> Result<Book, BookError> {
        if path.exists() {
            return Book::open(path);
        }
        let path = path.to_path_buf();
        Err(BookError::Missing { path })
    }

    /// The book at `path` as it is now, in a copy: neither later writers nor the bringing up to
    /// date of an older book touch what is read here.
    ///
    /// # Errors
    /// When there is none, or it is no record book of this version or an older one.
    pub fn snapshot(path: &Path) -> Result<Snapshot, BookError> {
        Snapshot::of(path)
    }

    fn open_with(path: &Path, steps: &[&str]) -> Result<Book, BookError> {
        schema::refuse_fragment(path)?;
        // Not as a URI: a path is a path, whatever characters it has.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let failed = BookError::of(path);
        let mut connection = Connection::open_with_flags(path, flags).map_err(&failed)?;
        connection.busy_timeout(PATIENCE).map_err(&failed)?;
        schema::prepare(&mut connection, path, steps)?;
        let path = path.to_path_buf();
        Ok(Book { path, connection })
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Enters a record, if it is one.
    pub fn submit(&mut self, new: &VerifiedRecord) -> Result<Submitted, BookError> {
        let path = &self.path;
        let failed = BookError::of(path);
        // Immediate: between reading the best and replacing it nobody else may write.
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&failed)?;
        let verdict = submit_within(&transaction, path, new)?;
        transaction.commit().map_err(&failed)?;
        Ok(verdict)
    }

    /// The records that a filter lets through, by ruleset, objective, class, order and number.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Record>, BookError> {
        row::list(&self.connection, &self.path, filter)
    }

    /// The values of one of the book's columns of text, and how many records have each.
    pub(crate) fn values(&self, column: &str) -> Result<BTreeMap<String, u32>, BookError> {
        row::values(&self.connection, column).map_err(BookError::of(&self.path))
    }

    /// The record of that number.
    pub fn get(&self, id: i64) -> Result<Option<Record>, BookError> {
        row::get(&self.connection, &self.path, id)
    }

    /// Keeps other facts of the record of that number.
    pub(crate) fn set_facts(&mut self, id: i64, facts: &Facts) -> Result<(), BookError> {
        row::set_facts(&self.connection, id, facts).map_err(BookError::of(&self.path))
    }

    /// Removes the record of that number; whether there was one.
    pub fn delete(&mut self, id: i64) -> Result<bool, BookError> {
        row::delete(&self.connection, id).map_err(BookError::of(&self.path))
    }
}

fn submit_within(
    transaction: &Transaction<'_>,
    path: &Path,
    new: &VerifiedRecord,
) -> Result<Submitted, BookError> {
    let failed = BookError::of(path);
    let rivals = row::list(transaction, path, &rivals_of(new.entry()))?;
    match rank::decide(&rivals, new.entry())? {
        Decision::Worse { best } => Ok(Submitted::NotBetter { best }),
        Decision::Best { old } => {
            for rival in &rivals {
                row::delete(transaction, rival.id).map_err(&failed)?;
            }
            let id = row::insert(transaction, new, new.entry().proved).map_err(&failed)?;
            Ok(match old {
                Some(old) => Submitted::Improved { id, old },
                None => Submitted::New { id },
            })
        }
        Decision::Tie(tie) => enter_tie(transaction, &rivals, new, &tie).map_err(&failed),
    }
}

fn enter_tie(
    transaction: &Transaction<'_>,
    rivals: &[Record],
    new: &VerifiedRecord,
    tie: &Tie,
) -> rusqlite::Result<Submitted> {
    if tie.proves {
        for rival in rivals {
            row::set_proved(transaction, rival.id)?;
        }
    }
    let id = match tie.place {
        RankPlace::Known(id) => Some(id),
        RankPlace::Over(id) => {
            row::replace(transaction, id, new, tie.proved)?;
            Some(id)
        }
        RankPlace::Beside => Some(row::insert(transaction, new, tie.proved)?),
        RankPlace::Instead(id) => {
            row::delete(transaction, id)?;
            Some(row::insert(transaction, new, tie.proved)?)
        }
        RankPlace::Outside => None,
    };
    Ok(Submitted::Tied { id })
}

/// All records for the objective, class and order of `entry`.
fn rivals_of(entry: &BookEntry) -> Filter {
    Filter {
        ruleset: Some(entry.ruleset.clone()),
        objective: Some(entry.objective.clone()),
        class: Some(entry.class.clone()),
        orders: Some(entry.facts.order..=entry.facts.order),
        ..Filter::default()
    }
}
