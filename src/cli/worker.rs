//! `boil worker`: works on the runs of a cluster.

use super::cluster::{At, connect, teller};
use super::failure::{Code, Done, Failure};
use super::signals::Signals;
use crate::cluster::nats::Stop;
use crate::cluster::worker::{Alone, Isolate, Terms, Worker as Work, card};
use crate::cluster::{Dialect, Exchange, Outlook, Unit};
use clap::Args;
use std::ffi::OsString;
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often it is looked whether a process of its own has ended.
const LOOK_EVERY: Duration = Duration::from_millis(50);

#[derive(Args, Debug)]
pub struct Worker {
    #[command(flatten)]
    at: At,
    /// Threads that value boards; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Epochs at once; by default as many as threads
    #[arg(long, value_name = "N")]
    units: Option<usize>,
    /// Leave after so many seconds without work; else it waits for ever
    #[arg(long, value_name = "S")]
    idle: Option<u64>,
    /// Wait so many seconds for a server that is not there yet
    #[arg(long, value_name = "S", default_value_t = 60)]
    wait: u64,
    /// Go through this unit alone: what a worker does in a process of its own
    #[arg(long, value_name = "RUN.EPOCH.ISLAND", hide = true)]
    only: Option<String>,
}

impl Worker {
    pub fn run(&self) -> Done {
        match &self.only {
            Some(unit) => self.only(unit),
            None => self.work(),
        }
    }

    fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            n => n,
        }
    }

    fn terms(&self, stop: Arc<AtomicBool>) -> Terms {
        let tell = teller();
        Terms {
            card: card(self.threads() as u64),
            threads: self.threads(),
            units: self.units.unwrap_or(self.threads()),
            idle: self.idle.map(Duration::from_secs),
            isolate: self.isolate(stop.clone()),
            stop,
            tell: Box::new(move |text| tell(text)),
        }
    }

    fn work(&self) -> Done {
        let stop = Signals::listen_while("worker has given its units back")
            .control()
            .finish;
        let access = self.at.letters.access(&self.at.cluster)?;
        let nats = connect(&access, Duration::from_secs(self.wait), stopped_by(&stop))?;
        refuse_other_versions(&nats)?;
        let terms = self.terms(stop);
        say!(
            "cluster: {} with {} threads works for {}",
            terms.card.id,
            terms.threads,
            nats.server()
        );
        let done = Work::new(&nats, terms).work()?;
        Ok(tell!("{done} units done")?)
    }

    fn only(&self, unit: &str) -> Done {
        let unit: Unit = unit.parse().map_err(Failure::input)?;
        end_with_the_worker();
        let access = self.at.letters.access(&self.at.cluster)?;
        let nats = connect(&access, Duration::from_secs(self.wait), Arc::new(|| false))?;
        let terms = self.terms(Arc::default());
        Work::new(&nats, terms)
            .only(&unit)
            .map_err(|alone| match alone {
                Alone::Failed(why) => Failure::refuted(why),
                Alone::NotTried(why) => Failure::input(why),
            })
    }

    /// Goes through a unit in a process of its own.
    fn isolate(&self, stop: Arc<AtomicBool>) -> Isolate {
        let mut arguments: Vec<OsString> = vec!["worker".into()];
        let cluster = self.at.cluster.clone();
        arguments.extend(self.at.letters.arguments());
        arguments.extend(["--threads".into(), self.threads().to_string().into()]);
        Box::new(move |unit| {
            let not_tried =
                |e: std::io::Error| Alone::NotTried(format!("a process of its own: {e}"));
            let program = std::env::current_exe().map_err(not_tried)?;
            let child = Command::new(program)
                .args(&arguments)
                .args(["--only", &unit.to_string()])
                .env("BOIL_CLUSTER", &cluster) // what is secret in it is nobody else's
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn();
            let mut child = child.map_err(not_tried)?;
            let said = said_by(&mut child);
            let ended = ended(&mut child, &stop).map_err(not_tried)?;
            let said = said.join().unwrap_or_default();
            match ended {
                Some(status) if status.success() => Ok(()),
                Some(status) => Err(how(status, &said)),
                None => Err(Alone::NotTried("the worker was stopped".to_string())),
            }
        })
    }
}

fn stopped_by(flag: &Arc<AtomicBool>) -> Stop {
    let flag = flag.clone();
    Arc::new(move || flag.load(Ordering::Relaxed))
}

/// What a process says on standard error, its last line.
fn said_by(child: &mut Child) -> std::thread::JoinHandle<String> {
    let said = child.stderr.take();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut said) = said {
            let _ = said.read_to_end(&mut text);
        }
        let text = String::from_utf8_lossy(&text);
        let last = text.lines().rev().find(|line| !line.trim().is_empty());
        last.unwrap_or_default().chars().take(500).collect()
    })
}

/// Waits for a process; nothing if we are to stop meanwhile, which ends it.
fn ended(child: &mut Child, stop: &AtomicBool) -> std::io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop.load(Ordering::Relaxed) {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// How a process ended, with the last that it said. It says by its exit code if it did not come to the unit.
fn how(status: ExitStatus, said: &str) -> Alone {
    let how = match said {
        "" => format!("its process ended with {status}"),
        said => format!("its process ended with {status}: {said}"),
    };
    let not_tried = [Code::BadInput, Code::Stopped].map(|code| Some(code as i32));
    match not_tried.contains(&status.code()) {
        true => Alone::NotTried(how),
        false => Alone::Failed(how),
    }
}

/// A process of its own ends with its worker, and is the first to go where memory is short.
fn end_with_the_worker() {
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    std::thread::spawn(|| {
        let mut nothing = [0; 64];
        // nothing is ever written to it; it ends when the worker does
        while std::io::stdin().read(&mut nothing).is_ok_and(|n| n > 0) {}
        std::process::exit(Code::Stopped as i32);
    });
}

/// Refuses to wait beside runs that are all another version's; says so of some.
fn refuse_other_versions(exchange: &dyn Exchange) -> Done {
    let ours = Dialect::ours();
    let active = exchange.runs()?.into_iter();
    let active = active.filter(|run| run.outlook == Outlook::Running);
    let (fit, unfit): (Vec<_>, Vec<_>) = active.partition(|run| run.dialect == ours.text());
    for run in &unfit {
        say!(
            "cluster: {} is for {}; this is {}",
            run.id,
            Dialect::told(&run.dialect),
            Dialect::told(ours.text())
        );
    }
    match fit.is_empty() && !unfit.is_empty() {
        true => Err(Failure::input(
            "all runs of this cluster are another version's: use that version, or wait for them to end",
        )),
        false => Ok(()),
    }
}
