//! Thermographs.

use crate::arguments::{self, Arg};
use crate::error::{self, OrRaise};
use crate::number;
use boilingpoint::{Dyadic, Thermograph, Wall, thermograph_svg};
use boilingpoint_draw::png;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The thermograph of a value: two walls that meet at the temperature.
///
/// >>> t = Value("{3|-1}").thermograph
/// >>> t.temperature, t.mean
/// (Fraction(2, 1), Fraction(1, 1))
/// >>> t.left_wall
/// [(Fraction(-1, 1), Fraction(4, 1)), (Fraction(2, 1), Fraction(1, 1))]
/// >>> t.left_at(1), t.right_at(1)
/// (Fraction(2, 1), Fraction(0, 1))
#[pyclass(frozen, name = "Thermograph", module = "boilingpoint")]
pub struct PyThermograph {
    walls: Arc<Thermograph>,
}

impl From<Arc<Thermograph>> for PyThermograph {
    fn from(walls: Arc<Thermograph>) -> PyThermograph {
        PyThermograph { walls }
    }
}

type Corner<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

fn corners<'py>(py: Python<'py>, wall: &Wall) -> PyResult<Vec<Corner<'py>>> {
    let corners = wall.corners().iter();
    corners
        .map(|&(t, v)| Ok((number::dyadic(py, t)?, number::dyadic(py, v)?)))
        .collect()
}

fn at<'py>(wall: &Wall, t: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let read = number::dyadic_of_python(t)?.filter(|&t| t >= Dyadic::MINUS_ONE);
    let read = read.ok_or_else(|| error::input("expected a number of at least -1"))?;
    let value = wall.at(read).map_err(crate::error::Raised::raised)?;
    number::dyadic(t.py(), value)
}

/// A corner: two numbers, each by numerator and exponent.
type CornerParts = [(i64, u32); 2];
/// The corners of both walls.
type Parts = [Vec<CornerParts>; 2];

/// The thermograph that a pickle has.
#[pyfunction]
pub fn _thermograph(parts: Parts) -> PyResult<PyThermograph> {
    let wall = |corners: Vec<CornerParts>| {
        let read = corners.into_iter().map(|pair| {
            let [t, v] = pair.map(|(n, exponent)| Dyadic::new(n, exponent).or_raise());
            Ok((t?, v?))
        });
        let corners = read.collect::<PyResult<Vec<_>>>()?;
        let mast = corners.last().copied();
        Ok::<_, PyErr>(Wall::of_corners(corners).zip(mast))
    };
    let [left, right] = parts.map(wall);
    let wrong = || error::input("the pickle is not that of a thermograph");
    let (Some((left, mast)), Some((right, other))) = (left?, right?) else {
        return Err(wrong());
    };
    // Both walls end at the mast.
    if mast != other {
        return Err(wrong());
    }
    let (temperature, mean) = mast;
    let walls = Arc::new(Thermograph {
        left,
        right,
        temperature,
        mean,
    });
    Ok(PyThermograph { walls })
}

impl PyThermograph {
    fn parts(&self) -> Parts {
        let parts = |x: Dyadic| (x.numerator(), x.exponent());
        [&self.walls.left, &self.walls.right].map(|wall| {
            let corners = wall.corners().iter();
            corners.map(|&(t, v)| [parts(t), parts(v)]).collect()
        })
    }

    /// The walls.
    pub fn walls(&self) -> &Thermograph {
        &self.walls
    }

    /// The drawing.
    pub fn drawing(&self) -> String {
        thermograph_svg(&self.walls, None).to_string()
    }
}

#[pymethods]
impl PyThermograph {
    /// The temperature: the tax at which the walls meet.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::dyadic(py, self.walls.temperature)
    }

    /// The mean: where the mast stands.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::dyadic(py, self.walls.mean)
    }

    /// The corners of the left wall, as pairs of tax and value, from tax -1 upwards.
    #[getter]
    fn left_wall<'py>(&self, py: Python<'py>) -> PyResult<Vec<Corner<'py>>> {
        corners(py, &self.walls.left)
    }

    /// The corners of the right wall.
    #[getter]
    fn right_wall<'py>(&self, py: Python<'py>) -> PyResult<Vec<Corner<'py>>> {
        corners(py, &self.walls.right)
    }

    /// The value of the left wall at a tax.
    fn left_at<'py>(&self, t: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        at(&self.walls.left, t)
    }

    /// The value of the right wall at a tax.
    fn right_at<'py>(&self, t: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        at(&self.walls.right, t)
    }

    /// The drawing as SVG.
    #[getter]
    fn svg(&self) -> String {
        self.drawing()
    }

    /// The drawing as PNG, enlarged by a factor.
    #[pyo3(signature = (scale = Arg(2.0)), text_signature = "($self, scale=2.0)")]
    fn png(&self, scale: Arg<f64>) -> PyResult<Vec<u8>> {
        png(&self.drawing(), arguments::scale(scale.0)? as f32).map_err(error::input)
    }

    fn _repr_svg_(&self) -> String {
        self.drawing()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.parts().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Parts,))> {
        let remake = py
            .import("boilingpoint._boilingpoint")?
            .getattr("_thermograph")?;
        Ok((remake, (self.parts(),)))
    }

    fn __eq__(&self, other: &PyThermograph) -> bool {
        self.walls == other.walls
    }

    fn __repr__(&self) -> String {
        format!(
            "<Thermograph: temperature {}, mean {}>",
            self.walls.temperature, self.walls.mean
        )
    }
}
