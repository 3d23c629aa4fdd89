//! One writer a run.

use super::error::{FileError, FolderError};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::Duration;

/// The name of the lock file in a run folder.
pub(super) const LOCK: &str = ".lock";

/// How often the lock is tried, and how long in between: somebody may only be asking whether it is held.
const ATTEMPTS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(20);

/// The right to write a run, or another folder. The operating system takes it back when the process ends, however
/// it ends; the file stays behind and means nothing by itself.
///
/// It is given up by name, not by closing the file alone: a program that another thread is just
/// starting holds a copy of every descriptor for an instant, and the lock lives as long as the
/// last copy.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Nothing is lost if this fails: the descriptor is closed next.
        let _ = self.file.unlock();
    }
}

impl Lock {
    /// Takes the lock of a folder, or says at once that another process has it.
    pub(crate) fn take(run: &Path) -> Result<Lock, FolderError> {
        let path = run.join(LOCK);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(FileError::of("open", &path))?;
        let busy = || FolderError::Busy {
            path: run.to_path_buf(),
        };
        for _ in 0..ATTEMPTS {
            match file.try_lock() {
                Ok(()) => return Ok(Lock { file }),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(cause)) => {
                    return Err(FileError::of("lock", &path)(cause).into());
                }
            }
        }
        Err(busy())
    }
}

/// Whether a process has the lock of a run folder. Whoever asks holds it for an instant, shared with others
/// who ask.
pub(super) fn is_held(run: &Path) -> bool {
    let Ok(file) = File::open(run.join(LOCK)) else {
        return false;
    };
    match file.try_lock_shared() {
        Ok(()) => {
            let _ = file.unlock();
            false
        }
        Err(TryLockError::WouldBlock) => true,
        // where there are no locks, nobody can tell
        Err(TryLockError::Error(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Lock, is_held};

    #[test]
    fn a_lock_given_up_is_free_though_a_copy_of_its_descriptor_lives() {
        let run = tempfile::tempdir().unwrap();
        let lock = Lock::take(run.path()).unwrap();
        let copy = lock.file.try_clone().unwrap();
        assert!(Lock::take(run.path()).is_err());
        assert!(is_held(run.path()));
        drop(lock);
        assert!(!is_held(run.path()));
        Lock::take(run.path()).unwrap();
        drop(copy);
    }
}
