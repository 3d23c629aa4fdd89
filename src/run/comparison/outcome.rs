//! What became of a run, read from its folder.

use super::ComparisonError;
use crate::problem::Fitness;
use crate::run::folder::{FileError, RunFolder};
use crate::run::input;
use crate::run::manifest::Status;
use crate::run::records::read_lines;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::Path;

/// A board that was better than all before it in its run.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Milestone {
    /// The generation that asked it.
    pub generation: u64,
    /// Boards that the run had asked with it.
    pub boards: u64,
    /// Its fitness.
    pub fitness: Fitness,
    /// In graph6.
    pub board: String,
    /// Over `.LR`.
    pub tints: String,
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it stands.
    pub status: Status,
    /// Why it ended.
    pub stop_reason: String,
    /// Boards asked in all, each once.
    pub boards_asked: u64,
    /// Boards that got a fitness; the others failed the condition or exceeded the budget.
    pub boards_valued: u64,
    /// Ever better boards.
    pub milestones: Vec<Milestone>,
    /// Seconds from the beginning to the end of each generation.
    pub elapsed: BTreeMap<u64, f64>,
}

#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event {
    Best(Milestone),
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Progress {
    asked: u64,
}

#[derive(Deserialize)]
struct Timing {
    generation: u64,
    elapsed: f64,
}

impl Outcome {
    /// Reads what became of a run.
    ///
    /// # Errors
    /// When a file is damaged; the error names the file and the line.
    pub fn read(folder: &RunFolder) -> Result<Outcome, ComparisonError> {
        let manifest = folder.manifest()?;
        let events: Vec<Event> = read_lines(&folder.events_path())?;
        let best = |event| match event {
            Event::Best(milestone) => Some(milestone),
            Event::Other => None,
        };
        let progress: Vec<Progress> = rows(&folder.progress_path())?;
        let timing: Vec<Timing> = rows(&folder.timing_path())?;
        Ok(Outcome {
            status: manifest.status,
            stop_reason: manifest.stop_reason.unwrap_or_default(),
            boards_asked: progress.iter().map(|row| row.asked).sum(),
            boards_valued: manifest.boards_valued,
            milestones: events.into_iter().filter_map(best).collect(),
            elapsed: timing.iter().map(|t| (t.generation, t.elapsed)).collect(),
        })
    }

    /// The best fitness.
    pub fn best(&self) -> Option<&Fitness> {
        self.milestones.last().map(|m| &m.fitness)
    }

    /// Seconds that the run took.
    pub fn seconds(&self) -> f64 {
        self.elapsed.values().last().copied().unwrap_or(0.0)
    }
}

fn rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, ComparisonError> {
    let read = || input::whole_lines(BufReader::new(input::open_own(path)?));
    let bytes = read().map_err(FileError::of("read", path))?;
    let rows = csv::Reader::from_reader(bytes.as_slice())
        .into_deserialize()
        .collect::<Result<Vec<T>, csv::Error>>();
    rows.map_err(|e| ComparisonError::Row {
        path: path.to_path_buf(),
        why: e.to_string(),
    })
}
