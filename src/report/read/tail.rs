//! The end of a log that grows: what was read stays read.
//!
//! A running search appends whole lines; a resumed one cuts a log back and writes the same again.
//! A line that is being written is left for the next time.

use super::ReportError;
use crate::run::folder::FileError;
use crate::run::input;
use serde::de::DeserializeOwned;
use std::io::{BufReader, ErrorKind, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A log, and how far it was read.
#[derive(Debug)]
pub(super) struct Tail {
    path: PathBuf,
    read: u64,
    lines: usize,
}

/// What became of a log since it was read last.
pub(super) enum Fresh {
    /// These lines, each with its break, are new; often none. With the number of lines before them.
    Lines(String, usize),
    /// It is shorter than it was.
    Cut,
}

impl Tail {
    /// A log of which nothing was read.
    pub fn new(path: PathBuf) -> Tail {
        Tail {
            path,
            read: 0,
            lines: 0,
        }
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is new in it. A file that does not exist is empty.
    pub fn fresh(&mut self) -> Result<Fresh, FileError> {
        let failed = || FileError::of("read", &self.path);
        let mut file = match input::open_own(&self.path) {
            Err(e) if e.kind() == ErrorKind::NotFound && self.read == 0 => {
                return Ok(Fresh::Lines(String::new(), 0));
            }
            other => other.map_err(failed())?,
        };
        if file.metadata().map_err(failed())?.len() < self.read {
            return Ok(Fresh::Cut);
        }
        file.seek(SeekFrom::Start(self.read)).map_err(failed())?;
        let bytes = input::whole_lines(BufReader::new(file)).map_err(failed())?;
        let before = self.lines;
        self.read += bytes.len() as u64;
        self.lines += bytes.iter().filter(|&&b| b == b'\n').count();
        let text = String::from_utf8(bytes);
        let text = text.map_err(|e| failed()(std::io::Error::other(e)))?;
        Ok(Fresh::Lines(text, before))
    }
}

/// A table that grows.
#[derive(Debug)]
pub(super) struct Table {
    tail: Tail,
    head: csv::StringRecord,
}

impl Table {
    /// A table of which nothing was read.
    pub fn new(path: PathBuf) -> Table {
        Table {
            tail: Tail::new(path),
            head: csv::StringRecord::new(),
        }
    }

    /// The rows that are new; none if the table was cut.
    pub fn fresh<T: DeserializeOwned>(&mut self) -> Result<Option<Vec<T>>, ReportError> {
        let Fresh::Lines(text, before) = self.tail.fresh()? else {
            return Ok(None);
        };
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(before == 0)
            .from_reader(text.as_bytes());
        let path = self.tail.path();
        let bad = |line: usize, e: csv::Error| ReportError::Row {
            path: path.to_path_buf(),
            why: format!("line: {line}: {e}"),
        };
        if before == 0 && !text.is_empty() {
            self.head = reader.headers().map_err(|e| bad(1, e))?.clone();
        }
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|e| bad(before + 1, e))?;
            let line = before + record.position().map_or(1, |p| p.line() as usize);
            let row = record.deserialize(Some(&self.head));
            rows.push(row.map_err(|e| bad(line, e))?);
        }
        Ok(Some(rows))
    }
}

/// A log of objects, one a line, that grows.
#[derive(Debug)]
pub(super) struct Objects(Tail);

impl Objects {
    /// A log of which nothing was read.
    pub fn new(path: PathBuf) -> Objects {
        Objects(Tail::new(path))
    }

    /// The objects that are new; none if the log was cut.
    pub fn fresh<T: DeserializeOwned>(&mut self) -> Result<Option<Vec<T>>, ReportError> {
        let Fresh::Lines(text, before) = self.0.fresh()? else {
            return Ok(None);
        };
        let parse = |(i, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|e| ReportError::Row {
                path: self.0.path().to_path_buf(),
                why: format!("line: {}: {e}", before + i + 1),
            })
        };
        text.lines()
            .enumerate()
            .map(parse)
            .collect::<Result<_, _>>()
            .map(Some)
    }
}
