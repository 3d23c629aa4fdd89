//! Checkpoints: the state at the end of an epoch, and the removal of older blobs.

use super::super::blob::{BlobKind, StateBlob, block_group, epoch_group, groups, unpack};
use super::super::blocks::superseded;
use super::super::error::ClusterError;
use super::Collector;
use crate::search::{BoardIsland, BoardIslandState, RunError, SearchState};

impl Collector {
    /// The epoch that begins with the next generation. `None` if the next generation is within an
    /// epoch.
    pub(super) fn boundary(&self) -> Option<u64> {
        let generation = self.totals.generation;
        (self.pending.is_empty() && generation > self.start.0)
            .then(|| self.calendar.epoch(generation - 1) + 1)
    }

    /// The state at this generation. `None` within an epoch, since workers store states only
    /// between epochs.
    pub(super) fn state_here(&self) -> Result<Option<SearchState>, RunError> {
        let islands = if self.totals.generation == self.start.0 {
            self.start.1.iter().map(BoardIsland::stored).collect()
        } else if let Some(epoch) = self.boundary() {
            self.for_islands(|island| self.island_state(epoch, island))?
        } else {
            return Ok(None);
        };
        let totals = self.totals.clone();
        Ok(Some(SearchState { islands, totals }))
    }

    /// The state of an island at the beginning of an epoch. The epoch before is the latest one that
    /// was fetched.
    fn island_state(&self, epoch: u64, island: usize) -> Result<BoardIslandState, RunError> {
        let skipped = self.has_skipped.get(island).copied().unwrap_or_default();
        let key = BlobKind::State.result_key(epoch, island, skipped);
        let blob: StateBlob = unpack(self.id(), &key, &self.stored(&key)?)?;
        let generation = self.totals.generation;
        let state = blob.state;
        self.check
            .island(&self.evaluator, &state, island, generation)?;
        let (found, expected) = (state.asked(), self.totals.asked[island]);
        if found != expected {
            let why = format!("the island has proposed {found} boards; expected {expected}");
            return Err(ClusterError::damaged(self.id(), &key, why).into());
        }
        Ok(state)
    }

    /// Removes the blobs of earlier epochs from the cluster.
    pub(super) fn forget_before(&mut self, epoch: u64) -> Result<(), ClusterError> {
        let Some(card) = &mut self.card else {
            return Ok(());
        };
        let before = std::mem::replace(&mut card.floor, epoch);
        let first = card.first;
        // Workers must see the new floor before they miss a removed blob.
        let card = card.clone();
        self.store().set_run(&card)?;
        // Epoch `epoch - 1` stays: its `Done` cards determine the keys of its results.
        let epochs = before.saturating_sub(1)..epoch.saturating_sub(1);
        let blocks = superseded(before - first, epoch - first).into_iter();
        let groups = epochs.map(epoch_group).chain(blocks.map(block_group));
        let groups: Vec<String> = groups.collect();
        self.store().forget(&card.id, &groups)
    }

    /// Removes the stored blobs of earlier epochs that a collector left when it was killed, or that
    /// a worker stored late.
    pub(super) fn forget_rest(&self) -> Result<(), ClusterError> {
        let Some(card) = &self.card else {
            return Ok(());
        };
        let stored = groups(self.store(), &card.id)?;
        let epochs = card.first.saturating_sub(1)..card.floor.saturating_sub(1);
        let blocks = superseded(0, card.floor - card.first).into_iter();
        let old = epochs.map(epoch_group).chain(blocks.map(block_group));
        let old: Vec<String> = old.filter(|group| stored.contains(group)).collect();
        self.store().forget(&card.id, &old)
    }
}
