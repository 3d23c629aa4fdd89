//! A model of a cluster: upper bounds of its efficiency in a ring, averaged over many runs. It
//! computes the tables of `docs/many-machines/model.md`: `cargo run --example cluster_model`.
//!
//! The efficiency is the share of the workers' time in which they compute epochs that count. Let c
//! be the seconds of computation of an epoch, and x the seconds of its transfers. Three arguments
//! bound it:
//!
//! * Workers: a worker does c seconds of useful computation in f c + x seconds, where f is its
//!   slowness. A unit takes h = c + x seconds and is lost at rate 1 / F; until it is done once, it
//!   takes F (exp(h / F) - 1) seconds. A worker is up F / (F + R) of its time.
//! * Islands: an island has one unit at a time, which takes growth × c + x seconds, or with losses
//!   at least c + x + h / F × the seconds until a lost unit is delivered again.
//! * Server: at most c / s workers are served, where s is the server's seconds per unit.
//!
//! The growth is the mean number of seconds per epoch if each island had a worker of its own, as a
//! multiple of c. A unit starts when the later of two units is done, so a run takes as long as the
//! longest path through the lattice of units (last-passage percolation). Following the longer of
//! the two back from the end gives a path whose epochs each take a maximum of two: the least
//! growth. The model leaves out the end of a run, when fewer and fewer units are ready.
#![allow(clippy::print_stdout)] // tables are all that it is for

/// The mean of the greater of two lognormal times with mean 1 and sigma 0.5: 2 Φ(sigma / √2).
const GROWTH: f64 = 1.276_326;
/// The factor by which a slow worker takes longer.
const SLOWNESS: f64 = 3.0;
/// Seconds between the loss of a worker and the next delivery of its unit.
const DELIVERED_AGAIN: f64 = 20.0;
/// Seconds between the loss of a worker and its return.
const BACK: f64 = 60.0;
/// Bytes of a unit's results: a state, an offer, a log and the latest keys. All but the keys are
/// compressed.
const RESULTS: f64 = (100e3 + 50e3 + 50e3) / 2.1 + 25e3;
/// Bytes that a worker reads and stores: the results before, those of the sender, blocks of keys,
/// and its own results. The collector reads the results as well.
const BYTES: f64 = 3.0 * RESULTS + 20e3;
/// The number of requests of a unit.
const REQUESTS: f64 = 9.0;
/// The requests per second that the server can answer, and the least seconds of one request.
const SERVER: (f64, f64) = (20e3, 0.5e-3);

#[derive(Clone, Copy)]
struct Cluster {
    workers: f64,
    islands_per_worker: f64,
    /// Mean seconds of computation of an epoch.
    seconds: f64,
    /// The share of slow workers.
    slow: f64,
    /// Mean seconds between two losses of a worker.
    lost_every: f64,
    /// Bytes per second through the server.
    bandwidth: f64,
}

/// Each row of the tables differs from this cluster in one property.
const USUAL: Cluster = Cluster {
    workers: 1000.0,
    islands_per_worker: 2.0,
    seconds: 10.0,
    slow: 0.05,
    lost_every: 21_600.0,
    bandwidth: 1e9,
};

impl Cluster {
    /// The upper bound of the efficiency.
    fn efficiency(&self) -> f64 {
        let transfer = BYTES / self.bandwidth + REQUESTS * (SERVER.1 + 1.0 / SERVER.0);
        let held = self.seconds + transfer;
        let losses = held / self.lost_every;
        let up = self.lost_every / (self.lost_every + BACK) * losses / losses.exp_m1();
        let slow = (self.slow * self.workers).round() / self.workers;
        let slow_speed = self.seconds / (SLOWNESS * self.seconds + transfer);
        let workers = up * ((1.0 - slow) * self.seconds / held + slow * slow_speed);
        let computed = (GROWTH * self.seconds).max(self.seconds + losses * DELIVERED_AGAIN);
        let islands = self.islands_per_worker * self.seconds / (computed + transfer);
        workers.min(islands).min(self.full_at() / self.workers)
    }

    /// The server's seconds per unit.
    fn server_seconds(&self) -> f64 {
        (BYTES + RESULTS) / self.bandwidth + REQUESTS / SERVER.0
    }

    /// The number of workers at which the server is always busy.
    fn full_at(&self) -> f64 {
        self.seconds / self.server_seconds()
    }

    /// Units per second, efficiency, and the share of time in which the server is busy.
    fn cells(&self) -> String {
        let efficiency = self.efficiency();
        let units = self.workers * efficiency / self.seconds;
        let (efficiency, busy) = (100.0 * efficiency, 100.0 * units * self.server_seconds());
        format!("{units:.1}, {efficiency:.1} %, {busy:.0} %")
    }
}

/// The rows of the document's tables.
fn rows() -> Vec<String> {
    let mut rows = Vec::new();
    for workers in [2.0, 10.0, 100.0, 1000.0, 3000.0, 10_000.0] {
        let fast = Cluster { workers, ..USUAL };
        let bandwidth = 100e6;
        let slow = Cluster { bandwidth, ..fast };
        rows.push(format!(
            "| {workers} | {} | {} |",
            fast.cells(),
            slow.cells()
        ));
    }
    let mut add = |name: &str, change: fn(&mut Cluster, f64), values: &[f64]| {
        let efficiency = |&value: &f64| {
            let mut cluster = USUAL;
            change(&mut cluster, value);
            format!("{:.1}", 100.0 * cluster.efficiency())
        };
        let cells: Vec<String> = values.iter().map(efficiency).collect();
        rows.push(format!("| {name} | {} % |", cells.join(", ")));
    };
    let values = [1.0, 2.0, 4.0, 8.0];
    add(
        "islands a worker: 1, 2, 4, 8",
        |c, n| c.islands_per_worker = n,
        &values,
    );
    let values = [0.1, 1.0, 10.0, 100.0];
    add(
        "seconds an epoch: 0.1, 1, 10, 100",
        |c, s| c.seconds = s,
        &values,
    );
    let name = "a worker is lost once in 10 min, 1 h, 6 h";
    add(name, |c, s| c.lost_every = s, &[600.0, 3600.0, 21_600.0]);
    let name = "workers three times as slow: none, 1 in 20, 1 in 5";
    add(name, |c, share| c.slow = share, &[0.0, 0.05, 0.2]);
    rows
}

fn main() {
    for row in rows() {
        println!("{row}");
    }
    for bandwidth in [1e9, 100e6] {
        let full_at = Cluster { bandwidth, ..USUAL }.full_at();
        println!("{} MB/s are full at {full_at:.0} workers", bandwidth / 1e6);
    }
}

#[test]
fn the_document_has_these_rows() {
    let document = include_str!("../docs/many-machines/model.md");
    for row in rows() {
        let begins = row.trim_end_matches('|');
        let found = document.lines().any(|line| line.starts_with(begins));
        assert!(found, "{row}");
    }
}
