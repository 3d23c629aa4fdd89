//! Searches in run folders.

use crate::error::{self, Raised, RunFolderError};
use crate::work::Work;
use boilingpoint::{ConfigError, Control, Driver, Override, Plan, RunError, read_boards};
use boilingpoint_plan::read_no_boards;
use boilingpoint_problem::invariants;
use boilingpoint_record::records::to_line;
use boilingpoint_report::{ReportedRun, charts};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time between two calls of the function that shows the progress.
const PAUSE: Duration = Duration::from_millis(100);
/// The time that a run has to write its last checkpoint when it is interrupted.
const LAST_CHECKPOINT: u32 = 100;

/// The reason why a run ended without a result.
enum Failure {
    Config(Box<ConfigError>),
    Key(String),
    Run(RunError),
}

impl From<RunError> for Failure {
    fn from(why: RunError) -> Failure {
        Failure::Run(why)
    }
}

impl Raised for Failure {
    fn raised(self) -> PyErr {
        match self {
            Failure::Config(why) => why.raised(),
            Failure::Key(why) => error::ConfigurationError::new_err(why),
            Failure::Run(why) => why.raised(),
        }
    }
}

/// The config of a search.
#[derive(FromPyObject)]
pub enum Config {
    /// The path of a file.
    #[pyo3(transparent)]
    File(PathBuf),
    /// The text of a config.
    #[pyo3(transparent)]
    Text((String,)),
}

impl Config {
    fn plan(&self, overrides: &[Override]) -> Result<Plan, ConfigError> {
        match self {
            Config::File(path) => Plan::load(path, overrides, read_boards),
            Config::Text((text,)) => {
                Plan::resolve("config", text.as_bytes(), overrides, read_boards)
            }
        }
    }
}

fn overrides(set: &[String]) -> Vec<Override> {
    set.iter().map(|text| Override::set(text)).collect()
}

/// The resolved config of a search as TOML, and its name.
#[pyfunction]
pub fn _plan(config: Config, set: Vec<String>) -> PyResult<(String, String)> {
    let plan = config.plan(&overrides(&set)).map_err(Raised::raised)?;
    Ok((plan.to_toml(), plan.name.clone()))
}

/// The progress of a run: generation, boards valued, best fitness, seconds, records.
type Progress = (u64, u64, Option<String>, f64, u64);

/// How a run ended: the reason, and warnings.
type Ended = (String, Vec<String>);

