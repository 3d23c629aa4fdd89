//! A thread's cache of results: sums and comparisons by pairs of forms, thermographs and atomic
//! weights by form.
//!
//! Both tables of pairs drop entries by overwriting: each pair has one slot, which holds the newest
//! entry. An entry has its whole key, so a match is always right. An overwritten result is computed
//! again. The tables grow with use up to a fixed size, so the memory is bounded for a run of any
//! length, and a hit allocates nothing.

use super::{Dyadic, Thermograph, Value};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::Arc;

/// The number of entries that a table begins with.
const FIRST: usize = 1 << 8;
/// The greatest number of entries of a table, if the limit of memory allows that many.
const MOST: usize = 1 << 20;
/// The bytes of one entry of each of the two tables together, including unused capacity.
const ENTRY_BYTES: usize = 128;
/// A table grows when the number of entries stored since it last grew reaches this multiple of its
/// slots.
const LATE: usize = 4;
/// The approximate number of bytes of a thermograph.
const THERMOGRAPH_BYTES: usize = 320;
/// The greatest number of thermographs that are kept between operations.
const MOST_THERMOGRAPHS: usize = 1 << 16;
/// The approximate number of bytes of an atomic weight.
const ATOM_BYTES: usize = 96;
/// The greatest number of atomic weights that are kept between operations.
const MOST_ATOMS: usize = 1 << 16;

/// A table keyed by pairs of forms. Each key belongs to one slot of the table.
pub(super) struct Pairs<T> {
    entries: Vec<MemoEntry<T>>,
    stored: usize,
    most: usize,
}

#[derive(Clone, Copy)]
struct MemoEntry<T> {
    a: u32,
    b: u32,
    known: Option<T>,
}

impl<T: Copy> Pairs<T> {
    pub fn new() -> Pairs<T> {
        Pairs {
            entries: Vec::new(),
            stored: 0,
            most: MOST,
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<MemoEntry<T>>()
    }

    #[inline]
    pub fn get(&self, a: u32, b: u32) -> Option<T> {
        let entry = self.entries.get(self.place(a, b))?;
        if entry.a == a && entry.b == b {
            entry.known
        } else {
            None
        }
    }

    pub fn put(&mut self, a: u32, b: u32, known: T) {
        // Small tables stay in the processor's caches, so a table grows only after many entries
        // were stored.
        if self.stored >= LATE * self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        self.stored += 1;
        let place = self.place(a, b);
        self.entries[place] = MemoEntry {
            a,
            b,
            known: Some(known),
        };
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 4).clamp(FIRST, self.most);
        let empty = MemoEntry {
            a: 0,
            b: 0,
            known: None,
        };
        self.stored = 0;
        let old = std::mem::replace(&mut self.entries, vec![empty; size]);
        for entry in old.into_iter().filter(|e| e.known.is_some()) {
            let place = self.place(entry.a, entry.b);
            self.entries[place] = entry;
        }
    }

    #[inline]
    fn place(&self, a: u32, b: u32) -> usize {
        let hash = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The number of slots is a power of two.
        ((hash ^ hash >> 29) >> 20) as usize & self.entries.len().wrapping_sub(1)
    }
}

/// The answers known so far to the question for which numbers `x` the relation `a <= b + x` holds,
/// for two forms `a` and `b`. If it holds for a number, it holds for all greater numbers, so two
/// numbers describe the answers.
#[derive(Clone, Copy)]
pub(super) struct KnownOffsets {
    /// The relation fails for this number and for all lesser numbers.
    pub fails: Dyadic,
    /// The relation holds for this number and for all greater numbers.
    pub holds: Dyadic,
}

/// The atomic weight of an all-small game, with two facts from which the weights of larger games
/// are computed.
#[derive(Clone, Copy)]
pub(super) struct Atom {
    /// The atomic weight of the game.
    pub weight: Value,
    /// The order of the game relative to the remote star (`value/atomic.rs`); `None` if the two are
    /// confused.
    pub to_star: Option<Ordering>,
    /// The least `n` such that no position of the game has the value `*n`; the remote star is `*n`.
    pub remote: u32,
}

