//! A model of the search on many machines: how many workers still help?
//!
//! The search runs on *islands*. The unit of work is one epoch of one island: the
//! generations between two migrations. Unit (j, e + 1) may start when unit (j, e) is done
//! and so is unit (s, e) of every sender s of island j. There is no other barrier, so in a
//! ring the islands may drift apart. Units that are ready wait in one queue, and each worker
//! (one thread of some machine) takes one unit at a time: it fetches the island's state and
//! the senders' offers from the server, computes, stores the results, and so makes other
//! units ready. One collector reads the log lines, and now and then all states.
//!
//! [`simulate`] plays such a run event by event; [`bound()`] says on paper what no run can
//! exceed, and what is in the way. Neither computes anything of the search itself.
//!
//! Assumptions that make the model gloomier than the real thing:
//!
//! * The server is one queue: a request takes its share of operations plus its share of the
//!   bandwidth, one request after the other. A real one overlaps the two.
//! * A worker's operations follow one another, each paying the latency; half of them come
//!   before the computation and half after. A worker fetches nothing ahead.
//! * The units of the first epoch fetch offers too, though there are none yet.
//!
//! And those that make it rosier:
//!
//! * A worker says that it is alive while it computes: a unit is delivered again only when
//!   its worker was lost, `ack_wait_seconds` later, and then ahead of the queue.
//! * The server is never down, keeps everything in one copy, and gets no slower as it fills.
//! * Network and server are shared with nobody; only the server's bandwidth counts.
//! * Workers are lost one by one, not a machine's threads together.
//! * Epoch times are independent of each other: no island is slower than another for good.
//! * The collector never holds up a worker, except by the requests it makes.

mod agenda;
mod bound;
mod islands;
mod random;
mod server;
mod simulation;
#[cfg(test)]
mod tests;

pub use bound::{Bound, Limit, bound};
pub use simulation::{Step, simulate, simulate_watched};

use std::fmt;

/// Which islands send offers to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology {
    /// Each island gets offers from the island before it.
    Ring,
    /// Each island gets offers from all others, so that each epoch waits for the slowest.
    Complete,
    /// No island gets any offers.
    Alone,
}

impl fmt::Display for Topology {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Ring => "ring",
            Self::Complete => "complete",
            Self::Alone => "alone",
        })
    }
}

/// One epoch of one island, the unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The island, from 0.
    pub island: u32,
    /// The epoch, from 0.
    pub epoch: u32,
}

/// What is modelled: the search, the workers, the server.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The number of islands.
    pub islands: u32,
    /// The number of workers, each a thread.
    pub workers: u32,
    /// The number of epochs of each island.
    pub epochs: u32,
    /// Who sends offers to whom.
    pub topology: Topology,
    /// Mean seconds of computation of a unit, on a worker of full speed.
    pub epoch_seconds: f64,
    /// Spread of these seconds: the sigma of a lognormal distribution. 0: all alike.
    pub epoch_sigma: f64,
    /// Share of the workers that are slow for good, 0 to 1; rounded to whole workers.
    pub straggler_share: f64,
    /// How many times as long a slow worker computes; at least 1.
    pub straggler_factor: f64,
    /// Mean seconds a worker runs before it is lost. Infinity: none is lost.
    pub loss_seconds: f64,
    /// Seconds between the loss of a worker and the new delivery of its unit.
    pub ack_wait_seconds: f64,
    /// Seconds between the loss of a worker and its return.
    pub restart_seconds: f64,
    /// Bytes of an island's state, fetched and stored by each unit.
    pub state_bytes: f64,
    /// Bytes of an offer, fetched once for each sender and stored once.
    pub offer_bytes: f64,
    /// Bytes of the log lines of a unit, stored and then read by the collector.
    pub log_bytes: f64,
    /// Bytes of keys a unit stores.
    pub keys_bytes: f64,
    /// Bytes of keys a unit fetches: what its island has met so far, so the mean over the run.
    pub known_bytes: f64,
    /// The collector reads all states each time all islands have done so many more epochs.
    /// 0: never.
    pub checkpoint_epochs: u32,
    /// Bytes per second through the server, both directions together.
    pub bandwidth: f64,
    /// Operations per second the server can do.
    pub server_operations: f64,
    /// Operations each unit asks of the server; those for the first sender's offer are
    /// among them, each further sender asks for one more.
    pub unit_operations: f64,
    /// Seconds from a request to its answer, with an idle server.
    pub latency_seconds: f64,
    /// Where the random numbers start. The time of a unit depends on this alone.
    pub seed: u64,
}

impl Default for Setting {
    /// A hundred workers with two islands each, in a ring.
    fn default() -> Self {
        Self {
            islands: 200,
            workers: 100,
            epochs: 50,
            topology: Topology::Ring,
            epoch_seconds: 10.0,
            epoch_sigma: 0.5,
            straggler_share: 0.05,
            straggler_factor: 3.0,
            loss_seconds: 6.0 * 3600.0,
            ack_wait_seconds: 30.0,
            restart_seconds: 60.0,
            state_bytes: 300e3,
            offer_bytes: 60e3,
            log_bytes: 30e3,
            keys_bytes: 40e3,
            known_bytes: 0.0,
            checkpoint_epochs: 10,
            bandwidth: 1e9,
            server_operations: 20e3,
            unit_operations: 25.0,
            latency_seconds: 0.5e-3,
            seed: 1,
        }
    }
}

