//! `boil cluster status`.

use super::super::failure::{CommandResult, Failure};
use super::ClusterArgs;
use boilingpoint_cluster::{
    ClusterError, JobStore, ProtocolVersion, RunCard, RunStatus, RunWork, WorkerCard, units_done,
    unix_seconds,
};
use clap::Args;
use std::sync::Arc;
use std::time::Duration;

#[derive(Args, Debug)]
pub struct StatusArgs {
    #[command(flatten)]
    cluster: ClusterArgs,
    /// Print JSON: one object per line
    #[arg(long)]
    json: bool,
}

/// A run, the number of its completed units, and the number of its units in the queue.
struct RunProgress {
    card: RunCard,
    done: u64,
    queued: usize,
}

impl StatusArgs {
    pub fn run(&self) -> CommandResult {
        // Requests stop at the first failure, so that an unreachable server is reported at once.
        let store = self.cluster.connect(Duration::ZERO, Arc::new(|| true))?;
        let runs = answered(store.runs())?.into_iter();
        let runs: Result<Vec<_>, _> = runs.map(|card| progress(&*store, card)).collect();
        let (runs, workers) = (answered(runs)?, answered(store.workers())?);
        if self.json {
            return print_json(&runs, &workers);
        }
        print_text(store.server(), &runs, &workers)
    }
}

fn progress(store: &dyn JobStore, card: RunCard) -> Result<RunProgress, ClusterError> {
    Ok(RunProgress {
        done: units_done(store, &card)?,
        queued: store.queued(&card.id)?.len(),
        card,
    })
}

fn answered<T>(answer: Result<T, ClusterError>) -> Result<T, Failure> {
    answer.map_err(|error| match error {
        ClusterError::Stopped => Failure::input("the server does not answer"),
        other => other.into(),
    })
}

fn print_json(runs: &[RunProgress], workers: &[WorkerCard]) -> CommandResult {
    for RunProgress { card, done, queued } in runs {
        let left = card.pace.seconds_left(unix_seconds(), *done, units(card));
        let line = serde_json::json!({
            "run": card, "queued": queued, "done": done, "seconds_left": left,
        });
        print_result!("{line}")?;
    }
    for worker in workers {
        print_result!("{}", serde_json::json!({"worker": worker}))?;
    }
    Ok(())
}

fn print_text(server: &str, runs: &[RunProgress], workers: &[WorkerCard]) -> CommandResult {
    print_result!("{server}")?;
    print_result!("runs: {}", runs.len())?;
    for RunProgress { card, done, queued } in runs {
        print_line(format!(
            "  {}  {}  {}  {queued} units queued or in progress{}  since {} from {}{}",
            card.id,
            status_text(card.status),
            size_text(card, *done),
            end_text(card, *done),
            card.submitted,
            card.host,
            other_version(&card.version)
        ))?;
    }
    print_result!("workers: {}", workers.len())?;
    for card in workers {
        let units = if card.units.is_empty() {
            "idle".to_string()
        } else {
            format!("at {}", card.units.join(" "))
        };
        print_line(format!(
            "  {}  {} threads  {} units done  {units}  since {}{}",
            card.id,
            card.threads,
            card.done,
            card.since,
            other_version(&card.version)
        ))?;
    }
    Ok(())
}

/// Prints a line of a card, without characters that a terminal obeys: any process of the cluster
/// can store a card.
fn print_line(line: String) -> CommandResult {
    print_result!("{}", line.replace(char::is_control, "?"))?;
    Ok(())
}

/// The number of units of a run.
fn units(card: &RunCard) -> u64 {
    let epochs = card.epochs.saturating_sub(card.first);
    epochs.saturating_mul(card.islands)
}

/// The size of a run, and how far it is.
fn size_text(card: &RunCard, done: u64) -> String {
    match card.work {
        RunWork::Search => format!(
            "{} islands  {done} of {} units done  {} epochs collected",
            card.islands,
            units(card),
            card.floor.saturating_sub(card.first)
        ),
        RunWork::Atlas { .. } => format!("{done} of {} chunks done", card.islands),
    }
}

/// The expected end of a run that workers compute, as a part of a line.
fn end_text(card: &RunCard, done: u64) -> String {
    let left = card.pace.seconds_left(unix_seconds(), done, units(card));
    match left {
        Some(seconds) if card.status == RunStatus::Running => {
            let left = humantime::format_duration(Duration::from_secs(seconds));
            format!("  about {left} left")
        }
        _ => String::new(),
    }
}

fn status_text(status: RunStatus) -> &'static str {
    match status {
        RunStatus::Running => "running",
        RunStatus::Paused => "paused",
        RunStatus::Finished => "finished",
    }
}

/// The version as the end of a line. Empty if it is this program's version.
fn other_version(version: &ProtocolVersion) -> String {
    if *version == ProtocolVersion::current() {
        return String::new();
    }
    format!("  {version}")
}
