//! Append-only logs. A checkpoint records their length and checksum.

use super::file_error::FileError;
use super::log_error::LogError;
use crate::own::{self, File};
use crate::table;
use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The number of bytes that are buffered before they are written to the file.
const BUFFER: usize = 64 * 1024;

/// The longest header of a table, in bytes. The rest of a longer header is not read.
const LONGEST_HEAD: u64 = 64 * 1024;

/// The length and checksum of a log at a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LogMark {
    /// The length in bytes.
    pub length: u64,
    /// The CRC-32 of these bytes.
    pub checksum: u32,
}

/// A file that only grows, except that a resume cuts it back to its length at the checkpoint.
///
/// After a failed write the log refuses all further operations, since it is unknown how much of the
/// line reached the disk. The run is then resumed from its checkpoint, which cuts the log. Bytes
/// that have not been flushed when the log is dropped are lost.
#[derive(Debug)]
pub struct AppendLog {
    path: PathBuf,
    file: File,
    pending: Vec<u8>,
    len: u64,
    checksum: Hasher,
    broken: bool,
    /// If an older program began the table with fewer columns than rows have today, the indices of
    /// the columns that are written. Otherwise `None`.
    columns: Option<Vec<usize>>,
}

impl AppendLog {
    /// Creates an empty log at `path`, in the place of a file that exists.
    pub fn create(path: &Path) -> Result<AppendLog, FileError> {
        let file = own::create(path).map_err(FileError::of("create", path))?;
        Ok(AppendLog::over(path, file))
    }

    /// Opens the log at `path` and cuts it back to the length in `mark`. Fails if the log is
    /// shorter, or if the checksum of its first bytes differs from the checksum in `mark`.
    pub fn open_at(path: &Path, mark: LogMark) -> Result<AppendLog, LogError> {
        let checksum = check(path, mark)?;
        Ok(AppendLog::open_checked(path, mark, checksum)?)
    }

    /// Like [`AppendLog::open_at`], for a log whose bytes [`check`] has compared with `mark`.
    pub(super) fn open_checked(
        path: &Path,
        mark: LogMark,
        checksum: Hasher,
    ) -> Result<AppendLog, FileError> {
        let file = own::extend(path).map_err(FileError::of("open", path))?;
        let mut log = AppendLog::over(path, file);
        (log.len, log.checksum) = (mark.length, checksum);
        log.attempt("cut", |log| {
            log.file.set_len(mark.length)?;
            log.file.seek(SeekFrom::Start(mark.length))?;
            log.file.sync_all()
        })?;
        Ok(log)
    }

