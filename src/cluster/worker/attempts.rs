//! Attempts at a unit: in this process, or in a process of its own.

use super::super::cards::{RunCard, RunStatus, RunWork};
use super::super::error::ClusterError;
use super::super::unit::Unit;
use super::Worker;
use super::attempt_log::{AttemptEnd, AttemptLog, RetryVerdict};
use super::config::Isolate;
use super::failure::{IsolatedFailure, UnitFailure};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

impl Worker<'_> {
    /// Completes one unit, as the only task of this process.
    ///
    /// # Errors
    /// If the unit was not completed.
    pub fn only(&self, unit: &Unit) -> Result<(), IsolatedFailure> {
        self.complete(unit).map_err(|error| match error {
            UnitFailure::Fault(why) => IsolatedFailure::Failed(why),
            other => IsolatedFailure::NotTried(other.to_string()),
        })
    }

    /// Computes a unit unless it is done or its run has ended. Queues the units that are now ready.
    pub(super) fn complete(&self, unit: &Unit) -> Result<(), UnitFailure> {
        let first = AttemptLog::begin_first(self.store, unit, &self.config.card.id)?;
        let card = self.store.run(&unit.run)?;
        // A unit of the epoch before `floor` is not refused: the units after it may not all be
        // queued yet.
        let is_awaited =
            |card: &RunCard| card.status == RunStatus::Running && unit.epoch + 1 >= card.floor;
        let Some(card) = card.filter(is_awaited) else {
            return match first {
                Some(log) => Ok(log.end(self.store, unit, AttemptEnd::Left)?),
                None => Ok(()),
            };
        };
        // A unit that was never attempted is not marked. The card was read after that, so its floor
        // tells whether the unit, with its log, was collected.
        let was_done = unit.epoch < card.floor
            || (first.is_none() && self.mark(&unit.run, unit.epoch, unit.island)?.is_some());
        if !was_done {
            self.attempt(&card, unit, first)?;
            self.done.fetch_add(1, Ordering::Relaxed);
        }
        match card.work {
            RunWork::Search => self.publish_ready(unit),
            RunWork::Atlas { .. } if was_done => self.publish_rest(unit),
            RunWork::Atlas { .. } => Ok(()),
        }
    }

    /// Makes one attempt at a unit in the way that its log demands, or quarantines the unit. `first`
    /// is the log if this attempt has begun it.
    fn attempt(
        &self,
        card: &RunCard,
        unit: &Unit,
        first: Option<AttemptLog>,
    ) -> Result<(), UnitFailure> {
        if let Some(log) = first {
            let ended = self.process_here(card, unit);
            log.end(self.store, unit, logged(&ended))?;
            return ended;
        }
        let log = AttemptLog::read(self.store, unit)?;
        let isolated = match log.verdict(&self.store.workers()?) {
            RetryVerdict::Run => None,
            RetryVerdict::Isolate if self.config.isolate.is_some() => self.config.isolate.as_ref(),
            // The worker that started this process has logged the attempt.
            RetryVerdict::Isolate => return self.process_here(card, unit),
            RetryVerdict::Quarantine(why) => return self.quarantine(card, unit, why),
        };
        let log = log.begin(self.store, unit, &self.config.card.id)?;
        let ended = match isolated {
            Some(isolate) => self.process_isolated(unit, isolate),
            None => self.process_here(card, unit),
        };
        log.end(self.store, unit, logged(&ended))?;
        ended
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

    fn process_isolated(&self, unit: &Unit, isolate: &Isolate) -> Result<(), UnitFailure> {
        self.notify(&format!(
            "unit {unit} failed or lost a worker before; it is now computed in a process of its own"
        ));
        let ended = isolate(unit);
        if self.is_stopped() {
            return Err(UnitFailure::Stopped);
        }
        ended?;
        if !self.is_done(&unit.run, unit.epoch, unit.island)? {
            return Err(UnitFailure::Fault(
                "its process ended without results".to_string(),
            ));
        }
        Ok(())
    }

    /// Whether an island's epoch is over: it is marked as done, or was collected and removed.
    fn is_done(&self, run: &str, epoch: u64, island: usize) -> Result<bool, ClusterError> {
        if self.mark(run, epoch, island)?.is_some() {
            return Ok(true);
        }
        let now = self.store.run(run)?;
        Ok(now.is_some_and(|now| epoch < now.floor))
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

/// The end of an attempt, for the log.
fn logged(ended: &Result<(), UnitFailure>) -> AttemptEnd {
    match ended {
        Ok(()) => AttemptEnd::Done,
        Err(UnitFailure::Fault(why)) => AttemptEnd::Failed(why.clone()),
        Err(_) => AttemptEnd::Left,
    }
}
