//! Submits a run to the cluster, or resumes it there.

use super::super::blob::{
    BlobKind, CONFIG_KEY, IslandBlob, done_units, keys_key, pack, units_done,
};
use super::super::cards::{Pace, RunCard, RunStatus, RunWork};
use super::super::error::ClusterError;
use super::super::names::{nanos, plain_name};
use super::super::protocol::ProtocolVersion;
use super::super::unit::Unit;
use super::Collector;
use super::link::{RunLink, linked_run};
use boilingpoint_record::folder::host;
use boilingpoint_search::{RunError, now};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of epochs that workers compute ahead of the collector. It bounds what the store has
/// to hold while no collector is there. A collector that is there raises the limit long before the
/// workers come to it.
pub(in super::super) const AHEAD: u64 = 64;

impl Collector {
    /// The config that is submitted. It lacks the keys for the number of threads and for the end of
    /// the run: workers choose their own number of threads, and the collector decides when the run
    /// ends.
    fn config(&self) -> String {
        let mut plan = self.plan.clone();
        plan.threads = 0;
        let budget = &mut plan.budget;
        (budget.seconds, budget.boards, budget.stall) = (0, 0, 0);
        plan.objective.stop_when = None;
        plan.objective.stop_at_find = false;
        plan.search.shrink = false;
        plan.to_toml()
    }

    /// Submits the rest of the run, from the generation of its islands on.
    pub(super) fn submit(&mut self) -> Result<(), RunError> {
        let card = self.new_card();
        self.store().set_run(&card)?;
        let config = self.config();
        self.store().put(&card.id, CONFIG_KEY, config.as_bytes())?;
        self.put_islands(&card)?;
        RunLink::write(self.store(), &card.id, &self.dir)?;
        self.backend.notify_submitted(&card);
        self.card = Some(card);
        Ok(self.queue_ready_units()?)
    }

    fn new_card(&self) -> RunCard {
        let calendar = &self.calendar;
        let first = calendar.epoch(self.start.0);
        RunCard {
            islands: calendar.islands() as u64,
            epochs: calendar.epoch(calendar.generations.saturating_sub(1)) + 1,
            first,
            began: self.start.0,
            floor: first,
            until: Some(first.saturating_add(AHEAD)),
            ..new_card(&self.plan.name, RunWork::Search)
        }
    }

    /// Stores the islands of a new run.
    fn put_islands(&self, card: &RunCard) -> Result<(), ClusterError> {
        for (index, island) in self.start.1.iter().enumerate() {
            let keys = island.youngest_keys(usize::MAX);
            if !keys.is_empty() {
                let key = keys_key(0, index, false);
                self.store().put(&card.id, &key, &pack(&keys))?;
            }
            let key = BlobKind::Island.key(card.first, index);
            let blob = pack(&IslandBlob::first(island));
            self.store().put(&card.id, &key, &blob)?;
        }
        Ok(())
    }

    /// The run that the folder is linked to, if it is still in the cluster.
    pub(super) fn linked_card(&self) -> Result<Option<RunCard>, ClusterError> {
        match linked_run(&self.dir) {
            Some(id) => self.store().run(&id),
            None => Ok(None),
        }
    }

    /// Resumes the run that the folder is linked to, if it is still in the cluster and its state
    /// matches the folder's. Returns whether it did.
    pub(super) fn attach(&mut self) -> Result<bool, ClusterError> {
        let Some(card) = self.linked_card()? else {
            return Ok(false);
        };
        if self.fits(&card)? {
            self.resume_run(card)?;
            return Ok(true);
        }
        if card.status != RunStatus::Finished {
            self.store().remove_run(&card.id)?;
            self.notify(&format!(
                "removed {}: it does not match the folder's state, so it cannot be resumed",
                card.id
            ));
        }
        Ok(false)
    }

