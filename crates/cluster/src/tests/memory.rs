//! A queue and a store in memory.

use super::super::cards::{RunCard, RunStatus, WorkerCard};
use super::super::error::ClusterError;
use super::super::store::{Delivery, Job, JobStore};
use super::super::unit::Unit;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Default)]
pub(super) struct MemoryShelf {
    pub(super) runs: BTreeMap<String, RunCard>,
    buckets: BTreeSet<String>,
    workers: BTreeMap<String, WorkerCard>,
    pub(super) entries: BTreeMap<(String, String), Vec<u8>>,
    queue: Vec<Message>,
    in_hand: Vec<Message>,
    ids: BTreeSet<String>,
    taken: Vec<String>,
    /// The names, without the run's, of units whose first delivery is lost with its worker.
    pub(super) lost: BTreeSet<&'static str>,
    /// The results that a hostile worker stores.
    pub(super) lie: Option<Lie>,
}

/// Makes the bytes that are stored from the bytes of an honest worker.
pub(super) type Tell = Box<dyn Fn(&[u8]) -> Vec<u8> + Send>;

/// Replaces the first results that are stored under a key.
pub(super) struct Lie {
    pub(super) key: String,
    /// The number of results that are still replaced.
    pub(super) left: usize,
    pub(super) tell: Tell,
}

impl Lie {
    fn told(&mut self, key: &str, bytes: &[u8]) -> Option<Vec<u8>> {
        let is_told = self.left > 0 && self.key == key;
        self.left -= usize::from(is_told);
        is_told.then(|| (self.tell)(bytes))
    }
}

/// A unit in the queue, and its latest delivery.
#[derive(Clone)]
struct Message {
    unit: Unit,
    delivery: Delivery,
}

impl MemoryShelf {
    /// Fails for a run that was removed or has finished: nothing is stored for it.
    fn check(&self, run: &str) -> Result<(), ClusterError> {
        if self.buckets.contains(run) {
            return Ok(());
        }
        Err(ClusterError::NoRun(run.to_string()))
    }

    fn clear(&mut self, run: &str) {
        self.buckets.remove(run);
        self.entries.retain(|(other, _), _| other != run);
    }
}

/// A queue and a store in memory that misbehave: units are delivered in any order, repeatedly, to
/// two workers at once, or not at all.
pub(super) struct Memory {
    shelf: Arc<Mutex<MemoryShelf>>,
    random: AtomicU64,
    /// One in this many units is lost when it is queued.
    loses_one_in: u64,
    /// One in this many units stays in the queue when it is delivered.
    doubles_one_in: u64,
}

impl Memory {
    pub(super) fn new(loses_one_in: u64, doubles_one_in: u64) -> Arc<Memory> {
        Arc::new(Memory {
            shelf: Arc::default(),
            random: AtomicU64::new(0x9e37_79b9),
            loses_one_in,
            doubles_one_in,
        })
    }

    pub(super) fn shelf(&self) -> std::sync::MutexGuard<'_, MemoryShelf> {
        self.shelf.lock().unwrap()
    }

    pub(super) fn random(&self, below: u64) -> u64 {
        let step = |x: u64| Some(x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1));
        let x = self
            .random
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, step)
            .unwrap();
        (x >> 33) % below.max(1)
    }

    /// The number of deliveries so far.
    pub(super) fn taken(&self) -> usize {
        self.shelf().taken.len()
    }

    fn happens(&self, one_in: u64) -> bool {
        one_in > 0 && self.random(one_in) == 0
    }

    fn with_prefix(&self, run: &str, prefix: &str) -> Vec<String> {
        let is_below = |key: &str| match key.strip_prefix(prefix) {
            Some(rest) => prefix.is_empty() || rest.starts_with('.'),
            None => false,
        };
        let shelf = self.shelf();
        let keys = shelf.entries.keys();
        keys.filter(|(r, key)| r == run && is_below(key))
            .map(|(_, key)| key.clone())
            .collect()
    }
}

struct MemoryJob {
    message: Message,
    shelf: Arc<Mutex<MemoryShelf>>,
}

impl MemoryJob {
    fn put_down(&self, again: bool) {
        let mut shelf = self.shelf.lock().unwrap();
        let Message { unit, delivery } = &self.message;
        if let Some(place) = shelf.in_hand.iter().position(|held| held.unit == *unit) {
            shelf.in_hand.remove(place);
        }
        let is_there = |queued: &Message| queued.delivery.message == delivery.message;
        if again && !shelf.queue.iter().any(is_there) {
            shelf.queue.push(self.message.clone());
        }
    }
}

impl Job for MemoryJob {
    fn unit(&self) -> &Unit {
        &self.message.unit
    }

    fn delivery(&self) -> Delivery {
        self.message.delivery
    }

    fn done(self: Box<Self>) {
        self.put_down(false);
    }

