//! Attempts at a unit, and the decision that follows from how they ended.
//!
//! The loss of a worker does not say that the unit is at fault: laptops are closed, allocations
//! end. So from the first loss on a unit is tried in a process of its own, and a failure is only
//! what the unit has caused: an error, a panic, or the death of that process while its worker
//! lives.

use super::super::blob::BlobKind;
use super::super::cards::WorkerCard;
use super::super::error::ClusterError;
use super::super::store::JobStore;
use super::super::unit::Unit;
use serde::{Deserialize, Serialize};

/// The failures after which a unit is quarantined.
const FAILURES: usize = 3;
/// The lost workers after which a unit is quarantined, whatever the cause.
const LOSSES: usize = 10;

/// How an attempt ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AttemptEnd {
    /// The unit is done.
    Done,
    /// The worker was stopped, or could not get what it needed.
    Left,
    /// The unit is at fault.
    Failed(String),
}

/// An attempt. Without an end, it is running or its worker was lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct LoggedAttempt {
    worker: String,
    end: Option<AttemptEnd>,
}

/// The attempts at a unit, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct AttemptLog(Vec<LoggedAttempt>);

/// How a unit is tried next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RetryVerdict {
    /// In the worker's own process.
    Run,
    /// In a process of its own, since it has failed or cost a worker.
    Isolate,
    /// Not any more, for this reason.
    Quarantine(String),
}

impl AttemptLog {
    pub(super) fn read(store: &dyn JobStore, unit: &Unit) -> Result<AttemptLog, ClusterError> {
        let key = BlobKind::Attempts.key(unit.epoch, unit.island);
        let stored = store.get(&unit.run, &key)?;
        // a log that cannot be read is no reason to stop
        let log = stored.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Ok(log.unwrap_or_default())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn write(&self, store: &dyn JobStore, unit: &Unit) -> Result<(), ClusterError> {
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        let key = BlobKind::Attempts.key(unit.epoch, unit.island);
        store.put(&unit.run, &key, &bytes)
    }

    /// Logs that an attempt begins. Returns its number.
    pub(super) fn begin(
        &mut self,
        store: &dyn JobStore,
        unit: &Unit,
        worker: &str,
    ) -> Result<usize, ClusterError> {
        self.0.push(LoggedAttempt {
            worker: worker.to_string(),
            end: None,
        });
        self.write(store, unit)?;
        Ok(self.0.len() - 1)
    }

    /// Logs how an attempt ended. Attempts that other workers have logged meanwhile stay.
    pub(super) fn end(
        &self,
        store: &dyn JobStore,
        unit: &Unit,
        number: usize,
        end: AttemptEnd,
    ) -> Result<(), ClusterError> {
        // the usual case: nobody will read it
        if end == AttemptEnd::Done && self.0.len() == 1 {
            return Ok(());
        }
        let mut now = AttemptLog::read(store, unit)?;
        let worker = &self.0[number].worker;
        let is_ours = |one: &&mut LoggedAttempt| one.worker == *worker && one.end.is_none();
        if let Some(ours) = now.0.iter_mut().rev().find(is_ours) {
            ours.end = Some(end);
        }
        now.write(store, unit)
    }

    /// How the unit is tried next. An unfinished attempt of a live worker counts as running.
    pub(super) fn verdict(&self, alive: &[WorkerCard]) -> RetryVerdict {
        let is_alive = |one: &LoggedAttempt| alive.iter().any(|card| card.id == one.worker);
        let is_lost = |one: &&LoggedAttempt| one.end.is_none() && !is_alive(one);
        let lost = self.0.iter().filter(is_lost).count();
        let failures: Vec<&str> = self.0.iter().filter_map(LoggedAttempt::failure).collect();
        match failures.last() {
            Some(last) if failures.len() >= FAILURES => RetryVerdict::Quarantine(format!(
                "it failed {} times; the last time: {last}",
                failures.len()
            )),
            _ if lost >= LOSSES => {
                RetryVerdict::Quarantine(format!("{lost} workers were lost at it"))
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
                "it failed 3 times; the last time: killed by signal 9".to_string()
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
