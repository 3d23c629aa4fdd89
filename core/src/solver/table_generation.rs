//! Table generations: the tables that solvers share, kept within a bound in bytes.
//!
//! A *table generation* is a table of positions and the store of their values; it only grows. When
//! it has reached its share of the bytes, the solver that notices builds the next generation from
//! the best entries: the positions that would be the most expensive to find again, and the values
//! that these consist of. Other solvers switch at the end of their board, or when their generation
//! is full. No solver waits: an evaluation in an old generation ends there or, if the generation is
//! full, starts again in the new one, which holds the expensive part of its work. An old generation
//! lives until the last solver has left it, so every handle in use stays valid.
//!
//! Tried and dropped: a stop-the-world collector (every evaluation would have to keep its handles
//! where other threads see them), and forgetting the oldest entries first (the expensive positions
//! of a large board are its oldest).

use super::in_progress::InProgress;
use super::table::ComponentTable;
use crate::value::Store;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A table with the store of its values and the count of its positions.
pub(super) struct TableGeneration {
    pub table: ComponentTable,
    pub values: Arc<Store>,
    /// The number of positions inserted into this generation and its predecessors since the tables
    /// were last empty.
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

    /// Counts a new position.
    pub fn count(&self) {
        self.inserted.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of positions found since the tables were last empty; a position that was
    /// forgotten and found again counts twice.
    pub fn inserted(&self) -> u64 {
        self.inserted.load(Ordering::Relaxed)
    }

    /// The next generation, with the best entries of this one in at most `bytes` bytes.
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

/// The data that the solvers of a pool share.
pub(super) struct Shared {
    current: Mutex<Arc<TableGeneration>>,
    /// The number of the current generation, which is read without the lock.
    number: AtomicU64,
    /// The bytes that a generation may grow to.
    limit: usize,
    /// The bytes that each solver may use for each kind of memory of its own.
    own: usize,
    /// The components that solvers of one board are evaluating.
    pub in_progress: InProgress,
}

impl Shared {
    /// Tables for `solvers` solvers in `bytes` bytes: a quarter for the solvers' own memory, the
    /// rest for a generation and an old one beside it.
    pub fn new(bytes: usize, solvers: usize) -> Arc<Shared> {
        Arc::new(Shared {
            current: Mutex::new(Arc::new(TableGeneration::new(0))),
            number: AtomicU64::new(0),
            limit: bytes / 8 * 3,
            own: bytes / 8 / solvers.max(1),
            in_progress: InProgress::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Arc<TableGeneration>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bytes that a generation may grow to.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The bytes that each solver may use for each kind of memory of its own.
    pub fn own(&self) -> usize {
        self.own
    }

    pub fn current(&self) -> Arc<TableGeneration> {
        self.lock().clone()
    }

    pub fn is_current(&self, generation: &TableGeneration) -> bool {
        self.number.load(Ordering::Relaxed) == generation.number
    }

    /// The number of times that the generation was replaced.
    pub fn replaced(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// Replaces a full generation by one with its best entries, unless another solver has done so.
    pub fn replace(&self, full: &TableGeneration) {
        let mut current = self.lock();
        if current.number == full.number {
            let next = full.next(self.limit / 2);
            self.number.store(next.number, Ordering::Relaxed);
            *current = Arc::new(next);
        }
    }
}
