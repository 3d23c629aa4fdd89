//! Islands that this process has just computed. The next unit of such an island need not fetch the
//! state and the keys, if this process takes it.

use super::super::blocks::Blocks;
use super::super::unit::Unit;
use boilingpoint_search::BoardIsland;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The greatest number of islands that are kept.
const MOST: usize = 8;

/// An island before a unit, and the blocks that hold its keys.
pub(super) type ReadyIsland = (BoardIsland, Blocks);

/// Islands by the units that they are ready for, the oldest first.
#[derive(Default)]
pub(super) struct ReadyIslands(Mutex<VecDeque<(Unit, ReadyIsland)>>);

impl ReadyIslands {
    fn kept(&self) -> MutexGuard<'_, VecDeque<(Unit, ReadyIsland)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn clear(&self) {
        self.kept().clear();
    }

    /// Keeps an island for a unit. States of the same island before other units are dropped.
    pub(super) fn put(&self, unit: Unit, ready: ReadyIsland) {
        let mut kept = self.kept();
        let is_same = |other: &Unit| (&other.run, other.island) == (&unit.run, unit.island);
        kept.retain(|(other, _)| !is_same(other));
        if kept.len() >= MOST {
            kept.pop_front();
        }
        kept.push_back((unit, ready));
    }

    /// The island that is ready for a unit, if it is kept.
    pub(super) fn take(&self, unit: &Unit) -> Option<ReadyIsland> {
        let mut kept = self.kept();
        let place = kept.iter().position(|(other, _)| other == unit)?;
        kept.remove(place).map(|(_, ready)| ready)
    }
}
