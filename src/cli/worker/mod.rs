//! `boil worker`: computes units of the runs of a cluster.

mod isolated;

use super::cluster::{ClusterArgs, notifier};
use super::failure::{CommandResult, Failure};
use super::signals::Signals;
use boilingpoint_cluster::worker::{Isolate, IsolatedFailure, WorkerConfig, worker_card};
use boilingpoint_cluster::{JobStore, ProtocolVersion, RunStatus, Unit, worker};
use clap::Args;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Args, Debug)]
pub struct WorkerArgs {
    #[command(flatten)]
    cluster: ClusterArgs,
    /// Threads that value boards; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Most parts of runs to compute at once; by default as many as threads. A part is one island
    /// until its next exchange of boards
    #[arg(long, value_name = "N")]
    units: Option<usize>,
    /// Exit after this many seconds without work; by default wait for ever
    #[arg(long, value_name = "S")]
    idle: Option<u64>,
    /// Seconds to wait for a server that is not reachable yet
    #[arg(long, value_name = "S", default_value_t = 60)]
    wait: u64,
    /// Compute only this unit; a worker starts such a process for each unit
    #[arg(long, value_name = "RUN.EPOCH.ISLAND", hide = true)]
    only: Option<String>,
}

impl WorkerArgs {
    pub fn run(&self) -> CommandResult {
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

    fn config(&self, stop: Arc<AtomicBool>, isolate: Option<Isolate>) -> WorkerConfig {
        WorkerConfig {
            card: worker_card(self.threads() as u64),
            threads: self.threads(),
            units: self.units.unwrap_or(self.threads()),
            idle: self.idle.map(Duration::from_secs),
            split_after: None,
            isolate,
            stop,
            notify: notifier(),
        }
    }

    fn work(&self) -> CommandResult {
        let signals = Signals::listen_while("worker has returned its units");
        let stop = signals.control().finish;
        let flag = stop.clone();
        let is_stopped = Arc::new(move || flag.load(Ordering::Relaxed));
        let store = self.cluster.connect(self.wait(), is_stopped)?;
        refuse_other_versions(&*store)?;
        let isolate = self.isolate(stop.clone());
        let config = self.config(stop, Some(isolate));
        print_note!(
            "cluster: worker {} with {} threads is connected to {}",
            config.card.id,
            config.threads,
            store.server()
        );
        let done = worker::Worker::new(&*store, config).work()?;
        Ok(print_result!("{done} units done")?)
    }

    fn wait(&self) -> Duration {
        Duration::from_secs(self.wait)
    }

    fn only(&self, unit: &str) -> CommandResult {
        let unit: Unit = unit.parse()?;
        isolated::end_with_worker();
        let store = self.cluster.connect(self.wait(), Arc::new(|| false))?;
        let config = self.config(Arc::default(), None);
        let done = worker::Worker::new(&*store, config).only(&unit);
        done.map_err(|failure| match failure {
            IsolatedFailure::Failed(why) => Failure::refuted(why),
            IsolatedFailure::NotTried(why) => Failure::input(why),
        })
    }

    fn isolate(&self, stop: Arc<AtomicBool>) -> Isolate {
        let mut arguments: Vec<OsString> = vec!["worker".into()];
        arguments.extend(self.cluster.credentials.arguments());
        arguments.extend(["--threads".into(), self.threads().to_string().into()]);
        isolated::isolate(arguments, self.cluster.cluster.clone(), stop)
    }
}

/// Prints each run that needs another version of the program. Fails if all runs do.
fn refuse_other_versions(store: &dyn JobStore) -> CommandResult {
    let ours = ProtocolVersion::current();
    let active = store.runs()?.into_iter();
    let active = active.filter(|run| run.status == RunStatus::Running);
    let (fit, unfit): (Vec<_>, Vec<_>) = active.partition(|run| run.version == ours);
    for run in &unfit {
        print_note!(
            "cluster: run {} needs the version {}; this program is {ours}",
            run.id,
            run.version
        );
    }
    if fit.is_empty() && !unfit.is_empty() {
        return Err(Failure::input(
            "all runs of this cluster need another version of this program: use that version, or \
             wait until the runs end",
        ));
    }
    Ok(())
}