/// A thread's cache of sums, comparisons, thermographs and atomic weights.
pub(super) struct Memo {
    pub sums: Pairs<Value>,
    pub orders: Pairs<KnownOffsets>,
    /// Thermographs, by form and by the fractional part of the number beside the form.
    pub thermographs: FxHashMap<Value, Arc<Thermograph>>,
    /// Atomic weights, by form.
    pub atoms: FxHashMap<u32, Atom>,
    pub ticks: u64,
    /// The greatest numbers of thermographs and of atomic weights between operations.
    most_facts: usize,
    pub share_sums: bool,
}

impl Memo {
    pub fn new() -> Memo {
        Memo {
            sums: Pairs::new(),
            orders: Pairs::new(),
            thermographs: FxHashMap::default(),
            atoms: FxHashMap::default(),
            ticks: 0,
            most_facts: usize::MAX,
            share_sums: false,
        }
    }

    /// Limits the tables of pairs to about `bytes` bytes, and thermographs and atomic weights
    /// between operations to about as many.
    pub fn limit(&mut self, bytes: usize) {
        self.most_facts = bytes / THERMOGRAPH_BYTES;
        let entries = (bytes / ENTRY_BYTES).clamp(FIRST, MOST);
        let most = 1 << entries.ilog2();
        (self.sums.most, self.orders.most) = (most, most);
    }

    /// Drops thermographs and atomic weights if there are too many; operations call this when they
    /// begin.
    pub fn tidy(&mut self) {
        if self.thermographs.len() > MOST_THERMOGRAPHS.min(self.most_facts) {
            self.thermographs = FxHashMap::default();
        }
        if self.atoms.len() > MOST_ATOMS.min(self.most_facts) {
            self.atoms = FxHashMap::default();
        }
    }

    pub fn bytes(&self) -> usize {
        self.sums.bytes() + self.orders.bytes() + self.facts_bytes()
    }

    /// The approximate number of bytes of thermographs and atomic weights.
    pub fn facts_bytes(&self) -> usize {
        self.thermographs.len() * THERMOGRAPH_BYTES + self.atoms.len() * ATOM_BYTES
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::Values;

    #[test]
    fn a_table_grows_after_many_entries_up_to_its_limit() {
        let mut table = Pairs::<u8>::new();
        assert_eq!(table.bytes(), 0);
        table.most = 4096;
        let mut sizes = Vec::new();
        for i in 0..60_000 {
            table.put(i, i + 1, 7);
            assert_eq!(table.get(i, i + 1), Some(7));
            if sizes
                .last()
                .is_none_or(|&(_, size)| size != table.entries.len())
            {
                sizes.push((i, table.entries.len()));
            }
        }
        assert_eq!(sizes, [(0, 256), (1024, 1024), (5120, 4096)]);
        assert!(table.bytes() >= 4096 * size_of::<MemoEntry<u8>>());
        assert!(table.bytes() < 5000 * size_of::<MemoEntry<u8>>());
    }

    #[test]
    fn a_limit_of_bytes_bounds_the_tables() {
        let mut memo = Memo::new();
        for (bytes, facts, entries) in [
            (0, 0, 256),
            (3200, 10, 256),
            (128 * 1024, 409, 1024),
            (128 * 1500, 600, 1024),
            (1 << 40, (1 << 40) / 320, 1 << 20),
        ] {
            memo.limit(bytes);
            assert_eq!(
                [memo.most_facts, memo.sums.most, memo.orders.most],
                [facts, entries, entries]
            );
        }
    }

    #[test]
    fn too_many_thermographs_and_weights_are_dropped() {
        let mut values = Values::new();
        let thermograph = values.thermograph(Value::STAR).unwrap();
        let atom = Atom {
            weight: Value::ZERO,
            to_star: None,
            remote: 2,
        };
        let value = |n: i64| Value::of_number(Dyadic::integer(n));
        let mut memo = Memo::new();
        memo.limit(10 * THERMOGRAPH_BYTES);
        for i in 0..10 {
            memo.thermographs.insert(value(i), thermograph.clone());
            memo.atoms.insert(i as u32, atom);
        }
        assert_eq!(memo.facts_bytes(), 10 * 320 + 10 * 96);
        memo.tidy();
        assert_eq!([memo.thermographs.len(), memo.atoms.len()], [10, 10]);
        memo.atoms.insert(10, atom);
        memo.tidy();
        assert_eq!([memo.thermographs.len(), memo.atoms.len()], [10, 0]);
        memo.thermographs.insert(value(10), thermograph);
        memo.tidy();
        assert_eq!([memo.thermographs.len(), memo.atoms.len()], [0, 0]);
    }
}
