//! The transposition table: maps the key of a component to its value. Threads share the table.
//!
//! The table consists of shards, each with its own lock, so threads seldom wait for each other.
//! Within a shard the keys lie end to end in one buffer, and a lookup allocates no memory. The keys
//! of sets of squares in 64 bits lie in the entries: a lookup then reads one line of memory where
//! it would read two.

use super::steps::Tree;
use boilingpoint_memory::bytes_of_table;
use boilingpoint_values::Value;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 64;

/// The first byte of the keys of sets of squares. No key of a graph begins with it.
pub(super) const MARK: u8 = 254;

/// The value of a component, and upper bounds for its positions and steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownValue {
    pub value: Value,
    pub tree: Tree,
}

struct TableEntry {
    start: u32,
    length: u32,
    known: KnownValue,
}

/// The entry of a set of squares in 64 bits.
struct SetEntry {
    set: u64,
    known: KnownValue,
}

#[derive(Default)]
struct Shard {
    keys: Vec<u8>,
    entries: HashTable<TableEntry>,
    sets: HashTable<SetEntry>,
}

impl Shard {
    fn key(&self, entry: &TableEntry) -> &[u8] {
        &self.keys[entry.start as usize..][..entry.length as usize]
    }

    fn bytes(&self) -> usize {
        self.keys.capacity()
            + bytes_of_table(self.entries.capacity(), size_of::<TableEntry>())
            + bytes_of_table(self.sets.capacity(), size_of::<SetEntry>())
    }

    fn get(&self, key: &[u8], hash: u64) -> Option<KnownValue> {
        match set_of(key) {
            Some(set) => self.sets.find(hash, |e| e.set == set).map(|e| e.known),
            None => {
                let entry = self.entries.find(hash, |e| self.key(e) == key);
                entry.map(|e| e.known)
            }
        }
    }

    /// Adds an entry; returns `false` if there is no room for its key.
    fn insert(&mut self, key: &[u8], hash: u64, known: KnownValue) -> bool {
        if let Some(set) = set_of(key) {
            let entry = SetEntry { set, known };
            self.sets.insert_unique(hash, entry, |e| hash_set(e.set));
            return true;
        }
        let Ok(start) = u32::try_from(self.keys.len()) else {
            return false;
        };
        let length = key.len() as u32;
        self.keys.extend_from_slice(key);
        let entry = TableEntry {
            start,
            length,
            known,
        };
        let keys = &self.keys;
        self.entries.insert_unique(hash, entry, |e| {
            self::hash(&keys[e.start as usize..][..e.length as usize])
        });
        true
    }
}

/// The values of components, by canonical key.
pub(super) struct ComponentTable {
    shards: Box<[Mutex<Shard>]>,
    len: AtomicU64,
    bytes: AtomicUsize,
}

impl ComponentTable {
    pub fn new() -> ComponentTable {
        ComponentTable {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            len: AtomicU64::new(0),
            bytes: AtomicUsize::new(0),
        }
    }

    pub fn get(&self, key: &[u8]) -> Option<KnownValue> {
        let hash = place(key);
        self.shard(hash).get(key, hash)
    }

    /// Adds an entry; returns `false` if the key was in the table before. A shard holds at most 4
    /// GiB of keys and drops entries beyond this limit.
    pub fn insert(&self, key: &[u8], known: KnownValue) -> bool {
        let hash = place(key);
        let mut shard = self.shard(hash);
        let before = shard.bytes();
        if shard.get(key, hash).is_some() || !shard.insert(key, hash, known) {
            return false;
        }
        self.len.fetch_add(1, Ordering::Relaxed);
        let grown = shard.bytes() - before;
        if grown > 0 {
            self.bytes.fetch_add(grown, Ordering::Relaxed);
        }
        true
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        // The table within a shard uses the low and the top bits of the hash, so the shard is
        // chosen by other bits.
        let shard = &self.shards[(hash >> 40) as usize % SHARDS];
        // A thread that panicked while it held the lock has left only complete entries.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn len(&self) -> u64 {
        self.len.load(Ordering::Relaxed)
    }

    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The most useful entries, at most `most` of them. An entry with a large tree is useful, since
    /// its value would be expensive to find again.
    pub fn best(&self, most: usize) -> Vec<(Box<[u8]>, KnownValue)> {
        let mut by_size = [0usize; 33];
        self.each(|_, known| by_size[bits(known.tree.positions)] += 1);
        let (mut least, mut kept) = (33, 0);
        while least > 0 && kept + by_size[least - 1] <= most {
            least -= 1;
            kept += by_size[least];
        }
        let mut best = Vec::with_capacity(kept);
        self.each(|key, known| {
            if bits(known.tree.positions) >= least && best.len() < most {
                best.push((key.into(), known));
            }
        });
        best
    }

