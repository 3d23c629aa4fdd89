//! Lists whose parts the workers of a cluster do: the options, and how the command waits.

use super::boards::progress;
use super::cluster::ClusterOption;
use super::failure::{CommandResult, Failure};
use super::limits::LimitArgs;
use super::signals::Signals;
use boilingpoint_study::gather::{GatherError, GatheredWork, gather};
use boilingpoint_study::part::{WorkDescription, WorkKind};
use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The cluster that does a list's parts.
#[derive(Args, Debug)]
pub struct GatherArgs {
    #[command(flatten)]
    pub cluster: ClusterOption,
    /// The folder that keeps the results of a cluster's workers until all are there
    #[arg(
        long,
        default_value = "runs/parts",
        value_name = "DIR",
        help_heading = "Cluster"
    )]
    parts: PathBuf,
}

/// A list that workers do.
pub struct AskedList<Q> {
    pub name: String,
    pub kind: WorkKind,
    pub question: Q,
    /// The number of chunks.
    pub chunks: u64,
}

impl GatherArgs {
    /// Whether the command was given a cluster.
    pub fn is_asked(&self) -> bool {
        self.cluster.cluster.is_some()
    }

    /// Has the workers of the cluster do a list. `take` gets the results in the order of the list.
    ///
    /// # Errors
    /// When there is no cluster, when it fails, when the command was stopped, and the failures of
    /// `take`.
    pub fn gather<Q: Serialize, T: DeserializeOwned>(
        &self,
        limits: &LimitArgs,
        list: AskedList<Q>,
        take: impl FnMut(T) -> CommandResult,
    ) -> CommandResult {
        let signals = Signals::listen_while("part of the list");
        let budget = limits.budget()?;
        let over = budget.stop.clone();
        let stopping = signals.control().finish;
        let is_stopped = Arc::new(move || stopping.load(Ordering::Relaxed));
        let Some(backend) = self.cluster.backend(is_stopped)? else {
            return Err(Failure::input(
                "--cluster: expected the address of a server",
            ));
        };
        let bar = progress();
        let done = gather(
            &backend,
            &GatheredWork {
                name: list.name,
                description: WorkDescription::new(list.kind, &budget, list.question),
                chunks: list.chunks,
                dir: &self.parts,
                stop: &|| signals.stopping() || over.iter().any(|o| o.load(Ordering::Relaxed)),
                progress: &|boards| bar.inc(boards),
                note: &|note| bar.suspend(|| print_note!("note: {note}")),
            },
            take,
        );
        bar.finish_and_clear();
        done.map_err(|error| match error {
            GatherError::Ended(failure) => failure,
            GatherError::Stopped => Failure::stopped(
                "stopped, by a signal or by --seconds; to resume, give the same command again",
            ),
            GatherError::Folder(why) => Failure::input(why),
            GatherError::Failed(why) => Failure::of(why.as_ref()),
        })
    }
}
