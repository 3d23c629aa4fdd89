//! Errors of logs that are continued.

use super::file_error::FileError;
use std::path::PathBuf;

/// The reason why a log cannot be continued from a checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The log is shorter than the checkpoint recorded.
    #[error(
        "{} is damaged: it has {found} bytes, but the checkpoint recorded {recorded}",
        .path.display()
    )]
    Short {
        path: PathBuf,
        /// The length at the checkpoint, in bytes.
        recorded: u64,
        /// The length now, in bytes.
        found: u64,
    },
    /// The recorded bytes of the log have changed. A run that continued the log would end with
    /// other results.
    #[error(
        "{} is damaged: its first {recorded} bytes are not those that the checkpoint recorded",
        .path.display()
    )]
    Changed {
        path: PathBuf,
        /// The length at the checkpoint, in bytes.
        recorded: u64,
    },
    /// The checkpoint records no length and checksum for the log.
    #[error("the checkpoint does not record {}", .path.display())]
    Unrecorded { path: PathBuf },
    #[error(transparent)]
    File(#[from] FileError),
}
