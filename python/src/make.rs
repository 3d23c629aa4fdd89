//! Functions that make values.

use crate::arguments::Arg;
use crate::error::{self, OrRaise};
use crate::operand::of_python;
use crate::parts::{self, Part};
use crate::store::{self, Held, Recursion};
use crate::value::PyValue;
use boilingpoint::{Dyadic, Value, Values};
use boilingpoint_values::{NumberUpStar, ParseError, ValueError};
use pyo3::prelude::*;

/// The value of a text, such as `{3||2|-1}` or `^*2 + {1|-1}`.
///
/// The notation is that of `boil value`; functions such as `cool(G,1)` are read as well.
///
/// >>> parse("{3||2|-1}") + star(2)
/// Value('{3*2||2*2|-1*2}')
/// >>> parse("{1|")
/// Traceback (most recent call last):
///     ...
/// boilingpoint.NotationError: column 4 of the value: expected `}`, but the text ends
#[pyfunction]
pub fn parse(py: Python<'_>, text: Arg<&str>) -> PyResult<PyValue> {
    let text = text.0.to_string();
    // A text is nested as deep as it is long.
    let recursion = if text.len() < 400 {
        Recursion::Counted
    } else {
        Recursion::AsForms
    };
    let read =
        move |values: &mut Values, _: &[Value]| -> Result<Result<Value, ParseError>, ValueError> {
            Ok(values.parse(&text))
        };
    store::compute(py, &[], recursion, read, |holder, read| {
        read.map(|v| holder.hold(v))
    })?
    .or_raise()
    .map(PyValue::from)
}

/// The value of the game with these options.
#[pyfunction]
pub fn _of_options(lefts: &Bound<'_, PyAny>, rights: &Bound<'_, PyAny>) -> PyResult<PyValue> {
    let read = |side: &Bound<'_, PyAny>| -> PyResult<Vec<PyValue>> {
        let all = side
            .try_iter()
            .map_err(|e| error::argument(side.py(), e.value(side.py())))?;
        all.map(|x| of_python(&x?)).collect()
    };
    let (lefts_read, rights_read) = (read(lefts)?, read(rights)?);
    let count = lefts_read.len();
    let all: Vec<&Held> = lefts_read
        .iter()
        .chain(&rights_read)
        .map(|v| v.held())
        .collect();
    let make = move |values: &mut Values, all: &[Value]| values.game(&all[..count], &all[count..]);
    let held = store::compute(lefts.py(), &all, Recursion::Counted, make, |h, v| h.hold(v))?;
    Ok(held.into())
}

/// The nimber `*n`.
///
/// >>> star(), star(2), star(0)
/// (Value('*'), Value('*2'), Value('0'))
#[pyfunction]
#[pyo3(signature = (n = Arg(1)), text_signature = "(n=1)")]
pub fn star(py: Python<'_>, n: Arg<u32>) -> PyResult<PyValue> {
    nus(py, 0, n.0)
}

/// The sum of `n` ups; of downs if `n` is negative.
///
/// >>> up(), up(-2), up(3) + star(1)
/// (Value('^'), Value('vv'), Value('^3*'))
#[pyfunction]
#[pyo3(signature = (n = Arg(1)), text_signature = "(n=1)")]
pub fn up(py: Python<'_>, n: Arg<i32>) -> PyResult<PyValue> {
    nus(py, n.0, 0)
}

fn nus(py: Python<'_>, up: i32, nim: u32) -> PyResult<PyValue> {
    let most = boilingpoint_values::MAX_NIMBER;
    if nim > most {
        let why = format!("*{nim} is too large; at most *{most} is accepted");
        return Err(error::LimitError::new_err(why));
    }
    let nus = NumberUpStar {
        number: Dyadic::ZERO,
        up,
        nim,
    };
    let make = move |values: &mut Values, _: &[Value]| values.number_up_star(nus);
    let held = store::compute(py, &[], Recursion::Counted, make, |h, v| h.hold(v))?;
    Ok(held.into())
}

/// The switch `{x|-x}`, also written `±x`; with two numbers the switch `{x|y}`.
///
/// >>> switch(3), switch(2, 0)
/// (Value('±3'), Value('{2|0}'))
#[pyfunction]
#[pyo3(signature = (x, y = None))]
pub fn switch(x: &Bound<'_, PyAny>, y: Option<&Bound<'_, PyAny>>) -> PyResult<PyValue> {
    let py = x.py();
    let left = of_python(x)?;
    let right = match y {
        Some(y) => of_python(y)?,
        None => left.negative(py)?,
    };
    let make = |values: &mut Values, v: &[Value]| values.game(&[v[0]], &[v[1]]);
    let operands = [left.held(), right.held()];
    let held = store::compute(py, &operands, Recursion::Counted, make, |h, v| h.hold(v))?;
    Ok(held.into())
}

/// The value of the forms that a pickle has.
#[pyfunction]
pub fn _assemble(py: Python<'_>, parts: Vec<Part>) -> PyResult<PyValue> {
    if !parts::are_sound(&parts) {
        return Err(error::input("the pickle is not that of a value"));
    }
    let assemble = move |values: &mut Values, _: &[Value]| parts::assemble(values, &parts);
    let held = store::compute(py, &[], Recursion::Counted, assemble, |h, v| h.hold(v))?;
    Ok(held.into())
}
