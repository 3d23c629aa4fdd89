//! The computation of a part of a list.

use super::super::blob::{CONFIG_KEY, PartBlob, config, pack, part_key, unpack};
use super::super::cards::DoneCard;
use super::super::error::ClusterError;
use super::super::unit::Unit;
use super::Worker;
use super::failure::UnitFailure;
use boilingpoint_study::part::{ListWork, Part, WorkError};
use boilingpoint_study::work;
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
    /// Computes a part, and stores its result unless another worker was the first: the two may
    /// leave different rests of the part. A part that is quarantined has no result.
    pub(super) fn process_part(
        &self,
        unit: &Unit,
        quarantined: Option<String>,
    ) -> Result<(), UnitFailure> {
        let blob = match quarantined {
            None => self.do_part(unit)?,
            quarantined => PartBlob {
                card: DoneCard {
                    worker: self.config.card.id.clone(),
                    quarantined,
                    ..DoneCard::default()
                },
                result: None,
                rest: Vec::new(),
            },
        };
        let key = part_key(unit);
        let is_first = self.store.put_first(&unit.run, &key, &pack(&blob))?;
        if is_first {
            return self.queue_parts(unit, &blob.rest);
        }
        self.publish_rest(unit)
    }

    fn do_part(&self, unit: &Unit) -> Result<PartBlob, UnitFailure> {
        let began = Instant::now();
        let list = self.list(&unit.run)?;
        let before = list.pool().work();
        let split_after = self.config.split_after.unwrap_or(SPLIT_AFTER);
        let ready = Instant::now();
        let is_late = || ready.elapsed() >= split_after;
        let done = list.part(unit.part(), &is_late)?;
        let work = list.pool().work();
        let card = DoneCard {
            worker: self.config.card.id.clone(),
            computed: ready.elapsed().as_secs_f64(),
            seconds: began.elapsed().as_secs_f64(),
            positions: work.positions.saturating_sub(before.positions),
            values: work.values,
            bytes: work.bytes,
            quarantined: None,
        };
        Ok(PartBlob {
            card,
            result: Some(done.result),
            rest: done.rest,
        })
    }

    /// Queues the parts that the first result of a part leaves to other units.
    pub(super) fn publish_rest(&self, unit: &Unit) -> Result<(), UnitFailure> {
        let key = part_key(unit);
        let Some(bytes) = self.store.get(&unit.run, &key)? else {
            return Err(UnitFailure::Missing(key));
        };
        let blob: PartBlob = unpack(&unit.run, &key, &bytes)?;
        self.queue_parts(unit, &blob.rest)
    }

    fn queue_parts(&self, unit: &Unit, parts: &[Part]) -> Result<(), UnitFailure> {
        let queue = |part: &Part| {
            let rest = Unit::of_part(&unit.run, *part);
            self.store.publish(&rest, &rest.to_string())
        };
        Ok(parts.iter().try_for_each(queue)?)
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