    fn each(&self, mut visit: impl FnMut(&[u8], KnownValue)) {
        for shard in &self.shards {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            for entry in shard.entries.iter() {
                visit(shard.key(entry), entry.known);
            }
            for entry in &shard.sets {
                visit(&key_of(entry.set), entry.known);
            }
        }
    }
}

/// The number of binary digits of the size of a tree.
fn bits(tree: u32) -> usize {
    (32 - tree.leading_zeros()) as usize
}

/// The key of a set of squares in 64 bits.
pub(super) fn key_of(set: u64) -> [u8; 9] {
    let mut key = [MARK; 9];
    key[1..].copy_from_slice(&set.to_le_bytes());
    key
}

/// The set of squares in 64 bits that a key stands for; `None` for another key.
fn set_of(key: &[u8]) -> Option<u64> {
    match key {
        [MARK, set @ ..] => set.try_into().ok().map(u64::from_le_bytes),
        _ => None,
    }
}

/// A hash that chooses the place of a key in the table.
fn place(key: &[u8]) -> u64 {
    set_of(key).map_or_else(|| hash(key), hash_set)
}

fn hash_set(set: u64) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(set);
    hasher.finish()
}

/// A hash of a key that is the same in every run and on every machine.
pub(super) fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(positions: u32) -> KnownValue {
        KnownValue {
            value: Value::ZERO,
            tree: Tree {
                positions,
                steps: 1,
            },
        }
    }

    /// Hashes choose what is kept where memory is short, on every machine alike.
    #[test]
    fn hashes_stay_as_they_are() {
        let keys: [&[u8]; 4] = [b"", b"a", b"boiling", &key_of(77)];
        assert_eq!(
            keys.map(hash),
            [
                17606491139363777937,
                13658995902763642704,
                13364486532162615139,
                3154730268279294808
            ]
        );
        assert_eq!(
            keys.map(place),
            [
                17606491139363777937,
                13658995902763642704,
                13364486532162615139,
                13821182497816598497
            ]
        );
        assert_eq!(set_of(&key_of(77)), Some(77));
        assert_eq!(set_of(b"boiling p"), None);
    }

    #[test]
    fn entries_are_counted_and_found() {
        let table = ComponentTable::new();
        assert_eq!((table.len(), table.bytes()), (0, 0));
        for n in 0..200u64 {
            assert!(table.insert(&n.to_be_bytes(), known(n as u32)));
            assert!(table.insert(&key_of(n), known(n as u32)));
            assert!(!table.insert(&key_of(n), known(1)));
        }
        assert_eq!(table.len(), 400);
        assert_eq!(table.get(&7u64.to_be_bytes()), Some(known(7)));
        assert_eq!(table.get(&key_of(199)), Some(known(199)));
        assert_eq!(table.get(&key_of(200)), None);
        let mut all = 0;
        for shard in &table.shards {
            all += shard.lock().unwrap().bytes();
        }
        assert_eq!(table.bytes(), all);
    }

    /// Entries are kept by the number of binary digits of their trees; of the least that are kept,
    /// all or none.
    #[test]
    fn the_largest_trees_are_the_best() {
        let table = ComponentTable::new();
        let trees = [0, 1, 2, 3, 4, 7, 8, u32::MAX];
        for (i, positions) in trees.into_iter().enumerate() {
            table.insert(&[i as u8], known(positions));
        }
        let best = |most| {
            let kept = table.best(most).into_iter();
            let mut kept: Vec<u32> = kept.map(|(_, known)| known.tree.positions).collect();
            kept.sort_unstable();
            kept
        };
        assert_eq!(best(0), [0u32; 0]);
        assert_eq!(best(1), [u32::MAX]);
        assert_eq!(best(2), [8, u32::MAX]);
        assert_eq!(best(3), [8, u32::MAX]);
        assert_eq!(best(4), [4, 7, 8, u32::MAX]);
        assert_eq!(best(7), [1, 2, 3, 4, 7, 8, u32::MAX]);
        assert_eq!(best(8), trees);
        assert_eq!(best(99), trees);
    }
}
