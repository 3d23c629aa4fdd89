//! The process that submits the chunks of a list, and collects their results.
//!
//! A worker may leave the rest of a part to other units, which the part's card names. A chunk is
//! complete when the chunk and all these parts are done. The collector keeps no results: until it
//! has handed a chunk on, the store has the results of all its parts. So a collector that was
//! killed reads them again.

use super::super::blob::{CONFIG_KEY, PartBlob, done_units, part_key, units_done, unpack};
use super::super::cards::{Pace, RunCard, RunStatus, RunWork};
use super::super::error::ClusterError;
use super::super::names::{nanos, shown};
use super::super::protocol::ProtocolVersion;
use super::super::store::JobStore;
use super::super::unit::Unit;
use super::ClusterBackend;
use super::link::{RunLink, linked_run};
use super::submit::new_card;
use super::wait::{POLL_EVERY, at_once};
use boilingpoint_study::part::{Cause, Part, PartBackend, PartWork, PartsEnd, Take, TakeError};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::thread;
use std::time::{Duration, Instant};

/// The longest time between two queries for parts that are done.
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// The largest number of units of a list that the collector keeps in the queue.
const MOST_QUEUED: usize = 4096;
/// The pause for each name of a done unit that the server lists.
const LISTED: Duration = Duration::from_micros(100);
/// The largest number of results that are read at once.
const MOST_READ: usize = 64;

/// Parts of a list that could not be done.
#[derive(Debug, thiserror::Error)]
#[error(
    "{number} parts of {run} are quarantined; the first is {first}; all others are done: give the same command again \
     to try these parts again"
)]
struct QuarantinedParts {
    run: String,
    number: usize,
    first: String,
}

/// A result that cannot be true.
#[derive(Debug, thiserror::Error)]
#[error("a result of chunk {chunk} of {run} was refused ({workers}): {why}")]
struct RefusedResult {
    run: String,
    chunk: u64,
    workers: String,
    why: Cause,
}

/// A chunk of which some parts are not done.
#[derive(Default)]
struct OpenChunk {
    /// The parts that are awaited.
    parts: BTreeSet<Part>,
    /// The results of the parts that are done, and the workers that did them.
    results: Vec<String>,
    workers: BTreeSet<String>,
    /// Whether a part was quarantined.
    is_flawed: bool,
}

/// The state of the collection of a list.
struct PartCollector<'a> {
    backend: &'a ClusterBackend,
    work: &'a PartWork<'a>,
    card: RunCard,
    chunks: BTreeMap<u64, OpenChunk>,
    /// An estimate of the number of units in the queue.
    queued: usize,
    /// The number of done units in the store.
    stored: usize,
    /// The parts that were quarantined, with the reasons.
    quarantined: Vec<String>,
}

impl PartBackend for ClusterBackend {
    fn run(&self, work: &PartWork, take: &mut Take) -> Result<PartsEnd, Cause> {
        if work.missing.is_empty() {
            // The collector before may have been killed after the last chunk.
            if let Some(card) = self.attach(work)? {
                let status = RunStatus::Finished;
                self.store.set_run(&RunCard { status, ..card })?;
            }
            return Ok(PartsEnd::Done);
        }
        let card = match self.attach(work)? {
            Some(card) => card,
            None => self.submit(work)?,
        };
        let chunk = |&number| (number, OpenChunk::new(work.chunks, number));
        let mut collector = PartCollector {
            backend: self,
            work,
            card,
            chunks: work.missing.iter().map(chunk).collect(),
            queued: 0,
            stored: 0,
            quarantined: Vec::new(),
        };
        collector.collect(take)
    }
}

