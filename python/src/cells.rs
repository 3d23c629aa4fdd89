//! Cells of tables as objects of Python.

use crate::arguments::{self, Arg};
use crate::number;
use boilingpoint::Number;
use boilingpoint_problem::{Columns, FactCell, Fitness, Interval};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

/// A cell: `None`, `bool`, `int`, `Fraction`, `str`, or the pair of the bounds of a number, whose
/// second may be `None`. The numbers of a column that `is_whole` are `int`.
pub fn cell<'py>(py: Python<'py>, cell: &FactCell, is_whole: bool) -> PyResult<Bound<'py, PyAny>> {
    match cell {
        FactCell::Absent => Ok(py.None().into_bound(py)),
        FactCell::Flag(flag) => Ok(flag.into_pyobject(py)?.to_owned().into_any()),
        FactCell::Count(count) => Ok(count.into_pyobject(py)?.into_any()),
        FactCell::Number(interval) => interval_of(py, interval, is_whole),
        FactCell::Bounds(bounds) => numbers(py, bounds, &[is_whole; 2]),
        FactCell::Numbers(all) => numbers(py, all, &vec![is_whole; all.len()]),
        FactCell::Certainty(_) | FactCell::Text(_) => Ok(cell.text().into_pyobject(py)?.into_any()),
    }
}

/// The name of the column that tables of Python have for themselves: the object that was given.
const INPUT: &str = "input";

/// Puts the cells of a row into a dictionary by their headings.
pub fn set_row(object: &Bound<'_, PyDict>, columns: &Columns, row: &[FactCell]) -> PyResult<()> {
    let headings = columns.headings().into_iter().zip(columns.wholes());
    for ((heading, is_whole), found) in headings.zip(row) {
        if heading != INPUT || !object.contains(INPUT)? {
            object.set_item(heading, cell(object.py(), found, is_whole)?)?;
        }
    }
    Ok(())
}

/// The cells of a board without an answer.
pub fn set_none(object: &Bound<'_, PyDict>, columns: &Columns) -> PyResult<()> {
    for heading in columns.headings() {
        if heading != INPUT || !object.contains(INPUT)? {
            object.set_item(heading, object.py().None())?;
        }
    }
    Ok(())
}

/// A row of a table as a dictionary.
pub fn row<'py>(
    py: Python<'py>,
    columns: &Columns,
    row: &[FactCell],
) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    set_row(&object, columns, row)?;
    Ok(object)
}

/// The greatest fitness, if any board has one.
pub fn maximum<'py>(
    py: Python<'py>,
    max: Option<&Fitness>,
    wholes: &[bool],
) -> PyResult<Option<Bound<'py, PyAny>>> {
    max.map(|max| fitness(py, max, wholes)).transpose()
}

/// Columns as a text with commas: a text, or a list of texts.
pub fn columns_text(columns: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = columns.cast::<PyString>() {
        return Ok(arguments::characters(text)?.to_string());
    }
    let columns: Arg<Vec<String>> = columns.extract()?;
    Ok(columns.0.join(","))
}

/// A number, which is an `int` if it `is_whole`.
fn number<'py>(py: Python<'py>, x: Number, is_whole: bool) -> PyResult<Bound<'py, PyAny>> {
    match is_whole {
        true => number::whole(py, x),
        false => number::fraction(py, x),
    }
}

fn interval_of<'py>(
    py: Python<'py>,
    interval: &Interval,
    is_whole: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(known) = interval.known() {
        return number(py, known, is_whole);
    }
    let most = interval.most.map(|most| number(py, most, is_whole));
    let pair = (number(py, interval.least, is_whole)?, most.transpose()?);
    static INTERVAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = INTERVAL.import(py, "boilingpoint._tables", "Interval")?;
    class.call1((pair,))
}

fn numbers<'py>(py: Python<'py>, all: &[Number], wholes: &[bool]) -> PyResult<Bound<'py, PyAny>> {
    let all = all
        .iter()
        .zip(wholes)
        .map(|(&n, &is_whole)| number(py, n, is_whole));
    Ok(PyTuple::new(py, all.collect::<PyResult<Vec<_>>>()?)?.into_any())
}

/// A fitness: a number, or a tuple of numbers if it has several components. `wholes` has for each
/// component whether it is whole.
pub fn fitness<'py>(
    py: Python<'py>,
    fitness: &Fitness,
    wholes: &[bool],
) -> PyResult<Bound<'py, PyAny>> {
    match (&fitness.0[..], wholes) {
        (&[one], &[is_whole]) => number(py, one, is_whole),
        (all, wholes) => numbers(py, all, wholes),
    }
}
