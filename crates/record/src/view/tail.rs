//! Reads the end of a log that grows. Each line is read once.
//!
//! A running search appends whole lines. A resumed search cuts a log back and writes the same lines
//! again. A line without a line break is still being written, and is left for the next call.

use super::ViewError;
use crate::folder::FileError;
use crate::input;
use crate::own;
use crate::records::{LineError, parsed};
use serde::de::DeserializeOwned;
use std::io::{self, BufReader, ErrorKind, Seek, SeekFrom};
use std::path::PathBuf;

/// A log, and the number of bytes and lines that were read.
#[derive(Debug)]
struct Tail {
    path: PathBuf,
    read: u64,
    lines: usize,
}

impl Tail {
    fn new(path: PathBuf) -> Tail {
        Tail {
            path,
            read: 0,
            lines: 0,
        }
    }

    /// The complete lines since the last call, and the number of lines before them. A file that
    /// does not exist counts as empty.
    fn fresh(&mut self) -> Result<(Vec<u8>, usize), ViewError> {
        let failed = |e| LineError::File(FileError::of("read", &self.path)(e));
        let mut file = match own::open(&self.path) {
            Err(e) if e.kind() == ErrorKind::NotFound && self.read == 0 => {
                return Ok((Vec::new(), self.lines));
            }
            other => other.map_err(failed)?,
        };
        if file.metadata().map_err(failed)?.len() < self.read {
            let path = self.path.clone();
            return Err(ViewError::Cut { path });
        }
        file.seek(SeekFrom::Start(self.read)).map_err(failed)?;
        let bytes = input::whole_lines(BufReader::new(file)).map_err(failed)?;
        let before = self.lines;
        self.read += bytes.len() as u64;
        self.lines += bytes.iter().filter(|&&b| b == b'\n').count();
        Ok((bytes, before))
    }
}

/// A table that grows.
#[derive(Debug)]
pub(super) struct TableTail {
    tail: Tail,
    head: csv::StringRecord,
}

impl TableTail {
    pub(super) fn new(path: PathBuf) -> TableTail {
        TableTail {
            tail: Tail::new(path),
            head: csv::StringRecord::new(),
        }
    }

    /// The rows since the last call.
    pub(super) fn fresh<T: DeserializeOwned>(&mut self) -> Result<Vec<T>, ViewError> {
        let (bytes, before) = self.tail.fresh()?;
        let path = &self.tail.path;
        std::str::from_utf8(&bytes)
            .map_err(|e| LineError::File(FileError::of("read", path)(io::Error::other(e))))?;
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(before == 0)
            .from_reader(bytes.as_slice());
        let bad = |line: usize, e: csv::Error| LineError::Malformed {
            path: path.clone(),
            line,
            why: without_line(&e),
        };
        if before == 0 && !bytes.is_empty() {
            self.head = reader.headers().map_err(|e| bad(1, e))?.clone();
        }
        let mut rows = Vec::new();
        let line = |at: Option<&csv::Position>| before + at.map_or(1, |at| at.line() as usize);
        for record in reader.records() {
            let record = record.map_err(|e| bad(line(e.position()), e))?;
            let row = record.deserialize(Some(&self.head));
            rows.push(row.map_err(|e| bad(line(record.position()), e))?);
        }
        Ok(rows)
    }
}

/// The error message without the number of the line, which counts only the lines of one reading.
fn without_line(e: &csv::Error) -> String {
    match e.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("it has {len} cells, and the lines before it have {expected_len}"),
        _ => e.to_string(),
    }
}

/// A log of JSON objects that grows, with one object per line.
#[derive(Debug)]
pub(super) struct LineTail(Tail);

impl LineTail {
    pub(super) fn new(path: PathBuf) -> LineTail {
        LineTail(Tail::new(path))
    }

    /// The objects since the last call.
    pub(super) fn fresh<T: DeserializeOwned>(&mut self) -> Result<Vec<T>, ViewError> {
        let (bytes, before) = self.0.fresh()?;
        Ok(parsed(&self.0.path, &bytes, before)?)
    }
}
