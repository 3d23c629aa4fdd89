//! One writer a run.

use super::error::{FileError, FolderError};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

/// The name of the lock file in a run folder.
pub(super) const LOCK: &str = ".lock";

/// The right to write a run. The operating system takes it back when the process ends, however
/// it ends; the file stays behind and means nothing by itself.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a run folder, or says at once that another process has it.
    pub(super) fn take(run: &Path) -> Result<Lock, FolderError> {
        let path = run.join(LOCK);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(FileError::of("open", &path))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(FolderError::Busy {
                path: run.to_path_buf(),
            }),
            Err(TryLockError::Error(cause)) => Err(FileError::of("lock", &path)(cause).into()),
        }
    }
}