impl Setting {
    /// Says what is wrong with the setting, if anything is.
    ///
    /// # Errors
    ///
    /// When a count is 0, or a number is negative, not a number, or out of its range.
    pub fn check(&self) -> Result<(), String> {
        if self.islands == 0 || self.workers == 0 || self.epochs == 0 {
            return Err("islands, workers and epochs must be at least 1".to_owned());
        }
        let above_zero = [
            ("loss_seconds", self.loss_seconds),
            ("bandwidth", self.bandwidth),
            ("server_operations", self.server_operations),
        ];
        let refused = |number: f64| number.is_nan() || number <= 0.0;
        if let Some((name, _)) = above_zero.iter().find(|(_, number)| refused(*number)) {
            return Err(format!("{name} must be above 0"));
        }
        let finite = [
            ("epoch_sigma", self.epoch_sigma),
            ("straggler_share", self.straggler_share),
            ("ack_wait_seconds", self.ack_wait_seconds),
            ("restart_seconds", self.restart_seconds),
            ("state_bytes", self.state_bytes),
            ("offer_bytes", self.offer_bytes),
            ("log_bytes", self.log_bytes),
            ("keys_bytes", self.keys_bytes),
            ("known_bytes", self.known_bytes),
            ("unit_operations", self.unit_operations),
            ("latency_seconds", self.latency_seconds),
        ];
        if let Some((name, _)) = finite
            .iter()
            .find(|(_, number)| !(0.0..f64::INFINITY).contains(number))
        {
            return Err(format!("{name} must be a number of at least 0"));
        }
        let epoch_fits = self.epoch_seconds > 0.0 && self.epoch_seconds.is_finite();
        let factor_fits = self.straggler_factor >= 1.0 && self.straggler_factor.is_finite();
        if !epoch_fits || !factor_fits || self.straggler_share > 1.0 {
            return Err("epoch_seconds must be above 0, straggler_factor at least 1, straggler_share at most 1".to_owned());
        }
        Ok(())
    }

    /// The number of units of the whole run.
    #[must_use]
    pub fn units(&self) -> u64 {
        u64::from(self.islands) * u64::from(self.epochs)
    }

    /// The number of islands that send offers to one island.
    #[must_use]
    pub fn senders(&self) -> u32 {
        match self.topology {
            Topology::Ring => (self.islands - 1).min(1),
            Topology::Complete => self.islands - 1,
            Topology::Alone => 0,
        }
    }

    /// The number of slow workers.
    #[must_use]
    pub fn stragglers(&self) -> u32 {
        // At most the number of workers, so it fits.
        (self.straggler_share * f64::from(self.workers)).round() as u32
    }

    /// Whether this worker is slow; the slow ones are spread evenly over all.
    #[must_use]
    pub fn is_straggler(&self, worker: u32) -> bool {
        let before =
            |count: u32| u64::from(count) * u64::from(self.stragglers()) / u64::from(self.workers);
        before(worker) < before(worker + 1)
    }

    /// The bytes a unit fetches before it computes.
    #[must_use]
    pub fn fetched_bytes(&self) -> f64 {
        self.state_bytes + self.known_bytes + f64::from(self.senders()) * self.offer_bytes
    }

    /// The bytes a unit stores after it computed.
    #[must_use]
    pub fn stored_bytes(&self) -> f64 {
        self.state_bytes + self.offer_bytes + self.log_bytes + self.keys_bytes
    }

    /// The operations a unit asks of the server.
    #[must_use]
    pub fn operations(&self) -> f64 {
        self.unit_operations + f64::from(self.senders().saturating_sub(1))
    }

    /// The seconds a unit's worker waits for an otherwise idle server.
    #[must_use]
    pub fn transfer_seconds(&self) -> f64 {
        let bytes = self.fetched_bytes() + self.stored_bytes();
        bytes / self.bandwidth
            + self.operations() * (self.latency_seconds + 1.0 / self.server_operations)
    }

    /// The seconds the server is busy with one unit, the collector's reading of its log
    /// lines included, that of the states left out.
    #[must_use]
    pub fn server_seconds(&self) -> f64 {
        let bytes = self.fetched_bytes() + self.stored_bytes() + self.log_bytes;
        bytes / self.bandwidth + self.operations() / self.server_operations
    }
}

/// What came of a simulated run. The shares of the workers' time (`efficiency`, `slowed`,
/// `idle`, `transfer`, `lost` and `down`) sum to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Seconds until the last unit was done.
    pub makespan: f64,
    /// Units done per second.
    pub units_per_second: f64,
    /// Share of the workers' time that was useful: the seconds of computation the units
    /// take at full speed, divided by workers × makespan.
    pub efficiency: f64,
    /// Share in which slow workers computed longer than others would have.
    pub slowed: f64,
    /// Share in which no unit was ready.
    pub idle: f64,
    /// Share of waiting for the server.
    pub transfer: f64,
    /// Share spent on units whose worker was lost before they were done.
    pub lost: f64,
    /// Share in which lost workers were not back yet.
    pub down: f64,
    /// How many units were lost and done again.
    pub losses: u64,
    /// Share of the makespan in which the server was busy.
    pub server_busy: f64,
    /// Bytes per second through the server, on average.
    pub bytes_per_second: f64,
    /// The most epochs by which one island was ever ahead of another.
    pub largest_lead: u32,
    /// The most units that were ready without a worker, after the workers took theirs.
    pub longest_queue: usize,
    /// States the collector had yet to read when the last unit was done: much of it means
    /// that its checkpoints come late.
    pub states_unread: u64,
}
