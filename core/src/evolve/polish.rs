//! Local polish: an island asks the neighbours of its new elites, the best elites first, a bounded
//! number in a generation. Neighbours are computed when they are asked, so an elite in the queue
//! costs no memory for them.
//!
//! Neighbourhoods are asked from the smallest moves to the largest (variable neighbourhood descent;
//! Hansen and Mladenović 2001). An elite that loses its place in its cell is dropped from the queue
//! at once; the elite that took the place begins with the first neighbourhood.

use serde::{Deserialize, Serialize};

use super::archive::Archive;
use super::specimen::{FitnessValue, Specimen};

/// The greatest number of elites in an island's queue.
const QUEUE: usize = 16;

/// An elite whose neighbours are being asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PolishJob<G, F> {
    /// The elite.
    pub elite: Specimen<G, F>,
    /// The first neighbour that was not looked at.
    pub next: Neighbour,
}

/// The number of a neighbour of a specimen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Neighbour {
    /// The index of the neighbourhood.
    pub neighbourhood: usize,
    /// The index of the neighbour in the neighbourhood.
    pub index: usize,
}

/// The progress of a generation's polish in an island's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PolishCursor {
    /// The number of jobs that were completed.
    pub done: usize,
    /// In the first job that was not completed, the first neighbour that was not looked at.
    pub next: Neighbour,
}

/// Removes the neighbours that were asked from the queue.
pub(super) fn advance<G, F>(queue: &mut Vec<PolishJob<G, F>>, cursor: PolishCursor) {
    queue.drain(..cursor.done.min(queue.len()));
    if let Some(job) = queue.first_mut() {
        job.next = job.next.max(cursor.next);
    }
}

/// Adds new elites, drops specimens that are elites no longer, and keeps the best of the rest.
pub(super) fn enqueue<G: Clone, F: FitnessValue>(
    queue: &mut Vec<PolishJob<G, F>>,
    elites: Vec<Specimen<G, F>>,
    archive: &Archive<G, F>,
) {
    let next = Neighbour::default();
    queue.extend(elites.into_iter().map(|elite| PolishJob { elite, next }));
    queue.retain(|job| archive.contains(&job.elite));
    queue.sort_by(|a, b| a.elite.by_merit(&b.elite).then(b.elite.id.cmp(&a.elite.id)));
    queue.truncate(QUEUE);
}
