//! `boil cluster`: the runs and the workers of a cluster.

mod args;
mod status;

pub use args::{ClusterArgs, ClusterOption, notifier};

use super::failure::CommandResult;
use boilingpoint_cluster::ClusterError;
use clap::{Args, Subcommand};
use status::StatusArgs;
use std::sync::Arc;
use std::time::Duration;

/// The time that `remove` waits for a server that is not reachable yet.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

const AFTER_HELP: &str = "A cluster is several machines that work on the same runs. They exchange their work through a \
    NATS server, a program that one of the machines runs. `boil search CONFIG --cluster URL` submits a run and collects \
    its results; `boil worker --cluster URL`, on each machine, computes parts of it. These commands look at the server.";

#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ClusterCommand {
    #[command(subcommand)]
    command: ClusterAction,
}

#[derive(Subcommand, Debug)]
enum ClusterAction {
    /// Show the runs, how far they are, and the machines that work on them
    Status(StatusArgs),
    /// End a run in a cluster and delete its data there; its run folder stays as it is
    Remove(RemoveArgs),
}

impl ClusterCommand {
    pub fn run(&self) -> CommandResult {
        match &self.command {
            ClusterAction::Status(c) => c.run(),
            ClusterAction::Remove(c) => c.run(),
        }
    }
}

#[derive(Args, Debug)]
struct RemoveArgs {
    /// The run's name in the cluster, as `boil cluster status` lists it
    run: String,
    #[command(flatten)]
    cluster: ClusterArgs,
}

impl RemoveArgs {
    fn run(&self) -> CommandResult {
        let store = self.cluster.connect(CONNECT_TIMEOUT, Arc::new(|| false))?;
        if store.run(&self.run)?.is_none() {
            return Err(ClusterError::NoRun(self.run.clone()).into());
        }
        store.remove_run(&self.run)?;
        Ok(print_result!("{} removed", self.run)?)
    }
}
