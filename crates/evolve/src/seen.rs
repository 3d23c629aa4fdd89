//! The keys of all specimens that an island has proposed, so that it proposes none twice.
//!
//! The set keeps the lower half of each key. In about one run in a million, two of some million
//! specimens have equal halves, and that costs the run one board. The table holds places in a ring
//! instead of keys, so a key takes at most 18 bytes. A set of whole keys together with a queue of
//! keys took 49 bytes per key, and was the part of the program that grew in a search of an hour
//! (`.ci/soak`).

use hashbrown::HashTable;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of keys with a limited capacity. When the set is full, each new key replaces the oldest
/// one.
///
/// The set can be kept in a file to which keys are only appended. [`drain_new`](Seen::drain_new)
/// gives the keys to append, and [`restore`](Seen::restore) builds the set from all keys of the
/// file.
#[derive(Clone, Debug)]
pub struct Seen {
    capacity: usize,
    /// The keys in a ring; the oldest is at index `oldest`.
    ring: Vec<u64>,
    oldest: usize,
    /// For each key, its index in the ring.
    places: HashTable<u32>,
    /// The number of keys that were inserted since the last drain, without keys that were replaced
    /// since.
    new: usize,
    /// The number of keys that were ever inserted.
    total: u64,
}

impl Seen {
    /// An empty set that remembers at most `capacity` keys.
    pub fn new(capacity: usize) -> Self {
        Seen {
            capacity: capacity.clamp(1, u32::MAX as usize),
            ring: Vec::new(),
            oldest: 0,
            places: HashTable::new(),
            new: 0,
            total: 0,
        }
    }

    /// Restores a set from all keys that were ever inserted, the oldest first. The keys do not
    /// count as new.
    pub fn restore(capacity: usize, keys: impl IntoIterator<Item = u64>) -> Self {
        let mut seen = Seen::new(capacity);
        for key in keys {
            seen.insert(key);
        }
        seen.new = 0;
        seen
    }

    /// Restores a set from the keys that it held, the oldest first, and the number of keys that
    /// were ever inserted. `None` if the two contradict each other.
    pub fn recall(capacity: usize, keys: Vec<u64>, total: u64) -> Option<Self> {
        let mut seen = Seen::restore(capacity, keys.iter().copied());
        let fits = seen.total == keys.len() as u64 && seen.total == total.min(seen.capacity as u64);
        seen.total = total;
        fits.then_some(seen)
    }

    /// The half of a fingerprint that the set keeps as the key.
    pub fn key(fingerprint: u128) -> u64 {
        fingerprint as u64
    }

    /// Adds a key; returns `false` if the set had the key before.
    pub fn insert(&mut self, key: u64) -> bool {
        if self.contains(key) {
            return false;
        }
        let place = if self.ring.len() < self.capacity {
            self.ring.push(key);
            self.ring.len() - 1
        } else {
            self.replace_oldest(key)
        };
        let ring = &self.ring;
        self.places
            .insert_unique(key, place as u32, |&place| ring[place as usize]);
        self.total += 1;
        self.new = (self.new + 1).min(self.ring.len());
        true
    }

    /// Puts a key in the place of the oldest key; returns its index in the ring.
    fn replace_oldest(&mut self, key: u64) -> usize {
        let place = self.oldest;
        let entry = self
            .places
            .find_entry(self.ring[place], |&known| known as usize == place);
        if let Ok(entry) = entry {
            entry.remove();
        }
        self.ring[place] = key;
        self.oldest = (place + 1) % self.capacity;
        place
    }

    /// Whether the set has the key.
    pub fn contains(&self, key: u64) -> bool {
        let is_it = |&place: &u32| self.ring[place as usize] == key;
        self.places.find(key, is_it).is_some()
    }

    /// The number of keys that the set holds.
    pub fn len(&self) -> usize {
        self.ring.len()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.ring.is_empty()
    }

    /// The number of keys that were ever inserted, including replaced keys.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The keys that the set holds, the oldest first.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        let (young, old) = self.ring.split_at(self.oldest);
        old.iter().chain(young).copied()
    }

    /// The `count` youngest keys, the oldest of them first; all keys if the set holds fewer.
    pub fn youngest(&self, count: usize) -> impl Iterator<Item = u64> {
        self.keys().skip(self.ring.len().saturating_sub(count))
    }

    /// The keys that were inserted since the last call and are still in the set, the oldest first.
    pub fn drain_new(&mut self) -> Vec<u64> {
        let new = std::mem::take(&mut self.new);
        self.youngest(new).collect()
    }
}

#[derive(Serialize, Deserialize)]
struct StoredSeen {
    capacity: usize,
    keys: Vec<u64>,
    new: usize,
    total: u64,
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StoredSeen {
            capacity: self.capacity,
            keys: self.keys().collect(),
            new: self.new,
            total: self.total,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredSeen::deserialize(deserializer)?;
        let mut seen = Seen::restore(stored.capacity, stored.keys);
        seen.new = stored.new.min(seen.len());
        seen.total = stored.total;
        Ok(seen)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    #[test]
    fn the_oldest_are_forgotten_first() {
        let mut seen = Seen::new(3);
        assert!([1, 2, 3].into_iter().all(|k| seen.insert(k)));
        assert!(!seen.insert(1));
        assert!(seen.insert(4));
        assert!(!seen.contains(1) && seen.contains(2));
        assert_eq!((seen.len(), seen.total()), (3, 4));
    }

    #[test]
    fn it_is_a_queue_without_repetition() {
        let (mut seen, mut queue) = (Seen::new(50), VecDeque::new());
        let mut key = 1u64;
        for _ in 0..2000 {
            key = key.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let small = key >> 57;
            assert_eq!(seen.insert(small), !queue.contains(&small));
            if !queue.contains(&small) {
                queue.push_back(small);
            }
            if queue.len() > 50 {
                queue.pop_front();
            }
            assert!(seen.keys().eq(queue.iter().copied()));
        }
    }

    #[test]
    fn a_log_of_drained_keys_restores_the_set() {
        let mut seen = Seen::new(5);
        let mut log = Vec::new();
        for round in 0..6 {
            (0..3).for_each(|i| {
                seen.insert(round * 2 + i);
            });
            log.extend(seen.drain_new());
        }
        assert!(seen.drain_new().is_empty());
        let mut restored = Seen::restore(5, log);
        assert!(restored.drain_new().is_empty());
        assert!(restored.keys().eq(seen.keys()));
    }

    #[test]
    fn it_survives_serialisation() {
        let mut seen = Seen::restore(4, [9, 8, 7, 6, 5]);
        seen.insert(u64::MAX);
        let text = serde_json::to_string(&seen).unwrap();
        let mut back: Seen = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
        assert_eq!(back.drain_new(), seen.drain_new());
        assert!(back.contains(u64::MAX));
    }
}
