//! Cells of tables as objects of Python.

use crate::number;
use boilingpoint::Number;
use boilingpoint_problem::{FactCell, Fitness, Interval};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A cell: `None`, `bool`, `int`, `Fraction`, `str`, or the pair of the bounds of a number, whose
/// second may be `None`.
pub fn cell<'py>(py: Python<'py>, cell: &FactCell) -> PyResult<Bound<'py, PyAny>> {
    match cell {
        FactCell::Absent => Ok(py.None().into_bound(py)),
        FactCell::Flag(flag) => Ok(flag.into_pyobject(py)?.to_owned().into_any()),
        FactCell::Count(count) => Ok(count.into_pyobject(py)?.into_any()),
        FactCell::Number(interval) => interval_of(py, interval),
        FactCell::Bounds(bounds) => numbers(py, bounds),
        FactCell::Numbers(all) => numbers(py, all),
        FactCell::Certainty(_) | FactCell::Text(_) => Ok(cell.text().into_pyobject(py)?.into_any()),
    }
}

fn interval_of<'py>(py: Python<'py>, interval: &Interval) -> PyResult<Bound<'py, PyAny>> {
    if let Some(known) = interval.known() {
        return number::fraction(py, known);
    }
    let most = interval
        .most
        .map(|most| number::fraction(py, most))
        .transpose()?;
    let pair = (number::fraction(py, interval.least)?, most);
    Ok(pair.into_pyobject(py)?.into_any())
}

fn numbers<'py>(py: Python<'py>, all: &[Number]) -> PyResult<Bound<'py, PyAny>> {
    let all = all.iter().map(|&n| number::fraction(py, n));
    Ok(PyTuple::new(py, all.collect::<PyResult<Vec<_>>>()?)?.into_any())
}

/// The greatest fitness, if any board has one.
pub fn maximum<'py>(py: Python<'py>, max: Option<&Fitness>) -> PyResult<Option<Bound<'py, PyAny>>> {
    max.map(|max| fitness(py, max)).transpose()
}

/// A fitness: a number, or a tuple of numbers if it has several components.
pub fn fitness<'py>(py: Python<'py>, fitness: &Fitness) -> PyResult<Bound<'py, PyAny>> {
    match fitness.0[..] {
        [one] => number::fraction(py, one),
        ref all => numbers(py, all),
    }
}
