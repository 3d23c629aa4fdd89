//! The values that Python holds, in one store of canonical forms.
//!
//! A [`Held`] value is a slot of the store, which is given back when Python drops the value. When
//! the store has grown to twice its size after the last cleaning, the forms that no held value
//! needs are dropped. So the memory follows the values that Python holds.
//!
//! Only a thread that holds the interpreter's lock uses the store, and it does not give the lock
//! up meanwhile. So the store is never in use when the process forks. An operation that takes more
//! than a few milliseconds is done on copies of its operands, by another thread without the
//! interpreter's lock.

use crate::error::OrRaise;
use crate::work;
use boilingpoint::{Dyadic, Thermograph, Value, Values};
use boilingpoint_values::{Limits, ValueError};
use pyo3::prelude::*;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// The steps of work that an operation may take with the interpreter's lock: a millisecond or two.
const QUICK: u64 = 2048;

/// The bytes of the store at which it is cleaned for the first time.
const FIRST_CLEANING: usize = 64 << 20;

/// The bytes of the cache of sums and comparisons, and of the values of a long operation.
const CACHE: usize = 16 << 20;
const MOST: usize = 2 << 30;

/// Values whose forms are nested less than this, with fewer forms than this, are walked through on
/// any stack.
const SHALLOW: usize = 128;
const FEW: usize = 2000;

/// A free slot.
const FREE: Value = Value::ZERO;

struct Store {
    values: Values,
    slots: Vec<Value>,
    free: Vec<usize>,
    cleaning_at: usize,
}

static STORE: LazyLock<Mutex<Store>> = LazyLock::new(|| Mutex::new(Store::new()));
/// The slots that Python has given back. A destructor may run while the store is in use, so it only
/// notes its slot here.
static RETURNED: Mutex<Vec<usize>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value that Python holds.
pub struct Held(usize);

impl Drop for Held {
    fn drop(&mut self) {
        locked(&RETURNED).push(self.0);
    }
}

/// Values with the limits of a long operation.
pub fn bounded(stop: Option<Arc<std::sync::atomic::AtomicBool>>) -> Values {
    let mut values = Values::new();
    values.set_limits(Limits {
        bytes: Some(MOST),
        stop,
        ..Limits::default()
    });
    values
}

impl Store {
    fn new() -> Store {
        Store {
            values: Store::algebra(Values::new()),
            slots: Vec::new(),
            free: Vec::new(),
            cleaning_at: FIRST_CLEANING,
        }
    }

    fn algebra(mut values: Values) -> Values {
        values.set_limits(Limits {
            memory: Some(CACHE),
            ..Limits::default()
        });
        values
    }

    /// Takes in returned slots, and cleans the store if it has grown.
    fn tidy(&mut self) {
        let returned = std::mem::take(&mut *locked(&RETURNED));
        for slot in returned {
            self.slots[slot] = FREE;
            self.free.push(slot);
        }
        if self.values.limited_bytes() < self.cleaning_at {
            return;
        }
        let kept = self.values.store().keeping(self.slots.iter_mut());
        self.values = Store::algebra(Values::sharing(Arc::new(kept)));
        self.cleaning_at = (2 * self.values.limited_bytes()).max(FIRST_CLEANING);
    }

    fn hold(&mut self, value: Value) -> Held {
        match self.free.pop() {
            Some(slot) => {
                self.slots[slot] = value;
                Held(slot)
            }
            None => {
                self.slots.push(value);
                Held(self.slots.len() - 1)
            }
        }
    }
}

/// The number of held values, and the bytes of their store.
pub fn size() -> (usize, usize) {
    let mut store = locked(&STORE);
    store.tidy();
    (store.slots.len() - store.free.len(), store.values.bytes())
}

/// A result that can be moved from one store to another.
pub trait Movable: Sized {
    /// The result in another store.
    ///
    /// # Errors
    /// The errors of [`Values::copy`].
    fn moved(self, from: &Values, to: &mut Values) -> Result<Self, ValueError>;
}

impl Movable for Value {
    fn moved(self, from: &Values, to: &mut Values) -> Result<Value, ValueError> {
        to.copy(from, self)
    }
}

impl<T: Movable> Movable for Vec<T> {
    fn moved(self, from: &Values, to: &mut Values) -> Result<Vec<T>, ValueError> {
        self.into_iter().map(|v| v.moved(from, to)).collect()
    }
}

impl<T: Movable> Movable for Option<T> {
    fn moved(self, from: &Values, to: &mut Values) -> Result<Option<T>, ValueError> {
        self.map(|v| v.moved(from, to)).transpose()
    }
}

impl<T: Movable, E> Movable for Result<T, E> {
    fn moved(self, from: &Values, to: &mut Values) -> Result<Self, ValueError> {
        match self {
            Ok(v) => v.moved(from, to).map(Ok),
            Err(e) => Ok(Err(e)),
        }
    }
}

