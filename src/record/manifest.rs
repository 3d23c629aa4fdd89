//! `manifest.json`: what a run is and how far it has come.

use crate::evolve::Inexact;
use crate::problem::Certainty;
use crate::record::folder::{FileError, write_atomic};
use crate::record::input;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// The version of the run folder's format that this program reads and writes.
pub const FORMAT: u64 = 1;

/// The longest manifest that is read: the longest board, and some more.
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
    /// The run's seed.
    pub seed: u64,
    /// How the run stands.
    pub status: Status,
    /// Why it stopped or finished.
    pub stop_reason: Option<String>,
    /// How many generations are done.
    pub generations: u64,
    /// How many boards have been valued.
    pub boards_valued: u64,
    /// Boards of which the fitness is not known exactly.
    #[serde(default, skip_serializing_if = "Inexact::is_empty")]
    pub inexact: Inexact,
    /// Epochs that an island sat out, since no worker of a cluster could go through them; see
    /// `set-aside.jsonl`.
    #[serde(default, skip_serializing_if = "is_none")]
    pub set_aside: u64,
    /// The best specimen so far.
    pub best: Option<Best>,
    /// When the run began.
    pub started: String,
    /// When it ended, if it has.
    pub ended: Option<String>,
    /// What it runs on.
    pub machine: Machine,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// How a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Under way, or killed.
    Running,
    /// Done, by its own measure.
    Finished,
    /// Stopped early, with a checkpoint.
    Stopped,
}

impl Status {
    /// As people read it.
    pub fn name(self) -> &'static str {
        match self {
            Status::Running => "running",
            Status::Finished => "finished",
            Status::Stopped => "stopped",
        }
    }

    /// The same, but `interrupted` if no process is writing a run that has not ended.
    pub fn name_now(self, is_in_use: bool) -> &'static str {
        if self == Status::Running && !is_in_use {
            "interrupted"
        } else {
            self.name()
        }
    }
}

/// The best specimen of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Best {
    /// Exact rationals, the most important first.
    pub fitness: Vec<String>,
    /// In graph6.
    pub board: String,
    /// Over `.LR`, a character a vertex.
    pub tints: String,
    /// What the fitness is.
    pub certainty: Certainty,
}

impl Best {
    /// The fitness as people read it.
    pub fn fitness_text(&self) -> String {
        self.certainty.of_fitness(&self.fitness)
    }
}

/// What a run runs on. It has no influence on what comes out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system.
    pub os: String,
    /// The processor's architecture.
    pub arch: String,
    /// How many threads value boards.
    pub threads: u64,
}

/// Why a manifest cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// There is none.
    #[error("{} does not exist", .path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// It is not a manifest.
    #[error("{} is damaged: {why}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        why: String,
    },
    /// The run is of another format version.
    #[error(
        "{} is of format version {found}, written by boilingpoint {program}; \
         this program reads and writes format version {FORMAT}",
        .path.display()
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its format version.
        found: u64,
        /// The version of the program that wrote it.
        program: String,
    },
    /// The file could not be read or written.
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

    /// The manifest of a run that begins.
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
            set_aside: 0,
            best: None,
            started: String::new(),
            ended: None,
            machine,
        }
    }

    /// How many boards have no exact fitness, as people read it; nothing if there are none.
    pub fn inexact_text(&self) -> Option<String> {
        let counts = [
            (self.inexact.cut, "cut off as too cold"),
            (self.inexact.bounded, "with a lower bound"),
            (self.inexact.screened, "skipped"),
        ];
        let told = counts.iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> = told
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        (!told.is_empty()).then(|| told.join(", "))
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
            set_aside: 1,
            best: Some(Best {
                fitness: vec!["3/2".into(), "-1".into()],
                board: "DQc".into(),
                tints: ".....".into(),
                certainty: Certainty::Exact,
            }),
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
