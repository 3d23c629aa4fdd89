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

/// A share of the cases: `2/3` is the second of three. By turns, runs take all of them.
#[derive(Clone, Copy)]
pub struct Share {
    which: usize,
    of: usize,
}

impl Share {
    /// The share in an environment variable.
    pub fn wanted(name: &str) -> Option<Share> {
        let text = std::env::var(name).ok()?;
        let share = text.split_once('/').and_then(|(which, of)| {
            let [which, of] = [which.parse().ok()?, of.parse().ok()?];
            (1..=of).contains(&which).then_some(Share { which, of })
        });
        Some(share.unwrap_or_else(|| panic!("{name}={text}: expected a share such as 2/3")))
    }

    /// The first of so many shares.
    pub fn first_of(of: usize) -> Share {
        Share { which: 1, of }
    }

    /// Whether the case of this number, which counts from 0, is in the share.
    pub fn takes(self, case: usize) -> bool {
        case % self.of == self.which - 1
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
