//! A run and its plan, read from a folder once or followed while the run goes on.

use super::ReportError;
use crate::plan::Plan;
use crate::record::folder::RunFolder;
use crate::record::records::LineError;
use crate::record::view::{History, LogFollower, RunView, ViewError};
use std::path::Path;

/// A run in a folder, with its plan.
pub struct ReportedRun {
    /// The folder.
    pub folder: RunFolder,
    /// The plan.
    pub plan: Plan,
    /// The run.
    pub view: RunView,
    logs: LogFollower,
}

impl ReportedRun {
    /// Reads a run folder.
    ///
    /// # Errors
    /// When it is none, or a file is damaged; the error names the file and the line.
    pub fn read(path: &Path) -> Result<ReportedRun, ReportError> {
        let folder = RunFolder::open(path)?;
        let config = folder.config()?;
        let name = folder.config_path().display().to_string();
        let plan = Plan::resolve(&name, config.as_bytes(), &[], crate::search::read_boards)?;
        let manifest = folder.manifest().map_err(ViewError::from)?;
        let mut run = ReportedRun {
            view: RunView::new(manifest, plan.search.islands, History::WHOLE),
            logs: LogFollower::new(&folder),
            plan,
            folder,
        };
        run.logs.read_on(&mut run.view)?;
        Ok(run)
    }

    /// Reads what was written since. A run that was set back, by a resume, is read anew.
    ///
    /// # Errors
    /// As for [`ReportedRun::read`].
    pub fn refresh(&mut self) -> Result<(), ReportError> {
        match self.logs.read_on(&mut self.view) {
            // set back: where a row was, another may have begun
            Err(ViewError::Cut { .. } | ViewError::Line(LineError::Malformed { .. })) => {
                *self = ReportedRun::read(self.folder.path())?;
                Ok(())
            }
            other => Ok(other?),
        }
    }

    /// The objective in words.
    pub fn objective(&self) -> String {
        crate::book::harvest::objective_text(&self.plan, None)
    }

    /// The expression that comes first, which charts show.
    pub fn first_objective(&self) -> &str {
        let goals = self.plan.objective.goals();
        goals.first().map_or("", |goal| goal.text())
    }
}

/// The text of an exact rational as a number for a chart.
pub fn number(text: &str) -> Option<f64> {
    match text.split_once('/') {
        Some((n, d)) => Some(n.parse::<f64>().ok()? / d.parse::<f64>().ok()?),
        None => text.parse().ok(),
    }
}
