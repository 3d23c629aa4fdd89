//! `boil cluster model`: what to expect of so many workers.

use crate::cli::failure::{Done, Failure};
use crate::cluster::model::{Outcome, Setting, Topology, bound, simulate};
use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
pub struct Model {
    /// Workers (threads), a row of the table each
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [2, 10, 100, 1000, 3000, 10_000])]
    workers: Vec<u32>,
    /// Islands; by default two for each worker
    #[arg(long, value_name = "N")]
    islands: Option<u32>,
    /// Epochs of each island
    #[arg(long, value_name = "N", default_value_t = 50)]
    epochs: u32,
    /// Who sends to whom
    #[arg(long, value_enum, default_value_t = Sends::Ring)]
    topology: Sends,
    /// Seconds that an epoch takes, the mean
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    seconds: f64,
    /// How they spread: the sigma of a lognormal distribution
    #[arg(long, value_name = "X", default_value_t = 0.5)]
    sigma: f64,
    /// Share of workers that are slow for good
    #[arg(long, value_name = "X", default_value_t = 0.05)]
    slow: f64,
    /// How many times as long they take
    #[arg(long, value_name = "X", default_value_t = 3.0)]
    slower: f64,
    /// Seconds between two losses of a worker, the mean
    #[arg(long, value_name = "S", default_value_t = 21_600.0)]
    lost_every: f64,
    /// Kilobytes of an island's state
    #[arg(long, value_name = "KB", default_value_t = 100.0)]
    state: f64,
    /// Kilobytes of the keys that a unit reads, the mean over the run
    #[arg(long, value_name = "KB", default_value_t = 40.0)]
    known: f64,
    /// Kilobytes of keys that a unit stores
    #[arg(long, value_name = "KB", default_value_t = 20.0)]
    keys: f64,
    /// Kilobytes of an offer
    #[arg(long, value_name = "KB", default_value_t = 50.0)]
    offer: f64,
    /// Kilobytes of a log
    #[arg(long, value_name = "KB", default_value_t = 50.0)]
    log: f64,
    /// Megabytes a second through the server
    #[arg(long, value_name = "MB", default_value_t = 1000.0)]
    bandwidth: f64,
    /// Requests a second that the server can answer
    #[arg(long, value_name = "N", default_value_t = 20_000.0)]
    operations: f64,
    /// Requests that a unit makes
    #[arg(long, value_name = "N", default_value_t = 25.0)]
    requests: f64,
    /// Milliseconds that a request takes at least
    #[arg(long, value_name = "MS", default_value_t = 0.5)]
    latency: f64,
    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// A topology, as it is named in configs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Sends {
    Ring,
    Complete,
    None,
}

impl Model {
    pub fn run(&self) -> Done {
        tell!(
            "{:>8} {:>8} {:>10} {:>9} {:>10} {:>6} {:>6} {:>8} {:>5} {:>6} {:>8} {:>5}  in the way",
            "workers",
            "islands",
            "seconds",
            "units/s",
            "efficiency",
            "bound",
            "idle",
            "transfer",
            "lost",
            "server",
            "MB/s",
            "lead"
        )?;
        for &workers in &self.workers {
            let setting = self.setting(workers);
            let outcome = simulate(&setting).map_err(Failure::input)?;
            self.row(&setting, &outcome)?;
        }
        Ok(())
    }

    fn setting(&self, workers: u32) -> Setting {
        Setting {
            islands: self.islands.unwrap_or(workers.saturating_mul(2)),
            workers,
            epochs: self.epochs,
            topology: match self.topology {
                Sends::Ring => Topology::Ring,
                Sends::Complete => Topology::Complete,
                Sends::None => Topology::Alone,
            },
            epoch_seconds: self.seconds,
            epoch_sigma: self.sigma,
            straggler_share: self.slow,
            straggler_factor: self.slower,
            loss_seconds: self.lost_every,
            state_bytes: self.state * 1e3,
            known_bytes: self.known * 1e3,
            keys_bytes: self.keys * 1e3,
            offer_bytes: self.offer * 1e3,
            log_bytes: self.log * 1e3,
            bandwidth: self.bandwidth * 1e6,
            server_operations: self.operations,
            unit_operations: self.requests,
            latency_seconds: self.latency / 1e3,
            seed: self.seed,
            ..Setting::default()
        }
    }

    fn row(&self, setting: &Setting, outcome: &Outcome) -> Done {
        let bound = bound(setting);
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        tell!(
            "{:>8} {:>8} {:>10.0} {:>9.2} {:>10} {:>6} {:>6} {:>8} {:>5} {:>6} {:>8.1} {:>5}  {}",
            setting.workers,
            setting.islands,
            outcome.makespan,
            outcome.units_per_second,
            percent(outcome.efficiency),
            percent(bound.efficiency),
            percent(outcome.idle),
            percent(outcome.transfer),
            percent(outcome.lost + outcome.down),
            percent(outcome.server_busy),
            outcome.bytes_per_second / 1e6,
            outcome.largest_lead,
            bound.limit
        )?;
        Ok(())
    }
}
