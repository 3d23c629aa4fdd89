//! What a thread remembers: of pairs of forms, sums and comparisons; of forms, thermographs and
//! atomic weights.
//!
//! Both tables of pairs forget by overwriting: each pair has one place, and the newest one stays.
//! An entry carries its whole key, so what is found is always right; what was overwritten is
//! computed again. The tables grow with use up to a fixed size, so a run of any length stays
//! bounded, and nothing is allocated on a hit.

use super::{Dyadic, Thermograph, Value};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::Arc;

/// Entries that a table begins with.
const FIRST: usize = 1 << 8;
/// Entries that a table grows to, where memory allows.
const MOST: usize = 1 << 20;
/// Bytes that an entry of both tables takes, with room for growing.
const ENTRY_BYTES: usize = 128;
/// How many times its size a table stores before it grows.
const LATE: usize = 4;
/// Bytes that a thermograph takes, about.
const THERMOGRAPH_BYTES: usize = 320;
/// Thermographs that are kept from one question to the next.
const MOST_THERMOGRAPHS: usize = 1 << 16;
/// Bytes that an atomic weight takes, about.
const ATOM_BYTES: usize = 96;
/// Atomic weights that are kept from one question to the next.
const MOST_ATOMS: usize = 1 << 16;

/// A table from pairs of forms to something, one place for each key.
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
        // small tables stay in the processor's caches: grow late
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
        // sizes are powers of two
        ((hash ^ hash >> 29) >> 20) as usize & self.entries.len().wrapping_sub(1)
    }
}

/// What is known of the numbers `x` with `a <= b + x` for two forms. They are all numbers from
/// some point on, so two numbers say it.
#[derive(Clone, Copy)]
pub(super) struct KnownOffsets {
    /// It fails for this number and all below.
    pub fails: Dyadic,
    /// It holds for this number and all above.
    pub holds: Dyadic,
}

/// The atomic weight of an all-small form, and what decides it.
#[derive(Clone, Copy)]
pub(super) struct Atom {
    /// The atomic weight.
    pub weight: Value,
    /// How it stands to the remote star; `None` when they are confused.
    pub to_star: Option<Ordering>,
    /// The least `n` such that no position has the value `*n`.
    pub remote: u32,
}

/// One thread's memory.
pub(super) struct Memo {
    pub sums: Pairs<Value>,
    pub orders: Pairs<KnownOffsets>,
    /// By form and fraction.
    pub thermographs: FxHashMap<Value, Arc<Thermograph>>,
    /// By form.
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

    /// Bounds the tables of pairs to about so many bytes; thermographs and weights are bounded by
    /// number.
    pub fn limit(&mut self, bytes: usize) {
        let entries = (bytes / ENTRY_BYTES).clamp(FIRST, MOST);
        let most = 1 << entries.ilog2();
        (self.sums.most, self.orders.most) = (most, most);
    }

    /// Between two questions: keeps thermographs and weights from becoming too many.
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
