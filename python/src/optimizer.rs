//! Searches whose boards the caller scores.

use crate::cells;
use crate::error::{self, Raised};
use crate::number;
use crate::position::PyPosition;
use boilingpoint::{Board, Number, Plan, Ruleset, parse_board, read_boards};
use boilingpoint_plan::read_no_boards;
use boilingpoint_problem::Fitness;
use boilingpoint_search::{Optimizer, OwnScore, SearchError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyList, PyTuple};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The threads that breed boards, of the process with this number. A process that was forked has
/// none of its parent's threads, so it starts its own.
static THREADS: Mutex<Option<(u32, Arc<rayon::ThreadPool>)>> = Mutex::new(None);

fn threads() -> PyResult<Arc<rayon::ThreadPool>> {
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    match &*threads {
        Some((process, pool)) if *process == std::process::id() => return Ok(pool.clone()),
        _ => {}
    }
    let pool = rayon::ThreadPoolBuilder::new().stack_size(16 << 20).build();
    let pool = Arc::new(pool.map_err(|e| error::input(format!("cannot start threads: {e}")))?);
    let before = threads.replace((std::process::id(), pool.clone()));
    // The threads of a parent cannot be joined.
    std::mem::forget(before);
    Ok(pool)
}

impl Raised for SearchError {
    fn raised(self) -> PyErr {
        error::input(self)
    }
}

/// The islands of a search; `boilingpoint.Optimizer` describes it.
#[pyclass(
    frozen,
    subclass,
    name = "_Optimizer",
    module = "boilingpoint._boilingpoint"
)]
pub struct PyOptimizer {
    search: Mutex<Optimizer>,
    ruleset: &'static dyn Ruleset,
}

impl PyOptimizer {
    fn search(&self) -> MutexGuard<'_, Optimizer> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The boards to score next.
    fn asked(&self, py: Python<'_>) -> PyResult<Vec<Arc<Board>>> {
        let threads = threads()?;
        // The lock is taken outside of the threads: one of them could begin another call meanwhile.
        Ok(py.detach(|| {
            let mut search = self.search();
            let search = &mut *search;
            threads.install(|| search.ask())
        }))
    }

    fn position(&self, board: Arc<Board>) -> PyPosition {
        PyPosition::with(board, self.ruleset, None)
    }
}

/// A score: `None`, a number, or a list of numbers of which the first is the most important.
fn score(x: &Bound<'_, PyAny>) -> PyResult<OwnScore> {
    if x.is_none() {
        return Ok(None);
    }
    if x.is_instance_of::<PyTuple>() || x.is_instance_of::<PyList>() {
        let parts = x.try_iter()?.map(|part| component(&part?));
        let parts = parts.collect::<PyResult<Vec<Number>>>()?;
        return match parts.is_empty() {
            true => Err(error::input("the score has no component")),
            false => Ok(Some(Fitness(parts))),
        };
    }
    Ok(Some(Fitness(vec![component(x)?])))
}

fn component(x: &Bound<'_, PyAny>) -> PyResult<Number> {
    if x.is_instance_of::<PyFloat>() && !x.extract::<f64>()?.is_finite() {
        let why = format!("the score is {x}; give None for a board without a score");
        return Err(error::input(why));
    }
    number::of_python(x)?.ok_or_else(|| {
        let kind = x
            .get_type()
            .name()
            .map(|name| name.to_string())
            .unwrap_or_default();
        pyo3::exceptions::PyTypeError::new_err(format!(
            "the score {x} is a {kind}; expected a number, a tuple of numbers, or None"
        ))
    })
}

/// A score as `tell` takes it: `None`, a `Fraction`, or a tuple of them.
#[pyfunction]
pub fn _score<'py>(x: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let read = score(x)?;
    read.map(|fitness| cells::fitness(x.py(), &fitness))
        .transpose()
}

#[pymethods]
impl PyOptimizer {
    /// A search by the config of this text.
    #[new]
    fn new(config: &str) -> PyResult<PyOptimizer> {
        let plan = Plan::resolve("optimizer", config.as_bytes(), &[], read_boards);
        let plan = plan.map_err(Raised::raised)?;
        let search = Optimizer::new(&plan).map_err(Raised::raised)?;
        Ok(PyOptimizer {
            search: Mutex::new(search),
            ruleset: plan.game.ruleset,
        })
    }

    /// A search from its stored state.
    #[staticmethod]
    fn restore(state: &[u8]) -> PyResult<PyOptimizer> {
        let mut ruleset: &'static dyn Ruleset = &boilingpoint_rules::Snort;
        let search = Optimizer::restore(state, |config| {
            let plan = Plan::resolve("optimizer", config.as_bytes(), &[], read_no_boards);
            let plan = plan.map_err(|e| Failure(e.raised()))?;
            ruleset = plan.game.ruleset;
            Ok::<Plan, Failure>(plan)
        });
        Ok(PyOptimizer {
            search: Mutex::new(search.map_err(|failure| failure.0)?),
            ruleset,
        })
    }

    /// The boards to score next, as positions.
    fn ask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let boards = self.asked(py)?;
        PyList::new(py, boards.into_iter().map(|board| self.position(board)))
    }

    /// Takes the scores of the boards, in their order.
    fn tell(&self, py: Python<'_>, scores: &Bound<'_, PyAny>) -> PyResult<()> {
        let scores: Vec<Bound<'_, PyAny>> = scores.try_iter()?.collect::<PyResult<_>>()?;
        let mut read = Vec::with_capacity(scores.len());
        for (place, found) in scores.iter().enumerate() {
            let scored = score(found).map_err(|why| {
                let text = why.value(py).to_string();
                let boards = self.asked(py).unwrap_or_default();
                let board = boards
                    .get(place)
                    .map(|board| board.text())
                    .unwrap_or_default();
                let text = format!("board {place}, `{board}`: {text}");
                PyErr::from_type(why.get_type(py), (text,))
            });
            read.push(scored?);
        }
        let told = py.detach(|| self.search().tell(read));
        told.map_err(error::input)
    }

    /// The boards that were better than all before them: the score, the position, and the number of
    /// boards that were scored until then.
    fn bests<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for best in self.search().bests() {
            let board = parse_board(&best.board).map_err(error::notation)?;
            let position = Bound::new(py, self.position(Arc::new(board)))?;
            list.append((cells::fitness(py, &best.fitness)?, position, best.boards))?;
        }
        Ok(list)
    }

    /// The best board of each cell: the coordinates, the score and the position.
    fn elites<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (cell, fitness, board) in self.search().archive() {
            let position = Bound::new(py, self.position(board))?;
            list.append((
                PyTuple::new(py, cell)?,
                cells::fitness(py, &fitness)?,
                position,
            ))?;
        }
        Ok(list)
    }

    /// The state as bytes.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = py
            .detach(|| self.search().stored())
            .map_err(Raised::raised)?;
        Ok(PyBytes::new(py, &state))
    }

    /// Whether the search knows no further board of the class.
    #[getter]
    fn exhausted(&self) -> bool {
        self.search().is_exhausted()
    }

    /// The number of completed generations.
    #[getter]
    fn generation(&self) -> u64 {
        self.search().generation()
    }

    /// The number of boards that were scored.
    #[getter]
    fn boards(&self) -> u64 {
        self.search().boards()
    }

    /// The config.
    #[getter]
    fn config(&self) -> String {
        self.search().config().to_string()
    }
}

/// An exception as an error of the library's functions.
struct Failure(PyErr);

impl From<SearchError> for Failure {
    fn from(why: SearchError) -> Failure {
        Failure(why.raised())
    }
}