/// Begins a run in a new folder and runs it to its end.
#[pyfunction]
pub fn _search(
    py: Python<'_>,
    config: Config,
    set: Vec<String>,
    folder: PathBuf,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Ended> {
    let plan = config.plan(&overrides(&set)).map_err(Raised::raised)?;
    run(py, progress, move |control| {
        let driver = Driver::begin(&plan, &folder, control)?;
        Ok((driver, Vec::new()))
    })
}

/// Resumes a run.
#[pyfunction]
pub fn _resume(
    py: Python<'_>,
    folder: PathBuf,
    set: Vec<String>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Ended> {
    run(py, progress, move |control| {
        Driver::resume(&folder, control, |config| resumed(config, &overrides(&set)))
    })
}

/// The plan of a resumed run, whose limits may be extended.
fn resumed(config: &str, overrides: &[Override]) -> Result<Plan, Failure> {
    let resolve = |overrides: &[Override]| {
        let plan =
            Plan::resolve_of_run("config.toml", config.as_bytes(), overrides, read_no_boards);
        plan.map_err(|why| Failure::Config(Box::new(why)))
    };
    let (old, new) = (resolve(&[])?, resolve(overrides)?);
    match old.differences(&new).first() {
        None => Ok(new),
        Some(d) => Err(Failure::Key(format!(
            "this key of a run cannot change: `{}` is {} in this run, not {}; begin a new run",
            d.key, d.old, d.new
        ))),
    }
}

/// Runs a driver on a thread of its own. When Ctrl-C is pressed, the run writes a checkpoint, and
/// the exception is raised.
fn run(
    py: Python<'_>,
    progress: Option<Bound<'_, PyAny>>,
    begin: impl FnOnce(Control) -> Result<(Driver, Vec<String>), Failure> + Send + 'static,
) -> PyResult<Ended> {
    let control = Control::default();
    let latest: Arc<Mutex<Option<Progress>>> = Arc::default();
    let seen = latest.clone();
    let flags = control.clone();
    let mut work = Work::begin_stopped_by(control.abort.clone(), move |_| {
        let (mut driver, warnings) = begin(flags)?;
        let began = std::time::Instant::now();
        let before = driver.elapsed();
        let mut records = 0;
        let ended = driver.run(|rows| {
            records += rows.records.len() as u64;
            let row = &rows.progress;
            let best = row.best.map(|best| best.to_string());
            let seconds = before + began.elapsed().as_secs_f64();
            let now = (
                row.generation + 1,
                row.boards_valued,
                best,
                seconds,
                records,
            );
            *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        })?;
        Ok::<Ended, Failure>((ended.reason.to_string(), warnings))
    })?;
    loop {
        let done = work.wait(py, PAUSE).and_then(|done| {
            let now = latest.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let (Some(progress), Some(now)) = (&progress, now) {
                progress.call1(now)?;
            }
            Ok(done)
        });
        match done {
            Ok(Some(ended)) => return ended.map_err(Raised::raised),
            Ok(None) => {}
            Err(why) => {
                control.finish.store(true, Ordering::Relaxed);
                for _ in 0..LAST_CHECKPOINT {
                    if work.stop(py).is_some() {
                        break;
                    }
                }
                return Err(why);
            }
        }
    }
}

fn read(folder: &Path) -> PyResult<ReportedRun> {
    ReportedRun::read(folder).map_err(|e| RunFolderError::new_err(e.to_string()))
}

/// Reads a run folder: its files as JSON texts, and what its config says, by their names.
#[pyfunction]
pub fn _read_run(py: Python<'_>, folder: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let run = py.detach(|| read(&folder))?;
    let view = &run.view;
    let files = PyDict::new(py);
    files.set_item("manifest", to_line(&view.manifest))?;
    let lines: [(&str, Vec<String>); 5] = [
        ("progress", view.progress.iter().map(to_line).collect()),
        ("timing", view.timing.iter().map(to_line).collect()),
        ("records", view.records.iter().map(to_line).collect()),
        ("archive", view.archive.iter().map(to_line).collect()),
        (
            "cells",
            run.plan
                .archive
                .cells
                .iter()
                .map(|i| i.name.to_string())
                .collect(),
        ),
    ];
    for (name, lines) in lines {
        files.set_item(name, lines)?;
    }
    files.set_item("config", run.plan.to_toml())?;
    files.set_item("ruleset", run.plan.game.ruleset.name())?;
    files.set_item("objective", run.objective())?;
    let goals = run.plan.objective.goals().iter();
    let wholes: Vec<bool> = goals
        .map(|goal| invariants::is_whole(goal, |_| false))
        .collect();
    files.set_item("wholes", wholes)?;
    Ok(files)
}

/// The names of the charts of a run.
const CHARTS: [&str; 7] = [
    "fitness",
    "frontier",
    "heat",
    "islands",
    "operators",
    "rates",
    "throughput",
];

/// A chart of a run as SVG.
#[pyfunction]
pub fn _chart(py: Python<'_>, folder: PathBuf, kind: &str) -> PyResult<String> {
    if !CHARTS.contains(&kind) {
        let known = CHARTS.join(", ");
        return Err(error::input(format!(
            "there is no chart `{kind}`; known: {known}"
        )));
    }
    py.detach(|| {
        let run = read(&folder)?;
        let inputs = charts::ChartInputs::new(&run, charts::Sheet::Page);
        // The first picture of several is the one by generations.
        let first = |pictures: Vec<charts::Picture>| pictures.into_iter().next();
        let drawn = match kind {
            "fitness" => charts::fitness(&inputs).map(first),
            "frontier" => charts::frontier(&inputs, &BTreeMap::new()).map(Some),
            "heat" => charts::heat(&inputs).map(Some),
            "islands" => charts::islands(&inputs),
            "operators" => charts::operators(&inputs).map(Some),
            "rates" => charts::rates(&inputs).map(Some),
            _ => charts::throughput(&inputs).map(first),
        };
        let drawn = drawn.map_err(|e| RunFolderError::new_err(e.to_string()))?;
        drawn
            .map(|picture| picture.svg)
            .ok_or_else(|| error::input(format!("the run has no chart `{kind}`")))
    })
}
