//! A run on display: its view, and the question and limits of its plan.

use super::limits::{Completion, RunLimits};
use boilingpoint_book::harvest::objective_text;
use boilingpoint_plan::{ObjectiveKeys, Plan, Question};
use boilingpoint_record::rows::GenerationRows;
use boilingpoint_record::view::{History, RunView};
use boilingpoint_search::Driver;
use std::time::Instant;

#[derive(Clone, Debug)]
pub struct LiveRun {
    pub view: RunView,
    pub limits: RunLimits,
    /// The objective of the plan. `None` if the run has no plan, as in tests.
    pub objective: Option<ObjectiveKeys>,
    /// Ruleset, class, orders and objective.
    pub question: String,
    /// The number of seconds from the beginning of the run to the time `at`.
    pub elapsed: f64,
    /// The time when the latest generation was added.
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
            objective: Some(plan.objective.clone()),
            question: question(plan),
            elapsed: driver.elapsed(),
            at: Instant::now(),
        }
    }

    /// Like [`LiveRun::new`], with the earlier generations from the run folder. Logs that cannot be
    /// read are not shown. The search does not depend on them.
    pub fn with_past(driver: &Driver) -> LiveRun {
        let mut run = LiveRun::new(driver);
        let islands = run.view.islands.len();
        if let Ok(view) = RunView::read(driver.folder(), islands, History::TERMINAL) {
            run.view = view;
        }
        run
    }

    pub fn add(&mut self, rows: GenerationRows) {
        self.elapsed = rows.timing.elapsed.0;
        self.at = Instant::now();
        self.view.add(rows);
    }

    /// The progress after this many seconds.
    pub fn completion(&self, elapsed: f64) -> Completion {
        let (generations, boards) = (self.view.generations(), self.view.boards_valued());
        self.limits.completion(generations, boards, elapsed)
    }

    /// The result so far: `3/2`, or `24 values`. `None` if there is no board with a fitness.
    pub fn standing(&self) -> Option<String> {
        let best = self.view.manifest.best.as_ref();
        let values = self.view.progress.last().map_or(0, |row| row.cells);
        match &self.objective {
            Some(objective) => objective.standing(best, values),
            None => self.view.best_text(),
        }
    }

    /// The word before the result.
    pub fn label(&self) -> &'static str {
        let objective = self.objective.as_ref();
        match objective.is_some_and(|objective| objective.collect.is_some()) {
            true => "collected",
            false => "best",
        }
    }

    /// The best board as graph6; empty if the run has no best board.
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
        plan.game.text(),
        plan.boards.class.name(),
        match plan.objective.question() {
            Question::Find(find) => format!("find {find}"),
            Question::Collect(collect) => format!("collect {collect}"),
            Question::Best => {
                let front = plan.objective.front_in_words();
                front.unwrap_or_else(|| objective_text(plan, None))
            }
        }
    )
}
