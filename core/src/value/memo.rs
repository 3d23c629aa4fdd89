//! The memory of a thread: sums and comparisons by pairs of forms; thermographs and atomic weights
//! by form.
//!
//! Both tables of pairs forget by overwriting: each pair has one place, in which the newest entry
//! stays. An entry has its whole key, so a match is always right; an overwritten result is computed
//! again. The tables grow with use up to a fixed size, so memory is bounded for a run of any
//! length, and a hit allocates nothing.

use super::{Dyadic, Thermograph, Value};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::Arc;

/// The number of entries that a table begins with.
const FIRST: usize = 1 << 8;
/// The greatest number of entries of a table, where memory allows.
const MOST: usize = 1 << 20;
/// Bytes of an entry of both tables together, including the room for growth.
const ENTRY_BYTES: usize = 128;
/// A table grows when this many entries per place were stored.
const LATE: usize = 4;
/// Bytes of a thermograph, approximately.
const THERMOGRAPH_BYTES: usize = 320;
/// The number of thermographs that are kept between operations.
const MOST_THERMOGRAPHS: usize = 1 << 16;
/// Bytes of an atomic weight, approximately.
const ATOM_BYTES: usize = 96;
/// The number of atomic weights that are kept between operations.
const MOST_ATOMS: usize = 1 << 16;

/// A table keyed by pairs of forms, with one place for each key.
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
        // Small tables stay in the processor's caches, so a table grows late.
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
        // The number of places is a power of two.
        ((hash ^ hash >> 29) >> 20) as usize & self.entries.len().wrapping_sub(1)
    }
}

/// The known part of the set of numbers `x` with `a <= b + x`, for two forms. The set contains
/// every number above one of its members, so two numbers describe it.
#[derive(Clone, Copy)]
pub(super) struct KnownOffsets {
    /// The relation fails for this number and all lesser ones.
    pub fails: Dyadic,
    /// The relation holds for this number and all greater ones.
    pub holds: Dyadic,
}

/// The atomic weight of an all-small form, with the facts it depends on.
#[derive(Clone, Copy)]
pub(super) struct Atom {
    /// The atomic weight.
    pub weight: Value,
    /// The order relative to the remote star; `None` when the two are confused.
    pub to_star: Option<Ordering>,
    /// The least `n` such that no position has the value `*n`.
    pub remote: u32,
}

/// The memory of a thread.
pub(super) struct Memo {
    pub sums: Pairs<Value>,
    pub orders: Pairs<KnownOffsets>,
    /// Thermographs by form and fraction.
    pub thermographs: FxHashMap<Value, Arc<Thermograph>>,
    /// Atomic weights by form.
    pub atoms: FxHashMap<u32, Atom>,
    pub ticks: u64,
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
            share_sums: false,
        }
    }

    /// Bounds the tables of pairs to about `bytes` bytes. Thermographs and weights are bounded by
    /// number.
    pub fn limit(&mut self, bytes: usize) {
        let entries = (bytes / ENTRY_BYTES).clamp(FIRST, MOST);
        let most = 1 << entries.ilog2();
        (self.sums.most, self.orders.most) = (most, most);
    }

    /// Drops thermographs and weights if there are too many; called between operations.
    pub fn tidy(&mut self) {
        if self.thermographs.len() > MOST_THERMOGRAPHS {
            self.thermographs = FxHashMap::default();
        }
        if self.atoms.len() > MOST_ATOMS {
            self.atoms = FxHashMap::default();
        }
    }

    pub fn bytes(&self) -> usize {
        self.sums.bytes()
            + self.orders.bytes()
            + self.thermographs.len() * THERMOGRAPH_BYTES
            + self.atoms.len() * ATOM_BYTES
    }
}
