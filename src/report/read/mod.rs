//! What a report needs of a run folder, read once or followed while the run goes on.
//!
//! A running search may be in the middle of a line: the last line of a log is left out if it is not
//! whole. Following reads what was appended and nothing twice.

mod happenings;
mod tail;

pub use happenings::{Happenings, NewBest, Verdicts};

use crate::run::config::{ConfigError, Plan};
use crate::run::folder::{FileError, FolderError, RunFolder};
use crate::run::manifest::{Manifest, ManifestError};
use crate::run::records::{ArchiveLine, LineError, RecordLine};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tail::{Objects, Table};

/// Why a report cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// It is no run folder, or of another version.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The manifest is damaged.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A line of records is damaged.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The config is damaged.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A row of a table is damaged.
    #[error("{}, {why}", .path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The line and what is wrong.
        why: String,
    },
    /// A record's board is none.
    #[error("a record's board: {0}")]
    Board(String),
    /// The run is of a game that this program does not know.
    #[error(transparent)]
    Ruleset(#[from] crate::ruleset::UnknownRuleset),
    /// The record book cannot be read.
    #[error(transparent)]
    Book(#[from] crate::run::book::BookError),
    /// A chart cannot be drawn.
    #[error("cannot draw a chart: {0}")]
    Chart(String),
    /// A page cannot be written.
    #[error("cannot write a page: {0}")]
    Page(#[from] askama::Error),
    /// A picture cannot be rendered.
    #[error(transparent)]
    Png(#[from] super::PngError),
}

/// A row of `progress.csv`.
#[derive(Clone, Debug, Deserialize)]
pub struct ProgressRow {
    /// The generation.
    pub generation: u64,
    /// Boards given a value so far.
    pub boards_valued: u64,
    /// The best fitness so far.
    pub best: String,
    /// The median of all populations.
    pub median: String,
    /// Their mean.
    pub mean: String,
}

/// A row of `timing.csv`.
#[derive(Clone, Debug, Deserialize)]
pub struct TimingRow {
    /// The generation.
    pub generation: u64,
    /// Boards given a value in a second.
    pub boards_per_second: f64,
    /// Positions evaluated so far.
    pub positions: f64,
    /// Bytes of all tables.
    pub table_bytes: f64,
}

/// A row of `islands.csv`.
#[derive(Clone, Debug, Deserialize)]
pub struct IslandRow {
    /// The generation.
    pub generation: u64,
    /// The island.
    pub island: usize,
    /// The best fitness in its population; empty if there is none.
    pub best: String,
    /// The median.
    pub median: String,
}

#[derive(Deserialize)]
struct OperatorRow {
    generation: u64,
    operator: String,
    asked: u64,
    improved: u64,
    rate: f64,
}

/// What an operator did in a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperatorTotal {
    /// Boards it made that were valued.
    pub asked: u64,
    /// Those that were the best of their cell.
    pub improved: u64,
}

/// A run, as its report needs it.
pub struct RunData {
    /// The folder.
    pub folder: RunFolder,
    /// What it is and how it stands.
    pub manifest: Manifest,
    /// The plan.
    pub plan: Plan,
    /// A row a generation.
    pub progress: Vec<ProgressRow>,
    /// A row a generation.
    pub timing: Vec<TimingRow>,
    /// For each island, a row a generation.
    pub islands: Vec<Vec<IslandRow>>,
    /// Totals by operator.
    pub operators: BTreeMap<String, OperatorTotal>,
    /// For each operator, generations and its rates in per cent.
    pub rates: BTreeMap<String, Vec<(f64, f64)>>,
    /// What happened besides.
    pub happenings: Happenings,
    /// All records, in order.
    pub records: Vec<RecordLine>,
    /// The elites, as of the last checkpoint.
    pub archive: Vec<ArchiveLine>,
    logs: Logs,
}

/// The logs that are followed.
struct Logs {
    progress: Table,
    timing: Table,
    islands: Table,
    operators: Table,
    events: Objects,
    records: Objects,
}

impl Logs {
    fn of(folder: &RunFolder) -> Logs {
        Logs {
            progress: Table::new(folder.progress_path()),
            timing: Table::new(folder.timing_path()),
            islands: Table::new(folder.islands_path()),
            operators: Table::new(folder.operators_path()),
            events: Objects::new(folder.events_path()),
            records: Objects::new(folder.records_path()),
        }
    }
}

impl RunData {
    /// Reads a run folder.
    ///
    /// # Errors
    /// When it is none, or a file is damaged; the error names the file and the line.
    pub fn read(path: &Path) -> Result<RunData, ReportError> {
        let folder = RunFolder::open(path)?;
        let config = folder.config()?;
        let name = folder.config_path().display().to_string();
        let plan = Plan::resolve(&name, config.as_bytes(), &[], &crate::run::catalogue())?;
        let mut run = RunData {
            manifest: folder.manifest()?,
            plan,
            progress: Vec::new(),
            timing: Vec::new(),
            islands: Vec::new(),
            operators: BTreeMap::new(),
            rates: BTreeMap::new(),
            happenings: Happenings::default(),
            records: Vec::new(),
            archive: Vec::new(),
            logs: Logs::of(&folder),
            folder,
        };
        run.read_on()?;
        Ok(run)
    }

    /// Reads what was written since. A run that was set back, by a resume, is read anew.
    ///
    /// # Errors
    /// As for [`RunData::read`].
    pub fn refresh(&mut self) -> Result<(), ReportError> {
        let follow = |run: &mut RunData| -> Result<bool, ReportError> {
            run.manifest = run.folder.manifest()?;
            run.read_on()
        };
        match follow(self) {
            Ok(true) => Ok(()),
            // set back: where a row was, another may have begun
            Ok(false) | Err(ReportError::Row { .. }) => {
                *self = RunData::read(self.folder.path())?;
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Whether no log was cut since it was read.
    fn read_on(&mut self) -> Result<bool, ReportError> {
        let logs = &mut self.logs;
        let Some(progress) = logs.progress.fresh::<ProgressRow>()? else {
            return Ok(false);
        };
        let Some(timing) = logs.timing.fresh::<TimingRow>()? else {
            return Ok(false);
        };
        let Some(islands) = logs.islands.fresh::<IslandRow>()? else {
            return Ok(false);
        };
        let Some(operators) = logs.operators.fresh::<OperatorRow>()? else {
            return Ok(false);
        };
        let Some(events) = logs.events.fresh()? else {
            return Ok(false);
        };
        let Some(records) = logs.records.fresh::<RecordLine>()? else {
            return Ok(false);
        };
        self.progress.extend(progress);
        self.timing.extend(timing);
        self.records.extend(records);
        islands.into_iter().for_each(|row| self.add_island(row));
        operators.into_iter().for_each(|row| self.add_operator(row));
        for event in &events {
            self.happenings.add(event);
        }
        // written anew at each checkpoint, and atomically
        if self.folder.archive_path().exists() {
            self.archive = self.folder.archive()?;
        }
        Ok(true)
    }

    /// What has been lost of the logs, as far as one can tell: the manifest counts generations, and a search writes to its
    /// logs before that. For a run that nobody is writing.
    pub fn losses(&self) -> Vec<String> {
        let folder = &self.folder;
        let counted = self.manifest.generations;
        let generations = [
            (folder.progress_path(), self.progress.len()),
            (folder.timing_path(), self.timing.len()),
            (
                folder.islands_path(),
                self.islands.iter().map(Vec::len).min().unwrap_or(0),
            ),
        ];
        let short = generations
            .into_iter()
            .filter(|(_, found)| (*found as u64) < counted);
        let short = short.map(|(path, found)| {
            let path = path.display();
            format!("{path} has {found} of the {counted} generations that manifest.json counts")
        });
        let others = [
            folder.operators_path(),
            folder.events_path(),
            folder.records_path(),
            folder.archive_path(),
        ];
        let missing = others.into_iter().filter(|path| !path.exists());
        let missing = missing.map(|path| format!("{} does not exist", path.display()));
        let elites = folder.archive_path();
        let lost = self.manifest.best.is_some() && self.archive.is_empty() && elites.exists();
        let lost = lost.then(|| format!("{} is empty", elites.display()));
        short.chain(missing).chain(lost).collect()
    }

    fn add_island(&mut self, row: IslandRow) {
        // a folder from outside may name any number
        let known = self.plan.search.islands.max(1);
        if row.island < known {
            self.islands.resize_with(known, Vec::new);
            self.islands[row.island].push(row);
        }
    }

    fn add_operator(&mut self, row: OperatorRow) {
        let curve = self.rates.entry(row.operator.clone()).or_default();
        curve.push((row.generation as f64, 100.0 * row.rate));
        let total = self.operators.entry(row.operator).or_default();
        total.asked += row.asked;
        total.improved += row.improved;
    }

    /// The objective in words.
    pub fn objective(&self) -> String {
        crate::run::harvest::objective_text(&self.plan, None)
    }

    /// The expression that comes first, which charts show.
    pub fn first_objective(&self) -> &str {
        self.plan.objective.maximize[0].text()
    }

    /// The number of the last generation, at least 1: how wide charts are.
    pub fn last_generation(&self) -> f64 {
        let last = self.progress.last();
        last.map_or(1.0, |r| r.generation as f64).max(1.0)
    }

    /// The last, and so the best, record of each order.
    pub fn best_by_order(&self) -> BTreeMap<u64, &RecordLine> {
        self.records.iter().map(|r| (r.order, r)).collect()
    }
}

/// An exact rational as a number for a chart.
pub fn number(text: &str) -> Option<f64> {
    match text.split_once('/') {
        Some((n, d)) => Some(n.parse::<f64>().ok()? / d.parse::<f64>().ok()?),
        None => text.parse().ok(),
    }
}
