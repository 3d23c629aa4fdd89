//! Reads a book as it is at one moment, while other processes may write to it.

use super::error::BookError;
use super::{Book, PATIENCE, schema};
use crate::record::folder::FileError;
use rusqlite::{Connection, OpenFlags};
use std::ops::Deref;
use std::path::Path;
use tempfile::TempDir;

/// A copy of a book in a temporary folder, which is removed on drop.
#[derive(Debug)]
pub struct Snapshot {
    book: Book,
    _folder: TempDir,
}

impl Snapshot {
    /// Lets SQLite copy the database in one read transaction. Only the copy is brought up to date.
    pub(super) fn of(path: &Path) -> Result<Snapshot, BookError> {
        if !path.exists() {
            let path = path.to_path_buf();
            return Err(BookError::Missing { path });
        }
        schema::refuse_fragment(path)?;
        let failed = BookError::of(path);
        // If the original were opened read-only, SQLite would leave its auxiliary files behind.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut original = Connection::open_with_flags(path, flags).map_err(&failed)?;
        original.busy_timeout(PATIENCE).map_err(&failed)?;
        schema::check(&mut original, path, schema::STEPS)?;
        let folder = tempfile::tempdir().map_err(FileError::of("create", &std::env::temp_dir()))?;
        let copy = folder.path().join("snapshot.db");
        original
            .execute("VACUUM INTO ?1", [copy.to_string_lossy()])
            .map_err(&failed)?;
        let mut book = Book::open_with(&copy, schema::STEPS)?;
        // Errors about a record name the original file.
        book.path = path.to_path_buf();
        Ok(Snapshot {
            book,
            _folder: folder,
        })
    }
}

impl Deref for Snapshot {
    type Target = Book;

    fn deref(&self) -> &Book {
        &self.book
    }
}
