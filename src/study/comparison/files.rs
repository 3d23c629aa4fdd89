//! Writes the tables of a comparison. Times have a file of their own, since they differ from
//! machine to machine. All other columns are the same on every machine.

use super::{Results, SettingRow};
use crate::record::folder::FileError;
use crate::record::rows::Decimal;
use crate::record::table;
use serde::Serialize;
use std::path::{Path, PathBuf};

const TABLE: &str = "comparison.csv";
const TIMING: &str = "comparison-timing.csv";

/// The name of the chart beside the tables.
pub const CHART: &str = "comparison.svg";

/// The columns of `comparison.csv` that follow the columns of the setting.
#[derive(Serialize, Default)]
struct FactsRow<'a> {
    seed: u64,
    status: &'a str,
    stop_reason: &'a str,
    reached: bool,
    boards_to_target: Option<u64>,
    boards_asked: u64,
    boards_valued: u64,
    best: String,
}

/// The columns of `comparison-timing.csv` that follow the columns of the setting.
#[derive(Serialize, Default)]
struct TimesRow {
    seed: u64,
    seconds_to_target: Option<Decimal<3>>,
    seconds: Decimal<3>,
}

/// Writes `comparison.csv` and `comparison-timing.csv`. Returns their paths.
///
/// # Errors
/// When a file cannot be written.
pub fn write_files(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, FileError> {
    let [facts, times] = [TABLE, TIMING].map(|name| dir.join(name));
    let setting = |row: &SettingRow| &results.settings[row.setting].values[..];
    let rows = results.rows.iter();
    let lines = rows.clone().map(|row| (setting(row), FactsRow::of(row)));
    table::write(&facts, &results.keys, lines)?;
    let lines = rows.map(|row| (setting(row), TimesRow::of(row)));
    table::write(&times, &results.keys, lines)?;
    Ok(vec![facts, times])
}

impl FactsRow<'_> {
    fn of(row: &SettingRow) -> FactsRow<'_> {
        let manifest = &row.view.manifest;
        FactsRow {
            seed: row.seed,
            status: manifest.status.name(),
            stop_reason: manifest.stop_reason.as_deref().unwrap_or_default(),
            reached: row.reached.is_some(),
            boards_to_target: row.reached.map(|r| r.boards),
            boards_asked: row.view.counts().asked,
            boards_valued: manifest.boards_valued,
            best: row
                .view
                .best_fitness()
                .map_or(String::new(), ToString::to_string),
        }
    }
}

impl TimesRow {
    fn of(row: &SettingRow) -> TimesRow {
        TimesRow {
            seed: row.seed,
            seconds_to_target: row.reached.map(|r| Decimal(r.seconds)),
            seconds: Decimal(row.view.seconds()),
        }
    }
}
