//! A worker: takes units, goes through them, stores what came of them, and queues what that makes ready.
//!
//! A unit is given back to the queue last, when everything else is stored; so a worker that is killed at any instant leaves
//! nothing that somebody else would not do again, to the same end. Attempts are noted before they begin. A unit at which
//! a worker was lost is tried next in a process of its own, which can die alone: then the worker lives to tell. What has
//! failed three times, or has cost ten workers, is set aside: the island sits that epoch out, which is said wherever
//! one looks, and the run goes on.

mod bench;
mod tries;

use super::exchange::{Delivery, Exchange, ExchangeError, Outlook, RunCard, WorkerCard};
use super::parcel::{StateParcel, pack, unpack};
use super::unit::{
    Dialect, DoneCard, Unit, block_key, done_key, log_key, offer_key, read_card, state_key, variant,
};
use crate::run::{EpochLog, Isle, IsleOffer, SearchError};
use bench::{Bench, Benches};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tries::{End, Sentence, Tries};

/// How long a worker waits for a unit before it looks whether it is to stop.
const PATIENCE: Duration = Duration::from_secs(2);
/// Bytes of stack of a thread that takes units; boards are valued by others.
const HAND_STACK: usize = 64 << 20;
/// How often a worker gives a sign of life.
const SIGN_EVERY: Duration = Duration::from_secs(3);
/// When a unit is tried again of which an input was not to be seen yet.
const SOON: Duration = Duration::from_secs(2);

/// Goes through a unit in a process of its own.
pub type Isolate = Box<dyn Fn(&Unit) -> Result<(), Alone> + Send + Sync>;

/// Why a process of its own did not go through a unit.
#[derive(Debug)]
pub enum Alone {
    /// By the unit's fault: how it ended.
    Failed(String),
    /// It did not come to that: there was no process, no server, or it was stopped.
    NotTried(String),
}

/// What a worker is told when it begins.
pub struct Terms {
    /// Who it is.
    pub card: WorkerCard,
    /// Threads that value boards; 0 for one per core.
    pub threads: usize,
    /// Units at once.
    pub units: usize,
    /// To leave after so long without a unit.
    pub idle: Option<Duration>,
    /// Set to stop: what is under way is given back.
    pub stop: Arc<AtomicBool>,
    /// How to go through a unit in a process of its own.
    pub isolate: Isolate,
    /// Where to say what happens.
    pub tell: Box<dyn Fn(&str) + Send + Sync>,
}

/// Why a unit was not gone through.
#[derive(Debug)]
enum Failed {
    /// This worker stops.
    Stopped,
    /// An input is not there, or not to be seen yet.
    Missing(String),
    /// By its own fault.
    Fault(String),
    /// It was not tried, for a reason that has nothing to do with it.
    NotTried(String),
    /// The store.
    Exchange(ExchangeError),
}

impl From<ExchangeError> for Failed {
    fn from(error: ExchangeError) -> Failed {
        match error {
            ExchangeError::Stopped => Failed::Stopped,
            damaged @ ExchangeError::Damaged { .. } => Failed::Fault(damaged.to_string()),
            other => Failed::Exchange(other),
        }
    }
}

/// A process that works on units.
pub struct Worker<'a> {
    exchange: &'a dyn Exchange,
    terms: Terms,
    benches: Benches,
    /// The units that it is at, and since when there are none.
    at: Mutex<(BTreeSet<Unit>, Instant)>,
    done: AtomicU64,
}

