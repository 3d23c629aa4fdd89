//! Searches whose boards the caller scores.

use crate::error::{self, Raised};
use crate::games::PyGame;
use crate::position::PyPosition;
use crate::scores::{self, ScoreKind};
use boilingpoint::{Board, Plan, Ruleset, parse_board, read_boards};
use boilingpoint_plan::{ReadBoards, read_no_boards};
use boilingpoint_problem::Fitness;
use boilingpoint_record::envelope::{Magic, open, seal};
use boilingpoint_search::{Optimizer, Scoring, SearchError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The type and the version of a stored search with the text of its caller.
const MAGIC: &Magic = b"BOILPYTH";
const FORMAT: u32 = 1;

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
    /// The kind of number of each component of the scores that were told.
    kinds: Mutex<Vec<ScoreKind>>,
}

impl PyOptimizer {
    fn search(&self) -> MutexGuard<'_, Optimizer> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kinds(&self) -> MutexGuard<'_, Vec<ScoreKind>> {
        self.kinds.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// A score of the search as Python told it.
    fn score<'py>(&self, py: Python<'py>, fitness: &Fitness) -> PyResult<Bound<'py, PyAny>> {
        scores::as_told(py, fitness, &self.kinds())
    }
}

/// The caller's text and the search in the bytes of a state.
fn opened(state: &[u8]) -> PyResult<(&str, &[u8])> {
    let wrong = |why: String| error::input(format!("this is not the state of a search: {why}"));
    let envelope = open(MAGIC, state).map_err(|why| wrong(why.to_string()))?;
    if envelope.format != FORMAT {
        return Err(wrong(format!(
            "its format is {}, not {FORMAT}",
            envelope.format
        )));
    }
    let parts = || {
        let (length, rest) = envelope.payload.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (beside, search) = rest.split_at_checked(length)?;
        Some((std::str::from_utf8(beside).ok()?, search))
    };
    parts().ok_or_else(|| wrong("its parts do not fit".to_string()))
}

fn plan(config: &str, read: ReadBoards) -> PyResult<Plan> {
    let plan = Plan::resolve("optimizer", config.as_bytes(), &[], read);
    plan.map_err(Raised::raised)
}

#[pymethods]
impl PyOptimizer {
    /// A search by the config of this text.
    #[new]
    fn new(config: &str, is_front: bool, measures: usize) -> PyResult<PyOptimizer> {
        let plan = plan(config, read_boards)?;
        let scoring = Scoring { is_front, measures };
        let search = Optimizer::new(&plan, scoring).map_err(Raised::raised)?;
        Ok(PyOptimizer {
            search: Mutex::new(search),
            ruleset: plan.game.ruleset,
            kinds: Mutex::default(),
        })
    }

    /// The caller's text in the bytes that `state` gave.
    #[staticmethod]
    fn beside(state: &[u8]) -> PyResult<String> {
        Ok(opened(state)?.0.to_string())
    }

    /// A search from its stored state, and the kinds of its scores.
    #[staticmethod]
    fn restore(state: &[u8], kinds: Vec<String>) -> PyResult<PyOptimizer> {
        let mut ruleset: &'static dyn Ruleset = &boilingpoint_rules::Snort;
        let search = Optimizer::restore(opened(state)?.1, |config| {
            let plan = plan(config, read_no_boards).map_err(Failure)?;
            ruleset = plan.game.ruleset;
            Ok::<Plan, Failure>(plan)
        });
        let kinds = kinds.iter().map(|name| ScoreKind::by_name(name));
        let kinds: Option<Vec<ScoreKind>> = kinds.collect();
        Ok(PyOptimizer {
            search: Mutex::new(search.map_err(|failure| failure.0)?),
            ruleset,
            kinds: Mutex::new(kinds.ok_or_else(|| error::input("no kind of score"))?),
        })
    }

    /// The first difference between this search and the one that these arguments make, in words.
    fn difference(
        &self,
        config: &str,
        is_front: bool,
        measures: usize,
    ) -> PyResult<Option<String>> {
        let search = self.search();
        let (own, other) = (
            plan(search.config(), read_no_boards)?,
            plan(config, read_boards)?,
        );
        let of_config = own.differences(&other).into_iter();
        let (told, given) = (search.scoring(), Scoring { is_front, measures });
        let of_scores = [
            (
                "front",
                told.is_front.to_string(),
                given.is_front.to_string(),
            ),
            (
                "measures",
                told.measures.to_string(),
                given.measures.to_string(),
            ),
        ];
        let mut all = of_config.map(|d| (d.key, d.old, d.new)).chain(of_scores);
        let found = all.find(|(_, old, new)| old != new);
        Ok(found.map(|(key, old, new)| format!("`{key}` is {old} there, not {new}")))
    }

