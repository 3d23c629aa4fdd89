//! Local polish: the neighbours of new elites are asked, best elites first, a bounded number
//! per generation. Neighbours are found when they are asked, so waiting elites cost nothing.

use serde::{Deserialize, Serialize};

use super::archive::Archive;
use super::specimen::Specimen;

/// How many elites of an island may wait for polish.
const QUEUE: usize = 16;

/// An elite whose neighbours are being asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PolishJob<G, F> {
    /// The elite.
    pub elite: Specimen<G, F>,
    /// Its first neighbour that was not looked at.
    pub next: usize,
}

/// How far a generation's polish goes in an island's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct PolishCursor {
    /// The jobs that are done.
    pub done: usize,
    /// The first neighbour of the job after them that was not looked at, if it was begun.
    pub next: usize,
}

/// Takes what was asked off the queue.
pub(super) fn advance<G, F>(queue: &mut Vec<PolishJob<G, F>>, cursor: PolishCursor) {
    queue.drain(..cursor.done.min(queue.len()));
    if let Some(job) = queue.first_mut() {
        job.next = job.next.max(cursor.next);
    }
}

/// Adds new elites, drops those that are elites no more, and keeps the best of the rest.
pub(super) fn enqueue<G, F: Ord>(
    queue: &mut Vec<PolishJob<G, F>>,
    elites: Vec<Specimen<G, F>>,
    archive: &Archive<G, F>,
) {
    queue.extend(elites.into_iter().map(|elite| PolishJob { elite, next: 0 }));
    queue.retain(|job| archive.contains(&job.elite));
    queue.sort_by(|a, b| a.elite.by_merit_and_youth(&b.elite));
    queue.truncate(QUEUE);
}
