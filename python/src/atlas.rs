//! Tables of proved optima.

use crate::boards::{game_of, ruleset as find};
use crate::cells;
use crate::error;
use crate::position::PyPosition;
use crate::scan::expression;
use crate::solvers;
use crate::work::Work;
use boilingpoint::Pool;
use boilingpoint_boards::parse_board;
use boilingpoint_problem::expression::QuantityKind;
use boilingpoint_problem::{Kind, invariants};
use boilingpoint_study::atlas::{
    ATLAS_KINDS, AtlasError, AtlasFolder, AtlasOutcome, CountContext, Question, Source, Table,
    atlas_kind, complete, known_orders, usual_objectives,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The greatest number of positions that the checker may visit for a board.
const CHECKER_POSITIONS: u64 = 20_000_000;

/// Counts all boards of a class and order; `boilingpoint.atlas` describes the arguments.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // the Python function has defaults and names for them
pub fn _atlas<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, PyAny>,
    class_: &str,
    order: usize,
    objectives: Option<Vec<String>>,
    folder: PathBuf,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let ruleset = game_of(ruleset)?;
    let kind = atlas_kind(class_).ok_or_else(|| {
        let names = Kind::names(&ATLAS_KINDS);
        error::input(format!("class {class_}: expected {names}"))
    })?;
    let most = known_orders(kind);
    if order < 1 || order > most {
        return Err(error::input(format!(
            "order {order}: expected an order within 1..{most}, for which this program knows the \
             number of boards of class {class_}"
        )));
    }
    let usual = || {
        usual_objectives(ruleset)
            .iter()
            .map(|text| text.to_string())
            .collect()
    };
    let mut texts = Vec::new();
    for text in objectives.unwrap_or_else(usual) {
        let text = expression(&text, QuantityKind::Number)?.text().to_string();
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let question = Question::new(ruleset.name(), kind, order, texts);
    let done = Arc::new(AtomicU64::new(0));
    let counted = done.clone();
    let work = Work::begin(move |stop| {
        let pool = Pool::new(ruleset, &solvers::budget(Some(stop.clone())), threads);
        let pool = pool.map_err(error::input)?;
        let folder = AtlasFolder::open(&folder).map_err(raised)?;
        let context = CountContext {
            pool: &pool,
            stop: &|| stop.load(Ordering::Relaxed),
            progress: &|boards| counted.store(boards, Ordering::Relaxed),
            note: &|_| (),
            backend: None,
        };
        complete(&context, &folder, question, Source::of, CHECKER_POSITIONS).map_err(raised)
    })?;
    let outcome = work.finish_while(py, |_| match &progress {
        Some(progress) => progress.call1((done.load(Ordering::Relaxed),)).map(drop),
        None => Ok(()),
    })??;
    match outcome {
        AtlasOutcome::Table { table, .. } => as_dict(py, &table),
        AtlasOutcome::Stopped(boards) => Err(error::input(format!(
            "the count was stopped after {boards} boards"
        ))),
    }
}

fn raised(why: AtlasError) -> PyErr {
    let message = why.to_string();
    match why {
        AtlasError::Refuted(_) => error::RefutedError::new_err(message),
        _ => error::input(message),
    }
}

fn as_dict<'py>(py: Python<'py>, table: &Table) -> PyResult<Bound<'py, PyDict>> {
    let ruleset = find(&table.question.ruleset)?;
    let position = |text: &String| -> PyResult<PyPosition> {
        let board = parse_board(text).map_err(error::notation)?;
        Ok(PyPosition::with(Arc::new(board), ruleset, None))
    };
    let object = PyDict::new(py);
    object.set_item("boards", table.tally.boards)?;
    object.set_item("checked", table.checked)?;
    object.set_item("outcomes", &table.tally.outcomes)?;
    let rows = PyList::empty(py);
    for optimum in &table.tally.optima {
        let best = &optimum.maximum;
        let is_whole = expression(&optimum.objective, QuantityKind::Number)?;
        let is_whole = invariants::is_whole(&is_whole, |_| false);
        let row = PyDict::new(py);
        row.set_item("objective", &optimum.objective)?;
        row.set_item("max", cells::maximum(py, best.max.as_ref(), &[is_whole])?)?;
        row.set_item("attaining", best.attaining)?;
        let examples = best
            .boards
            .iter()
            .map(position)
            .collect::<PyResult<Vec<_>>>()?;
        row.set_item("examples", PyList::new(py, examples)?)?;
        rows.append(row)?;
    }
    object.set_item("optima", rows)?;
    Ok(object)
}
