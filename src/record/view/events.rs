//! The events of a run in sum: restarts, migrations, verdicts, new bests.

use super::History;
use super::series::Series;
use crate::evolve::Inexact;
use crate::record::rows::{BestEvent, Event, MigrationEvent};

/// Boards that have no exact fitness, by why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Cut off, with a lower bound, or skipped.
    pub inexact: Inexact,
    /// Out of budget.
    pub unfinished: u64,
    /// With a value for which the objective is undefined.
    pub undefined: u64,
}

impl Verdicts {
    /// Each with its name.
    pub fn named(&self) -> [(&'static str, u64); 5] {
        [
            ("too cold to matter", self.inexact.cut),
            ("with a lower bound", self.inexact.bounded),
            ("skipped as too expensive", self.inexact.screened),
            ("out of budget", self.unfinished),
            ("objective undefined", self.undefined),
        ]
    }
}

/// The events of a run.
#[derive(Clone, Debug)]
pub struct EventSummary {
    /// Generation and island.
    pub restarts: Series<(u64, usize)>,
    /// In order.
    pub migrations: Series<MigrationEvent>,
    /// By generation, in order; those without any are left out.
    pub verdicts: Series<(u64, Verdicts)>,
    /// Of the whole run.
    pub total: Verdicts,
    /// Each new best.
    pub bests: Series<BestEvent>,
}

impl EventSummary {
    pub(super) fn new(history: &History) -> EventSummary {
        EventSummary {
            restarts: Series::new(history.events),
            migrations: Series::new(history.events),
            verdicts: Series::new(history.events),
            total: Verdicts::default(),
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
                generation, boards, ..
            } => self.count(generation, |v| v.undefined += boards),
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
