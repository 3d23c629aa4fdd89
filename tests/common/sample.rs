//! Helpers for tests of many cases: how many cases to run, on all cores; and the files of a run to
//! compare.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The files of a run that are a function of its plan.
pub const FILES: [&str; 9] = [
    "config.toml",
    "progress.csv",
    "archive.jsonl",
    "records.jsonl",
    "operators.csv",
    "islands.csv",
    "events.jsonl",
    "collection.csv",
    "seen.bin",
];

/// The number in an environment variable; `all` means everything.
pub fn wanted(name: &str, default: usize) -> usize {
    match std::env::var(name).as_deref() {
        Ok("all") => usize::MAX,
        Ok(number) => number.parse().expect("a number or `all`"),
        Err(_) => default,
    }
}

/// At most this many of the cases, spread evenly.
pub fn spread<T>(all: &[T], most: usize) -> Vec<&T> {
    let take = most.min(all.len());
    (0..take).map(|i| &all[i * all.len() / take]).collect()
}

/// Calls `work` on each item, on all cores.
pub fn on_all_cores<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}
