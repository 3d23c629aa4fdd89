//! Epochs that an island skipped, because no worker of a cluster could process them:
//! `set-aside.jsonl` of a run folder.

use super::folder::{FileError, FolderError, write_atomic};
use super::input;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// The name of the file with the skipped epochs.
pub const QUARANTINE_FILE: &str = "set-aside.jsonl";

/// An epoch that an island skipped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SkippedEpoch {
    /// The number of the island.
    pub island: usize,
    /// The number of the epoch.
    pub epoch: u64,
    /// The first generation of the epoch, and the generation after its last.
    pub generations: (u64, u64),
    /// The reason.
    pub why: String,
}

/// Reads the skipped epochs of a folder. If the folder has no file of them, no epochs were skipped.
fn read(dir: &Path) -> Result<Vec<SkippedEpoch>, FileError> {
    let path = dir.join(QUARANTINE_FILE);
    let text = match input::own_text(&path, input::MOST_CONFIG) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(FileError::of("read", &path))?,
    };
    let one = |line: &str| serde_json::from_str(line).map_err(io::Error::from);
    let all: io::Result<Vec<SkippedEpoch>> = text.lines().map(one).collect();
    all.map_err(FileError::of("read", &path))
}

fn write(dir: &Path, all: &[SkippedEpoch]) -> Result<(), FileError> {
    let path = dir.join(QUARANTINE_FILE);
    let one = |one: &SkippedEpoch| serde_json::to_string(one).map(|line| line + "\n");
    let text: Result<String, serde_json::Error> = all.iter().map(one).collect();
    let text = text.map_err(|e| FileError::of("write", &path)(e.into()))?;
    write_atomic(&path, text.as_bytes())
}

/// Adds an epoch to the file of a folder, unless the file has it. Returns whether it was added, and
/// the number of epochs in the file.
///
/// # Errors
/// When the file cannot be read or written.
pub fn add(dir: &Path, new: SkippedEpoch) -> Result<(bool, u64), FolderError> {
    let mut all = read(dir)?;
    let is_new = !all
        .iter()
        .any(|one| (one.island, one.epoch) == (new.island, new.epoch));
    if is_new {
        all.push(new);
        write(dir, &all)?;
    }
    Ok((is_new, all.len() as u64))
}

/// Removes the epochs that do not begin before `generation`, from which the run is resumed. Returns
/// the number of epochs that stay.
///
/// # Errors
/// As [`add`].
pub fn cut_back(dir: &Path, generation: u64) -> Result<u64, FolderError> {
    let mut all = read(dir)?;
    let before = all.len();
    all.retain(|one| one.generations.0 < generation);
    if all.len() < before {
        write(dir, &all)?;
    }
    Ok(all.len() as u64)
}

/// The number of skipped epochs as a sentence, if there are any.
pub fn text(count: u64) -> Option<String> {
    match count {
        0 => None,
        1 => Some("an island skipped an epoch".to_string()),
        count => Some(format!("islands skipped {count} epochs")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn one(island: usize, epoch: u64) -> SkippedEpoch {
        SkippedEpoch {
            island,
            epoch,
            generations: (epoch * 4, epoch * 4 + 4),
            why: "a \"reason\"\nof two lines".to_string(),
        }
    }

    #[test]
    fn each_is_there_once_and_goes_with_its_generations() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(cut_back(dir.path(), 9).unwrap(), 0);
        assert!(!dir.path().join(QUARANTINE_FILE).exists());
        assert_eq!(add(dir.path(), one(0, 1)).unwrap(), (true, 1));
        assert_eq!(add(dir.path(), one(1, 2)).unwrap(), (true, 2));
        assert_eq!(add(dir.path(), one(0, 1)).unwrap(), (false, 2));
        assert_eq!(cut_back(dir.path(), 9).unwrap(), 2);
        assert_eq!(cut_back(dir.path(), 8).unwrap(), 1);
        assert_eq!(read(dir.path()).unwrap(), [one(0, 1)]);
        assert_eq!(cut_back(dir.path(), 4).unwrap(), 0);
        std::fs::write(dir.path().join(QUARANTINE_FILE), "nonsense\n").unwrap();
        let error = cut_back(dir.path(), 4).unwrap_err().to_string();
        assert!(error.contains(QUARANTINE_FILE), "{error}");
        // A file that cannot be read is not taken for one that does not exist.
        std::fs::remove_file(dir.path().join(QUARANTINE_FILE)).unwrap();
        std::fs::create_dir(dir.path().join(QUARANTINE_FILE)).unwrap();
        assert!(read(dir.path()).is_err());
    }

    #[test]
    fn the_number_of_skipped_epochs_is_told_in_words() {
        assert_eq!(text(0), None);
        assert_eq!(text(1).as_deref(), Some("an island skipped an epoch"));
        assert_eq!(text(2).as_deref(), Some("islands skipped 2 epochs"));
    }
}
