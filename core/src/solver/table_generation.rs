//! What solvers share, and how it stays within a cap of bytes.
//!
//! A *table generation* is a table of positions and the store of the values in it. It only grows.
//! When it has grown to its share of the cap, whoever notices builds the next one from the best of
//! it: the positions that would be the dearest to find again, and the values that these consist of.
//! The others notice when they next look, at the latest when their board is done or their
//! generation is full. Nobody waits: an evaluation that is under way in an old generation ends
//! there or, when the generation is full, begins again in the new one, where the costly part of its
//! work still is. An old generation lives until the last solver has left it, so no handle in use
//! ever breaks.
//!
//! Tried and dropped: a stop-the-world collector (every evaluation would have to keep its handles
//! where others can see them), and forgetting the oldest first (the dear positions of a large
//! board are its oldest).

use super::in_progress::InProgress;
use super::table::ComponentTable;
use crate::value::Store;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A table, its values, and what has become of them.
pub(super) struct TableGeneration {
    pub table: ComponentTable,
    pub values: Arc<Store>,
    /// Positions that were put into it and its predecessors since the tables were last empty.
    inserted: AtomicU64,
    number: u64,
}

impl TableGeneration {
    fn new(number: u64) -> TableGeneration {
        TableGeneration {
            table: ComponentTable::new(),
            values: Arc::new(Store::new()),
            inserted: AtomicU64::new(0),
            number,
        }
    }

    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.values.bytes()
    }

    /// Counts a position that was new.
    pub fn count(&self) {
        self.inserted.fetch_add(1, Ordering::Relaxed);
    }

    /// Positions found since the tables were last empty, those found again counted again.
    pub fn inserted(&self) -> u64 {
        self.inserted.load(Ordering::Relaxed)
    }

    /// The next generation, with the best of this one in at most `bytes`.
    fn next(&self, bytes: usize) -> TableGeneration {
        let mut most = (self.table.len() / 2) as usize;
        loop {
            let mut best = self.table.best(most);
            let values = self
                .values
                .keeping(best.iter_mut().map(|(_, k)| &mut k.value));
            let generation = TableGeneration {
                table: ComponentTable::new(),
                values: Arc::new(values),
                inserted: AtomicU64::new(self.inserted()),
                number: self.number + 1,
            };
            for (key, known) in &best {
                generation.table.insert(key, *known);
            }
            if best.is_empty() || generation.bytes() <= bytes {
                return generation;
            }
            most = best.len() / 2;
        }
    }
}

/// What the solvers of a pool have in common.
pub(super) struct Shared {
    current: Mutex<Arc<TableGeneration>>,
    /// The number of the current generation, to be looked at without the lock.
    number: AtomicU64,
    /// Bytes that a generation may grow to.
    limit: usize,
    /// Bytes that each solver may use for each kind of memory of its own.
    own: usize,
    /// What solvers that work on one board together are at.
    pub taken: InProgress,
}

impl Shared {
    /// Tables for so many solvers in `bytes`: a quarter for what each of them remembers, the
    /// rest for a generation and an old one beside it.
    pub fn new(bytes: usize, solvers: usize) -> Arc<Shared> {
        Arc::new(Shared {
            current: Mutex::new(Arc::new(TableGeneration::new(0))),
            number: AtomicU64::new(0),
            limit: bytes / 8 * 3,
            own: bytes / 8 / solvers.max(1),
            taken: InProgress::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Arc<TableGeneration>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that a generation may grow to.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes that each solver may use for each kind of memory of its own.
    pub fn own(&self) -> usize {
        self.own
    }

    pub fn current(&self) -> Arc<TableGeneration> {
        self.lock().clone()
    }

    pub fn is_current(&self, generation: &TableGeneration) -> bool {
        self.number.load(Ordering::Relaxed) == generation.number
    }

    /// How often the generation has been replaced.
    pub fn replaced(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// Replaces a full generation by one with the best of it, unless somebody has done so already.
    pub fn replace(&self, full: &TableGeneration) {
        let mut current = self.lock();
        if current.number == full.number {
            let next = full.next(self.limit / 2);
            self.number.store(next.number, Ordering::Relaxed);
            *current = Arc::new(next);
        }
    }
}
