//! The driver of a run: computes generation after generation and writes each to the run folder.
//!
//! A generation is written to the logs after the islands have processed the scores of their boards.
//! Every few generations, and not too often, the logs are synced to the disk, and a checkpoint
//! records their lengths, their checksums and the whole state. A resume cuts the logs back to these
//! lengths. So nothing is lost or written twice, even if the process is killed at any instant. Only
//! the driver reads clocks. Clocks decide when a run ends and when a checkpoint is due, and never
//! change the content of a generation.

mod clock;
mod missed;
mod refused;
mod shrink;
mod start;
#[cfg(test)]
mod tests;

pub use clock::now;

use super::backend::{Control, Ended, GenerationSource};
use super::elites::EliteFacts;
use super::error::{RunError, SearchError};
use super::front::{self, CheckedFront};
use super::generation::{append_keys, write};
use super::local::SearchState;
use super::report::{GenerationReport, SearchTotals};
use super::rows::Timing;
use boilingpoint_clock::Timer;
use boilingpoint_evolve::{Comparison, Counts, Problem};
use boilingpoint_plan::Plan;
use boilingpoint_problem::Certainty;
use boilingpoint_record::asked::AskedBoards;
use boilingpoint_record::collection;
use boilingpoint_record::counted::{CountedOrder, are_complete, least_found};
use boilingpoint_record::folder::{Logs, RunFolder, RunWriter};
use boilingpoint_record::manifest::{Best, Manifest, Status};
use boilingpoint_record::records::RecordLine;
use boilingpoint_record::rows::GenerationRows;
use clock::{run_timer, since};
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The state in a checkpoint.
#[derive(Serialize, Deserialize)]
struct DriverState {
    search: SearchState,
    elapsed_seconds: f64,
}

/// Large checkpoints take at most about one part in this many of the time.
const SHARE_OF_CHECKPOINTS: u32 = 20;

/// The size in bytes from which a checkpoint is large.
const LARGE: usize = 1 << 17;

/// The cost of the latest checkpoint.
struct LatestCheckpoint {
    ended: Duration,
    took: Duration,
    bytes: usize,
}

impl LatestCheckpoint {
    fn none() -> Self {
        LatestCheckpoint {
            ended: boilingpoint_clock::now(),
            took: Duration::ZERO,
            bytes: 0,
        }
    }

    /// Whether another one now would take too much of the time: one of a large archive can take
    /// longer than many generations of boards that are quickly valued. Small ones are written at
    /// the same generations on every machine.
    fn is_too_near(&self) -> bool {
        self.bytes >= LARGE && since(self.ended) < self.took * SHARE_OF_CHECKPOINTS
    }
}

/// The boards that a run has asked so far.
#[derive(Default)]
struct AskedSoFar {
    counts: Counts,
    /// The reason for which the objective is undefined on the first such board.
    undefined_reason: Option<String>,
}

impl AskedSoFar {
    fn add(&mut self, report: &GenerationReport) {
        self.counts += report.counts;
        if let Some((_, reason)) = &report.undefined {
            self.undefined_reason.get_or_insert(reason.clone());
        }
    }
}

/// The small orders of a run, whose boards were all valued.
pub struct CountedOrders {
    /// The orders, from the least on.
    pub orders: Vec<CountedOrder>,
    /// Whether this process has counted them. If not, they are read from the run folder.
    pub is_own: bool,
}

/// A run in progress.
pub struct Driver {
    plan: Plan,
    config: String,
    counted: CountedOrders,
    writer: RunWriter,
    logs: Logs,
    search: Box<dyn GenerationSource>,
    control: Control,
    elapsed_before: f64,
    began: Duration,
    manifest: Manifest,
    asked: AskedSoFar,
    /// The generation of the latest checkpoint.
    saved: u64,
    latest: LatestCheckpoint,
    /// The smallest find after it was shrunk, if the run has ended with one.
    shrunk: Option<Best>,
    /// The boards of the front that were checked.
    checked: CheckedFront,
    /// The facts of the elites that were valued.
    elites: EliteFacts,
    /// Whether the latest generation had no new boards.
    exhausted: bool,
    /// The manifest in the folder of a resumed run that had finished, as long as nothing is
    /// written.
    finished: Option<Manifest>,
}

