//! The error of an operation on a file.

use std::io;
use std::path::{Path, PathBuf};

/// A failed operation on a file, with the path and the cause in one line.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {cause}", .path.display())]
pub struct FileError {
    /// The operation as a verb: `read`, `write`, `create`, …
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the system.
    pub cause: io::Error,
}

impl FileError {
    /// For `map_err`: makes the error of an operation on `path`.
    pub fn of(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
        let path = path.to_path_buf();
        move |cause| FileError {
            action,
            path,
            cause,
        }
    }
}
