//! The solvers that value single positions.
//!
//! A small board is valued at once, with the interpreter's lock: that takes a few milliseconds at
//! most. Other boards go to a solver on a thread of its own, without the lock. Solvers keep their
//! tables from call to call. Which of them values a board has no influence on the result.

use crate::error::OrRaise;
use crate::functions::FunctionGame;
use crate::work::Work;
use boilingpoint::{Board, Budget, Ruleset, SolveError, Solver};
use boilingpoint_boards::total_weight;
use boilingpoint_rules::Algebra;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// The greatest order and total weight of a board that is valued at once.
const SMALL: usize = 16;
/// The greatest order in games whose positions have no values, which are searched.
const SMALL_SEARCHED: usize = 7;

/// The limits of a solver that values boards at once.
const QUICK: Budget = Budget {
    positions: 2_000,
    work: 3_000,
    bytes: 128 << 20,
    stop: None,
};

/// The bytes of the tables of a solver on a thread of its own.
const BYTES: usize = 512 << 20;

/// A solver that another thread can stop.
struct Stoppable {
    solver: Solver,
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct Solvers {
    /// One solver of each game, by name.
    quick: HashMap<String, Solver>,
    /// The solvers that no thread uses, by game.
    idle: HashMap<String, Vec<Stoppable>>,
    limits: Limits,
}

/// The limits of an evaluation.
#[derive(Clone, Copy)]
pub struct Limits {
    /// The greatest number of positions.
    pub positions: u64,
    /// The greatest number of steps of work.
    pub work: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        let Budget {
            positions, work, ..
        } = Budget::default();
        Limits { positions, work }
    }
}

static SOLVERS: LazyLock<Mutex<Solvers>> = LazyLock::new(Mutex::default);

/// Only threads with the interpreter's lock lock this, and only for a short time.
fn locked() -> MutexGuard<'static, Solvers> {
    SOLVERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The limits of evaluations.
pub fn limits() -> Limits {
    locked().limits
}

/// Sets the limits of later evaluations.
pub fn set_limits(limits: Limits) {
    let mut solvers = locked();
    solvers.limits = limits;
    solvers.idle.clear();
}

/// The budget of an evaluation.
pub fn budget(stop: Option<Arc<AtomicBool>>) -> Budget {
    let Limits { positions, work } = limits();
    Budget {
        positions,
        work,
        bytes: BYTES,
        stop,
    }
}

/// Solves a board; `work` may be called twice, by different solvers.
///
/// # Errors
/// The errors of `work` as exceptions, and when Ctrl-C is pressed.
pub fn solve<T: Send + 'static>(
    py: Python<'_>,
    ruleset: &'static dyn Ruleset,
    board: &Arc<Board>,
    work: impl Fn(&mut Solver, &Board) -> Result<T, SolveError> + Send + 'static,
) -> PyResult<T> {
    if let Some(done) = at_once(ruleset, board, &work) {
        return done;
    }
    apart(py, ruleset, board, work)
}

/// Solves a board with the interpreter's lock. `None` if the board is too large for that.
pub fn at_once<T>(
    ruleset: &'static dyn Ruleset,
    board: &Board,
    work: impl FnOnce(&mut Solver, &Board) -> Result<T, SolveError>,
) -> Option<PyResult<T>> {
    let most = match ruleset.algebra() {
        Algebra::Winner => SMALL_SEARCHED,
        _ => SMALL,
    };
    // A function of Python may use this package, so it must not be called with the lock of the
    // solvers.
    if FunctionGame::of(ruleset).is_some() {
        return None;
    }
    let weight = || match board.has_plain_links() {
        true => 0,
        false => total_weight(board),
    };
    if board.order() > most || weight() > SMALL as u64 {
        return None;
    }
    let mut solvers = locked();
    let limits = solvers.limits;
    if !solvers.quick.contains_key(ruleset.name()) {
        let solver = Solver::new(ruleset, QUICK);
        solvers.quick.insert(ruleset.name().to_string(), solver);
    }
    let solver = solvers.quick.get_mut(ruleset.name())?;
    match work(solver, board) {
        Err(why) if why.is_limit() => None,
        // The solver's own limits are below the defaults, but not below all that one may set.
        Ok(_) if limits.work < QUICK.work || limits.positions < QUICK.positions => None,
        done => Some(done.or_raise()),
    }
}

/// Solves a board on a thread of its own, without the interpreter's lock.
///
/// # Errors
/// As [`solve`].
pub fn apart<T: Send + 'static>(
    py: Python<'_>,
    ruleset: &'static dyn Ruleset,
    board: &Arc<Board>,
    work: impl FnOnce(&mut Solver, &Board) -> Result<T, SolveError> + Send + 'static,
) -> PyResult<T> {
    let idle = locked().idle.get_mut(ruleset.name()).and_then(Vec::pop);
    let mut own = idle.unwrap_or_else(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let solver = Solver::new(ruleset, budget(Some(stop.clone())));
        Stoppable { solver, stop }
    });
    let board = board.clone();
    let task = Work::begin_stopped_by(own.stop.clone(), move |_| {
        let done = work(&mut own.solver, &board);
        (own, done)
    })?;
    let (own, done) = task.finish(py)?;
    own.stop.store(false, Ordering::Relaxed);
    let mut solvers = locked();
    let idle = solvers.idle.entry(ruleset.name().to_string()).or_default();
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    if idle.len() < most {
        idle.push(own);
    }
    drop(solvers);
    done.or_raise()
}
