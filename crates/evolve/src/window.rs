//! The latest outcomes of the operators, in the order of time and in the order of their ranks.
//!
//! Every generation asks for the ranks, and changes few of the outcomes. So each outcome is put in
//! its place when it comes, and the window is never sorted again.

use std::cmp::Ordering;
use std::collections::VecDeque;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The class of an outcome. Outcomes are ranked by this class first, then by fitness.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) enum Gain {
    /// The archive did not keep the child.
    None,
    /// The archive kept the child, but its cell has another specimen as good or better.
    Kept,
    /// The child became the best specimen of its cell.
    Archived,
    /// The child became the best specimen of the island.
    Best,
}

/// What became of a child of an operator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct CreditEvent<F> {
    pub operator: usize,
    pub gain: Gain,
    pub fitness: Option<F>,
}

impl<F: Ord> CreditEvent<F> {
    /// Compares by rank, the better outcome first.
    fn by_rank(&self, other: &Self) -> Ordering {
        (other.gain, &other.fitness).cmp(&(self.gain, &self.fitness))
    }
}

/// The latest outcomes. The stored form is the list of the outcomes, the oldest first.
#[derive(Clone, Debug)]
pub(super) struct Window<F> {
    /// The outcomes, the oldest first.
    events: VecDeque<CreditEvent<F>>,
    /// The number of the oldest outcome. Outcomes are numbered in the order of time.
    first: u64,
    /// The numbers of the outcomes by rank; of equal outcomes the oldest comes first.
    ranked: Vec<u64>,
}

impl<F: Ord> Window<F> {
    /// The window of the given outcomes, the oldest first.
    pub fn of(events: VecDeque<CreditEvent<F>>) -> Self {
        let mut ranked: Vec<u64> = (0..events.len() as u64).collect();
        ranked.sort_by(|&a, &b| events[a as usize].by_rank(&events[b as usize]));
        Window {
            events,
            first: 0,
            ranked,
        }
    }

    /// Adds an outcome, and drops the oldest one if there are more than `capacity`.
    pub fn push(&mut self, event: CreditEvent<F>, capacity: usize) {
        let place = self.place(|known| known.by_rank(&event).is_le());
        self.ranked
            .insert(place, self.first + self.events.len() as u64);
        self.events.push_back(event);
        if self.events.len() <= capacity {
            return;
        }
        let oldest = &self.events[0];
        let place = self.place(|known| known.by_rank(oldest).is_lt());
        self.ranked.remove(place);
        self.events.pop_front();
        self.first += 1;
    }

    /// The number of outcomes at the head of the ranking that meet a condition.
    fn place(&self, is_before: impl Fn(&CreditEvent<F>) -> bool) -> usize {
        self.ranked
            .partition_point(|&number| is_before(self.event(number)))
    }

    fn event(&self, number: u64) -> &CreditEvent<F> {
        &self.events[(number - self.first) as usize]
    }

    /// The outcomes by rank, the best first, as groups of equal outcomes.
    pub fn groups(&self) -> impl Iterator<Item = impl ExactSizeIterator<Item = &CreditEvent<F>>> {
        let are_equal = |&a: &u64, &b: &u64| self.event(a).by_rank(self.event(b)).is_eq();
        let groups = self.ranked.chunk_by(are_equal);
        groups.map(|group| group.iter().map(|&number| self.event(number)))
    }
}

impl<F> Window<F> {
    /// The number of outcomes.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// The outcomes, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &CreditEvent<F>> {
        self.events.iter()
    }
}

/// Windows are equal if their outcomes are, whatever the numbers of the outcomes.
impl<F: PartialEq> PartialEq for Window<F> {
    fn eq(&self, other: &Self) -> bool {
        self.events == other.events
    }
}

impl<F: Eq> Eq for Window<F> {}

impl<F: Serialize> Serialize for Window<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.events.serialize(serializer)
    }
}

impl<'de, F: Ord + Deserialize<'de>> Deserialize<'de> for Window<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Window::of(VecDeque::deserialize(deserializer)?))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::stream::{below, stream};

    #[test]
    fn the_ranks_are_those_of_a_sorted_list() {
        let (mut window, mut rng) = (Window::of(VecDeque::new()), stream(3, 1, 4, 1));
        let gains = [Gain::None, Gain::Kept, Gain::Archived, Gain::Best];
        for operator in 0..2000 {
            let event = CreditEvent {
                operator,
                gain: gains[below(&mut rng, 4)],
                fitness: Some(below(&mut rng, 9)).filter(|&f| f > 0),
            };
            window.push(event, 50);
            assert_eq!(window.len(), 50.min(operator + 1));
            assert!(window.iter().last().unwrap().operator == operator);
            let stored = serde_json::to_string(&window).unwrap();
            let sorted: Window<usize> = serde_json::from_str(&stored).unwrap();
            assert_eq!(sorted, window);
            let listed = |w: &Window<usize>| -> Vec<Vec<usize>> {
                let groups = w.groups();
                groups.map(|g| g.map(|e| e.operator).collect()).collect()
            };
            assert_eq!(listed(&sorted), listed(&window));
        }
    }
}
