//! The transposition table: from the key of a component to its value.
//!
//! Keys lie end to end in one arena; a lookup allocates nothing.

use crate::value::Value;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

struct Entry {
    start: u64,
    length: u32,
    value: Value,
}

/// Values of components by canonical key.
#[derive(Default)]
pub(super) struct Table {
    keys: Vec<u8>,
    entries: HashTable<Entry>,
}

impl Table {
    pub fn get(&self, key: &[u8]) -> Option<Value> {
        self.entries
            .find(hash(key), |e| self.key(e) == key)
            .map(|e| e.value)
    }

    pub fn insert(&mut self, key: &[u8], value: Value) {
        let entry = Entry {
            start: self.keys.len() as u64,
            length: key.len() as u32,
            value,
        };
        self.keys.extend_from_slice(key);
        let keys = &self.keys;
        self.entries.insert_unique(hash(key), entry, |e| {
            hash(&keys[e.start as usize..][..e.length as usize])
        });
    }

    fn key(&self, entry: &Entry) -> &[u8] {
        &self.keys[entry.start as usize..][..entry.length as usize]
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn bytes(&self) -> usize {
        self.keys.capacity() + self.entries.capacity() * (size_of::<Entry>() + 2)
    }
}

fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}
