//! Scans of streams and classes.

use crate::boards::{game_of, open, path_of};
use crate::error;
use crate::lines::{self, Lines};
use crate::position::PyPosition;
use crate::work::Work;
use crate::{cells, solvers};
use boilingpoint::{
    Board, BoardSource, Class, Kind, Missed, Objective, PartTally, Pool, Ruleset, ScannedOrders,
    Scanner, Tally,
};
use boilingpoint_boards::BoardLimit;
use boilingpoint_formats::{Given, read_each};
use boilingpoint_problem::expression::{Expression, QuantityKind};
use boilingpoint_problem::{
    Columns, FactCell, ObjectiveText, invariants, listed_names, listed_up_to,
};
use boilingpoint_rules::Features;
use boilingpoint_solver::{SolveError, Solver};
use boilingpoint_study::boards::{Input, Stopped, marks};
use boilingpoint_study::table::Rows;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};

/// The boards of a scan.
enum Boards {
    File(Box<dyn BufRead + Send>),
    Lines(Lines),
    Class(Class),
}

/// The expression of a text, which has to be of a kind.
pub fn expression(text: &str, kind: QuantityKind) -> PyResult<Expression> {
    let read = Expression::parse(text, &invariants::names());
    let read = read.map_err(|e| error::notation(e.render(text)))?;
    match (read.kind() == kind, kind) {
        (true, _) => Ok(read),
        (_, QuantityKind::Number) => Err(error::notation(format!(
            "`{text}` is a condition; expected a number"
        ))),
        _ => Err(error::notation(format!(
            "`{text}` is a number; expected a condition such as `degree <= 3`"
        ))),
    }
}

/// An objective with a condition.
pub fn objective(maximize: Option<&str>, require: Option<&str>) -> PyResult<Objective> {
    let goals = maximize.map(ObjectiveText::list).unwrap_or_default();
    let goals = goals
        .into_iter()
        .map(|text| expression(text, QuantityKind::Number));
    let goals = goals.collect::<PyResult<Vec<_>>>()?;
    let require = require
        .map(|text| expression(text, QuantityKind::Condition))
        .transpose()?;
    Ok(Objective::new(&goals, require.as_ref(), &[]))
}

/// A class whose boards this program can list.
fn listed(name: &str, (low, high): (usize, usize)) -> PyResult<Class> {
    let kind = Kind::by_name(name);
    let Some((kind, most)) = kind.and_then(|k| Some((k, listed_up_to(k)?))) else {
        return Err(error::input(format!(
            "class {name}: expected {}",
            listed_names()
        )));
    };
    if low < 1 || high > most || low > high {
        return Err(error::input(format!(
            "order: this program lists {name} boards of orders 1..{most}, not {low}..{high}"
        )));
    }
    Ok(Class::of(kind, low..=high))
}

/// The features that are added to every board in all ways.
#[derive(FromPyObject)]
pub struct Marks {
    tinted: bool,
    loops: bool,
    arcs: bool,
    weights: u32,
}

impl Marks {
    fn class(&self, ruleset: &dyn Ruleset) -> PyResult<Class> {
        let features = Features {
            tints: self.tinted,
            max_weight: self.weights,
            loops: self.loops,
            arcs: self.arcs,
            ..Features::GRAPH
        };
        marks(ruleset, features).map_err(error::game)
    }
}

/// A scan with its settings.
struct Scan {
    ruleset: &'static dyn Ruleset,
    marks: Class,
    boards: Boards,
    threads: usize,
    done: Arc<AtomicU64>,
}

