//! The run folder: its files, the right to write them, and resuming a run from them.
//!
//! | name | content |
//! | --- | --- |
//! | `config.toml` | the resolved config |
//! | `manifest.json` | name, versions and status of the run; only run folders have this file |
//! | `progress.csv`, `timing.csv`, `operators.csv`, `islands.csv`, `events.jsonl`, `records.jsonl`, `seen.bin` | logs, cut back on resume |
//! | `archive.jsonl` | the elites at the last checkpoint, replaced as a whole |
//! | `front.jsonl` | the front at the last checkpoint, in a search with several objectives |
//! | `counted.jsonl` | the small orders whose boards were all valued before the first generation |
//! | `checkpoint/` | the newest two checkpoints |
//! | `plots/` | drawings |

mod atomic;
mod below;
mod command;
mod error;
mod file_error;
mod lock;
mod log;
mod log_error;
mod log_fields;
mod logs;
mod seen;
#[cfg(test)]
pub(crate) mod tests;
mod writer;

pub use atomic::sweep_unfinished;
pub use atomic::write_atomic;
#[cfg(test)]
pub use atomic::write_atomic_with;
pub use below::{MOST_RUNS, RUN_DEPTH, runs_below};
pub use command::in_command;
pub use error::FolderError;
pub use file_error::FileError;
pub use lock::Lock;
pub use lock::host;
#[cfg(test)]
pub use log::LogMark;
pub use log_fields::LOG_FIELDS;
pub use logs::{LogMarks, Logs};
pub use seen::{MOST_ISLANDS, read_seen};
pub use writer::{ResumedRun, RunWriter};

use crate::checkpoint;
use crate::counted::CountedOrder;
use crate::front::FrontLine;
use crate::input::{self, MANIFEST};
use crate::manifest::{Manifest, ManifestError};
use crate::own::{self, OwnPath};
use crate::records::{self, ArchiveLine, LineError, RecordLine};
use atomic::sync_folder;
use logs::names;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

const CONFIG: &str = "config.toml";
const ARCHIVE: &str = "archive.jsonl";
const FRONT: &str = "front.jsonl";
const COUNTED: &str = "counted.jsonl";
const CHECKPOINT: &str = "checkpoint";
const PLOTS: &str = "plots";
/// The folder of certificates within a run folder.
pub const CERTIFICATES: &str = "certificates";

/// A folder that holds a run, for reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

impl RunFolder {
    /// Creates a folder for a new run, with its config and manifest.
    ///
    /// The folder may exist if it is empty, or if a process was killed while it created a run
    /// there.
    pub fn create(
        path: &Path,
        config_toml: &str,
        manifest: &Manifest,
    ) -> Result<RunWriter, FolderError> {
        refuse_foreign_files(path)?;
        own::make_folders(path).map_err(FileError::of("create", path))?;
        let folder = RunFolder {
            path: path.to_path_buf(),
        };
        folder.refuse_links()?;
        let lock = Lock::take(path)?;
        if own::exists(&folder.manifest_path()) {
            return Err(FolderError::HoldsRun { path: folder.path });
        }
        for inner in [folder.checkpoints(), folder.plots()] {
            own::make_folder(&inner).map_err(FileError::of("create", &inner))?;
        }
        let writer = RunWriter::new(folder, lock);
        writer.sweep()?;
        write_atomic(&writer.folder().config_path(), config_toml.as_bytes())?;
        // The manifest comes last, since a folder with a manifest is a run.
        writer.write_manifest(manifest)?;
        if let Some(parent) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
            sync_folder(parent).map_err(FileError::of("sync", parent))?;
        }
        Ok(writer)
    }

    /// A folder that may hold a run. Nothing is checked.
    pub fn at(path: &Path) -> RunFolder {
        RunFolder {
            path: path.to_path_buf(),
        }
    }

    /// Opens a run for reading. Another process may be writing it.
    pub fn open(path: &Path) -> Result<RunFolder, FolderError> {
        let shown = || path.to_path_buf();
        match fs::metadata(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return Err(FolderError::Missing { path: shown() });
            }
            Err(e) => return Err(FileError::of("read", path)(e).into()),
            Ok(metadata) if !metadata.is_dir() => {
                return Err(FolderError::NotAFolder { path: shown() });
            }
            Ok(_) => {}
        }
        let folder = RunFolder { path: shown() };
        match folder.manifest() {
            Ok(_) => {
                folder.refuse_links()?;
                Ok(folder)
            }
            Err(ManifestError::Missing { .. }) => Err(FolderError::NotARun { path: shown() }),
            Err(other) => Err(other.into()),
        }
    }

    /// Opens a run for writing. Fails if another process is writing it.
    pub fn open_for_writing(path: &Path) -> Result<RunWriter, FolderError> {
        let folder = RunFolder::open(path)?;
        let lock = Lock::take(path)?;
        let writer = RunWriter::new(folder, lock);
        writer.sweep()?;
        Ok(writer)
    }

    /// Whether a process is writing the run.
    pub fn is_in_use(&self) -> bool {
        lock::is_held(&self.path)
    }

    /// Refuses a run with links, pipes or devices among its files, before anything is done with it.
    /// The functions of `own/` refuse them once more when they open a file.
    fn refuse_links(&self) -> Result<(), FileError> {
        let check =
            |path: OwnPath| own::refuse_links(path).map_err(FileError::of("use", path.path()));
        check(OwnPath::named(&self.path))?;
        let inner = [CHECKPOINT, PLOTS, CERTIFICATES].map(|name| self.path.join(name));
        let mut inner = inner.iter().filter(|path| own::exists(*path));
        inner.try_for_each(|path| check(OwnPath::from(path)))
    }

    /// The logs and the config that are not as the newest checkpoint recorded them, each with a
    /// description. Empty if the run has no checkpoint that can be read: then nothing is recorded.
    pub fn changes(&self) -> Vec<(PathBuf, String)> {
        let Ok(head) = checkpoint::load_head(&self.checkpoints()) else {
            return Vec::new();
        };
        let logs = Logs::changed(&self.path, &head.logs).into_iter();
        let mut changes: Vec<_> = logs.map(|(path, why)| (path, why.to_string())).collect();
        if self.config().is_ok_and(|config| config != head.config) {
            let path = self.config_path();
            let shown = path.display();
            let why = format!("{shown} is not the config that the checkpoint recorded");
            changes.push((path, why));
        }
        changes
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the folder.
    pub fn name(&self) -> Option<String> {
        let name = self.path.file_name()?;
        Some(name.to_string_lossy().into_owned())
    }

    /// Reads the text of `config.toml`.
    pub fn config(&self) -> Result<String, FileError> {
        let path = self.config_path();
        input::own_text(&path, input::MOST_CONFIG).map_err(FileError::of("read", &path))
    }

    /// Reads the manifest.
    pub fn manifest(&self) -> Result<Manifest, ManifestError> {
        Manifest::read(&self.manifest_path())
    }

    /// Reads the records, in the order in which they were found.
    pub fn records(&self) -> Result<Vec<RecordLine>, LineError> {
        records::read_lines(&self.records_path())
    }

    /// Reads the elites at the last checkpoint.
    pub fn archive(&self) -> Result<Vec<ArchiveLine>, LineError> {
        records::read_whole(&self.archive_path())
    }

    /// Reads the front at the last checkpoint; empty if the search does not look for one.
    pub fn front(&self) -> Result<Vec<FrontLine>, LineError> {
        unless_missing(&self.front_path(), records::read_lines)
    }

    /// Reads the orders that were counted before the first generation. Empty if there are none.
    pub fn counted(&self) -> Result<Vec<CountedOrder>, LineError> {
        unless_missing(&self.counted_path(), records::read_whole)
    }

    /// Reads the fingerprints of the boards that each island met.
    pub fn seen(&self) -> Result<Vec<Vec<u64>>, FileError> {
        read_seen(&self.seen_path())
    }
}

