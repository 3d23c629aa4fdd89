//! A summary of a run's events: restarts, migrations, verdicts on boards, new bests.

use super::History;
use super::series::Series;
use crate::manifest::SKIPPED;
use crate::rows::{BestEvent, Event, MigrationEvent};
use boilingpoint_evolve::Inexact;

/// Counts of the boards that have no exact fitness, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Boards that were cut off, skipped, or have a lower bound.
    pub inexact: Inexact,
    /// Boards that exceeded the budget and have no bound.
    pub unfinished: u64,
    /// Boards that have a value on which the objective is undefined.
    pub undefined: u64,
}

impl Verdicts {
    /// The counts with their names.
    pub fn named(&self) -> [(&'static str, u64); 5] {
        [
            ("cut off as too cold", self.inexact.cut),
            ("with a lower bound", self.inexact.bounded),
            (SKIPPED, self.inexact.screened),
            ("over budget", self.unfinished),
            ("objective undefined", self.undefined),
        ]
    }
}

/// The events of a run, summed up.
#[derive(Clone, Debug)]
pub struct EventSummary {
    /// The generation and the island of each restart.
    pub restarts: Series<(u64, usize)>,
    /// The migrations, in order.
    pub migrations: Series<MigrationEvent>,
    /// The generations in which boards got no exact fitness, in order, and the counts of these
    /// boards.
    pub verdicts: Series<(u64, Verdicts)>,
    /// The counts over the whole run.
    pub total: Verdicts,
    /// The reason for which the objective is undefined on the first such board.
    pub undefined_reason: Option<String>,
    /// The boards that became the best of the run, in order.
    pub bests: Series<BestEvent>,
}

impl EventSummary {
    pub(super) fn new(history: &History) -> EventSummary {
        EventSummary {
            restarts: Series::new(history.events),
            migrations: Series::new(history.events),
            verdicts: Series::new(history.events),
            total: Verdicts::default(),
            undefined_reason: None,
            bests: Series::new(history.bests),
        }
    }

    pub(super) fn add(&mut self, event: Event) {
        use Event::*;
        match event {
            Best(best) => self.bests.push(best),
            Restart { generation, island } => self.restarts.push((generation, island)),
            Migration(migration) => self.migrations.push(migration),
            Cut { generation, boards } => self.count(generation, |v| v.inexact.cut += boards),
            Bounded { generation, boards } => {
                self.count(generation, |v| v.inexact.bounded += boards);
            }
            Screened { generation, boards } => {
                self.count(generation, |v| v.inexact.screened += boards);
            }
            Unfinished { generation, .. } => self.count(generation, |v| v.unfinished += 1),
            Undefined {
                generation,
                boards,
                reason,
            } => {
                self.count(generation, |v| v.undefined += boards);
                self.undefined_reason.get_or_insert(reason);
            }
            Other => {}
        }
    }

    fn count(&mut self, generation: u64, add: impl Fn(&mut Verdicts)) {
        add(&mut self.total);
        match self.verdicts.last_mut() {
            Some((last, verdicts)) if *last == generation => add(verdicts),
            _ => {
                let mut verdicts = Verdicts::default();
                add(&mut verdicts);
                self.verdicts.push((generation, verdicts));
            }
        }
    }
}
