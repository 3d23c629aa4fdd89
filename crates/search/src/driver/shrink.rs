//! The end of a run that has found a board: the smallest find is shrunk; the result is a record.
//!
//! The record is written behind the last checkpoint. So a run that is resumed after its end forgets
//! the record, goes on like a run that did not end, and shrinks its smallest find when it ends
//! again.

use super::super::backend::Ended;
use super::super::error::{RunError, SearchError};
use super::super::shrink::{Shrunk, ShrunkEnd, lineage_of_shrunk};
use super::{Driver, SearchTotals};
use boilingpoint_clock::Timer;
use boilingpoint_problem::Unscored;
use boilingpoint_record::folder::CERTIFICATES;
use boilingpoint_record::manifest::{Best, Status};
use boilingpoint_record::records::{LineageStep, RecordLine};
use boilingpoint_solver::SolveError;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The share of a run that shrinking may add, of its boards and of its seconds: one in four.
const SHARE: u64 = 4;

/// The least and the greatest number of boards that shrinking may score.
const LEAST: u64 = 500;
const MOST: u64 = 5000;

impl Driver {
    /// Shrinks the smallest find of a run that has ended so. Returns its record if it is smaller,
    /// and how the run ends: if a flag stops the shrinking, the run is not finished.
    pub(super) fn shrink(&self, ended: Ended) -> Result<(Ended, Option<RecordLine>), RunError> {
        let is_wanted = self.plan.search.shrink && self.plan.objective.collect.is_none();
        if !is_wanted || ended.status != Status::Finished || !self.has_found() {
            return Ok((ended, None));
        }
        let stopped = Ended::stopped("interrupted");
        let time = (ended.reason == "seconds")
            .then(|| Duration::from_secs((self.plan.budget.seconds / SHARE).max(1)));
        let shrunk = match self.shrunk_within(time) {
            Ok(Some(shrunk)) => shrunk,
            Ok(None) => return Ok((ended, None)),
            Err(_) => return Ok((stopped, None)),
        };
        match self.record_of_shrunk(&shrunk) {
            Err(RunError::Search(SearchError::Interrupted)) => Ok((stopped, None)),
            line => Ok((ended, line?)),
        }
    }

    /// Shrinks the best board for at most this time. `None` if the board cannot be scored again
    /// within its budget and this time.
    ///
    /// # Errors
    /// `Interrupted` if a person has asked the run to stop.
    pub(super) fn shrunk_within(
        &self,
        time: Option<Duration>,
    ) -> Result<Option<Shrunk>, SearchError> {
        let Some(best) = self.search.totals().best.as_ref() else {
            return Ok(None);
        };
        let most = (self.boards_valued() / SHARE).clamp(LEAST, MOST);
        let timer = time.map(|time| Timer::start(time, self.control.abort.clone()));
        let shrunk = self.search.evaluator().shrink(&best.genome, most);
        let is_over = timer.is_some_and(Timer::end);
        if is_over {
            self.clear_abort();
        }
        let was_stopped = match &shrunk {
            Ok(shrunk) => shrunk.end == ShrunkEnd::Stopped,
            Err(why) => *why == Unscored::Unsolved(SolveError::Stopped),
        };
        match was_stopped && !is_over {
            true => Err(SearchError::Interrupted),
            false => Ok(shrunk.ok()),
        }
    }

    /// Clears the flag that a timer has set, unless a person has asked the run to stop.
    pub(super) fn clear_abort(&self) {
        if !self.control.finish.load(Ordering::Relaxed) {
            self.control.abort.store(false, Ordering::Relaxed);
        }
    }

    /// The record of a board that was shrunk from the best board; `None` if it is not smaller.
    fn record_of_shrunk(&self, shrunk: &Shrunk) -> Result<Option<RecordLine>, RunError> {
        let totals = self.search.totals();
        let best = totals.best.as_ref().map(|best| &best.genome);
        let Some(best) = best.filter(|best| shrunk.genome.order() < best.order()) else {
            return Ok(None);
        };
        let generation = self.generation().saturating_sub(1);
        let from = best.canonical_board().text();
        let lineage = lineage_of_shrunk(self.lineage_of_best(totals)?, generation, from);
        let evaluator = self.search.evaluator();
        let line = evaluator.record_of_find(&shrunk.genome, generation, lineage)?;
        let named = |mut line: RecordLine| {
            let order = line.facts.order;
            let name = format!("{CERTIFICATES}/generation-{generation}-shrunk-order-{order}.json");
            line.certificate = line.proof.as_ref().map(|_| name);
            line
        };
        Ok(line.map(named))
    }

    /// The lineage of the best board, from its record.
    fn lineage_of_best(&self, totals: &SearchTotals) -> Result<Vec<LineageStep>, RunError> {
        let fitness = totals.best.as_ref().map(|best| best.fitness.texts());
        let records = self.writer.folder().records()?;
        let of_best = records
            .into_iter()
            .rev()
            .find(|line| Some(&line.fitness) == fitness.as_ref());
        Ok(of_best.map_or(Vec::new(), |line| line.lineage))
    }

    /// Writes the record of a shrunk board behind the last checkpoint. It is then the best board.
    pub(super) fn write_shrunk(&mut self, line: &RecordLine) -> Result<(), RunError> {
        if let (Some(name), Some(proof)) = (&line.certificate, &line.proof) {
            self.writer.write_certificate(name, proof)?;
        }
        self.logs.append_record(line)?;
        self.logs.flush_and_sync()?;
        self.shrunk = Some(Best {
            fitness: line.fitness.clone(),
            board: line.facts.board.clone(),
            tints: line.facts.tints.clone(),
            certainty: line.facts.certainty,
        });
        Ok(())
    }
}
