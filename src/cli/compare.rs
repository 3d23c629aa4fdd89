//! `boil search` over several settings and seeds. It runs one after the other, and then compares
//! them.

use super::failure::{Code, CommandResult, Failure};
use super::harvest::refused;
use super::search::failed;
use super::signals::Signals;
use super::standings;
use super::watch::{Line, LiveRun};
use crate::book::harvest::{book_beside, harvest};
use crate::record::folder::RunFolder;
use crate::record::folder::write_atomic;
use crate::record::manifest::{Status, reason_name};
use crate::report::attainment;
use crate::study::comparison::{
    CHART, Comparison, ComparisonError, OpenedRun, PlannedRun, write_files,
};
use std::io::Write;
use std::path::PathBuf;

impl From<ComparisonError> for Failure {
    fn from(error: ComparisonError) -> Failure {
        match error {
            ComparisonError::Run { dir, cause } => {
                let mut failure = failed(cause);
                failure.message = format!("{}: {}", dir.display(), failure.message);
                failure
            }
            other => Failure::input(other),
        }
    }
}

/// Runs the unfinished runs of a comparison, and prints its result.
pub fn compare(comparison: &Comparison, json: bool) -> CommandResult {
    let runs = comparison.runs();
    comparison.check_folder(&runs)?;
    let mut campaign = ComparisonRunner {
        comparison,
        signals: Signals::listen(),
        book: book_beside(&comparison.dir),
        new_records: 0,
        runs: runs.len(),
    };
    for (done, run) in runs.iter().enumerate() {
        if !campaign.run_one(done, run)? {
            return campaign.stopped(done);
        }
    }
    campaign.finish(json)
}

/// A comparison in progress.
struct ComparisonRunner<'a> {
    comparison: &'a Comparison,
    signals: Signals,
    /// The record book that all runs share.
    book: PathBuf,
    new_records: usize,
    runs: usize,
}

impl ComparisonRunner<'_> {
    /// Begins or resumes a run. Returns whether it has finished.
    fn run_one(&mut self, done: usize, run: &PlannedRun) -> Result<bool, Failure> {
        if self.signals.stopping() {
            return Ok(false);
        }
        let title = self.title(done, run);
        match run.open(self.signals.control())? {
            OpenedRun::Finished => {
                print_note!("{title}: finished before, kept");
                for (_, change) in RunFolder::at(&run.dir).changes() {
                    print_note!("warning: {change}; the comparison shows what is there");
                }
            }
            OpenedRun::Unfinished(mut driver, warnings) => {
                for warning in warnings {
                    print_note!("warning: {warning}");
                }
                let line = Line::new(LiveRun::new(&driver), format!("{title}  "));
                let ended = driver.run(|rows| line.add(rows));
                drop(line);
                let ended = ended.map_err(|e| run.failed(e))?;
                if ended.status != Status::Finished {
                    return Ok(false);
                }
                let harvested = harvest(driver.folder(), &run.plan, &self.book);
                let harvested = harvested.map_err(Failure::input)?;
                self.new_records += harvested.new;
                if let Some(refused) = refused(driver.folder(), &harvested) {
                    return Err(refused);
                }
                let best = driver.best().map_or("none".into(), |b| {
                    run.plan.objective.fitness_words(&b.fitness, b.certainty)
                });
                print_note!(
                    "{title}: finished ({}), best {best}",
                    reason_name(ended.reason)
                );
            }
        }
        Ok(true)
    }

    /// The run's number among all runs, its setting and its seed.
    fn title(&self, done: usize, run: &PlannedRun) -> String {
        let name = &self.comparison.settings.settings[run.setting].name;
        let comma = if name.is_empty() { "" } else { ", " };
        let (number, of, seed) = (done + 1, self.runs, run.plan.seed);
        format!("run {number} of {of}: {name}{comma}seed {seed}")
    }

    fn stopped(&self, done: usize) -> CommandResult {
        Err(Failure {
            code: Code::Stopped,
            message: format!(
                "stopped with {done} of {} runs done; to resume, give the same command again",
                self.runs
            ),
        })
    }

    /// Writes the tables and the chart, and prints the summary.
    fn finish(&self, json: bool) -> CommandResult {
        let dir = &self.comparison.dir;
        let earlier = self.comparison.earlier_runs().len();
        if earlier > 0 {
            let dir = dir.display();
            print_note!("the comparison includes {earlier} finished runs of other seeds in {dir}");
        }
        let results = self.comparison.results()?;
        let mut files = write_files(&results, dir).map_err(Failure::input)?;
        let chart = dir.join(CHART);
        let picture = attainment(&results).map_err(Failure::input)?;
        write_atomic(&chart, picture.svg.as_bytes()).map_err(Failure::input)?;
        files.push(chart);
        let mut out = std::io::stdout().lock();
        if json {
            return standings::json(&mut out, &results);
        }
        standings::table(&mut out, &results)?;
        writeln!(
            out,
            "{} new records in {}",
            self.new_records,
            self.book.display()
        )?;
        for file in files {
            writeln!(out, "{}", file.display())?;
        }
        Ok(())
    }
}
