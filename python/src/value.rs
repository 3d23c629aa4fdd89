//! Values of games.

use crate::arguments::Arg;
use crate::error;
use crate::number;
use crate::operand::{number_argument, of_python, operand};
use crate::parts::{self, Part};
use crate::store::{self, Held, Recursion};
use crate::thermograph::PyThermograph;
use boilingpoint::{Notation, Outcome, Thermograph, Value, Values};
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, ValueError};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Arc, OnceLock};

/// The longest canonical form that is written, in bytes.
const LONGEST: usize = 1 << 24;
/// The longest text that `repr` writes, in characters.
const LONGEST_REPR: usize = 200;

/// The value of a game: a canonical form.
///
/// Values are exact and never change. They can be added, subtracted, negated, multiplied by
/// integers and compared with values and with numbers. The order is partial: two values may be
/// neither less, nor equal, nor greater; then they are confused.
///
/// >>> import boilingpoint as bp
/// >>> v = bp.Value("{2|-1}")
/// >>> v + bp.star(2), v.temperature, v.mean
/// (Value('{2*2|-1*2}'), Fraction(3, 2), Fraction(1, 2))
/// >>> v < 3, v > 0, v.confused(0)
/// (True, False, True)
#[pyclass(frozen, name = "Value", module = "boilingpoint", weakref)]
pub struct PyValue {
    held: Held,
    /// The results that were computed. They can take long on large values.
    kept: OnceLock<Box<Kept>>,
}

/// Results that a value keeps.
#[derive(Default)]
struct Kept {
    thermograph: OnceLock<Arc<Thermograph>>,
    stops: OnceLock<[Dyadic; 2]>,
    outcome: OnceLock<Outcome>,
    birthday: OnceLock<u64>,
    length: OnceLock<u64>,
    kind: OnceLock<String>,
    is_all_small: OnceLock<bool>,
}

impl From<Held> for PyValue {
    fn from(held: Held) -> PyValue {
        PyValue {
            held,
            kept: OnceLock::new(),
        }
    }
}

impl PyValue {
    /// The value of the store.
    pub fn held(&self) -> &Held {
        &self.held
    }

    /// The negative.
    pub fn negative(&self, py: Python<'_>) -> PyResult<PyValue> {
        self.unary(py, Recursion::Counted, |values, v| values.neg(v))
    }

    /// The same value as an object of its own.
    pub fn copied(&self, py: Python<'_>) -> PyResult<PyValue> {
        self.unary(py, Recursion::Counted, |_, v| Ok(v))
    }

    fn unary(
        &self,
        py: Python<'_>,
        recursion: Recursion,
        operation: impl Fn(&mut Values, Value) -> Result<Value, ValueError> + Send + 'static,
    ) -> PyResult<PyValue> {
        let operation = move |values: &mut Values, v: &[Value]| operation(values, v[0]);
        let held = store::compute(py, &[&self.held], recursion, operation, |h, v| h.hold(v))?;
        Ok(held.into())
    }

