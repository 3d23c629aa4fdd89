//! Drives a search through its generations, and writes down what happens.
//!
//! A generation is written to the logs after it has been told to the engine; every so often the
//! logs are brought to the disk and a checkpoint records their lengths, their checksums and the whole state. On
//! resume the logs are cut back to those lengths, so nothing is lost or written twice whatever
//! the instant of a kill. Clocks are read here and nowhere below: what they decide (where a run
//! ends) never changes what a generation contains.

use super::collection;
use super::config::Plan;
use super::folder::{FileError, FolderError, Logs, RunFolder, RunWriter};
use super::lines;
use super::manifest::{Best, FORMAT, Inexact, Machine, Manifest, Status};
use super::records::{LineError, fitness_text, to_line};
use super::search::{SearchError, SearchState, Step, canonical_board};
use super::set_aside;
use super::source::{Here, Origin, Source};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The records, read back to be put in order.
    #[error(transparent)]
    Lines(#[from] LineError),
    /// The search.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Whatever the islands are gone on with by.
    #[error(transparent)]
    Elsewhere(Box<dyn std::error::Error + Send + Sync>),
}

/// How the outside interrupts a run.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Finish the generation, write a checkpoint and stop.
    pub finish: Arc<AtomicBool>,
    /// Give the generation up at once, and stop where it began.
    pub abort: Arc<AtomicBool>,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Finished or stopped.
    pub status: Status,
    /// Why: `generations`, `stop_when`, `boards`, `exhausted`, `seconds` or `interrupted`.
    pub reason: &'static str,
}

/// What is shown while a run goes on.
pub struct Sight<'a> {
    /// Generations done.
    pub generation: u64,
    /// Generations to do.
    pub generations: u64,
    /// Boards given a value so far.
    pub boards_valued: u64,
    /// Boards given a value in a second, of late.
    pub boards_per_second: f64,
    /// The best fitness.
    pub best: Option<String>,
    /// Its board as graph6.
    pub board: Option<String>,
    /// Seconds that the run has taken, before and since it was resumed.
    pub elapsed: f64,
    /// Names of the operators, by the engine's numbers.
    pub operators: Vec<&'static str>,
    /// What the generation brought.
    pub step: &'a Step,
}

/// What a checkpoint holds.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    /// The search.
    pub search: SearchState,
    /// Seconds that the run has taken.
    pub elapsed_seconds: f64,
}

/// A run under way.
pub struct Driver {
    plan: Plan,
    config: String,
    writer: RunWriter,
    logs: Logs,
    search: Box<dyn Source>,
    control: Control,
    elapsed_before: f64,
    began: Instant,
    manifest: Manifest,
    /// The generation of the latest checkpoint.
    saved: u64,
}

impl Driver {
    /// Begins a run in a new folder.
    ///
    /// # Errors
    /// When the folder holds a run already or cannot be written, or the plan cannot be carried out.
    pub fn begin(plan: &Plan, dir: &Path, control: Control) -> Result<Driver, RunError> {
        Driver::begin_by(&Here, plan, dir, control)
    }

    /// As [`Driver::begin`], with generations from elsewhere.
    ///
    /// # Errors
    /// The same.
    pub fn begin_by(
        origin: &dyn Origin,
        plan: &Plan,
        dir: &Path,
        control: Control,
    ) -> Result<Driver, RunError> {
        let search = origin.begin(plan, &control)?;
        let manifest = Manifest {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_string(),
            name: plan.name.clone(),
            seed: plan.seed,
            status: Status::Running,
            stop_reason: None,
            generations: 0,
            boards_valued: 0,
            inexact: Inexact::default(),
            set_aside: 0,
            best: None,
            started: now(),
            ended: None,
            machine: machine(&*search),
        };
        let config = plan.to_toml();
        let writer = RunFolder::create(dir, &config, &manifest)?;
        let mut logs = writer.start_logs()?;
        logs.progress.append_row(lines::PROGRESS)?;
        logs.timing.append_row(lines::TIMING)?;
        logs.operators.append_row(lines::OPERATORS)?;
        logs.islands.append_row(lines::ISLANDS)?;
        let mut driver = Driver {
            plan: plan.clone(),
            config,
            writer,
            logs,
            search,
            control,
            elapsed_before: 0.0,
            began: Instant::now(),
            manifest,
            saved: 0,
        };
        driver.save()?;
        driver.search.enter(driver.writer.folder().path())?;
        Ok(driver)
    }

