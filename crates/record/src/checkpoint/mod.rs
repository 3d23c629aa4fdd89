//! Checkpoints: files with the state of a run and a checksum. The newest two are kept.
//!
//! A file is an envelope (`record/envelope.rs`) around a payload in postcard's format.

#[cfg(test)]
mod tests;

use crate::envelope::{self, Magic};
use crate::folder::{FileError, LogMarks, write_atomic};
use crate::input;
use crate::own::{self, OwnPath};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

const MAGIC: Magic = *b"BOILCKPT";

/// The version of the checkpoint format that this program reads and writes.
pub const FORMAT: u32 = 6;

/// The version of this program.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The versions of the program whose checkpoints this program reads. A checkpoint does not name its
/// fields, so a version belongs to this list only if its state has the same fields as today's. The
/// runs of version 0.1.0 in `tests/golden/kept` test this.
const READABLE: [&str; 2] = ["0.1.0", PROGRAM];

/// The largest checkpoint that is read, in bytes. The state has the genomes of all living specimens
/// and of their ancestors. The longest run so far needed a hundredth of this size.
const MOST_BYTES: u64 = 1 << 30;

/// The number of checkpoints that are kept.
const KEPT: usize = 2;

/// All data that a run needs to continue as if it had never stopped.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint<S> {
    /// The number of completed generations.
    pub generation: u64,
    /// The resolved config as TOML.
    pub config: String,
    /// The length of each log at this checkpoint, and the checksum of these bytes.
    pub logs: LogMarks,
    pub state: S,
}

/// The newest sound checkpoint of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct LoadedCheckpoint<S> {
    pub checkpoint: Checkpoint<S>,
    pub path: PathBuf,
    /// The damaged checkpoints that are newer than this one, newest first.
    pub damaged: Vec<DamagedFile>,
}

impl<S> LoadedCheckpoint<S> {
    /// The warning for the user if newer checkpoints are damaged.
    pub fn warning(&self) -> Option<String> {
        if self.damaged.is_empty() {
            return None;
        }
        let generation = self.checkpoint.generation;
        let damaged = list(&self.damaged);
        Some(format!(
            "{damaged}; resuming from the previous checkpoint, at generation {generation}"
        ))
    }
}

/// A checkpoint file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedFile {
    pub path: PathBuf,
    /// The reason.
    pub why: String,
}

/// An error of reading or writing a checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The run has no checkpoint.
    #[error(
        "{}: the run ended before its first checkpoint, so it cannot be resumed; \
         start it again with `boil search` and another --out",
        .run.display()
    )]
    None { run: PathBuf },
    /// All checkpoints of the run are damaged.
    #[error("{}: no checkpoint can be read: {}", .run.display(), list(.damaged))]
    AllDamaged {
        run: PathBuf,
        /// The damaged files, newest first.
        damaged: Vec<DamagedFile>,
    },
    /// Another version of the program wrote the checkpoint.
    #[error(
        "{} was written by boilingpoint {program} in checkpoint format {format}; \
         this is boilingpoint {PROGRAM}, which reads checkpoints of versions {} in format {FORMAT}: \
         resume the run with the version that began it",
        .path.display(), READABLE.join(", ")
    )]
    OtherVersion {
        path: PathBuf,
        /// The format version of the file.
        format: u32,
        /// The version of the program that wrote the checkpoint.
        program: String,
    },
    /// The checksum is right, but the payload does not have the fields that this program expects.
    #[error(
        "{} was written by another build of boilingpoint {PROGRAM}: {why}; \
         resume the run with the build that began it",
        .path.display()
    )]
    OtherBuild {
        path: PathBuf,
        /// The first mismatch.
        why: String,
    },
    /// The state cannot be encoded.
    #[error("cannot encode {}: {why}", .path.display())]
    Encode {
        /// The file that was to be written.
        path: PathBuf,
        why: String,
    },
    /// A file cannot be written or removed.
    #[error(transparent)]
    File(#[from] FileError),
}

