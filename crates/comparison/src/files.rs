//! Writes the tables of a comparison. Times have a file of their own, since they differ from
//! machine to machine. All other columns are the same on every machine.

use super::order::TABLE;
use super::{ComparedRun, Measure, Results, SettingTests};
use boilingpoint_record::folder::FileError;
use boilingpoint_record::rows::Decimal;
use boilingpoint_record::table;
use serde::Serialize;
use std::path::{Path, PathBuf};

const SETTINGS: &str = "comparison-settings.csv";
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

/// The columns of `comparison-settings.csv` that follow the columns of the setting.
#[derive(Serialize, Default)]
struct SummaryRow {
    runs: usize,
    reached: usize,
    share: Option<Decimal<4>>,
    share_low: Option<Decimal<4>>,
    share_high: Option<Decimal<4>>,
    boards_to_target_min: Option<u64>,
    boards_to_target_median: Option<u64>,
    boards_to_target_low: Option<u64>,
    boards_to_target_high: Option<u64>,
    boards_to_target_max: Option<u64>,
    boards_asked_median: Option<u64>,
    worst: String,
    median: String,
    best: String,
    /// The share of pairs in which the best setting needs fewer boards.
    best_needs_fewer: Option<Decimal<4>>,
    boards_p: Option<Decimal<6>>,
    /// The share of pairs in which the best setting ends with a better board.
    best_ends_better: Option<Decimal<4>>,
    fitness_p: Option<Decimal<6>>,
}

/// The columns of `comparison-timing.csv` that follow the columns of the setting.
#[derive(Serialize, Default)]
struct TimesRow {
    seed: u64,
    seconds_to_target: Option<Decimal<3>>,
    seconds: Decimal<3>,
}

/// Writes `comparison.csv`, `comparison-settings.csv` and `comparison-timing.csv`. Returns their
/// paths.
///
/// # Errors
/// When a file cannot be written.
pub fn write_files(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, FileError> {
    let [facts, settings, times] = [TABLE, SETTINGS, TIMING].map(|name| dir.join(name));
    let setting = |run: &ComparedRun| &results.settings[run.setting].values[..];
    let runs = results.runs.iter();
    let lines = runs.clone().map(|run| (setting(run), FactsRow::of(run)));
    table::write(&facts, &results.keys, lines)?;
    let tests = Measure::ALL.map(|measure| results.tests(measure));
    let all = results.settings.iter().enumerate();
    let lines = all.map(|(i, s)| (&s.values[..], SummaryRow::of(results, i, &tests)));
    table::write(&settings, &results.keys, lines)?;
    let lines = runs.map(|run| (setting(run), TimesRow::of(run)));
    table::write(&times, &results.keys, lines)?;
    Ok(vec![facts, settings, times])
}

impl FactsRow<'_> {
    fn of(run: &ComparedRun) -> FactsRow<'_> {
        FactsRow {
            seed: run.seed,
            status: run.manifest.status.name(),
            stop_reason: run.manifest.stop_reason.as_deref().unwrap_or_default(),
            reached: run.reached.is_some(),
            boards_to_target: run.reached.map(|effort| effort.asked),
            boards_asked: run.end.asked,
            boards_valued: run.manifest.boards_valued,
            best: run
                .best_fitness()
                .map_or(String::new(), ToString::to_string),
        }
    }
}

impl SummaryRow {
    fn of(results: &Results, setting: usize, tests: &[Option<SettingTests>; 2]) -> SummaryRow {
        let summary = results.summary(setting);
        let boards = summary.boards_to_target.as_ref();
        let low = |at: usize| summary.share.map(|share| Decimal(share.interval[at]));
        let best = summary.best.as_ref();
        let on = |measure: usize| tests[measure].as_ref().and_then(|v| v.on[setting]);
        let [by_boards, by_fitness] = [on(0), on(1)];
        SummaryRow {
            runs: summary.runs,
            reached: summary.reached,
            share: summary.share.map(|share| Decimal(share.share)),
            share_low: low(0),
            share_high: low(1),
            boards_to_target_min: boards.and_then(|b| b.min),
            boards_to_target_median: boards.and_then(|b| b.median),
            boards_to_target_low: boards.and_then(|b| b.interval[0]),
            boards_to_target_high: boards.and_then(|b| b.interval[1]),
            boards_to_target_max: boards.and_then(|b| b.max),
            boards_asked_median: summary.boards.as_ref().map(|b| b.median),
            worst: best.map_or(String::new(), |b| b.min.to_string()),
            median: best.map_or(String::new(), |b| b.median.to_string()),
            best: best.map_or(String::new(), |b| b.max.to_string()),
            best_needs_fewer: by_boards.map(|v| Decimal(v.test.smaller)),
            boards_p: by_boards.map(|v| Decimal(v.p)),
            best_ends_better: by_fitness.map(|v| Decimal(v.test.smaller)),
            fitness_p: by_fitness.map(|v| Decimal(v.p)),
        }
    }
}

impl TimesRow {
    fn of(run: &ComparedRun) -> TimesRow {
        TimesRow {
            seed: run.seed,
            seconds_to_target: run.reached.map(|effort| Decimal(effort.seconds)),
            seconds: Decimal(run.end.seconds),
        }
    }
}
