#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The record book: the best known boards of all runs, in one SQLite file.
//!
//! A record is the best known fitness for an objective, a class and an order. Of the boards that
//! tie, up to [`TIES`] are kept. A better board replaces all of them. `rank.rs` has the rules.
//! Several processes may use a book at once.

pub mod certificates;
pub mod check;
mod class;
mod classify;
#[cfg(test)]
mod classify_tests;
mod columns;
mod condition;
mod conflict;
mod error;
pub mod harvest;
#[cfg(test)]
mod harvest_tests;
pub mod import;
pub mod lineage;
pub mod merge;
mod neighbours;
pub mod proof;
mod query;
mod rank;
#[cfg(test)]
mod rank_tests;
mod record;
mod row;
pub mod runs;
mod schema;
mod snapshot;
mod start_boards;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod use_tests;
mod valued;
mod verified;

pub use class::{BOARD_KEYS, BoardClass, BoardKey, ClassPart};
pub use columns::{Column, Sort};
pub use condition::{ConditionError, RECORD_NAMES, RecordCondition};
pub use error::{BookError, RecordError};
pub use neighbours::Neighbours;
pub use query::{BoardCondition, RecordMatches, RecordQuery};
pub use record::{BookEntry, Filter, Finder, Record, RecordKey, SubmitOutcome};
pub use snapshot::{BookStamp, Snapshot};
pub use start_boards::read_boards;
pub use valued::RecordValue;
pub use verified::{ProofCheck, Unverified, VerifiedRecord, Verifier};

use boilingpoint_problem::Facts;
use boilingpoint_record::folder::FileError;
use boilingpoint_record::own;
use proof::OptimumProof;
use rank::{Decision, Tie, TieAction};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The largest number of tied boards that are kept for an objective, a class and an order.
pub const TIES: usize = 20;

/// The time that one process waits for another to finish writing.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open record book.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    connection: Connection,
}

impl Book {
    /// Opens the book at `path`. If there is no file, creates the book and its folder.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(FileError::of("create", folder))?;
        }
        Book::open_with(path, schema::STEPS)
    }

    /// Opens the book at `path`. Fails if there is no file.
    pub fn open_existing(path: &Path) -> Result<Book, BookError> {
        if own::exists(path) {
            return Book::open(path);
        }
        let path = path.to_path_buf();
        Err(BookError::Missing { path })
    }

    /// Copies the book at `path` and opens the copy. Later writes to the book do not change the
    /// copy. If an older version wrote the book, only the copy is brought up to date. The files of
    /// the book are only read.
    ///
    /// # Errors
    /// When there is no file, or the file is not a record book of this version or of an older
    /// version.
    pub fn snapshot(path: &Path) -> Result<Snapshot, BookError> {
        Snapshot::of(path)
    }

    fn open_with(path: &Path, steps: &[&str]) -> Result<Book, BookError> {
        schema::refuse_wrong_length(path)?;
        Book::open_file(path, path, steps)
    }

    /// Opens a file as the book at `path`, which errors name.
    fn open_file(file: &Path, path: &Path, steps: &[&str]) -> Result<Book, BookError> {
        // The path is not passed as a URI, so that every character in it stands for itself.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NOFOLLOW
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let failed = BookError::of(path);
        let file = unlinked(file).map_err(FileError::of("open", path))?;
        let mut connection = Connection::open_with_flags(file, flags).map_err(&failed)?;
        connection.busy_timeout(PATIENCE).map_err(&failed)?;
        schema::prepare(&mut connection, path, steps)?;
        let path = path.to_path_buf();
        Ok(Book { path, connection })
    }

    /// The path of the book's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Submits a record. Its rivals are the records of the same ruleset, objective, class and
    /// order. The record enters the book if it is better than its rivals, or if it ties with them
    /// and ranks among the first `TIES`.
    pub fn submit(&mut self, new: &VerifiedRecord) -> Result<SubmitOutcome, BookError> {
        self.in_transaction(|transaction, path| submit_within(transaction, path, new))
    }

    /// Runs a change in an immediate transaction, which locks the book. So no other process can
    /// write between reading the best record and replacing it.
    fn in_transaction<T>(
        &mut self,
        change: impl FnOnce(&Transaction, &Path) -> Result<T, BookError>,
    ) -> Result<T, BookError> {
        let failed = BookError::of(&self.path);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&failed)?;
        let done = change(&transaction, &self.path)?;
        transaction.commit().map_err(&failed)?;
        Ok(done)
    }

    /// The records that a filter selects, ordered by ruleset, objective, class, order and number.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Record>, BookError> {
        row::list(&self.connection, &self.path, filter)
    }

    /// The questions that the records of a filter answer, in the order of [`Book::list`].
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn keys(&self, filter: &Filter) -> Result<Vec<RecordKey>, BookError> {
        row::keys(&self.connection, filter).map_err(BookError::of(&self.path))
    }

    /// The records of a filter that were found last, the newest first.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn newest(&self, filter: &Filter, most: usize) -> Result<Vec<Record>, BookError> {
        row::newest(&self.connection, &self.path, filter, most)
    }

    /// The different values of a text column. Each has the number of records with this value.
    pub fn values(&self, column: &str) -> Result<BTreeMap<String, u32>, BookError> {
        row::values(&self.connection, column).map_err(BookError::of(&self.path))
    }

    /// The names of the runs that found records, by config and by folder.
    pub fn runs(&self) -> Result<BTreeSet<String>, BookError> {
        row::runs(&self.connection).map_err(BookError::of(&self.path))
    }

    /// The record with this number.
    pub fn get(&self, id: i64) -> Result<Option<Record>, BookError> {
        row::get(&self.connection, &self.path, id)
    }

    /// Replaces the facts of the record with this number.
    pub fn set_facts(&mut self, id: i64, facts: &Facts) -> Result<(), BookError> {
        row::set_facts(&self.connection, id, facts).map_err(BookError::of(&self.path))
    }

    /// The numbers of the records that have the mark `proved` of an older version, but no proof.
    pub fn marked_without_proof(&self) -> Result<BTreeSet<i64>, BookError> {
        row::marked_without_proof(&self.connection).map_err(BookError::of(&self.path))
    }

    /// Stores the proof of the record with this number, or removes it.
    pub fn set_proof(&mut self, id: i64, proof: Option<&OptimumProof>) -> Result<(), BookError> {
        row::set_proof(&self.connection, id, proof).map_err(BookError::of(&self.path))
    }

    /// Enters a record again under its true class, and removes the record with this number, which
    /// had a class that is known in part only.
    pub fn reclassify(
        &mut self,
        id: i64,
        new: &VerifiedRecord,
    ) -> Result<SubmitOutcome, BookError> {
        self.in_transaction(|transaction, path| {
            let outcome = submit_within(transaction, path, new)?;
            row::delete(transaction, id).map_err(BookError::of(path))?;
            Ok(outcome)
        })
    }

    /// Removes the records of an entry's key that are worse than another one and in no conflict,
    /// and marks those that are in conflict. Returns the records of the key.
    pub fn settle(&mut self, entry: &BookEntry) -> Result<Vec<Record>, BookError> {
        self.in_transaction(|transaction, path| {
            let key = Filter::key_of(entry);
            let records = row::list(transaction, path, &key)?;
            for id in rank::beaten(&records) {
                row::delete(transaction, id).map_err(BookError::of(path))?;
            }
            conflict::mark_key(transaction, path, &key)
        })
    }

    /// Removes the record with this number. Returns whether the book had the record.
    pub fn delete(&mut self, id: i64) -> Result<bool, BookError> {
        row::delete(&self.connection, id).map_err(BookError::of(&self.path))
    }
}