    /// A result that is not a value.
    fn fact<T: store::Movable + Send + 'static>(
        &self,
        py: Python<'_>,
        operation: impl Fn(&mut Values, Value) -> Result<T, ValueError> + Send + 'static,
    ) -> PyResult<T> {
        let operation = move |values: &mut Values, v: &[Value]| operation(values, v[0]);
        store::compute(py, &[&self.held], Recursion::AsForms, operation, |_, x| x)
    }

    /// A result that is computed once.
    fn once<T: store::Movable + Clone + Send + 'static>(
        &self,
        py: Python<'_>,
        place: fn(&Kept) -> &OnceLock<T>,
        operation: impl Fn(&mut Values, Value) -> Result<T, ValueError> + Send + 'static,
    ) -> PyResult<T> {
        let place = place(self.kept.get_or_init(Box::default));
        if let Some(known) = place.get() {
            return Ok(known.clone());
        }
        let found = self.fact(py, operation)?;
        Ok(place.get_or_init(|| found).clone())
    }

    fn walls(&self, py: Python<'_>) -> PyResult<Arc<Thermograph>> {
        self.once(py, |kept| &kept.thermograph, Values::thermograph)
    }

    /// The left stop and the right stop.
    fn both_stops(&self, py: Python<'_>) -> PyResult<[Dyadic; 2]> {
        let both = |values: &mut Values, v| Ok([values.left_stop(v)?, values.right_stop(v)]);
        self.once(py, |kept| &kept.stops, both)
    }

    fn many(
        &self,
        py: Python<'_>,
        operation: impl Fn(&mut Values, Value) -> Result<Vec<Value>, ValueError> + Send + 'static,
    ) -> PyResult<Vec<PyValue>> {
        let operation = move |values: &mut Values, v: &[Value]| operation(values, v[0]);
        store::compute(
            py,
            &[&self.held],
            Recursion::Counted,
            operation,
            |h, all| all.into_iter().map(|v| PyValue::from(h.hold(v))).collect(),
        )
    }

    fn binary<'py>(
        py: Python<'py>,
        operands: [&Held; 2],
        operation: fn(&mut Values, Value, Value) -> Result<Value, ValueError>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let operation = move |values: &mut Values, v: &[Value]| operation(values, v[0], v[1]);
        let held = store::compute(py, &operands, Recursion::Counted, operation, |h, v| {
            h.hold(v)
        })?;
        Ok(Bound::new(py, PyValue::from(held))?.into_any())
    }

    fn with<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        reversed: bool,
        operation: fn(&mut Values, Value, Value) -> Result<Value, ValueError>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Some(other) = operand(other)? else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let operands = match reversed {
            false => [&self.held, other.held()],
            true => [other.held(), &self.held],
        };
        PyValue::binary(py, operands, operation)
    }

    /// Whether the value is at most, and at least, another.
    fn order(&self, py: Python<'_>, other: &Held) -> PyResult<(bool, bool)> {
        if store::are_equal(&self.held, other) {
            return Ok((true, true));
        }
        let both =
            |values: &mut Values, v: &[Value]| Ok((values.le(v[0], v[1])?, values.le(v[1], v[0])?));
        store::compute(py, &[&self.held, other], Recursion::Counted, both, |_, x| x)
    }

    /// The text in a notation; `None` if it is longer than a limit.
    pub fn written(
        &self,
        py: Python<'_>,
        notation: Notation,
        limit: usize,
    ) -> PyResult<Option<String>> {
        self.fact(py, move |values, v| {
            match values.notation_length(v, notation)? {
                n if n > limit as u64 => Ok(None),
                _ => Ok(Some(
                    values.notation(v, notation, limit).unwrap_or_default(),
                )),
            }
        })
    }

    fn whole(&self, py: Python<'_>, notation: Notation) -> PyResult<String> {
        self.written(py, notation, LONGEST)?.ok_or_else(|| {
            error::LimitError::new_err(format!(
                "the canonical form has more than {LONGEST} characters; `options` has its parts"
            ))
        })
    }
}

#[pymethods]
impl PyValue {
    /// The value of a text, of an integer, a `Fraction` with a power of two as denominator, of
    /// another value, or of a game of pycgt.
    ///
    /// >>> Value("±{3|2}"), Value(5), Value(Fraction(3, 4))
    /// (Value('±{3|2}'), Value('5'), Value('3/4'))
    #[new]
    fn new(x: &Bound<'_, PyAny>) -> PyResult<PyValue> {
        of_python(x)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.whole(py, Notation::Text)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match self.written(py, Notation::Text, LONGEST_REPR)? {
            Some(text) => Ok(format!("Value('{text}')")),
            None => {
                let length = self.length(py)?;
                Ok(format!("<Value of {length} characters>"))
            }
        }
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let text = self.written(py, Notation::Latex, LONGEST_REPR * 20)?;
        Ok(text.map(|text| format!("${text}$")))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match store::look(&self.held, |values, v| {
            (values.as_number(v), values.content(v))
        }) {
            (Some(x), _) => number::dyadic(py, x)?.hash(),
            (None, content) => Ok(content as isize),
        }
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        how: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let answer = |holds: bool| Ok(holds.into_pyobject(py)?.to_owned().into_any());
        let is_equality = matches!(how, CompareOp::Eq | CompareOp::Ne);
        let other = match operand(other) {
            Ok(Some(other)) => other,
            // A number that is not dyadic equals no value.
            Err(_) if is_equality => return answer(matches!(how, CompareOp::Ne)),
            Ok(None) => return Ok(py.NotImplemented().into_bound(py)),
            Err(why) => return Err(why),
        };
        if is_equality {
            let are_equal = store::are_equal(&self.held, other.held());
            return answer(are_equal == matches!(how, CompareOp::Eq));
        }
        let (at_most, at_least) = self.order(py, other.held())?;
        answer(match how {
            CompareOp::Le => at_most,
            CompareOp::Ge => at_least,
            CompareOp::Lt => at_most && !at_least,
            _ => at_least && !at_most,
        })
    }

