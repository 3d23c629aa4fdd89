//! What will happen, in the order of time.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The events to come. Those of the same time come in the order in which they were added.
pub(super) struct Agenda<E> {
    heap: BinaryHeap<Entry<E>>,
    added: u64,
}

impl<E> Agenda<E> {
    /// An empty agenda.
    pub(super) fn new() -> Self {
        Self {
            heap: BinaryHeap::new(),
            added: 0,
        }
    }

    /// Adds an event. One at infinity never comes and is left out.
    pub(super) fn add(&mut self, time: f64, event: E) {
        if time.is_finite() {
            self.heap.push(Entry {
                time,
                number: self.added,
                event,
            });
            self.added += 1;
        }
    }

    /// Takes out the next event and its time.
    pub(super) fn next(&mut self) -> Option<(f64, E)> {
        self.heap.pop().map(|entry| (entry.time, entry.event))
    }
}

struct Entry<E> {
    time: f64,
    number: u64,
    event: E,
}

impl<E> Ord for Entry<E> {
    /// The earlier entry is the greater, as the heap gives out the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .time
            .total_cmp(&self.time)
            .then(other.number.cmp(&self.number))
    }
}

impl<E> PartialOrd for Entry<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> PartialEq for Entry<E> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<E> Eq for Entry<E> {}
