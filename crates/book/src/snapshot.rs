//! Reads a book as it is at one moment, while other processes may write to it.

use super::error::BookError;
use super::{Book, schema};
use boilingpoint_record::folder::FileError;
use boilingpoint_record::own;
use std::fs::{File, Metadata};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// The number of attempts to copy a book that other processes write to, and the pause between two
/// attempts.
const ATTEMPTS: u32 = 200;
const PAUSE: Duration = Duration::from_millis(25);

/// A time stamp of a file is rounded to less than this.
const ROUNDING: Duration = Duration::from_millis(20);

/// A copy of a book in a temporary folder, which is removed on drop.
#[derive(Debug)]
pub struct Snapshot {
    book: Book,
    stamp: BookStamp,
    _folder: TempDir,
}

/// The lengths and times of a book's files. Each write to the book changes its stamp.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookStamp([Option<(u64, SystemTime)>; 3]);

/// The files that hold the book's content. The index of the log is made anew for the copy.
const COPIED: [&str; 3] = ["", "-wal", "-journal"];

impl BookStamp {
    /// The stamp of the book at `path`.
    ///
    /// # Errors
    /// When the book has no file, or its files cannot be asked.
    pub fn of(path: &Path) -> Result<BookStamp, BookError> {
        let mut files = [None; 3];
        for (found, suffix) in files.iter_mut().zip(COPIED) {
            let file = schema::beside(path, suffix);
            let stamp = |m: Metadata| Ok((m.len(), m.modified()?));
            *found = match std::fs::symlink_metadata(&file).and_then(stamp) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => None,
                stamp => Some(stamp.map_err(FileError::of("read", &file))?),
            };
        }
        if files[0].is_none() {
            let path = path.to_path_buf();
            return Err(BookError::Missing { path });
        }
        Ok(BookStamp(files))
    }

    /// Whether a write from now on changes the stamp, though times are rounded.
    fn is_old(&self) -> bool {
        let newest = self.0.iter().flatten().map(|(_, written)| *written).max();
        // A time in the future does not pass by waiting.
        newest.is_none_or(|time| time.elapsed().map_or(true, |age| age > ROUNDING))
    }
}

impl Snapshot {
    /// Copies the files of the book, and does not open them by SQLite: it would create files beside
    /// the book, and move the content of the log into it. If a file changes meanwhile, they are
    /// copied again. Only the copy is brought up to date.
    pub(super) fn of(path: &Path) -> Result<Snapshot, BookError> {
        BookStamp::of(path)?;
        let folder = tempfile::tempdir().map_err(FileError::of("create", &std::env::temp_dir()))?;
        let copy = folder.path().join("snapshot.db");
        for _ in 0..ATTEMPTS {
            schema::refuse_wrong_length(path)?;
            let stamp = BookStamp::of(path)?;
            if stamp.is_old() && copy_files(path, &copy, &stamp)? && BookStamp::of(path)? == stamp {
                return Ok(Snapshot {
                    book: Book::open_file(&copy, path, schema::STEPS)?,
                    stamp,
                    _folder: folder,
                });
            }
            std::thread::sleep(PAUSE);
        }
        let path = path.to_path_buf();
        Err(BookError::Busy { path })
    }

    /// The stamp of the book when it was copied.
    pub fn stamp(&self) -> &BookStamp {
        &self.stamp
    }
}

/// Copies the files of a book that exist. Returns whether all files of the stamp were found.
fn copy_files(from: &Path, to: &Path, stamp: &BookStamp) -> Result<bool, BookError> {
    for (suffix, stamp) in COPIED.into_iter().zip(&stamp.0) {
        let (from, to): (PathBuf, PathBuf) =
            (schema::beside(from, suffix), schema::beside(to, suffix));
        let copied = match stamp {
            Some(_) => own::open(&from).and_then(|file| copy_into(file, &to)),
            None => unless_missing(std::fs::remove_file(&to)),
        };
        match copied {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(false),
            copied => copied.map_err(FileError::of("copy", &from))?,
        }
    }
    Ok(true)
}

fn copy_into(mut from: File, to: &Path) -> io::Result<()> {
    io::copy(&mut from, &mut File::create(to)?).map(drop)
}

fn unless_missing(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

impl Deref for Snapshot {
    type Target = Book;

    fn deref(&self) -> &Book {
        &self.book
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_stamp_is_old_when_a_write_would_change_it() {
        let now = SystemTime::now();
        let hour = Duration::from_secs(3600);
        let stamp = |times: [Option<SystemTime>; 3]| BookStamp(times.map(|t| t.map(|t| (1, t))));
        assert!(stamp([None; 3]).is_old());
        assert!(stamp([Some(now - hour), None, None]).is_old());
        assert!(stamp([Some(now + hour), None, None]).is_old());
        let fresh = stamp([Some(now - hour), Some(SystemTime::now()), None]);
        assert!(!fresh.is_old());
        std::thread::sleep(2 * ROUNDING);
        assert!(fresh.is_old());
    }

    #[test]
    fn the_files_of_a_stamp_are_copied_and_others_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from.db", "to.db"].map(|name| folder.path().join(name));
        std::fs::write(&from, "book").unwrap();
        std::fs::write(schema::beside(&from, "-wal"), "log").unwrap();
        std::fs::write(schema::beside(&to, "-journal"), "old").unwrap();
        let stamp = BookStamp::of(&from).unwrap();
        assert!(copy_files(&from, &to, &stamp).unwrap());
        let read = |suffix| std::fs::read_to_string(schema::beside(&to, suffix)).ok();
        assert_eq!(
            [read(""), read("-wal")],
            [Some("book".into()), Some("log".into())]
        );
        assert_eq!(read("-journal"), None);
        std::fs::remove_file(schema::beside(&from, "-wal")).unwrap();
        assert!(!copy_files(&from, &to, &stamp).unwrap());
        // A folder cannot be removed as a file.
        std::fs::create_dir(schema::beside(&to, "-journal")).unwrap();
        let stamp = BookStamp::of(&from).unwrap();
        assert!(copy_files(&from, &to, &stamp).is_err());
    }
}
