//! The fingerprints of the boards that a run has met.

use super::error::{FileError, FolderError};
use super::log::{AppendLog, LogMark};
use crate::run::input::open_own;
use std::io::{self, Read};
use std::path::Path;

const WIDTH: usize = size_of::<u128>();

/// An append-only file of 128-bit fingerprints, least significant byte first.
#[derive(Debug)]
pub struct SeenLog {
    log: AppendLog,
}

impl SeenLog {
    /// An empty one at `path`.
    pub fn create(path: &Path) -> Result<SeenLog, FileError> {
        let log = AppendLog::create(path)?;
        Ok(SeenLog { log })
    }

    /// The one at `path`, cut back to where it was marked.
    pub fn open_at(path: &Path, mark: LogMark) -> Result<SeenLog, FolderError> {
        Ok(SeenLog::over(AppendLog::open_at(path, mark)?))
    }

    pub(super) fn over(log: AppendLog) -> SeenLog {
        SeenLog { log }
    }

    /// Appends a fingerprint.
    pub fn append(&mut self, fingerprint: u128) -> Result<(), FileError> {
        self.log.append_bytes(&fingerprint.to_le_bytes())
    }

    /// How many it holds.
    pub fn count(&self) -> u64 {
        self.log.len() / WIDTH as u64
    }

    /// Hands everything to the operating system.
    pub fn flush(&mut self) -> Result<(), FileError> {
        self.log.flush()
    }

    /// Brings everything to the disk, and returns what a checkpoint may record.
    pub fn flush_and_sync(&mut self) -> Result<LogMark, FileError> {
        self.log.flush_and_sync()
    }
}

/// The fingerprints in a file, in the order in which they were appended. A last one that a killed
/// process left half-written is not among them.
pub fn read_seen(path: &Path) -> Result<Vec<u128>, FileError> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        open_own(path)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(FileError::of("read", path))?;
    let (whole, _half_written) = bytes.as_chunks::<WIDTH>();
    Ok(whole.iter().map(|&one| u128::from_le_bytes(one)).collect())
}
