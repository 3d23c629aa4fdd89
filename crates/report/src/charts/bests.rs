//! The boards that became the best of a run, and which of them a page draws.

use crate::ReportedRun;
use boilingpoint_problem::{Certainty, Fitness};
use boilingpoint_record::rows::BestEvent;
use std::collections::BTreeSet;

/// The largest number of boards that a page draws for its curves.
const DRAWN: usize = 240;

/// The best boards of a run, in order.
pub struct Bests<'a> {
    pub(crate) events: &'a [BestEvent],
    drawn: BTreeSet<usize>,
}

impl<'a> Bests<'a> {
    /// All best boards. If there are more than [`DRAWN`], those that were the best for the longest
    /// time are drawn, by the number of boards asked, and the last one.
    pub(crate) fn of(run: &'a ReportedRun) -> Bests<'a> {
        let events: &[BestEvent] = &run.view.events.bests;
        let until = |i: usize| events.get(i + 1).map_or(u64::MAX, |next| next.boards);
        let mut longest: Vec<usize> = (0..events.len()).collect();
        longest.sort_by_key(|&i| std::cmp::Reverse(until(i).saturating_sub(events[i].boards)));
        longest.truncate(DRAWN);
        Bests {
            events,
            drawn: longest.into_iter().collect(),
        }
    }

    /// The indices of the boards that are drawn.
    pub(crate) fn drawn(&self) -> impl Iterator<Item = usize> {
        self.drawn.iter().copied()
    }

    /// The id of the element that holds the drawing of a board. `None` if it is not drawn.
    pub(crate) fn drawing(&self, index: usize) -> Option<String> {
        self.drawn.contains(&index).then(|| drawing_id(index))
    }

    /// The last best board until the end of a generation.
    pub(crate) fn until(&self, generation: u64) -> Option<usize> {
        let after = self.events.partition_point(|b| b.generation <= generation);
        after.checked_sub(1)
    }
}

/// The id of the element that holds the drawing of a best board.
pub(crate) fn drawing_id(index: usize) -> String {
    format!("best-{index}")
}

/// The first component of a best board's fitness; with `>=` if it is a lower bound.
pub(super) fn first_text(event: &BestEvent) -> String {
    certainty(event).of_fitness(&[Fitness::first(&event.fitness).to_string()])
}

pub(super) fn certainty(event: &BestEvent) -> Certainty {
    event.certainty.unwrap_or(Certainty::Exact)
}
