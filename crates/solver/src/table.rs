//! The transposition table: maps the key of a component to its value. Threads share the table.
//!
//! The table consists of shards, each with its own lock, so threads seldom wait for each other.
//! Within a shard the keys lie end to end in one buffer, and a lookup allocates no memory.

use super::steps::Tree;
use boilingpoint_values::Value;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 64;

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

#[derive(Default)]
struct Shard {
    keys: Vec<u8>,
    entries: HashTable<TableEntry>,
}

impl Shard {
    fn key(&self, entry: &TableEntry) -> &[u8] {
        &self.keys[entry.start as usize..][..entry.length as usize]
    }

    fn bytes(&self) -> usize {
        // An open-addressing table doubles when it is seven eighths full.
        self.keys.capacity() + self.entries.capacity() * 8 / 7 * (size_of::<TableEntry>() + 1)
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
        let hash = hash(key);
        let shard = self.shard(hash);
        shard
            .entries
            .find(hash, |e| shard.key(e) == key)
            .map(|e| e.known)
    }

    /// Adds an entry; returns `false` if the key was in the table before. A shard holds at most 4
    /// GiB of keys and drops entries beyond this limit.
    pub fn insert(&self, key: &[u8], known: KnownValue) -> bool {
        let hash = hash(key);
        let mut guard = self.shard(hash);
        let shard = &mut *guard;
        if shard.entries.find(hash, |e| shard.key(e) == key).is_some() {
            return false;
        }
        let Ok(start) = u32::try_from(shard.keys.len()) else {
            return false;
        };
        let before = shard.bytes();
        let length = key.len() as u32;
        shard.keys.extend_from_slice(key);
        let entry = TableEntry {
            start,
            length,
            known,
        };
        let keys = &shard.keys;
        shard.entries.insert_unique(hash, entry, |e| {
            self::hash(&keys[e.start as usize..][..e.length as usize])
        });
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
        }
    }
}

/// The number of binary digits of the size of a tree.
fn bits(tree: u32) -> usize {
    (32 - tree.leading_zeros()) as usize
}

/// A hash of a key that is the same in every run and on every machine.
pub(super) fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}