/// The outcome of [`Driver::advance`].
pub enum DriverStep {
    /// The rows of a generation.
    Generation(Box<GenerationRows>),
    /// The run is over.
    Over(Ended),
}

impl Driver {
    /// The run folder.
    pub fn folder(&self) -> &RunFolder {
        self.writer.folder()
    }

    /// The plan of the run.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The small orders that were counted before the first generation.
    pub fn counted(&self) -> &CountedOrders {
        &self.counted
    }

    /// The small orders, of a run that is over.
    pub fn into_counted(self) -> CountedOrders {
        self.counted
    }

    /// The manifest as of the latest checkpoint.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Computes generation after generation until the run ends. Passes the rows of each generation
    /// to `watch`.
    ///
    /// # Errors
    /// When a file cannot be written, or when the checker disagrees with the solver. The last
    /// checkpoint stays good.
    pub fn run(&mut self, mut watch: impl FnMut(GenerationRows)) -> Result<Ended, RunError> {
        let timer = self.timer();
        let ended = loop {
            match self.advance(timer.as_ref())? {
                DriverStep::Generation(rows) => watch(*rows),
                DriverStep::Over(ended) => break ended,
            }
        };
        // The timer may have set the flag although the run has ended for another reason.
        if timer.is_some_and(Timer::end) {
            self.clear_abort();
        }
        self.close(ended)
    }

    /// Starts the timer of the plan's limit of time; `None` if there is no limit.
    pub fn timer(&self) -> Option<Timer> {
        run_timer(&self.plan, self.elapsed_before, &self.control)
    }

    /// Computes the next generation, unless the run is over. A run that is over has to be closed.
    ///
    /// # Errors
    /// As [`Driver::run`].
    pub fn advance(&mut self, timer: Option<&Timer>) -> Result<DriverStep, RunError> {
        loop {
            if let Some(ended) = self.is_over(timer) {
                return Ok(DriverStep::Over(ended));
            }
            self.note_resumed()?;
            let (began, valued) = (boilingpoint_clock::now(), self.boards_valued());
            // A run that is over has no migration after its last generation. So the keys of its
            // boards are the same in one process, in a cluster and after a resume.
            append_keys(&mut self.logs, &self.search.migrate())?;
            let report = match self.search.step() {
                Ok(report) => report,
                Err(RunError::Search(SearchError::Interrupted)) => continue,
                Err(error) => {
                    let ended = Ended::stopped("error");
                    self.end(&ended, None)?;
                    return Err(error);
                }
            };
            self.exhausted = report.exhausted;
            let rows = self.write(report, began, valued)?;
            if self.is_checkpoint_due() {
                self.save()?;
            }
            return Ok(DriverStep::Generation(Box::new(rows)));
        }
    }