    /// Whether the value is confused with another: neither less, nor equal, nor greater.
    ///
    /// >>> star(1).confused(0)
    /// True
    fn confused(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let value = of_python(other)?;
        Ok(self.order(other.py(), &value.held)? == (false, false))
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(other, false, Values::add)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(other, true, Values::add)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(other, false, Values::sub)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(other, true, Values::sub)
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if !other.is_instance_of::<pyo3::types::PyInt>() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let n: i64 = other
            .extract()
            .map_err(|_| error::LimitError::new_err(ValueError::Overflow.to_string()))?;
        let product = self.unary(py, Recursion::Counted, move |values, v| {
            values.multiple(n, v)
        })?;
        Ok(Bound::new(py, product)?.into_any())
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(other)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<PyValue> {
        self.negative(py)
    }

    fn __pos__(&self, py: Python<'_>) -> PyResult<PyValue> {
        self.copied(py)
    }

    fn __bool__(&self) -> bool {
        store::look(&self.held, |_, v| v != Value::ZERO)
    }

    /// Pickles the forms of the value, each once: the text can be exponentially longer.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<Part>,))> {
        let take_apart = |values: &mut Values, v: &[Value]| parts::of(values, v[0]);
        let taken = store::compute(py, &[&self.held], Recursion::Counted, take_apart, |_, x| x)?;
        Ok((
            py.import("boilingpoint._boilingpoint")?
                .getattr("_assemble")?,
            (taken,),
        ))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// The canonical form in LaTeX, without dollar signs.
    ///
    /// >>> parse("^ + {2|*}").latex
    /// '\\{2{\\uparrow}\\mid {\\uparrow}{*}\\}'
    #[getter]
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        self.whole(py, Notation::Latex)
    }

    /// The canonical form with single bars in braces, as CGSuite reads it.
    ///
    /// >>> parse("±{3||2|1}").braces
    /// '{{3|{2|1}}|{{-1|-2}|-3}}'
    #[getter]
    fn braces(&self, py: Python<'_>) -> PyResult<String> {
        self.whole(py, Notation::Braces)
    }

