//! Epochs: the generations of an island between two migrations.
//!
//! An epoch is a function of the island's state, of what others offered it and of the plan. It can be gone through
//! anywhere, twice if need be, and comes to the same.

use super::bred::Bred;
use super::isle::{Isle, IsleStep};
use super::workshop::Workshop;
use super::{SearchError, SearchState};
use crate::evolve::Offer;
use crate::problem::{Fitness, Genome};
use crate::run::config::Plan;
use crate::run::parts::settings;
use serde::{Deserialize, Serialize};
use std::slice;

/// Generations of an epoch where there are no migrations that would end it.
const WITHOUT_MIGRATION: u64 = 10;

/// What an island offers to others at the end of an epoch.
pub type IsleOffer = Offer<Genome, Fitness>;

/// Which generations an epoch has, and who waits for whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calendar {
    /// Generations of an epoch.
    pub every: u64,
    /// Generations of the search.
    pub generations: u64,
    /// The islands that send to each.
    pub senders: Vec<Vec<usize>>,
}

impl Calendar {
    /// That of a plan.
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

    /// How many islands there are.
    pub fn islands(&self) -> usize {
        self.senders.len()
    }

    /// The epoch that a generation is in.
    pub fn epoch(&self, generation: u64) -> u64 {
        generation / self.every
    }

    /// The first generation of an epoch.
    pub fn begin(&self, epoch: u64) -> u64 {
        epoch.saturating_mul(self.every)
    }

    /// The generation before which an epoch ends.
    pub fn end(&self, epoch: u64) -> u64 {
        self.begin(epoch.saturating_add(1)).min(self.generations)
    }

    /// Whether the search has such an epoch.
    pub fn has(&self, epoch: u64) -> bool {
        self.begin(epoch) < self.generations
    }

    /// The islands whose epochs have to be over before an island begins its next: its senders, and itself.
    pub fn needs(&self, island: usize) -> impl Iterator<Item = usize> {
        self.senders[island].iter().copied().chain([island])
    }

    /// The islands that wait for the end of an island's epoch: those that it sends to, and itself.
    pub fn waiting(&self, island: usize) -> impl Iterator<Item = usize> {
        let waits = move |&other: &usize| self.needs(other).any(|needed| needed == island);
        (0..self.islands()).filter(waits)
    }
}

/// What an epoch of an island brought, to be put together with those of the others.
#[derive(Clone, Serialize, Deserialize)]
pub struct EpochLog {
    /// The keys that were new to the island, of those that others told it before the epoch.
    pub received: Vec<u64>,
    /// What each generation brought, with the keys that the island asked in it.
    pub generations: Vec<(IsleStep, Vec<u64>)>,
}

impl Isle {
    /// The generation that comes next.
    pub fn generation(&self) -> u64 {
        self.engine().generation
    }

    /// Whether it needs the offers of its senders before it goes on.
    pub fn awaits_offers(&self) -> bool {
        self.engine().awaits_offers()
    }

    /// What it offers to others after its latest epoch.
    pub fn offer(&self) -> IsleOffer {
        self.engine.offer()
    }

    /// Takes what its senders offer, if it waits for that, and goes on until the generation `until`.
    ///
    /// # Errors
    /// `Interrupted`; then the island is of no use any more.
    pub fn live(
        &mut self,
        workshop: &Workshop,
        offers: &[IsleOffer],
        until: u64,
    ) -> Result<EpochLog, SearchError> {
        let mut log = self.receive(workshop, offers);
        while self.generation() < until {
            let bred = Bred::of(workshop, slice::from_ref(self))?;
            let steps = bred.tell(workshop, slice::from_mut(self));
            let keys = self.engine.drain_new_keys();
            log.generations
                .extend(steps.into_iter().map(|step| (step, keys.clone())));
        }
        Ok(log)
    }

    /// As [`Isle::live`], but the island asks nothing.
    pub fn sit_out(&mut self, workshop: &Workshop, offers: &[IsleOffer], until: u64) -> EpochLog {
        let mut log = self.receive(workshop, offers);
        while self.generation() < until {
            let step = IsleStep::passed(self.engine.pass(&workshop.boards));
            log.generations.push((step, self.engine.drain_new_keys()));
        }
        log
    }

    fn receive(&mut self, workshop: &Workshop, offers: &[IsleOffer]) -> EpochLog {
        self.engine.drain_new_keys(); // those were told before
        if self.awaits_offers() {
            let offers: Vec<&IsleOffer> = offers.iter().collect();
            self.engine.receive(&workshop.boards, &offers);
        }
        EpochLog {
            received: self.engine.drain_new_keys(),
            generations: Vec::new(),
        }
    }
}

impl SearchState {
    /// The state of a search whose islands were gone on with elsewhere.
    pub fn of(islands: Vec<super::IsleState>, ledger: super::Ledger) -> SearchState {
        SearchState { islands, ledger }
    }

    /// Its islands and what they have come to.
    pub fn into_parts(self) -> (Vec<super::IsleState>, super::Ledger) {
        (self.islands, self.ledger)
    }
}