impl Scan {
    /// Takes all boards; ends early when `stop` is set.
    fn run<T: Tally>(
        self,
        stop: &Arc<AtomicBool>,
        tally: &T,
        mut take: impl FnMut(T::Part),
    ) -> Result<(), String> {
        let budget = solvers::budget(Some(stop.clone()));
        let pool = Pool::new(self.ruleset, &budget, self.threads).map_err(|e| e.to_string())?;
        let source = BoardSource {
            pool: &pool,
            marks: self.marks,
            progress: &|boards| {
                self.done.fetch_add(boards, Ordering::Relaxed);
            },
        };
        let take = |part| {
            take(part);
            match stop.load(Ordering::Relaxed) {
                true => Err(Stopped(self.done.load(Ordering::Relaxed))),
                false => Ok(()),
            }
        };
        match self.boards {
            Boards::Class(class) => {
                // A stopped scan has no reader any more.
                let _ = source.class(&class, tally, take);
                Ok(())
            }
            Boards::File(file) => {
                let _ = source.stream(file, tally, take);
                Ok(())
            }
            Boards::Lines(lines) => {
                let _ = source.list(lines, tally, take);
                Ok(())
            }
        }
    }
}

/// The rows of a scan: a list of dictionaries, the number of boards without an answer, and the
/// first of them as texts.
type Answer<'py> = (Bound<'py, PyList>, u64, Vec<String>);

/// The treatment of boards without an answer in a table with a row for each board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// Their cells are `None`.
    None,
    /// The first is an exception.
    Raise,
    /// They have no row.
    Drop,
}

impl Missing {
    fn by_name(name: &str) -> PyResult<Missing> {
        match name {
            "none" => Ok(Missing::None),
            "raise" => Ok(Missing::Raise),
            "drop" => Ok(Missing::Drop),
            _ => Err(error::input(format!(
                "missing: expected 'none', 'raise' or 'drop', not {name:?}"
            ))),
        }
    }
}

/// The exception for a board without an answer.
fn unanswered(missed: &Missed) -> PyErr {
    match missed.order {
        Some(_) => error::LimitError::new_err(missed.to_string()),
        None => error::notation(missed),
    }
}

/// A row of a table, with the line and the text of the board.
struct InputRow {
    line: Option<usize>,
    text: String,
    cells: Result<Vec<FactCell>, Missed>,
}

/// A table with a row for each board that meets a condition.
struct InputRows<'a>(Rows<'a>);

impl Tally for InputRows<'_> {
    type Part = Vec<InputRow>;

    fn add(
        &self,
        part: &mut Vec<InputRow>,
        solver: &mut Solver,
        board: &Board,
        input: Input<'_>,
    ) -> Result<(), SolveError> {
        let mut cells = Vec::new();
        self.0.add(&mut cells, solver, board, input)?;
        part.extend(cells.into_iter().map(|cells| InputRow {
            line: input.line,
            text: input.text.to_string(),
            cells,
        }));
        Ok(())
    }

    fn missed(&self, part: &mut Vec<InputRow>, missed: Missed) {
        part.push(InputRow {
            line: missed.line,
            text: missed.input.clone(),
            cells: Err(missed),
        });
    }
}

