//! From a plan to the parts of a search: what may be bred, how the engine works, who solves.

use super::config::{self, Plan};
use super::search::SearchError;
use super::stock::class_of;
use crate::evolve::{Emission, Method, Policy, Problem, Selection, Settings, Topology};
use crate::graph::{Board, parse_board};
use crate::problem::{Boards, Growth, Kind, Space};
use crate::ruleset::Ruleset;
use crate::solver::{Budget, Pool};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The boards that a plan may breed.
///
/// # Errors
/// When a board to start from, a class or the operators cannot be.
pub(super) fn boards(plan: &Plan) -> Result<Boards, SearchError> {
    let kind = Kind::by_name(&plan.boards.class).expect("checked with the config");
    let mut classes = Vec::new();
    for name in &plan.islands.class {
        let own = Kind::by_name(name).expect("checked with the config");
        if !own.is_within(kind) {
            return Err(SearchError::IslandClass(own.name(), kind.name()));
        }
        classes.push(class_of(&plan.boards, own, &plan.game.ruleset));
    }
    if classes.is_empty() {
        classes.push(class_of(&plan.boards, kind, &plan.game.ruleset));
    }
    let read = |text: &String| {
        parse_board(text).map_err(|e| SearchError::Start(text.clone(), e.to_string()))
    };
    let start = plan
        .boards
        .start
        .iter()
        .map(read)
        .collect::<Result<Vec<Board>, _>>()?;
    let boards = Boards::new(Space {
        classes,
        operators: operators(plan),
        start,
        start_only: plan.boards.start_only,
        growth: (plan.boards.grow_from > 0).then_some(Growth {
            from: plan.boards.grow_from,
            until: plan.boards.grow_until,
        }),
    })?;
    if boards.operators().is_empty() {
        return Err(SearchError::Operators(plan.search.operators.join(", ")));
    }
    Ok(boards)
}

/// The names of each island's operators, dealt in turn; an empty list stands for all.
fn operators(plan: &Plan) -> Vec<Vec<String>> {
    let own = |names: &String| -> Vec<String> {
        let own: Vec<String> = names.split_whitespace().map(str::to_string).collect();
        if own.is_empty() {
            plan.search.operators.clone()
        } else {
            own
        }
    };
    let lists: Vec<Vec<String>> = plan.islands.operators.iter().map(own).collect();
    if lists.is_empty() {
        vec![plan.search.operators.clone()]
    } else {
        lists
    }
}

fn method(method: config::Method) -> Method {
    match method {
        config::Method::Evolve => Method::Evolve,
        config::Method::Random => Method::Random,
        config::Method::Climb => Method::Climb,
        config::Method::LookAhead => Method::LookAhead,
        config::Method::Anneal => Method::Anneal,
    }
}

fn emission(emitter: config::Emitter) -> Emission {
    match emitter {
        config::Emitter::Adaptive => Emission::Adaptive,
        config::Emitter::Uniform => Emission::Uniform,
        config::Emitter::Novelty => Emission::Novelty,
        config::Emitter::Promise => Emission::Promise,
        config::Emitter::Merit => Emission::Merit,
        config::Emitter::Frontier => Emission::Frontier,
    }
}

/// The engine's settings.
pub(super) fn settings(plan: &Plan) -> Settings {
    let search = &plan.search;
    let own = plan.islands.method.iter().copied();
    let methods: Vec<Method> = match plan.islands.method.is_empty() {
        true => vec![method(search.method)],
        false => own.map(method).collect(),
    };
    let share = |count: usize| (count as f64 / search.population as f64).min(1.0);
    Settings {
        seed: plan.seed,
        islands: search.islands,
        population: search.population,
        migration_every: search.migration_every,
        migrants: search.migrants,
        topology: match search.topology {
            config::Topology::Ring => Topology::Ring,
            config::Topology::Complete => Topology::Complete,
            config::Topology::None => Topology::None,
        },
        methods,
        emission: emission(search.emitter),
        policy: match search.policy {
            config::Policy::Different => Policy::Different,
            config::Policy::Best => Policy::Best,
            config::Policy::Random => Policy::Random,
        },
        selection: match search.selection {
            config::Selection::Ranked => Selection::Ranked,
            config::Selection::Tournament => Selection::Tournament,
        },
        tournament: search.tournament,
        archive_parent_share: search.archive_share.min(1.0 - share(search.immigrants)),
        immigrant_share: share(search.immigrants),
        stagnation: search.stagnation,
        polish_share: share(search.polish),
        per_cell: plan.archive.per_cell,
        ..Settings::default()
    }
}

/// The solvers of a plan, with one table.
///
/// # Errors
/// When threads cannot be started.
pub(super) fn pool(
    plan: &Plan,
    ruleset: &'static dyn Ruleset,
    stop: Option<Arc<AtomicBool>>,
) -> Result<Pool, SearchError> {
    let budget = Budget {
        positions: plan.budget.positions,
        bytes: plan.budget.board_memory as usize,
        stop,
    };
    Pool::new(ruleset, &budget, plan.threads).map_err(SearchError::Threads)
}
