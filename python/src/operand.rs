//! Objects of Python as operands of values.

use crate::arguments::{self, Arg};
use crate::error;
use crate::make::parse;
use crate::number;
use crate::store::{self, Held};
use crate::value::PyValue;
use boilingpoint::Dyadic;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A value or a number as an operand.
pub enum Operand<'py> {
    Value(PyRef<'py, PyValue>),
    Number(Held),
}

impl Operand<'_> {
    /// The value.
    pub fn held(&self) -> &Held {
        match self {
            Operand::Value(value) => value.held(),
            Operand::Number(held) => held,
        }
    }
}

/// The operand that an object is; `None` for objects that are neither values nor numbers.
pub fn operand<'py>(x: &Bound<'py, PyAny>) -> PyResult<Option<Operand<'py>>> {
    if let Ok(value) = x.cast::<PyValue>() {
        return Ok(Some(Operand::Value(value.borrow())));
    }
    Ok(number::dyadic_of_python(x)?.map(|x| Operand::Number(store::number(x))))
}

/// The value that an object is: a value, a number, or a text in the usual notation.
pub fn of_python(x: &Bound<'_, PyAny>) -> PyResult<PyValue> {
    if let Ok(text) = x.cast::<PyString>() {
        return parse(x.py(), Arg(arguments::characters(text)?));
    }
    match operand(x)? {
        Some(Operand::Value(value)) => value.copied(x.py()),
        Some(Operand::Number(held)) => Ok(held.into()),
        None if x.hasattr("left")? && x.hasattr("right")? => {
            let games = x.py().import("boilingpoint._games")?;
            let read = games.call_method1("read", (x,))?.cast_into::<PyValue>()?;
            read.get().copied(x.py())
        }
        None => {
            let kind = x.get_type().name()?;
            let why = format!("expected a value, a number or a text, not {kind}");
            Err(error::argument(x.py(), why))
        }
    }
}

/// A dyadic number as an argument.
pub fn number_argument(x: &Bound<'_, PyAny>) -> PyResult<Dyadic> {
    if let Ok(value) = x.cast::<PyValue>() {
        let number = store::look(value.borrow().held(), |values, v| values.as_number(v));
        return number.ok_or_else(|| error::input("expected a number"));
    }
    number::dyadic_of_python(x)?.ok_or_else(|| error::argument(x.py(), "expected a number"))
}
