//! Results that are gathered part by part, from any process, and handed on in the order of the
//! list.

use super::atlas::{seal, unseal};
use super::part::{
    Cause, DonePart, Part, PartBackend, PartWork, PartsEnd, TakeError, WorkDescription, WorkError,
};
use boilingpoint_record::folder::{FileError, FolderError, Lock, sweep_unfinished, write_atomic};
use boilingpoint_record::input;
use boilingpoint_record::own::{self, OwnPath};
use boilingpoint_solver::Pool;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The largest file of the results of a chunk, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The length of results, in bytes, from which a part leaves its other blocks to other units.
const MOST_OF_PART: usize = 4 << 20;

/// The results for consecutive items of a chunk.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartResult<T> {
    /// The places of the items in their chunk.
    places: Range<usize>,
    /// The number of items of the chunk.
    items: usize,
    results: T,
}

/// Does a part of a chunk of `items` items, block by block, until it is late or its results are
/// long. `add` adds the results for the items at some places, by solvers of the pool.
///
/// # Errors
/// When the pool was stopped, and when the list has no such part.
pub(super) fn do_part<T: Serialize>(
    pool: &Pool,
    part: Part,
    [chunks, items, least]: [usize; 3],
    is_late: &dyn Fn() -> bool,
    mut results: T,
    mut add: impl FnMut(&mut T, Range<usize>),
) -> Result<DonePart, WorkError> {
    let range = part.range(chunks as u64, items).ok_or_else(no_part)?;
    let (mut end, stop) = (range.start, pool.budget().stop);
    let long = Cell::new(false);
    let is_late = || is_late() || long.get();
    let rest = part.in_blocks([chunks, items, least], &is_late, |places| {
        end = places.end;
        add(&mut results, places);
        // A solver that was stopped gives no answer, or bounds in place of one.
        if stop.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            return Err(WorkError::Stopped);
        }
        let text = serde_json::to_vec(&results).map_err(|e| WorkError::Failed(e.into()))?;
        long.set(text.len() > MOST_OF_PART);
        Ok(())
    })?;
    let result = PartResult {
        places: range.start..end,
        items,
        results,
    };
    let result = serde_json::to_string(&result).map_err(|e| WorkError::Failed(e.into()))?;
    Ok(DonePart { result, rest })
}

/// The error of a part that a list does not have.
pub(super) fn no_part() -> WorkError {
    WorkError::Failed("the list has no such part".into())
}

/// Work on a list whose results are gathered.
pub struct GatheredWork<'a, Q> {
    /// The name of the work, for people.
    pub name: String,
    pub description: WorkDescription<Q>,
    /// The number of chunks of the list.
    pub chunks: u64,
    /// The folder in which the results are kept until all are there, in a folder of their own.
    pub dir: &'a Path,
    /// Whether to stop.
    pub stop: &'a dyn Fn() -> bool,
    /// Called with the number of items that were done since the last call.
    pub progress: &'a dyn Fn(u64),
    /// Called with a warning that does not end the work.
    pub note: &'a dyn Fn(&str),
}

/// The reason why results were not gathered.
#[derive(Debug, thiserror::Error)]
pub enum GatherError<E> {
    /// A file of results, or its folder, cannot be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The back end failed, or results cannot be true.
    #[error("{0}")]
    Failed(Cause),
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
    /// The caller ended the work.
    #[error("the results could not be used")]
    Ended(E),
}

/// The file of a chunk: the results of its parts, as texts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChunkResults {
    description: String,
    results: Vec<String>,
}

/// Has the chunks of a list done by a back end. `take` gets the results in the order of the list.
/// The results are kept in files until all are there, so that work that was killed is resumed.
///
/// # Errors
/// When a file or the back end fails, when the work was stopped, and the errors of `take`.
pub fn gather<Q: Serialize, T: DeserializeOwned, E>(
    backend: &dyn PartBackend,
    work: &GatheredWork<Q>,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), GatherError<E>> {
    let description = serde_json::to_string(&work.description);
    let description = description.map_err(|e| GatherError::Failed(e.into()))?;
    let files = ResultFiles::open(work, &description)?;
    let mut next = 0;
    let mut hand_on = |parts: Vec<PartResult<T>>| {
        for part in parts {
            (work.progress)(part.places.len() as u64);
            take(part.results).map_err(GatherError::Ended)?;
        }
        Ok::<(), GatherError<E>>(())
    };
    let mut missing = Vec::new();
    for chunk in 0..work.chunks {
        match files.read::<T>(chunk) {
            Ok(Some(parts)) if chunk == next => {
                hand_on(parts)?;
                next += 1;
            }
            // Read again after the chunks before it: all results may not fit into the memory.
            Ok(Some(_)) => {}
            Ok(None) => missing.push(chunk),
            Err(why) => {
                (work.note)(&format!("{why}; these items are done again"));
                files.remove(chunk)?;
                missing.push(chunk);
            }
        }
    }
    let mut hand_on_from = |chunk: u64, parts| {
        let mut parts = Some(parts).filter(|_| chunk == next);
        while let Some(those) = parts {
            hand_on(those)?;
            next += 1;
            let after = files.read(next);
            parts = after.map_err(|why| GatherError::Failed(why.into()))?;
        }
        Ok(())
    };
    let mut failed = None;
    let done = backend.run(
        &PartWork {
            name: work.name.clone(),
            description: description.clone(),
            chunks: work.chunks,
            missing,
            folder: &files.dir,
            stop: work.stop,
        },
        &mut |chunk, results| {
            let parts = joined(results).map_err(|why| TakeError::Refused(why.into()))?;
            let written = files.write(chunk, results);
            written.map_err(|why| TakeError::Failed(why.into()))?;
            hand_on_from(chunk, parts).map_err(|why| {
                failed = Some(why);
                TakeError::Failed("the results could not be used".into())
            })
        },
    );
    match (failed, done) {
        (Some(why), _) => Err(why),
        (None, Err(why)) => Err(GatherError::Failed(why)),
        (None, Ok(PartsEnd::Stopped)) => Err(GatherError::Stopped),
        (None, Ok(PartsEnd::Done)) => Ok(files.clear()?),
    }
}

