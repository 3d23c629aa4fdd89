//! Which units are done, and which are ready by that.

use super::{Setting, Topology, Unit};

/// How far the islands are.
pub(super) struct Islands {
    topology: Topology,
    epochs: u32,
    /// For each island, the epochs done.
    done: Vec<u32>,
    /// For each island, the epochs that are done or were made ready.
    released: Vec<u32>,
    /// For each epoch, the islands that have done it.
    finished: Vec<usize>,
    slowest: u32,
    fastest: u32,
}

impl Islands {
    /// Islands that have done nothing, with nothing ready yet.
    pub(super) fn new(setting: &Setting) -> Self {
        let islands = setting.islands as usize;
        Self {
            topology: setting.topology,
            epochs: setting.epochs,
            done: vec![0; islands],
            released: vec![0; islands],
            finished: vec![0; setting.epochs as usize],
            slowest: 0,
            fastest: 0,
        }
    }

    /// Makes the first unit of each island ready.
    pub(super) fn release_all(&mut self, mut ready: impl FnMut(Unit)) {
        for island in 0..self.done.len() {
            self.release(island, &mut ready);
        }
    }

    /// Notes that a unit is done, and calls `ready` with each unit that may start by that.
    pub(super) fn finish(&mut self, unit: Unit, mut ready: impl FnMut(Unit)) {
        let island = unit.island as usize;
        self.done[island] += 1;
        self.finished[unit.epoch as usize] += 1;
        self.fastest = self.fastest.max(self.done[island]);
        while self.finished.get(self.slowest as usize) == Some(&self.done.len()) {
            self.slowest += 1;
        }
        match self.topology {
            Topology::Alone => self.release(island, &mut ready),
            Topology::Ring => {
                let receiver = if island + 1 == self.done.len() {
                    0
                } else {
                    island + 1
                };
                self.release_in_ring(island, &mut ready);
                self.release_in_ring(receiver, &mut ready);
            }
            Topology::Complete => {
                if self.finished[unit.epoch as usize] == self.done.len() {
                    self.release_all(ready);
                }
            }
        }
    }

    /// The epochs the slowest island has done.
    pub(super) fn slowest(&self) -> u32 {
        self.slowest
    }

    /// The epochs by which the fastest island is ahead of the slowest.
    pub(super) fn lead(&self) -> u32 {
        self.fastest - self.slowest
    }

    /// Makes the island's next unit ready if its own last one and its sender's are done.
    fn release_in_ring(&mut self, island: usize, ready: &mut impl FnMut(Unit)) {
        let sender = if island == 0 {
            self.done.len() - 1
        } else {
            island - 1
        };
        let next = self.released[island];
        if self.done[island] == next && self.done[sender] >= next {
            self.release(island, ready);
        }
    }

    /// Makes the island's next unit ready, if there is one.
    fn release(&mut self, island: usize, ready: &mut impl FnMut(Unit)) {
        let epoch = self.released[island];
        if epoch < self.epochs {
            self.released[island] += 1;
            // The islands were counted by a `u32`.
            ready(Unit {
                island: island as u32,
                epoch,
            });
        }
    }
}
