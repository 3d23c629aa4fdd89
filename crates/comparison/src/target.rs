//! The target of the runs of a comparison.

use super::RunEffort;
use boilingpoint_boards::Board;
use boilingpoint_book::harvest::board_of;
use boilingpoint_plan::{Plan, Question, values_of};
use boilingpoint_problem::expression::Expression;
use boilingpoint_problem::invariants::Subject;
use boilingpoint_problem::{Fitness, StopCondition};
use boilingpoint_record::rows::BestEvent;
use boilingpoint_solver::{Extras, Summary};

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
    /// The number of values to collect: the most that any run has collected, and their name.
    Values(u64, String),
    /// There is no target: no run has found a board with a fitness.
    Nothing,
}

/// Finds the values of boards for a run's plan. `None` stands for a board that cannot be valued.
pub type Valuer<'a> = dyn FnMut(&Plan, &Board, &Extras) -> Option<Summary> + 'a;

/// The best results of all runs that ask the same question.
#[derive(Clone, Debug, Default)]
pub struct BestOfAll {
    pub fitness: Option<Fitness>,
    /// The largest number of values collected.
    pub values: u64,
}

impl Target {
    /// The target of a run with this plan.
    pub fn of(plan: &Plan, best: &BestOfAll) -> Target {
        let objective = &plan.objective;
        if let (true, Some(find)) = (objective.stop_at_find, &objective.find) {
            return Target::Found(find.condition.clone());
        }
        match (&objective.stop_when, objective.question(), &best.fitness) {
            (Some(condition), _, _) => Target::Condition(condition.clone()),
            (None, _, None) => Target::Nothing,
            (None, Question::Collect(collect), Some(_)) => {
                Target::Values(best.values, values_of(collect)[1].clone())
            }
            (None, _, Some(best)) => Target::Fitness(best.clone()),
        }
    }

    /// The target as a condition.
    pub fn text(&self) -> String {
        match self {
            Target::Condition(condition) | Target::Found(condition) => condition.text().to_string(),
            Target::Fitness(fitness) => format!("fitness >= {fitness}"),
            Target::Values(count, values) => format!("{count} {values}"),
            Target::Nothing => "none".to_string(),
        }
    }

    /// The effort until a run of this plan reached the target, at the first of its best boards that
    /// meets the target. `None` if the last of its best boards does not meet it.
    pub(super) fn reached(
        &self,
        plan: &Plan,
        valuer: &mut Valuer,
        bests: &[(RunEffort, BestEvent)],
        values: &[(RunEffort, u64)],
    ) -> Option<RunEffort> {
        let first = |meets: &mut dyn FnMut(&BestEvent) -> bool| {
            let found = bests.iter().find(|(_, best)| meets(best));
            found.map(|(effort, _)| *effort)
        };
        match self {
            Target::Nothing => None,
            Target::Found(_) => first(&mut |best| plan.objective.is_found(&best.fitness)),
            Target::Fitness(fitness) => first(&mut |best| best.fitness >= *fitness),
            Target::Values(count, _) => {
                let reaching = values.iter().find(|(_, values)| values >= count);
                reaching.map(|(effort, _)| *effort)
            }
            Target::Condition(condition) => {
                let mut meets = judge(condition, plan, valuer);
                let (_, best) = bests.last()?;
                if meets(best) { first(&mut meets) } else { None }
            }
        }
    }
}

/// Tests whether boards meet a condition. A board is solved if the condition needs its value. As in
/// the search, a board without a value does not meet the condition.
fn judge(
    condition: &Expression,
    plan: &Plan,
    valuer: &mut Valuer,
) -> impl FnMut(&BestEvent) -> bool {
    let condition = StopCondition::new(condition.clone());
    let needs_value = condition.needs_value();
    move |best| {
        let Ok(board) = board_of(&best.board, &best.tints) else {
            return false;
        };
        let extras = condition.extras();
        let summary = needs_value.then(|| valuer(plan, &board, &extras)).flatten();
        let subject = Subject {
            board: &board,
            summary: summary.as_ref(),
        };
        condition.holds(&subject, &best.fitness)
    }
}
