//! Adds up the work that the workers of a cluster have done for a run.

use super::super::cards::DoneCard;
use super::super::names::{LONGEST, plain_name};
use boilingpoint_solver::PoolWork;
use std::collections::BTreeMap;
use std::time::Instant;

/// Totals over the units that this process has collected.
pub(super) struct Workload {
    /// The time when the latest epoch was collected.
    latest: Instant,
    /// The mean number of seconds per generation of the latest epoch.
    generation_seconds: f64,
    units: u64,
    positions: u64,
    /// The size of the results in bytes.
    stored: u64,
    /// Seconds from the delivery of units until their results were stored. The storing of a
    /// worker's last results is not counted.
    in_hand: f64,
    /// The part of `in_hand` in which boards were proposed and valued.
    computed: f64,
    /// Values and bytes of each worker's tables.
    tables: BTreeMap<String, (u64, u64)>,
}

impl Workload {
    pub(super) fn new() -> Workload {
        Workload {
            latest: Instant::now(),
            generation_seconds: 0.0,
            units: 0,
            positions: 0,
            stored: 0,
            in_hand: 0.0,
            computed: 0.0,
            tables: BTreeMap::new(),
        }
    }

    /// Adds a unit, whose results have so many bytes.
    pub(super) fn add(&mut self, card: &DoneCard, bytes: u64) {
        self.units += 1;
        // A card is a worker's word, and its numbers are only shown.
        self.positions = self.positions.saturating_add(card.positions);
        self.stored = self.stored.saturating_add(bytes);
        self.in_hand += card.seconds;
        self.computed += card.computed;
        let tables = (card.values, card.bytes);
        let worker = plain_name(&card.worker, LONGEST);
        self.tables.insert(worker, tables);
    }

    /// Ends an epoch of this many generations.
    pub(super) fn end_epoch(&mut self, generations: usize) {
        self.generation_seconds = self.latest.elapsed().as_secs_f64() / generations.max(1) as f64;
        self.latest = Instant::now();
    }

    /// Seconds per generation in the latest epoch, and the work so far.
    pub(super) fn remote_work(&self) -> (f64, PoolWork) {
        let work = PoolWork {
            positions: self.positions,
            values: sum(self.tables.values().map(|(values, _)| *values)),
            bytes: sum(self.tables.values().map(|(_, bytes)| *bytes)),
            replaced: 0,
        };
        (self.generation_seconds, work)
    }

    /// The totals as one line. `None` before the first unit.
    pub(super) fn text(&self) -> Option<String> {
        let kilobytes = self.stored as f64 / self.units as f64 / 1e3;
        (self.units > 0).then(|| {
            format!(
                "{} units: {:.1} s of computing, {:.1} s from delivery to result, {kilobytes:.0} kB stored per unit",
                self.units, self.computed, self.in_hand
            )
        })
    }
}

fn sum(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, u64::saturating_add)
}
