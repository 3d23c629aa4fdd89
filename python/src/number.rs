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
    if x.is_instance_of::<PyFloat>() {
        let read: f64 = x.extract()?;
        if !read.is_finite() {
            return Err(error::input(format!("{x} is not a finite number")));
        }
        return of_float(read).map(Some).ok_or_else(|| too_large(x));
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

/// The least power of two that a float of a score keeps. The numerator of a multiple fits into 128
/// bits.
const LEAST_EXPONENT: i32 = -126;

/// The multiple of 2^-126 that is nearest to a finite float: the float itself unless it has smaller
/// parts, as rounding errors have. `None` if it does not fit.
pub fn nearest_to_float(x: f64) -> Option<Number> {
    if let Some(exact) = of_float(x) {
        return Some(exact);
    }
    // A float below 1 that is no such multiple is below 2^-73, and a product with a power of two is
    // exact.
    let scaled = (x * f64::powi(2.0, -LEAST_EXPONENT)).round();
    (x.abs() < 1.0).then(|| Number::new(scaled as i128, 1 << -LEAST_EXPONENT))
}

/// The number that a finite float is; `None` if it does not fit. It is mantissa times a power of two.
fn of_float(x: f64) -> Option<Number> {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = x.abs().to_bits();
    let (fraction, biased) = (bits & ((1 << FRACTION) - 1), (bits >> FRACTION) as i32);
    let mantissa = match biased {
        0 => fraction << 1,
        _ => fraction | 1 << FRACTION,
    };
    if mantissa == 0 {
        return Some(Number::from_integer(0));
    }
    let zeros = mantissa.trailing_zeros();
    let exponent = biased - (f64::MAX_EXP - 1 + FRACTION as i32) + zeros as i32;
    let odd = i128::from(mantissa >> zeros) * if x < 0.0 { -1 } else { 1 };
    match u32::try_from(exponent) {
        Ok(up) if up < odd.unsigned_abs().leading_zeros() => Some(Number::from_integer(odd << up)),
        Ok(_) => None,
        Err(_) if exponent < LEAST_EXPONENT => None,
        // An odd number and a power of two have no common factor.
        Err(_) => Some(Number::new_raw(odd, 1 << -exponent)),
    }
}

fn too_large(x: &Bound<'_, PyAny>) -> PyErr {
    error::LimitError::new_err(format!("{x} does not fit into exact 128-bit arithmetic"))
}

fn integer(x: &Bound<'_, PyAny>) -> PyResult<i128> {
    if let Ok(small) = x.extract::<i64>() {
        return Ok(small.into());
    }
    let read: PyResult<i128> = x.extract();
    read.ok()
        .filter(|&n| n != i128::MIN)
        .ok_or_else(|| too_large(x))
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
