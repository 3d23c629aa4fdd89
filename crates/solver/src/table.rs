//! The transposition table: maps the key of a component to its value. Threads share the table.
//!
//! The table consists of shards, each with its own lock, so threads seldom wait for each other.
//! Within a shard the keys lie end to end in one buffer, and a lookup allocates no memory. The keys
//! of sets of squares in 64 bits lie in the entries: a lookup then reads one line of memory where
//! it would read two.

use super::steps::Tree;
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
        // An open-addressing table doubles when it is seven eighths full.
        let slots = |capacity: usize, entry: usize| capacity * 8 / 7 * (entry + 1);
        self.keys.capacity()
            + slots(self.entries.capacity(), size_of::<TableEntry>())
            + slots(self.sets.capacity(), size_of::<SetEntry>())
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
