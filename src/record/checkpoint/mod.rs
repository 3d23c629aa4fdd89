//! Checkpoints: the state of a run in a file with a checksum, the newest two kept.
//!
//! A file is an envelope around a payload in postcard: see `record/envelope.rs`.

#[cfg(test)]
mod tests;

use crate::record::envelope::{self, Magic};
use crate::record::folder::{FileError, LogMarks, write_atomic};
use crate::record::input;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const MAGIC: Magic = *b"BOILCKPT";

/// The version of the checkpoint format that this program reads and writes.
pub const FORMAT: u32 = 6;

/// The version of this program.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The versions whose checkpoints this program reads. A payload does not describe itself, so a
/// version belongs here only if its state has the same fields; `tests/golden/kept` has runs of
/// 0.1.0 to show it.
const READABLE: [&str; 2] = ["0.1.0", PROGRAM];

/// The longest file that is read. The state has the genomes of all that lives and of their
/// ancestors; the longest run so far needed a hundredth of this.
const MOST_BYTES: u64 = 1 << 30;

/// How many checkpoints are kept.
const KEPT: usize = 2;

/// Everything that a run needs to go on as if it had never stopped.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint<S> {
    /// How many generations are done.
    pub generation: u64,
    /// The resolved config, as TOML.
    pub config: String,
    /// How long each log was, and the checksum of that much.
    pub logs: LogMarks,
    /// The state of the search.
    pub state: S,
}

/// A checkpoint that was read, and the newer ones that could not be.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded<S> {
    /// The checkpoint.
    pub checkpoint: Checkpoint<S>,
    /// Its file.
    pub path: PathBuf,
    /// The newer files that are damaged, newest first.
    pub damaged: Vec<Damaged>,
}

impl<S> Loaded<S> {
    /// What to tell the user when the newest checkpoint is not the one that was read.
    pub fn warning(&self) -> Option<String> {
        if self.damaged.is_empty() {
            return None;
        }
        let generation = self.checkpoint.generation;
        let damaged = list(&self.damaged);
        Some(format!(
            "{damaged}; going on from the checkpoint before it, at generation {generation}"
        ))
    }
}

/// A checkpoint file that cannot be used, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damaged {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: String,
}