/// Scans boards; `boilingpoint.scan` describes the arguments.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // the Python function has defaults and names for them
pub fn _scan<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, PyAny>,
    boards: Option<Bound<'py, PyAny>>,
    class_: Option<(String, (usize, usize))>,
    marks: Marks,
    objective: Option<&str>,
    require: Option<&str>,
    columns: Option<&str>,
    top: usize,
    missing: &str,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Answer<'py>> {
    let ruleset = game_of(ruleset)?;
    let marks = marks.class(ruleset)?;
    let missing = Missing::by_name(missing)?;
    let (sender, lines) = lines::stream();
    let file = boards.as_ref().map(path_of).transpose()?.flatten();
    let boards_of = match (&class_, &file) {
        (Some((name, order)), _) => Boards::Class(listed(name, *order)?),
        (None, Some(file)) => Boards::File(open(file)?),
        (None, None) => Boards::Lines(lines),
    };
    let boards = boards.filter(|_| file.is_none());
    let done = Arc::new(AtomicU64::new(0));
    let scan = Scan {
        ruleset,
        marks,
        boards: boards_of,
        threads,
        done: done.clone(),
    };
    let meanwhile = |_: Python<'_>| match &progress {
        Some(progress) => progress.call1((done.load(Ordering::Relaxed),)).map(drop),
        None => Ok(()),
    };
    // The items of the iterable, where rows have them.
    let given = (boards.is_some() && columns.is_some()).then(|| PyList::empty(py));
    let iterable = boards.unwrap_or_else(|| PyList::empty(py).into_any());
    match columns {
        Some(text) => {
            let columns = Arc::new(Columns::parse(text).map_err(error::notation)?);
            let condition = self::objective(None, require)?;
            let picked = columns.clone();
            let work = Work::begin(move |stop| {
                let rows = InputRows(Rows {
                    columns: &picked,
                    condition: &condition,
                });
                let mut all: Vec<InputRow> = Vec::new();
                let first_missed = |part: &[InputRow]| part.iter().any(|row| row.cells.is_err());
                scan.run(&stop, &rows, |part| {
                    if missing == Missing::Raise && first_missed(&part) {
                        stop.store(true, Ordering::Relaxed);
                    }
                    all.extend(part);
                })
                .map(|()| all)
            })?;
            let found = lines::feed(&iterable, sender, given.as_ref(), work, meanwhile)?;
            let inputs = match (given, class_) {
                (Some(given), _) => Inputs::Items(given),
                (None, None) => Inputs::Texts,
                (None, Some(_)) => Inputs::None,
            };
            row_table(py, &columns, inputs, found.map_err(error::input)?, missing)
        }
        None => {
            let objective = self::objective(objective, require)?;
            let wholes: Vec<bool> = objective.wholes();
            let work = Work::begin(move |stop| {
                let scanner = Scanner::new(&objective, top.max(1));
                let mut found = ScannedOrders::default();
                scan.run(&stop, &scanner, |part| scanner.merge(&mut found, part))
                    .map(|()| found)
            })?;
            let found = lines::feed(&iterable, sender, None, work, meanwhile)?;
            let found = found.map_err(error::input)?;
            match (missing, found.missed.first.first()) {
                (Missing::Raise, Some(missed)) => Err(unanswered(missed)),
                _ => order_table(py, ruleset, found, &wholes),
            }
        }
    }
}

/// What the rows of a table have in the column `input`.
enum Inputs<'py> {
    /// The item of the iterable.
    Items(Bound<'py, PyList>),
    /// The text of the file.
    Texts,
    /// Nothing: there is no such column.
    None,
}

impl Inputs<'_> {
    fn set(&self, row: &InputRow, object: &Bound<'_, PyDict>) -> PyResult<()> {
        let place = row.line.and_then(|line| line.checked_sub(1));
        match (self, place) {
            (Inputs::Items(items), Some(place)) => object.set_item("input", items.get_item(place)?),
            (Inputs::None, _) => Ok(()),
            _ => object.set_item("input", &row.text),
        }
    }
}

/// A row for each board, in the order of the boards.
fn row_table<'py>(
    py: Python<'py>,
    columns: &Columns,
    inputs: Inputs<'py>,
    rows: Vec<InputRow>,
    missing: Missing,
) -> PyResult<Answer<'py>> {
    let table = PyList::empty(py);
    let mut missed: Vec<String> = Vec::new();
    let mut number = 0;
    for row in rows {
        let object = PyDict::new(py);
        inputs.set(&row, &object)?;
        match &row.cells {
            Ok(cells) => cells::set_row(&object, columns, cells)?,
            Err(why) => {
                number += 1;
                if missed.len() < 100 {
                    missed.push(why.to_string());
                }
                match missing {
                    Missing::Raise => return Err(unanswered(why)),
                    Missing::Drop => continue,
                    Missing::None => cells::set_none(&object, columns)?,
                }
            }
        }
        table.append(object)?;
    }
    Ok((table, number, missed))
}

