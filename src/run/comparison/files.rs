//! The tables of a comparison as files. Times are apart: they alone differ from machine to machine.

use super::{Results, Row};
use crate::run::folder::{FileError, write_atomic};
use crate::run::manifest::Status;
use std::path::{Path, PathBuf};

const TABLE: &str = "comparison.csv";
const TIMING: &str = "comparison-timing.csv";

/// The name of the chart beside the tables.
pub const CHART: &str = "comparison.svg";

/// The columns of `comparison.csv` after those of the setting.
const COLUMNS: [&str; 8] = [
    "seed",
    "status",
    "stop_reason",
    "reached",
    "boards_to_target",
    "boards_asked",
    "boards_valued",
    "best",
];

/// The columns of `comparison-timing.csv` after those of the setting.
const TIMES: [&str; 3] = ["seed", "seconds_to_target", "seconds"];

/// Writes `comparison.csv` and `comparison-timing.csv`; returns their paths.
///
/// # Errors
/// When a file cannot be written.
pub fn write_files(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, FileError> {
    let files = [
        (dir.join(TABLE), table(results, &COLUMNS, facts)),
        (dir.join(TIMING), table(results, &TIMES, times)),
    ];
    for (path, text) in &files {
        write_atomic(path, text.as_bytes())?;
    }
    Ok(files.map(|(path, _)| path).into())
}

/// A row for each run: the setting, then what `cells` says.
fn table(results: &Results, columns: &[&str], cells: fn(&Row) -> Vec<String>) -> String {
    let head = results.keys.iter().map(String::as_str);
    let head = line(head.chain(columns.iter().copied()));
    let row = |row: &Row| {
        let values = &results.settings[row.setting].values;
        let cells = cells(row);
        line(values.iter().chain(&cells).map(String::as_str))
    };
    head + &results.rows.iter().map(row).collect::<String>()
}

fn facts(row: &Row) -> Vec<String> {
    let outcome = &row.outcome;
    let status = match outcome.status {
        Status::Running => "running",
        Status::Finished => "finished",
        Status::Stopped => "stopped",
    };
    vec![
        row.seed.to_string(),
        status.to_string(),
        outcome.stop_reason.clone(),
        row.reached.is_some().to_string(),
        row.reached
            .map(|r| r.boards.to_string())
            .unwrap_or_default(),
        outcome.boards_asked.to_string(),
        outcome.boards_valued.to_string(),
        outcome.best().map(|f| f.to_string()).unwrap_or_default(),
    ]
}

fn times(row: &Row) -> Vec<String> {
    let seconds = |s: f64| format!("{s:.3}");
    vec![
        row.seed.to_string(),
        row.reached.map(|r| seconds(r.seconds)).unwrap_or_default(),
        seconds(row.outcome.seconds()),
    ]
}

/// A line of comma-separated values; quoted where they need it.
fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let quoted = |cell: &str| {
        if cell.contains(['"', ',', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_string()
        }
    };
    cells.map(quoted).collect::<Vec<_>>().join(",") + "\n"
}