    /// The boards to score next, as positions.
    fn ask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let boards = self.asked(py)?;
        PyList::new(py, boards.into_iter().map(|board| self.position(board)))
    }

    /// Takes the scores of the boards, in their order, and their measures, if there are any.
    fn tell(
        &self,
        py: Python<'_>,
        scores: &Bound<'_, PyAny>,
        measures: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let scores: Vec<Bound<'_, PyAny>> = scores.try_iter()?.collect::<PyResult<_>>()?;
        let measures = measures.map(|m| m.try_iter()?.collect::<PyResult<Vec<_>>>());
        let measures = measures.transpose()?;
        if let Some(measures) = measures.as_ref().filter(|m| m.len() != scores.len()) {
            let (scores, measures) = (scores.len(), measures.len());
            let why = format!("{scores} scores were told with measures of {measures} boards");
            return Err(error::input(why));
        }
        let mut kinds = self.kinds().clone();
        let mut read = Vec::with_capacity(scores.len());
        for (place, found) in scores.iter().enumerate() {
            let measures = measures.as_ref().map(|m| &m[place]);
            let score = scores::read(found, measures, &mut kinds);
            read.push(score.map_err(|why| self.at_board(py, place, &why))?);
        }
        let told = py.detach(|| self.search().tell(read));
        told.map_err(error::input)?;
        *self.kinds() = kinds;
        Ok(())
    }

    /// The boards that were better than all before them: the score, the position, and the number of
    /// boards that were scored until then.
    fn bests<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for best in self.search().bests() {
            let board = parse_board(&best.board).map_err(error::notation)?;
            let position = Bound::new(py, self.position(Arc::new(board)))?;
            list.append((self.score(py, &best.fitness)?, position, best.boards))?;
        }
        Ok(list)
    }

    /// The best board of each cell: the coordinates, the score and the position.
    fn elites<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (cell, fitness, board) in self.search().archive() {
            let position = Bound::new(py, self.position(board))?;
            list.append((PyTuple::new(py, cell)?, self.score(py, &fitness)?, position))?;
        }
        Ok(list)
    }

    /// The boards that no other board dominates: the score and the position.
    fn front<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (fitness, board) in self.search().front() {
            let position = Bound::new(py, self.position(board))?;
            list.append((self.score(py, &fitness)?, position))?;
        }
        Ok(list)
    }

    /// The ruleset.
    #[getter]
    fn ruleset(&self) -> PyGame {
        PyGame::of(self.ruleset)
    }

    /// The kinds of the components of scores, as `restore` takes them.
    #[getter(kinds)]
    fn names_of_kinds(&self) -> Vec<&'static str> {
        self.kinds().iter().map(|kind| kind.name()).collect()
    }

    /// Whether the search looks for a front.
    #[getter]
    fn is_front(&self) -> bool {
        self.search().scoring().is_front
    }

    /// The state as bytes, with a text of the caller's.
    fn state<'py>(&self, py: Python<'py>, beside: &str) -> PyResult<Bound<'py, PyBytes>> {
        let state = py.detach(|| {
            let mut state = (beside.len() as u64).to_le_bytes().to_vec();
            state.extend_from_slice(beside.as_bytes());
            state.extend(self.search().stored()?);
            Ok::<_, SearchError>(seal(MAGIC, FORMAT, env!("CARGO_PKG_VERSION"), &state))
        });
        Ok(PyBytes::new(py, &state.map_err(Raised::raised)?))
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

impl PyOptimizer {
    /// An exception with the board whose score raised it.
    fn at_board(&self, py: Python<'_>, place: usize, why: &PyErr) -> PyErr {
        let text = why.value(py).to_string();
        let boards = self.asked(py).unwrap_or_default();
        let board = boards.get(place).map(|board| board.text());
        let text = format!("board {place}, `{}`: {text}", board.unwrap_or_default());
        PyErr::from_type(why.get_type(py), (text,))
    }
}

/// An exception as an error of the library's functions.
struct Failure(PyErr);

impl From<SearchError> for Failure {
    fn from(why: SearchError) -> Failure {
        Failure(why.raised())
    }
}
