//! Attempts at a unit: in this process, or in a process of its own.

use super::super::blob::part_key;
use super::super::cards::{RunCard, RunWork};
use super::super::error::ClusterError;
use super::super::store::Delivery;
use super::super::unit::Unit;
use super::Worker;
use super::attempt_log::{AttemptLog, RetryVerdict};
use super::config::Isolate;
use super::failure::{IsolatedFailure, UnitFailure};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

impl Worker<'_> {
    /// Computes one unit, as the only task of this process. The worker that has started this
    /// process logs the attempt, and queues the units that are then ready.
    ///
    /// # Errors
    /// If the unit was not completed.
    pub fn only(&self, unit: &Unit) -> Result<(), IsolatedFailure> {
        let card = self.store.run(&unit.run);
        let card = card.and_then(|card| card.ok_or_else(|| ClusterError::NoRun(unit.run.clone())));
        let card = card.map_err(|error| IsolatedFailure::NotTried(error.to_string()))?;
        self.process_here(&card, unit).map_err(|error| match error {
            UnitFailure::Fault(why) => IsolatedFailure::Failed(why),
            other => IsolatedFailure::NotTried(other.to_string()),
        })
    }

    /// Computes a unit unless it is done or its run does not await it. Queues the units that are
    /// now ready.
    pub(super) fn complete(&self, unit: &Unit, delivery: Delivery) -> Result<(), UnitFailure> {
        // The collector queues units that are not awaited now again, if it awaits them later.
        let is_first = delivery.count == 1;
        let Some(card) = self.awaiting(&unit.run, unit.epoch, is_first)? else {
            return Ok(());
        };
        // A message may name an island that the run does not have. Its state would never be stored.
        if card.work == RunWork::Search && unit.island as u64 >= card.islands {
            return Ok(());
        }
        // A unit is hardly ever done at the first delivery of its message. It is then computed
        // again, with the same results.
        let was_done = unit.epoch < card.floor || (!is_first && self.is_stored(&card, unit)?);
        if !was_done {
            self.attempt(&card, unit, delivery)?;
            self.done.fetch_add(1, Ordering::Relaxed);
        }
        match card.work {
            RunWork::Search => self.publish_ready(unit),
            RunWork::Atlas { .. } if was_done => self.publish_rest(unit),
            RunWork::Atlas { .. } => Ok(()),
        }
    }

    /// Makes one attempt at a unit in the way that its deliveries and its log demand, or
    /// quarantines the unit.
    fn attempt(&self, card: &RunCard, unit: &Unit, delivery: Delivery) -> Result<(), UnitFailure> {
        if delivery.count == 1 {
            return self.process_here(card, unit);
        }
        let mut others = self.store.workers()?;
        others.retain(|other| other.id != self.config.card.id);
        let log = AttemptLog::read(self.store, unit)?;
        match (log.verdict(unit, delivery, &others), &self.config.isolate) {
            (RetryVerdict::Quarantine(why), _) => self.quarantine(card, unit, why),
            (RetryVerdict::Isolate, Some(isolate)) => self.process_isolated(card, unit, isolate),
            (RetryVerdict::Isolate, None) | (RetryVerdict::Run, _) => self.process_here(card, unit),
        }
    }

    fn process_here(&self, card: &RunCard, unit: &Unit) -> Result<(), UnitFailure> {
        self.catching_panics(|| self.process(card, unit, None))
    }

    /// Stores that a part has no result, or results according to which an island skips an epoch.
    fn quarantine(&self, card: &RunCard, unit: &Unit, why: String) -> Result<(), UnitFailure> {
        self.notify(&format!("unit {unit} is quarantined: {why}"));
        self.process(card, unit, Some(why))
    }

    /// Computes a unit and stores its results. `quarantined` is the reason not to compute it.
    fn process(
        &self,
        card: &RunCard,
        unit: &Unit,
        quarantined: Option<String>,
    ) -> Result<(), UnitFailure> {
        match card.work {
            RunWork::Search => self.process_epoch(unit, quarantined),
            RunWork::Atlas { .. } => self.process_part(unit, quarantined),
        }
    }

    fn process_isolated(
        &self,
        card: &RunCard,
        unit: &Unit,
        isolate: &Isolate,
    ) -> Result<(), UnitFailure> {
        self.notify(&format!(
            "unit {unit} failed or lost a worker before; it is now computed in a process of its own"
        ));
        let ended = isolate(unit);
        if self.is_stopped() {
            return Err(UnitFailure::Stopped);
        }
        ended?;
        if !self.is_done(card, unit)? {
            return Err(UnitFailure::Fault(
                "its process ended without results".to_string(),
            ));
        }
        Ok(())
    }

    /// Whether the results of a unit are stored.
    fn is_stored(&self, card: &RunCard, unit: &Unit) -> Result<bool, ClusterError> {
        Ok(match card.work {
            RunWork::Search => self.mark(&unit.run, unit.epoch, unit.island)?.is_some(),
            RunWork::Atlas { .. } => self.store.get(&unit.run, &part_key(unit))?.is_some(),
        })
    }

    /// Whether the results of a unit are stored, or were collected and removed.
    fn is_done(&self, card: &RunCard, unit: &Unit) -> Result<bool, ClusterError> {
        if self.is_stored(card, unit)? {
            return Ok(true);
        }
        let now = self.store.run(&unit.run)?;
        Ok(now.is_some_and(|now| unit.epoch < now.floor))
    }

    /// Queues the units of the next epoch that were waiting only for this unit.
    fn publish_ready(&self, unit: &Unit) -> Result<(), UnitFailure> {
        let run = self.evaluators.of(self.store, &unit.run)?;
        let epoch = unit.epoch + 1;
        if !run.calendar.has(epoch) {
            return Ok(());
        }
        let mut known = BTreeMap::from([(unit.island, true)]);
        'waiting: for island in run.calendar.waiting(unit.island) {
            for needed in run.calendar.needs(island) {
                // The collector removes the marks of an epoch after all units of the next one are
                // done. So a unit without a mark is open, or this unit has no more to queue.
                let is_done = match known.get(&needed) {
                    Some(&is_done) => is_done,
                    None => self.mark(&unit.run, unit.epoch, needed)?.is_some(),
                };
                known.insert(needed, is_done);
                if !is_done {
                    continue 'waiting;
                }
            }
            let ready = Unit {
                run: unit.run.clone(),
                epoch,
                island,
            };
            self.store.publish(&ready, &ready.to_string())?;
        }
        Ok(())
    }
}
