//! A generation of some islands that was bred and valued, and not told yet.

use super::SearchError;
use super::isle::{Isle, IsleStep, Sighting};
use super::workshop::{Generation, Workshop};

/// What some islands asked in a generation, with the scores, and what they see in it.
pub(super) struct Bred {
    scored: Vec<Generation>,
    sightings: Vec<Sighting>,
}

impl Bred {
    /// The next generation of islands that are at the same one. Nothing has changed after it.
    ///
    /// # Errors
    /// `Interrupted`.
    pub(super) fn of(workshop: &Workshop, islands: &[Isle]) -> Result<Bred, SearchError> {
        let scored = workshop.score(islands)?;
        let sighted = islands.iter().zip(&scored);
        let sightings = sighted
            .map(|(island, (batch, scores))| island.sight(workshop, batch, scores))
            .collect();
        Ok(Bred { scored, sightings })
    }

    /// What the islands see, in their order.
    pub(super) fn sightings(&self) -> Vec<&Sighting> {
        self.sightings.iter().collect()
    }

    /// Tells the islands, which ends their generation.
    pub(super) fn tell(self, workshop: &Workshop, islands: &mut [Isle]) -> Vec<IsleStep> {
        let told = islands.iter_mut().zip(self.scored).zip(self.sightings);
        told.map(|((island, scored), seen)| island.tell(workshop, scored, seen))
            .collect()
    }
}
