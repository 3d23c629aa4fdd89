//! The computation of an epoch of an island, from its inputs in the store to its results.

use super::super::blob::{BlobKind, IslandBlob, epoch_key, keys_key, pack, unpack};
use super::super::cards::DoneCard;
use super::super::error::{Cause, ClusterError};
use super::super::unit::Unit;
use super::Worker;
use super::evaluators::RunEvaluator;
use super::failure::UnitFailure;
use super::islands::ReadyIsland;
use boilingpoint_search::{BoardIsland, EpochLog, IslandOffer};
use serde::de::DeserializeOwned;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

impl Worker<'_> {
    /// Computes a unit and stores its results. If `quarantined` is a reason, the island skips the
    /// epoch: it proposes no boards.
    pub(super) fn process_epoch(
        &self,
        unit: &Unit,
        quarantined: Option<String>,
    ) -> Result<(), UnitFailure> {
        let began = Instant::now();
        let run = self.evaluators.of(self.store, &unit.run)?;
        let evaluator = &run.evaluator;
        let before = evaluator.work();
        let (mut island, blocks) = match self.islands.take(unit) {
            Some(ready) => ready,
            None => self.island(unit, &run)?,
        };
        let offers = self.offers(unit, &run, &island)?;
        let skipped = quarantined.is_some();
        let until = run.calendar.end(unit.epoch);
        let ready = Instant::now();
        let log = if skipped {
            island.skip_until(evaluator, &offers, until)
        } else {
            island.process(evaluator, &offers, until)?
        };
        let computed = ready.elapsed();
        let work = evaluator.work();
        let card = DoneCard {
            worker: self.config.card.id.clone(),
            seconds: self.seconds_since(began),
            computed: computed.as_secs_f64(),
            positions: work.positions.saturating_sub(before.positions),
            values: work.values,
            bytes: work.bytes,
            quarantined,
        };
        let is_read = run.calendar.waiting(unit.island).any(|i| i != unit.island);
        let offer = is_read.then(|| island.offer());
        let made = Instant::now();
        self.store_results(unit, (island, blocks), offer, (card, log))?;
        self.add_storing(made.elapsed());
        Ok(())
    }

    /// Seconds since a unit was delivered, and the seconds in which results were stored since the
    /// last call.
    fn seconds_since(&self, began: Instant) -> f64 {
        let storing = self.storing.swap(0, Ordering::Relaxed);
        (began.elapsed() + Duration::from_nanos(storing)).as_secs_f64()
    }

    fn add_storing(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.storing.fetch_add(nanos, Ordering::Relaxed);
    }

    /// Reads an input of a unit.
    fn read<T: DeserializeOwned>(&self, unit: &Unit, key: String) -> Result<T, UnitFailure> {
        match self.store.get(&unit.run, &key)? {
            Some(bytes) => Ok(unpack(&unit.run, &key, &bytes)?),
            None => Err(UnitFailure::Missing(key)),
        }
    }

    /// The island at the beginning of a unit, and the blocks that hold its keys.
    fn island(&self, unit: &Unit, run: &RunEvaluator) -> Result<ReadyIsland, UnitFailure> {
        let island = unit.island;
        let blob: IslandBlob = self.read(unit, BlobKind::Island.key(unit.epoch, island))?;
        let IslandBlob { state, blocks, .. } = blob;
        let generation = state.generation();
        run.check
            .island(&run.evaluator, &state, island, generation)?;
        if run.calendar.epoch(generation) != unit.epoch {
            let why = format!("the state of {unit} is of generation {generation}");
            return Err(UnitFailure::Fault(why));
        }
        let mut keys: Vec<u64> = Vec::new();
        for block in blocks.iter() {
            let key = keys_key(block.number, island, block.skipped);
            keys.extend(self.read::<Vec<u64>>(unit, key)?);
        }
        keys.extend(blob.keys);
        keys.drain(..keys.len().saturating_sub(state.key_capacity()));
        Ok((BoardIsland::recall(state, keys)?, blocks))
    }

    fn offers(
        &self,
        unit: &Unit,
        run: &RunEvaluator,
        island: &BoardIsland,
    ) -> Result<Vec<IslandOffer>, UnitFailure> {
        if !island.awaits_offers() {
            return Ok(Vec::new());
        }
        let senders = run.calendar.senders.get(unit.island);
        let read = |&sender| {
            let before = unit.epoch.saturating_sub(1);
            let key = epoch_key(before, sender);
            let Some(mark) = self.mark(&unit.run, before, sender)? else {
                return Err(UnitFailure::Missing(key));
            };
            let damaged = |why| ClusterError::damaged(&unit.run, &key, why);
            let offer = mark.ok_or_else(|| damaged("it has no offer".into()))?;
            let checked = run
                .check
                .offer(&run.evaluator, &offer, sender, island.generation());
            checked.map_err(|why| damaged(Cause::from(why)))?;
            Ok((*offer).clone())
        };
        senders.into_iter().flatten().map(read).collect()
    }

    /// Stores the results of a unit, unless another process was the first. The island is then not
    /// kept for its next unit: the other process may have skipped the epoch.
    fn store_results(
        &self,
        unit: &Unit,
        (of, mut blocks): ReadyIsland,
        offer: Option<IslandOffer>,
        (card, log): (DoneCard, EpochLog),
    ) -> Result<(), UnitFailure> {
        let (run, island, known) = (&unit.run, unit.island, of.keys_known());
        let youngest = |count| of.youngest_keys(usize::try_from(count).unwrap_or(usize::MAX));
        let skipped = card.quarantined.is_some();
        if let Some((block, count)) = blocks.push(known, skipped) {
            let key = keys_key(block, island, skipped);
            self.store.put(run, &key, &pack(&youngest(count)))?;
        }
        let blob = IslandBlob {
            state: of.stored(),
            keys: youngest(blocks.count_after(known)),
            blocks: blocks.clone(),
            offer,
            result: Some((card, log)),
        };
        let key = epoch_key(unit.epoch, island);
        if self.store.put_first(run, &key, &pack(&blob))? {
            self.marks.put(unit, blob.offer);
            let next = Unit {
                epoch: unit.epoch.saturating_add(1),
                ..unit.clone()
            };
            self.islands.put(next, (of, blocks));
        }
        Ok(())
    }
}
