//! The record book: the best that is known, across runs, in one SQLite file.
//!
//! A record is the best known fitness for an objective, a class and an order; boards that tie
//! are kept side by side, up to [`TIES`] of them. A better board replaces those before it.
//! Several processes may use a book at once.

mod error;
mod record;
mod row;
mod schema;
#[cfg(test)]
mod tests;

pub use error::BookError;
pub use record::{
    BoardClass, Certainty, Filter, Finder, NewRecord, Record, Submitted, VerifiedRecord,
};

use crate::problem::Fitness;
use crate::run::folder::FileError;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::cmp::Ordering;
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

    /// The record of that number.
    pub fn get(&self, id: i64) -> Result<Option<Record>, BookError> {
        row::get(&self.connection, &self.path, id)
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
    let insert = || row::insert(transaction, new).map_err(&failed);
    let facts = new.facts();
    let rivals = row::list(transaction, path, &rivals_of(facts))?;
    let Some(best) = rivals.iter().map(|r| &r.facts.fitness).max() else {
        return Ok(Submitted::New { id: insert()? });
    };
    match compare(&facts.fitness, best)? {
        Ordering::Less => Ok(Submitted::NotBetter { best: best.clone() }),
        Ordering::Greater => {
            for rival in &rivals {
                row::delete(transaction, rival.id).map_err(&failed)?;
            }
            Ok(Submitted::Improved {
                id: insert()?,
                old: best.clone(),
            })
        }
        Ordering::Equal => tie(transaction, path, &rivals, new),
    }
}

/// All records for the objective, class and order of `facts`.
fn rivals_of(facts: &NewRecord) -> Filter {
    Filter {
        ruleset: Some(facts.ruleset.clone()),
        objective: Some(facts.objective.clone()),
        class: Some(facts.class.clone()),
        order: Some(facts.order),
    }
}

fn compare(new: &Fitness, old: &Fitness) -> Result<Ordering, BookError> {
    let (new_len, old_len) = (new.0.len(), old.0.len());
    if new_len == old_len {
        return Ok(new.cmp(old));
    }
    Err(BookError::Incomparable {
        old: old_len,
        new: new_len,
    })
}

/// A record as good as the best: one more board, or a board that is there and may be surer now.
fn tie(
    transaction: &Transaction<'_>,
    path: &Path,
    rivals: &[Record],
    new: &VerifiedRecord,
) -> Result<Submitted, BookError> {
    let failed = BookError::of(path);
    let facts = new.facts();
    let same = |r: &&Record| r.facts.board == facts.board && r.facts.tints == facts.tints;
    let id = match rivals.iter().find(same) {
        Some(known) if known.facts.certainty < facts.certainty => {
            row::replace(transaction, known.id, new).map_err(&failed)?;
            Some(known.id)
        }
        Some(known) => Some(known.id),
        None if rivals.len() >= TIES => None,
        None => Some(row::insert(transaction, new).map_err(&failed)?),
    };
    Ok(Submitted::Tied { id })
}
