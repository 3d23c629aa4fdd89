//! Games: those of the program, those that a file or a text describes, and those whose moves are a
//! function of Python.

use crate::arguments::Arg;
use crate::error::{self, OrRaise};
use crate::functions::FunctionGame;
use crate::position::PyPosition;
use boilingpoint::Ruleset;
use boilingpoint_boards::MAX_WEIGHT;
use boilingpoint_plan::game_from_text;
use boilingpoint_rules::{Algebra, Features};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A game: one of the program's, one that a file or a text describes, or one whose moves are a
/// function. It can be given wherever a `ruleset` is asked for; called with a board, it makes a
/// position.
///
/// >>> clobber = Game("rules(LR>.L)")
/// >>> clobber("path(4):LRLR").value
/// Value('±(*,^)')
#[pyclass(frozen, name = "Game", module = "boilingpoint")]
pub struct PyGame {
    ruleset: &'static dyn Ruleset,
    title: Option<String>,
}

impl PyGame {
    /// The rules.
    pub fn ruleset(&self) -> &'static dyn Ruleset {
        self.ruleset
    }

    /// A game of the program, or of these rules.
    pub fn of(ruleset: &'static dyn Ruleset) -> PyGame {
        let function = FunctionGame::of(ruleset);
        PyGame {
            ruleset,
            title: function.map(|function| function.title.clone()),
        }
    }
}

#[pymethods]
impl PyGame {
    /// The game of a name, such as `snort` or `rules(LR>.L)`, or of a text as in a game file.
    #[new]
    fn new(text: Arg<&str>) -> PyResult<PyGame> {
        let text = text.0;
        if !text.contains(['\n', '=']) {
            return Ok(PyGame::of(crate::boards::ruleset(text)?));
        }
        let named = game_from_text("game", text).or_raise()?;
        Ok(PyGame {
            title: named.name,
            ..PyGame::of(named.ruleset)
        })
    }

    /// The game in which these are Left's moves: `moves` is a function from a position to the boards
    /// that Left can move to. Right's moves are Left's with the players exchanged, or the same in an
    /// `impartial` game. A function may take the player, `"L"` or `"R"`, as well. The other arguments
    /// say which marks boards may have.
    ///
    /// The function must depend on the board alone, not on the numbers of its vertices; a move must
    /// leave the other components as they are; and a game must be fair: with the players exchanged,
    /// the moves are the same. This is tried, and a function that fails is refused. Every play must
    /// end.
    ///
    /// >>> kayles = Game.of_moves(
    /// ...     lambda p: [p.without(v, *p.neighbors(v)) for v in range(p.order)], impartial=True)
    /// >>> kayles("path(5)").grundy
    /// 3
    #[staticmethod]
    #[pyo3(
        signature = (moves, name = None, impartial = Arg(false), tints = Arg(false), loops = Arg(false), arcs = Arg(false), weights = Arg(false)),
        text_signature = "(moves, name=None, impartial=False, tints=False, loops=False, arcs=False, weights=False)"
    )]
    #[allow(clippy::too_many_arguments)] // the Python function has defaults and names for them
    fn of_moves(
        py: Python<'_>,
        moves: Bound<'_, PyAny>,
        name: Option<Arg<String>>,
        impartial: Arg<bool>,
        tints: Arg<bool>,
        loops: Arg<bool>,
        arcs: Arg<bool>,
        weights: Arg<bool>,
    ) -> PyResult<PyGame> {
        if !moves.is_callable() {
            let why = "moves: expected a function of a position";
            return Err(error::argument(py, why));
        }
        let called = moves.getattr("__name__");
        let called = called.and_then(|name| name.extract::<String>()).ok();
        let called = called.filter(|name| name != "<lambda>");
        let title = name.map(|name| name.0).or(called);
        let title = title.unwrap_or_else(|| "moves".to_string());
        let id = py.import("uuid")?.call_method0("uuid4")?.to_string();
        let marks = (tints.0, loops.0, arcs.0, weights.0);
        _game_of_moves(moves.unbind(), title, id, impartial.0, marks)
    }

    /// The name: the rules in short, or that of a function.
    #[getter]
    fn name(&self) -> &str {
        self.ruleset.name()
    }

    /// The title that the game's file or text gives it; `None` without one.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The rules in a sentence or two.
    #[getter]
    fn summary(&self) -> &str {
        self.ruleset.summary()
    }

    fn __call__(&self, board: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        PyPosition::of(board, Some(self.ruleset))
    }

    fn __str__(&self) -> &str {
        self.name()
    }

    fn __repr__(&self) -> String {
        format!("<Game {}>", self.name())
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        self.ruleset == other.ruleset
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.name().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let Some(game) = FunctionGame::of(self.ruleset) else {
            let class = py.get_type::<PyGame>().into_any();
            return Ok((class, (self.name(),).into_pyobject(py)?.into_any()));
        };
        let Features {
            tints,
            loops,
            arcs,
            max_weight,
            ..
        } = game.carries;
        let remake = py
            .import("boilingpoint._boilingpoint")?
            .getattr("_game_of_moves")?;
        let parts = (
            &game.moves,
            &game.title,
            &game.id,
            game.algebra == Algebra::Impartial,
            (tints, loops, arcs, max_weight > 1),
        );
        Ok((remake, parts.into_pyobject(py)?.into_any()))
    }
}

/// The game that an object is: a name, the path of a game file, or a game.
#[pyfunction]
pub fn _game_of(game: &Bound<'_, PyAny>) -> PyResult<PyGame> {
    Ok(PyGame::of(crate::boards::game_of(game)?))
}

/// The game of a function with a title and an id, as a pickle has it. The marks say whether boards
/// may have tints, loops, arcs and weights.
#[pyfunction]
pub fn _game_of_moves(
    moves: Py<PyAny>,
    title: String,
    id: String,
    impartial: bool,
    marks: (bool, bool, bool, bool),
) -> PyResult<PyGame> {
    let (tints, loops, arcs, weights) = marks;
    let algebra = match impartial {
        true => Algebra::Impartial,
        false => Algebra::Partizan,
    };
    let carries = Features {
        tints,
        loops,
        arcs,
        max_weight: if weights { MAX_WEIGHT } else { 1 },
        ..Features::GRAPH
    };
    let game = Python::attach(|py| FunctionGame::new(py, moves, title, id, algebra, carries));
    Ok(PyGame::of(game.kept()?))
}

/// What a pickle of a position has of its game: the name, or the game of a function.
pub fn for_pickle<'py>(
    py: Python<'py>,
    ruleset: &'static dyn Ruleset,
) -> PyResult<Bound<'py, PyAny>> {
    match FunctionGame::of(ruleset) {
        None => Ok(ruleset.name().into_pyobject(py)?.into_any()),
        Some(_) => Ok(Bound::new(py, PyGame::of(ruleset))?.into_any()),
    }
}
