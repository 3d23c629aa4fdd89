//! The process that submits a run, follows it, and puts its logs together into a run folder.
//!
//! It is a [`Source`] of generations like a search in this process, so the same driver writes them down. A generation is there when the epochs
//! of all islands that it is in are over. Where epochs end, the islands' states are there too, and the driver writes a
//! checkpoint; what came before that is then forgotten in the cluster. A collector that is killed begins again from its checkpoint, and finds
//! in the cluster whatever came after it.

mod submission;

pub use submission::remembered;

use super::exchange::{Exchange, ExchangeError, Outlook, RunCard};
use super::keys::superseded;
use super::parcel::{StateParcel, unpack};
use super::unit::{Dialect, DoneCard, done_key, log_key, read_card, state_key, variant};
use crate::run::config::Plan;
use crate::run::manifest::Status;
use crate::run::set_aside::{self, SET_ASIDE_FILE, SetAside};
use crate::run::{
    Begun, Calendar, Control, Ended, EpochLog, Isle, IsleState, IsleStep, Ledger, Origin, RunError,
    Search, SearchError, SearchState, Source, Step, Workshop,
};
use crate::solver::PoolWork;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The shortest and the longest time between two looks at what is done.
const LOOK_EVERY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(500));
/// After so long without news, units that got lost are looked for.
pub const STALLED: Duration = Duration::from_secs(10);
/// Requests to the store at a time.
const AT_ONCE: usize = 16;
/// The file of a run folder that says which run of which cluster it collects.
pub const CLUSTER_FILE: &str = "cluster.json";

/// Generations are bred by the workers of a cluster.
#[derive(Clone)]
pub struct Elsewhere {
    /// The queue and the store.
    pub exchange: Arc<dyn Exchange>,
    /// The server's address, as it is remembered in the folder.
    pub server: String,
    /// After so long without news, units that got lost are looked for; [`STALLED`] unless there is a reason.
    pub stalled: Duration,
    /// Where to say what happens.
    pub tell: Arc<dyn Fn(&str) + Send + Sync>,
}

/// An epoch of all islands that was fetched and not told yet: generation by generation, island by island.
type Told = VecDeque<Vec<(IsleStep, Vec<u64>)>>;

/// A run in the cluster, as its collector sees it.
struct Collector {
    elsewhere: Elsewhere,
    plan: Plan,
    control: Control,
    calendar: Calendar,
    workshop: Workshop,
    ledger: Ledger,
    dir: PathBuf,
    /// The islands at the generation that it began at.
    began: (u64, Vec<Isle>),
    /// The run, once it is in the cluster.
    card: Option<RunCard>,
    told: Told,
    pace: Pace,
    /// Lines of the folder's list of what was set aside.
    set_aside: u64,
}

/// How fast the run goes.
struct Pace {
    /// When the latest epoch was fetched.
    latest: Instant,
    /// Seconds that each of its generations took.
    seconds: f64,
    positions: u64,
    /// What was collected, and how long workers had it in hand and at work.
    units: u64,
    stored: u64,
    in_hand: f64,
    computed: f64,
    /// Values and bytes of each worker's tables, when they were last told.
    tables: BTreeMap<String, (u64, u64)>,
}

impl Origin for Elsewhere {
    fn begin(&self, plan: &Plan, control: &Control) -> Result<Box<dyn Source>, RunError> {
        let search = Search::new(plan, Some(control.abort.clone()))?;
        Ok(Box::new(Collector::new(self, plan, control, search)))
    }

    fn resume(
        &self,
        plan: &Plan,
        control: &Control,
        dir: &Path,
        state: SearchState,
        seen: Vec<Vec<u64>>,
    ) -> Result<Begun, RunError> {
        let mut search = Search::restore(plan, Some(control.abort.clone()), state, seen)?;
        let keys = search.migrate();
        let mut collector = Collector::new(self, plan, control, search);
        collector.dir = dir.to_path_buf();
        match collector.ledger.generation() < plan.search.generations {
            true if collector.attach()? => {}
            true => collector.submit()?,
            // it may have been killed before it could say so
            false => collector.card = collector.remembered_card()?,
        }
        Ok(Begun {
            source: Box::new(collector),
            keys,
        })
    }
}

impl Collector {
    fn new(elsewhere: &Elsewhere, plan: &Plan, control: &Control, search: Search) -> Collector {
        let (workshop, islands, ledger) = search.into_parts();
        Collector {
            elsewhere: elsewhere.clone(),
            plan: plan.clone(),
            control: control.clone(),
            calendar: Calendar::of(plan),
            workshop,
            began: (ledger.generation(), islands),
            ledger,
            dir: PathBuf::new(),
            card: None,
            told: Told::new(),
            set_aside: 0,
            pace: Pace {
                latest: Instant::now(),
                seconds: 0.0,
                positions: 0,
                units: 0,
                stored: 0,
                in_hand: 0.0,
                computed: 0.0,
                tables: BTreeMap::new(),
            },
        }
    }