    /// The canonical form as a game of pycgt.
    fn to_pycgt<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py()
            .import("boilingpoint._games")?
            .call_method1("pycgt_game", (slf,))
    }

    /// The number of characters of the canonical form; at most 2^64 - 1.
    #[getter]
    fn length(&self, py: Python<'_>) -> PyResult<u64> {
        self.once(
            py,
            |kept| &kept.length,
            |values, v| values.notation_length(v, Notation::Text),
        )
    }

    /// Left's options of the canonical form.
    ///
    /// >>> parse("{3|2||1}").left_options
    /// (Value('{3|2}'),)
    #[getter]
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.many(py, |values, v| values.left_options(v))?)
    }

    /// Right's options of the canonical form.
    #[getter]
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.many(py, |values, v| values.right_options(v))?)
    }

    /// Left's and Right's options of the canonical form.
    #[getter]
    fn options<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)> {
        Ok((self.left_options(py)?, self.right_options(py)?))
    }

    /// The temperature: the tax at which the walls of the thermograph meet; -1 for an integer.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::dyadic(py, self.walls(py)?.temperature)
    }

    /// The mean (mast value).
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::dyadic(py, self.walls(py)?.mean)
    }

    /// The left stop: the number that is reached if Left begins and both players play well.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::dyadic(py, self.both_stops(py)?[0])
    }

    /// The right stop: the number that is reached if Right begins and both players play well.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::dyadic(py, self.both_stops(py)?[1])
    }

    /// The left stop and the right stop.
    #[getter]
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        Ok((self.left_stop(py)?, self.right_stop(py)?))
    }

    /// The outcome: `L`, `R`, `N` (the next player wins) or `P` (the previous player wins).
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        let outcome = self.once(py, |kept| &kept.outcome, Values::outcome)?;
        Ok(outcome.to_string())
    }

    /// The birthday: the depth of the game tree of the canonical form.
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<u64> {
        self.once(py, |kept| &kept.birthday, |values, v| values.birthday(v))
    }

    /// The number that the value equals, as a `Fraction`; `None` if it is not a number.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let x = store::look(&self.held, |values, v| values.as_number(v));
        x.map(|x| number::dyadic(py, x)).transpose()
    }

    /// The nimber `n` of `*n`, as an integer; `None` if the value is not a nimber.
    ///
    /// >>> star(3).nimber, Value(0).nimber, Value(1).nimber
    /// (3, 0, None)
    #[getter]
    fn nimber(&self) -> Option<u32> {
        store::look(&self.held, |values, v| values.as_nimber(v))
    }

    /// Whether the value lies between every negative and every positive number.
    #[getter]
    fn is_infinitesimal(&self) -> bool {
        store::look(&self.held, |values, v| values.is_infinitesimal(v))
    }

    /// Whether the value is all small: in every position, both players can move or neither can.
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        self.once(
            py,
            |kept| &kept.is_all_small,
            |values, v| Ok(values.is_all_small(v)),
        )
    }

    /// The atomic weight, a value; `None` unless the value is all small.
    ///
    /// >>> parse("^^*").atomic_weight
    /// Value('2')
    #[getter]
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<PyValue>> {
        let weigh = |values: &mut Values, v: &[Value]| values.atomic_weight(v[0]);
        store::compute(
            py,
            &[&self.held],
            Recursion::AsForms,
            weigh,
            |holder, weight| weight.map(|v| PyValue::from(holder.hold(v))),
        )
    }

    /// The kind of the value in a word or two: `integer`, `hot`, `infinitesimal`, and so on.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<String> {
        self.once(py, |kept| &kept.kind, |values, v| values.kind(v))
    }

    /// The thermograph.
    #[getter]
    fn thermograph(&self, py: Python<'_>) -> PyResult<PyThermograph> {
        Ok(PyThermograph::from(self.walls(py)?))
    }

    /// The value cooled by a number `t` that is not negative: each move costs `t`, until play is
    /// over or the position is infinitesimally close to a number.
    ///
    /// >>> parse("{3|-1}").cool(1)
    /// Value('{2|0}')
    fn cool(&self, py: Python<'_>, t: &Bound<'_, PyAny>) -> PyResult<PyValue> {
        match number_argument(t)? {
            t if t >= Dyadic::ZERO => {
                self.unary(py, Recursion::AsForms, move |values, v| values.cool(v, t))
            }
            _ => Err(error::input("cool: expected a number that is not negative")),
        }
    }

    /// The value heated by a number `t`: each move earns `t`.
    ///
    /// >>> parse("{2|0}").heat(1)
    /// Value('{3|-1}')
    fn heat(&self, py: Python<'_>, t: &Bound<'_, PyAny>) -> PyResult<PyValue> {
        let t = number_argument(t)?;
        self.unary(py, Recursion::AsForms, move |values, v| values.heat(v, t))
    }

    /// The incentives of a player, `"L"` or `"R"`: the values that the moves of the canonical form
    /// gain, `G^L - G` for Left and `G - G^R` for Right, without those that another one dominates.
    ///
    /// >>> parse("{3|-1}").incentives("L"), parse("{2|1||0}").incentives("R")
    /// ((Value('{4|0}'),), (Value('{2|1||0}'),))
    fn incentives<'py>(&self, py: Python<'py>, player: Arg<&str>) -> PyResult<Bound<'py, PyTuple>> {
        let is_left = crate::play::player(player.0)? == Player::Left;
        PyTuple::new(
            py,
            self.many(py, move |values, v| values.incentives(v, is_left))?,
        )
    }

    /// The reduced canonical form: the simplest value that differs by an infinitesimal.
    fn reduced(&self, py: Python<'_>) -> PyResult<PyValue> {
        self.unary(py, Recursion::AsForms, |values, v| values.reduced(v))
    }

    /// The Norton product with a positive value.
    fn norton(&self, unit: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = unit.py();
        let unit = of_python(unit)?;
        if unit.order(py, &store::number(Dyadic::ZERO))? != (false, true) {
            let why = "the second value of a Norton product has to be positive";
            return Err(error::input(why));
        }
        PyValue::binary(py, [&self.held, &unit.held], Values::norton).map(Bound::unbind)
    }

    /// The ordinal sum with another value: a move in this value removes the other.
    fn ordinal(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let other_value = of_python(other)?;
        let held = [&self.held, &other_value.held];
        PyValue::binary(other.py(), held, Values::ordinal).map(Bound::unbind)
    }
}

/// The number of values that Python holds, and the bytes of the store that they are in.
#[pyfunction]
pub fn _store() -> (usize, usize) {
    store::size()
}