    /// Goes on with a run from its newest sound checkpoint; one that ended before its first begins anew. `plan_of` reads the
    /// plan from the text of the config that the run began with (and may extend its limits). Also returns warnings.
    ///
    /// # Errors
    /// When there is nothing to go on from.
    pub fn resume<E: From<RunError>>(
        dir: &Path,
        control: Control,
        plan_of: impl FnOnce(&str) -> Result<Plan, E>,
    ) -> Result<(Driver, Vec<String>), E> {
        Driver::resume_by(&Here, dir, control, plan_of)
    }

    /// As [`Driver::resume`], with generations from elsewhere.
    ///
    /// # Errors
    /// The same.
    pub fn resume_by<E: From<RunError>>(
        origin: &dyn Origin,
        dir: &Path,
        control: Control,
        plan_of: impl FnOnce(&str) -> Result<Plan, E>,
    ) -> Result<(Driver, Vec<String>), E> {
        let writer = RunFolder::open_for_writing(dir).map_err(RunError::from)?;
        if !writer.has_begun().map_err(RunError::from)? {
            return Driver::begin_anew(origin, writer, control, plan_of);
        }
        let resumed = writer.resume::<Saved>().map_err(RunError::from)?;
        let plan = plan_of(&resumed.checkpoint.config)?;
        let saved = resumed.checkpoint.state;
        let seen = writer.folder().seen().map_err(RunError::from)?;
        let begun = origin.resume(&plan, &control, dir, saved.search, seen)?;
        let (search, mut logs) = (begun.source, resumed.logs);
        for (island, keys) in begun.keys.iter().enumerate() {
            logs.seen.append(island, keys).map_err(RunError::from)?;
        }
        let mut manifest = writer
            .folder()
            .manifest()
            .map_err(FolderError::from)
            .map_err(RunError::from)?;
        // what the plan says, whatever has become of the file
        (manifest.name, manifest.seed) = (plan.name.clone(), plan.seed);
        // after a damaged checkpoint it may have been further on
        manifest.generations = search.ledger().generation();
        manifest.boards_valued = search.ledger().boards_valued();
        manifest.set_aside =
            set_aside::cut_back(dir, manifest.generations).map_err(RunError::from)?;
        manifest.status = Status::Running;
        manifest.stop_reason = None;
        manifest.ended = None;
        manifest.machine = machine(&*search);
        let driver = Driver {
            config: plan.to_toml(),
            plan,
            writer,
            logs,
            saved: search.ledger().generation(),
            search,
            control,
            elapsed_before: saved.elapsed_seconds,
            began: Instant::now(),
            manifest,
        };
        driver.begin_again().map_err(E::from)?;
        Ok((driver, resumed.warnings))
    }

    /// Begins a run again that ended before its first checkpoint.
    fn begin_anew<E: From<RunError>>(
        origin: &dyn Origin,
        writer: RunWriter,
        control: Control,
        plan_of: impl FnOnce(&str) -> Result<Plan, E>,
    ) -> Result<(Driver, Vec<String>), E> {
        let dir = writer.folder().path().to_path_buf();
        let plan = plan_of(&writer.folder().config().map_err(RunError::from)?)?;
        writer.forget_unless_begun().map_err(RunError::from)?;
        let driver = Driver::begin_by(origin, &plan, &dir, control)?;
        let warning = format!(
            "{} had ended before its first checkpoint: it begins anew",
            dir.display()
        );
        Ok((driver, vec![warning]))
    }