/// Why there is no checkpoint to be had, or it could not be written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// There is none.
    #[error(
        "{}: the run has no checkpoint to resume from; it ended before its first one, \
         so start it again with `boil search` and another --out",
        .run.display()
    )]
    None {
        /// The run folder.
        run: PathBuf,
    },
    /// There are some, and all are damaged.
    #[error("{}: no checkpoint can be read: {}", .run.display(), list(.damaged))]
    AllDamaged {
        /// The run folder.
        run: PathBuf,
        /// The files, newest first.
        damaged: Vec<Damaged>,
    },
    /// It was written by another version of the program.
    #[error(
        "{} was written by boilingpoint {program} in checkpoint format {format}; \
         this is boilingpoint {PROGRAM}, which reads checkpoints of versions {} in format {FORMAT}: \
         resume the run with the version that began it",
        .path.display(), READABLE.join(", ")
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its format version.
        format: u32,
        /// The version of the program that wrote it.
        program: String,
    },
    /// Its checksum is right, and yet it does not hold the state that this program expects.
    #[error(
        "{} was written by another build of boilingpoint {PROGRAM}: {why}; \
         resume the run with the build that began it",
        .path.display()
    )]
    OtherBuild {
        /// The file.
        path: PathBuf,
        /// What did not fit.
        why: String,
    },
    /// The state cannot be written down.
    #[error("cannot encode {}: {why}", .path.display())]
    Encode {
        /// The file that was to be written.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A file could not be written or removed.
    #[error(transparent)]
    File(#[from] FileError),
}

fn list(damaged: &[Damaged]) -> String {
    let one = |d: &Damaged| format!("{} is damaged ({})", d.path.display(), d.why);
    damaged.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Writes a checkpoint into `folder`, then removes all but the newest two.
///
/// The state may be borrowed: a `Checkpoint<&S>` is read back as a `Checkpoint<S>`.
/// When this fails, the checkpoints that were there still are.
pub fn save<S: Serialize>(
    folder: &Path,
    checkpoint: &Checkpoint<S>,
) -> Result<PathBuf, CheckpointError> {
    save_by(folder, checkpoint, write_atomic)
}

/// [`save`] with the function that writes the file, so that tests can make it fail.
fn save_by<S: Serialize>(
    folder: &Path,
    checkpoint: &Checkpoint<S>,
    write: impl FnOnce(&Path, &[u8]) -> Result<(), FileError>,
) -> Result<PathBuf, CheckpointError> {
    let path = folder.join(format!("{:08}.bin", checkpoint.generation));
    let encode = |e: postcard::Error| CheckpointError::Encode {
        path: path.clone(),
        why: e.to_string(),
    };
    let payload = postcard::to_stdvec(checkpoint).map_err(encode)?;
    write(&path, &envelope::seal(&MAGIC, FORMAT, PROGRAM, &payload))?;
    remove_all_but_newest(folder, checkpoint.generation)?;
    Ok(path)
}

/// Keeps `newest` and the ones right before it. Those of later generations belong to a future
/// that will not be: the run went on from an earlier one.
fn remove_all_but_newest(folder: &Path, newest: u64) -> Result<(), FileError> {
    let (past, future): (Vec<_>, Vec<_>) = numbered(folder)?
        .into_iter()
        .partition(|&(generation, _)| generation <= newest);
    for (_, path) in future.iter().chain(past.iter().skip(KEPT)) {
        fs::remove_file(path).map_err(FileError::of("remove", path))?;
    }
    Ok(())
}

/// The checkpoint files of a folder with their generations, newest first.
fn numbered(folder: &Path) -> Result<Vec<(u64, PathBuf)>, FileError> {
    let entries = match fs::read_dir(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(FileError::of("read", folder))?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(FileError::of("read", folder))?.path();
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

/// Reads the newest checkpoint in `folder` that is not damaged. Changes nothing.
pub fn load_latest<S: DeserializeOwned>(folder: &Path) -> Result<Loaded<S>, CheckpointError> {
    let run = || folder.parent().unwrap_or(folder).to_path_buf();
    let mut damaged = Vec::new();
    for (_, path) in numbered(folder)? {
        let bytes = input::own_bytes(&path, MOST_BYTES).map_err(|e| e.to_string());
        let opened = bytes
            .as_deref()
            .map_err(Clone::clone)
            .and_then(|file| envelope::open(&MAGIC, file).map_err(|e| e.to_string()));
        match opened {
            Ok(envelope) => {
                let checkpoint = decode(&path, &envelope)?;
                return Ok(Loaded {
                    checkpoint,
                    path,
                    damaged,
                });
            }
            Err(why) => damaged.push(Damaged { path, why }),
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
    let path = path.to_path_buf();
    if envelope.format != FORMAT || !READABLE.contains(&envelope.program) {
        return Err(CheckpointError::OtherVersion {
            path,
            format: envelope.format,
            program: envelope.program.to_string(),
        });
    }
    match postcard::take_from_bytes(envelope.payload) {
        Ok((checkpoint, [])) => Ok(checkpoint),
        Ok((_, rest)) => Err(CheckpointError::OtherBuild {
            path,
            why: format!("{} bytes are left over", rest.len()),
        }),
        Err(e) => Err(CheckpointError::OtherBuild {
            path,
            why: e.to_string(),
        }),
    }
}

/// Renames damaged checkpoints so that they count no more; they stay for whoever wants to know.
pub(crate) fn set_aside(damaged: &[Damaged]) -> Result<(), FileError> {
    for Damaged { path, .. } in damaged {
        fs::rename(path, path.with_extension("damaged")).map_err(FileError::of("rename", path))?;
    }
    Ok(())
}
