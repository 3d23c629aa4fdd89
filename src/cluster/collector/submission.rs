//! How a run comes into the cluster: submitted from wherever its folder is, or gone on with where it is there already.

use super::super::exchange::{Outlook, RunCard};
use super::super::keys::Blocks;
use super::super::parcel::{StateParcel, pack};
use super::super::unit::{CONFIG_KEY, Dialect, Unit, block_key, is_name, state_key};
use super::{CLUSTER_FILE, Collector, failed, place_of};
use crate::run::folder::{host, write_atomic};
use crate::run::{RunError, input, now};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// What a folder remembers of the cluster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Remembered {
    server: String,
    run: String,
}

impl Collector {
    /// The config as it is submitted: threads are the workers' own affair, and when the run is over is the collector's.
    fn config(&self) -> String {
        let mut plan = self.plan.clone();
        plan.threads = 0;
        (plan.budget.seconds, plan.budget.boards) = (0, 0);
        plan.objective.stop_when = None;
        plan.to_toml()
    }

    /// The islands' epochs to come, beginning with the generation that they are at.
    pub(super) fn submit(&mut self) -> Result<(), RunError> {
        let generation = self.began.0;
        let first = self.calendar.epoch(generation);
        let last = self
            .calendar
            .epoch(self.calendar.generations.saturating_sub(1));
        let card = RunCard {
            id: new_id(&self.plan.name),
            name: self.plan.name.clone(),
            dialect: Dialect::ours().text().to_string(),
            outlook: Outlook::Running,
            islands: self.calendar.islands() as u64,
            epochs: last + 1,
            first,
            began: generation,
            floor: first,
            submitted: now(),
            host: host(),
        };
        let exchange = self.exchange();
        exchange.set_run(&card).map_err(failed)?;
        exchange
            .put(&card.id, CONFIG_KEY, self.config().as_bytes())
            .map_err(failed)?;
        for (island, isle) in self.began.1.iter().enumerate() {
            let keys = pack(&isle.youngest_keys(isle.memory()));
            let state = pack(&StateParcel {
                state: isle.state(),
                blocks: Blocks::new(isle.known()),
            });
            for (key, bytes) in [
                (block_key(0, island), keys),
                (state_key(first, island), state),
            ] {
                exchange.put(&card.id, &key, &bytes).map_err(failed)?;
            }
        }
        self.remember(&card)?;
        self.tell(&format!(
            "submitted to {} as {}",
            self.elsewhere.server, card.id
        ));
        self.card = Some(card);
        self.queue_what_is_ready()
    }

    fn remember(&self, card: &RunCard) -> Result<(), RunError> {
        let remembered = Remembered {
            server: self.elsewhere.server.clone(),
            run: card.id.clone(),
        };
        let mut text =
            serde_json::to_vec(&remembered).map_err(|e| RunError::Elsewhere(e.into()))?;
        text.push(b'\n');
        Ok(write_atomic(&self.dir.join(CLUSTER_FILE), &text)?)
    }

    /// The run that the folder remembers, if it is still there.
    pub(super) fn remembered_card(&self) -> Result<Option<RunCard>, RunError> {
        match remembered(&self.dir) {
            Some(id) => self.exchange().run(&id).map_err(failed),
            None => Ok(None),
        }
    }

    /// Goes on with the run that the folder remembers, if it is still there and goes on from where the folder is.
    pub(super) fn attach(&mut self) -> Result<bool, RunError> {
        let Some(card) = self.remembered_card()? else {
            return Ok(false);
        };
        if self.fits(&card)? {
            return self.go_on_with(card);
        }
        if card.outlook != Outlook::Finished {
            let id = &card.id;
            self.tell(&format!(
                "{id} is removed: the folder is not where it could be gone on with"
            ));
            self.exchange().remove_run(id).map_err(failed)?;
        }
        Ok(false)
    }

    /// Whether a run in the cluster is the folder's, and goes on from where that is.
    fn fits(&self, card: &RunCard) -> Result<bool, RunError> {
        let generation = self.began.0;
        let epoch = self.calendar.epoch(generation);
        let is_there = match epoch == card.first {
            true => generation == card.began,
            false => epoch > card.first && generation == self.calendar.begin(epoch),
        };
        let ours = Dialect::ours();
        // or workers may have come there on another way: an epoch that they set aside may have been bred here since
        let is_known = card.outlook != Outlook::Finished && card.floor == epoch;
        if !is_there || !is_known || card.dialect != ours.text() {
            return Ok(false);
        }
        let config = self.exchange().get(&card.id, CONFIG_KEY).map_err(failed)?;
        Ok(config.as_deref() == Some(self.config().as_bytes()))
    }

    fn go_on_with(&mut self, mut card: RunCard) -> Result<bool, RunError> {
        card.outlook = Outlook::Running;
        self.exchange().set_run(&card).map_err(failed)?;
        self.tell(&format!(
            "going on with {} of {}",
            card.id, self.elsewhere.server
        ));
        self.card = Some(card);
        self.queue_what_is_ready()?;
        Ok(true)
    }

    /// Queues every unit that could be gone through and is neither queued nor done: those that a run begins with, and those that got lost.
    pub(super) fn queue_what_is_ready(&self) -> Result<(), RunError> {
        let Some(card) = &self.card else {
            return Ok(());
        };
        let exchange = self.exchange();
        let keys = exchange.keys(&card.id, "done").map_err(failed)?;
        let done: BTreeSet<(u64, usize)> = keys.iter().filter_map(|key| place_of(key)).collect();
        let is_done = |epoch, island| epoch < card.floor || done.contains(&(epoch, island));
        for island in 0..self.calendar.islands() {
            let open = (card.floor..card.epochs).find(|&epoch| !is_done(epoch, island));
            let Some(epoch) = open else { continue };
            let mut needs = self.calendar.needs(island);
            if epoch > card.floor && !needs.all(|needed| is_done(epoch - 1, needed)) {
                continue;
            }
            let unit = Unit {
                run: card.id.clone(),
                epoch,
                island,
            };
            if !exchange.is_queued(&unit).map_err(failed)? {
                let id = format!("{unit}~{:x}", nanos());
                exchange.publish(&unit, &id).map_err(failed)?;
            }
        }
        Ok(())
    }
}

/// The run of a cluster that a folder remembers.
pub fn remembered(dir: &Path) -> Option<String> {
    let path = dir.join(CLUSTER_FILE);
    let text = input::own_text(&path, input::MOST_CONFIG).ok()?;
    let remembered: Remembered = serde_json::from_str(&text).ok()?;
    is_name(&remembered.run).then_some(remembered.run)
}

/// A name in the cluster that no other run has: the config's, and when it was submitted.
fn new_id(name: &str) -> String {
    let plain = |c: char| match c.is_ascii_alphanumeric() || c == '-' || c == '_' {
        true => c,
        false => '-',
    };
    let name: String = name.chars().map(plain).take(40).collect();
    format!("{name}-{:x}-{:x}", nanos() / 1_000_000, std::process::id())
}

fn nanos() -> u128 {
    let now = std::time::SystemTime::now();
    now.duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |d| d.as_nanos())
}