    fn begin_again(&self) -> Result<(), RunError> {
        let folder = self.writer.folder();
        super::folder::write_atomic(&folder.config_path(), self.config.as_bytes())?;
        self.writer.write_manifest(&self.manifest)?;
        Ok(())
    }

    /// The folder.
    pub fn folder(&self) -> &RunFolder {
        self.writer.folder()
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Breeds generation after generation until the run ends. `watch` sees each of them.
    ///
    /// # Errors
    /// When a file cannot be written (the last checkpoint stays good), or the checker disagrees.
    pub fn run(&mut self, mut watch: impl FnMut(&Sight)) -> Result<Ended, RunError> {
        let clock = Clock::start(&self.plan, self.elapsed_before, &self.control);
        let ended = loop {
            if let Some(ended) = self.is_over(&clock) {
                break ended;
            }
            let (began, valued) = (Instant::now(), self.search.ledger().boards_valued());
            let step = match self.search.step() {
                Ok(step) => step,
                Err(RunError::Search(SearchError::Interrupted)) => continue,
                Err(error) => {
                    self.end(&Ended {
                        status: Status::Stopped,
                        reason: "error",
                    })?;
                    return Err(error);
                }
            };
            let seconds = step.seconds.unwrap_or(began.elapsed().as_secs_f64());
            let rate = (self.search.ledger().boards_valued() - valued) as f64 / seconds.max(1e-9);
            self.write_down(&step, seconds, rate)?;
            watch(&self.sight(&step, rate));
            if self.is_checkpoint_due() {
                self.save()?;
            }
            if step.report.exhausted {
                break Ended {
                    status: Status::Finished,
                    reason: "exhausted",
                };
            }
        };
        self.end(&ended)?;
        Ok(ended)
    }

    /// Whether it has come to a generation at which a checkpoint is to be written, or past one.
    fn is_checkpoint_due(&self) -> bool {
        let every = self.plan.search.checkpoint_every.max(1);
        self.generation() / every > self.saved / every
    }

    /// Generations done.
    fn generation(&self) -> u64 {
        self.search.ledger().generation()
    }

    fn is_over(&self, clock: &Clock) -> Option<Ended> {
        let finished = |reason| {
            Some(Ended {
                status: Status::Finished,
                reason,
            })
        };
        if self.generation() >= self.plan.search.generations {
            return finished("generations");
        }
        if self.search.ledger().is_satisfied(self.search.workshop()) {
            return finished("stop_when");
        }
        let boards = self.plan.budget.boards;
        if boards > 0 && self.search.ledger().boards_valued() >= boards {
            return finished("boards");
        }
        if clock.is_over() {
            return finished("seconds");
        }
        let interrupted = self.control.finish.load(Ordering::Relaxed)
            || self.control.abort.load(Ordering::Relaxed);
        interrupted.then_some(Ended {
            status: Status::Stopped,
            reason: "interrupted",
        })
    }

    /// Seconds that the run has taken, before and since it was resumed.
    pub fn elapsed(&self) -> f64 {
        self.elapsed_before + self.began.elapsed().as_secs_f64()
    }

    /// Writes a generation to the logs.
    fn write_down(&mut self, step: &Step, seconds: f64, rate: f64) -> Result<(), RunError> {
        let elapsed = self.elapsed();
        let logs = &mut self.logs;
        logs.progress
            .append_row(lines::progress(self.search.ledger(), step))?;
        logs.timing.append_row(lines::timing(
            &step.work.unwrap_or(self.search.workshop().work()),
            step.report.generation,
            seconds,
            elapsed,
            rate,
        ))?;
        for row in lines::operators(&self.search.workshop().operator_names(), step) {
            logs.operators.append_row(row)?;
        }
        for row in lines::islands(step) {
            logs.islands.append_row(row)?;
        }
        for event in lines::events(step) {
            logs.events.append_line(&event.to_string())?;
        }
        for record in &step.records {
            // before the line that names it
            if let (Some(name), Some(proof)) = (&record.certificate, &record.proof) {
                self.writer.write_certificate(name, proof)?;
            }
            logs.records.append_line(&to_line(record))?;
        }
        for (island, keys) in step.keys.iter().enumerate() {
            logs.seen.append(island, keys)?;
        }
        logs.flush()?;
        Ok(())
    }

    fn sight<'a>(&self, step: &'a Step, boards_per_second: f64) -> Sight<'a> {
        let best = self.best();
        Sight {
            generation: self.generation(),
            generations: self.plan.search.generations,
            boards_valued: self.search.ledger().boards_valued(),
            boards_per_second,
            board: best.as_ref().map(|b| b.board.clone()),
            best: best.map(|b| fitness_text(&b.fitness, &b.certainty)),
            elapsed: self.elapsed(),
            operators: self.search.workshop().operator_names(),
            step,
        }
    }

    /// The best board so far.
    pub fn best(&self) -> Option<Best> {
        self.search.ledger().chronicle().best.as_ref().map(|best| {
            let board = canonical_board(&best.genome);
            Best {
                fitness: best.fitness.texts(),
                board: board.name(),
                tints: board.tint_string(),
                certainty: self.search.ledger().certainty(best.key).to_string(),
            }
        })
    }

    /// The elites and the manifest as they are now, and a checkpoint.
    fn save(&mut self) -> Result<(), RunError> {
        self.writer
            .write_archive(&lines::archive(self.search.ledger()))?;
        if self.plan.objective.collect.is_some() {
            let folder = self.writer.folder();
            let csv = collection::to_csv(&folder.records()?);
            super::folder::write_atomic(&folder.collection_path(), &csv)?;
        }
        self.save_state()?;
        self.manifest.generations = self.generation();
        self.manifest.boards_valued = self.search.ledger().boards_valued();
        self.manifest.set_aside = self.manifest.set_aside.max(self.search.set_aside());
        self.manifest.inexact = self.search.ledger().inexact();
        self.manifest.best = self.best();
        self.writer.write_manifest(&self.manifest)?;
        Ok(())
    }

    /// Writes a checkpoint, if there is a state at this generation; else the one before it is what a resumed run goes on from,
    /// and comes to the same.
    fn save_state(&mut self) -> Result<(), RunError> {
        let Some(search) = self.search.state()? else {
            return Ok(());
        };
        let saved = Saved {
            search,
            elapsed_seconds: self.elapsed(),
        };
        let generation = self.generation();
        self.writer
            .save(&mut self.logs, generation, &self.config, &saved)?;
        self.saved = generation;
        self.search.saved()
    }

    fn end(&mut self, ended: &Ended) -> Result<(), RunError> {
        self.manifest.status = ended.status;
        self.manifest.stop_reason = Some(ended.reason.to_string());
        self.manifest.ended = Some(now());
        self.save()?;
        self.search.ended(ended)
    }
}

fn machine(search: &dyn Source) -> Machine {
    Machine {
        os: std::env::consts::OS.to_string(),
        arch: std::env::consts::ARCH.to_string(),
        threads: search.threads() as u64,
    }
}

/// Interrupts the run when its time is over.
struct Clock {
    over: Arc<AtomicBool>,
    /// Dropped with the clock, which ends its thread.
    _running: Option<Sender<()>>,
}

impl Clock {
    fn start(plan: &Plan, elapsed: f64, control: &Control) -> Clock {
        let over = Arc::new(AtomicBool::new(false));
        if plan.budget.seconds == 0 {
            return Clock {
                over,
                _running: None,
            };
        }
        let left = Duration::from_secs_f64((plan.budget.seconds as f64 - elapsed).max(0.0));
        let (running, stopped) = channel::<()>();
        let (flag, abort) = (over.clone(), control.abort.clone());
        std::thread::spawn(move || {
            if stopped.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
                abort.store(true, Ordering::Relaxed);
            }
        });
        Clock {
            over,
            _running: Some(running),
        }
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

/// The time as the manifest notes it.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string()
}
