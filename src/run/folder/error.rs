//! What can go wrong with the files of a run.

use crate::run::checkpoint::CheckpointError;
use crate::run::manifest::ManifestError;
use std::io;
use std::path::{Path, PathBuf};

/// An operation on a file that failed, with the file and the cause in one line.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {cause}", .path.display())]
pub struct FileError {
    /// What was tried, as a verb: `read`, `write`, `create`, …
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// Why it failed.
    pub cause: io::Error,
}

impl FileError {
    /// For `map_err`: what was tried, and on what.
    pub(crate) fn of(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
        let path = path.to_path_buf();
        move |cause| FileError {
            action,
            path,
            cause,
        }
    }
}

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
    /// A log has lost bytes that the checkpoint knows of, so the run cannot go on from there.
    #[error(
        "{} is damaged: it has {found} bytes where the checkpoint recorded {recorded}",
        .path.display()
    )]
    ShortLog {
        /// The log.
        path: PathBuf,
        /// Its length when the checkpoint was written.
        recorded: u64,
        /// Its length now.
        found: u64,
    },
    /// A log has other bytes than those that the checkpoint knows of: a run that went on with it would end elsewhere.
    #[error(
        "{} is damaged: its first {recorded} bytes are not those that the checkpoint recorded",
        .path.display()
    )]
    ChangedLog {
        /// The log.
        path: PathBuf,
        /// Its length when the checkpoint was written.
        recorded: u64,
    },
    /// The checkpoint says nothing about a log.
    #[error("the checkpoint does not record {}", .path.display())]
    UnrecordedLog {
        /// The log.
        path: PathBuf,
    },
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
