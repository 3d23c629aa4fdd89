//! Proved bounds for the numbers of a value.

use crate::error::{self, OrRaise};
use crate::number;
use boilingpoint::{Bounds, Dyadic};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

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

/// The four pairs of numbers, each by numerator and exponent, and who wins moving first.
type Parts = (Vec<[(i64, u32); 2]>, [Option<bool>; 2]);

impl PyBounds {
    fn parts(&self) -> Parts {
        let Bounds {
            temperature,
            mean,
            left_stop,
            right_stop,
            first_wins,
        } = self.bounds;
        let all = [temperature, mean, left_stop, right_stop];
        let parts = all.map(|pair| pair.map(|x| (x.numerator(), x.exponent())));
        (parts.to_vec(), first_wins)
    }
}

/// The bounds that a pickle has.
#[pyfunction]
pub fn _bounds(parts: Parts) -> PyResult<PyBounds> {
    let (numbers, first_wins) = parts;
    let mut read = Vec::new();
    for pair in numbers {
        let [least, most] = pair.map(|(n, exponent)| Dyadic::new(n, exponent).or_raise());
        read.push([least?, most?]);
    }
    let [temperature, mean, left_stop, right_stop] = read[..] else {
        return Err(error::input("the pickle is not that of bounds"));
    };
    let bounds = Bounds {
        temperature,
        mean,
        left_stop,
        right_stop,
        first_wins,
    };
    Ok(PyBounds { bounds })
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

    fn __eq__(&self, other: &PyBounds) -> bool {
        self.bounds == other.bounds
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.parts().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Parts,))> {
        let remake = py
            .import("boilingpoint._boilingpoint")?
            .getattr("_bounds")?;
        Ok((remake, (self.parts(),)))
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
