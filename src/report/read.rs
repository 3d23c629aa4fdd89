//! What a report needs of a run folder. A running search may be in the middle of a line: the last
//! line of a log is left out if it is not whole.

use crate::run::config::{ConfigError, Plan};
use crate::run::folder::{FileError, FolderError, RunFolder};
use crate::run::manifest::{Manifest, ManifestError};
use crate::run::records::{LineError, RecordLine};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
    /// A chart cannot be drawn.
    #[error("cannot draw a chart: {0}")]
    Chart(String),
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
    /// Totals by operator.
    pub operators: BTreeMap<String, OperatorTotal>,
    /// For each operator, generations and its rates in per cent.
    pub rates: BTreeMap<String, Vec<(f64, f64)>>,
    /// All records, in order.
    pub records: Vec<RecordLine>,
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
        let mut operators: BTreeMap<String, OperatorTotal> = BTreeMap::new();
        let mut rates: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
        for row in rows::<OperatorRow>(&folder.operators_path())? {
            let curve = rates.entry(row.operator.clone()).or_default();
            curve.push((row.generation as f64, 100.0 * row.rate));
            let total = operators.entry(row.operator).or_default();
            total.asked += row.asked;
            total.improved += row.improved;
        }
        Ok(RunData {
            manifest: folder.manifest()?,
            progress: rows(&folder.progress_path())?,
            timing: rows(&folder.timing_path())?,
            operators,
            rates,
            records: folder.records()?,
            plan,
            folder,
        })
    }

    /// The objective in words.
    pub fn objective(&self) -> String {
        crate::run::harvest::objective_text(&self.plan, None)
    }

    /// The last, and so the best, record of each order.
    pub fn best_by_order(&self) -> BTreeMap<u64, &RecordLine> {
        self.records.iter().map(|r| (r.order, r)).collect()
    }
}

fn rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, ReportError> {
    let text = std::fs::read_to_string(path).map_err(FileError::of("read", path))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut reader = csv::Reader::from_reader(whole.as_bytes());
    let bad = |e: csv::Error| ReportError::Row {
        path: path.to_path_buf(),
        why: e.to_string(),
    };
    reader
        .deserialize()
        .collect::<Result<Vec<T>, _>>()
        .map_err(bad)
}

/// An exact rational as a number for a chart.
pub fn number(text: &str) -> Option<f64> {
    match text.split_once('/') {
        Some((n, d)) => Some(n.parse::<f64>().ok()? / d.parse::<f64>().ok()?),
        None => text.parse().ok(),
    }
}