/// The path of a file whose folder is not reached through links. SQLite refuses all links in a
/// path, but the folder of a book may be one.
fn unlinked(file: &Path) -> std::io::Result<PathBuf> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
    Ok(folder.join(file.file_name().unwrap_or_default()))
}

fn submit_within(
    transaction: &Transaction<'_>,
    path: &Path,
    new: &VerifiedRecord,
) -> Result<SubmitOutcome, BookError> {
    let failed = BookError::of(path);
    let key = Filter::key_of(new.entry());
    let rivals = row::list(transaction, path, &key)?;
    let outcome = match rank::decide(&rivals, new.entry())? {
        Decision::Worse { best } => return Ok(SubmitOutcome::NotBetter { best }),
        Decision::Full { why } => return Ok(SubmitOutcome::InConflict { id: None, why }),
        Decision::Enter { old, replaced } => {
            for id in replaced {
                row::delete(transaction, id).map_err(&failed)?;
            }
            let proof = new.entry().proof.as_ref();
            let id = row::insert(transaction, new, proof).map_err(&failed)?;
            match old {
                Some(old) => SubmitOutcome::Improved { id, old },
                None => SubmitOutcome::New { id },
            }
        }
        Decision::Tie(tie) => enter_tie(transaction, &rivals, new, &tie).map_err(&failed)?,
    };
    let (SubmitOutcome::New { id }
    | SubmitOutcome::Improved { id, .. }
    | SubmitOutcome::Tied { id: Some(id) }) = outcome
    else {
        return Ok(outcome);
    };
    let marked = conflict::mark_key(transaction, path, &key)?;
    let mark = marked.into_iter().find(|record| record.id == id);
    Ok(match mark.and_then(|record| record.conflict) {
        Some(why) => SubmitOutcome::InConflict { id: Some(id), why },
        None => outcome,
    })
}

fn enter_tie(
    transaction: &Transaction<'_>,
    rivals: &[Record],
    new: &VerifiedRecord,
    tie: &Tie,
) -> rusqlite::Result<SubmitOutcome> {
    let proof = tie.proof.as_ref();
    let tied = rivals
        .iter()
        .filter(|r| r.entry.fitness == new.entry().fitness);
    for rival in tied.filter(|r| r.entry.proof != tie.proof) {
        row::set_proof(transaction, rival.id, proof)?;
    }
    let id = match tie.action {
        TieAction::Keep(id) => Some(id),
        TieAction::Replace(id) => {
            row::replace(transaction, id, new, proof)?;
            Some(id)
        }
        TieAction::Add => Some(row::insert(transaction, new, proof)?),
        TieAction::Evict(id) => {
            row::delete(transaction, id)?;
            Some(row::insert(transaction, new, proof)?)
        }
        TieAction::Skip => None,
    };
    Ok(SubmitOutcome::Tied { id })
}
