//! The computation of an epoch of an island, from its inputs in the store to its results.

use super::super::blob::{BlobKind, StateBlob, pack, unpack};
use super::super::cards::DoneCard;
use super::super::error::ClusterError;
use super::super::unit::Unit;
use super::Worker;
use super::evaluators::RunEvaluator;
use super::failure::UnitFailure;
use super::islands::ReadyIsland;
use super::marks::Mark;
use crate::search::{BoardIsland, EpochLog, IslandOffer};
use serde::de::DeserializeOwned;
use std::time::Instant;

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
        let until = run.calendar.end(unit.epoch);
        let ready = Instant::now();
        let log = if quarantined.is_some() {
            island.skip_until(evaluator, &offers, until)
        } else {
            island.process(evaluator, &offers, until)?
        };
        let work = evaluator.work();
        let card = DoneCard {
            worker: self.config.card.id.clone(),
            computed: ready.elapsed().as_secs_f64(),
            positions: work.positions.saturating_sub(before.positions),
            values: work.values,
            bytes: work.bytes,
            quarantined,
            ..DoneCard::default()
        };
        let is_read = run.calendar.waiting(unit.island).any(|i| i != unit.island);
        let offer = is_read.then(|| island.offer());
        self.store_results(unit, (island, blocks), &log, offer.as_ref(), card, began)
    }

    /// Reads an input of a unit.
    fn read<T: DeserializeOwned>(&self, unit: &Unit, key: String) -> Result<T, UnitFailure> {
        match self.store.get(&unit.run, &key)? {
            Some(bytes) => Ok(unpack(&unit.run, &key, &bytes)?),
            None => Err(UnitFailure::Missing(key)),
        }
    }

    /// The key of an input of a unit: a result of an island's epoch before.
    fn input_key(&self, kind: BlobKind, unit: &Unit, island: usize) -> Result<String, UnitFailure> {
        // Epochs from before the run was submitted have no mark.
        let mark = match unit.epoch.checked_sub(1) {
            Some(before) => self.mark(&unit.run, before, island)?,
            None => None,
        };
        let skipped = mark.is_some_and(|mark| mark.skipped);
        Ok(kind.result_key(unit.epoch, island, skipped))
    }

    /// The island at the beginning of a unit, and the blocks that hold its keys.
    fn island(&self, unit: &Unit, run: &RunEvaluator) -> Result<ReadyIsland, UnitFailure> {
        let island = unit.island;
        let key = self.input_key(BlobKind::State, unit, island)?;
        let StateBlob { state, blocks } = self.read(unit, key)?;
        let generation = state.generation();
        run.check
            .island(&run.evaluator, &state, island, generation)?;
        if run.calendar.epoch(generation) != unit.epoch {
            let why = format!("the state of {unit} is of generation {generation}");
            return Err(UnitFailure::Fault(why));
        }
        let mut keys: Vec<u64> = Vec::new();
        for block in blocks.iter() {
            let key = BlobKind::Keys.result_key(block.number, island, block.skipped);
            keys.extend(self.read::<Vec<u64>>(unit, key)?);
        }
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
            let key = self.input_key(BlobKind::Offer, unit, sender)?;
            let offer: IslandOffer = self.read(unit, key.clone())?;
            let checked = run
                .check
                .offer(&run.evaluator, &offer, sender, island.generation());
            checked.map_err(|why| ClusterError::damaged(&unit.run, &key, why))?;
            Ok(offer)
        };
        senders.into_iter().flatten().map(read).collect()
    }

    /// Stores the results of a unit, then marks it as done. An island without receivers has no
    /// offer. The island is kept for its next unit, unless another process was the first to mark
    /// the unit: it may have skipped the epoch.
    fn store_results(
        &self,
        unit: &Unit,
        (of, mut blocks): ReadyIsland,
        log: &EpochLog,
        offer: Option<&IslandOffer>,
        mut card: DoneCard,
        began: Instant,
    ) -> Result<(), UnitFailure> {
        let (run, next, island) = (&unit.run, unit.epoch + 1, unit.island);
        let skipped = card.quarantined.is_some();
        let (block, count) = blocks.push(of.keys_known(), skipped);
        let keys = of.youngest_keys(usize::try_from(count).unwrap_or(usize::MAX));
        let state = StateBlob {
            state: of.stored(),
            blocks: blocks.clone(),
        };
        let offer = offer.map(|offer| (BlobKind::Offer, next, pack(offer)));
        let results = [
            (BlobKind::Log, unit.epoch, pack(log)),
            (BlobKind::Keys, block, pack(&keys)),
            (BlobKind::State, next, pack(&state)),
        ];
        for (kind, number, bytes) in results.into_iter().chain(offer) {
            card.stored += bytes.len() as u64;
            let key = kind.result_key(number, island, skipped);
            self.store.put(run, &key, &bytes)?;
        }
        card.seconds = began.elapsed().as_secs_f64();
        if self.store_done(unit, &card)? {
            self.marks.put(unit, Mark { skipped });
            let next = Unit {
                epoch: next,
                ..unit.clone()
            };
            self.islands.put(next, (of, blocks));
        }
        Ok(())
    }

    /// Marks a unit as done, unless it is. Says whether this mark was the first.
    pub(super) fn store_done(&self, unit: &Unit, card: &DoneCard) -> Result<bool, UnitFailure> {
        let card = serde_json::to_vec(card).map_err(|e| UnitFailure::Fault(e.to_string()))?;
        let key = BlobKind::Done.key(unit.epoch, unit.island);
        Ok(self.store.put_first(&unit.run, &key, &card)?)
    }
}
