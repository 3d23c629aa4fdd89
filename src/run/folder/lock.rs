//! One writer a run.

use super::error::{FileError, FolderError};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

/// The name of the lock file in a run folder.
pub(super) const LOCK: &str = ".lock";

/// The right to write a run. The operating system takes it back when the process ends, however
/// it ends; the file stays behind and means nothing by itself.
///
/// It is given up by name, not by closing the file alone: a program that another thread is just
/// starting holds a copy of every descriptor for an instant, and the lock lives as long as the
/// last copy.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Nothing is lost if this fails: the descriptor is closed next.
        let _ = self.file.unlock();
    }
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
            Ok(()) => Ok(Lock { file }),
            Err(TryLockError::WouldBlock) => Err(FolderError::Busy {
                path: run.to_path_buf(),
            }),
            Err(TryLockError::Error(cause)) => Err(FileError::of("lock", &path)(cause).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lock;

    #[test]
    fn a_lock_given_up_is_free_though_a_copy_of_its_descriptor_lives() {
        let run = tempfile::tempdir().unwrap();
        let lock = Lock::take(run.path()).unwrap();
        let copy = lock.file.try_clone().unwrap();
        assert!(Lock::take(run.path()).is_err());
        drop(lock);
        Lock::take(run.path()).unwrap();
        drop(copy);
    }
}
