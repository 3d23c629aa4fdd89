//! Begins and resumes runs.

use super::super::backend::{Backend, Control, GenerationSource, LocalBackend};
use super::super::count::with_counted;
use super::super::elites::EliteFacts;
use super::super::error::{RunError, SearchError};
use super::super::evaluator::Evaluator;
use super::super::front::CheckedFront;
use super::super::local::Search;
use super::clock::now;
use super::{AskedSoFar, CountedOrders, Driver, DriverState, LatestCheckpoint};
use boilingpoint_plan::Plan;
use boilingpoint_record::counted::CountedOrder;
use boilingpoint_record::folder::{
    FolderError, Logs, ResumedRun, RunFolder, RunWriter, write_atomic,
};
use boilingpoint_record::manifest::{Machine, Manifest, Status};
use boilingpoint_record::quarantine;
use boilingpoint_record::view::{History, RunView};
use std::path::Path;

impl Driver {
    /// Begins a run in a new folder, computed in this process.
    ///
    /// # Errors
    /// When the folder holds a run already or cannot be written, or the plan cannot be carried out.
    pub fn begin(plan: &Plan, dir: &Path, control: Control) -> Result<Driver, RunError> {
        Driver::begin_by(&LocalBackend, plan, dir, control)
    }

    /// Like [`Driver::begin`], with another back end.
    ///
    /// # Errors
    /// As [`Driver::begin`].
    pub fn begin_by(
        backend: &dyn Backend,
        plan: &Plan,
        dir: &Path,
        control: Control,
    ) -> Result<Driver, RunError> {
        let began = boilingpoint_clock::now();
        let abort = Some(control.abort.clone());
        let evaluator = Evaluator::new(plan, abort.clone())?;
        let manifest = Manifest {
            started: now(),
            ..Manifest::new(&plan.name, plan.seed, machine(&evaluator))
        };
        let config = plan.to_toml();
        let writer = RunFolder::create(dir, &config, &manifest)?;
        let logs = new_logs(&writer)?;
        let counted = match evaluator.count(plan, &control) {
            Err(why) => return Err(not_counted(&writer, manifest, why)?),
            Ok(orders) => CountedOrders {
                orders,
                is_own: true,
            },
        };
        writer.write_counted(&counted.orders)?;
        let searched = with_counted(plan, &counted.orders)?;
        let evaluator = Evaluator::with_pool(&searched, abort, evaluator.pool().clone())?;
        let search = Search::by(&searched, evaluator)?;
        let search = backend.begin(&searched, &control, search);
        let mut driver = Driver {
            plan: plan.clone(),
            config,
            counted,
            writer,
            logs,
            search,
            control,
            elapsed_before: 0.0,
            began,
            manifest,
            asked: AskedSoFar::default(),
            saved: 0,
            latest: LatestCheckpoint::none(),
            shrunk: None,
            checked: CheckedFront::new(),
            elites: EliteFacts::new(),
            exhausted: false,
            finished: None,
        };
        driver.save()?;
        driver.search.enter(driver.writer.folder().path())?;
        Ok(driver)
    }

    /// Resumes a run from its newest sound checkpoint. A run that ended before its first checkpoint
    /// begins again. `plan_of` reads the plan from the text of the run's original config (and may
    /// extend its limits). Also returns warnings.
    ///
    /// # Errors
    /// When the folder has no sound checkpoint, its logs are damaged, or `plan_of` fails.
    pub fn resume<E: From<RunError>>(
        dir: &Path,
        control: Control,
        plan_of: impl FnOnce(&str) -> Result<Plan, E>,
    ) -> Result<(Driver, Vec<String>), E> {
        Driver::resume_by(&LocalBackend, dir, control, plan_of)
    }

    /// Like [`Driver::resume`], with another back end.
    ///
    /// # Errors
    /// As [`Driver::resume`].
    pub fn resume_by<E: From<RunError>>(
        backend: &dyn Backend,
        dir: &Path,
        control: Control,
        plan_of: impl FnOnce(&str) -> Result<Plan, E>,
    ) -> Result<(Driver, Vec<String>), E> {
        let writer = RunFolder::open_for_writing(dir).map_err(RunError::from)?;
        if !writer.has_begun().map_err(RunError::from)? {
            let plan = plan_of(&writer.folder().config().map_err(RunError::from)?)?;
            return Ok(Driver::begin_again(backend, &plan, writer, control)?);
        }
        let resumed = writer.resume::<DriverState>().map_err(RunError::from)?;
        let plan = plan_of(&resumed.checkpoint.config)?;
        Ok(Driver::restore(backend, plan, writer, resumed, control)?)
    }