    /// Writes the state, so that the files are those of a run that was stopped. The run may go on.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn pause(&mut self) -> Result<(), RunError> {
        let running = self.manifest.clone();
        self.write_end(&Ended::stopped("interrupted"), None)?;
        self.manifest = running;
        Ok(())
    }

    /// Ends a run that is over: shrinks a find, and writes the last state.
    ///
    /// # Errors
    /// As [`Driver::run`].
    pub fn close(&mut self, ended: Ended) -> Result<Ended, RunError> {
        if self.has_ended_so(&ended) {
            // The back end may not know it yet, if the process was killed at its end.
            self.search.ended(&ended)?;
            return Ok(ended);
        }
        self.note_resumed()?;
        let (ended, shrunk) = self.shrink(ended)?;
        self.manifest.missed = match ended.status {
            Status::Finished => self.missed().unwrap_or(None),
            _ => None,
        };
        self.end(&ended, shrunk.as_ref())?;
        Ok(ended)
    }

    /// Whether a resumed run that had finished has finished again for the same reason. Then the
    /// folder has all there is to say, and nothing is written.
    fn has_ended_so(&mut self, ended: &Ended) -> bool {
        let is_same = |before: &mut Manifest| {
            ended.status == Status::Finished && before.stop_reason.as_deref() == Some(ended.reason)
        };
        match self.finished.take_if(is_same) {
            Some(before) => {
                self.manifest = before;
                true
            }
            None => false,
        }
    }

    /// Writes the config and the manifest of a resumed run that had finished and goes on.
    fn note_resumed(&mut self) -> Result<(), RunError> {
        match self.finished.take() {
            Some(_) => self.write_resumed(),
            None => Ok(()),
        }
    }

    /// Whether the run has reached or passed a generation at which a checkpoint is due.
    fn is_checkpoint_due(&self) -> bool {
        let every = self.plan.search.checkpoint_every.max(1);
        self.generation() / every > self.saved / every && !self.latest.is_too_near()
    }

    /// The number of completed generations.
    fn generation(&self) -> u64 {
        self.search.totals().generation
    }

    /// The order in which boards are compared.
    fn comparison(&self) -> Comparison {
        self.search.evaluator().boards().comparison()
    }

    /// The number of boards valued so far.
    fn boards_valued(&self) -> u64 {
        self.search.totals().scored
    }

    /// Whether the best board meets the condition of `objective.find`.
    fn has_found(&self) -> bool {
        let best = self.search.totals().best.as_ref();
        best.is_some_and(|best| self.plan.objective.is_found(&best.fitness))
    }

    /// Whether the search has found a board that meets the condition of `find`, and the count of
    /// small orders proves that no smaller board does.
    fn has_smallest(&self) -> bool {
        let (objective, first) = (&self.plan.objective, self.plan.boards.order[0]);
        let least = least_found(&self.counted.orders, first, |max| objective.is_found(max));
        least.is_some() && self.has_found()
    }

    fn is_over(&self, timer: Option<&Timer>) -> Option<Ended> {
        let finished = |reason| Some(Ended::finished(reason));
        if self.exhausted {
            return finished("exhausted");
        }
        // The timer sets a flag, too. So the flags are read before the timer: if the timer has set
        // one of them, it is over.
        let interrupted = self.control.finish.load(Ordering::Relaxed)
            || self.control.abort.load(Ordering::Relaxed);
        // The first generation has the best boards of each cell.
        if self.generation() > 0 && are_complete(&self.counted.orders, self.plan.boards.order) {
            return finished("complete");
        }
        if self.generation() > 0 && self.has_smallest() {
            return finished("smallest");
        }
        if self.generation() >= self.plan.search.generations {
            return finished("generations");
        }
        if self.search.evaluator().is_satisfied(self.search.totals()) {
            return finished("stop_when");
        }
        if self.plan.objective.stop_at_find && self.has_found() {
            return finished("found");
        }
        let boards = self.plan.budget.boards;
        if boards > 0 && self.boards_valued() >= boards {
            return finished("boards");
        }
        let stall = self.plan.budget.stall;
        if stall > 0 && self.search.totals().stalled(self.comparison()) >= stall {
            return finished("stall");
        }
        if timer.is_some_and(Timer::is_over) {
            return finished("seconds");
        }
        if self.search.is_full() {
            return Some(Ended::stopped("memory"));
        }
        interrupted.then_some(Ended::stopped("interrupted"))
    }

    /// The duration of the run so far in seconds, without the time between a stop and a resume.
    pub fn elapsed(&self) -> f64 {
        self.elapsed_before + since(self.began).as_secs_f64()
    }

    /// The timing of a generation that began at `began`, when `valued` boards had been valued.
    fn timing(&self, began: Duration, valued: u64) -> Timing {
        let here = || {
            let work = self.search.evaluator().work();
            (since(began).as_secs_f64(), work)
        };
        let (seconds, work) = self.search.remote_work().unwrap_or_else(here);
        Timing {
            seconds,
            elapsed: self.elapsed(),
            rate: (self.boards_valued() - valued) as f64 / seconds.max(1e-9),
            work,
        }
    }

    /// Step 5 of a generation: writes its report to the logs and returns the rows. The generation
    /// began at `began`, when `valued` boards had been valued.
    fn write(
        &mut self,
        report: GenerationReport,
        began: Duration,
        valued: u64,
    ) -> Result<GenerationRows, RunError> {
        self.asked.add(&report);
        let timing = self.timing(began, valued);
        let boards = self.search.evaluator().boards();
        let files = (&self.writer, &mut self.logs);
        write(report, self.search.totals(), boards, &timing, files)
    }

    /// The best board so far.
    pub fn best(&self) -> Option<Best> {
        let totals = self.search.totals();
        let of_totals = totals.best.as_ref().map(|best| {
            let board = best.genome.canonical_board();
            let certainty = if totals.is_bound(best.key) {
                Certainty::LowerBound
            } else {
                Certainty::Exact
            };
            Best {
                fitness: best.fitness.texts(),
                board: board.name(),
                tints: board.tint_string(),
                certainty,
            }
        });
        self.shrunk.clone().or(of_totals)
    }

    /// Writes the elites, a checkpoint and the manifest.
    fn save(&mut self) -> Result<(), RunError> {
        let began = boilingpoint_clock::now();
        self.save_search()?;
        self.write_manifest()?;
        self.latest.took = since(began);
        self.latest.ended = boilingpoint_clock::now();
        Ok(())
    }

    /// Writes the elites and a checkpoint.
    fn save_search(&mut self) -> Result<(), RunError> {
        let evaluator = self.search.evaluator();
        let elites = evaluator.archive_lines(self.search.totals(), &mut self.elites);
        self.writer.write_archive(&elites)?;
        if self.comparison() == Comparison::ByDominance {
            let lines = evaluator.front_lines(self.search.totals(), &mut self.checked)?;
            self.writer.write_front(&lines)?;
        }
        if self.plan.objective.collect.is_some() {
            let folder = self.writer.folder();
            collection::write(&folder.collection_path(), &folder.records()?)?;
        }
        self.save_state()
    }

    fn write_manifest(&mut self) -> Result<(), RunError> {
        self.manifest.generations = self.generation();
        self.manifest.boards_valued = self.boards_valued();
        self.manifest.skipped_epochs = self
            .manifest
            .skipped_epochs
            .max(self.search.skipped_epochs());
        self.manifest.inexact = self.search.totals().inexact;
        self.manifest.asked = Some(AskedBoards::of(
            &self.asked.counts,
            self.plan.condition_text(),
            self.asked.undefined_reason.clone(),
        ));
        self.manifest.best = self.best();
        self.manifest.front = front::summary(self.search.evaluator(), self.search.totals());
        self.writer.write_manifest(&self.manifest)?;
        Ok(())
    }

    /// Writes a checkpoint if the back end has a state at this generation. If it has none, a resume
    /// starts from the checkpoint before and comes to the same result.
    fn save_state(&mut self) -> Result<(), RunError> {
        let Some(search) = self.search.state()? else {
            return Ok(());
        };
        let saved = DriverState {
            search,
            elapsed_seconds: self.elapsed(),
        };
        let generation = self.generation();
        let (writer, logs) = (&self.writer, &mut self.logs);
        self.latest.bytes = writer.save(logs, generation, &self.config, &saved)?;
        self.saved = generation;
        self.search.saved()
    }

    /// Writes the last state, and tells the back end.
    fn end(&mut self, ended: &Ended, shrunk: Option<&RecordLine>) -> Result<(), RunError> {
        self.write_end(ended, shrunk)?;
        self.search.ended(ended)
    }

    /// Writes the last checkpoint, the record of the shrunk find, and the manifest.
    fn write_end(&mut self, ended: &Ended, shrunk: Option<&RecordLine>) -> Result<(), RunError> {
        self.save_search()?;
        if let Some(line) = shrunk {
            self.write_shrunk(line)?;
        }
        self.manifest.status = ended.status;
        self.manifest.stop_reason = Some(ended.reason.to_string());
        self.manifest.ended = Some(now());
        self.write_manifest()
    }
}
