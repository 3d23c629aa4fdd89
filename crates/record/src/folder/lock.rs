//! The lock of a run folder: only one process may write to a run.
//!
//! The operating system holds the lock. It releases the lock when the process ends, even if the
//! process is killed. So a lock file that was left behind locks nothing. Its text only tells people
//! which process holds the lock, or held it last.

use super::error::FolderError;
use super::file_error::FileError;
use crate::own::{self, File};
use std::fs::TryLockError;
use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

/// The name of the lock file in a run folder.
pub(super) const LOCK: &str = ".lock";

/// The number of attempts to take the lock, and the pause between two attempts. An attempt may fail
/// only because another process was testing the lock.
const ATTEMPTS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(20);

/// The right to write to a folder, such as a run folder. The operating system takes the lock back
/// when the process ends. The lock file stays and means nothing by itself.
///
/// Dropping the lock unlocks the file explicitly. Closing the file is not enough: while another
/// thread starts a program, that program holds a copy of every descriptor for an instant, and the
/// operating system holds the lock until the last copy is closed.
#[derive(Debug)]
pub struct Lock {
    file: File,
    /// Whether the name of this process may be written to the file.
    writable: bool,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // An error here does no harm, since the descriptor is closed next.
        let _ = self.file.unlock();
    }
}

impl Lock {
    /// Takes the lock of a folder. Fails after a few attempts if another process has the lock.
    pub fn take(run: &Path) -> Result<Lock, FolderError> {
        let path = run.join(LOCK);
        let opened = own::open_lock(&path);
        let (file, writable) = opened.map_err(FileError::of("open", &path))?;
        for _ in 0..ATTEMPTS {
            match file.try_lock() {
                Ok(()) => {
                    let mut lock = Lock { file, writable };
                    lock.sign();
                    return Ok(lock);
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(cause)) => {
                    return Err(FileError::of("lock", &path)(cause).into());
                }
            }
        }
        Err(FolderError::Busy {
            path: run.to_path_buf(),
            holder: holder(file),
        })
    }

    /// Writes this process into the lock file. The lock holds even if the writing fails.
    fn sign(&mut self) {
        if !self.writable {
            return;
        }
        let who = format!("process {} on {}\n", own::process(), host());
        let _ = self.file.set_len(0);
        let _ = self.file.write_all(who.as_bytes());
    }
}

/// The name of this machine, or `this machine` if the system does not give the name.
pub fn host() -> String {
    let told = ["/proc/sys/kernel/hostname", "/etc/hostname"]
        .into_iter()
        .find_map(|file| std::fs::read_to_string(file).ok());
    let name = told.or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.unwrap_or_default();
    match name.trim() {
        "" => "this machine".to_string(),
        name => name.to_string(),
    }
}

/// The process that a lock file names, or `another process` if its text is incomplete.
fn holder(file: File) -> String {
    let mut text = String::new();
    let read = file.take(200).read_to_string(&mut text);
    match text.trim() {
        said if read.is_ok() && said.starts_with("process ") => said.to_string(),
        _ => "another process".to_string(),
    }
}

/// Whether a process has the lock of a run folder. This test holds the lock for an instant. Several
/// tests can hold it at the same time.
pub(super) fn is_held(run: &Path) -> bool {
    let Ok(file) = own::open(&run.join(LOCK)) else {
        return false;
    };
    match file.try_lock_shared() {
        Ok(()) => {
            let _ = file.unlock();
            false
        }
        Err(TryLockError::WouldBlock) => true,
        // A file system without locks gives no answer. Then the folder counts as not locked.
        Err(TryLockError::Error(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{LOCK, Lock, holder, host, is_held};
    use crate::own;

    #[test]
    fn a_refusal_names_the_holder_and_a_file_left_behind_is_no_lock() {
        let run = tempfile::tempdir().unwrap();
        std::fs::write(
            run.path().join(LOCK),
            "process 1 on elsewhere, killed long ago",
        )
        .unwrap();
        let lock = Lock::take(run.path()).unwrap();
        let refused = Lock::take(run.path()).unwrap_err().to_string();
        let me = format!(
            "being written by process {} on {};",
            std::process::id(),
            host()
        );
        assert!(refused.contains(&me), "{refused}");
        drop(lock);
        std::fs::write(run.path().join(LOCK), [0xFF; 300]).unwrap();
        let lock = Lock::take(run.path()).unwrap();
        std::fs::write(run.path().join(LOCK), [0xFF; 300]).unwrap();
        let refused = Lock::take(run.path()).unwrap_err().to_string();
        assert!(
            refused.contains("being written by another process;"),
            "{refused}"
        );
        drop(lock);
    }

    #[test]
    fn a_holder_is_named_by_the_beginning_of_a_plain_text() {
        let run = tempfile::tempdir().unwrap();
        let path = run.path().join(LOCK);
        let named = |text: &str| {
            std::fs::write(&path, text).unwrap();
            holder(own::open(&path).unwrap())
        };
        assert_eq!(named("process 7 on mars\n"), "process 7 on mars");
        assert_eq!(named("nobody"), "another process");
        let long = format!("process {}", "x".repeat(300));
        assert_eq!(named(&long), long[..200]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_machine_has_the_name_that_the_system_tells() {
        let told = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        assert!(!told.trim().is_empty());
        assert_eq!(host(), told.trim());
    }

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
