//! `manifest.json`: the identity of a run, and its progress.

use super::asked::AskedBoards;
use crate::folder::{FileError, write_atomic};
use crate::front::FrontSummary;
use crate::input;
use crate::missed::Missed;
use boilingpoint_evolve::Inexact;
use boilingpoint_problem::Certainty;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// The version of the run folder's format that this program reads and writes.
pub const FORMAT: u64 = 1;

/// The largest manifest that is read, in bytes. A manifest with the longest board is smaller.
const MOST_BYTES: u64 = 1 << 26;

/// The manifest of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the run folder's format.
    pub format: u64,
    /// The version of the program that began the run.
    pub version: String,
    /// The run's name, from its config.
    pub name: String,
    /// The seed of the run.
    pub seed: u64,
    /// The state of the run.
    pub status: Status,
    /// The reason why the run stopped or finished.
    pub stop_reason: Option<String>,
    /// The number of completed generations.
    pub generations: u64,
    /// The number of boards that were valued.
    pub boards_valued: u64,
    /// Counts of the boards without an exact fitness.
    #[serde(default, skip_serializing_if = "Inexact::is_empty")]
    pub inexact: Inexact,
    /// The boards that were asked, and the reasons for which some have no fitness. Manifests of older
    /// versions lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedBoards>,
    /// The number of epochs that islands skipped, because no worker of a cluster could process
    /// them. The file `set-aside.jsonl` lists these epochs.
    #[serde(rename = "set_aside", default, skip_serializing_if = "is_none")]
    pub skipped_epochs: u64,
    /// The best board so far.
    pub best: Option<Best>,
    /// Why no board meets the condition, of a run that has ended without such a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<Missed>,
    /// The front, in a search with several objectives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front: Option<FrontSummary>,
    /// The time at which the run began, in UTC.
    pub started: String,
    /// The time at which the run ended, in UTC, if it has ended.
    pub ended: Option<String>,
    /// The machine that ran it.
    pub machine: Machine,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// The state of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The run is in progress, or its process was killed.
    Running,
    /// The run ended as its config says.
    Finished,
    /// The run was stopped early and can be resumed.
    Stopped,
}

impl Status {
    /// The word that people read.
    pub fn name(self) -> &'static str {
        match self {
            Status::Running => "running",
            Status::Finished => "finished",
            Status::Stopped => "stopped",
        }
    }

    /// Like [`Status::name`], but `interrupted` if the run has not ended and no process is writing
    /// to its folder.
    pub fn name_now(self, is_in_use: bool) -> &'static str {
        if self == Status::Running && !is_in_use {
            "interrupted"
        } else {
            self.name()
        }
    }
}

/// The best board of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Best {
    /// The components of the fitness, exact rationals, the most important first.
    pub fitness: Vec<String>,
    /// The board in graph6.
    pub board: String,
    /// The tints, a character of `.LR` for each vertex.
    pub tints: String,
    /// Whether the fitness is exact or a lower bound.
    pub certainty: Certainty,
}

impl Best {
    /// The fitness as people read it: with `>=` if it is a lower bound.
    pub fn fitness_text(&self) -> String {
        self.certainty.of_fitness(&self.fitness)
    }
}

/// The words for boards that were skipped. They do not count as valued.
pub const SKIPPED: &str = "skipped as too expensive";

/// The boards valued, split by how they were valued. The counts add up to `valued`.
pub fn valued_parts(valued: u64, inexact: &Inexact) -> [(u64, &'static str); 3] {
    let (cut, bounded) = (inexact.cut, inexact.bounded);
    [
        (
            valued.saturating_sub(cut.saturating_add(bounded)),
            "exactly",
        ),
        (cut, "cut off as too cold"),
        (bounded, "with a lower bound"),
    ]
}

/// A reason for which a run ended, as people read it in a list. Most reasons are names of keys or
/// limits; `exhausted` would sound like a proof.
pub fn reason_name(reason: &str) -> &str {
    match reason {
        "exhausted" => "no new boards",
        other => other,
    }
}

/// A reason for which a run ended, as a part of a sentence.
pub fn reason_in_words(reason: &str) -> &str {
    match reason {
        "complete" => "it had valued every board of its class",
        "generations" => "its generations were done",
        "stop_when" => "the best board met `stop_when`",
        "found" => "a board met the condition",
        "smallest" => "no smaller board meets the condition than the one that it found",
        "boards" => "it had valued as many boards as it may",
        "stall" => "the best board had not changed for too many generations",
        "seconds" => "its seconds were over",
        "exhausted" => {
            "ten generations in a row bred no new board, which is no proof that there is none"
        }
        "memory" => "its boards needed more memory than it may take",
        "interrupted" => "it was interrupted",
        "error" => "a generation failed",
        other => other,
    }
}

/// The machine of a run. It has no influence on the results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system.
    pub os: String,
    /// The processor's architecture.
    pub arch: String,
    /// The number of threads that value boards.
    pub threads: u64,
}

