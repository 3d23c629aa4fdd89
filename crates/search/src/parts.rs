//! Makes the parts of a search from a plan: the space of boards, the settings of `evolve`, the
//! solvers.

use super::error::SearchError;
use boilingpoint_evolve::{Comparison, Problem, Settings};
use boilingpoint_plan::{KNOWN_BOARDS, Plan};
use boilingpoint_problem::expression::Expression;
use boilingpoint_problem::operators::{Guide, OperatorId};
use boilingpoint_problem::{Boards, Class, Growth, Objective, Space, Walker};
use boilingpoint_solver::Pool;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The space of boards that a plan may breed, with the walks of its objective.
///
/// # Errors
/// As [`bred_boards`].
pub(super) fn boards(plan: &Plan, comparison: Comparison) -> Result<Boards, SearchError> {
    let objective = &plan.objective;
    let classes = classes(plan);
    let find = objective.find.as_ref().map(|find| &find.condition);
    let conditions: Vec<&Expression> = find.into_iter().chain(&objective.require).collect();
    let walker = Walker::of(&classes, objective.walked().as_deref(), &conditions);
    with_operators(plan, space(plan, comparison)?.walked_by(walker))
}

/// The classes of a plan's islands.
fn classes(plan: &Plan) -> Vec<Class> {
    match &plan.islands.class[..] {
        [] => vec![plan.class_of(plan.boards.class)],
        own => own.iter().map(|&kind| plan.class_of(kind)).collect(),
    }
}

/// The space of boards that a plan may breed, without walks.
///
/// # Errors
/// When a start board is in no class, or no operator can be used.
pub(super) fn bred_boards(plan: &Plan, comparison: Comparison) -> Result<Boards, SearchError> {
    with_operators(plan, space(plan, comparison)?)
}

/// The order in which the plan compares boards.
pub(super) fn comparison(plan: &Plan) -> Comparison {
    match plan.objective.is_front() {
        true => Comparison::ByDominance,
        false => Comparison::InOrder,
    }
}

fn space(plan: &Plan, comparison: Comparison) -> Result<Boards, SearchError> {
    let start = &plan.boards.start;
    let boards = Boards::new(Space {
        classes: classes(plan),
        operators: operators(plan),
        breeding: plan.islands.breeding.clone(),
        start: start.iter().map(|start| start.board.clone()).collect(),
        start_only: plan.boards.start_only,
        comparison,
        growth: (plan.boards.grow_from > 0).then_some(Growth {
            from: plan.boards.grow_from,
            until: plan.boards.grow_until,
        }),
    })?;
    let guide = Guide::of(plan.game.ruleset, objective(plan));
    Ok(boards.guided_by(guide))
}

/// The boards, if islands have operators.
fn with_operators(plan: &Plan, boards: Boards) -> Result<Boards, SearchError> {
    if boards.operators().is_empty() {
        let named = plan.search.operators.iter();
        let names: Vec<&str> = named.map(|o| o.name()).collect();
        return Err(SearchError::Operators(names.join(", ")));
    }
    Ok(boards)
}

/// The objective of a plan.
pub(super) fn objective(plan: &Plan) -> Objective {
    let required = plan.required();
    Objective::new(
        plan.objective.goals(),
        required.as_ref(),
        &plan.archive.cells,
    )
    .with(plan.objective.collect.as_ref(), &plan.islands.maximize)
}

/// The lists of operators, which the islands use in turn. An empty list in `islands.operators`
/// stands for the list `search.operators`.
fn operators(plan: &Plan) -> Vec<Vec<OperatorId>> {
    let common = &plan.search.operators;
    let own = plan.islands.operators.iter();
    let mut lists: Vec<Vec<OperatorId>> = own
        .map(|own| if own.is_empty() { common } else { own }.clone())
        .collect();
    if lists.is_empty() {
        lists.push(common.clone());
    }
    lists
}

/// The settings of `evolve`.
pub(super) fn settings(plan: &Plan) -> Settings {
    let search = &plan.search;
    let mut methods = plan.islands.method.clone();
    if methods.is_empty() {
        methods.push(search.method);
    }
    let share = |count: usize| (count as f64 / search.population as f64).min(1.0);
    Settings {
        seed: plan.seed,
        islands: search.islands,
        population: search.population,
        migration_every: search.migration_every,
        migrants: search.migrants,
        topology: search.topology,
        methods,
        emission: search.emitter,
        policy: search.policy,
        selection: search.selection,
        tournament: search.tournament,
        archive_parent_share: search.archive_share.min(1.0 - share(search.immigrants)),
        immigrant_share: share(search.immigrants),
        stagnation: search.stagnation,
        polish_share: share(search.polish),
        per_cell: plan.archive.per_cell,
        // The settings below are not keys of a config.
        elites: 4,
        crowd: 0.25,
        further_step: 0.15,
        operator_floor: 0.02,
        credit_window: 1000,
        isolation: 25,
        attempts: 12,
        cells: 4096,
        seen: KNOWN_BOARDS,
    }
}

/// The solvers of a plan, which share a table.
///
/// # Errors
/// When threads cannot be started.
pub(super) fn pool(plan: &Plan, stop: Option<Arc<AtomicBool>>) -> Result<Pool, SearchError> {
    Pool::new(plan.game.ruleset, &plan.solver_budget(stop), plan.threads)
        .map_err(SearchError::Threads)
}
