//! `boil cluster`: what a cluster is at, and what to expect of one; and how every command finds it.

mod model;

use super::failure::{Code, Done, Failure};
use crate::cluster::nats::Stop;
use crate::cluster::{
    Access, Dialect, Exchange, ExchangeError, Nats, Outlook, RunCard, WorkerCard,
};
use crate::run::input;
use clap::{Args, Subcommand};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How long a command waits for a server that is not there, unless it is told otherwise.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a server asks for beside its address.
#[derive(Args, Debug, Clone)]
pub struct Letters {
    /// A credentials file for the server
    #[arg(long, value_name = "FILE", help_heading = "Cluster")]
    creds: Option<PathBuf>,
    /// Certificates of authorities to trust, beside the system's; asks for TLS
    #[arg(long, value_name = "FILE", help_heading = "Cluster")]
    tls_ca: Option<PathBuf>,
    /// Our certificate for the server
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_key",
        help_heading = "Cluster"
    )]
    tls_cert: Option<PathBuf>,
    /// Its key
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_cert",
        help_heading = "Cluster"
    )]
    tls_key: Option<PathBuf>,
    /// Copies of everything in a cluster of servers; those who come first decide
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5), help_heading = "Cluster")]
    replicas: u8,
}

impl Letters {
    /// The way to a server. `@FILE` stands for an address in a file, so that what is secret in it is on no command line.
    pub fn access(&self, servers: &str) -> Result<Access, Failure> {
        let servers = match servers.strip_prefix('@') {
            None => servers.to_string(),
            Some(file) => {
                let read = input::named_text(Path::new(file), 1 << 16);
                let text = read.map_err(|e| Failure::input(format!("{file}: {e}")))?;
                text.trim().to_string()
            }
        };
        if servers.trim().is_empty() {
            let message = "--cluster needs the address of a server, such as nats://localhost:4222";
            return Err(Failure::input(message));
        }
        Ok(Access {
            servers,
            credentials: self.creds.clone(),
            authorities: self.tls_ca.clone(),
            certificate: self.tls_cert.clone().zip(self.tls_key.clone()),
            replicas: usize::from(self.replicas),
        })
    }

    /// The same as arguments of another process.
    pub fn arguments(&self) -> Vec<std::ffi::OsString> {
        let files = [
            ("--creds", &self.creds),
            ("--tls-ca", &self.tls_ca),
            ("--tls-cert", &self.tls_cert),
            ("--tls-key", &self.tls_key),
        ];
        let given = files.into_iter().filter_map(|(name, file)| {
            let file = file.as_ref()?;
            Some([name.into(), file.clone().into_os_string()])
        });
        given.flatten().collect()
    }
}

/// The cluster of a command that cannot do without one.
#[derive(Args, Debug, Clone)]
pub struct At {
    /// The NATS server: `nats://HOST:4222`, several with commas between, or `@FILE` with that in it
    #[arg(long, value_name = "URL", env = "BOIL_CLUSTER", hide_env_values = true)]
    pub cluster: String,
    #[command(flatten)]
    pub letters: Letters,
}

/// The cluster of a command that may do without one.
#[derive(Args, Debug, Clone)]
pub struct Perhaps {
    /// Let the workers of a cluster breed: its NATS server, `nats://HOST:4222`, several with commas between, or `@FILE` with
    /// that in it
    #[arg(long, value_name = "URL", help_heading = "Cluster")]
    pub cluster: Option<String>,
    #[command(flatten)]
    pub letters: Letters,
}

/// Says on standard error what happens with the cluster.
pub fn teller() -> Arc<dyn Fn(&str) + Send + Sync> {
    Arc::new(|text: &str| say!("cluster: {text}"))
}

/// Connects.
///
/// # Errors
/// When there is no server for so long, or it does not let us in.
pub fn connect(access: &Access, patience: Duration, stop: Stop) -> Result<Nats, Failure> {
    Ok(Nats::connect(access, patience, stop, teller())?)
}

impl From<ExchangeError> for Failure {
    fn from(error: ExchangeError) -> Failure {
        match error {
            ExchangeError::Stopped => Failure {
                code: Code::Stopped,
                message: "interrupted".to_string(),
            },
            other => Failure::input(other),
        }
    }
}

#[derive(Args, Debug)]
pub struct Cluster {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// The runs and the workers of a cluster
    Status(Status),
    /// End a run in a cluster and forget it there; its folder stays as it is
    Remove(Remove),
    /// What to expect of a cluster: a simulation, and what no cluster can exceed
    Model(model::Model),
}

impl Cluster {
    pub fn run(&self) -> Done {
        match &self.command {
            Command::Status(c) => c.run(),
            Command::Remove(c) => c.run(),
            Command::Model(c) => c.run(),
        }
    }
}

