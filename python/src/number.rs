//! Exact numbers: `fractions.Fraction` and `int` in Python.

use crate::error::{self, Raised};
use boilingpoint::{Dyadic, Number};
use boilingpoint_values::ValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFloat, PyInt, PyType};

static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn fraction_type(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    FRACTION.import(py, "fractions", "Fraction")
}

/// A fraction of Python.
pub fn fraction(py: Python<'_>, x: Number) -> PyResult<Bound<'_, PyAny>> {
    let of = fraction_type(py)?;
    match *x.denom() {
        1 => of.call1((*x.numer(),)),
        denominator => of.call1((*x.numer(), denominator)),
    }
}

/// A dyadic number as a fraction of Python.
pub fn dyadic(py: Python<'_>, x: Dyadic) -> PyResult<Bound<'_, PyAny>> {
    let of = fraction_type(py)?;
    match x.exponent() {
        0 => of.call1((x.numerator(),)),
        exponent => of.call1((x.numerator(), 1u64 << exponent)),
    }
}

/// A whole number of Python; a fraction if the number is not whole.
pub fn whole(py: Python<'_>, x: Number) -> PyResult<Bound<'_, PyAny>> {
    match x.is_integer() {
        true => Ok(x.numer().into_pyobject(py)?.into_any()),
        false => fraction(py, x),
    }
}

/// An exact number from an `int`, a `Fraction`, a finite `float`, or another rational number.
/// `None` for other objects.
///
/// # Errors
/// When the number is not finite, or does not fit into 128 bits.
pub fn of_python(x: &Bound<'_, PyAny>) -> PyResult<Option<Number>> {
    if x.is_instance_of::<PyInt>() {
        return Ok(Some(Number::from_integer(integer(x)?)));
    }
    if x.is_instance_of::<PyFloat>() && !x.extract::<f64>()?.is_finite() {
        return Err(error::input(format!("{x} is not a finite number")));
    }
    let (n, d) = if x.hasattr("numerator")? && x.hasattr("denominator")? {
        (x.getattr("numerator")?, x.getattr("denominator")?)
    } else if x.hasattr("as_integer_ratio")? {
        // Floats of all packages, and decimal numbers.
        let ratio = x.call_method0("as_integer_ratio");
        let ratio = ratio.map_err(|_| error::input(format!("{x} is not a finite number")))?;
        ratio.extract()?
    } else {
        return Ok(None);
    };
    let (n, d) = (integer(&n)?, integer(&d)?);
    match d {
        1.. => Ok(Some(Number::new(n, d))),
        _ => Err(error::input(format!("{x} is not a rational number"))),
    }
}

fn integer(x: &Bound<'_, PyAny>) -> PyResult<i128> {
    let read: PyResult<i128> = x.extract();
    read.ok().filter(|&n| n != i128::MIN).ok_or_else(|| {
        error::LimitError::new_err(format!("{x} does not fit into exact 128-bit arithmetic"))
    })
}

/// A dyadic number from a number of Python; `None` for objects that are not numbers.
///
/// # Errors
/// When the number is not dyadic, or does not fit into 64 bits.
pub fn dyadic_of_python(x: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    if x.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    let Some(x) = of_python(x)? else {
        return Ok(None);
    };
    let exponent = x.denom().trailing_zeros();
    if *x.denom() != 1 << exponent {
        return Err(error::input(format!(
            "the denominator of {x} is not a power of two"
        )));
    }
    let numerator = i64::try_from(*x.numer()).map_err(|_| ValueError::Overflow.raised())?;
    Dyadic::new(numerator, exponent)
        .map(Some)
        .map_err(Raised::raised)
}