fn order_table<'py>(
    py: Python<'py>,
    ruleset: &'static dyn Ruleset,
    found: ScannedOrders,
    wholes: &[bool],
) -> PyResult<Answer<'py>> {
    let table = PyList::empty(py);
    for (order, scanned) in found.orders {
        let best = scanned.maximum;
        let object = PyDict::new(py);
        object.set_item("order", order)?;
        object.set_item("boards", scanned.boards)?;
        object.set_item("max", cells::maximum(py, best.max.as_ref(), wholes)?)?;
        object.set_item("attaining", best.attaining)?;
        let examples = best.boards.iter().map(|board| {
            let board = boilingpoint_boards::canon::normal(board);
            PyPosition::with(Arc::new(board), ruleset, None)
        });
        object.set_item("examples", PyList::new(py, examples.collect::<Vec<_>>())?)?;
        object.set_item("unscored", best.undefined)?;
        object.set_item("missed", scanned.missed)?;
        table.append(object)?;
    }
    let first = found.missed.first.iter().map(Missed::to_string).collect();
    Ok((table, found.missed.number, first))
}

/// The boards of a file, one after another.
#[pyclass(frozen, module = "boilingpoint")]
pub struct _FileBoards {
    boards: Mutex<Receiver<Result<Given, String>>>,
    ruleset: &'static dyn Ruleset,
}

#[pymethods]
impl _FileBoards {
    #[new]
    fn new(path: &Bound<'_, PyAny>, ruleset: &Bound<'_, PyAny>) -> PyResult<_FileBoards> {
        let ruleset = game_of(ruleset)?;
        let Some(path) = path_of(path)? else {
            return Err(error::input(
                "expected the name of a file, or a class with its order",
            ));
        };
        let from = open(&path)?;
        let (sender, boards) = sync_channel(WAITING);
        let read = move || {
            // The reader ends when nobody takes its boards any more.
            let _ = read_each(from, BoardLimit::MOST, |item| {
                let given = item.board(BoardLimit::MOST);
                let given = given.map_err(|e| format!("{}: {e}", path.display()));
                sender.send(given).map_err(drop)
            });
        };
        let thread = std::thread::Builder::new().spawn(read);
        thread.map_err(|e| error::input(format!("cannot start a thread: {e}")))?;
        let boards = Mutex::new(boards);
        Ok(_FileBoards { boards, ruleset })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// The next board as a position, with the labels of its vertices.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyPosition>> {
        let next = py.detach(|| self.boards.lock().ok()?.recv().ok());
        match next {
            None => Ok(None),
            Some(Err(why)) => Err(error::notation(why)),
            Some(Ok(given)) => {
                let board = self.ruleset.meant(given.board, given.is_cgsuite);
                self.ruleset.fits(&board).map_err(error::game)?;
                let labels = given
                    .labels
                    .map(|labels| PyTuple::new(py, labels))
                    .transpose()?;
                let labels = labels.map(Bound::unbind);
                Ok(Some(PyPosition::with(
                    Arc::new(board),
                    self.ruleset,
                    labels,
                )))
            }
        }
    }
}

/// The number of boards of a file that wait for their reader.
const WAITING: usize = 256;

/// Every board of a class as a text, one for each isomorphism class, in the order of the program.
///
/// >>> len(_boards("tree", (2, 8)))
/// 47
#[pyfunction]
pub fn _boards(py: Python<'_>, class_: &str, order: (usize, usize)) -> PyResult<Vec<String>> {
    let class = listed(class_, order)?;
    let all = crate::work::run(py, move |stop| {
        let mut all = Vec::new();
        let listed = boilingpoint::list_boards(&class, |board| {
            all.push(board.text());
            match stop.load(Ordering::Relaxed) {
                true => Err(Stopped(all.len() as u64)),
                false => Ok(()),
            }
        });
        listed.map(|()| all)
    })?;
    all.map_err(|Stopped(_)| error::input("the list was stopped"))
}
