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
    let is_float = x.is_instance_of::<PyFloat>();
    let has_parts = x.hasattr("numerator")? && x.hasattr("denominator")?;
    if !is_float && !has_parts {
        return Ok(None);
    }
    let x = if is_float {
        fraction_type(x.py())?.call1((x,))?
    } else {
        x.clone()
    };
    let [n, d] = ["numerator", "denominator"].map(|part| integer(&x.getattr(part)?));
    let (n, d) = (n?, d?);
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
