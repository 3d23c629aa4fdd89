//! The logs of a run, which are created, cut back and synced together.

use super::atomic::sync_folder;
use super::file_error::FileError;
use super::log::{AppendLog, LogMark, check};
use super::log_error::LogError;
use super::seen::SeenLog;
use crate::records::{RecordLine, to_line};
use crate::rows::{GenerationRows, IslandRow, OperatorRow, ProgressRow, TimingRow};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The names of the log files in a run folder.
pub(super) mod names {
    pub const PROGRESS: &str = "progress.csv";
    pub const TIMING: &str = "timing.csv";
    pub const OPERATORS: &str = "operators.csv";
    pub const ISLANDS: &str = "islands.csv";
    pub const EVENTS: &str = "events.jsonl";
    pub const RECORDS: &str = "records.jsonl";
    pub const SEEN: &str = "seen.bin";
}

/// The length and checksum of each log at a checkpoint, by file name.
pub type LogMarks = BTreeMap<String, LogMark>;

/// The logs of a run, open for more rows.
#[derive(Debug)]
pub struct Logs {
    /// `progress.csv`: a row for each generation.
    pub progress: AppendLog,
    /// `timing.csv`: wall-clock times. It is the only log that differs when a run is repeated.
    pub timing: AppendLog,
    /// `operators.csv`: the children of each operator, and the rate at which it is chosen.
    pub operators: AppendLog,
    /// `islands.csv`: a row for each island and generation.
    pub islands: AppendLog,
    /// `events.jsonl`: new bests, migrations, restarts, and boards without an exact fitness.
    pub events: AppendLog,
    /// `records.jsonl`: a line for each board that became the best of its order, or of its
    /// collected value.
    pub records: AppendLog,
    /// `seen.bin`: the fingerprints of the boards that each island met.
    pub seen: SeenLog,
}

impl Logs {
    /// Creates empty logs in a run folder.
    pub(super) fn create(run: &Path) -> Result<Logs, FileError> {
        let logs = Logs::by(|name| AppendLog::create(&run.join(name)))?;
        // The names of the files have to be as durable as the lengths that a checkpoint records.
        sync_folder(run).map_err(FileError::of("sync", run))?;
        Ok(logs)
    }

    /// The logs that a function opens by their names.
    fn by<E>(mut open: impl FnMut(&str) -> Result<AppendLog, E>) -> Result<Logs, E> {
        Ok(Logs {
            progress: open(names::PROGRESS)?,
            timing: open(names::TIMING)?,
            operators: open(names::OPERATORS)?,
            islands: open(names::ISLANDS)?,
            events: open(names::EVENTS)?,
            records: open(names::RECORDS)?,
            seen: SeenLog::over(open(names::SEEN)?),
        })
    }

    /// Opens the logs in a run folder and cuts them back to the lengths in `marks`. All logs are
    /// checked before the first one is cut.
    pub(super) fn open_at(run: &Path, marks: &LogMarks) -> Result<Logs, LogError> {
        let mut checked = BTreeMap::new();
        for name in Self::TEXT.into_iter().chain([names::SEEN]) {
            let path = run.join(name);
            let Some(&mark) = marks.get(name) else {
                return Err(LogError::Unrecorded { path });
            };
            checked.insert(name, (mark, check(&path, mark)?));
        }
        let mut logs = Logs::by(|name| {
            let path = run.join(name);
            match checked.remove(name) {
                Some((mark, checksum)) => Ok(AppendLog::open_checked(&path, mark, checksum)?),
                None => Err(LogError::Unrecorded { path }),
            }
        })?;
        logs.keep_columns()?;
        Ok(logs)
    }

    /// The logs in a run folder that are not as `marks` records them: those with fewer bytes, and
    /// those whose recorded bytes have changed. Each has the reason.
    pub(super) fn changed(run: &Path, marks: &LogMarks) -> Vec<(PathBuf, LogError)> {
        // The times of a run are no results.
        let results = Self::TEXT.into_iter().filter(|&name| name != names::TIMING);
        let names = results.chain([names::SEEN]);
        let logs = names.filter_map(|name| Some((run.join(name), *marks.get(name)?)));
        let changed = logs.filter_map(|(path, mark)| {
            let why = check(&path, mark).err()?;
            Some((path, why))
        });
        changed.collect()
    }

    /// Restricts each table to the columns in its header.
    fn keep_columns(&mut self) -> Result<(), FileError> {
        self.progress.keep_columns::<ProgressRow>()?;
        self.timing.keep_columns::<TimingRow>()?;
        self.operators.keep_columns::<OperatorRow>()?;
        self.islands.keep_columns::<IslandRow>()
    }

    pub(super) const TEXT: [&str; 6] = [
        names::PROGRESS,
        names::TIMING,
        names::OPERATORS,
        names::ISLANDS,
        names::EVENTS,
        names::RECORDS,
    ];

    fn text_logs(&mut self) -> [&mut AppendLog; 6] {
        [
            &mut self.progress,
            &mut self.timing,
            &mut self.operators,
            &mut self.islands,
            &mut self.events,
            &mut self.records,
        ]
    }

    /// Appends the headers of the tables, for a new run.
    pub fn append_heads(&mut self) -> Result<(), FileError> {
        self.progress.append_head::<ProgressRow>()?;
        self.timing.append_head::<TimingRow>()?;
        self.operators.append_head::<OperatorRow>()?;
        self.islands.append_head::<IslandRow>()
    }

    /// Appends the rows of a generation.
    pub fn append(&mut self, rows: &GenerationRows) -> Result<(), FileError> {
        self.progress.append_row(&rows.progress)?;
        self.timing.append_row(rows.timing)?;
        let mut tried = rows.operators.iter().filter(|row| !row.is_idle);
        tried.try_for_each(|row| self.operators.append_row(row))?;
        let mut islands = rows.islands.iter();
        islands.try_for_each(|row| self.islands.append_row(row))?;
        for event in &rows.events {
            let line = event.to_line().map_err(std::io::Error::from);
            let line = line.map_err(FileError::of("append to", self.events.path()))?;
            self.events.append_line(&line)?;
        }
        let mut records = rows.records.iter();
        records.try_for_each(|record| self.append_record(record))
    }

    /// Appends a record.
    pub fn append_record(&mut self, record: &RecordLine) -> Result<(), FileError> {
        self.records.append_line(&to_line(record))
    }

    /// Writes all buffered bytes to the files, so that readers see them and they outlive this
    /// process.
    pub fn flush(&mut self) -> Result<(), FileError> {
        for log in self.text_logs() {
            log.flush()?;
        }
        self.seen.flush()
    }

    /// Syncs all logs to the disk. Returns their lengths and checksums, for a checkpoint.
    pub fn flush_and_sync(&mut self) -> Result<LogMarks, FileError> {
        let mut marks = LogMarks::new();
        for (name, log) in Self::TEXT.into_iter().zip(self.text_logs()) {
            marks.insert(name.to_string(), log.flush_and_sync()?);
        }
        marks.insert(names::SEEN.to_string(), self.seen.flush_and_sync()?);
        Ok(marks)
    }
}
