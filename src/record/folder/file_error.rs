//! The error of an operation on a file.

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
