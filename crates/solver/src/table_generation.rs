//! Table generations: the tables that solvers share, kept within a limit in bytes.
//!
//! A *table generation* is a table of positions and the store of their values; it only grows. When
//! a generation has reached its share of the bytes, the solver that notices this builds the next
//! generation from the best entries: the positions that would be the most expensive to find again,
//! and the values of these positions. Other solvers switch at the end of their board, or when their
//! generation is full. No solver waits. An evaluation in an old generation ends in that generation
//! or, if the generation is full, starts again in the new one, which holds the expensive part of
//! its work. An old generation lives until the last solver has left it, so every handle in use
//! stays valid.
//!
//! Two other methods were tried and dropped. In a stop-the-world collector, every evaluation would
//! have to keep its handles where other threads see them. Dropping the oldest entries first is bad,
//! since the expensive positions of a large board are its oldest.

use super::in_progress::InProgress;
use super::table::ComponentTable;
use boilingpoint_values::Store;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A table of positions, with the store of their values and the counts of positions and steps.
pub(super) struct TableGeneration {
    pub table: ComponentTable,
    pub values: Arc<Store>,
    /// The number of positions inserted into this generation and its predecessors since the tables
    /// were last empty.
    inserted: AtomicU64,
    /// The steps of these positions.
    steps: AtomicU64,
    number: u64,
}

impl TableGeneration {
    fn new(number: u64) -> TableGeneration {
        TableGeneration {
            table: ComponentTable::new(),
            values: Arc::new(Store::new()),
            inserted: AtomicU64::new(0),
            steps: AtomicU64::new(0),
            number,
        }
    }

    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.values.bytes()
    }

    /// Adds a position and its steps to the counts.
    pub fn count(&self, steps: u64) {
        self.inserted.fetch_add(1, Ordering::Relaxed);
        self.steps.fetch_add(steps, Ordering::Relaxed);
    }

    /// The number of positions found since the tables were last empty. A position that was dropped
    /// and found again counts twice.
    pub fn inserted(&self) -> u64 {
        self.inserted.load(Ordering::Relaxed)
    }

    /// The steps of the positions found since the tables were last empty.
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// The next generation, with the best entries of this generation in at most `bytes` bytes.
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
                steps: AtomicU64::new(self.steps()),
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
    /// The number of the current generation, so that solvers can read it without the lock.
    number: AtomicU64,
    /// The number of bytes that a generation may grow to.
    limit: usize,
    /// The number of bytes for each cache that a solver does not share.
    own: usize,
    /// The number of bytes of the components that a solver has in hand at the same time.
    held: usize,
    /// The components that solvers of one board are evaluating.
    pub in_progress: InProgress,
}

impl Shared {
    /// Tables for `solvers` solvers in `bytes` bytes. A quarter of the bytes is for the solvers'
    /// own memory. The rest is for the current generation and an old generation beside it.
    pub fn new(bytes: usize, solvers: usize) -> Arc<Shared> {
        Arc::new(Shared {
            current: Mutex::new(Arc::new(TableGeneration::new(0))),
            number: AtomicU64::new(0),
            limit: bytes / 8 * 3,
            own: bytes / 8 / solvers.max(1),
            held: bytes / 16,
            in_progress: InProgress::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Arc<TableGeneration>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of bytes that a generation may grow to.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The number of bytes for each cache that a solver does not share.
    pub fn own(&self) -> usize {
        self.own
    }

    /// The number of bytes of the components that a solver may have in hand at the same time. It
    /// does not depend on the number of solvers, since a verdict depends on it.
    pub fn held(&self) -> usize {
        self.held
    }

    pub fn current(&self) -> Arc<TableGeneration> {
        self.lock().clone()
    }

    pub fn is_current(&self, generation: &TableGeneration) -> bool {
        self.number.load(Ordering::Relaxed) == generation.number
    }

    /// The number of times that a full generation was replaced.
    pub fn replaced(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// Replaces a full generation by a new one with its best entries, unless another solver has
    /// done so before.
    pub fn replace(&self, full: &TableGeneration) {
        let mut current = self.lock();
        if current.number == full.number {
            let next = full.next(self.limit / 2);
            self.number.store(next.number, Ordering::Relaxed);
            *current = Arc::new(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_divided_among_tables_and_solvers() {
        let sizes = [(8_000, 3), (8_000, 1), (8_000, 0), (1 << 20, 4)].map(|(bytes, solvers)| {
            let shared = Shared::new(bytes, solvers);
            assert_eq!((shared.replaced(), shared.current().steps()), (0, 0));
            [shared.limit(), shared.own(), shared.held()]
        });
        let expected = [
            [3_000, 333, 500],
            [3_000, 1_000, 500],
            [3_000, 1_000, 500],
            [393_216, 32_768, 65_536],
        ];
        assert_eq!(sizes, expected);
    }
}
