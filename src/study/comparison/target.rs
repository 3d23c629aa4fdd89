//! What the runs of a comparison aim at, and when a run got there.

use crate::book::harvest::board_of;
use crate::plan::Plan;
use crate::problem::expression::Expression;
use crate::problem::invariants::Subject;
use crate::problem::{Fitness, StopCondition};
use crate::record::rows::BestEvent;
use crate::record::view::RunView;
use crate::solver::{Budget, Solver};

/// What a run has to reach.
#[derive(Clone, Debug)]
pub enum Target {
    /// A best board that meets the config's `stop_when`.
    Condition(Expression),
    /// This fitness: without `stop_when`, the best that any of the runs reached.
    Fitness(Fitness),
    /// No run has found a board with a fitness.
    Nothing,
}

/// When a run reached its target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reached {
    /// Boards asked by then, the one that did it included.
    pub boards: u64,
    /// Seconds to the end of its generation.
    pub seconds: f64,
}

impl Target {
    /// The target of a run with this plan; `best` is the best fitness of all runs.
    pub fn of(plan: &Plan, best: Option<&Fitness>) -> Target {
        match (&plan.objective.stop_when, best) {
            (Some(condition), _) => Target::Condition(condition.clone()),
            (None, Some(best)) => Target::Fitness(best.clone()),
            (None, None) => Target::Nothing,
        }
    }

    /// The target as a condition.
    pub fn text(&self) -> String {
        match self {
            Target::Condition(condition) => condition.text().to_string(),
            Target::Fitness(fitness) => format!("fitness >= {fitness}"),
            Target::Nothing => "none".to_string(),
        }
    }

    /// When a run of this plan reached the target, if it did: its best board meets the target,
    /// and of the ever better boards that led there the first that does counts.
    pub fn reached(&self, plan: &Plan, view: &RunView) -> Option<Reached> {
        let bests = &view.events.bests;
        let first = match self {
            Target::Nothing => None,
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
        first.map(|m| Reached {
            boards: m.boards,
            seconds: view.seconds_at(m.generation).unwrap_or(view.seconds()),
        })
    }
}

/// Whether a board meets a condition; it is solved where the condition needs its value. A board
/// without a value does not meet it, as in the search.
fn judge(condition: &Expression, plan: &Plan) -> impl FnMut(&BestEvent) -> bool {
    let condition = StopCondition::new(condition.clone());
    let mut solver = condition.needs_value().then(|| {
        let budget = Budget {
            positions: plan.budget.positions,
            bytes: plan.budget.board_memory as usize,
            stop: None,
        };
        Solver::new(plan.game.ruleset, budget)
    });
    move |best| {
        let Ok(board) = board_of(&best.board, &best.tints) else {
            return false;
        };
        let heat = solver.as_mut().and_then(|s| s.summary(&board).ok());
        let subject = Subject {
            board: &board,
            summary: heat.as_ref(),
        };
        condition.holds(&subject, &best.fitness)
    }
}
