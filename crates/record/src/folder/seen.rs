//! The fingerprints of the boards that the islands of a run have met.
//!
//! The file is a sequence of blocks of 64-bit numbers, little-endian. A block has the fingerprints
//! that were new to an island in a generation. Its first number is a header: the upper half is the
//! island's number, the lower half the number of fingerprints.

use super::file_error::FileError;
use super::log::{AppendLog, LogMark};
use crate::own;
use std::io::{self, Read};
use std::path::Path;

/// The largest number of islands of a run.
pub const MOST_ISLANDS: u64 = 4096;

const WIDTH: usize = size_of::<u64>();

/// An append-only file of fingerprints by island.
#[derive(Debug)]
pub struct SeenLog {
    log: AppendLog,
}

impl SeenLog {
    /// The log over this file.
    pub(super) fn over(log: AppendLog) -> SeenLog {
        SeenLog { log }
    }

    /// Appends the fingerprints that are new to an island in a generation.
    pub fn append(&mut self, island: usize, fingerprints: &[u64]) -> Result<(), FileError> {
        if fingerprints.is_empty() {
            return Ok(());
        }
        let head = (island as u64) << 32 | fingerprints.len() as u64;
        self.log.append_bytes(&head.to_le_bytes())?;
        fingerprints
            .iter()
            .try_for_each(|one| self.log.append_bytes(&one.to_le_bytes()))
    }

    /// Writes the buffered bytes to the file.
    pub fn flush(&mut self) -> Result<(), FileError> {
        self.log.flush()
    }

    /// Syncs all bytes to the disk. Returns the length and the checksum, for a checkpoint.
    pub fn flush_and_sync(&mut self) -> Result<LogMark, FileError> {
        self.log.flush_and_sync()
    }
}

/// Reads the fingerprints of each island, in the order in which they were appended. Leaves out a
/// last block that is incomplete because its writer was killed.
///
/// # Errors
/// When the file cannot be read, or a block has an impossible island number.
pub fn read_seen(path: &Path) -> Result<Vec<Vec<u64>>, FileError> {
    let read = || -> io::Result<Vec<Vec<u64>>> {
        let mut bytes = Vec::new();
        own::open(path)?.read_to_end(&mut bytes)?;
        let (whole, _half_written) = bytes.as_chunks::<WIDTH>();
        islands(&mut whole.iter().map(|&one| u64::from_le_bytes(one)))
    };
    read().map_err(FileError::of("read", path))
}

/// Splits a sequence of numbers into blocks and joins the blocks of each island.
fn islands(numbers: &mut dyn ExactSizeIterator<Item = u64>) -> io::Result<Vec<Vec<u64>>> {
    let mut islands: Vec<Vec<u64>> = Vec::new();
    while let Some(head) = numbers.next() {
        let (island, count) = (head >> 32, head & u64::from(u32::MAX));
        if island >= MOST_ISLANDS {
            let why = format!(
                "a block belongs to island {island}, but a run has at most {MOST_ISLANDS} islands"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        if count > numbers.len() as u64 {
            break;
        }
        let island = island as usize;
        if islands.len() <= island {
            islands.resize_with(island + 1, Vec::new);
        }
        islands[island].extend(numbers.take(count as usize));
    }
    Ok(islands)
}
