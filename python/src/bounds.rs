//! Proved bounds for the numbers of a value.

use crate::number;
use boilingpoint::{Bounds, Dyadic};
use pyo3::prelude::*;

/// Proved bounds for the numbers of a position: each is a pair, the least and the most.
#[pyclass(frozen, name = "Bounds", module = "boilingpoint")]
pub struct PyBounds {
    bounds: Bounds,
}

impl From<Bounds> for PyBounds {
    fn from(bounds: Bounds) -> PyBounds {
        PyBounds { bounds }
    }
}

type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

fn pair<'py>(py: Python<'py>, [least, most]: [Dyadic; 2]) -> PyResult<Pair<'py>> {
    Ok((number::dyadic(py, least)?, number::dyadic(py, most)?))
}

#[pymethods]
impl PyBounds {
    /// Bounds for the temperature.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Pair<'py>> {
        pair(py, self.bounds.temperature)
    }

    /// Bounds for the mean.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Pair<'py>> {
        pair(py, self.bounds.mean)
    }

    /// Bounds for the left stop.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Pair<'py>> {
        pair(py, self.bounds.left_stop)
    }

    /// Bounds for the right stop.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Pair<'py>> {
        pair(py, self.bounds.right_stop)
    }

    /// The outcome, if the bounds decide it; else `None`.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.bounds.outcome().map(|outcome| outcome.to_string())
    }

    /// Whether every bound is the number itself.
    #[getter]
    fn are_exact(&self) -> bool {
        self.bounds.are_exact()
    }

    fn __repr__(&self) -> String {
        let text = |[least, most]: [Dyadic; 2]| match least == most {
            true => least.to_string(),
            false => format!("{least} to {most}"),
        };
        let [t, mean] = [self.bounds.temperature, self.bounds.mean].map(text);
        format!("<Bounds: temperature {t}, mean {mean}>")
    }
}
