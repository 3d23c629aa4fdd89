//! Why a run folder cannot be used.

use super::file_error::FileError;
use super::log_error::LogError;
use crate::record::checkpoint::CheckpointError;
use crate::record::manifest::ManifestError;
use std::path::PathBuf;

/// Why a folder cannot be created as, opened as, or resumed as a run.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A new run was to be written over an existing one.
    #[error(
        "{0} already holds a run; go on with `boil resume {0}`, or choose another folder with --out",
        .path.display()
    )]
    HoldsRun {
        /// The folder.
        path: PathBuf,
    },
    /// A new run was to be written among files that are not a run's.
    #[error(
        "{} already holds other files ({example}); choose a new or an empty folder with --out",
        .path.display()
    )]
    HoldsOtherFiles {
        /// The folder.
        path: PathBuf,
        /// The name of one of the files.
        example: String,
    },
    /// There is no such folder.
    #[error("{} is not a run folder: it does not exist", .path.display())]
    Missing {
        /// Where a folder was expected.
        path: PathBuf,
    },
    /// The path leads to a file.
    #[error("{} is not a run folder: it is a file", .path.display())]
    NotAFolder {
        /// Where a folder was expected.
        path: PathBuf,
    },
    /// The folder is not a run.
    #[error("{} is not a run folder: it has no manifest.json", .path.display())]
    NotARun {
        /// The folder.
        path: PathBuf,
    },
    /// Another process holds the run's lock.
    #[error("{} is being written by {holder}; wait for it or stop it first", .path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
        /// Who it is, as far as it has said.
        holder: String,
    },
    /// A log is not as the checkpoint recorded it.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The manifest cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// No checkpoint can be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}
