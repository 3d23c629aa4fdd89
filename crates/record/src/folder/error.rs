//! Errors of a run folder.

use super::command::in_command;
use super::file_error::FileError;
use super::log_error::LogError;
use crate::checkpoint::CheckpointError;
use crate::manifest::ManifestError;
use std::path::PathBuf;

/// The reason why a folder cannot be created, opened or resumed as a run.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A new run would overwrite an existing one.
    #[error(
        "{0} already holds a run; resume it with `boil resume {word}`, or choose another folder with --out, or another name with --set name=NAME",
        .path.display(), word = in_command(.path)
    )]
    HoldsRun {
        /// The path of the file or folder.
        path: PathBuf,
    },
    /// A new run would be written among files of another kind.
    #[error(
        "{} already holds other files ({example}); choose a new or an empty folder with --out",
        .path.display()
    )]
    HoldsOtherFiles {
        /// The path of the file or folder.
        path: PathBuf,
        /// The name of one of these files.
        example: String,
    },
    /// There is no such folder.
    #[error("{} is not a run folder: it does not exist", .path.display())]
    Missing {
        /// The path of the file or folder.
        path: PathBuf,
    },
    /// The path leads to a file.
    #[error("{} is not a run folder: it is a file", .path.display())]
    NotAFolder {
        /// The path of the file or folder.
        path: PathBuf,
    },
    /// The folder is not a run.
    #[error("{} is not a run folder: it has no manifest.json", .path.display())]
    NotARun {
        /// The path of the file or folder.
        path: PathBuf,
    },
    /// Another process holds the run's lock.
    #[error("{} is being written by {holder}; wait for it or stop it first", .path.display())]
    Busy {
        /// The path of the file or folder.
        path: PathBuf,
        /// The process, as far as the lock file names it.
        holder: String,
    },
    /// A log differs from what the checkpoint recorded.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The manifest cannot be read.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A checkpoint cannot be read.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}
