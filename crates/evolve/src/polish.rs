//! Local polish: an island proposes the neighbours of its new elites, the best elites first, a
//! bounded number in each generation. Neighbours are computed only when they are proposed, so an
//! elite in the queue costs no memory for its neighbours.
//!
//! The neighbourhood with the smallest moves comes first, the one with the largest moves last
//! (variable neighbourhood descent; Hansen and Mladenović 2001). An elite that loses its place in
//! its cell is dropped from the queue at once. The elite that took the place begins with the first
//! neighbourhood.

use serde::{Deserialize, Serialize};

use std::sync::{Arc, Mutex, PoisonError};

use super::archive::Archive;
use super::front::Comparison;
use super::problem::{Place, Problem};
use super::specimen::{FitnessValue, Specimen};

/// The greatest number of elites in an island's queue for polish.
pub(super) const QUEUE: usize = 16;

/// An elite in the queue, with the neighbours that are still to be proposed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PolishJob<G, F> {
    /// The elite whose neighbours are proposed.
    pub elite: Specimen<G, F>,
    /// The first neighbour that was not looked at yet.
    pub next: Neighbour,
}

/// The position of a neighbour in the list of a specimen's neighbours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Neighbour {
    /// The index of the neighbourhood; 0 has the smallest moves.
    pub neighbourhood: usize,
    /// The index of the neighbour within its neighbourhood.
    pub index: usize,
}

/// The neighbours of the specimen that an island looked at last. Local search comes back to them in
/// each generation until all were proposed, and to make them takes longer than to propose a few.
/// They follow from the specimen, so no result depends on whether they were kept.
pub(super) struct Nearby<G>(Mutex<Option<(NearbyKey, Neighbours<G>)>>);

/// The id of a specimen, and the index of a neighbourhood.
type NearbyKey = (u64, usize);

/// Neighbours, each with its operator.
type Neighbours<G> = Arc<Vec<(usize, G)>>;

impl<G> Default for Nearby<G> {
    fn default() -> Self {
        Nearby(Mutex::new(None))
    }
}

impl<G: Clone> Nearby<G> {
    /// The neighbours of a specimen. They are kept if later generations allow the same ones.
    pub fn of<P: Problem<Genome = G>, F>(
        &self,
        problem: &P,
        place: Place,
        neighbourhood: usize,
        of: &Specimen<G, F>,
    ) -> Neighbours<G> {
        let make = || Arc::new(problem.neighbours(place, neighbourhood, &of.genome));
        if problem.grows(place.generation) {
            return make();
        }
        let key = (of.id, neighbourhood);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((known, neighbours)) if *known == key => neighbours.clone(),
            _ => {
                // The neighbours before are dropped first, so that memory holds one list.
                *kept = None;
                kept.insert((key, make())).1.clone()
            }
        }
    }
}

/// How far the polish of a generation got in an island's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PolishCursor {
    /// The number of elites all of whose neighbours were looked at.
    pub done: usize,
    /// The first neighbour that was not looked at, for the first elite that is not done.
    pub next: Neighbour,
}

/// Removes the neighbours from the queue that a generation has looked at.
pub(super) fn advance<G, F>(queue: &mut Vec<PolishJob<G, F>>, cursor: PolishCursor) {
    queue.drain(..cursor.done.min(queue.len()));
    if let Some(job) = queue.first_mut() {
        job.next = job.next.max(cursor.next);
    }
}

/// Adds new elites, drops specimens that are no longer elites, and keeps the best of the others. In
/// a search by dominance, keeps the youngest.
pub(super) fn enqueue<G: Clone, F: FitnessValue>(
    queue: &mut Vec<PolishJob<G, F>>,
    elites: Vec<Specimen<G, F>>,
    archive: &Archive<G, F>,
    comparison: Comparison,
) {
    let next = Neighbour::default();
    queue.extend(elites.into_iter().map(|elite| PolishJob { elite, next }));
    queue.retain(|job| archive.contains(&job.elite));
    queue.sort_by(|a, b| {
        let by_youth = b.elite.id.cmp(&a.elite.id);
        match comparison {
            Comparison::InOrder => a.elite.by_merit(&b.elite).then(by_youth),
            Comparison::ByDominance => by_youth,
        }
    });
    queue.truncate(QUEUE);
}
