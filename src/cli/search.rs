//! `boil search` and `boil resume`: run a search, or go on with one.

use super::failure::{Code, Done, Failure};
use super::harvest::harvest;
use crate::graph::board_text;
use crate::run::config::{ConfigError, Override, Plan};
use crate::run::manifest::Status;
use crate::run::{Control, Driver, Ended, RunError, Sight, catalogue};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The overrides of a config that several commands take.
#[derive(Args, Debug)]
pub struct Overrides {
    /// Override the seed
    #[arg(long, value_name = "N")]
    seed: Option<String>,
    /// Override the number of threads; results do not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// Override any key of the config, such as `search.generations=50`
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl Overrides {
    fn list(&self) -> Vec<Override> {
        let seed = self
            .seed
            .iter()
            .map(|n| Override::option("--seed", "seed", n));
        let threads = self
            .threads
            .iter()
            .map(|n| Override::option("--threads", "threads", n));
        self.set
            .iter()
            .map(|text| Override::set(text))
            .chain(seed)
            .chain(threads)
            .collect()
    }

    /// The plan of a config file with these overrides.
    pub fn load(&self, config: &Path) -> Result<Plan, Failure> {
        Plan::load(config, &self.list(), &catalogue()).map_err(|e| in_config(&e))
    }
}

fn in_config(error: &ConfigError) -> Failure {
    Failure::input(error.render(std::io::stderr().is_terminal()).trim_end())
}

#[derive(Args, Debug)]
pub struct Search {
    /// The config, a TOML file
    config: PathBuf,
    /// The run folder; by default `runs/` and the name of the config
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overrides: Overrides,
}

impl Search {
    pub fn run(&self) -> Done {
        let plan = self.overrides.load(&self.config)?;
        let dir = self
            .out
            .clone()
            .unwrap_or_else(|| Path::new("runs").join(&plan.name));
        let control = on_signals();
        let driver = Driver::begin(&plan, &dir, control).map_err(failed)?;
        go(driver)
    }
}

#[derive(Args, Debug)]
pub struct Resume {
    /// The run folder
    run: PathBuf,
    /// Extend the run or change how it is carried out: `search.generations`, `budget.seconds`,
    /// `objective.stop_when`, `threads`, `budget.memory`; nothing that would change its results
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl Resume {
    pub fn run(&self) -> Done {
        let overrides: Vec<Override> = self.set.iter().map(|text| Override::set(text)).collect();
        let resolve = |text: &str, overrides: &[Override]| {
            Plan::resolve("config.toml", text.as_bytes(), overrides, &catalogue())
                .map_err(|e| in_config(&e))
        };
        let plan_of = |config: &str| -> Result<Plan, Failure> {
            let (old, new) = (resolve(config, &[])?, resolve(config, &overrides)?);
            match old.differences(&new).first() {
                None => Ok(new),
                Some(d) => Err(Failure::input(format!(
                    "a run cannot change what it searches for: `{}` is {} in this run, not {}; begin a new run with `boil search`",
                    d.key, d.old, d.new
                ))),
            }
        };
        let (driver, warnings) = Driver::resume(&self.run, on_signals(), plan_of)?;
        for warning in warnings {
            eprintln!("warning: {warning}");
        }
        go(driver)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        failed(error)
    }
}

fn failed(error: RunError) -> Failure {
    use crate::run::SearchError;
    match error {
        RunError::Search(e @ SearchError::Disagreement { .. }) => Failure::refuted(e),
        other => Failure::input(other),
    }
}

/// Ctrl-C once: finish the generation. Twice: stop at once.
fn on_signals() -> Control {
    let control = Control::default();
    let (finish, abort) = (control.finish.clone(), control.abort.clone());
    // Only the first handler of a process can be set; a second search in one process has no Ctrl-C.
    let _ = ctrlc::set_handler(move || {
        if finish.swap(true, Ordering::Relaxed) {
            abort.store(true, Ordering::Relaxed);
        } else {
            eprintln!("\nstopping after this generation; press Ctrl-C again to stop at once");
        }
    });
    control
}

/// Runs to the end, harvests, and says how it went.
fn go(mut driver: Driver) -> Done {
    let bar = progress(driver.plan());
    let ended = driver.run(|sight| show(&bar, sight)).map_err(failed);
    bar.finish_and_clear();
    let ended = ended?;
    let harvested = harvest(driver.folder(), driver.plan())?;
    say(&driver, &ended, &harvested)?;
    match ended.status {
        Status::Stopped => Err(Failure {
            code: Code::Stopped,
            message: String::new(),
        }),
        _ => Ok(()),
    }
}

fn progress(plan: &Plan) -> ProgressBar {
    let bar = ProgressBar::new(plan.search.generations);
    let template = "{elapsed_precise} [{bar:30}] {pos}/{len} generations, {msg}, {eta} left";
    bar.set_style(
        ProgressStyle::with_template(template)
            .expect("a valid template")
            .progress_chars("=> "),
    );
    bar
}

fn show(bar: &ProgressBar, sight: &Sight) {
    let best = sight.best.as_deref().unwrap_or("none");
    let board = sight
        .board
        .as_deref()
        .filter(|b| b.len() <= 24)
        .unwrap_or("");
    bar.set_position(sight.generation);
    bar.set_message(format!(
        "best {best} {board}, {:.0} boards/s",
        sight.boards_per_second
    ));
}

fn say(driver: &Driver, ended: &Ended, harvested: &str) -> Done {
    let mut out = std::io::stdout().lock();
    let dir = driver.folder().path().display();
    let manifest = driver.folder().manifest().map_err(Failure::input)?;
    let state = if ended.status == Status::Finished {
        "finished"
    } else {
        "stopped"
    };
    writeln!(
        out,
        "{state} ({}) after {} generations, {} boards valued",
        ended.reason, manifest.generations, manifest.boards_valued
    )?;
    if let Some(best) = &manifest.best {
        writeln!(
            out,
            "best fitness {}  board {}",
            best.fitness.join(", "),
            board_text(&best.board, &best.tints)
        )?;
    }
    writeln!(out, "{harvested}")?;
    writeln!(
        out,
        "run folder {dir}; for charts and cards: boil report {dir}"
    )?;
    if ended.status == Status::Stopped {
        eprintln!("to go on: boil resume {dir}");
    }
    Ok(())
}