/// The results of a chunk's parts, in the order of the items.
///
/// # Errors
/// When a text is no result, or the parts are not the whole chunk.
fn joined<T: DeserializeOwned>(results: &[String]) -> Result<Vec<PartResult<T>>, String> {
    let read = |text: &String| serde_json::from_str::<PartResult<T>>(text);
    let parts = results.iter().map(read).collect::<Result<Vec<_>, _>>();
    let mut parts = parts.map_err(|e| e.to_string())?;
    parts.sort_by_key(|part| (part.places.start, part.places.end));
    let items = parts.first().map_or(0, |part| part.items);
    let end = parts.iter().try_fold(0, |end, part| {
        let follows = part.places.start == end && part.places.end >= end && part.items == items;
        follows.then_some(part.places.end)
    });
    match end == Some(items) && !parts.is_empty() {
        true => Ok(parts),
        false => Err("its parts are not the whole chunk".to_string()),
    }
}

/// The files of the results of a work.
struct ResultFiles<'a> {
    dir: PathBuf,
    description: &'a str,
    _lock: Lock,
}

impl<'a> ResultFiles<'a> {
    fn open<Q>(
        work: &GatheredWork<Q>,
        description: &'a str,
    ) -> Result<ResultFiles<'a>, FolderError> {
        let number = crc32fast::hash(description.as_bytes());
        let kind = work.description.kind.name();
        let dir = work.dir.join(format!("{kind}-{number:08x}.parts"));
        fs::create_dir_all(work.dir).map_err(FileError::of("create", work.dir))?;
        own::make_folder(&dir).map_err(FileError::of("create", &dir))?;
        let lock = Lock::take(&dir)?;
        sweep_unfinished(OwnPath::from(&dir))?;
        Ok(ResultFiles {
            dir,
            description,
            _lock: lock,
        })
    }

    fn path(&self, chunk: u64) -> PathBuf {
        self.dir.join(format!("{chunk:05}.json"))
    }

    /// The results of a chunk; `None` if they are not there.
    ///
    /// # Errors
    /// The reason why the file cannot be used.
    fn read<T: DeserializeOwned>(&self, chunk: u64) -> Result<Option<Vec<PartResult<T>>>, String> {
        let path = self.path(chunk);
        let wrong = |why: String| format!("{}: {why}", path.display());
        let text = match input::own_bytes(OwnPath::inner(&path), MOST_BYTES) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|e| wrong(e.to_string()))?,
        };
        let file: ChunkResults = unseal(&text).map_err(|e| wrong(e.to_string()))?;
        if file.description != self.description {
            return Err(wrong("it is of other work".to_string()));
        }
        joined(&file.results).map(Some).map_err(wrong)
    }

    fn write(&self, chunk: u64, results: &[String]) -> Result<(), FolderError> {
        let path = self.path(chunk);
        let text = seal(&ChunkResults {
            description: self.description.to_string(),
            results: results.to_vec(),
        });
        let text = text.map_err(|e| FileError::of("write", &path)(e.into()))?;
        if text.len() as u64 > MOST_BYTES {
            let why = format!("its results have more than {MOST_BYTES} bytes; ask for less");
            return Err(FileError::of("write", &path)(io::Error::other(why)).into());
        }
        Ok(write_atomic(OwnPath::inner(&path), &text)?)
    }

    fn remove(&self, chunk: u64) -> Result<(), FolderError> {
        let path = self.path(chunk);
        Ok(own::remove(OwnPath::inner(&path)).map_err(FileError::of("remove", &path))?)
    }

    /// Removes the files and their folder.
    fn clear(self) -> Result<(), FolderError> {
        Ok(fs::remove_dir_all(&self.dir).map_err(FileError::of("remove", &self.dir))?)
    }
}
