//! The target of the runs of a comparison, and the effort until a run reached its target.

use crate::book::harvest::board_of;
use crate::plan::Plan;
use crate::problem::expression::Expression;
use crate::problem::invariants::Subject;
use crate::problem::{Fitness, StopCondition};
use crate::record::rows::BestEvent;
use crate::record::view::RunView;
use crate::solver::Solver;

/// The target of a run.
#[derive(Clone, Debug)]
pub enum Target {
    /// The best board has to meet the config's `stop_when`.
    Condition(Expression),
    /// A board has to meet the condition of `find`, at which the config stops.
    Found(Expression),
    /// A fitness to reach. A config without `stop_when` has the best fitness of all runs as its
    /// target.
    Fitness(Fitness),
    /// There is no target: no run has found a board with a fitness.
    Nothing,
}

/// The effort of a run until it reached its target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TargetEffort {
    /// The number of boards asked for, up to and including the board that reached the target.
    pub boards: u64,
    /// The seconds until the end of the generation that asked for this board.
    pub seconds: f64,
}

impl Target {
    /// The target of a run with this plan. `best` is the best fitness of all runs.
    pub fn of(plan: &Plan, best: Option<&Fitness>) -> Target {
        if let (true, Some(find)) = (plan.objective.stop_at_find, &plan.objective.find) {
            return Target::Found(find.condition.clone());
        }
        match (&plan.objective.stop_when, best) {
            (Some(condition), _) => Target::Condition(condition.clone()),
            (None, Some(best)) => Target::Fitness(best.clone()),
            (None, None) => Target::Nothing,
        }
    }

    /// The target as a condition.
    pub fn text(&self) -> String {
        match self {
            Target::Condition(condition) | Target::Found(condition) => condition.text().to_string(),
            Target::Fitness(fitness) => format!("fitness >= {fitness}"),
            Target::Nothing => "none".to_string(),
        }
    }

    /// The effort until a run of this plan reached the target, at the first of its best boards that
    /// meets the target. `None` if the last of its best boards does not meet it.
    pub fn reached(&self, plan: &Plan, view: &RunView) -> Option<TargetEffort> {
        let bests = &view.events.bests;
        let first = match self {
            Target::Nothing => None,
            Target::Found(_) => bests.iter().find(|m| plan.objective.is_found(&m.fitness)),
            Target::Fitness(fitness) => {
                let reaches = |m: &&BestEvent| m.fitness >= *fitness;
                bests.iter().find(reaches)
            }
            Target::Condition(condition) => {
                let mut meets = judge(condition, plan);
                let best = bests.last()?;
                if !meets(best) {
                    return None;
                }
                bests.iter().find(|m| meets(m))
            }
        };
        first.map(|m| TargetEffort {
            boards: m.boards,
            seconds: view.seconds_at(m.generation).unwrap_or(view.seconds()),
        })
    }
}

/// Tests whether boards meet a condition. A board is solved if the condition needs its value. As in
/// the search, a board without a value does not meet the condition.
fn judge(condition: &Expression, plan: &Plan) -> impl FnMut(&BestEvent) -> bool {
    let condition = StopCondition::new(condition.clone());
    let mut solver = condition
        .needs_value()
        .then(|| Solver::new(plan.game.ruleset, plan.solver_budget(None)));
    move |best| {
        let Ok(board) = board_of(&best.board, &best.tints) else {
            return false;
        };
        let extras = condition.extras();
        let summary = solver
            .as_mut()
            .and_then(|s| s.summary_with(&board, &extras).ok());
        let subject = Subject {
            board: &board,
            summary: summary.as_ref(),
        };
        condition.holds(&subject, &best.fitness)
    }
}
