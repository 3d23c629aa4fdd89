//! Attempts at a unit: in this process, or in a process of its own.

use super::super::blob::BlobKind;
use super::super::cards::{RunCard, RunStatus, RunWork};
use super::super::error::ClusterError;
use super::super::unit::Unit;
use super::Worker;
use super::attempt_log::{AttemptEnd, AttemptLog, RetryVerdict};
use super::config::Isolate;
use super::failure::{IsolatedFailure, UnitFailure};
use std::collections::BTreeSet;
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
        let Some(card) = self.store.run(&unit.run)? else {
            return Ok(());
        };
        // A unit of the epoch before `floor` is not refused: the units after it may not all be
        // queued yet.
        if card.status != RunStatus::Running || unit.epoch + 1 < card.floor {
            return Ok(());
        }
        let was_done = self.is_done(&card, unit.epoch, unit.island)?;
        if !was_done {
            self.attempt(&card, unit)?;
            self.done.fetch_add(1, Ordering::Relaxed);
        }
        match card.work {
            RunWork::Search => self.publish_ready(&card, unit),
            RunWork::Atlas { .. } if was_done => self.publish_rest(unit),
            RunWork::Atlas { .. } => Ok(()),
        }
    }

    /// Makes one attempt at a unit in the way that its log demands, or quarantines the unit.
    fn attempt(&self, card: &RunCard, unit: &Unit) -> Result<(), UnitFailure> {
        let mut log = AttemptLog::read(self.store, unit)?;
        // The list of live workers matters only after an earlier attempt.
        let alive = if log.is_empty() {
            Vec::new()
        } else {
            self.store.workers()?
        };
        let isolated = match log.verdict(&alive) {
            RetryVerdict::Run => None,
            RetryVerdict::Isolate if self.config.isolate.is_some() => self.config.isolate.as_ref(),
            // The worker that started this process has logged the attempt.
            RetryVerdict::Isolate => return self.process_here(card, unit),
            RetryVerdict::Quarantine(why) => return self.quarantine(card, unit, why),
        };
        let number = log.begin(self.store, unit, &self.config.card.id)?;
        let ended = match isolated {
            Some(isolate) => self.process_isolated(card, unit, isolate),
            None => self.process_here(card, unit),
        };
        log.end(self.store, unit, number, logged(&ended))?;
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
        if !self.is_done(card, unit.epoch, unit.island)? {
            return Err(UnitFailure::Fault(
                "its process ended without results".to_string(),
            ));
        }
        Ok(())
    }

    /// Whether an island's epoch is over: it is marked as done, or was collected and removed.
    fn is_done(&self, card: &RunCard, epoch: u64, island: usize) -> Result<bool, ClusterError> {
        if epoch < card.floor {
            return Ok(true);
        }
        let key = BlobKind::Done.key(epoch, island);
        if self.store.get(&card.id, &key)?.is_some() {
            return Ok(true);
        }
        // The epoch may have been collected since the card was read.
        let now = self.store.run(&card.id)?;
        Ok(now.is_some_and(|now| epoch < now.floor))
    }

    /// Queues the units of the next epoch that were waiting only for this unit.
    fn publish_ready(&self, card: &RunCard, unit: &Unit) -> Result<(), UnitFailure> {
        let run = self.evaluators.of(self.store, &unit.run)?;
        let epoch = unit.epoch + 1;
        if !run.calendar.has(epoch) {
            return Ok(());
        }
        let mut done = BTreeSet::from([unit.island]);
        'waiting: for island in run.calendar.waiting(unit.island) {
            for needed in run.calendar.needs(island) {
                if !done.contains(&needed) {
                    if !self.is_done(card, unit.epoch, needed)? {
                        continue 'waiting;
                    }
                    done.insert(needed);
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