    /// Whether a run in the cluster matches the folder's config and state.
    fn fits(&self, card: &RunCard) -> Result<bool, ClusterError> {
        let generation = self.start.0;
        let epoch = self.calendar.epoch(generation);
        let is_boundary = if epoch == card.first {
            generation == card.began
        } else {
            epoch > card.first && generation == self.calendar.begin(epoch)
        };
        // If the card has another epoch or status, cluster and folder may have diverged: an epoch
        // that the cluster skipped may have been computed in this process since.
        let is_latest = card.status != RunStatus::Finished && card.floor == epoch;
        let own = self.new_card();
        let is_own =
            (card.islands, card.epochs, &card.version) == (own.islands, own.epochs, &own.version);
        if !is_boundary || !is_latest || !is_own {
            return Ok(false);
        }
        let config = self.store().get(&card.id, CONFIG_KEY)?;
        Ok(config.as_deref() == Some(self.config().as_bytes()))
    }

    fn resume_run(&mut self, mut card: RunCard) -> Result<(), ClusterError> {
        card.status = RunStatus::Running;
        card.until = Some(card.floor.saturating_add(AHEAD));
        card.pace = Pace::from(units_done(self.store(), &card)?);
        self.store().set_run(&card)?;
        self.backend.notify_resuming(&card);
        self.card = Some(card);
        self.forget_rest()?;
        self.queue_ready_units()
    }

    /// Raises the limit of the epochs that workers compute, when half of them are collected. Queues
    /// the units that workers have taken from the queue beyond the limit before.
    pub(super) fn raise_limit(&mut self, epoch: u64) -> Result<(), ClusterError> {
        let Some(card) = &mut self.card else {
            return Ok(());
        };
        if card.is_before_limit(epoch.saturating_add(AHEAD / 2)) {
            return Ok(());
        }
        card.until = Some(epoch.saturating_add(AHEAD));
        let card = card.clone();
        self.store().set_run(&card)?;
        self.queue_ready_units()
    }

    /// Queues each unit that is ready and neither queued nor done: the first units of a run, and
    /// lost units.
    pub(super) fn queue_ready_units(&self) -> Result<(), ClusterError> {
        let Some(card) = &self.card else {
            return Ok(());
        };
        // A unit that was done since it left the queue is not queued again.
        let queued = self.store().queued(&card.id)?;
        let done = done_units(self.store(), card)?;
        let is_done = |epoch, island| epoch < card.floor || done.contains(&(epoch, island));
        for island in 0..self.calendar.islands() {
            let open = (card.floor..card.epochs).find(|&epoch| !is_done(epoch, island));
            let Some(epoch) = open else { continue };
            let mut needs = self.calendar.needs(island);
            let is_ready = epoch == card.floor || needs.all(|needed| is_done(epoch - 1, needed));
            let unit = Unit {
                run: card.id.clone(),
                epoch,
                island,
            };
            if is_ready && card.is_before_limit(epoch) && !queued.contains(&unit) {
                let id = format!("{unit}~{:x}", nanos());
                self.store().publish(&unit, &id)?;
            }
        }
        Ok(())
    }
}

/// The card of a new run, without its size.
pub(super) fn new_card(name: &str, work: RunWork) -> RunCard {
    RunCard {
        id: new_id(name),
        name: name.to_string(),
        version: ProtocolVersion::current(),
        status: RunStatus::Running,
        work,
        islands: 0,
        epochs: 1,
        first: 0,
        began: 0,
        floor: 0,
        until: None,
        submitted: now(),
        host: host(),
        pace: Pace::from(0),
    }
}

/// A new name for a run in the cluster, made of the config's name, the time, and the process. A
/// process that submits several runs numbers them: it may submit two within a millisecond.
fn new_id(name: &str) -> String {
    static SUBMITTED: AtomicU64 = AtomicU64::new(0);
    let name = plain_name(name, 40);
    let id = format!("{name}-{:x}-{:x}", nanos() / 1_000_000, std::process::id());
    match SUBMITTED.fetch_add(1, Ordering::Relaxed) {
        0 => id,
        number => format!("{id}-{number:x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_are_submitted_at_the_same_time_have_different_names() {
        assert_ne!(new_id("one"), new_id("one"));
    }
}
