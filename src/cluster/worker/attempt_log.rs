//! The log of the attempts at a unit, and the decision about the next attempt.
//!
//! The loss of a worker does not prove that the unit is faulty: laptops are closed, and allocations
//! end. So after the first loss, the unit is computed in a process of its own. Only events that the
//! unit has caused count as failures: an error, a panic, or the death of the unit's process while
//! its worker lives.

use super::super::blob::BlobKind;
use super::super::cards::WorkerCard;
use super::super::error::ClusterError;
use super::super::store::JobStore;
use super::super::unit::Unit;
use serde::{Deserialize, Serialize};

/// The number of failures after which a unit is quarantined.
const MAX_FAILURES: usize = 3;
/// The number of lost workers after which a unit is quarantined, for any cause.
const MAX_LOSSES: usize = 10;

/// The end of an attempt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AttemptEnd {
    /// The unit is done.
    Done,
    /// The worker was stopped, or could not get an input of the unit.
    Left,
    /// The unit is faulty. The text is the reason.
    Failed(String),
}

/// An attempt. If it has no end, it is in progress or its worker was lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct LoggedAttempt {
    worker: String,
    end: Option<AttemptEnd>,
}

/// The attempts at a unit, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct AttemptLog(Vec<LoggedAttempt>);

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
        let key = BlobKind::Attempts.key(unit.epoch, unit.island);
        let stored = store.get(&unit.run, &key)?;
        // An unreadable log counts as empty.
        let log = stored.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Ok(log.unwrap_or_default())
    }

    fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    fn write(&self, store: &dyn JobStore, unit: &Unit) -> Result<(), ClusterError> {
        let key = BlobKind::Attempts.key(unit.epoch, unit.island);
        store.put(&unit.run, &key, &self.bytes())
    }

    fn begun(mut self, worker: &str) -> AttemptLog {
        self.0.push(LoggedAttempt {
            worker: worker.to_string(),
            end: None,
        });
        self
    }

    /// Logs the beginning of an attempt, if it is the first. `None` if the unit has a log.
    pub(super) fn begin_first(
        store: &dyn JobStore,
        unit: &Unit,
        worker: &str,
    ) -> Result<Option<AttemptLog>, ClusterError> {
        let log = AttemptLog::default().begun(worker);
        let key = BlobKind::Attempts.key(unit.epoch, unit.island);
        let is_first = store.put_first(&unit.run, &key, &log.bytes())?;
        Ok(is_first.then_some(log))
    }

    /// Logs the beginning of an attempt.
    pub(super) fn begin(
        self,
        store: &dyn JobStore,
        unit: &Unit,
        worker: &str,
    ) -> Result<AttemptLog, ClusterError> {
        let log = self.begun(worker);
        log.write(store, unit)?;
        Ok(log)
    }

    /// Logs the end of the last attempt. Attempts that other workers have logged in the meantime are
    /// kept.
    pub(super) fn end(
        &self,
        store: &dyn JobStore,
        unit: &Unit,
        end: AttemptEnd,
    ) -> Result<(), ClusterError> {
        // A log of one successful attempt is never read, so it is not written.
        if end == AttemptEnd::Done && self.0.len() == 1 {
            return Ok(());
        }
        let mut now = AttemptLog::read(store, unit)?;
        let worker = self.0.last().map(|last| &last.worker);
        let is_ours = |one: &&mut LoggedAttempt| Some(&one.worker) == worker && one.end.is_none();
        if let Some(ours) = now.0.iter_mut().rev().find(is_ours) {
            ours.end = Some(end);
        }
        now.write(store, unit)
    }

    /// Decides about the next attempt. An unfinished attempt of a live worker counts as in
    /// progress.
    pub(super) fn verdict(&self, alive: &[WorkerCard]) -> RetryVerdict {
        let is_alive = |one: &LoggedAttempt| alive.iter().any(|card| card.id == one.worker);
        let is_lost = |one: &&LoggedAttempt| one.end.is_none() && !is_alive(one);
        let lost = self.0.iter().filter(is_lost).count();
        let failures: Vec<&str> = self.0.iter().filter_map(LoggedAttempt::failure).collect();
        match failures.last() {
            Some(last) if failures.len() >= MAX_FAILURES => RetryVerdict::Quarantine(format!(
                "it failed {} times; the last failure: {last}",
                failures.len()
            )),
            _ if lost >= MAX_LOSSES => {
                RetryVerdict::Quarantine(format!("{lost} workers were lost while they computed it"))
            }
            _ if lost + failures.len() > 0 => RetryVerdict::Isolate,
            _ => RetryVerdict::Run,
        }
    }
}

impl LoggedAttempt {
    fn failure(&self) -> Option<&str> {
        match &self.end {
            Some(AttemptEnd::Failed(why)) => Some(why),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(ends: &[Option<AttemptEnd>]) -> AttemptLog {
        let tried = ends.iter().enumerate().map(|(i, end)| LoggedAttempt {
            worker: format!("w{i}"),
            end: end.clone(),
        });
        AttemptLog(tried.collect())
    }

    #[test]
    fn three_failures_quarantine_and_losses_isolate() {
        let failed = Some(AttemptEnd::Failed("killed by signal 9".to_string()));
        let left = Some(AttemptEnd::Left);
        let of = |ends: &[Option<AttemptEnd>]| log(ends).verdict(&[]);
        assert_eq!(of(&[]), RetryVerdict::Run);
        assert_eq!(
            of(&[left.clone(), left.clone(), left.clone(), left]),
            RetryVerdict::Run
        );
        assert_eq!(of(&[None]), RetryVerdict::Isolate);
        assert_eq!(
            of(&[None, failed.clone(), failed.clone()]),
            RetryVerdict::Isolate
        );
        let three = of(&[None, failed.clone(), failed.clone(), failed]);
        assert_eq!(
            three,
            RetryVerdict::Quarantine(
                "it failed 3 times; the last failure: killed by signal 9".to_string()
            )
        );
        assert_eq!(of(&vec![None; 9]), RetryVerdict::Isolate);
        assert!(matches!(of(&vec![None; 10]), RetryVerdict::Quarantine(_)));
    }

    #[test]
    fn who_is_alive_is_not_lost() {
        let mut card = super::super::worker_card(1);
        let one = log(&[None]);
        assert_eq!(one.verdict(&[card.clone()]), RetryVerdict::Isolate);
        card.id = "w0".to_string();
        assert_eq!(one.verdict(&[card]), RetryVerdict::Run);
    }
}
