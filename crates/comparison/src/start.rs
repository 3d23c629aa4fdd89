//! Opens the runs of a comparison: begins them, resumes them, or finds them finished.

use super::{ComparisonError, PlannedRun};
use boilingpoint_plan::Plan;
use boilingpoint_plan::read_no_boards;
use boilingpoint_record::folder::{FolderError, RunFolder};
use boilingpoint_record::manifest::Status;
use boilingpoint_search::{Backend, Control, Driver, RunError};
use std::path::Path;

/// A run of a comparison that has been opened.
pub enum OpenedRun {
    /// The run has finished.
    Finished,
    /// The run is new, or was resumed from its last checkpoint. The texts are warnings for the
    /// user.
    Unfinished(Box<Driver>, Vec<String>),
}

/// The run in a folder, if there is one.
///
/// # Errors
/// When the folder has a run that cannot be read.
pub fn begun(dir: &Path) -> Result<Option<RunFolder>, FolderError> {
    match RunFolder::open(dir) {
        Ok(folder) => Ok(Some(folder)),
        Err(FolderError::Missing { .. } | FolderError::NotARun { .. }) => Ok(None),
        Err(other) => Err(other),
    }
}

impl PlannedRun {
    /// Refuses a folder that holds a run of another config.
    pub(super) fn check_folder(&self) -> Result<(), ComparisonError> {
        match begun(&self.dir)? {
            Some(folder) => {
                let config = folder.config()?;
                self.check_config(&folder.config_path(), &config)
            }
            None => Ok(()),
        }
    }

    /// Whether the folder holds a run of this config that has finished.
    pub(super) fn has_finished(&self) -> bool {
        let folder = begun(&self.dir).ok().flatten();
        let finished = folder.and_then(|folder| folder.manifest().ok());
        let finished = finished.is_some_and(|m| m.status == Status::Finished);
        finished && self.check_folder().is_ok()
    }

    fn check_config(&self, path: &Path, config: &str) -> Result<(), ComparisonError> {
        let file = path.display().to_string();
        let there = Plan::resolve_of_run(&file, config.as_bytes(), &[], read_no_boards)?;
        match there.differences_of_runs(&self.plan).into_iter().next() {
            None => Ok(()),
            Some(difference) => Err(ComparisonError::OtherConfig {
                dir: self.dir.clone(),
                difference,
            }),
        }
    }

    /// Begins the run, resumes it from its last checkpoint, or finds it finished.
    ///
    /// # Errors
    /// When its folder holds a run of another config, or the run cannot begin or continue.
    pub fn open(
        &self,
        backend: &dyn Backend,
        control: Control,
    ) -> Result<OpenedRun, ComparisonError> {
        self.check_folder()?;
        let Some(folder) = begun(&self.dir)? else {
            return self.begin(backend, control);
        };
        if folder.manifest()?.status == Status::Finished {
            return Ok(OpenedRun::Finished);
        }
        if RunFolder::open_for_writing(&self.dir)?.forget_unless_begun()? {
            return self.begin(backend, control);
        }
        let plan_of = |config: &str| -> Result<Plan, ResumeError> {
            self.check_config(&folder.config_path(), config)?;
            Ok(self.plan.clone())
        };
        let (driver, warnings) = Driver::resume_by(backend, &self.dir, control, plan_of).map_err(
            |refused| match refused {
                ResumeError::Run(cause) => self.failed(cause),
                ResumeError::Config(error) => error,
            },
        )?;
        Ok(OpenedRun::Unfinished(Box::new(driver), warnings))
    }

    fn begin(&self, backend: &dyn Backend, control: Control) -> Result<OpenedRun, ComparisonError> {
        let begun = Driver::begin_by(backend, &self.plan, &self.dir, control);
        let driver = begun.map_err(|cause| self.failed(cause))?;
        Ok(OpenedRun::Unfinished(Box::new(driver), Vec::new()))
    }

    /// An error of this run, with the path of its folder.
    pub fn failed(&self, cause: RunError) -> ComparisonError {
        ComparisonError::Run {
            dir: self.dir.clone(),
            cause,
        }
    }
}

/// The reason why a run cannot be resumed: an error of the run, or another config.
enum ResumeError {
    Run(RunError),
    Config(ComparisonError),
}

impl From<RunError> for ResumeError {
    fn from(error: RunError) -> ResumeError {
        ResumeError::Run(error)
    }
}

impl From<ComparisonError> for ResumeError {
    fn from(error: ComparisonError) -> ResumeError {
        ResumeError::Config(error)
    }
}