/// The reason why a manifest cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// There is no manifest.
    #[error("{} does not exist", .path.display())]
    Missing {
        /// The path of the file or folder.
        path: PathBuf,
    },
    /// The file is not a manifest.
    #[error("{} is damaged: {why}", .path.display())]
    Malformed {
        /// The path of the file or folder.
        path: PathBuf,
        /// The reason, with line and column.
        why: String,
    },
    /// The run has another format version.
    #[error(
        "{} has format version {found} and was written by boilingpoint {program}; \
         this program reads and writes format version {FORMAT}",
        .path.display()
    )]
    OtherVersion {
        /// The path of the file or folder.
        path: PathBuf,
        /// The format version of the file.
        found: u64,
        /// The version of the program that wrote the file.
        program: String,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The keys that manifests of all versions have.
#[derive(Deserialize)]
struct FormatVersion {
    format: u64,
    #[serde(default)]
    version: Option<String>,
}

impl Manifest {
    /// Reads the manifest at `path`.
    pub fn read(path: &Path) -> Result<Manifest, ManifestError> {
        let text = match input::own_text(path, MOST_BYTES) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                let path = path.to_path_buf();
                return Err(ManifestError::Missing { path });
            }
            other => other.map_err(FileError::of("read", path))?,
        };
        let malformed = |e: serde_json::Error| ManifestError::Malformed {
            path: path.to_path_buf(),
            why: e.to_string(),
        };
        let head: FormatVersion = serde_json::from_str(&text).map_err(malformed)?;
        if head.format != FORMAT {
            return Err(ManifestError::OtherVersion {
                path: path.to_path_buf(),
                found: head.format,
                program: head.version.unwrap_or_else(|| "of unknown version".into()),
            });
        }
        serde_json::from_str(&text).map_err(malformed)
    }

    /// The manifest of a new run.
    pub fn new(name: &str, seed: u64, machine: Machine) -> Manifest {
        Manifest {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_string(),
            name: name.to_string(),
            seed,
            status: Status::Running,
            stop_reason: None,
            generations: 0,
            boards_valued: 0,
            inexact: Inexact::default(),
            asked: None,
            skipped_epochs: 0,
            best: None,
            missed: None,
            front: None,
            started: String::new(),
            ended: None,
            machine,
        }
    }

    /// The counts that [`valued_parts`] splits the boards valued into, as a text. `None` if all
    /// boards were valued exactly.
    pub fn inexact_text(&self) -> Option<String> {
        if (self.inexact.cut, self.inexact.bounded) == (0, 0) {
            return None;
        }
        let parts = valued_parts(self.boards_valued, &self.inexact);
        let told = parts.iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> = told.map(|(count, how)| format!("{count} {how}")).collect();
        Some(told.join(", "))
    }

    /// The boards without a fitness, by their reasons, as the end of a sentence that begins with
    /// `of`. `None` if each board has a fitness, or the manifest is of an older version.
    pub fn without_fitness(&self) -> Option<String> {
        let asked = self.asked.as_ref()?;
        asked.without_fitness(self.inexact.screened, |n| n.to_string())
    }

    /// Writes the manifest to `path`, atomically.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let mut text = serde_json::to_string_pretty(self).expect("a manifest has only text keys");
        text.push('\n');
        write_atomic(path, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::fs;

    pub(super) fn sample() -> Manifest {
        Manifest {
            format: FORMAT,
            version: "0.1.0".into(),
            name: "snort-trees".into(),
            seed: u64::MAX,
            status: Status::Running,
            stop_reason: None,
            generations: 7,
            boards_valued: 896,
            inexact: Inexact {
                cut: 300,
                bounded: 5,
                screened: 0,
            },
            asked: Some(AskedBoards {
                boards: 900,
                unmet: 4,
                condition: Some("order >= 2".into()),
                ..AskedBoards::default()
            }),
            skipped_epochs: 1,
            best: Some(Best {
                fitness: vec!["3/2".into(), "-1".into()],
                board: "DQc".into(),
                tints: ".....".into(),
                certainty: Certainty::Exact,
            }),
            missed: None,
            front: None,
            started: "2024-05-06T07:08:09Z".into(),
            ended: None,
            machine: Machine {
                os: "linux".into(),
                arch: "x86_64".into(),
                threads: 2,
            },
        }
    }

    fn refusal(text: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("manifest.json");
        fs::write(&path, text).unwrap();
        let message = Manifest::read(&path).unwrap_err().to_string();
        assert!(message.contains("manifest.json"), "{message}");
        message
    }

    #[test]
    fn is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("manifest.json");
        for status in [Status::Running, Status::Finished, Status::Stopped] {
            let manifest = Manifest { status, ..sample() };
            manifest.write(&path).unwrap();
            assert_eq!(Manifest::read(&path).unwrap(), manifest);
        }
    }

    #[test]
    fn has_the_documented_keys() {
        let json = serde_json::to_value(sample()).unwrap();
        assert_eq!(json["status"], "running");
        assert_eq!(json["stop_reason"], serde_json::Value::Null);
        assert_eq!(json["best"]["fitness"][0], "3/2");
        for key in [
            "format",
            "version",
            "seed",
            "generations",
            "boards_valued",
            "machine",
        ] {
            assert!(json.get(key).is_some(), "{key}");
        }
    }

    #[test]
    fn a_new_one_counts_nothing_and_leaves_out_what_it_does_not_have() {
        let new = Manifest::new("toy", 7, sample().machine);
        let json = serde_json::to_value(&new).unwrap();
        let version = env!("CARGO_PKG_VERSION");
        let expected = serde_json::json!({
            "format": 1, "version": version, "name": "toy", "seed": 7, "status": "running",
            "stop_reason": null, "generations": 0, "boards_valued": 0, "best": null,
            "started": "", "ended": null,
            "machine": {"os": "linux", "arch": "x86_64", "threads": 2},
        });
        assert_eq!(json, expected);
        assert_eq!((new.inexact_text(), new.without_fitness()), (None, None));
        assert_eq!(serde_json::to_value(sample()).unwrap()["set_aside"], 1);
    }

    #[test]
    fn the_states_and_the_reasons_have_words() {
        let states = [Status::Running, Status::Finished, Status::Stopped];
        let names = ["running", "finished", "stopped"];
        assert_eq!(states.map(Status::name), names);
        assert_eq!(states.map(|state| state.name_now(true)), names);
        let unused = ["interrupted", "finished", "stopped"];
        assert_eq!(states.map(|state| state.name_now(false)), unused);
        assert_eq!(reason_name("exhausted"), "no new boards");
        assert_eq!(reason_name("stall"), "stall");
        let words = "the best board had not changed for too many generations";
        assert_eq!(reason_in_words("stall"), words);
        assert_eq!(reason_in_words("of a later version"), "of a later version");
    }

    #[test]
    fn the_boards_without_an_exact_fitness_are_told() {
        let told = |cut, bounded| {
            let inexact = Inexact {
                cut,
                bounded,
                screened: 2,
            };
            let manifest = Manifest {
                inexact,
                ..sample()
            };
            manifest.inexact_text()
        };
        let cut = "596 exactly, 300 cut off as too cold";
        assert_eq!(told(300, 0).unwrap(), cut);
        assert_eq!(told(0, 1).unwrap(), "895 exactly, 1 with a lower bound");
        let all = "591 exactly, 300 cut off as too cold, 5 with a lower bound";
        assert_eq!(told(300, 5).unwrap(), all);
        assert_eq!(told(896, 0).unwrap(), "896 cut off as too cold");
        assert_eq!(told(0, 0), None);
        let without = "900 boards asked, 4 have no fitness: they do not meet `order >= 2`";
        assert_eq!(sample().without_fitness().unwrap(), without);
    }

    #[test]
    fn one_that_cannot_be_read_is_not_taken_for_a_missing_one() {
        let folder = tempfile::tempdir().unwrap();
        let missing = Manifest::read(&folder.path().join("none")).unwrap_err();
        assert!(matches!(missing, ManifestError::Missing { .. }));
        let path = folder.path().join("manifest.json");
        fs::create_dir(&path).unwrap();
        let refused = Manifest::read(&path).unwrap_err();
        assert!(matches!(refused, ManifestError::File(_)), "{refused}");
    }

    #[test]
    fn refuses_another_version_and_says_which() {
        let message = refusal(r#"{"format": 9, "version": "3.1.0", "else": []}"#);
        assert!(message.contains("format version 9"), "{message}");
        assert!(message.contains("boilingpoint 3.1.0"), "{message}");
        assert!(message.contains("writes format version 1"), "{message}");
    }

    #[test]
    fn refuses_what_is_not_a_manifest() {
        assert!(refusal("").contains("damaged"));
        assert!(refusal("{}").contains("format"));
        assert!(refusal(r#"{"format": "one"}"#).contains("line 1"));
        assert!(refusal(r#"{"format": 1, "version": "0.1.0"}"#).contains("name"));
    }
}