fn list(damaged: &[DamagedFile]) -> String {
    let one = |d: &DamagedFile| format!("{} is damaged ({})", d.path.display(), d.why);
    damaged.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Writes a checkpoint into `folder`, then removes all but the newest two. Returns the number of
/// bytes before the file's header and checksum.
///
/// The state may be borrowed: a `Checkpoint<&S>` is read back as a `Checkpoint<S>`. If writing
/// fails, the earlier checkpoints are unchanged.
pub fn save<S: Serialize>(
    folder: &Path,
    checkpoint: &Checkpoint<S>,
) -> Result<usize, CheckpointError> {
    save_by(folder, checkpoint, |path, bytes| {
        write_atomic(OwnPath::inner(path), bytes)
    })
}

/// Like [`save`], with the function that writes the file as a parameter, so that tests can make it
/// fail.
fn save_by<S: Serialize>(
    folder: &Path,
    checkpoint: &Checkpoint<S>,
    write: impl FnOnce(&Path, &[u8]) -> Result<(), FileError>,
) -> Result<usize, CheckpointError> {
    let path = folder.join(format!("{:08}.bin", checkpoint.generation));
    let encode = |e: postcard::Error| CheckpointError::Encode {
        path: path.clone(),
        why: e.to_string(),
    };
    let payload = postcard::to_stdvec(checkpoint).map_err(encode)?;
    write(&path, &envelope::seal(&MAGIC, FORMAT, PROGRAM, &payload))?;
    remove_all_but_newest(folder, checkpoint.generation)?;
    Ok(payload.len())
}

/// Keeps the checkpoint of generation `newest` and the one before. Removes checkpoints of later
/// generations, too: they are from before a resume, and the run will write them again.
fn remove_all_but_newest(folder: &Path, newest: u64) -> Result<(), FileError> {
    let (past, future): (Vec<_>, Vec<_>) = numbered(folder)?
        .into_iter()
        .partition(|&(generation, _)| generation <= newest);
    for (_, path) in future.iter().chain(past.iter().skip(KEPT)) {
        own::remove(OwnPath::inner(path)).map_err(FileError::of("remove", path))?;
    }
    Ok(())
}

/// The checkpoint files of a folder with their generations, newest first.
fn numbered(folder: &Path) -> Result<Vec<(u64, PathBuf)>, FileError> {
    let names = match own::names(OwnPath::from(folder)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(FileError::of("read", folder))?,
    };
    let mut files = Vec::new();
    for name in names {
        let path = folder.join(name);
        if let Some(generation) = generation_of(&path) {
            files.push((generation, path));
        }
    }
    files.sort_unstable_by(|a, b| b.cmp(a));
    Ok(files)
}

fn generation_of(path: &Path) -> Option<u64> {
    let digits = path.file_name()?.to_str()?.strip_suffix(".bin")?;
    let plain = digits.len() >= 8 && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

/// Reads the newest sound checkpoint in `folder`. Changes no file.
pub fn load_latest<S: DeserializeOwned>(
    folder: &Path,
) -> Result<LoadedCheckpoint<S>, CheckpointError> {
    let (checkpoint, path, damaged) = newest_sound(folder, decode)?;
    Ok(LoadedCheckpoint {
        checkpoint,
        path,
        damaged,
    })
}

/// Reads the newest sound checkpoint in `folder` without its state, which is the last part. Changes
/// no file.
pub fn load_head(folder: &Path) -> Result<Checkpoint<()>, CheckpointError> {
    fn head(path: &Path, file: &envelope::Envelope) -> Result<Checkpoint<()>, CheckpointError> {
        Ok(decode_beginning(path, file)?.0)
    }
    Ok(newest_sound(folder, head)?.0)
}

/// Decodes the newest sound checkpoint in `folder`. Also returns its path, and the damaged
/// checkpoints that are newer.
fn newest_sound<T>(
    folder: &Path,
    decode: impl Fn(&Path, &envelope::Envelope) -> Result<T, CheckpointError>,
) -> Result<(T, PathBuf, Vec<DamagedFile>), CheckpointError> {
    let run = || folder.parent().unwrap_or(folder).to_path_buf();
    let mut damaged = Vec::new();
    for (_, path) in numbered(folder)? {
        let bytes = input::own_bytes(OwnPath::inner(&path), MOST_BYTES).map_err(|e| e.to_string());
        let opened = bytes
            .as_deref()
            .map_err(Clone::clone)
            .and_then(|file| envelope::open(&MAGIC, file).map_err(|e| e.to_string()));
        match opened {
            Ok(envelope) => return Ok((decode(&path, &envelope)?, path, damaged)),
            Err(why) => damaged.push(DamagedFile { path, why }),
        }
    }
    if damaged.is_empty() {
        return Err(CheckpointError::None { run: run() });
    }
    Err(CheckpointError::AllDamaged {
        run: run(),
        damaged,
    })
}

fn decode<S: DeserializeOwned>(
    path: &Path,
    envelope: &envelope::Envelope,
) -> Result<Checkpoint<S>, CheckpointError> {
    match decode_beginning(path, envelope)? {
        (checkpoint, []) => Ok(checkpoint),
        (_, rest) => Err(CheckpointError::OtherBuild {
            path: path.to_path_buf(),
            why: format!("{} bytes follow its end", rest.len()),
        }),
    }
}

/// Decodes the beginning of a payload. Also returns the bytes that follow.
fn decode_beginning<'a, T: DeserializeOwned>(
    path: &Path,
    envelope: &envelope::Envelope<'a>,
) -> Result<(T, &'a [u8]), CheckpointError> {
    let path = path.to_path_buf();
    if envelope.format != FORMAT || !READABLE.contains(&envelope.program) {
        return Err(CheckpointError::OtherVersion {
            path,
            format: envelope.format,
            program: envelope.program.to_string(),
        });
    }
    let decoded = postcard::take_from_bytes(envelope.payload);
    decoded.map_err(|e| CheckpointError::OtherBuild {
        path,
        why: e.to_string(),
    })
}

/// Renames damaged checkpoints to `*.damaged`, so that they are not read again but can be examined.
pub fn mark_damaged(damaged: &[DamagedFile]) -> Result<(), FileError> {
    for DamagedFile { path, .. } in damaged {
        let to = path.with_extension("damaged");
        own::rename(OwnPath::inner(path), to.file_name().unwrap_or_default())
            .map_err(FileError::of("rename", path))?;
    }
    Ok(())
}