    fn again(self: Box<Self>, _: Duration) {
        self.put_down(true);
    }
}

impl JobStore for Memory {
    fn server(&self) -> &str {
        "memory"
    }

    fn runs(&self) -> Result<Vec<RunCard>, ClusterError> {
        Ok(self.shelf().runs.values().cloned().collect())
    }

    fn run(&self, id: &str) -> Result<Option<RunCard>, ClusterError> {
        Ok(self.shelf().runs.get(id).cloned())
    }

    fn set_run(&self, card: &RunCard) -> Result<(), ClusterError> {
        let mut shelf = self.shelf();
        shelf.runs.insert(card.id.clone(), card.clone());
        if card.status == RunStatus::Finished {
            shelf.clear(&card.id);
        } else {
            shelf.buckets.insert(card.id.clone());
        }
        Ok(())
    }

    fn remove_run(&self, id: &str) -> Result<(), ClusterError> {
        let mut shelf = self.shelf();
        shelf.runs.remove(id);
        shelf.queue.retain(|message| message.unit.run != id);
        shelf.clear(id);
        Ok(())
    }

    fn announce(&self, card: &WorkerCard) {
        self.shelf().workers.insert(card.id.clone(), card.clone());
    }

    fn withdraw(&self, worker: &str) {
        self.shelf().workers.remove(worker);
    }

    fn workers(&self) -> Result<Vec<WorkerCard>, ClusterError> {
        Ok(self.shelf().workers.values().cloned().collect())
    }

    fn put(&self, run: &str, key: &str, bytes: &[u8]) -> Result<(), ClusterError> {
        let place = (run.to_string(), key.to_string());
        let mut shelf = self.shelf();
        shelf.check(run)?;
        shelf.entries.insert(place, bytes.to_vec());
        Ok(())
    }

    fn put_first(&self, run: &str, key: &str, bytes: &[u8]) -> Result<bool, ClusterError> {
        let place = (run.to_string(), key.to_string());
        let mut shelf = self.shelf();
        shelf.check(run)?;
        let is_first = !shelf.entries.contains_key(&place);
        if is_first {
            let told = shelf.lie.as_mut().and_then(|lie| lie.told(key, bytes));
            let bytes = told.unwrap_or_else(|| bytes.to_vec());
            shelf.entries.insert(place, bytes);
        }
        Ok(is_first)
    }

    fn get(&self, run: &str, key: &str) -> Result<Option<Vec<u8>>, ClusterError> {
        let place = (run.to_string(), key.to_string());
        Ok(self.shelf().entries.get(&place).cloned())
    }

    fn keys(&self, run: &str, prefix: &str) -> Result<Vec<String>, ClusterError> {
        self.shelf().check(run)?;
        Ok(self.with_prefix(run, prefix))
    }

    fn forget(&self, run: &str, groups: &[String]) -> Result<(), ClusterError> {
        let is_in = |key: &str| match key.split('.').nth(1) {
            Some(group) => groups.iter().any(|other| other == group),
            None => false,
        };
        let mut shelf = self.shelf();
        shelf.entries.retain(|(r, key), _| r != run || !is_in(key));
        Ok(())
    }

    fn publish(&self, unit: &Unit, id: &str) -> Result<(), ClusterError> {
        if self.happens(self.loses_one_in) {
            return Ok(());
        }
        let mut shelf = self.shelf();
        if shelf.ids.insert(id.to_string()) {
            let place = unit.to_string();
            let is_lost = |name: &&str| place.ends_with(&format!(".{name}"));
            let delivery = Delivery {
                message: shelf.ids.len() as u64,
                count: shelf.lost.iter().any(is_lost).into(),
            };
            let unit = unit.clone();
            shelf.queue.push(Message { unit, delivery });
        }
        Ok(())
    }

    fn queued(&self, run: &str) -> Result<Vec<Unit>, ClusterError> {
        let shelf = self.shelf();
        let messages = shelf.queue.iter().chain(&shelf.in_hand);
        let units = messages.map(|message| &message.unit);
        Ok(units.filter(|unit| unit.run == run).cloned().collect())
    }

    fn take(&self, _: Duration) -> Result<Option<Box<dyn Job>>, ClusterError> {
        let stays = self.happens(self.doubles_one_in);
        let count = self.shelf().queue.len() as u64;
        if count == 0 {
            std::thread::sleep(Duration::from_millis(1));
            return Ok(None);
        }
        let place = self.random(count) as usize;
        let mut shelf = self.shelf();
        let Some(message) = shelf.queue.get_mut(place) else {
            return Ok(None);
        };
        message.delivery.count += 1;
        let message = message.clone();
        if !stays {
            shelf.queue.remove(place);
        }
        shelf.in_hand.push(message.clone());
        shelf.taken.push(message.unit.to_string());
        let shelf = self.shelf.clone();
        Ok(Some(Box::new(MemoryJob { message, shelf })))
    }
}
