//! The computation of a part of a list.

use super::super::blob::{BlobKind, CONFIG_KEY, config, read_card};
use super::super::cards::DoneCard;
use super::super::error::ClusterError;
use super::super::unit::Unit;
use super::Worker;
use super::failure::UnitFailure;
use crate::study::part::{ListWork, Part, WorkError};
use crate::study::work;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time after which a worker leaves the rest of a part to other units.
const SPLIT_AFTER: Duration = Duration::from_secs(20);

impl From<WorkError> for UnitFailure {
    fn from(error: WorkError) -> UnitFailure {
        match error {
            WorkError::Stopped => UnitFailure::Stopped,
            WorkError::Failed(why) => UnitFailure::Fault(why.to_string()),
        }
    }
}

impl Worker<'_> {
    /// Computes a part, and stores its result with the mark that it is done. Two workers may leave
    /// different rests of the same part, so the first mark decides which result counts. A part that
    /// is quarantined has no result.
    pub(super) fn process_part(
        &self,
        unit: &Unit,
        quarantined: Option<String>,
    ) -> Result<(), UnitFailure> {
        let mut card = DoneCard {
            worker: self.config.card.id.clone(),
            quarantined,
            ..DoneCard::default()
        };
        if card.quarantined.is_none() {
            self.do_part(unit, &mut card)?;
        }
        self.store_done(unit, &card)?;
        // If another worker was the first, its rest is queued in place of this one.
        if card.rest.is_empty() {
            return Ok(());
        }
        self.publish_rest(unit)
    }

    /// Does a part, and enters the result and the work into the unit's card.
    fn do_part(&self, unit: &Unit, card: &mut DoneCard) -> Result<(), UnitFailure> {
        let began = Instant::now();
        let list = self.list(&unit.run)?;
        let before = list.pool().work();
        let split_after = self.config.split_after.unwrap_or(SPLIT_AFTER);
        let ready = Instant::now();
        let is_late = || ready.elapsed() >= split_after;
        let done = list.part(unit.part(), &is_late)?;
        let work = list.pool().work();
        card.computed = ready.elapsed().as_secs_f64();
        card.seconds = began.elapsed().as_secs_f64();
        card.positions = work.positions.saturating_sub(before.positions);
        (card.values, card.bytes) = (work.values, work.bytes);
        card.stored = done.result.len() as u64;
        (card.result, card.rest) = (Some(done.result), done.rest);
        Ok(())
    }

    /// Queues the parts that the first result of a part leaves to other units.
    pub(super) fn publish_rest(&self, unit: &Unit) -> Result<(), UnitFailure> {
        let key = BlobKind::Done.key(unit.epoch, unit.island);
        let Some(bytes) = self.store.get(&unit.run, &key)? else {
            return Err(UnitFailure::Missing(key));
        };
        let queue = |part: &Part| {
            let rest = Unit::of_part(&unit.run, *part);
            self.store.publish(&rest, &rest.to_string())
        };
        let card = read_card(&unit.run, &key, &bytes)?;
        Ok(card.rest.iter().try_for_each(queue)?)
    }

    /// The work of a run on its list.
    fn list(&self, run: &str) -> Result<Arc<Box<dyn ListWork>>, ClusterError> {
        self.lists.get(run, |_| {
            let description = config(self.store, run)?;
            let (threads, stop) = (self.config.threads, self.config.stop.clone());
            let list = work::open(&description, threads, stop);
            list.map_err(|why| ClusterError::damaged(run, CONFIG_KEY, why))
        })
    }
}
