//! `boil search` and `boil resume`: run a search, run several searches to compare them, or resume a
//! run.

use super::cluster::ClusterOption;
use super::compare::compare;
use super::failure::{Code, CommandResult, Failure};
use super::harvest::harvest;
use super::ranges::{Seeds, seeds};
use super::signals::Signals;
use super::summary::{no_fitness, print_summary};
use super::watch::{CountLine, WatchArgs};
use boilingpoint_book::read_boards;
use boilingpoint_cluster::collector::linked_run;
use boilingpoint_comparison::Comparison;
use boilingpoint_plan::read_no_boards;
use boilingpoint_plan::{ConfigError, Override, Plan, PlanGrid};
use boilingpoint_record::folder::{RunFolder, in_command};
use boilingpoint_record::manifest::Status;
use boilingpoint_search::{Backend, Control, Driver, LocalBackend, RunError};
use clap::Args;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The overrides of a config that several commands take, and the seeds to run it with.
#[derive(Args, Debug)]
pub struct Overrides {
    /// Override the seed
    #[arg(long, value_name = "N")]
    seed: Option<String>,
    /// Several seeds instead of one: `1..20` (both ends included) or `1,2,5`; one run per seed
    #[arg(long, value_name = "SEEDS", value_parser = seeds, conflicts_with = "seed", allow_hyphen_values = true)]
    pub seeds: Option<Seeds>,
    /// Override the number of threads; results do not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// Override any key of the config, such as `search.generations=50`
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl Overrides {
    fn list(&self) -> Vec<Override> {
        let options = [
            ("--seed", "seed", &self.seed),
            ("--threads", "threads", &self.threads),
        ];
        listed(&self.set, &options)
    }

    /// The settings of a config file with these overrides. There is one setting if the config has
    /// no grid.
    pub fn load(&self, config: &Path) -> Result<PlanGrid, Failure> {
        PlanGrid::load(config, &self.list(), read_boards).map_err(|e| in_config(&e))
    }

    /// Whether there are several runs to compare.
    pub fn compares(&self, settings: &PlanGrid) -> bool {
        self.seeds.is_some() || !settings.keys.is_empty()
    }

    /// The comparison of these settings with the seeds given.
    pub fn comparison(&self, settings: PlanGrid, dir: &Path) -> Result<Comparison, Failure> {
        let seeds = self.seeds.as_ref().map(|seeds| seeds.0.clone());
        Ok(Comparison::new(settings, seeds, dir)?)
    }
}

/// The overrides of `--set`, and those of options: the option, its key, and its value if it is
/// given.
fn listed(set: &[String], options: &[(&str, &str, &Option<String>)]) -> Vec<Override> {
    let given = options.iter().filter_map(|(option, key, value)| {
        let value = value.as_ref()?;
        Some(Override::option(option, key, value))
    });
    let set = set.iter().map(|text| Override::set(text));
    set.chain(given).collect()
}

pub fn in_config(error: &ConfigError) -> Failure {
    Failure::input(error.render(std::io::stderr().is_terminal()).trim_end())
}

#[derive(Args, Debug)]
pub struct SearchArgs {
    /// The config, a TOML file
    config: PathBuf,
    /// The run folder, or the folder of a comparison's runs; by default `runs/` and the
    /// config's name
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the result of a comparison as JSON: one object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cluster: ClusterOption,
    #[command(flatten)]
    watching: WatchArgs,
    #[command(flatten)]
    overrides: Overrides,
}

impl SearchArgs {
    pub fn run(&self) -> CommandResult {
        let settings = self.overrides.load(&self.config)?;
        let plan = &settings.settings[0].plan;
        let dir = self
            .out
            .clone()
            .unwrap_or_else(|| Path::new("runs").join(&plan.name));
        let compares = self.overrides.compares(&settings);
        self.watching.check(compares)?;
        if compares {
            let comparison = self.overrides.comparison(settings, &dir)?;
            return compare(&comparison, &self.cluster, self.json);
        }
        if self.json {
            let message = "--json is for comparisons: give --seeds, or a [grid] in the config";
            return Err(Failure::input(message));
        }
        let signals = Signals::listen();
        let control = signals.control();
        let backend = backend(&self.cluster, &control)?;
        let counting = CountLine::new(&control, String::new());
        let begun = Driver::begin_by(&*backend, plan, &dir, control);
        drop(counting);
        let driver = begun.map_err(|why| not_begun(why, &dir))?;
        run_to_end(driver, &*backend, &self.watching, &signals, &self.cluster)
    }
}

#[derive(Args, Debug)]
pub struct ResumeArgs {
    /// The run folder
    run: PathBuf,
    /// Change one of the keys `search.generations`, `budget.seconds`, `budget.boards`,
    /// `budget.stall`, `objective.stop_when`, `objective.stop_at_find`, `search.shrink`, `threads`,
    /// `budget.memory`;
    /// keys that would change the results of the run are refused
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Override the number of threads; results do not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    #[command(flatten)]
    cluster: ClusterOption,
    #[command(flatten)]
    watching: WatchArgs,
}

/// Whether a folder holds a run that has finished.
fn has_finished(dir: &Path) -> bool {
    let manifest = RunFolder::at(dir).manifest();
    manifest.is_ok_and(|manifest| manifest.status == Status::Finished)
}

/// The number of generations of the run in a folder, if there is a run.
fn generations(dir: &Path) -> Option<u64> {
    let manifest = RunFolder::at(dir).manifest();
    Some(manifest.ok()?.generations)
}

/// The back end: this process, or the workers of a cluster.
pub fn backend(cluster: &ClusterOption, control: &Control) -> Result<Box<dyn Backend>, Failure> {
    let flags = control.clone();
    let stop = Arc::new(move || {
        flags.finish.load(Ordering::Relaxed) || flags.abort.load(Ordering::Relaxed)
    });
    Ok(match cluster.backend(stop)? {
        None => Box::new(LocalBackend),
        Some(backend) => Box::new(backend),
    })
}

impl ResumeArgs {
    pub fn run(&self) -> CommandResult {
        self.watching.check(false)?;
        let overrides = listed(&self.set, &[("--threads", "threads", &self.threads)]);
        let resolve = |text: &str, overrides: &[Override]| {
            Plan::resolve_of_run("config.toml", text.as_bytes(), overrides, read_no_boards)
                .map_err(|e| in_config(&e))
        };
        let plan_of = |config: &str| -> Result<Plan, Failure> {
            let (old, new) = (resolve(config, &[])?, resolve(config, &overrides)?);
            match old.differences(&new).first() {
                None => Ok(new),
                Some(d) => Err(Failure::input(format!(
                    "this key of a run cannot change: `{}` is {} in this run, not {}; begin a new run with `boil search`",
                    d.key, d.old, d.new
                ))),
            }
        };
        let signals = Signals::listen();
        let control = signals.control();
        let backend = backend(&self.cluster, &control)?;
        let (has_finished, before) = (has_finished(&self.run), generations(&self.run));
        let counting = CountLine::new(&control, String::new());
        let resumed = Driver::resume_by(&*backend, &self.run, control, plan_of);
        drop(counting);
        let (driver, warnings) = resumed?;
        for warning in warnings {
            print_note!("warning: {warning}");
        }
        let linked = linked_run(&self.run).filter(|_| !has_finished);
        if let (None, Some(run)) = (&self.cluster.cluster, linked) {
            print_note!(
                "resuming locally; if {run} is still running in the cluster, remove it: \
                 boil cluster remove {run}"
            );
        }
        let plan = driver.plan().clone();
        let ended = run_to_end(driver, &*backend, &self.watching, &signals, &self.cluster);
        let stays = self.set.is_empty() || generations(&self.run) == before;
        if let (true, Some(hint)) = (has_finished && stays, extension(&self.run, &plan)) {
            print_note!("{hint}");
        }
        ended
    }
}

/// The way to extend a run that has finished before. `None` if it has not finished again.
fn extension(dir: &Path, plan: &Plan) -> Option<String> {
    let manifest = RunFolder::at(dir).manifest().ok()?;
    let reason = manifest
        .stop_reason
        .filter(|_| manifest.status == Status::Finished)?;
    let twice = |number: u64| number.saturating_mul(2);
    let change = match reason.as_str() {
        "generations" => {
            let done = plan.search.generations.max(manifest.generations);
            format!("search.generations={}", twice(done))
        }
        "boards" => format!("budget.boards={}", twice(plan.budget.boards)),
        "seconds" => format!("budget.seconds={}", twice(plan.budget.seconds)),
        "stall" => format!("budget.stall={}", twice(plan.budget.stall)),
        "stop_when" => "objective.stop_when=".to_string(),
        "found" => "objective.stop_at_find=false".to_string(),
        // There are no other boards, or none that would be an answer.
        "complete" | "smallest" => return None,
        _ => {
            return Some(
                "the run breeds no new boards; for others, begin a new run with other boards or \
                 operators, or another seed"
                    .to_string(),
            );
        }
    };
    let dir = in_command(dir);
    Some(format!(
        "to extend the run: boil resume {dir} --set {change}"
    ))
}

/// The failure of a run that did not begin. If it was stopped while it counted small orders, it
/// begins again when it is resumed.
fn not_begun(error: RunError, dir: &Path) -> Failure {
    let failure = Failure::from(error);
    if failure.code == Code::Stopped {
        print_note!("to resume: boil resume {}", in_command(dir));
    }
    failure
}

/// Runs the search to its end, harvests its records, and prints the result.
fn run_to_end(
    driver: Driver,
    backend: &dyn Backend,
    watching: &WatchArgs,
    signals: &Signals,
    cluster: &ClusterOption,
) -> CommandResult {
    let watch = watching.begin(&driver, signals)?;
    let ended = driver.run_by(
        backend,
        |rows| watch.add(rows),
        |text| print_note!("{text}"),
    );
    drop(watch);
    let (driver, ended) = ended?;
    let (harvested, refused) = harvest(driver.folder(), driver.plan(), driver.counted())?;
    let printed = print_summary(&driver, &ended, &harvested, cluster.cluster.is_some());
    // A reader that has gone away does not turn a failure into a success.
    if let Some(refused) = refused {
        return Err(refused);
    }
    match ended.status {
        Status::Stopped => Err(Failure::stopped("")),
        _ => no_fitness(driver.manifest()).map_or(printed, Err),
    }
}
