//! Scores and measures of boards, as Python gives them and gets them back.

use crate::error;
use crate::number;
use boilingpoint::Number;
use boilingpoint_problem::Fitness;
use boilingpoint_search::OwnScore;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple};

/// The kind of numbers of a component of scores. A component that has several kinds is of the last
/// of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScoreKind {
    /// `int`.
    Whole,
    /// `float`. Each is exactly one number.
    Float,
    /// `Fraction`.
    Exact,
}

impl ScoreKind {
    const ALL: [ScoreKind; 3] = [ScoreKind::Whole, ScoreKind::Float, ScoreKind::Exact];

    /// The name, as stored searches have it.
    pub fn name(self) -> &'static str {
        match self {
            ScoreKind::Whole => "int",
            ScoreKind::Float => "float",
            ScoreKind::Exact => "Fraction",
        }
    }

    /// The kind with a name.
    pub fn by_name(name: &str) -> Option<ScoreKind> {
        ScoreKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind of a number that was read.
    fn of(x: &Bound<'_, PyAny>, read: Number) -> PyResult<ScoreKind> {
        if x.is_instance_of::<PyInt>() || x.hasattr("__index__")? {
            return Ok(ScoreKind::Whole);
        }
        if x.is_instance_of::<PyFloat>() {
            return Ok(ScoreKind::Float);
        }
        if is_rational(x) {
            return Ok(ScoreKind::Exact);
        }
        // A float of another package, or a decimal number.
        match number::nearest_to_float(x.extract()?) == Some(read) {
            true => Ok(ScoreKind::Float),
            false => Ok(ScoreKind::Exact),
        }
    }
}

/// The components of a score: those of a tuple or a list, or the score itself.
fn components<'py>(x: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    match x.is_instance_of::<PyTuple>() || x.is_instance_of::<PyList>() {
        true => x.try_iter()?.collect(),
        false => Ok(vec![x.clone()]),
    }
}

/// A float, also of numpy.
fn as_float(x: &Bound<'_, PyAny>) -> Option<f64> {
    let is_float = x.is_instance_of::<PyFloat>() || x.hasattr("dtype").unwrap_or(false);
    x.extract().ok().filter(|_| is_float && !is_rational(x))
}

/// Whether an object is an integer or a fraction.
fn is_rational(x: &Bound<'_, PyAny>) -> bool {
    x.hasattr("numerator").unwrap_or(false)
}

fn component(x: &Bound<'_, PyAny>) -> PyResult<Number> {
    if x.is_instance_of::<PyFloat>() && !x.extract::<f64>()?.is_finite() {
        let why = format!("the score is {x}; give None for a board without a score");
        return Err(error::input(why));
    }
    let read = number::of_python(x).or_else(|why| {
        // A float may have parts that are too small.
        as_float(x)
            .and_then(number::nearest_to_float)
            .map(Some)
            .ok_or(why)
    });
    read?.ok_or_else(|| {
        let kind = x.get_type().name().map(|name| name.to_string());
        let kind = kind.unwrap_or_default();
        let why =
            format!("the score {x} is a {kind}; expected a number, a tuple of numbers, or None");
        error::argument(x.py(), why)
    })
}

/// Reads a score and the measures of its board. `None` is a board without a score. `kinds` learns
/// the kinds of the components.
///
/// # Errors
/// When a component is not a number, or a measure is not one.
pub fn read(
    x: &Bound<'_, PyAny>,
    measures: Option<&Bound<'_, PyAny>>,
    kinds: &mut Vec<ScoreKind>,
) -> PyResult<Option<OwnScore>> {
    if x.is_none() {
        return Ok(None);
    }
    let components = components(x)?;
    if components.is_empty() {
        return Err(error::input("the score has no component"));
    }
    let mut fitness = Vec::with_capacity(components.len());
    for (i, x) in components.iter().enumerate() {
        let read = component(x)?;
        let kind = ScoreKind::of(x, read)?;
        match kinds.get_mut(i) {
            Some(known) => *known = kind.max(*known),
            None => kinds.push(kind),
        }
        fitness.push(read);
    }
    let measures = match measures {
        Some(measures) => self::components(measures)?
            .iter()
            .map(measure)
            .collect::<PyResult<_>>()?,
        None => Vec::new(),
    };
    let fitness = Fitness(fitness);
    Ok(Some(OwnScore { fitness, measures }))
}

/// A measure as the coordinate of a cell: the number rounded down.
fn measure(x: &Bound<'_, PyAny>) -> PyResult<i64> {
    let read = component(x)?.floor().to_integer();
    // A float may have been rounded up.
    let read = as_float(x).map_or(read, |float| float.floor() as i128);
    i64::try_from(read).map_err(|_| error::input(format!("the measure {x} is too large")))
}

/// A score as it was told: a number, or a tuple of numbers.
///
/// # Errors
/// When the interpreter cannot make a number.
pub fn as_told<'py>(
    py: Python<'py>,
    fitness: &Fitness,
    kinds: &[ScoreKind],
) -> PyResult<Bound<'py, PyAny>> {
    let kinds = kinds
        .iter()
        .copied()
        .chain(std::iter::repeat(ScoreKind::Exact));
    let numbers = fitness.0.iter().zip(kinds).map(|(&x, kind)| match kind {
        ScoreKind::Whole => number::whole(py, x),
        ScoreKind::Float => {
            // A component may have had numbers of several kinds.
            let float: f64 = number::fraction(py, x)?.extract()?;
            match number::nearest_to_float(float) == Some(x) {
                true => Ok(float.into_pyobject(py)?.into_any()),
                false => number::whole(py, x),
            }
        }
        ScoreKind::Exact => number::fraction(py, x),
    });
    let numbers = numbers.collect::<PyResult<Vec<_>>>()?;
    match &numbers[..] {
        [one] => Ok(one.clone()),
        _ => Ok(PyTuple::new(py, numbers)?.into_any()),
    }
}

/// A measure of a board as the coordinate of its cell: the number rounded down.
///
/// # Errors
/// When it is not a number.
#[pyfunction]
pub fn _measure(x: &Bound<'_, PyAny>) -> PyResult<i64> {
    measure(x)
}

/// A score as `tell` takes it: `None`, a number, or a tuple of numbers.
///
/// # Errors
/// As [`read`].
#[pyfunction]
pub fn _score<'py>(x: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let mut kinds = Vec::new();
    let read = read(x, None, &mut kinds)?;
    read.map(|score| as_told(x.py(), &score.fitness, &kinds))
        .transpose()
}
