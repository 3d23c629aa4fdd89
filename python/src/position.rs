//! Positions: boards of a game.

use crate::arguments::{self, Arg};
use crate::boards::board_of;
use crate::bounds::PyBounds;
use crate::certificate::PyCertificate;
use crate::error::{self, OrRaise};
use crate::operand::number_argument;
use crate::play::{self, PyMove, all_moves};
use crate::solvers;
use crate::thermograph::PyThermograph;
use crate::value::PyValue;
use crate::{cells, games, number, store, work};
use boilingpoint::{Board, Bounds, Budget, Dyadic, Ruleset, Summary, Value, Values};
use boilingpoint_boards::canon::{fingerprint, normal};
use boilingpoint_boards::{graph6, opposable, simplest_name};
use boilingpoint_draw::{DrawingOptions, png, svg as board_svg};
use boilingpoint_formats::{FORMATS, Format, Given};
use boilingpoint_problem::Columns;
use boilingpoint_rules::Player;
use boilingpoint_solver::{Aim, Effort, Temperatures, certify};
use boilingpoint_values::Thermograph;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// The greatest number of steps of the search for a symmetry that makes a board opposable.
const OPPOSABLE_STEPS: u64 = 10_000_000;

/// A position: a board of a game. Positions never change.
///
/// A board is a text (graph6, a name, a family, edges, squares; with tints after a colon), the text
/// or the path of a file in any format that `boil convert` knows, a `networkx` or Sage graph, a list
/// of edges, lists of neighbours, or an adjacency matrix. Node attributes `tint` (`"L"`, `"R"` or
/// `"."`) and `token`, and edge attributes `weight` or `weights` are read. Vertices are numbered from
/// 0 in the order of the graph; `labels` has the nodes of the graph.
///
/// >>> p = Position("caterpillar(4,3,4)")
/// >>> p.temperature, p.mean, p.stops, p.outcome
/// (Fraction(7, 1), Fraction(0, 1), (Fraction(7, 1), Fraction(-7, 1)), 'N')
/// >>> Position([(0, 1), (1, 2)], ruleset="col").value
/// Value('0')
/// >>> Position("path(3):L.R").value
/// Value('±1')
#[pyclass(frozen, name = "Position", module = "boilingpoint", weakref)]
pub struct PyPosition {
    board: Arc<Board>,
    ruleset: &'static dyn Ruleset,
    labels: Option<Py<PyTuple>>,
    summary: OnceLock<Summary>,
    value: PyOnceLock<Py<PyValue>>,
}

impl PyPosition {
    /// The board in a format, with a warning that names what the format has no place for.
    fn written(&self, py: Python<'_>, format: &Format) -> PyResult<Vec<u8>> {
        let labels = self.labels.as_ref().map(|labels| {
            let labels = labels.bind(py).iter();
            labels
                .map(|label| label.str().map(|text| text.to_string()))
                .collect()
        });
        let board = self.board.as_ref().clone();
        let board = self.ruleset.meant(board, format.is_cgsuite());
        let given = Given {
            labels: labels.transpose()?,
            ..Given::of_board(board, 0)
        };
        let lost = format.lost(&given);
        if !lost.is_empty() {
            let text = format!("{} has no place for {}", format.name, lost.join(", "));
            let text = std::ffi::CString::new(text).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
        }
        format.write(&given).map_err(error::input)
    }

