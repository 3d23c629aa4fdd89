//! Arguments of functions of Python. A mistake in one is an exception of the package.

use crate::error;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The greatest factor by which a drawing is enlarged.
const MOST_SCALE: f64 = 64.0;

/// An argument of a type. An object of another type is an `ArgumentError`, and a number that does
/// not fit is an `Error`.
pub struct Arg<T>(pub T);

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Arg<T> {
    type Error = PyErr;

    fn extract(x: Borrowed<'a, 'py, PyAny>) -> PyResult<Arg<T>> {
        x.extract().map(Arg).map_err(|why: T::Error| {
            let why: PyErr = why.into();
            let (py, text) = (x.py(), why.value(x.py()).to_string());
            if why.is_instance_of::<PyTypeError>(py) {
                error::argument(py, text)
            } else if why.is_instance_of::<PyOverflowError>(py) {
                error::input(format!("a number is out of range: {text}"))
            } else {
                error::input(text)
            }
        })
    }
}

/// The characters of a text.
///
/// # Errors
/// When the text has half of a pair of surrogates.
pub fn characters<'a>(text: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    text.to_str()
        .map_err(|why| error::input(why.value(text.py())))
}

/// The factor by which a drawing is enlarged.
///
/// # Errors
/// When it is not positive, or too large.
pub fn scale(factor: f64) -> PyResult<f64> {
    match factor > 0.0 && factor <= MOST_SCALE {
        true => Ok(factor),
        false => Err(error::input(format!(
            "scale: expected a number above 0, at most {MOST_SCALE}, not {factor}"
        ))),
    }
}
