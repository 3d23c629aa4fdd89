//! Local polish: the neighbours of new elites are asked, best elites first, a bounded number
//! per generation. Neighbours are found when they are asked, so waiting elites cost nothing.
//!
//! Neighbourhoods are asked from the nearest to the widest (variable neighbourhood descent;
//! Hansen and Mladenović 2001). An elite that is beaten in its cell is dropped, wherever its
//! polish stands; the elite that beat it begins at the nearest.

use serde::{Deserialize, Serialize};

use super::archive::Archive;
use super::specimen::{FitnessValue, Specimen};

/// How many elites of an island may wait for polish.
const QUEUE: usize = 16;

/// An elite whose neighbours are being asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PolishJob<G, F> {
    /// The elite.
    pub elite: Specimen<G, F>,
    /// Its first neighbour that was not looked at.
    pub next: Neighbour,
}

/// A neighbour by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Neighbour {
    /// The neighbourhood.
    pub neighbourhood: usize,
    /// Its place in it.
    pub index: usize,
}

/// How far a generation's polish goes in an island's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PolishCursor {
    /// The jobs that are done.
    pub done: usize,
    /// The first neighbour of the job after them that was not looked at, if it was begun.
    pub next: Neighbour,
}

/// Takes the neighbours that were asked off the queue.
pub(super) fn advance<G, F>(queue: &mut Vec<PolishJob<G, F>>, cursor: PolishCursor) {
    queue.drain(..cursor.done.min(queue.len()));
    if let Some(job) = queue.first_mut() {
        job.next = job.next.max(cursor.next);
    }
}

/// Adds new elites, drops those that are elites no more, and keeps the best of the rest.
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
