//! The keys of everything asked so far, so that nothing is asked twice.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of keys, bounded: beyond its capacity the oldest are forgotten.
///
/// It can be kept in a file that is only appended to: [`drain_new`](Seen::drain_new) gives the
/// keys to append, and [`restore`](Seen::restore) reads them all back.
#[derive(Clone, Debug)]
pub struct Seen {
    capacity: usize,
    /// Oldest first.
    order: VecDeque<u128>,
    set: FxHashSet<u128>,
    /// How many of the youngest were not drained yet.
    new: usize,
    /// How many were ever inserted.
    total: u64,
}

impl Seen {
    /// An empty set that remembers at most `capacity` keys.
    pub fn new(capacity: usize) -> Self {
        Seen {
            capacity: capacity.max(1),
            order: VecDeque::new(),
            set: FxHashSet::default(),
            new: 0,
            total: 0,
        }
    }

    /// The set after the given keys were inserted, oldest first; none of them counts as new.
    pub fn restore(capacity: usize, keys: impl IntoIterator<Item = u128>) -> Self {
        let mut seen = Seen::new(capacity);
        for key in keys {
            seen.insert(key);
        }
        seen.new = 0;
        seen
    }

    /// Adds a key; false if it was there.
    pub fn insert(&mut self, key: u128) -> bool {
        if !self.set.insert(key) {
            return false;
        }
        self.order.push_back(key);
        self.total += 1;
        self.new += 1;
        if self.order.len() > self.capacity {
            if let Some(oldest) = self.order.pop_front() {
                self.set.remove(&oldest);
            }
            self.new = self.new.min(self.order.len());
        }
        true
    }

    /// Whether a key is remembered.
    pub fn contains(&self, key: u128) -> bool {
        self.set.contains(&key)
    }

    /// How many keys are remembered.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether no key is remembered.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// How many keys were ever inserted, the forgotten ones included.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The keys remembered, oldest first.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = u128> {
        self.order.iter().copied()
    }

    /// The keys added since the last call, oldest first (those that were not forgotten since).
    pub fn drain_new(&mut self) -> Vec<u128> {
        let new = std::mem::take(&mut self.new);
        self.order
            .range(self.order.len() - new..)
            .copied()
            .collect()
    }
}

#[derive(Serialize, Deserialize)]
struct Stored {
    capacity: usize,
    keys: Vec<u128>,
    new: usize,
    total: u64,
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let keys = self.keys().collect();
        Stored {
            capacity: self.capacity,
            keys,
            new: self.new,
            total: self.total,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Stored {
            capacity,
            keys,
            new,
            total,
        } = Stored::deserialize(deserializer)?;
        let mut seen = Seen::restore(capacity, keys);
        seen.new = new.min(seen.len());
        seen.total = total;
        Ok(seen)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

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
    fn a_log_of_drained_keys_restores_the_set() {
        let mut seen = Seen::new(5);
        let mut log = Vec::new();
        for round in 0..6u128 {
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
        seen.insert(u128::MAX);
        let text = serde_json::to_string(&seen).unwrap();
        let mut back: Seen = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
        assert_eq!(back.drain_new(), seen.drain_new());
        assert!(back.contains(u128::MAX));
    }
}