impl<'a> Worker<'a> {
    /// One that has not begun.
    pub fn new(exchange: &'a dyn Exchange, terms: Terms) -> Worker<'a> {
        Worker {
            benches: Benches::new(terms.threads, terms.stop.clone()),
            exchange,
            terms,
            at: Mutex::new((BTreeSet::new(), Instant::now())),
            done: AtomicU64::new(0),
        }
    }

    /// Works until it is to stop, or has been idle for too long. The number of units that it went through.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn work(&self) -> std::io::Result<u64> {
        let ended = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| self.give_signs(&ended));
            let hands: Vec<_> = (0..self.terms.units.max(1))
                .map(|_| {
                    std::thread::Builder::new()
                        .stack_size(HAND_STACK)
                        .spawn_scoped(scope, || self.take_units())
                })
                .collect();
            let mut failed = Ok(());
            for hand in hands {
                match hand {
                    Ok(hand) => drop(hand.join()),
                    Err(error) => failed = Err(error),
                }
            }
            ended.store(true, Ordering::Relaxed);
            failed
        })?;
        Ok(self.done.load(Ordering::Relaxed))
    }

    fn is_stopped(&self) -> bool {
        self.terms.stop.load(Ordering::Relaxed)
    }

    fn at(&self) -> MutexGuard<'_, (BTreeSet<Unit>, Instant)> {
        self.at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Signs of life, until the work has ended.
    fn give_signs(&self, ended: &AtomicBool) {
        let mut last: Option<Instant> = None;
        while !ended.load(Ordering::Relaxed) {
            if last.is_none_or(|last| last.elapsed() >= SIGN_EVERY) {
                last = Some(Instant::now());
                let card = WorkerCard {
                    done: self.done.load(Ordering::Relaxed),
                    units: self.at().0.iter().map(Unit::to_string).collect(),
                    ..self.terms.card.clone()
                };
                // that nobody hears it is what the sign is about
                let _ = self.exchange.announce(&card);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.exchange.withdraw(&self.terms.card.id);
    }

    fn take_units(&self) {
        while !self.is_stopped() {
            match self.exchange.take(PATIENCE) {
                Ok(Some(delivery)) => {
                    let unit = delivery.unit().clone();
                    self.at().0.insert(unit.clone());
                    self.handle(delivery);
                    let mut at = self.at();
                    at.0.remove(&unit);
                    at.1 = Instant::now();
                }
                Ok(None) => {}
                Err(ExchangeError::Stopped) => return,
                Err(error) => {
                    (self.terms.tell)(&error.to_string());
                    std::thread::sleep(SOON);
                }
            }
            if self.is_idle_for_too_long() {
                return;
            }
        }
    }

    /// Whether none of its hands has had a unit for as long as it is to wait.
    fn is_idle_for_too_long(&self) -> bool {
        let at = self.at();
        let most = self.terms.idle;
        at.0.is_empty() && most.is_some_and(|most| at.1.elapsed() >= most)
    }

    /// Does with a unit whatever is to be done.
    fn handle(&self, delivery: Box<dyn Delivery>) {
        let unit = delivery.unit().clone();
        let settled = catch_unwind(AssertUnwindSafe(|| self.settle(&unit, true)));
        let settled = settled
            .unwrap_or_else(|panic| Err(Failed::Fault(format!("a panic: {}", text_of(&*panic)))));
        match settled {
            Ok(()) => delivery.done(),
            // it has ended meanwhile, or was removed
            Err(Failed::Exchange(ExchangeError::NoRun(_))) => delivery.done(),
            Err(Failed::Stopped) => delivery.again(Duration::ZERO),
            Err(Failed::Missing(what)) => {
                (self.terms.tell)(&format!("{unit}: {what} is not there yet"));
                delivery.again(SOON);
            }
            Err(Failed::Fault(why) | Failed::NotTried(why)) => {
                (self.terms.tell)(&format!("{unit}: {why}"));
                delivery.again(SOON);
            }
            Err(Failed::Exchange(error)) => {
                (self.terms.tell)(&format!("{unit}: {error}"));
                delivery.again(SOON);
            }
        }
    }

    /// Sees to it that a unit is done, or is nobody's business any more. `isolate` says whether a process of its own is to be
    /// used where the unit is suspect.
    fn settle(&self, unit: &Unit, isolate: bool) -> Result<(), Failed> {
        let Some(card) = self.exchange.run(&unit.run)? else {
            return Ok(());
        };
        // what the latest epoch that was collected made ready may not be queued yet
        if card.outlook != Outlook::Running || unit.epoch + 1 < card.floor {
            return Ok(());
        }
        if !self.is_done(&card, unit.epoch, unit.island)? {
            let mut tries = Tries::read(self.exchange, unit)?;
            // who is alive matters only where somebody has tried before
            let alive = match tries.is_empty() {
                true => Vec::new(),
                false => self.exchange.workers()?,
            };
            match tries.sentence(&alive) {
                Sentence::Free => {
                    let attempt = tries.begin(self.exchange, unit, &self.terms.card.id)?;
                    let ended = self.attempt(unit);
                    tries.end(self.exchange, unit, attempt, end_of(&ended))?;
                    ended?;
                }
                Sentence::Suspect if isolate => {
                    let attempt = tries.begin(self.exchange, unit, &self.terms.card.id)?;
                    let ended = self.isolated(&card, unit);
                    tries.end(self.exchange, unit, attempt, end_of(&ended))?;
                    ended?;
                }
                Sentence::Suspect => self.attempt(unit)?,
                Sentence::SetAside(why) => self.set_aside(unit, &why)?,
            }
            self.done.fetch_add(1, Ordering::Relaxed);
        }
        self.publish_ready(&card, unit)
    }

    /// Goes through one unit in this process and nothing else: what a process of its own is for.
    ///
    /// # Errors
    /// What went wrong.
    pub fn only(&self, unit: &Unit) -> Result<(), Alone> {
        self.settle(unit, false).map_err(|failed| match failed {
            Failed::Fault(why) => Alone::Failed(why),
            Failed::NotTried(why) => Alone::NotTried(why),
            Failed::Stopped => Alone::NotTried("it was stopped".to_string()),
            Failed::Missing(what) => Alone::NotTried(format!("{what} is not there")),
            Failed::Exchange(error) => Alone::NotTried(error.to_string()),
        })
    }

    /// Goes through a unit in a process of its own.
    fn isolated(&self, card: &RunCard, unit: &Unit) -> Result<(), Failed> {
        (self.terms.tell)(&format!(
            "{unit} has cost a worker, or failed: it is tried in a process of its own"
        ));
        let ended = (self.terms.isolate)(unit);
        if self.is_stopped() {
            return Err(Failed::Stopped);
        }
        ended.map_err(|alone| match alone {
            Alone::Failed(why) => Failed::Fault(why),
            Alone::NotTried(why) => Failed::NotTried(why),
        })?;
        match self.is_done(card, unit.epoch, unit.island)? {
            true => Ok(()),
            false => Err(Failed::Fault("its process left nothing".to_string())),
        }
    }

    /// Goes through a unit here; a panic is a fault of it.
    fn attempt(&self, unit: &Unit) -> Result<(), Failed> {
        let tried = catch_unwind(AssertUnwindSafe(|| self.go_through(unit)));
        tried.unwrap_or_else(|panic| {
            self.benches.forget();
            Err(Failed::Fault(format!("a panic: {}", text_of(&*panic))))
        })
    }

    fn go_through(&self, unit: &Unit) -> Result<(), Failed> {
        let began = Instant::now();
        let bench = self.benches.of(self.exchange, &unit.run)?;
        let before = bench.workshop.work();
        let (isle, parcel) = self.isle(unit)?;
        let offers = self.offers(unit, &bench, &isle)?;
        let until = bench.calendar.end(unit.epoch);
        let mut isle = isle;
        let ready = Instant::now();
        let log = isle
            .live(&bench.workshop, &offers, until)
            .map_err(|error| match error {
                SearchError::Interrupted => Failed::Stopped,
                other => Failed::Fault(other.to_string()),
            })?;
        let work = bench.workshop.work();
        let card = DoneCard {
            worker: self.terms.card.id.clone(),
            seconds: 0.0,
            computed: ready.elapsed().as_secs_f64(),
            positions: work.positions.saturating_sub(before.positions),
            values: work.values,
            bytes: work.bytes,
            stored: 0,
            set_aside: None,
        };
        self.store(unit, &isle, parcel, &log, card, began)
    }

    /// What a unit that cannot be gone through leaves: an island that asked nothing.
    fn set_aside(&self, unit: &Unit, why: &str) -> Result<(), Failed> {
        (self.terms.tell)(&format!("{unit} is set aside: {why}"));
        let began = Instant::now();
        let bench = self.benches.of(self.exchange, &unit.run)?;
        let (mut isle, parcel) = self.isle(unit)?;
        let offers = self.offers(unit, &bench, &isle)?;
        let log = isle.sit_out(&bench.workshop, &offers, bench.calendar.end(unit.epoch));
        let card = DoneCard {
            worker: self.terms.card.id.clone(),
            seconds: 0.0,
            computed: 0.0,
            positions: 0,
            values: 0,
            bytes: 0,
            stored: 0,
            set_aside: Some(why.to_string()),
        };
        self.store(unit, &isle, parcel, &log, card, began)
    }

    /// The island with which a unit begins.
    fn isle(&self, unit: &Unit) -> Result<(Isle, StateParcel), Failed> {
        let island = unit.island;
        let read = |key: String| -> Result<Vec<u8>, Failed> {
            let found = self.exchange.get(&unit.run, &key)?;
            found.ok_or(Failed::Missing(key))
        };
        let key = variant(
            state_key(unit.epoch, island),
            self.sat_out_before(unit, island)?,
        );
        let parcel: StateParcel = unpack(&unit.run, &key, &read(key.clone())?)?;
        let mut keys: Vec<u64> = Vec::new();
        for (block, aside) in parcel.blocks.all() {
            let key = variant(block_key(block, island), aside);
            let block: Vec<u64> = unpack(&unit.run, &key, &read(key.clone())?)?;
            keys.extend(block);
        }
        let memory = parcel.state.memory();
        keys.drain(..keys.len().saturating_sub(memory));
        let isle = Isle::recall(parcel.state.clone(), keys);
        let isle = isle.map_err(|error| Failed::Fault(error.to_string()))?;
        Ok((isle, parcel))
    }

    /// Whether an island sat out the epoch before a unit's.
    fn sat_out_before(&self, unit: &Unit, island: usize) -> Result<bool, Failed> {
        let Some(before) = unit.epoch.checked_sub(1) else {
            return Ok(false);
        };
        let key = done_key(before, island);
        // nothing is noted of what was before the run was submitted
        match self.exchange.get(&unit.run, &key)? {
            Some(bytes) => Ok(read_card(&unit.run, &key, &bytes)?.set_aside.is_some()),
            None => Ok(false),
        }
    }

    fn offers(&self, unit: &Unit, bench: &Bench, isle: &Isle) -> Result<Vec<IsleOffer>, Failed> {
        if !isle.awaits_offers() {
            return Ok(Vec::new());
        }
        let senders = bench.calendar.senders.get(unit.island);
        let senders = senders.into_iter().flatten();
        let read = |&sender: &usize| {
            let key = variant(
                offer_key(unit.epoch, sender),
                self.sat_out_before(unit, sender)?,
            );
            match self.exchange.get(&unit.run, &key)? {
                Some(bytes) => Ok(unpack(&unit.run, &key, &bytes)?),
                None => Err(Failed::Missing(key)),
            }
        };
        senders.map(read).collect()
    }

    /// Stores what came of a unit, and at last that it is done.
    fn store(
        &self,
        unit: &Unit,
        isle: &Isle,
        parcel: StateParcel,
        log: &EpochLog,
        mut card: DoneCard,
        began: Instant,
    ) -> Result<(), Failed> {
        let (run, next, island) = (&unit.run, unit.epoch + 1, unit.island);
        let mut blocks = parcel.blocks;
        let aside = card.set_aside.is_some();
        let (block, count) = blocks.push(isle.known(), aside);
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let state = StateParcel {
            state: isle.state(),
            blocks,
        };
        let parts = [
            (log_key(unit.epoch, island), pack(log)),
            (offer_key(next, island), pack(&isle.offer())),
            (block_key(block, island), pack(&isle.youngest_keys(count))),
            (state_key(next, island), pack(&state)),
        ];
        for (key, bytes) in parts {
            card.stored += bytes.len() as u64;
            self.exchange.put(run, &variant(key, aside), &bytes)?;
        }
        card.seconds = began.elapsed().as_secs_f64();
        let card = serde_json::to_vec(&card).map_err(|e| Failed::Fault(e.to_string()))?;
        self.exchange
            .put_first(run, &done_key(unit.epoch, island), &card)?;
        Ok(())
    }

    /// Whether an epoch of an island is over: it is noted, or was collected and forgotten.
    fn is_done(&self, card: &RunCard, epoch: u64, island: usize) -> Result<bool, ExchangeError> {
        if epoch < card.floor {
            return Ok(true);
        }
        let noted = self.exchange.get(&card.id, &done_key(epoch, island))?;
        if noted.is_some() {
            return Ok(true);
        }
        // it may have been collected since we had the card
        let now = self.exchange.run(&card.id)?;
        Ok(now.is_some_and(|now| epoch < now.floor))
    }

    /// Queues the units that begin where this one and others have ended.
    fn publish_ready(&self, card: &RunCard, unit: &Unit) -> Result<(), Failed> {
        let calendar = &self.benches.of(self.exchange, &unit.run)?.calendar;
        let next = unit.epoch + 1;
        if !calendar.has(next) {
            return Ok(());
        }
        let mut done = BTreeSet::from([unit.island]);
        'waiting: for island in calendar.waiting(unit.island) {
            for needed in calendar.needs(island) {
                if !done.contains(&needed) {
                    if !self.is_done(card, unit.epoch, needed)? {
                        continue 'waiting;
                    }
                    done.insert(needed);
                }
            }
            let ready = unit.other(next, island);
            self.exchange.publish(&ready, &ready.to_string())?;
        }
        Ok(())
    }
}

/// How an attempt ended, as it is noted.
fn end_of(ended: &Result<(), Failed>) -> End {
    match ended {
        Ok(()) => End::Done,
        Err(Failed::Fault(why)) => End::Failed(why.clone()),
        Err(Failed::Stopped | Failed::Missing(_) | Failed::NotTried(_) | Failed::Exchange(_)) => {
            End::Left
        }
    }
}

fn text_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "without a text".to_string())
}

/// A card of a worker that begins in this process.
pub fn card(threads: u64) -> WorkerCard {
    let host = crate::run::folder::host();
    let process = std::process::id();
    let now = std::time::SystemTime::now();
    let nanos = now
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |d| d.as_nanos());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = host.chars().map(plain).take(32).collect();
    WorkerCard {
        id: format!("{name}-{process}-{:x}", nanos / 1_000_000),
        host,
        process,
        dialect: Dialect::ours().text().to_string(),
        threads,
        since: humantime::format_rfc3339_seconds(now).to_string(),
        done: 0,
        units: Vec::new(),
    }
}
