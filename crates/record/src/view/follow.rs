//! Feeds a view from the files of a run folder, once or while they grow.

use super::tail::{LineTail, TableTail};
use super::{History, Keep, RunView};
use crate::folder::RunFolder;
use crate::manifest::ManifestError;
use crate::own;
use crate::records::LineError;
use std::path::PathBuf;

/// The reason why the files of a run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The manifest cannot be read.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A line or a row is damaged, or a file cannot be read.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A log was cut back after it was read.
    #[error("{} is shorter than it was", .path.display())]
    Cut {
        /// The path of the file or folder.
        path: PathBuf,
    },
}

/// Reads the logs of a run folder, and remembers how much of each log it has read.
#[derive(Debug)]
pub struct LogFollower {
    folder: RunFolder,
    progress: TableTail,
    timing: TableTail,
    islands: TableTail,
    operators: TableTail,
    events: LineTail,
    records: LineTail,
}

impl RunView {
    /// Reads a run folder.
    ///
    /// # Errors
    /// When a file is damaged. The error names the file and the line.
    pub fn read(
        folder: &RunFolder,
        islands: usize,
        history: History,
    ) -> Result<RunView, ViewError> {
        let mut view = RunView::new(folder.manifest()?, islands, history);
        LogFollower::new(folder).read_on(&mut view)?;
        Ok(view)
    }
}

impl LogFollower {
    /// A follower that has read nothing yet.
    pub fn new(folder: &RunFolder) -> LogFollower {
        LogFollower {
            progress: TableTail::new(folder.progress_path()),
            timing: TableTail::new(folder.timing_path()),
            islands: TableTail::new(folder.islands_path()),
            operators: TableTail::new(folder.operators_path()),
            events: LineTail::new(folder.events_path()),
            records: LineTail::new(folder.records_path()),
            folder: folder.clone(),
        }
    }

    /// Reads the rows that were added to the logs since the last call, and adds them to `view`,
    /// which has to be the same view at every call. After an error, both the view and the follower
    /// have to be made anew.
    ///
    /// # Errors
    /// As for [`RunView::read`]; also when a resume cut a log back.
    pub fn read_on(&mut self, view: &mut RunView) -> Result<(), ViewError> {
        let history = view.history;
        view.manifest = self.folder.manifest()?;
        if history.progress != Keep::Nothing {
            let rows = self.progress.fresh()?;
            rows.into_iter().for_each(|row| view.add_progress(row));
        }
        if history.timing != Keep::Nothing {
            let rows = self.timing.fresh()?;
            rows.into_iter().for_each(|row| view.timing.push(row));
        }
        if history.islands != Keep::Nothing {
            let rows = self.islands.fresh()?;
            rows.into_iter().for_each(|row| view.add_island(row));
        }
        if history.operators != Keep::Nothing {
            let rows = self.operators.fresh()?;
            rows.into_iter().for_each(|row| view.add_operator(row));
        }
        if history.events != Keep::Nothing || history.bests != Keep::Nothing {
            let events = self.events.fresh()?;
            events.into_iter().for_each(|event| view.add_event(event));
        }
        if history.records != Keep::Nothing {
            let records = self.records.fresh()?;
            records.into_iter().for_each(|line| view.add_record(line));
        }
        // Each checkpoint replaces the archive atomically.
        if history.archive && own::exists(&self.folder.archive_path()) {
            view.archive = self.folder.archive()?;
        }
        if history.archive {
            view.front = self.folder.front()?;
        }
        Ok(())
    }
}
