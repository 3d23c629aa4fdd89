//! Epochs: the generations of an island between two migrations.
//!
//! An epoch is a function of the island's state, of the other islands' offers and of the plan. Any
//! process can compute it, several times if necessary, with the same result.

use super::epoch_log::EpochLog;
use super::error::SearchError;
use super::evaluator::Evaluator;
use super::generation::{ask, evaluate, tell};
use super::island::BoardIsland;
use super::parts::settings;
use super::report::IslandOffer;
use boilingpoint_plan::Plan;
use std::slice;

/// The length of an epoch in generations if there are no migrations.
const WITHOUT_MIGRATION: u64 = 10;

/// The generations of each epoch, and which islands wait for each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calendar {
    /// The length of an epoch in generations.
    pub every: u64,
    /// The number of generations of the search.
    pub generations: u64,
    /// For each island, the islands that send offers to it.
    pub senders: Vec<Vec<usize>>,
}

impl Calendar {
    /// The calendar of a plan.
    pub fn of(plan: &Plan) -> Calendar {
        let settings = settings(plan);
        let every = match settings.migration_every {
            0 => WITHOUT_MIGRATION,
            every => every,
        };
        let senders = |island| match settings.migration_every {
            0 => Vec::new(),
            _ => settings.senders(island),
        };
        Calendar {
            every,
            generations: plan.search.generations,
            senders: (0..settings.islands).map(senders).collect(),
        }
    }

    /// The number of islands.
    pub fn islands(&self) -> usize {
        self.senders.len()
    }

    /// The epoch of a generation.
    pub fn epoch(&self, generation: u64) -> u64 {
        generation / self.every
    }

    /// The first generation of an epoch.
    pub fn begin(&self, epoch: u64) -> u64 {
        epoch.saturating_mul(self.every)
    }

    /// The end of an epoch: the generation after its last generation.
    pub fn end(&self, epoch: u64) -> u64 {
        self.begin(epoch.saturating_add(1)).min(self.generations)
    }

    /// Whether the search has this epoch.
    pub fn has(&self, epoch: u64) -> bool {
        self.begin(epoch) < self.generations
    }

    /// The islands whose epochs have to be complete before an island begins its next epoch: its
    /// senders, and the island itself.
    pub fn needs(&self, island: usize) -> impl Iterator<Item = usize> {
        self.senders[island].iter().copied().chain([island])
    }

    /// The islands that wait for an island's epoch: those that it sends offers to, and the island
    /// itself.
    pub fn waiting(&self, island: usize) -> impl Iterator<Item = usize> {
        let waits = move |&other: &usize| self.needs(other).any(|needed| needed == island);
        (0..self.islands()).filter(waits)
    }
}

impl BoardIsland {
    /// Receives the offers of the senders, if the island awaits them, and processes the generations
    /// before `until`.
    ///
    /// # Errors
    /// `Interrupted` when the stop flag was set. Then the island must not be used any more.
    pub fn process(
        &mut self,
        evaluator: &Evaluator,
        offers: &[IslandOffer],
        until: u64,
    ) -> Result<EpochLog, SearchError> {
        let mut log = EpochLog::begin(self.receive(&evaluator.boards, offers));
        while self.generation() < until {
            let batches = ask(evaluator, slice::from_ref(self));
            let scored = evaluate(evaluator, slice::from_ref(self), batches)?;
            let reports = tell(evaluator, slice::from_mut(self), scored);
            log.generations.extend(reports);
        }
        Ok(log)
    }

    /// Like [`BoardIsland::process`], but the island asks for no boards.
    pub fn skip_until(
        &mut self,
        evaluator: &Evaluator,
        offers: &[IslandOffer],
        until: u64,
    ) -> EpochLog {
        let mut log = EpochLog::begin(self.receive(&evaluator.boards, offers));
        while self.generation() < until {
            log.generations.push(self.skip(&evaluator.boards));
        }
        log
    }
}