impl ClusterBackend {
    /// Resumes the run that the folder is linked to, if it has the same work.
    fn attach(&self, work: &PartWork) -> Result<Option<RunCard>, ClusterError> {
        let linked = linked_run(work.folder).map(|id| self.store.run(&id));
        let Some(mut card) = linked.transpose()?.flatten() else {
            return Ok(None);
        };
        if card.status == RunStatus::Finished {
            return Ok(None);
        }
        let config = match self.store.get(&card.id, CONFIG_KEY) {
            Err(ClusterError::NoRun(_)) => None,
            config => config?,
        };
        let is_same = config.as_deref() == Some(work.description.as_bytes());
        if !is_same || card.version != ProtocolVersion::current() {
            self.store.remove_run(&card.id)?;
            return Ok(None);
        }
        card.status = RunStatus::Running;
        card.pace = Pace::from(units_done(&*self.store, &card)?);
        self.store.set_run(&card)?;
        self.notify_resuming(&card);
        Ok(Some(card))
    }

    fn submit(&self, work: &PartWork) -> Result<RunCard, Cause> {
        let chunks = work.chunks;
        let card = RunCard {
            islands: work.missing.len() as u64,
            ..new_card(&work.name, RunWork::Atlas { chunks })
        };
        self.store.set_run(&card)?;
        let description = work.description.as_bytes();
        self.store.put(&card.id, CONFIG_KEY, description)?;
        RunLink::write(&*self.store, &card.id, work.folder)?;
        self.notify_submitted(&card);
        Ok(card)
    }
}

impl OpenChunk {
    fn new(parts: u64, number: u64) -> OpenChunk {
        OpenChunk {
            parts: BTreeSet::from([Part { parts, number }]),
            ..OpenChunk::default()
        }
    }
}

