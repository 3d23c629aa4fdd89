//! `boil search` over several settings and seeds. It runs one after the other, or several at once
//! in a cluster, and then compares them.

use super::cluster::ClusterOption;
use super::failure::{CommandResult, Failure};
use super::harvest::{enter, refused};
use super::search::backend;
use super::signals::Signals;
use super::standings;
use super::summary::no_fitness;
use super::watch::{CountLine, Line, LiveRun};
use boilingpoint_book::harvest::book_beside;
use boilingpoint_comparison::{Comparison, OpenedRun, PlannedRun, Results, write_files};
use boilingpoint_draw::PictureFormat;
use boilingpoint_record::folder::{RunFolder, in_command};
use boilingpoint_record::manifest::{Status, reason_name};
use boilingpoint_report::write_comparison_charts;
use boilingpoint_search::{Backend, CountedOrders};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The number of runs that a cluster computes at once. A run alone may have fewer islands than the
/// cluster has workers.
const AT_ONCE: usize = 8;
/// The stack of a thread that carries out runs, in bytes.
const STACK: usize = 64 << 20;

/// Runs the unfinished runs of a comparison, and prints its result. In this process one run follows
/// the other; in a cluster several are in progress.
pub fn compare(comparison: &Comparison, cluster: &ClusterOption, json: bool) -> CommandResult {
    let runs = comparison.runs();
    comparison.check_folder(&runs)?;
    let signals = Signals::listen();
    let backend = backend(cluster, &signals.control())?;
    let shared = Shared {
        comparison,
        backend: &*backend,
        signals,
        runs: &runs,
        at_once: if cluster.cluster.is_some() {
            AT_ONCE
        } else {
            1
        },
    };
    let mut runner = ComparisonRunner {
        shared: &shared,
        book: book_beside(&comparison.dir),
        new_records: 0,
    };
    match runner.run_all()? {
        done if done < runs.len() => runner.stopped(done),
        _ => runner.finish(json),
    }
}

/// A comparison in progress.
struct ComparisonRunner<'a> {
    shared: &'a Shared<'a>,
    /// The record book that all runs share.
    book: PathBuf,
    new_records: usize,
}

/// The state that the threads of a comparison share.
struct Shared<'a> {
    comparison: &'a Comparison,
    backend: &'a dyn Backend,
    signals: Signals,
    runs: &'a [PlannedRun],
    /// The number of runs that are in progress at once.
    at_once: usize,
}

