//! A thread's cache of recent lookups, keyed by the labelled component.
//!
//! In a scan, three of four components occurred shortly before with the same labelling. A match in
//! this cache saves the canonical labelling, the most expensive part of a lookup. A component of up
//! to 17 classes with up to 8 twins each is packed without loss into 256 bits, so a match is always
//! right. Larger components are not cached. Each key has one slot, which holds the newest entry.

use boilingpoint_boards::BitRow;
use boilingpoint_boards::classes::Classes;

/// The greatest number of classes that fit into a packed component: 5 bits for the number of
/// classes, 5 bits for each class, one bit for each pair of classes.
const MOST_CLASSES: usize = 17;
/// The number of rows of the adjacency matrix that go into the first 128-bit word.
const EARLY: usize = 8;
const FIRST: usize = 1 << 8;
/// The greatest number of slots of a cache of components.
pub(super) const MOST: usize = 1 << 16;
/// The greatest number of slots of a cache of sets of squares, which fits into a second-level cache
/// of a processor.
pub(super) const MOST_SETS: usize = 1 << 14;
/// The bytes of memory per entry, including unused capacity.
const ENTRY_BYTES: usize = 128;
/// The cache grows when the number of entries stored since it last grew reaches this multiple of
/// its slots.
const LATE: usize = 2;

/// A component packed without loss into 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Packed([u128; 2]);

impl Packed {
    /// Packs a component; `None` if the component has too many classes or twins.
    pub fn of<R: BitRow>(component: &Classes<R>) -> Option<Packed> {
        let n = component.len();
        if n > MOST_CLASSES || component.counts.iter().any(|&count| count > 8) {
            return None;
        }
        // The number of classes, the tints and the numbers of twins come first. Each row of the
        // adjacency matrix follows, up to and including the bit of the class itself.
        let tints = component.left.low() | component.right.low() << MOST_CLASSES;
        let mut twins = 0u128;
        for (c, &count) in component.counts.iter().enumerate() {
            twins |= u128::from(count - 1) << (3 * c);
        }
        let mut words = [tints << 5 | n as u128 | twins << (5 + 2 * MOST_CLASSES), 0];
        let (early, late) = component.rows.split_at(n.min(EARLY));
        let mut used = 5 + 5 * MOST_CLASSES;
        for (c, row) in early.iter().enumerate() {
            words[0] |= (row.low() & ((2 << c) - 1)) << used;
            used += c + 1;
        }
        used = 0;
        for (c, row) in (EARLY..).zip(late) {
            words[1] |= (row.low() & ((2 << c) - 1)) << used;
            used += c + 1;
        }
        Some(Packed(words))
    }

    /// Packs a set of bits, which is not taken for a component: no component has 31 classes.
    pub fn of_set(set: u128) -> Packed {
        Packed([31, set])
    }
}

/// A key of a cache.
pub(super) trait Key: Copy + Eq {
    /// A hash whose low bits choose the slot.
    fn hash(self) -> u64;
}

impl Key for Packed {
    fn hash(self) -> u64 {
        let [a, b] = self.0;
        let mixed = (a as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ ((a >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
            ^ (b as u64 ^ (b >> 64) as u64).wrapping_mul(0x1656_67b1_9e37_79f9);
        mixed ^ mixed >> 32
    }
}

/// A set of squares in 64 bits (`solver/words.rs`).
impl Key for u64 {
    fn hash(self) -> u64 {
        self.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
    }
}

/// The recent lookups of a thread, with what was found: a cache with one entry per slot.
pub(super) struct Recent<K, T> {
    entries: Vec<Option<(K, T)>>,
    stored: usize,
    most: usize,
}

impl<K: Key, T: Copy> Recent<K, T> {
    /// An empty cache that may grow to about `bytes` bytes and to `most` slots.
    pub fn new(bytes: usize, most: usize) -> Recent<K, T> {
        let entries = (bytes / ENTRY_BYTES).clamp(FIRST, most);
        Recent {
            entries: Vec::new(),
            stored: 0,
            most: 1 << entries.ilog2(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Option<(K, T)>>()
    }

    #[inline]
    pub fn get(&self, key: K) -> Option<T> {
        match self.entries.get(self.place(key))? {
            Some((held, known)) if *held == key => Some(*known),
            _ => None,
        }
    }

    pub fn put(&mut self, key: K, known: T) {
        if self.stored >= LATE * self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        self.stored += 1;
        let place = self.place(key);
        self.entries[place] = Some((key, known));
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 4).clamp(FIRST, self.most);
        let old = std::mem::replace(&mut self.entries, vec![None; size]);
        self.stored = 0;
        for (key, known) in old.into_iter().flatten() {
            let place = self.place(key);
            self.entries[place] = Some((key, known));
        }
    }

    fn place(&self, key: K) -> usize {
        // The number of slots is a power of two.
        key.hash() as usize & self.entries.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::classes::{Compressed, with_any_rows};
    use boilingpoint_boards::{Board, enumerate};
    use std::collections::HashMap;

    /// All labelled components of small boards, tinted and untinted: different ones are packed
    /// differently.
    #[test]
    fn packing_loses_nothing() {
        let mut seen: HashMap<[u128; 2], Compressed> = HashMap::new();
        let mut graphs = enumerate::first();
        for order in 1..=6 {
            for graph in &graphs {
                for tints in ["......", "L.R.L.", "LLRR..", "R.RL.."] {
                    let board = Board::with_tints(graph.clone(), &tints[..order]).expect("fits");
                    let classes = Compressed::of(&board).expect("small");
                    let packed = with_any_rows!(&classes, c => Packed::of(c)).expect("small");
                    let known = seen.entry(packed.0).or_insert_with(|| classes.clone());
                    assert_eq!(*known, classes);
                }
            }
            graphs = enumerate::next_connected(&graphs);
        }
        assert!(seen.len() > 300);
    }

    fn packed(board: &Board) -> Option<Packed> {
        with_any_rows!(&Compressed::of(board).expect("few"), c => Packed::of(c))
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let many = Board::untinted(boilingpoint_boards::Graph::from_edges(
            18,
            (1..18).map(|i| (i - 1, i)),
        ));
        assert_eq!(packed(&many), None);
        let twins = Board::untinted(boilingpoint_boards::Graph::from_edges(
            10,
            (1..10).map(|i| (0, i)),
        ));
        assert_eq!(packed(&twins), None);
    }
}