impl PartCollector<'_> {
    fn store(&self) -> &dyn JobStore {
        &*self.backend.store
    }

    /// Waits for the chunks, and hands each on when it is complete.
    fn collect(&mut self, take: &mut Take) -> Result<PartsEnd, Cause> {
        let (mut pause, mut news) = (POLL_EVERY, Instant::now());
        let mut has_asked = false;
        self.read_done(take)?;
        self.queue()?;
        while !self.chunks.is_empty() {
            if (self.work.stop)() {
                self.leave(RunStatus::Paused);
                return Ok(PartsEnd::Stopped);
            }
            if self.read_done(take)? {
                (pause, news) = (POLL_EVERY, Instant::now());
            }
            let waiting: usize = self.chunks.values().map(|chunk| chunk.parts.len()).sum();
            let is_stalled = news.elapsed() >= self.backend.stalled;
            if is_stalled || self.queued < waiting.min(MOST_QUEUED / 2) {
                self.queue()?;
            }
            if is_stalled {
                has_asked = has_asked || self.backend.ask_for_workers()?;
                news = Instant::now();
            }
            let listing = LISTED * u32::try_from(self.stored).unwrap_or(u32::MAX);
            thread::sleep(pause.max(listing));
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        self.end()
    }

    fn end(&mut self) -> Result<PartsEnd, Cause> {
        let Some(first) = self.quarantined.first().cloned() else {
            self.leave(RunStatus::Finished);
            return Ok(PartsEnd::Done);
        };
        // The next run tries these parts again.
        self.store().remove_run(&self.card.id)?;
        let (run, number) = (self.card.id.clone(), self.quarantined.len());
        Err(QuarantinedParts { run, number, first }.into())
    }

    /// Stores that the run has ended or is paused. The folder has all results, so an error here is
    /// not an error of the work.
    fn leave(&mut self, status: RunStatus) {
        self.card.status = status;
        if let Err(error) = self.store().set_run(&self.card) {
            (self.backend.notify)(&format!(
                "warning: the cluster could not be told that {} has ended: {error}; \
                 to remove it there: boil cluster remove",
                self.card.id
            ));
        }
    }

    /// The awaited parts that are done.
    fn done_parts(&mut self) -> Result<Vec<(u64, Part)>, ClusterError> {
        let done = done_units(self.store(), &self.card)?;
        self.stored = done.len();
        let is_done = |part: &Part| done.contains(&(part.parts, part.number as usize));
        let awaited = self.chunks.iter().flat_map(|(&number, chunk)| {
            let parts = chunk.parts.iter().copied();
            parts.map(move |part| (number, part))
        });
        Ok(awaited.filter(|(_, part)| is_done(part)).collect())
    }

    /// Reads the results of the awaited parts that are done, until it has to stop. Returns whether
    /// there are any.
    fn read_done(&mut self, take: &mut Take) -> Result<bool, Cause> {
        let done = self.done_parts()?;
        for some in done.chunks(MOST_READ) {
            let (backend, run) = (self.backend, &self.card.id);
            let blobs = at_once(some, |(_, part)| {
                let key = part_key(&Unit::of_part(run, *part));
                unpack(run, &key, &backend.stored(run, &key)?)
            });
            let blobs = blobs.or_else(|error| self.refuse(error))?;
            for (&(number, part), blob) in some.iter().zip(blobs) {
                self.add(number, part, blob, take)?;
                if (self.work.stop)() {
                    return Ok(true);
                }
            }
        }
        Ok(!done.is_empty())
    }

    /// Removes the run if a result cannot be read, so that the next run does not read it again.
    fn refuse<T>(&self, error: ClusterError) -> Result<T, ClusterError> {
        if let ClusterError::Damaged { .. } = error {
            self.store().remove_run(&self.card.id)?;
        }
        Err(error)
    }

    /// Adds the result of a part. Hands the chunk on if it is complete.
    fn add(
        &mut self,
        number: u64,
        part: Part,
        PartBlob { card, result, rest }: PartBlob,
        take: &mut Take,
    ) -> Result<(), Cause> {
        let Some(chunk) = self.chunks.get_mut(&number) else {
            return Ok(());
        };
        chunk.parts.remove(&part);
        self.queued = self.queued.saturating_sub(1) + rest.len();
        if let Some(why) = &card.quarantined {
            let Part { parts, number } = part;
            self.quarantined
                .push(format!("{parts}.{number}: {}", shown(why)));
            chunk.is_flawed = true;
        }
        chunk.results.extend(result);
        chunk.workers.insert(shown(&card.worker));
        let is_rest =
            |rest: &&Part| rest.parts > part.parts && rest.chunk(self.work.chunks) == Some(number);
        chunk.parts.extend(rest.iter().filter(is_rest));
        if !chunk.parts.is_empty() {
            return Ok(());
        }
        match self.chunks.remove(&number) {
            Some(chunk) if !chunk.is_flawed => self.hand_on(number, &chunk, take),
            _ => Ok(()),
        }
    }

    /// Hands a complete chunk on. If its results cannot be true, the run is removed, so that the
    /// next run does not read them again. If they cannot be kept or used, the run is paused.
    fn hand_on(&mut self, number: u64, chunk: &OpenChunk, take: &mut Take) -> Result<(), Cause> {
        match take(number, &chunk.results) {
            Ok(()) => Ok(()),
            Err(TakeError::Failed(why)) => {
                self.leave(RunStatus::Paused);
                Err(why)
            }
            Err(TakeError::Refused(why)) => {
                self.store().remove_run(&self.card.id)?;
                Err(RefusedResult {
                    run: self.card.id.clone(),
                    chunk: number,
                    workers: Vec::from_iter(chunk.workers.iter().cloned()).join(", "),
                    why,
                }
                .into())
            }
        }
    }

    /// Queues awaited parts that are not in the queue: the first parts of a run, and lost parts.
    fn queue(&mut self) -> Result<(), ClusterError> {
        let queued = self.store().queued(&self.card.id)?;
        let queued: HashSet<Part> = queued.iter().map(Unit::part).collect();
        // A part that was done since it left the queue is not queued again.
        let done = done_units(self.store(), &self.card)?;
        let is_lost = |part: &&Part| {
            let place = (part.parts, part.number as usize);
            !queued.contains(*part) && !done.contains(&place)
        };
        let awaited = self.chunks.values().flat_map(|chunk| &chunk.parts);
        let room = MOST_QUEUED.saturating_sub(queued.len());
        let lost: Vec<Part> = awaited.filter(is_lost).take(room).copied().collect();
        let (store, run) = (&self.backend.store, &self.card.id);
        at_once(&lost, |&part| {
            let unit = Unit::of_part(run, part);
            store.publish(&unit, &format!("{unit}~{:x}", nanos()))
        })?;
        self.queued = queued.len() + lost.len();
        Ok(())
    }
}
