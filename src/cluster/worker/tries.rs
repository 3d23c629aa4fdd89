//! Attempts at a unit, and what follows from how they ended.
//!
//! That a worker was lost does not say that the unit is at fault: laptops are closed, allocations end. So from the first loss on a unit is tried in
//! a process of its own, and counted is what is known to be its fault: an error, a panic, or that process dying while its worker lives.

use super::super::exchange::{Exchange, ExchangeError, WorkerCard};
use super::super::unit::{Unit, tries_key};
use serde::{Deserialize, Serialize};

/// Failures of its own after which a unit is set aside.
const FAILURES: usize = 3;
/// Workers lost after which it is, whoever is at fault.
const LOSSES: usize = 10;

/// How an attempt ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum End {
    /// Well.
    Done,
    /// The worker was stopped, or could not get what it needed.
    Left,
    /// By the unit's fault.
    Failed(String),
}

/// An attempt; without an end, it is under way or its worker was lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Try {
    worker: String,
    end: Option<End>,
}

/// The attempts at a unit, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Tries(Vec<Try>);

/// What is to be done with a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sentence {
    /// It can be tried like any other.
    Free,
    /// It has cost a worker, and is to be tried in a process of its own.
    Suspect,
    /// It is to be set aside, for this reason.
    SetAside(String),
}

impl Tries {
    pub(super) fn read(exchange: &dyn Exchange, unit: &Unit) -> Result<Tries, ExchangeError> {
        let noted = exchange.get(&unit.run, &tries_key(unit.epoch, unit.island))?;
        // what cannot be read is no reason to stop
        Ok(noted
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default())
    }

    /// Whether nobody has tried.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn write(&self, exchange: &dyn Exchange, unit: &Unit) -> Result<(), ExchangeError> {
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        exchange.put(&unit.run, &tries_key(unit.epoch, unit.island), &bytes)
    }

    /// Notes that an attempt begins; its number.
    pub(super) fn begin(
        &mut self,
        exchange: &dyn Exchange,
        unit: &Unit,
        worker: &str,
    ) -> Result<usize, ExchangeError> {
        self.0.push(Try {
            worker: worker.to_string(),
            end: None,
        });
        self.write(exchange, unit)?;
        Ok(self.0.len() - 1)
    }

    /// Notes how an attempt ended. Attempts that others have noted meanwhile stay.
    pub(super) fn end(
        &mut self,
        exchange: &dyn Exchange,
        unit: &Unit,
        attempt: usize,
        end: End,
    ) -> Result<(), ExchangeError> {
        // the usual case: nobody will ask for it
        if end == End::Done && self.0.len() == 1 {
            return Ok(());
        }
        let mut now = Tries::read(exchange, unit)?;
        let ours = self.0[attempt].worker.as_str();
        let ours = now
            .0
            .iter_mut()
            .rev()
            .find(|t| t.worker == ours && t.end.is_none());
        if let Some(ours) = ours {
            ours.end = Some(end);
        }
        now.write(exchange, unit)
    }

    /// What is to be done with the unit, given who is alive. Who is alive and has noted no end is still at it, or will note one.
    pub(super) fn sentence(&self, alive: &[WorkerCard]) -> Sentence {
        let lives = |t: &Try| alive.iter().any(|card| card.id == t.worker);
        let lost = self
            .0
            .iter()
            .filter(|t| t.end.is_none() && !lives(t))
            .count();
        let failures: Vec<&str> = self.0.iter().filter_map(Try::failure).collect();
        match failures.last() {
            Some(last) if failures.len() >= FAILURES => Sentence::SetAside(format!(
                "it failed {} times; the last time: {last}",
                failures.len()
            )),
            _ if lost >= LOSSES => Sentence::SetAside(format!("{lost} workers were lost at it")),
            _ if lost + failures.len() > 0 => Sentence::Suspect,
            _ => Sentence::Free,
        }
    }
}

impl Try {
    fn failure(&self) -> Option<&str> {
        match &self.end {
            Some(End::Failed(why)) => Some(why),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tries(ends: &[Option<End>]) -> Tries {
        let tried = ends.iter().enumerate().map(|(i, end)| Try {
            worker: format!("w{i}"),
            end: end.clone(),
        });
        Tries(tried.collect())
    }

    #[test]
    fn three_failures_set_aside_and_losses_make_suspect() {
        let failed = Some(End::Failed("killed by signal 9".to_string()));
        let left = Some(End::Left);
        let of = |ends: &[Option<End>]| tries(ends).sentence(&[]);
        assert_eq!(of(&[]), Sentence::Free);
        assert_eq!(
            of(&[left.clone(), left.clone(), left.clone(), left]),
            Sentence::Free
        );
        assert_eq!(of(&[None]), Sentence::Suspect);
        assert_eq!(
            of(&[None, failed.clone(), failed.clone()]),
            Sentence::Suspect
        );
        let three = of(&[None, failed.clone(), failed.clone(), failed]);
        assert_eq!(
            three,
            Sentence::SetAside("it failed 3 times; the last time: killed by signal 9".to_string())
        );
        assert_eq!(of(&vec![None; 9]), Sentence::Suspect);
        assert!(matches!(of(&vec![None; 10]), Sentence::SetAside(_)));
    }

    #[test]
    fn who_is_alive_is_not_lost() {
        let mut card = super::super::card(1);
        let one = tries(&[None]);
        assert_eq!(one.sentence(&[card.clone()]), Sentence::Suspect);
        card.id = "w0".to_string();
        assert_eq!(one.sentence(&[card]), Sentence::Free);
    }
}