macro_rules! stays {
    ($($of:ty),*) => {
        $(impl Movable for $of {
            fn moved(self, _: &Values, _: &mut Values) -> Result<Self, ValueError> {
                Ok(self)
            }
        })*
    };
}
stays!(
    bool,
    u32,
    u64,
    String,
    Dyadic,
    Arc<Thermograph>,
    boilingpoint::Outcome
);
stays!((bool, bool), Vec<crate::parts::Part>, [Dyadic; 2]);

/// How deep an operation recurses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Recursion {
    /// Each call is a step of work, so that quick operations are not deep.
    Counted,
    /// As deep as the forms are nested.
    AsForms,
}

/// Computes a result from held values; `then` makes an object of the result.
///
/// # Errors
/// When a limit is reached, or Ctrl-C is pressed.
pub fn compute<T, R>(
    py: Python<'_>,
    operands: &[&Held],
    recursion: Recursion,
    operation: impl Fn(&mut Values, &[Value]) -> Result<T, ValueError> + Send + 'static,
    then: impl FnOnce(&mut Holder<'_>, T) -> R,
) -> PyResult<R>
where
    T: Movable + Send + 'static,
{
    let mut store = locked(&STORE);
    store.tidy();
    let store_ref = &mut *store;
    let operands: Vec<Value> = operands
        .iter()
        .map(|held| store_ref.slots[held.0])
        .collect();
    let may_be_quick = recursion == Recursion::Counted
        || operands.iter().all(|&v| is_shallow(&store_ref.values, v));
    if may_be_quick {
        let quick = store_ref
            .values
            .within_work(QUICK, |values| operation(values, &operands));
        match quick {
            Err(ValueError::Work) => {}
            done => return Ok(then(&mut Holder(store_ref), done.or_raise()?)),
        }
    }
    let mut own = bounded(None);
    let from = &store_ref.values;
    let copied = work::deeply(|| {
        let copies = operands.iter().map(|&v| own.copy(from, v));
        let copies = copies.collect::<Result<Vec<Value>, ValueError>>();
        copies.map(|copies| (own, copies))
    })?;
    drop(store);
    let (mut own, operands) = copied.or_raise()?;
    let done = work::run(py, move |stop| {
        own.set_limits(Limits {
            bytes: Some(MOST),
            stop: Some(stop),
            ..Limits::default()
        });
        operation(&mut own, &operands).map(|done| (own, done))
    })?;
    let (own, done) = done.or_raise()?;
    take(&own, done, then)
}

/// Takes a result over from other values; `then` makes an object of it.
///
/// # Errors
/// When a number does not fit.
pub fn take<T, R>(
    from: &Values,
    result: T,
    then: impl FnOnce(&mut Holder<'_>, T) -> R,
) -> PyResult<R>
where
    T: Movable + Send,
{
    let mut store = locked(&STORE);
    store.tidy();
    let values = &mut store.values;
    let moved = work::deeply(|| result.moved(from, values))?.or_raise()?;
    Ok(then(&mut Holder(&mut store), moved))
}

/// As [`take`], for a value that is often small.
///
/// # Errors
/// When a number does not fit.
pub fn take_value(from: &Values, value: Value) -> PyResult<Held> {
    if !is_shallow(from, value) {
        return take(from, value, |holder, v| holder.hold(v));
    }
    let mut store = locked(&STORE);
    store.tidy();
    let value = store.values.copy(from, value).or_raise()?;
    Ok(store.hold(value))
}

/// The store, for the results of a computation.
pub struct Holder<'a>(&'a mut Store);

impl Holder<'_> {
    /// Holds a value.
    pub fn hold(&mut self, value: Value) -> Held {
        self.0.hold(value)
    }
}

/// Holds the number `x`.
pub fn number(x: Dyadic) -> Held {
    let mut store = locked(&STORE);
    store.tidy();
    let value = store.values.number(x);
    store.hold(value)
}

/// The properties of a held value that need no computation.
pub fn look<R>(held: &Held, read: impl FnOnce(&Values, Value) -> R) -> R {
    let store = locked(&STORE);
    read(&store.values, store.slots[held.0])
}

/// Whether two held values are equal.
pub fn are_equal(a: &Held, b: &Held) -> bool {
    let store = locked(&STORE);
    store.slots[a.0] == store.slots[b.0]
}

/// Whether the forms of a value are few and nested little.
fn is_shallow(values: &Values, v: Value) -> bool {
    fn walk(values: &Values, v: Value, depth: usize, left: &mut usize) -> bool {
        if values.as_number(v).is_some() {
            return true;
        }
        if depth == 0 || *left == 0 {
            return false;
        }
        *left -= 1;
        [values.lefts(v), values.rights(v)].into_iter().all(|side| {
            side.is_ok_and(|side| side.into_iter().all(|w| walk(values, w, depth - 1, left)))
        })
    }
    walk(values, v, SHALLOW, &mut FEW.clone())
}
