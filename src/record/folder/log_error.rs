//! Why a log cannot be continued.

use super::file_error::FileError;
use std::path::PathBuf;

/// Why a log cannot be continued from where a checkpoint recorded it.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// A log has lost bytes that the checkpoint knows of, so the run cannot go on from there.
    #[error(
        "{} is damaged: it has {found} bytes where the checkpoint recorded {recorded}",
        .path.display()
    )]
    Short {
        /// The log.
        path: PathBuf,
        /// Its length when the checkpoint was written.
        recorded: u64,
        /// Its length now.
        found: u64,
    },
    /// A log has other bytes than those that the checkpoint knows of: a run that went on with it
    /// would end elsewhere.
    #[error(
        "{} is damaged: its first {recorded} bytes are not those that the checkpoint recorded",
        .path.display()
    )]
    Changed {
        /// The log.
        path: PathBuf,
        /// Its length when the checkpoint was written.
        recorded: u64,
    },
    /// The checkpoint says nothing about a log.
    #[error("the checkpoint does not record {}", .path.display())]
    Unrecorded {
        /// The log.
        path: PathBuf,
    },
    /// The file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}