    /// A position with the labels of its vertices.
    pub fn with(
        board: Arc<Board>,
        ruleset: &'static dyn Ruleset,
        labels: Option<Py<PyTuple>>,
    ) -> PyPosition {
        PyPosition {
            board,
            ruleset,
            labels,
            summary: OnceLock::new(),
            value: PyOnceLock::new(),
        }
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Ruleset {
        self.ruleset
    }

    /// The labels of the vertices.
    pub fn labels(&self) -> Option<&Py<PyTuple>> {
        self.labels.as_ref()
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The outcome and the numbers of the value.
    fn summary(&self, py: Python<'_>) -> PyResult<&Summary> {
        if let Some(known) = self.summary.get() {
            return Ok(known);
        }
        let summary = solvers::solve(py, self.ruleset, &self.board, |solver, board| {
            solver.summary(board)
        })?;
        Ok(self.summary.get_or_init(|| summary))
    }

    fn number<'py>(
        &self,
        py: Python<'py>,
        pick: impl FnOnce(&Temperatures) -> Option<Dyadic>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.summary(py)?.temperatures.as_ref().and_then(pick) {
            Some(number) => number::dyadic(py, number),
            None => Err(self.without_value()),
        }
    }

    /// The moves of a player after which the position has a property.
    fn moves_that(
        &self,
        py: Python<'_>,
        player: Player,
        mut is_one: impl FnMut(&PyPosition) -> PyResult<bool>,
    ) -> PyResult<Vec<PyMove>> {
        let mut chosen = Vec::new();
        for made in all_moves(py, self, player)? {
            if is_one(made.position().get())? {
                chosen.push(made);
            }
        }
        Ok(chosen)
    }

    fn short_thermograph(&self, py: Python<'_>) -> PyResult<Arc<Thermograph>> {
        let found = solvers::solve(py, self.ruleset, &self.board, |solver, board| {
            let short = solver.evaluate(board)?.short;
            Ok(short.map(|short| short.thermograph))
        })?;
        found.ok_or_else(|| self.without_value())
    }

    /// The cells of the board by their headings.
    fn facts_of<'py>(&self, py: Python<'py>, columns: &Columns) -> PyResult<Bound<'py, PyDict>> {
        let columns = Arc::new(columns.clone());
        let (picked, text) = (columns.clone(), self.board.text());
        let row = solvers::solve(py, self.ruleset, &self.board, move |solver, board| {
            picked.row(solver, board, &text)
        })?;
        cells::row(py, &columns, &row)
    }

    fn no_vertex(&self, vertex: usize) -> PyErr {
        let order = self.board.order();
        error::input(format!(
            "there is no vertex {vertex}; the board has {order}, counted from 0"
        ))
    }

    /// The vertices that arguments of Python name.
    fn vertices(&self, arguments: &Bound<'_, PyTuple>) -> PyResult<Vec<usize>> {
        let vertices = arguments
            .iter()
            .map(|v| match v.extract::<Arg<usize>>()?.0 {
                v if v < self.board.order() => Ok(v),
                v => Err(self.no_vertex(v)),
            });
        vertices.collect()
    }

    /// The label of a vertex.
    pub fn label<'py>(&self, py: Python<'py>, v: usize) -> PyResult<Bound<'py, PyAny>> {
        match &self.labels {
            Some(labels) => labels.bind(py).get_item(v),
            None => Ok(v.into_pyobject(py)?.into_any()),
        }
    }

    /// A board with the same vertices, as a position of the same game with the same labels.
    fn changed(&self, py: Python<'_>, board: Board) -> PyPosition {
        let labels = self.labels.as_ref().map(|labels| labels.clone_ref(py));
        PyPosition::with(Arc::new(board), self.ruleset, labels)
    }

    fn without_value(&self) -> PyErr {
        let game = self.ruleset.name();
        error::NoValueError::new_err(format!("positions of {game} have an outcome, but no value"))
    }

    fn find_value(&self, py: Python<'_>) -> PyResult<Py<PyValue>> {
        if self.ruleset.algebra() == boilingpoint_rules::Algebra::Winner {
            return Err(self.without_value());
        }
        let at_once = solvers::at_once(self.ruleset, &self.board, |solver, board| {
            let value = solver.value(board)?;
            Ok(store::take_value(solver.values(), value))
        });
        let held = match at_once {
            Some(held) => held??,
            None => {
                let apart = |solver: &mut boilingpoint::Solver, board: &Board| {
                    let value = solver.value(board)?;
                    let mut own = store::bounded(None);
                    let copy = own.copy(solver.values(), value)?;
                    Ok((own, copy))
                };
                let found: (Values, Value) = solvers::apart(py, self.ruleset, &self.board, apart)?;
                store::take_value(&found.0, found.1)?
            }
        };
        Py::new(py, PyValue::from(held))
    }

    fn options<'py>(&self, py: Python<'py>, player: Player) -> PyResult<Bound<'py, PyTuple>> {
        let moves = all_moves(py, self, player)?;
        PyTuple::new(py, moves.into_iter().map(PyMove::into_position))
    }
}