    fn over(path: &Path, file: File) -> AppendLog {
        let path = path.to_path_buf();
        AppendLog {
            path,
            file,
            pending: Vec::with_capacity(BUFFER),
            len: 0,
            checksum: Hasher::new(),
            broken: false,
            columns: None,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length in bytes, with the buffered bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a line and a line break.
    pub fn append_line(&mut self, line: &str) -> Result<(), FileError> {
        if line.contains('\n') {
            let cause = io::Error::new(io::ErrorKind::InvalidInput, "a line break in a line");
            return Err(FileError::of("append to", &self.path)(cause));
        }
        self.append_bytes(line.as_bytes())?;
        self.append_bytes(b"\n")
    }

    /// Appends the header of a table whose rows have the type `R`.
    pub fn append_head<R: Serialize + Default>(&mut self) -> Result<(), FileError> {
        let columns = table::columns::<R>().map_err(io::Error::from);
        self.append_row(columns.map_err(FileError::of("append to", &self.path))?)
    }

    /// Restricts the columns that are written to the columns in the table's header. An older
    /// program may have begun the table with fewer columns than rows have today.
    pub fn keep_columns<R: Serialize + Default>(&mut self) -> Result<(), FileError> {
        let head = || -> io::Result<Vec<u8>> {
            let mut head = Vec::new();
            let file = BufReader::new(own::open(&self.path)?);
            file.take(LONGEST_HEAD).read_until(b'\n', &mut head)?;
            Ok(head)
        };
        let columns = head().and_then(|head| Ok(table::older_columns::<R>(&head)?));
        self.columns = columns.map_err(FileError::of("continue", &self.path))?;
        Ok(())
    }

    /// Appends a row of a table.
    pub fn append_row(&mut self, row: impl Serialize) -> Result<(), FileError> {
        let line = table::line(row).and_then(|line| match &self.columns {
            Some(columns) => table::select(&line, columns),
            None => Ok(line),
        });
        let line = line.map_err(io::Error::from);
        self.append_bytes(&line.map_err(FileError::of("append to", &self.path))?)
    }

    /// Appends bytes without a line break.
    pub fn append_bytes(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.check_sound()?;
        self.pending.extend_from_slice(bytes);
        self.checksum.update(bytes);
        self.len += bytes.len() as u64;
        if self.pending.len() >= BUFFER {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Writes the buffered bytes to the file, so that they outlive this process.
    pub fn flush(&mut self) -> Result<(), FileError> {
        self.check_sound()?;
        self.attempt("write", |log| log.file.write_all(&log.pending))?;
        self.pending.clear();
        Ok(())
    }

    /// Syncs all bytes to the disk. Returns the length and the checksum, for a checkpoint.
    pub fn flush_and_sync(&mut self) -> Result<LogMark, FileError> {
        self.flush()?;
        self.attempt("sync", |log| {
            log.file.sync_all()?;
            let found = log.file.metadata()?.len();
            if found == log.len {
                return Ok(());
            }
            let what = format!("the file has {found} bytes, but {} were written", log.len);
            Err(io::Error::other(what))
        })?;
        Ok(LogMark {
            length: self.len,
            checksum: self.checksum.clone().finalize(),
        })
    }

    fn attempt(
        &mut self,
        action: &'static str,
        work: impl FnOnce(&mut AppendLog) -> io::Result<()>,
    ) -> Result<(), FileError> {
        work(self).map_err(|cause| {
            self.broken = true;
            FileError::of(action, &self.path)(cause)
        })
    }

    fn check_sound(&self) -> Result<(), FileError> {
        if !self.broken {
            return Ok(());
        }
        let cause = io::Error::other("an earlier write to this file failed");
        Err(FileError::of("write", &self.path)(cause))
    }
}

/// Checks that a log still begins with the bytes that a checkpoint recorded. If it did not, a
/// resumed run would end with other results, and nobody would notice. Returns the checksum's state
/// after these bytes, so that the checksum can continue with the next bytes. A log that does not
/// exist counts as empty.
pub(super) fn check(path: &Path, mark: LogMark) -> Result<Hasher, LogError> {
    let failed = || FileError::of("read", path);
    let short = |found| LogError::Short {
        path: path.to_path_buf(),
        recorded: mark.length,
        found,
    };
    let file = match own::open(path) {
        Ok(file) => file,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound && mark.length == 0 => {
            return Ok(Hasher::new());
        }
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Err(short(0)),
        Err(cause) => return Err(failed()(cause).into()),
    };
    let found = file.metadata().map_err(failed())?.len();
    if found < mark.length {
        return Err(short(found));
    }
    let checksum = checksum_of(file.take(mark.length)).map_err(failed())?;
    if checksum.clone().finalize() == mark.checksum {
        return Ok(checksum);
    }
    Err(LogError::Changed {
        path: path.to_path_buf(),
        recorded: mark.length,
    })
}

fn checksum_of(mut bytes: impl Read) -> io::Result<Hasher> {
    let mut checksum = Hasher::new();
    let mut part = vec![0; BUFFER];
    loop {
        match bytes.read(&mut part) {
            Ok(0) => return Ok(checksum),
            Ok(n) => checksum.update(&part[..n]),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
}

#[cfg(test)]
mod tests;
