//! The cards of runs that this process has just read.

use super::super::cards::RunCard;
use super::super::error::ClusterError;
use super::Worker;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time for which a card is used again.
const FRESH: Duration = Duration::from_secs(5);
/// The largest number of cards that are kept.
const MOST: usize = 16;

/// Cards, and the times when they were read, the oldest first.
#[derive(Default)]
pub(super) struct RunCards(Mutex<Vec<(Instant, RunCard)>>);

impl Worker<'_> {
    /// The card of the run of an epoch, if the run awaits the epoch. At the first delivery of a
    /// unit the card may be some seconds old: if the run was paused or removed since, the unit is
    /// computed in vain. An old card that does not await the epoch is read again.
    pub(super) fn awaiting(
        &self,
        run: &str,
        epoch: u64,
        is_first: bool,
    ) -> Result<Option<RunCard>, ClusterError> {
        let kept = || self.cards.0.lock().unwrap_or_else(PoisonError::into_inner);
        let awaits = |card: &RunCard| card.awaits(epoch);
        let mut cards = kept();
        cards.retain(|(read, card)| read.elapsed() < FRESH && (is_first || card.id != run));
        let known = cards.iter().find(|(_, card)| card.id == run);
        if let Some((_, card)) = known.filter(|(_, card)| awaits(card)) {
            return Ok(Some(card.clone()));
        }
        drop(cards);
        let read = (Instant::now(), self.store.run(run)?);
        let (now, Some(card)) = read else {
            return Ok(None);
        };
        let mut cards = kept();
        cards.retain(|(_, other)| other.id != run);
        if cards.len() >= MOST {
            cards.remove(0);
        }
        cards.push((now, card.clone()));
        Ok(Some(card).filter(awaits))
    }
}
