//! Waits for the epochs of all islands, and reads their results.

use super::super::blob::{BlobKind, IslandBlob, done_islands, epoch_key, unpack};
use super::super::cards::DoneCard;
use super::super::error::{Cause, ClusterError};
use super::super::names::shown;
use super::Collector;
use super::wait::{POLL_EVERY, at_once};
use boilingpoint_record::quarantine::{self, QUARANTINE_FILE, SkippedEpoch};
use boilingpoint_search::{BoardIslandState, EpochLog, RunError, SearchError};
use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant};

/// The longest time between two queries for the islands that have completed an epoch, and for those
/// that have completed the last epoch, since the run's end waits for the answer.
const LONGEST_PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_millis(100)];

impl Collector {
    /// Waits until all islands have completed an epoch, and reads their results.
    pub(super) fn fetch(&mut self, epoch: u64) -> Result<(), RunError> {
        self.raise_limit(epoch)?;
        self.wait_for(epoch)?;
        let results = self.for_islands(|island| self.result(epoch, island))?;
        let (mut logs, mut states) = (Vec::new(), Vec::new());
        for (island, (bytes, card, log, state)) in results.into_iter().enumerate() {
            self.workload.add(&card, bytes);
            if let Some(why) = &card.quarantined {
                self.note_skipped(epoch, island, why)?;
            }
            let checked = self.check_result(epoch, island, &log, &state);
            checked.map_err(|why| {
                let key = epoch_key(epoch, island);
                let why = format!("worker {}: {why}", shown(&card.worker));
                ClusterError::damaged(self.id(), &key, why)
            })?;
            logs.push(log);
            states.push(state);
        }
        let generations = self.totals.generation..self.calendar.end(epoch);
        self.pending = EpochLog::merge(logs, generations).ok_or_else(|| {
            let why = "the logs of the islands do not cover the generations of the epoch";
            ClusterError::damaged(self.id(), &BlobKind::Island.prefix(epoch + 1), why)
        })?;
        self.workload.end_epoch(self.pending.len());
        self.states = states;
        Ok(())
    }

    /// Checks the log of an island's epoch, and the state after the epoch.
    fn check_result(
        &self,
        epoch: u64,
        island: usize,
        log: &EpochLog,
        state: &BoardIslandState,
    ) -> Result<(), Cause> {
        let asked = self.totals.asked[island];
        self.check.log(&self.evaluator, log, asked)?;
        let end = self.calendar.end(epoch);
        self.check.island(&self.evaluator, state, island, end)?;
        let new: u64 = log.generations.iter().map(|g| g.counts.asked).sum();
        let (found, expected) = (state.asked(), asked.saturating_add(new));
        if found != expected {
            let why = format!("the island has proposed {found} boards; expected {expected}");
            return Err(why.into());
        }
        Ok(())
    }

    fn wait_for(&self, epoch: u64) -> Result<(), RunError> {
        let mut missing: BTreeSet<usize> = (0..self.calendar.islands()).collect();
        let (mut pause, mut news) = (POLL_EVERY, Instant::now());
        let longest = LONGEST_PAUSES[usize::from(!self.calendar.has(epoch + 1))];
        let mut has_asked = false;
        loop {
            if self.is_interrupted() {
                return Err(SearchError::Interrupted.into());
            }
            let before = missing.len();
            for island in done_islands(self.store(), self.id(), epoch)? {
                missing.remove(&island);
            }
            if missing.is_empty() {
                return Ok(());
            }
            if missing.len() < before {
                news = Instant::now();
            }
            if news.elapsed() >= self.backend.stalled {
                has_asked = has_asked || self.backend.ask_for_workers()?;
                self.restore_card()?;
                self.queue_ready_units()?;
                news = Instant::now();
            }
            thread::sleep(pause);
            pause = (pause * 2).min(longest);
        }
    }

    /// The results of a finished epoch: their size in bytes, the card, the log and the state after
    /// the epoch.
    fn result(
        &self,
        epoch: u64,
        island: usize,
    ) -> Result<(u64, DoneCard, EpochLog, BoardIslandState), RunError> {
        let key = epoch_key(epoch, island);
        let bytes = self.backend.stored(self.id(), &key)?;
        let blob: IslandBlob = unpack(self.id(), &key, &bytes)?;
        let missing = || ClusterError::damaged(self.id(), &key, "it has no log");
        let (card, log) = blob.result.ok_or_else(missing)?;
        Ok((bytes.len() as u64, card, log, blob.state))
    }

    /// Calls `read` for each island, on several threads at once, since reading is mostly waiting.
    fn for_islands<T: Send>(
        &self,
        read: impl Fn(usize) -> Result<T, RunError> + Sync,
    ) -> Result<Vec<T>, RunError> {
        let islands: Vec<usize> = (0..self.calendar.islands()).collect();
        at_once(&islands, |&island| read(island))
    }

    /// Records in the folder that an island skipped an epoch, and warns the user the first time.
    fn note_skipped(&mut self, epoch: u64, island: usize, why: &str) -> Result<(), RunError> {
        let (begin, end) = (self.calendar.begin(epoch), self.calendar.end(epoch));
        let why = &shown(why);
        let new = SkippedEpoch {
            island,
            epoch,
            generations: (begin, end),
            why: why.to_string(),
        };
        let (is_new, count) = quarantine::add(&self.dir, new)?;
        self.skipped_epochs = count;
        if is_new {
            let (last, path) = (end.saturating_sub(1), self.dir.join(QUARANTINE_FILE));
            self.notify(&format!(
                "warning: island {island} skipped generations {begin} to {last}: {why}; see {}",
                path.display()
            ));
        }
        Ok(())
    }
}