impl PartialEq for PyPosition {
    /// Labels are not compared.
    fn eq(&self, other: &PyPosition) -> bool {
        self.ruleset == other.ruleset && self.board == other.board
    }
}

/// The position that a pickle has: the board as a text or as the squares that it is made of.
#[pyfunction]
pub fn _position(
    board: &Bound<'_, PyAny>,
    ruleset: &Bound<'_, PyAny>,
    labels: Option<Bound<'_, PyTuple>>,
) -> PyResult<PyPosition> {
    let game = crate::boards::game_of(ruleset)?;
    let plain = match board.extract::<Vec<(i16, i16)>>() {
        Ok(squares) => {
            let squares = squares.into_iter().map(|(i, j)| [i, j]).collect();
            let board = Board::of_squares(squares);
            game.fits(&board).map_err(error::game)?;
            PyPosition::with(Arc::new(board), game, None)
        }
        Err(_) => PyPosition::of(board, Some(game))?,
    };
    let order = plain.board.order();
    match labels {
        None => Ok(plain),
        Some(labels) if labels.len() == order => {
            Ok(PyPosition::with(plain.board, game, Some(labels.unbind())))
        }
        Some(_) => Err(error::input("the pickle is not that of a position")),
    }
}

impl PyPosition {
    /// The position that an object is, in a game.
    pub fn of(
        board: &Bound<'_, PyAny>,
        game: Option<&'static dyn Ruleset>,
    ) -> PyResult<PyPosition> {
        let given = board
            .cast::<PyPosition>()
            .ok()
            .map(|position| position.get().ruleset);
        let game = match (game, given) {
            (Some(game), _) => game,
            (None, Some(given)) => given,
            (None, None) => &boilingpoint_rules::Snort,
        };
        let (board, labels) = board_of(board, Some(game))?;
        game.fits(&board).map_err(error::game)?;
        Ok(PyPosition::with(board, game, labels.map(Bound::unbind)))
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (board, ruleset = None))]
    fn new(board: &Bound<'_, PyAny>, ruleset: Option<&Bound<'_, PyAny>>) -> PyResult<PyPosition> {
        PyPosition::of(board, ruleset.map(crate::boards::game_of).transpose()?)
    }

    fn __str__(&self) -> String {
        self.board.text()
    }

    fn __repr__(&self) -> String {
        let (text, game) = (self.board.text(), self.ruleset.name());
        match game {
            "snort" => format!("Position('{text}')"),
            _ => format!("Position('{text}', ruleset='{game}')"),
        }
    }

    fn __eq__(&self, other: &PyPosition) -> bool {
        self == other
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.board.hash(&mut hasher);
        self.ruleset.name().hash(&mut hasher);
        hasher.finish()
    }

    fn __neg__(&self, py: Python<'_>) -> PyPosition {
        self.changed(py, self.board.swapped())
    }

    /// The sum with another position, a value or a number.
    fn __add__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let sums = slf.py().import("boilingpoint._play")?.getattr("Sum")?;
        sums.call1(((slf, other),))
    }

    fn __radd__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let sums = slf.py().import("boilingpoint._play")?.getattr("Sum")?;
        sums.call1(((other, slf),))
    }

    fn __rsub__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        PyPosition::__radd__(&Bound::new(slf.py(), slf.get().__neg__(slf.py()))?, other)
    }

    fn __sub__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        PyPosition::__add__(slf, &other.neg()?)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let game = games::for_pickle(py, self.ruleset)?;
        let text = self.board.text();
        // A text has no place for where the squares are.
        let squares = self.board.squares().filter(|squares| {
            !self.board.is_tinted() && Board::of_squares(squares.to_vec()) == *self.board
        });
        let board = match squares {
            Some(_) => self.squares().into_pyobject(py)?.into_any(),
            None if self.labels.is_none() => {
                let class = py.get_type::<PyPosition>().into_any();
                return Ok((class, (text, game).into_pyobject(py)?));
            }
            None => text.into_pyobject(py)?.into_any(),
        };
        let remake = py
            .import("boilingpoint._boilingpoint")?
            .getattr("_position")?;
        Ok((remake, (board, game, &self.labels).into_pyobject(py)?))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// The name of the game.
    #[getter]
    fn ruleset(&self) -> &str {
        self.ruleset.name()
    }

    /// The number of vertices.
    #[getter]
    fn order(&self) -> usize {
        self.board.order()
    }

    /// The number of edges, loops and arcs.
    #[getter]
    fn size(&self) -> usize {
        match self.board.has_plain_links() {
            true => self.board.graph().size(),
            false => self.board.links().len(),
        }
    }

    /// The edges as pairs of vertices. Parallel edges are listed once each.
    ///
    /// >>> Position("path(3)").edges
    /// [(0, 1), (1, 2)]
    #[getter]
    fn edges(&self) -> Vec<(usize, usize)> {
        match self.board.has_plain_links() {
            true => self.board.graph().edges().collect(),
            false => self.board.links().iter().map(|l| (l.from, l.to)).collect(),
        }
    }

    /// The edges with their weights, and whether they have a direction:
    /// `(from, to, weight, is_arc)`.
    #[getter]
    fn links(&self) -> Vec<(usize, usize, u32, bool)> {
        let links = self.board.links();
        links
            .iter()
            .map(|l| (l.from, l.to, l.weight, l.arc))
            .collect()
    }

    /// The neighbours of a vertex.
    fn neighbors(&self, vertex: Arg<usize>) -> PyResult<Vec<usize>> {
        match vertex.0 < self.board.order() {
            true => Ok(self.board.graph().neighbours(vertex.0).collect()),
            false => Err(self.no_vertex(vertex.0)),
        }
    }

    /// The tints: a character `.`, `L` or `R` for each vertex.
    #[getter]
    fn tints(&self) -> String {
        self.board.tint_string()
    }

    /// The vertex with the token, or `None`.
    #[getter]
    fn token(&self) -> Option<usize> {
        self.board.token()
    }

    /// The square of each vertex as row and column; `None` unless the board is made of squares.
    #[getter]
    fn squares(&self) -> Option<Vec<(i16, i16)>> {
        let squares = self.board.squares()?;
        Some(squares.iter().map(|&[i, j]| (i, j)).collect())
    }

    /// The names of the vertices: the nodes of the graph that the position was made of, or the
    /// vertices of the position that the play began with; `None` if they have only their numbers.
    #[getter(labels)]
    fn get_labels(&self, py: Python<'_>) -> Option<Py<PyTuple>> {
        self.labels.as_ref().map(|labels| labels.clone_ref(py))
    }

    /// The board as graph6, without its tints.
    ///
    /// >>> Position("star(4)").graph6
    /// 'Ds_'
    #[getter]
    fn graph6(&self) -> PyResult<String> {
        match self.board.squares().is_none() && self.board.has_plain_links() {
            true => Ok(graph6::write(self.board.graph())),
            false => Err(error::notation(
                "graph6 has no loops, arcs, weights or squares",
            )),
        }
    }

    /// The board as text in a format of files: `boards`, `graph6`, `sparse6`, `digraph6`, `edges`,
    /// `adjacency`, `matrix`, `dimacs`, `dot`, `gml`, `graphml`, `matrix-market`, `node-link` or
    /// `cgsuite`. A warning names what the format has no place for, such as tints.
    ///
    /// >>> Position("path(3)").to("sparse6")
    /// ':Bd\n'
    /// >>> Position("path(3):L.R").to("dot").splitlines()[1]
    /// '    0 [tint="L"]'
    fn to(&self, py: Python<'_>, format: Arg<&str>) -> PyResult<String> {
        let format = format.0;
        let texts = || FORMATS.iter().filter(|f| f.is_text());
        let Some(known) = texts().find(|f| f.name == format) else {
            let names: Vec<&str> = texts().map(|f| f.name).collect();
            return Err(error::input(format!(
                "no text format `{format}`; expected one of {}",
                names.join(", ")
            )));
        };
        Ok(String::from_utf8(self.written(py, known)?)?)
    }

    /// The board in planar code, with a header and an embedding in the plane. A warning names what
    /// the format has no place for, such as tints.
    ///
    /// >>> Position("cycle(3)").to_planar_code()
    /// b'>>planar_code<<\x03\x02\x03\x00\x01\x03\x00\x01\x02\x00'
    fn to_planar_code(&self, py: Python<'_>) -> PyResult<Py<PyBytes>> {
        let format = Format::find("planar-code").expect("a name of the table");
        let board = self.written(py, format)?;
        let bytes = [format.head.as_bytes(), &board].concat();
        Ok(PyBytes::new(py, &bytes).unbind())
    }

    /// The board as graph6; see `to`.
    ///
    /// >>> Position("petersen").to_graph6() == Position("petersen").graph6 + "\n"
    /// True
    fn to_graph6(&self, py: Python<'_>) -> PyResult<String> {
        self.to(py, Arg("graph6"))
    }

    /// The board as sparse6; see `to`.
    fn to_sparse6(&self, py: Python<'_>) -> PyResult<String> {
        self.to(py, Arg("sparse6"))
    }

    /// The board as digraph6; see `to`.
    fn to_digraph6(&self, py: Python<'_>) -> PyResult<String> {
        self.to(py, Arg("digraph6"))
    }

    /// The board in DOT; see `to`.
    fn to_dot(&self, py: Python<'_>) -> PyResult<String> {
        self.to(py, Arg("dot"))
    }

    /// The board in GML; see `to`.
    fn to_gml(&self, py: Python<'_>) -> PyResult<String> {
        self.to(py, Arg("gml"))
    }

    /// The board in GraphML; see `to`.
    fn to_graphml(&self, py: Python<'_>) -> PyResult<String> {
        self.to(py, Arg("graphml"))
    }

    /// The board in the format of DIMACS; see `to`.
    fn to_dimacs(&self, py: Python<'_>) -> PyResult<String> {
        self.to(py, Arg("dimacs"))
    }

    /// The simplest name of the board as a family, such as `star(4)`; `None` if it has none.
    #[getter]
    fn name(&self) -> Option<String> {
        simplest_name(&self.board)
    }

    /// The same position with canonically numbered vertices: isomorphic positions become equal.
    ///
    /// >>> Position("0-2,2-1").canonical() == Position("path(3)").canonical()
    /// True
    fn canonical(&self) -> PyPosition {
        PyPosition::with(Arc::new(normal(&self.board)), self.ruleset, None)
    }

    /// Whether another position of the same game, or a board of any form, is isomorphic.
    fn is_isomorphic(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let given = other.cast::<PyPosition>();
        let game = given.map_or(self.ruleset, |position| position.get().ruleset);
        let (board, _) = board_of(other, Some(game))?;
        Ok(self.ruleset == game && fingerprint(&self.board) == fingerprint(&board))
    }

    /// Whether a symmetry exchanges each vertex with a vertex that is not adjacent to it; `None` if
    /// the search for one does not end.
    #[getter]
    fn opposable(&self, py: Python<'_>) -> PyResult<Option<bool>> {
        if !self.board.is_plain() {
            return Ok(None);
        }
        let board = self.board.clone();
        work::run(py, move |_| opposable(&board, OPPOSABLE_STEPS).known())
    }

    /// The value.
    ///
    /// >>> Position("path(4)").value
    /// Value('±{2|1}')
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Py<PyValue>> {
        let known = self.value.get_or_try_init(py, || self.find_value(py))?;
        Ok(known.clone_ref(py))
    }

    /// The temperature: the tax at which the walls of the thermograph meet.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py, |numbers| Some(numbers.temperature))
    }

    /// The mean (mast value).
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py, |numbers| Some(numbers.mean))
    }

    /// The thermograph of the value.
    #[getter]
    fn thermograph(&self, py: Python<'_>) -> PyResult<PyThermograph> {
        Ok(PyThermograph::from(self.short_thermograph(py)?))
    }

    /// The left stop and the right stop.
    #[getter]
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        Ok((
            self.number(py, Temperatures::left_stop)?,
            self.number(py, Temperatures::right_stop)?,
        ))
    }

    /// The outcome: `L`, `R`, `N` (the next player wins), `P` (the previous player wins), or, in
    /// games with draws, `D` or two letters: the winner when Left begins, and when Right begins.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.summary(py)?.outcome.to_string())
    }

    /// The Grundy value in an impartial game; else `None`.
    ///
    /// >>> Position("path(5)", ruleset="node-kayles").grundy
    /// 3
    #[getter]
    fn grundy(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        Ok(self.summary(py)?.grundy)
    }

    /// An expression over the invariants of the board and of its value, as in `boil scan
    /// --columns`: a number, a condition, or a fact such as `canonical_form`.
    ///
    /// >>> p = Position("star(3)")
    /// >>> p.evaluate("temperature - degree"), p.evaluate("girth"), p.evaluate("tree and hot")
    /// (Fraction(0, 1), None, True)
    fn evaluate<'py>(&self, py: Python<'py>, expression: Arg<&str>) -> PyResult<Bound<'py, PyAny>> {
        let found = self.facts_of(py, &Columns::parse(expression.0).map_err(error::notation)?)?;
        match found.len() {
            1 => found.values().get_item(0),
            _ => Err(error::notation(
                "expected one expression; `facts` takes several",
            )),
        }
    }

    /// The columns of a list, or of a text with commas, as a dictionary; by default the facts of the
    /// game.
    ///
    /// >>> Position("path(2)").facts("order,temperature,canonical_form")
    /// {'order': 2, 'temperature': Fraction(1, 1), 'canonical_form': '±1'}
    #[pyo3(signature = (columns = None))]
    fn facts<'py>(
        &self,
        py: Python<'py>,
        columns: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        match columns {
            Some(columns) => {
                let text = cells::columns_text(columns)?;
                self.facts_of(py, &Columns::parse(&text).map_err(error::notation)?)
            }
            None => self.facts_of(py, &Columns::of_ruleset(self.ruleset)),
        }
    }

    /// The moves of a player, `"L"` or `"R"`.
    ///
    /// >>> [m.vertices for m in Position("path(3):L.R").moves("L")]
    /// [[0], [1]]
    fn moves(&self, py: Python<'_>, player: Arg<&str>) -> PyResult<Vec<PyMove>> {
        all_moves(py, self, play::player(player.0)?)
    }

    /// The moves with which a player wins.
    ///
    /// >>> [m.vertices for m in Position("path(3)").winning_moves("L")]
    /// [[1]]
    fn winning_moves(&self, py: Python<'_>, player: Arg<&str>) -> PyResult<Vec<PyMove>> {
        let mover = play::player(player.0)?;
        self.moves_that(py, mover, |position| {
            Ok(mover.wins_by_moving_to(position.summary(py)?.outcome))
        })
    }

    /// The orthodox moves of a player at a tax: the best ones by the thermographs, if each move costs
    /// the tax. Without a tax it is the temperature. Above the temperature there is none.
    ///
    /// >>> [m.vertices for m in Position("path(4)").best_moves("R")]
    /// [[1], [2]]
    #[pyo3(signature = (player, tax = None))]
    fn best_moves(
        &self,
        py: Python<'_>,
        player: Arg<&str>,
        tax: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<PyMove>> {
        let player = play::player(player.0)?;
        let tax = tax.map(number_argument).transpose()?;
        let own = self.short_thermograph(py)?;
        let (tax, is_left) = (tax.unwrap_or(own.temperature), player == Player::Left);
        self.moves_that(py, player, |position| {
            let option = position.short_thermograph(py)?;
            own.is_orthodox(is_left, &option, tax).or_raise()
        })
    }

    /// The position without some vertices and their edges. The others keep their labels.
    ///
    /// >>> p = Position("path(4)").without(1)
    /// >>> p.edges, p.labels
    /// ([(1, 2)], (0, 2, 3))
    #[pyo3(signature = (*vertices))]
    fn without(&self, py: Python<'_>, vertices: &Bound<'_, PyTuple>) -> PyResult<PyPosition> {
        let gone = self.vertices(vertices)?;
        let kept: Vec<usize> = (0..self.board.order())
            .filter(|v| !gone.contains(v))
            .collect();
        let labels = kept.iter().map(|&v| self.label(py, v));
        let labels = PyTuple::new(py, labels.collect::<PyResult<Vec<_>>>()?)?;
        let board = Arc::new(self.board.kept(&kept));
        Ok(PyPosition::with(board, self.ruleset, Some(labels.unbind())))
    }

    /// The position without the edges, loops and arcs between two vertices.
    ///
    /// >>> Position("cycle(3)").without_edge(0, 2) == Position("path(3)")
    /// True
    fn without_edge(&self, py: Python<'_>, a: Arg<usize>, b: Arg<usize>) -> PyResult<PyPosition> {
        let mut links = self.board.links();
        let before = links.len();
        let ends = [(a.0, b.0), (b.0, a.0)];
        links.retain(|l| !ends.contains(&(l.from, l.to)));
        if links.len() == before {
            return Err(error::input(format!(
                "there is no edge between {} and {}",
                a.0, b.0
            )));
        }
        let board = self.board.as_ref().clone().with_links(links);
        Ok(self.changed(py, board))
    }

    /// The position with other tints: a text with a character for each vertex, or a dictionary of
    /// the vertices whose tints change.
    ///
    /// >>> Position("path(3)").with_tints({0: "L", 2: "R"}) == Position("path(3):L.R")
    /// True
    fn with_tints(&self, tints: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let mut text = self.board.tint_string();
        if let Ok(all) = tints.cast::<PyString>() {
            text = arguments::characters(all)?.to_string();
        } else {
            let changes: Arg<HashMap<usize, char>> = tints.extract()?;
            let mut letters: Vec<char> = text.chars().collect();
            for (vertex, tint) in changes.0 {
                *letters
                    .get_mut(vertex)
                    .ok_or_else(|| self.no_vertex(vertex))? = tint;
            }
            text = letters.into_iter().collect();
        }
        let board = self.board.as_ref().clone().tinted(&text);
        let position = self.changed(tints.py(), board.map_err(error::notation)?);
        self.ruleset.fits(&position.board).map_err(error::game)?;
        Ok(position)
    }

    /// The positions that Left can move to.
    #[getter]
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.options(py, Player::Left)
    }

    /// The positions that Right can move to.
    #[getter]
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.options(py, Player::Right)
    }

    /// The position after the move in which a player points at these vertices of this position, or
    /// at those with these `labels`: the names that the vertices had when the play began.
    ///
    /// >>> p = Position("path(4)").play("L", 1)
    /// >>> p, p.labels
    /// (Position('BG:LL.'), (0, 2, 3))
    /// >>> p.play("R", labels=[3]) == p.play("R", 2)
    /// True
    #[pyo3(signature = (player, *vertices, labels = None))]
    fn play(
        &self,
        py: Python<'_>,
        player: Arg<&str>,
        vertices: &Bound<'_, PyTuple>,
        labels: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyPosition>> {
        let mover = play::player(player.0)?;
        let mut pointed = self.vertices(vertices)?;
        if let Some(labels) = labels {
            pointed.extend(play::vertices_with(py, self, labels)?);
        }
        play::chosen(py, player.0, &all_moves(py, self, mover)?, &pointed)
    }

    /// Proved bounds for temperature, mean and stops, by a search of this many steps: for boards
    /// whose value is out of reach. More steps never give worse bounds.
    ///
    /// >>> Position("caterpillar(9,8,9)").bounds(steps=2000).temperature
    /// (Fraction(17, 1), Fraction(17, 1))
    #[pyo3(signature = (steps = Arg(20_000)), text_signature = "($self, steps=20000)")]
    fn bounds(&self, py: Python<'_>, steps: Arg<u64>) -> PyResult<PyBounds> {
        let (board, ruleset, steps) = (self.board.clone(), self.ruleset, steps.0);
        let found = work::run(py, move |stop| {
            let budget = Budget {
                work: u64::MAX,
                ..Bounds::budget(&Budget::default())
            };
            let budget = Budget {
                stop: Some(stop),
                ..budget
            };
            Bounds::of_board(ruleset, &board, Effort::of(steps), &budget)
        })?;
        Ok(PyBounds::from(found.or_raise()?))
    }

    /// A certificate: a proof of bounds that the independent checker can check. With `lower`, a
    /// much shorter proof of a lower bound of the temperature alone.
    ///
    /// >>> c = Position("path(4)").certificate()
    /// >>> c.temperature, c.check()
    /// ((Fraction(3, 2), Fraction(3, 2)), True)
    #[pyo3(
        signature = (steps = Arg(20_000), lower = Arg(false)),
        text_signature = "($self, steps=20000, lower=False)"
    )]
    fn certificate(
        &self,
        py: Python<'_>,
        steps: Arg<u64>,
        lower: Arg<bool>,
    ) -> PyResult<PyCertificate> {
        let (board, ruleset) = (self.board.clone(), self.ruleset);
        let (steps, lower) = (steps.0, lower.0);
        let certified = work::run(py, move |stop| {
            let budget = Budget {
                work: u64::MAX,
                stop: Some(stop),
                ..Budget::default()
            };
            let aim = if lower { Aim::Heat } else { Aim::Both };
            certify(ruleset, &budget, &board, Effort::of(steps), aim)
        })?;
        let certified = certified.map_err(error::input)?;
        PyCertificate::new(certified.certificate)
    }

    /// The board as a `networkx` graph. Vertices are called by their labels; tints, weights and the
    /// token are attributes, as the constructor reads them.
    fn to_networkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let graphs = slf.py().import("boilingpoint._graphs")?;
        graphs.call_method1("networkx_graph", (slf,))
    }

    /// The board as a Sage graph.
    fn to_sage<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let graphs = slf.py().import("boilingpoint._graphs")?;
        graphs.call_method1("sage_graph", (slf,))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let display = slf.py().import("boilingpoint._display")?;
        display.call_method1("position", (slf,))
    }

    /// The drawing of the board as SVG. With `numbers`, vertices have their numbers; with `full`,
    /// each leaf of a bunch is drawn.
    #[pyo3(
        signature = (numbers = Arg(false), full = Arg(false), scale = Arg(1.0)),
        text_signature = "($self, numbers=False, full=False, scale=1.0)"
    )]
    fn svg(&self, numbers: Arg<bool>, full: Arg<bool>, scale: Arg<f64>) -> PyResult<String> {
        let options = DrawingOptions {
            numbers: numbers.0,
            compress: !full.0,
            scale: arguments::scale(scale.0)?,
            ..DrawingOptions::default()
        };
        Ok(board_svg(&self.board, &options).to_string())
    }

    /// The drawing of the board as PNG.
    #[pyo3(
        signature = (numbers = Arg(false), full = Arg(false), scale = Arg(2.0)),
        text_signature = "($self, numbers=False, full=False, scale=2.0)"
    )]
    fn png(&self, numbers: Arg<bool>, full: Arg<bool>, scale: Arg<f64>) -> PyResult<Vec<u8>> {
        let scale = arguments::scale(scale.0)? as f32;
        png(&self.svg(numbers, full, Arg(1.0))?, scale).map_err(error::input)
    }

    /// The board for LaTeX with TikZ.
    fn tikz(&self) -> String {
        boilingpoint_draw::tikz(&self.board)
    }

    /// The board for Graphviz.
    fn dot(&self) -> String {
        boilingpoint_draw::dot(&self.board)
    }
}
