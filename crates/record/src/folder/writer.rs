//! A run folder opened for writing, by one process at a time.

use super::atomic::{sweep_unfinished, write_atomic};
use super::error::FolderError;
use super::file_error::FileError;
use super::lock::Lock;
use super::logs::Logs;
use super::{CERTIFICATES, RunFolder, certificate_path};
use crate::checkpoint::{self, Checkpoint};
use crate::counted::CountedOrder;
use crate::front::FrontLine;
use crate::manifest::Manifest;
use crate::own::{self, OwnPath};
use crate::records::{ArchiveLine, to_lines};
use boilingpoint_checker::format::Certificate;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;

/// A run folder and the lock that allows this process to write it.
#[derive(Debug)]
pub struct RunWriter {
    folder: RunFolder,
    _lock: Lock,
}

/// A run that was cut back to a checkpoint.
#[derive(Debug)]
pub struct ResumedRun<S> {
    /// The checkpoint to continue from.
    pub checkpoint: Checkpoint<S>,
    /// The logs, cut back to the lengths that the checkpoint recorded.
    pub logs: Logs,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

impl RunWriter {
    pub(super) fn new(folder: RunFolder, lock: Lock) -> RunWriter {
        RunWriter {
            folder,
            _lock: lock,
        }
    }

    /// The folder, for reading.
    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// Writes the certificate of a record to the file that the record names.
    pub fn write_certificate(&self, name: &str, proof: &Certificate) -> Result<(), FileError> {
        let run = self.folder.path();
        let path = certificate_path(run, name).ok_or_else(|| {
            let cause = io::Error::other(format!("it is not a file in `{CERTIFICATES}`"));
            FileError::of("write", &run.join(name))(cause)
        })?;
        let failed = || FileError::of("write", &path);
        if let Some(folder) = path.parent() {
            own::make_folder(folder).map_err(failed())?;
        }
        let mut text = serde_json::to_vec(proof).map_err(|e| failed()(e.into()))?;
        text.push(b'\n');
        write_atomic(OwnPath::inner(&path), &text)
    }

    /// Creates empty logs for a new run.
    pub fn start_logs(&self) -> Result<Logs, FileError> {
        Logs::create(self.folder.path())
    }

    /// Cuts the run back to its newest sound checkpoint.
    pub fn resume<S: DeserializeOwned>(&self) -> Result<ResumedRun<S>, FolderError> {
        let loaded = checkpoint::load_latest::<S>(&self.folder.checkpoints())?;
        let mut warnings = Vec::from_iter(loaded.warning());
        let checkpoint = loaded.checkpoint;
        if self.folder.config().ok().as_ref() != Some(&checkpoint.config) {
            let path = self.folder.config_path();
            let shown = path.display();
            warnings.push(format!(
                "{shown} has changed since the run began; resuming with the original config"
            ));
        }
        let logs = Logs::open_at(self.folder.path(), &checkpoint.logs)?;
        checkpoint::mark_damaged(&loaded.damaged)?;
        Ok(ResumedRun {
            checkpoint,
            logs,
            warnings,
        })
    }

    /// Syncs the logs to the disk, then writes a checkpoint with their lengths and checksums.
    /// `config` is the resolved config with which the run began. Returns the size of the checkpoint
    /// in bytes.
    pub fn save<S: Serialize>(
        &self,
        logs: &mut Logs,
        generation: u64,
        config: &str,
        state: &S,
    ) -> Result<usize, FolderError> {
        let checkpoint = Checkpoint {
            generation,
            config: config.to_string(),
            logs: logs.flush_and_sync()?,
            state,
        };
        Ok(checkpoint::save(&self.folder.checkpoints(), &checkpoint)?)
    }

    /// Whether the run has a file of a checkpoint. The file may be damaged.
    pub fn has_begun(&self) -> Result<bool, FileError> {
        let checkpoints = self.folder.checkpoints();
        let names = own::names(OwnPath::from(&checkpoints));
        Ok(!names
            .map_err(FileError::of("read", &checkpoints))?
            .is_empty())
    }

    /// Removes the manifest if the run has no checkpoint, and returns whether the manifest was
    /// removed. A run without a checkpoint has nothing to lose. Without its manifest, the folder is
    /// no longer a run, and a new run may begin in it.
    pub fn forget_unless_begun(self) -> Result<bool, FileError> {
        if self.has_begun()? {
            return Ok(false);
        }
        let manifest = self.folder.manifest_path();
        own::remove(&manifest).map_err(FileError::of("remove", &manifest))?;
        Ok(true)
    }

    /// Replaces the manifest.
    pub fn write_manifest(&self, manifest: &Manifest) -> Result<(), FileError> {
        manifest.write(&self.folder.manifest_path())
    }

    /// Replaces the elites in `archive.jsonl`.
    pub fn write_archive(&self, elites: &[ArchiveLine]) -> Result<(), FileError> {
        write_atomic(&self.folder.archive_path(), to_lines(elites).as_bytes())
    }

    /// Replaces the front in `front.jsonl`.
    pub fn write_front(&self, lines: &[FrontLine]) -> Result<(), FileError> {
        write_atomic(&self.folder.front_path(), to_lines(lines).as_bytes())
    }

    /// Writes the counted orders to `counted.jsonl`. Without any, there is no file.
    pub fn write_counted(&self, orders: &[CountedOrder]) -> Result<(), FileError> {
        if orders.is_empty() {
            return Ok(());
        }
        write_atomic(&self.folder.counted_path(), to_lines(orders).as_bytes())
    }

    /// Removes the temporary files that a killed process left.
    pub(super) fn sweep(&self) -> Result<(), FileError> {
        sweep_unfinished(OwnPath::named(self.folder.path()))?;
        let checkpoints = self.folder.checkpoints();
        if own::exists(&checkpoints) {
            sweep_unfinished(OwnPath::from(&checkpoints))?;
        }
        Ok(())
    }
}
