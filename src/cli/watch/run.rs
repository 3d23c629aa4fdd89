//! A run that is watched: the view of it, and what its plan says.

use super::limits::{Completion, RunLimits};
use crate::book::harvest::objective_text;
use crate::plan::Plan;
use crate::record::rows::GenerationRows;
use crate::record::view::{History, RunView};
use crate::search::Driver;
use std::time::Instant;

/// A run that is watched.
#[derive(Clone, Debug)]
pub struct LiveRun {
    /// The run.
    pub view: RunView,
    /// What ends it.
    pub limits: RunLimits,
    /// Ruleset, class, orders and objective.
    pub question: String,
    /// Seconds that the run had taken at that instant.
    pub elapsed: f64,
    /// When the latest generation was added.
    pub at: Instant,
}

impl LiveRun {
    /// A run that is about to begin or to be resumed.
    pub fn new(driver: &Driver) -> LiveRun {
        let plan = driver.plan();
        LiveRun {
            view: RunView::new(
                driver.manifest().clone(),
                plan.search.islands,
                History::TERMINAL,
            ),
            limits: RunLimits::new(plan),
            question: question(plan),
            elapsed: driver.elapsed(),
            at: Instant::now(),
        }
    }

    /// The same with what its folder says of the generations before. Logs that cannot be read are
    /// not shown; the search does not depend on them.
    pub fn with_past(driver: &Driver) -> LiveRun {
        let mut run = LiveRun::new(driver);
        let islands = run.view.islands.len();
        if let Ok(view) = RunView::read(driver.folder(), islands, History::TERMINAL) {
            run.view = view;
        }
        run
    }

    /// Adds a generation.
    pub fn add(&mut self, rows: GenerationRows) {
        self.elapsed = rows.timing.elapsed.0;
        self.at = Instant::now();
        self.view.add(rows);
    }

    /// How far the run is after so many seconds.
    pub fn completion(&self, elapsed: f64) -> Completion {
        let (generations, boards) = (self.view.generations(), self.view.boards_valued());
        self.limits.completion(generations, boards, elapsed)
    }

    /// The best board as graph6; empty if there is none.
    pub fn board(&self) -> &str {
        let best = self.view.manifest.best.as_ref();
        best.map_or("", |best| &best.board)
    }
}

fn question(plan: &Plan) -> String {
    let [least, most] = plan.boards.order;
    let tinted = if plan.boards.tinted { "tinted " } else { "" };
    format!(
        "{}, {tinted}{}, order {least} to {most}: {}",
        plan.game.ruleset.name(),
        plan.boards.class.name(),
        objective_text(plan, None)
    )
}