    fn exchange(&self) -> &dyn Exchange {
        &*self.elsewhere.exchange
    }

    fn tell(&self, text: &str) {
        (self.elsewhere.tell)(text);
    }

    /// The name in the cluster.
    fn id(&self) -> &str {
        self.card.as_ref().map_or("", |card| &card.id)
    }

    /// Waits until all islands are through an epoch, and fetches their logs.
    fn fetch(&mut self, epoch: u64) -> Result<(), RunError> {
        self.wait_for(epoch)?;
        let logs = self.of_islands(|island| {
            let card = self.done_card(epoch, island)?;
            let key = variant(log_key(epoch, island), card.set_aside.is_some());
            let log: EpochLog = unpack(self.id(), &key, &self.stored(&key)?).map_err(failed)?;
            Ok((log, card))
        });
        let (logs, cards): (Vec<EpochLog>, Vec<DoneCard>) = logs?.into_iter().unzip();
        for (island, card) in cards.into_iter().enumerate() {
            self.note(epoch, island, card)?;
        }
        let told = side_by_side(logs, self.ledger.generation());
        self.told = told.ok_or_else(|| {
            let why = "the logs of its islands are not of the same generations".to_string();
            self.damaged(&format!("log.{epoch}"), why)
        })?;
        self.pace.seconds =
            self.pace.latest.elapsed().as_secs_f64() / self.told.len().max(1) as f64;
        self.pace.latest = Instant::now();
        Ok(())
    }

