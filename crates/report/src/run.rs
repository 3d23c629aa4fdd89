//! A run with its plan. It is read from its folder once, or again and again while the run is in
//! progress.

use super::ReportError;
use boilingpoint_plan::{Plan, Question};
use boilingpoint_record::counted::CountedOrder;
use boilingpoint_record::folder::RunFolder;
use boilingpoint_record::records::LineError;
use boilingpoint_record::view::{History, LogFollower, RunView, ViewError};
use std::path::Path;

/// A run in a folder, with its plan.
pub struct ReportedRun {
    /// The folder of the run.
    pub folder: RunFolder,
    /// The plan of the run.
    pub plan: Plan,
    /// The view.
    pub view: RunView,
    /// The orders that were counted before the first generation.
    pub counted: Vec<CountedOrder>,
    logs: LogFollower,
}

impl ReportedRun {
    /// Reads a run folder.
    ///
    /// # Errors
    /// If the folder is not a run folder, or if a file is damaged. The error names file and line.
    pub fn read(path: &Path) -> Result<ReportedRun, ReportError> {
        let folder = RunFolder::open(path)?;
        let plan = Plan::of_run::<ReportError>(&folder, boilingpoint_plan::read_no_boards)?;
        let manifest = folder.manifest().map_err(ViewError::from)?;
        let mut run = ReportedRun {
            view: RunView::new(manifest, plan.search.islands, History::WHOLE),
            counted: folder.counted().map_err(ViewError::from)?,
            logs: LogFollower::new(&folder),
            plan,
            folder,
        };
        run.logs.read_on(&mut run.view)?;
        Ok(run)
    }

    /// Reads new rows. If a resume has cut the logs back, reads the run again from the start.
    ///
    /// # Errors
    /// As for [`ReportedRun::read`].
    pub fn refresh(&mut self) -> Result<(), ReportError> {
        if self.counted.is_empty() {
            self.counted = self.folder.counted().map_err(ViewError::from)?;
        }
        match self.logs.read_on(&mut self.view) {
            // A resume has cut the logs back, so other rows may stand where rows were read before.
            Err(ViewError::Cut { .. } | ViewError::Line(LineError::Malformed { .. })) => {
                *self = ReportedRun::read(self.folder.path())?;
                Ok(())
            }
            other => Ok(other?),
        }
    }

    /// The result of the run so far.
    pub fn standing(&self) -> Option<String> {
        let values = self.view.progress.last().map_or(0, |row| row.cells);
        let best = self.view.manifest.best.as_ref();
        self.plan.objective.standing(best, values)
    }

    /// The objective as text.
    pub fn objective(&self) -> String {
        boilingpoint_book::harvest::objective_text(&self.plan, None)
    }

    /// Whether the run has more than one generation, so that it has a course over time. A search
    /// that counts its class whole has one.
    pub fn has_course(&self) -> bool {
        self.view.generations() > 1
    }

    /// The first expression of the objective, which charts show. With `find`, it is 1 on boards
    /// that meet the condition, and 0 on others.
    pub fn first_objective(&self) -> String {
        if let Question::Find(find) = self.plan.objective.question() {
            return format!("answer (1: a board has {find})");
        }
        let goals = self.plan.objective.goals();
        goals
            .first()
            .map_or(String::new(), |goal| goal.text().to_string())
    }
}

/// Reads an exact rational as a floating-point number, for a chart.
pub fn number(text: &str) -> Option<f64> {
    match text.split_once('/') {
        Some((n, d)) => Some(n.parse::<f64>().ok()? / d.parse::<f64>().ok()?),
        None => text.parse().ok(),
    }
}