#[derive(Args, Debug)]
struct Status {
    #[command(flatten)]
    at: At,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

impl Status {
    fn run(&self) -> Done {
        let access = self.at.letters.access(&self.at.cluster)?;
        // a question: when the server does not answer, that is the answer
        let nats = connect(&access, Duration::ZERO, Arc::new(|| true))?;
        let (runs, workers) = (nats.runs(), nats.workers());
        let (runs, workers) = (answered(runs)?, answered(workers)?);
        let queued: BTreeMap<String, u64> = answered(nats.queued())?.into_iter().collect();
        let done = runs.iter().map(|run| answered(units_done(&nats, run)));
        let done: Vec<u64> = done.collect::<Result<_, _>>()?;
        let runs: Vec<(RunCard, u64)> = runs.into_iter().zip(done).collect();
        match self.json {
            true => as_json(&runs, &workers, &queued),
            false => as_text(&nats, &runs, &workers, &queued),
        }
    }
}

/// Units of a run that are over.
fn units_done(nats: &Nats, run: &RunCard) -> Result<u64, ExchangeError> {
    let collected = (run.floor - run.first) * run.islands;
    match nats.keys(&run.id, "done") {
        // of the latest epoch that was collected there is a note as well
        Ok(noted) => Ok(collected
            + noted
                .iter()
                .filter(|key| epoch_of(key) >= run.floor)
                .count() as u64),
        // it has ended, and nothing is stored of it any more
        Err(ExchangeError::NoRun(_)) => Ok(collected),
        Err(other) => Err(other),
    }
}

fn epoch_of(key: &str) -> u64 {
    let epoch = key.split('.').nth(1);
    epoch.and_then(|text| text.parse().ok()).unwrap_or_default()
}

fn answered<T>(answer: Result<T, ExchangeError>) -> Result<T, Failure> {
    answer.map_err(|error| match error {
        ExchangeError::Stopped => Failure::input("the server does not answer"),
        other => other.into(),
    })
}

fn as_json(
    runs: &[(RunCard, u64)],
    workers: &[WorkerCard],
    queued: &BTreeMap<String, u64>,
) -> Done {
    for (run, done) in runs {
        let units = queued.get(&run.id).copied().unwrap_or_default();
        let line = serde_json::json!({"run": run, "queued": units, "done": done});
        tell!("{line}")?;
    }
    for worker in workers {
        tell!("{}", serde_json::json!({"worker": worker}))?;
    }
    Ok(())
}

fn as_text(
    nats: &Nats,
    runs: &[(RunCard, u64)],
    workers: &[WorkerCard],
    queued: &BTreeMap<String, u64>,
) -> Done {
    let ours = Dialect::ours();
    let foreign = |dialect: &str| match dialect == ours.text() {
        true => String::new(),
        false => format!("  {}", Dialect::told(dialect)),
    };
    tell!("{}", nats.server())?;
    tell!("runs: {}", runs.len())?;
    for (run, done) in runs {
        let outlook = match run.outlook {
            Outlook::Running => "running",
            Outlook::Paused => "paused",
            Outlook::Finished => "finished",
        };
        let units = queued.get(&run.id).copied().unwrap_or_default();
        tell!(
            "  {}  {outlook}  {} islands  {done} of {} units done  {} epochs collected  {units} units queued or in hand  since {} from {}{}",
            run.id,
            run.islands,
            (run.epochs - run.first) * run.islands,
            run.floor - run.first,
            run.submitted,
            run.host,
            foreign(&run.dialect)
        )?;
    }
    tell!("workers: {}", workers.len())?;
    for worker in workers {
        let at = match worker.units.is_empty() {
            true => "idle".to_string(),
            false => format!("at {}", worker.units.join(" ")),
        };
        tell!(
            "  {}  {} threads  {} units done  {at}  since {}{}",
            worker.id,
            worker.threads,
            worker.done,
            worker.since,
            foreign(&worker.dialect)
        )?;
    }
    Ok(())
}

#[derive(Args, Debug)]
struct Remove {
    /// The run's name in the cluster, as `boil cluster status` lists it
    run: String,
    #[command(flatten)]
    at: At,
}

impl Remove {
    fn run(&self) -> Done {
        let access = self.at.letters.access(&self.at.cluster)?;
        let nats = connect(&access, PATIENCE, Arc::new(|| false))?;
        if nats.run(&self.run)?.is_none() {
            return Err(ExchangeError::NoRun(self.run.clone()).into());
        }
        nats.remove_run(&self.run)?;
        Ok(tell!("{} is removed", self.run)?)
    }
}
