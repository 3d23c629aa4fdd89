//! Checkpoints: the state at the end of an epoch, and the removal of older blobs.

use super::super::blob::{block_group, epoch_group, groups};
use super::super::blocks::superseded;
use super::super::cards::RunCard;
use super::super::error::ClusterError;
use super::Collector;
use boilingpoint_search::{BoardIsland, RunError, SearchState};

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
        } else if self.boundary().is_some() {
            self.states.clone()
        } else {
            return Ok(None);
        };
        let totals = self.totals.clone();
        Ok(Some(SearchState { islands, totals }))
    }

    /// Removes the blobs of earlier epochs from the cluster.
    pub(super) fn forget_before(&mut self, epoch: u64) -> Result<(), ClusterError> {
        let Some(card) = &mut self.card else {
            return Ok(());
        };
        let before = std::mem::replace(&mut card.floor, epoch);
        // Workers must see the new floor before they miss a removed blob.
        let card = card.clone();
        self.store().set_run(&card)?;
        self.store().forget(&card.id, &old_groups(&card, before))
    }

    /// Removes the stored blobs of earlier epochs that a collector left when it was killed, or that
    /// a worker stored late.
    pub(super) fn forget_rest(&self) -> Result<(), ClusterError> {
        let Some(card) = &self.card else {
            return Ok(());
        };
        let stored = groups(self.store(), &card.id)?;
        let mut old = old_groups(card, card.first);
        old.retain(|group| stored.contains(group));
        self.store().forget(&card.id, &old)
    }
}

/// The groups of the blobs that were needed at the epoch `before`, and are not needed to resume a
/// run from its floor.
fn old_groups(card: &RunCard, before: u64) -> Vec<String> {
    let epochs = before..card.floor;
    let blocks = superseded(before - card.first, card.floor - card.first).into_iter();
    epochs
        .map(epoch_group)
        .chain(blocks.map(block_group))
        .collect()
}
