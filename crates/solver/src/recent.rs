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

    /// Hashes choose which entry is replaced, on every machine alike.
    #[test]
    fn hashes_stay_as_they_are() {
        let words = [
            [0, 0],
            [1 << 3, 0],
            [1 << 100, 5 << 70],
            [u128::MAX / 3, u128::MAX / 5],
        ];
        assert_eq!(
            words.map(|words| Packed(words).hash()),
            [
                0,
                17418742255747345763,
                10470634891825864117,
                5286201579206421398
            ]
        );
        assert_eq!(
            [0, 5, 1 << 40, u64::MAX / 3].map(|set: u64| set.hash()),
            [0, 387276959, 1249645824, 546843842]
        );
        assert_eq!(
            [0, 5, 1 << 100, u128::MAX / 3].map(|set: u128| set.hash()),
            [
                0,
                1663341875200855286,
                9029353247911884016,
                5286201579206421398
            ]
        );
        assert_eq!(Packed::of_set(9).0, [31, 9]);
    }

    /// The number of slots after some entries, and that all entries are right.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn slots_grow_with_the_entries_up_to_the_limit() {
        let slots_after = |bytes, most, entries: u64| {
            let mut cache: Recent<u64, u64> = Recent::new(bytes, most);
            for key in 0..entries {
                cache.put(key, key + 1);
            }
            assert!((0..entries).all(|key| cache.get(key).is_none_or(|known| known == key + 1)));
            assert!(entries == 0 || cache.get(entries - 1) == Some(entries));
            assert_eq!(cache.bytes(), cache.entries.len() * 24);
            cache.entries.len()
        };
        let large = 1 << 30;
        let entries = [0, 1, 512, 513, 513 + 2_047, 513 + 2_048, 20_000];
        assert_eq!(
            entries.map(|n| slots_after(large, MOST, n)),
            [0, 256, 256, 1024, 1024, 4096, 16_384]
        );
        assert_eq!(slots_after(large, 1 << 9, 20_000), 1 << 9);
        assert_eq!(slots_after(0, MOST, 20_000), 1 << 8);
        assert_eq!(slots_after(128 * 1_500, MOST, 20_000), 1 << 10);
        assert_eq!(slots_after(128 * 1_023, MOST, 20_000), 1 << 9);
    }

    /// Packed words are a key: the same on every machine.
    #[test]
    fn components_are_packed_into_these_words() {
        let words = |name: &str| {
            let packed = packed(&boilingpoint_boards::parse_board(name).expect(name));
            packed.map(|packed| packed.0)
        };
        let names = [
            "path(4)",
            "star(8):R.LL....L",
            "complete(3):L.R",
            "path(17)",
            "path(18)",
            "star(8)",
            "star(9)",
        ];
        assert_eq!(
            names.map(words),
            [
                Some([0x4480000000000000000000004, 0x0]),
                Some([0x280000000000500000400083, 0x0]),
                Some([0x680000000000000001000023, 0x0]),
                Some([
                    0x10102084480000000000000000000011,
                    0x80004000400080020010010020080
                ]),
                None,
                Some([0x800000000001c0000000002, 0x0]),
                None
            ]
        );
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