    /// Makes the driver of a run from its checkpoint.
    fn restore(
        backend: &dyn Backend,
        plan: Plan,
        writer: RunWriter,
        resumed: ResumedRun<DriverState>,
        control: Control,
    ) -> Result<(Driver, Vec<String>), RunError> {
        let DriverState {
            search,
            elapsed_seconds,
        } = resumed.checkpoint.state;
        if !elapsed_seconds.is_finite() || elapsed_seconds < 0.0 {
            let why = format!("the run has taken {elapsed_seconds} seconds");
            return Err(SearchError::State(why).into());
        }
        let (found, expected) = (search.totals.generation, resumed.checkpoint.generation);
        if found != expected {
            let why = format!("the totals are of generation {found}; expected {expected}");
            return Err(SearchError::State(why).into());
        }
        let (seen, abort) = (writer.folder().seen()?, Some(control.abort.clone()));
        let orders = counted_before(&plan, &writer)?;
        let searched = with_counted(&plan, &orders)?;
        let search = Search::restore(&searched, abort, search, seen)?;
        let dir = writer.folder().path();
        let search = backend.resume(&searched, &control, dir, search)?;
        let mut driver = Driver {
            config: plan.to_toml(),
            counted: CountedOrders {
                orders,
                is_own: false,
            },
            manifest: resumed_manifest(&plan, &writer, &*search)?,
            asked: asked_before(&plan, writer.folder())?,
            saved: search.totals().generation,
            latest: LatestCheckpoint::none(),
            plan,
            writer,
            logs: resumed.logs,
            search,
            control,
            elapsed_before: elapsed_seconds,
            began: boilingpoint_clock::now(),
            shrunk: None,
            checked: CheckedFront::new(),
            elites: EliteFacts::new(),
            exhausted: false,
            finished: None,
        };
        match driver.finished_before()? {
            Some(before) => {
                driver.exhausted = before.stop_reason.as_deref() == Some("exhausted");
                driver.finished = Some(before);
            }
            None => driver.write_resumed()?,
        }
        Ok((driver, resumed.warnings))
    }

    /// The manifest in the folder of a run that had finished and is resumed with the same config.
    fn finished_before(&self) -> Result<Option<Manifest>, RunError> {
        let folder = self.writer.folder();
        let before = folder.manifest().map_err(FolderError::from)?;
        let is_same = before.status == Status::Finished
            && before.generations == self.manifest.generations
            && before.boards_valued == self.manifest.boards_valued
            && folder.config()? == self.config;
        Ok(is_same.then_some(before))
    }

    /// Writes the config and the manifest of a resumed run.
    pub(super) fn write_resumed(&self) -> Result<(), RunError> {
        let folder = self.writer.folder();
        write_atomic(&folder.config_path(), self.config.as_bytes())?;
        Ok(self.writer.write_manifest(&self.manifest)?)
    }

    /// Begins a run again that was killed before its first checkpoint.
    fn begin_again(
        backend: &dyn Backend,
        plan: &Plan,
        writer: RunWriter,
        control: Control,
    ) -> Result<(Driver, Vec<String>), RunError> {
        let dir = writer.folder().path().to_path_buf();
        writer.forget_unless_begun()?;
        let driver = Driver::begin_by(backend, plan, &dir, control)?;
        let warning = format!(
            "{} ended before its first checkpoint; it begins again",
            dir.display()
        );
        Ok((driver, vec![warning]))
    }
}

fn new_logs(writer: &RunWriter) -> Result<Logs, RunError> {
    let mut logs = writer.start_logs()?;
    logs.append_heads()?;
    Ok(logs)
}

/// Marks a run as stopped whose small orders were not counted to the end. It begins again when it is
/// resumed. Returns the error of the count.
fn not_counted(
    writer: &RunWriter,
    manifest: Manifest,
    why: SearchError,
) -> Result<RunError, RunError> {
    writer.write_manifest(&Manifest {
        status: Status::Stopped,
        stop_reason: Some("interrupted".to_string()),
        ended: Some(now()),
        ..manifest
    })?;
    Ok(why.into())
}

/// The orders that a run counted before its first checkpoint.
fn counted_before(plan: &Plan, writer: &RunWriter) -> Result<Vec<CountedOrder>, RunError> {
    match plan.search.count {
        0 => Ok(Vec::new()),
        _ => Ok(writer.folder().counted()?),
    }
}

/// The manifest of a resumed run. Most of it is made from the plan and the checkpoint. The file is
/// not trusted: it may have been edited, or may belong to a later checkpoint that is damaged.
fn resumed_manifest(
    plan: &Plan,
    writer: &RunWriter,
    search: &dyn GenerationSource,
) -> Result<Manifest, RunError> {
    let folder = writer.folder();
    let totals = search.totals();
    Ok(Manifest {
        name: plan.name.clone(),
        seed: plan.seed,
        generations: totals.generation,
        boards_valued: totals.scored,
        skipped_epochs: quarantine::cut_back(folder.path(), totals.generation)?,
        status: Status::Running,
        stop_reason: None,
        ended: None,
        machine: machine(search.evaluator()),
        ..folder.manifest().map_err(FolderError::from)?
    })
}

/// The boards that a resumed run has asked, from its logs, which have been cut back.
fn asked_before(plan: &Plan, folder: &RunFolder) -> Result<AskedSoFar, RunError> {
    let view = RunView::read(folder, plan.search.islands, History::COUNTS)?;
    Ok(AskedSoFar {
        counts: view.counts(),
        undefined_reason: view.events.undefined_reason,
    })
}

fn machine(evaluator: &Evaluator) -> Machine {
    Machine {
        os: std::env::consts::OS.to_string(),
        arch: std::env::consts::ARCH.to_string(),
        threads: evaluator.threads() as u64,
    }
}
