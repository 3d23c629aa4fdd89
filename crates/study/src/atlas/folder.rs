//! The folder of an atlas. It has the tables, and the tallies of chunks of questions without a
//! table.

use super::error::{AtlasError, SealError};
use super::question::Question;
use super::source::Span;
use super::table::{Table, seal, unseal};
use super::tally::Tally;
use boilingpoint_problem::Kind;
use boilingpoint_record::folder::{FileError, Lock, sweep_unfinished, write_atomic};
use boilingpoint_record::input;
use boilingpoint_record::own::{self, OwnPath};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The largest table or chunk that is read, in bytes. The largest so far has a thousandth of it.
const MOST_BYTES: u64 = 1 << 28;

/// The folder of an atlas, opened by the one process that may write it.
#[derive(Debug)]
pub struct AtlasFolder {
    dir: PathBuf,
    _lock: Lock,
}

/// The file of a chunk.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChunkFile {
    pub(super) question: Question,
    pub(super) span: Span,
    pub(super) tally: Tally,
}

/// The reason why a chunk cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {why}", .path.display())]
pub(super) struct ChunkError {
    path: PathBuf,
    why: SealError,
}

/// The folder of the chunks of a question.
pub(super) struct Chunks<'a> {
    dir: PathBuf,
    question: &'a Question,
}

impl AtlasFolder {
    /// Opens the folder at `dir`, and creates it if it is missing.
    ///
    /// # Errors
    /// When another process writes to the folder, or the folder cannot be created.
    pub fn open(dir: &Path) -> Result<AtlasFolder, AtlasError> {
        fs::create_dir_all(dir).map_err(FileError::of("create", dir))?;
        let lock = Lock::take(dir)?;
        sweep_unfinished(OwnPath::named(dir))?;
        Ok(AtlasFolder {
            dir: dir.to_path_buf(),
            _lock: lock,
        })
    }

    /// The table for a question's class and order, if there is one.
    ///
    /// # Errors
    /// When the table cannot be read, or is damaged.
    pub fn table(&self, question: &Question) -> Result<Option<Table>, AtlasError> {
        table_in(&self.dir, question)
    }

    /// All tables, ordered by ruleset, class (in the order of [`super::ATLAS_KINDS`]) and order.
    ///
    /// # Errors
    /// When a table cannot be read, or is damaged.
    pub fn tables(&self) -> Result<Vec<Table>, AtlasError> {
        let names = own::names(OwnPath::named(&self.dir));
        let names = names.map_err(FileError::of("read", &self.dir))?;
        let mut tables = Vec::new();
        for name in names {
            let path = self.dir.join(name);
            if path.extension().is_some_and(|e| e == "json") {
                let text =
                    input::own_bytes(&path, MOST_BYTES).map_err(FileError::of("read", &path))?;
                tables.push(read_table(&path, &text)?);
            }
        }
        let place = |class: &str| {
            let kinds = super::ATLAS_KINDS.map(Kind::name);
            kinds.iter().position(|&name| name == class)
        };
        tables.sort_by_cached_key(|table| {
            let q = &table.question;
            (q.ruleset.clone(), place(&q.class), q.order)
        });
        Ok(tables)
    }

    /// Writes a table, and then removes the chunks that it replaces.
    ///
    /// # Errors
    /// When the file cannot be written or the chunks cannot be removed.
    pub fn write(&self, table: &Table) -> Result<(), AtlasError> {
        let path = self.path_of(&table.question);
        let text = seal(table).map_err(|e| FileError::of("write", &path)(e.into()))?;
        write_atomic(&path, &text)?;
        self.clear_chunks(&table.question)
    }

    /// Removes the chunks of a question.
    ///
    /// # Errors
    /// When the chunks cannot be removed.
    pub fn clear_chunks(&self, question: &Question) -> Result<(), AtlasError> {
        let dir = self.chunks_of(question);
        match fs::remove_dir_all(&dir) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => {
                Err(FileError::of("remove", &dir)(e).into())
            }
            _ => Ok(()),
        }
    }

    /// Opens the chunks of a question.
    pub(super) fn chunks<'a>(&self, question: &'a Question) -> Result<Chunks<'a>, AtlasError> {
        let dir = self.chunks_of(question);
        own::make_folder(&dir).map_err(FileError::of("create", &dir))?;
        sweep_unfinished(OwnPath::from(&dir))?;
        Ok(Chunks { dir, question })
    }

    fn path_of(&self, question: &Question) -> PathBuf {
        table_path(&self.dir, question)
    }

    fn chunks_of(&self, question: &Question) -> PathBuf {
        self.dir.join(format!("{}.chunks", question.name()))
    }
}

/// The table for a question's class and order in the folder `dir`, if there is one.
///
/// # Errors
/// When the table cannot be read, or is damaged.
pub(super) fn table_in(dir: &Path, question: &Question) -> Result<Option<Table>, AtlasError> {
    let path = table_path(dir, question);
    match input::own_bytes(&path, MOST_BYTES) {
        Ok(text) => read_table(&path, &text).map(Some),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(FileError::of("read", &path)(e).into()),
    }
}

fn table_path(dir: &Path, question: &Question) -> PathBuf {
    dir.join(format!("{}.json", question.name()))
}

fn read_table(path: &Path, text: &[u8]) -> Result<Table, AtlasError> {
    let damaged = |why| AtlasError::Damaged {
        path: path.to_path_buf(),
        why,
    };
    let table: Table = unseal(text).map_err(damaged)?;
    let name = table.question.name();
    if path.file_stem().is_none_or(|stem| *stem != *name) {
        return Err(damaged(SealError::Name(name)));
    }
    match table.flaw() {
        Some(why) => Err(damaged(SealError::Numbers(why))),
        None => Ok(table),
    }
}

impl Chunks<'_> {
    /// The folder.
    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    fn path(&self, number: usize) -> PathBuf {
        self.dir.join(format!("{number:05}.json"))
    }

    /// The chunk with this number; `None` if it does not exist.
    pub(super) fn read(&self, number: usize) -> Result<Option<ChunkFile>, ChunkError> {
        let path = self.path(number);
        self.chunk(&path).map_err(|why| ChunkError { path, why })
    }

    fn chunk(&self, path: &Path) -> Result<Option<ChunkFile>, SealError> {
        let text = match input::own_bytes(OwnPath::inner(path), MOST_BYTES) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text?,
        };
        let file: ChunkFile = unseal(&text)?;
        if file.question != *self.question {
            return Err(SealError::Question);
        }
        Ok(Some(file))
    }

    pub(super) fn write(&self, number: usize, file: &ChunkFile) -> Result<(), AtlasError> {
        let path = self.path(number);
        let text = seal(file).map_err(|e| FileError::of("write", &path)(e.into()))?;
        Ok(write_atomic(OwnPath::inner(&path), &text)?)
    }
}