    fn wait_for(&self, epoch: u64) -> Result<(), RunError> {
        let mut missing: BTreeSet<usize> = (0..self.calendar.islands()).collect();
        let (mut pause, mut news) = (LOOK_EVERY.0, Instant::now());
        let mut said = false;
        loop {
            if self.is_interrupted() {
                return Err(SearchError::Interrupted.into());
            }
            let before = missing.len();
            let done = self.exchange().keys(self.id(), &format!("done.{epoch}"));
            for (_, island) in done.map_err(failed)?.iter().filter_map(|key| place_of(key)) {
                missing.remove(&island);
            }
            if missing.is_empty() {
                return Ok(());
            }
            if missing.len() < before {
                (pause, news) = (LOOK_EVERY.0, Instant::now());
            }
            if news.elapsed() >= self.elsewhere.stalled {
                said = self.look_for_workers(said)?;
                self.queue_what_is_ready()?;
                news = Instant::now();
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(LOOK_EVERY.1);
        }
    }

    fn is_interrupted(&self) -> bool {
        let is_set = |flag: &Arc<std::sync::atomic::AtomicBool>| flag.load(Ordering::Relaxed);
        is_set(&self.control.finish) || is_set(&self.control.abort)
    }

    /// Says, once, that there is nobody to work.
    fn look_for_workers(&self, said: bool) -> Result<bool, RunError> {
        let ours = Dialect::ours();
        let workers = self.exchange().workers().map_err(failed)?;
        let (fit, unfit): (Vec<_>, Vec<_>) =
            workers.iter().partition(|card| card.dialect == ours.text());
        if !fit.is_empty() || said {
            return Ok(said);
        }
        match unfit.first() {
            None => self.tell(&format!(
                "waiting for workers: boil worker --cluster {}",
                self.elsewhere.server
            )),
            Some(other) => self.tell(&format!(
                "waiting for workers: those that are there are {}, this is {}",
                Dialect::told(&other.dialect),
                Dialect::told(ours.text())
            )),
        }
        Ok(true)
    }

    fn damaged(&self, key: &str, why: String) -> RunError {
        failed(ExchangeError::Damaged {
            run: self.id().to_string(),
            key: key.to_string(),
            why,
        })
    }

    /// What was stored under a key that has to be there.
    fn stored(&self, key: &str) -> Result<Vec<u8>, RunError> {
        // a copy that lags behind may not have it yet
        let began = Instant::now();
        loop {
            if let Some(found) = self.exchange().get(self.id(), key).map_err(failed)? {
                return Ok(found);
            }
            if began.elapsed() >= self.elsewhere.stalled {
                return Err(self.damaged(key, "it is not there".to_string()));
            }
            std::thread::sleep(LOOK_EVERY.1);
        }
    }

    fn done_card(&self, epoch: u64, island: usize) -> Result<DoneCard, RunError> {
        let key = done_key(epoch, island);
        read_card(self.id(), &key, &self.stored(&key)?).map_err(failed)
    }

    /// Something of each island, several at once, since most of the time is waiting.
    fn of_islands<T: Send>(
        &self,
        of: impl Fn(usize) -> Result<T, RunError> + Sync,
    ) -> Result<Vec<T>, RunError> {
        let islands: Vec<usize> = (0..self.calendar.islands()).collect();
        let (of, share) = (&of, islands.len().div_ceil(AT_ONCE).max(1));
        std::thread::scope(|scope| {
            let begun: Vec<_> = islands
                .chunks(share)
                .map(|some| scope.spawn(move || some.iter().map(|&i| of(i)).collect()))
                .collect();
            let ended = begun.into_iter().map(|hand| match hand.join() {
                Ok(some) => some,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            let all: Result<Vec<Vec<T>>, RunError> = ended.collect();
            Ok(all?.into_iter().flatten().collect())
        })
    }

    /// Takes note of how an epoch of an island went.
    fn note(&mut self, epoch: u64, island: usize, card: DoneCard) -> Result<(), RunError> {
        self.pace.positions += card.positions;
        self.pace.units += 1;
        self.pace.stored += card.stored;
        self.pace.in_hand += card.seconds;
        self.pace.computed += card.computed;
        self.pace
            .tables
            .insert(card.worker.clone(), (card.values, card.bytes));
        match &card.set_aside {
            Some(why) => self.note_set_aside(epoch, island, why),
            None => Ok(()),
        }
    }

    /// Says that an island sat an epoch out, and writes it into the folder, once.
    fn note_set_aside(&mut self, epoch: u64, island: usize, why: &str) -> Result<(), RunError> {
        let (begin, end) = (self.calendar.begin(epoch), self.calendar.end(epoch));
        let new = SetAside {
            island,
            epoch,
            generations: (begin, end),
            why: why.to_string(),
        };
        let (is_new, count) = set_aside::add(&self.dir, new)?;
        self.set_aside = count;
        if is_new {
            let (last, path) = (end.saturating_sub(1), self.dir.join(SET_ASIDE_FILE));
            let path = path.display();
            self.tell(&format!(
                "warning: island {island} sat out generations {begin} to {last}: {why}; see {path}"
            ));
        }
        Ok(())
    }

    /// The epoch that begins with the generation that comes next, if one does.
    fn boundary(&self) -> Option<u64> {
        let generation = self.ledger.generation();
        (self.told.is_empty() && generation > self.began.0)
            .then(|| self.calendar.epoch(generation - 1) + 1)
    }

    /// Forgets in the cluster what comes before an epoch.
    fn forget_before(&mut self, epoch: u64) -> Result<(), RunError> {
        let Some(mut card) = self.card.take() else {
            return Ok(());
        };
        let before = std::mem::replace(&mut card.floor, epoch);
        self.card = Some(card.clone());
        let exchange = self.exchange();
        exchange.set_run(&card).map_err(failed)?;
        for old in before..epoch {
            for kind in ["log", "offer", "state", "tries"] {
                exchange
                    .forget(&card.id, &format!("{kind}.{old}"))
                    .map_err(failed)?;
            }
        }
        // what is noted of the latest of them says where its results lie
        for old in before.saturating_sub(1)..epoch.saturating_sub(1) {
            exchange
                .forget(&card.id, &format!("done.{old}"))
                .map_err(failed)?;
        }
        for block in superseded(before - card.first, epoch - card.first) {
            exchange
                .forget(&card.id, &format!("keys.{block}"))
                .map_err(failed)?;
        }
        Ok(())
    }
}

impl Source for Collector {
    fn enter(&mut self, dir: &Path) -> Result<(), RunError> {
        self.dir = dir.to_path_buf();
        match self.ledger.generation() < self.plan.search.generations {
            true => self.submit(),
            false => Ok(()),
        }
    }

    fn step(&mut self) -> Result<Step, RunError> {
        if self.is_interrupted() {
            return Err(SearchError::Interrupted.into());
        }
        if self.told.is_empty() {
            self.fetch(self.calendar.epoch(self.ledger.generation()))?;
        }
        let next = self.told.front().cloned().unwrap_or_default();
        let (steps, keys) = next.into_iter().unzip();
        let mut step = self.ledger.take_in(&self.workshop, steps, keys)?;
        self.told.pop_front();
        let tables = self.pace.tables.values();
        let (values, bytes) = tables.fold((0, 0), |sum, t| (sum.0 + t.0, sum.1 + t.1));
        step.seconds = Some(self.pace.seconds);
        step.work = Some(PoolWork {
            positions: self.pace.positions,
            values,
            bytes,
            replaced: 0,
        });
        Ok(step)
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn workshop(&self) -> &Workshop {
        &self.workshop
    }

    fn set_aside(&self) -> u64 {
        self.set_aside
    }

    fn state(&mut self) -> Result<Option<SearchState>, RunError> {
        // without one, the checkpoint before is gone on from: no reason to end a run, or not to end it well
        self.state_at_hand().or_else(|error| {
            self.tell(&format!("warning: no checkpoint now: {error}"));
            Ok(None)
        })
    }

    fn saved(&mut self) -> Result<(), RunError> {
        let forgotten = match self.boundary() {
            Some(epoch) => self.forget_before(epoch),
            None => Ok(()),
        };
        // it goes with the run
        forgotten.or_else(|error| {
            self.tell(&format!(
                "warning: some of what was collected stays there: {error}"
            ));
            Ok(())
        })
    }

    fn ended(&mut self, ended: &Ended) -> Result<(), RunError> {
        self.sum_up();
        self.leave(ended);
        Ok(())
    }
}

impl Collector {
    /// The state at this generation, if there is one.
    fn state_at_hand(&self) -> Result<Option<SearchState>, RunError> {
        let ledger = self.ledger.clone();
        if ledger.generation() == self.began.0 {
            let islands = self.began.1.iter().map(Isle::state).collect();
            return Ok(Some(SearchState::of(islands, ledger)));
        }
        let Some(epoch) = self.boundary() else {
            return Ok(None);
        };
        let state = |island| -> Result<IsleState, RunError> {
            let before = self.done_card(epoch - 1, island)?;
            let key = variant(state_key(epoch, island), before.set_aside.is_some());
            let parcel: StateParcel =
                unpack(self.id(), &key, &self.stored(&key)?).map_err(failed)?;
            Ok(parcel.state)
        };
        Ok(Some(SearchState::of(self.of_islands(state)?, ledger)))
    }

    /// Says what workers did that was collected here.
    fn sum_up(&self) {
        let pace = &self.pace;
        if pace.units == 0 {
            return;
        }
        let a_unit = pace.stored as f64 / pace.units as f64 / 1e3;
        self.tell(&format!(
            "{} units: {:.1} s at work, {:.1} s in hand, {a_unit:.0} kB stored of each",
            pace.units, pace.computed, pace.in_hand
        ));
    }

    /// Says in the cluster how the run has ended.
    fn leave(&self, ended: &Ended) {
        let Some(mut card) = self.card.clone() else {
            return;
        };
        match self.exchange().run(&card.id) {
            Ok(Some(_)) => {}
            _ => return,
        }
        card.outlook = match ended.status {
            Status::Finished => Outlook::Finished,
            _ => Outlook::Paused,
        };
        let set = self.exchange().set_run(&card);
        let set = set.and_then(|()| match card.outlook {
            Outlook::Finished => self.exchange().clear_run(&card.id),
            _ => Ok(()),
        });
        // the folder has everything; that the cluster does not know of it is no failure of the run
        if let Err(error) = set {
            self.tell(&format!(
                "warning: {} is left as it was in the cluster: {error}; see boil cluster remove",
                card.id
            ));
        }
    }
}

/// Logs of all islands, generation by generation, if they are of the same generations, from `generation` on. What was told to an island before
/// its first goes with that.
fn side_by_side(logs: Vec<EpochLog>, generation: u64) -> Option<Told> {
    let count = logs.first()?.generations.len();
    let mut told: Told = (0..count).map(|_| Vec::new()).collect();
    for (island, log) in logs.into_iter().enumerate() {
        if log.generations.len() != count {
            return None;
        }
        let mut received = log.received;
        for ((place, (step, asked)), all) in log.generations.into_iter().enumerate().zip(&mut told)
        {
            if (step.island(), step.generation()) != (island, generation + place as u64) {
                return None;
            }
            received.extend(asked);
            all.push((step, std::mem::take(&mut received)));
        }
    }
    (count > 0).then_some(told)
}

/// Epoch and island of a key of either.
fn place_of(key: &str) -> Option<(u64, usize)> {
    let mut parts = key.split('.').skip(1);
    let epoch = parts.next()?.parse().ok()?;
    Some((epoch, parts.next()?.parse().ok()?))
}

fn failed(error: ExchangeError) -> RunError {
    match error {
        ExchangeError::Stopped => SearchError::Interrupted.into(),
        // the collector asks for no run but its own
        ExchangeError::NoRun(run) => RunError::Elsewhere(
            format!("{run} was removed from the cluster; `boil resume` goes on with the folder, here or with --cluster").into(),
        ),
        other => RunError::Elsewhere(other.into()),
    }
}