/// Reads the lines of a file that a run may lack.
fn unless_missing<T>(
    path: &Path,
    read: fn(&Path) -> Result<Vec<T>, LineError>,
) -> Result<Vec<T>, LineError> {
    match own::exists(path) {
        true => read(path),
        false => Ok(Vec::new()),
    }
}

/// Functions that return the paths of the files of a run.
macro_rules! paths {
    ($($(#[$doc:meta])* $name:ident: $file:expr;)*) => {
        impl RunFolder {
            $($(#[$doc])* pub fn $name(&self) -> PathBuf {
                self.path.join($file)
            })*
        }
    };
}

paths! {
    /// The path of the folder of drawings.
    plots: PLOTS;
    /// The path of the folder of checkpoints.
    checkpoints: CHECKPOINT;
    /// The path of `config.toml`.
    config_path: CONFIG;
    /// The path of `manifest.json`.
    manifest_path: MANIFEST;
    /// The path of `progress.csv`.
    progress_path: names::PROGRESS;
    /// The path of `timing.csv`.
    timing_path: names::TIMING;
    /// The path of `operators.csv`.
    operators_path: names::OPERATORS;
    /// The path of `islands.csv`.
    islands_path: names::ISLANDS;
    /// The path of `events.jsonl`.
    events_path: names::EVENTS;
    /// The path of `archive.jsonl`.
    archive_path: ARCHIVE;
    /// The path of `front.jsonl`, which exists if the search looks for a front.
    front_path: FRONT;
    /// The path of `counted.jsonl`, which exists if the search counted small orders.
    counted_path: COUNTED;
    /// The path of `collection.csv`, which exists if the search collects values.
    collection_path: "collection.csv";
    /// The path of `records.jsonl`.
    records_path: names::RECORDS;
    /// The path of `seen.bin`.
    seen_path: names::SEEN;
}

/// The path of the certificate that a line of a run names. `None` unless the name is that of a file
/// in the run's folder of certificates: the line may come from another person.
pub fn certificate_path(run: &Path, name: &str) -> Option<PathBuf> {
    let file = name.strip_prefix(CERTIFICATES)?.strip_prefix('/')?;
    let mut parts = Path::new(file).components();
    let is_plain = matches!(parts.next(), Some(Component::Normal(part)) if part == file);
    let is_plain = is_plain && parts.next().is_none() && !file.contains(['/', '\\', '\0']);
    is_plain.then(|| run.join(CERTIFICATES).join(file))
}

/// Refuses a folder that holds a run, or files that no run wrote, so that no file is overwritten.
fn refuse_foreign_files(path: &Path) -> Result<(), FolderError> {
    let names = match own::names(OwnPath::named(path)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other.map_err(FileError::of("use", path))?,
    };
    let found = names
        .into_iter()
        .map(|name| name.to_string_lossy().into_owned());
    let found: Vec<String> = found.collect();
    let path = path.to_path_buf();
    if found.iter().any(|name| name == MANIFEST) {
        return Err(FolderError::HoldsRun { path });
    }
    let begun = found.iter().any(|name| name == lock::LOCK);
    match found.into_iter().min() {
        Some(example) if !begun => Err(FolderError::HoldsOtherFiles { path, example }),
        _ => Ok(()),
    }
}
