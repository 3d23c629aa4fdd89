//! The log of the attempts at a unit that ended without results, and the decision about the next
//! attempt.
//!
//! The first attempt at a unit reads and writes no log: the queue counts how often it has delivered
//! the message of a unit. A worker logs the end of an attempt before it returns the unit to the
//! queue. So a delivery without a logged end has lost its worker, unless that worker is alive and
//! still computes the unit.
//!
//! The loss of a worker does not prove that the unit is faulty: laptops are closed, and allocations
//! end. So after the first loss, the unit is computed in a process of its own. Only events that the
//! unit has caused count as failures: an error, a panic, or the death of the unit's process while
//! its worker lives.

use super::super::blob::BlobKind;
use super::super::cards::WorkerCard;
use super::super::error::ClusterError;
use super::super::store::{Delivery, JobStore};
use super::super::unit::Unit;
use super::failure::UnitFailure;
use serde::{Deserialize, Serialize};

/// The number of failures after which a unit is quarantined.
const MAX_FAILURES: usize = 3;
/// The number of lost workers after which a unit is quarantined, for any cause.
const MAX_LOSSES: u64 = 10;

/// The attempts at a unit that ended without results.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct AttemptLog {
    /// The reasons of the first attempts that failed, at most [`MAX_FAILURES`].
    failures: Vec<String>,
    /// The message of the unit in the queue. A unit that is queued again has a new message, whose
    /// losses are counted anew.
    message: u64,
    /// The number of attempts whose ends are logged, among the deliveries of that message.
    ended: u64,
}

/// The decision about the next attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RetryVerdict {
    /// Compute the unit in the worker's own process.
    Run,
    /// Compute the unit in a process of its own, since it has failed or lost a worker.
    Isolate,
    /// Do not compute the unit any more. The text is the reason.
    Quarantine(String),
}

impl AttemptLog {
    pub(super) fn read(store: &dyn JobStore, unit: &Unit) -> Result<AttemptLog, ClusterError> {
        let stored = store.get(&unit.run, &key(unit))?;
        // An unreadable log counts as empty.
        let log = stored.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Ok(log.unwrap_or_default())
    }

    /// Logs that the attempt of a delivery has ended without results.
    pub(super) fn add_end(
        store: &dyn JobStore,
        unit: &Unit,
        delivery: Delivery,
        failure: &UnitFailure,
    ) -> Result<(), ClusterError> {
        let log = AttemptLog::read(store, unit)?.with(delivery, failure);
        let bytes = serde_json::to_vec(&log).unwrap_or_default();
        store.put(&unit.run, &key(unit), &bytes)
    }

    fn with(mut self, delivery: Delivery, failure: &UnitFailure) -> AttemptLog {
        // Another process may have stored any number.
        self.ended = self.ended_of(delivery).saturating_add(1);
        self.message = delivery.message;
        if let UnitFailure::Fault(why) = failure
            && self.failures.len() < MAX_FAILURES
        {
            self.failures.push(why.clone());
        }
        self
    }

    /// The number of logged ends among the deliveries of a message.
    fn ended_of(&self, delivery: Delivery) -> u64 {
        if self.message == delivery.message {
            self.ended
        } else {
            0
        }
    }

    /// Decides about the attempt of a delivery. `others` are the cards of the other live workers.
    pub(super) fn verdict(
        &self,
        unit: &Unit,
        delivery: Delivery,
        others: &[WorkerCard],
    ) -> RetryVerdict {
        let name = unit.to_string();
        let running = others.iter().filter(|card| card.units.contains(&name));
        let settled = self
            .ended_of(delivery)
            .saturating_add(running.count() as u64);
        let lost = delivery.count.saturating_sub(settled.saturating_add(1));
        let failures = self.failures.len();
        match self.failures.last() {
            Some(last) if failures >= MAX_FAILURES => RetryVerdict::Quarantine(format!(
                "it failed {failures} times; the last failure: {last}"
            )),
            _ if lost >= MAX_LOSSES => {
                RetryVerdict::Quarantine(format!("{lost} workers were lost while they computed it"))
            }
            None if lost == 0 => RetryVerdict::Run,
            _ => RetryVerdict::Isolate,
        }
    }
}

fn key(unit: &Unit) -> String {
    BlobKind::Attempts.key(unit.epoch, unit.island)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn nth(count: u64) -> Delivery {
        Delivery { message: 7, count }
    }

    fn unit() -> Unit {
        "r.3.1".parse().unwrap()
    }

    /// The log of attempts that ended so.
    fn log(ends: &[UnitFailure]) -> AttemptLog {
        let add = |log: AttemptLog, end| log.with(nth(1), end);
        ends.iter().fold(AttemptLog::default(), add)
    }

    fn failed() -> UnitFailure {
        UnitFailure::Fault("killed by signal 9".to_string())
    }

    #[test]
    fn three_failures_quarantine_and_losses_isolate() {
        let of = |ends: &[UnitFailure], count| log(ends).verdict(&unit(), nth(count), &[]);
        assert_eq!(of(&[], 1), RetryVerdict::Run);
        let left = || UnitFailure::Stopped;
        assert_eq!(of(&[left(), left(), left()], 4), RetryVerdict::Run);
        assert_eq!(of(&[left(), left(), left()], 5), RetryVerdict::Isolate);
        assert_eq!(of(&[], 2), RetryVerdict::Isolate);
        assert_eq!(of(&[failed(), failed()], 4), RetryVerdict::Isolate);
        let three = of(&[failed(), failed(), failed()], 5);
        assert_eq!(
            three,
            RetryVerdict::Quarantine(
                "it failed 3 times; the last failure: killed by signal 9".to_string()
            )
        );
        assert_eq!(of(&[], 10), RetryVerdict::Isolate);
        assert!(matches!(of(&[], 11), RetryVerdict::Quarantine(_)));
    }

    #[test]
    fn a_worker_that_still_computes_the_unit_is_not_lost() {
        let mut card = super::super::worker_card(1);
        let of = |card: &WorkerCard| {
            AttemptLog::default().verdict(&unit(), nth(2), std::slice::from_ref(card))
        };
        assert_eq!(of(&card), RetryVerdict::Isolate);
        card.units = vec![unit().to_string()];
        assert_eq!(of(&card), RetryVerdict::Run);
    }

    /// Another process may store a log of any numbers.
    #[test]
    fn the_largest_numbers_are_added_up() {
        let log = AttemptLog {
            message: 7,
            ended: u64::MAX,
            ..AttemptLog::default()
        };
        let mut card = super::super::worker_card(1);
        card.units = vec![unit().to_string()];
        assert_eq!(log.verdict(&unit(), nth(2), &[card]), RetryVerdict::Run);
        assert_eq!(log.with(nth(2), &failed()).ended, u64::MAX);
    }

    /// The ends of one message do not hide losses of the next one, and failures are kept.
    #[test]
    fn a_unit_that_is_queued_again_has_a_new_count() {
        let log = log(&[UnitFailure::Stopped, UnitFailure::Stopped]);
        let next = |count| Delivery { message: 8, count };
        assert_eq!(log.verdict(&unit(), next(2), &[]), RetryVerdict::Isolate);
        let log = log.with(next(2), &failed());
        assert_eq!((log.ended, log.failures.len()), (1, 1));
        assert_eq!(log.verdict(&unit(), next(2), &[]), RetryVerdict::Isolate);
    }
}