/// The end of a run of a comparison.
enum RunEnd {
    FinishedBefore,
    /// The reason, the best board's fitness, and the small orders that were counted.
    Finished(&'static str, String, CountedOrders),
    Stopped,
}

impl ComparisonRunner<'_> {
    /// Runs all runs, and enters their records into the book in the order of the runs. Returns the
    /// number of runs that have finished, before the first that has not.
    fn run_all(&mut self) -> Result<usize, Failure> {
        let shared = self.shared;
        if shared.at_once == 1 {
            let runs = shared.runs.iter().enumerate();
            return self.enter_in_order(runs.map(|(i, run)| (i, shared.carry_out(i, run))));
        }
        let (next, (give, take)) = (AtomicUsize::new(0), mpsc::channel());
        thread::scope(|scope| {
            for _ in 0..shared.at_once.min(shared.runs.len()) {
                let (give, next) = (give.clone(), &next);
                let carry = move || {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let end = match shared.runs.get(place) {
                            Some(run) => shared.carry_out(place, run),
                            None => return,
                        };
                        let is_last =
                            !matches!(end, Ok(RunEnd::FinishedBefore | RunEnd::Finished(..)));
                        if give.send((place, end)).is_err() || is_last {
                            return;
                        }
                    }
                };
                let thread = thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, carry)?;
            }
            drop(give);
            let all = self.enter_in_order(take.into_iter());
            if all.is_err() {
                shared.signals.finish();
            }
            all
        })
    }

    /// Enters runs that end in any order.
    fn enter_in_order(
        &mut self,
        ends: impl Iterator<Item = (usize, Result<RunEnd, Failure>)>,
    ) -> Result<usize, Failure> {
        let (mut early, mut done) = (BTreeMap::new(), 0);
        for (place, end) in ends {
            early.insert(place, end?);
            while let Some(end) = early.remove(&done) {
                if !self.enter(done, end)? {
                    return Ok(done);
                }
                done += 1;
            }
        }
        Ok(done)
    }

    /// Enters the records of a run into the book. Returns whether the run has finished.
    fn enter(&mut self, place: usize, end: RunEnd) -> Result<bool, Failure> {
        let run = &self.shared.runs[place];
        let (reason, best, counted) = match end {
            RunEnd::Stopped => return Ok(false),
            RunEnd::FinishedBefore => return Ok(true),
            RunEnd::Finished(reason, best, counted) => (reason, best, counted),
        };
        let folder = RunFolder::at(&run.dir);
        let harvested = enter(&folder, &run.plan, &self.book, &counted)?;
        self.new_records += harvested.new;
        if let Some(refused) = refused(&folder, &harvested) {
            return Err(refused);
        }
        let title = self.shared.title(place);
        print_note!("{title}: finished ({}), best {best}", reason_name(reason));
        Ok(true)
    }

    fn stopped(&self, done: usize) -> CommandResult {
        Err(Failure::stopped(format!(
            "stopped with {done} of {} runs done; to resume, give the same command again",
            self.shared.runs.len()
        )))
    }

    /// Writes the tables and the charts, and prints the summary.
    fn finish(&self, json: bool) -> CommandResult {
        let comparison = self.shared.comparison;
        let dir = &comparison.dir;
        let earlier = comparison.earlier_runs().len();
        if earlier > 0 {
            let dir = dir.display();
            print_note!("the comparison includes {earlier} finished runs of other seeds in {dir}");
        }
        let results = comparison.results()?;
        let mut files = write_files(&results, dir)?;
        let charts = write_comparison_charts(&results, dir, &[PictureFormat::Svg]);
        files.extend(charts?);
        let printed = self.print(&results, &files, json);
        self.without_fitness()?;
        printed
    }

    /// Names the runs of which no board has a fitness.
    ///
    /// # Errors
    /// When there are any.
    fn without_fitness(&self) -> CommandResult {
        let mut count = 0;
        for (place, run) in self.shared.runs.iter().enumerate() {
            let manifest = RunFolder::at(&run.dir).manifest()?;
            if let Some(failure) = no_fitness(&manifest) {
                count += 1;
                print_note!("{}: {}", self.shared.title(place), failure.message);
            }
        }
        match count {
            0 => Ok(()),
            _ => Err(Failure::input(format!(
                "{count} of {} runs have no board with a fitness",
                self.shared.runs.len()
            ))),
        }
    }

    fn print(&self, results: &Results, files: &[PathBuf], json: bool) -> CommandResult {
        let mut out = std::io::stdout().lock();
        if json {
            return standings::json(&mut out, results);
        }
        standings::table(&mut out, results)?;
        writeln!(
            out,
            "{} new records in {}",
            self.new_records,
            self.book.display()
        )?;
        for file in files {
            writeln!(out, "{}", file.display())?;
        }
        let dir = in_command(&self.shared.comparison.dir);
        writeln!(out, "for a page with curves: boil report {dir}")?;
        Ok(())
    }
}

impl Shared<'_> {
    /// Begins or resumes a run, and runs it to its end.
    fn carry_out(&self, place: usize, run: &PlannedRun) -> Result<RunEnd, Failure> {
        if self.signals.stopping() {
            return Ok(RunEnd::Stopped);
        }
        let title = self.title(place);
        let control = self.signals.control();
        let counting = (self.at_once == 1).then(|| CountLine::new(&control, format!("{title}  ")));
        let opened = run.open(self.backend, control)?;
        drop(counting);
        let (driver, warnings) = match opened {
            OpenedRun::Unfinished(driver, warnings) => (driver, warnings),
            OpenedRun::Finished => {
                print_note!("{title}: finished before, kept");
                for (_, change) in RunFolder::at(&run.dir).changes() {
                    print_note!("warning: {change}; the comparison shows what is there");
                }
                return Ok(RunEnd::FinishedBefore);
            }
        };
        for warning in warnings {
            print_note!("warning: {warning}");
        }
        // Several runs would write their progress over each other.
        let line =
            (self.at_once == 1).then(|| Line::new(LiveRun::new(&driver), format!("{title}  ")));
        let watch = |rows| {
            if let Some(line) = &line {
                line.add(rows);
            }
        };
        let notify = |text: &str| print_note!("{title}: {text}");
        let ended = driver.run_by(self.backend, watch, notify);
        drop(line);
        let (driver, ended) = ended.map_err(|e| run.failed(e))?;
        if ended.status != Status::Finished {
            return Ok(RunEnd::Stopped);
        }
        let best = driver.best().map_or("none".into(), |b| {
            run.plan.objective.fitness_words(&b.fitness, b.certainty)
        });
        Ok(RunEnd::Finished(ended.reason, best, driver.into_counted()))
    }

    /// The run's number among all runs, its setting and its seed.
    fn title(&self, place: usize) -> String {
        let run = &self.runs[place];
        let name = &self.comparison.settings.settings[run.setting].name;
        let comma = if name.is_empty() { "" } else { ", " };
        let (number, of, seed) = (place + 1, self.runs.len(), run.plan.seed);
        format!("run {number} of {of}: {name}{comma}seed {seed}")
    }
}
