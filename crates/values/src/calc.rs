//! The calculator: a store and one thread's cache, borrowed together for the duration of an
//! operation.
//!
//! [`Values`] is the interface for other modules. `Calc` borrows the two fields of [`Values`]
//! separately. So the options of a form can be read while other forms are made.

use super::memo::Memo;
use super::store::{Form, Store};
use super::{Dyadic, Thermograph, Value, ValueError};
use boilingpoint_clock::is_over;
use boilingpoint_memory::is_deep;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The limits of the algebra's memory, work and time.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The greatest number of bytes of the store, thermographs and atomic weights; `None` for no
    /// limit.
    pub bytes: Option<usize>,
    /// The number of bytes of one thread's cache of pairs. A full cache overwrites entries instead
    /// of failing. `None` keeps the present size.
    pub memory: Option<usize>,
    /// The greatest number of steps of work (comparisons, sums, forms), counted from the first step
    /// of this thread. An operation that goes beyond the limit ends with [`ValueError::Work`]; the
    /// limit is checked every 1024 steps. `None` for no limit.
    pub work: Option<u64>,
    /// A flag that another thread sets to end operations with [`ValueError::Stopped`].
    pub stop: Option<Arc<AtomicBool>>,
}

/// The algebra of the values in a store, with one thread's cache of results.
pub struct Values {
    store: Arc<Store>,
    memo: Memo,
    limits: Limits,
}

pub(super) struct Calc<'a> {
    pub store: &'a Store,
    pub memo: &'a mut Memo,
    limits: &'a Limits,
}

impl Default for Values {
    fn default() -> Values {
        Values::new()
    }
}

impl Values {
    /// An algebra with a new store of its own, without limits.
    pub fn new() -> Values {
        Values::sharing(Arc::new(Store::new()))
    }

    /// An algebra with a store that other threads use as well.
    pub fn sharing(store: Arc<Store>) -> Values {
        Values {
            store,
            memo: Memo::new(),
            limits: Limits::default(),
        }
    }

    /// Sets the limits for later operations.
    pub fn set_limits(&mut self, limits: Limits) {
        if let Some(bytes) = limits.memory {
            self.memo.limit(bytes);
        }
        self.limits = limits;
    }

    /// Allows `more` further steps of work from now on; `None` removes the limit.
    pub fn limit_work(&mut self, more: Option<u64>) {
        self.limits.work = more.map(|more| self.memo.ticks.saturating_add(more));
    }

    /// Calls `work` with a limit of `more` further steps. If fewer steps are left by the present
    /// limit, the present limit stays.
    pub fn within_work<T>(&mut self, more: u64, work: impl FnOnce(&mut Values) -> T) -> T {
        let before = self.limits.work;
        let most = self.memo.ticks.saturating_add(more);
        self.limits.work = Some(before.map_or(most, |before| before.min(most)));
        let result = work(self);
        self.limits.work = before;
        result
    }

    /// The number of steps of work that this thread has done so far.
    pub fn work(&self) -> u64 {
        self.memo.ticks
    }

    /// Sets whether expensive sums are shared with all users of the store.
    pub fn share_sums(&mut self, share: bool) {
        self.memo.share_sums = share;
    }

    /// The store that holds the canonical forms.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// The number of forms in the store. Values that differ by a number share a form.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Always `false`: the store contains `0` and `*`.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The approximate number of bytes of the store and of the cache.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.memo.bytes()
    }

    /// The approximate number of bytes of the cache alone.
    pub fn memory_bytes(&self) -> usize {
        self.memo.bytes()
    }

    /// The approximate number of bytes of the store, thermographs and atomic weights, which
    /// [`Limits::bytes`] limits.
    pub fn limited_bytes(&self) -> usize {
        self.store.bytes() + self.memo.facts_bytes()
    }

    pub(super) fn calc(&mut self) -> Calc<'_> {
        Calc {
            store: &self.store,
            memo: &mut self.memo,
            limits: &self.limits,
        }
    }

    pub(super) fn form(&self, v: Value) -> &Form {
        self.store.form(v.form)
    }

    /// The Left options of a value that is not a number; empty for a number.
    ///
    /// # Errors
    /// `Overflow` when an option does not fit into exact arithmetic.
    pub fn lefts(&self, v: Value) -> Result<Vec<Value>, ValueError> {
        let options = self.form(v).lefts().iter();
        options.map(|w| w.plus(v.number())).collect()
    }

    /// The Right options of a value that is not a number; empty for a number.
    ///
    /// # Errors
    /// The errors of [`Values::lefts`].
    pub fn rights(&self, v: Value) -> Result<Vec<Value>, ValueError> {
        let options = self.form(v).rights().iter();
        options.map(|w| w.plus(v.number())).collect()
    }

    /// The Left options of the canonical form; unlike [`Values::lefts`], also for numbers.
    ///
    /// # Errors
    /// `Overflow` when an option does not fit into exact arithmetic.
    pub fn left_options(&self, v: Value) -> Result<Vec<Value>, ValueError> {
        match v.as_number() {
            Some(x) => Ok(x.left_option().map(Value::of_number).into_iter().collect()),
            None => self.lefts(v),
        }
    }

    /// The Right options of the canonical form; unlike [`Values::rights`], also for numbers.
    ///
    /// # Errors
    /// The errors of [`Values::left_options`].
    pub fn right_options(&self, v: Value) -> Result<Vec<Value>, ValueError> {
        match v.as_number() {
            Some(x) => Ok(x.right_option().map(Value::of_number).into_iter().collect()),
            None => self.rights(v),
        }
    }

    /// A hash of the value. It does not depend on the store, so equal values of different stores
    /// have the same hash.
    pub fn content(&self, v: Value) -> u64 {
        let number = v.number();
        let parts = [number.numerator() as u64, u64::from(number.exponent())];
        let add =
            |hash: u64, part: u64| (hash.rotate_left(5) ^ part).wrapping_mul(0x517c_c1b7_2722_0a95);
        parts.into_iter().fold(self.form(v).content, add)
    }

    /// The value that equals the number `x`.
    pub fn number(&self, x: Dyadic) -> Value {
        Value::of_number(x)
    }

    /// The value that equals the integer `n`.
    pub fn integer(&self, n: i64) -> Value {
        Value::of_number(Dyadic::integer(n))
    }

    /// The number that the value equals; `None` if the value is not a number.
    pub fn as_number(&self, v: Value) -> Option<Dyadic> {
        v.as_number()
    }

    /// The left stop: the number that play reaches when Left begins and both play best (Siegel,
    /// *Combinatorial Game Theory*, II.3).
    ///
    /// # Errors
    /// `Overflow` when the stop does not fit into exact arithmetic.
    pub fn left_stop(&self, v: Value) -> Result<Dyadic, ValueError> {
        v.number().add(self.form(v).width)
    }

    /// The right stop: the number that play reaches when Right begins and both play best.
    pub fn right_stop(&self, v: Value) -> Dyadic {
        v.number()
    }

    /// The least left stop of some values; `None` if there are none.
    ///
    /// # Errors
    /// [`ValueError::Overflow`] when a stop does not fit into exact arithmetic.
    pub fn least_left_stop(&mut self, values: &[Value]) -> Result<Option<Dyadic>, ValueError> {
        self.calc().least_left_stop(values)
    }

    /// The negative of a value: the game with the players exchanged.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn neg(&mut self, v: Value) -> Result<Value, ValueError> {
        self.calc().neg(v)
    }

    /// The disjunctive sum of two values.
    ///
    /// # Errors
    /// `Overflow`, or the error of a limit that was reached.
    pub fn add(&mut self, g: Value, h: Value) -> Result<Value, ValueError> {
        self.calc().add(g, h)
    }

    /// The difference `g - h`.
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn sub(&mut self, g: Value, h: Value) -> Result<Value, ValueError> {
        let minus = self.neg(h)?;
        self.add(g, minus)
    }

    /// Whether `g <= h` in the order of games.
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn le(&mut self, g: Value, h: Value) -> Result<bool, ValueError> {
        self.calc().le(g, h)
    }

    /// The value of the game `{lefts | rights}`; the options may be any values.
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn game(&mut self, lefts: &[Value], rights: &[Value]) -> Result<Value, ValueError> {
        self.calc().canonical(&mut lefts.into(), &mut rights.into())
    }

    /// The temperature of the game `{lefts | -lefts}`, where at least one value in `lefts` has a
    /// positive right stop.
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn temperature_of_hot_self_negative(
        &mut self,
        lefts: &[Value],
    ) -> Result<Dyadic, ValueError> {
        self.memo.tidy();
        self.calc().temperature_of_hot_self_negative(lefts)
    }

    /// The thermograph of a value. The thermographs of its form and of all its followers are
    /// memoised.
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn thermograph(&mut self, v: Value) -> Result<Arc<Thermograph>, ValueError> {
        self.memo.tidy();
        Ok(Arc::new(self.calc().thermograph(v)?))
    }

    /// The atomic weight of an all-small value. The weight is a value itself: an integer (`^` and
    /// `^*` have weight 1), a fraction (`{^^|v}` has weight 1/2) or a hot game (`{^^^|vvv}` has
    /// weight `{1|-1}`); see Siegel, II.7. The weights of forms and of all their followers are
    /// memoised.
    ///
    /// `None` if the value is not all small ([`Values::is_all_small`]). The documentation of
    /// `value/atomic.rs` explains why other values have no weight here.
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn atomic_weight(&mut self, v: Value) -> Result<Option<Value>, ValueError> {
        self.memo.tidy();
        self.calc().atomic_weight(v)
    }
}

impl<'a> Calc<'a> {
    pub fn form(&self, v: Value) -> &'a Form {
        self.store.form(v.form)
    }

    pub fn left_stop(&self, v: Value) -> Result<Dyadic, ValueError> {
        v.number().add(self.form(v).width)
    }

    /// Counts a step of work. Checks the limits every 1024 steps.
    pub fn tick(&mut self) -> Result<(), ValueError> {
        self.memo.ticks += 1;
        if is_deep() {
            return Err(ValueError::Memory(self.limits.bytes.unwrap_or(usize::MAX)));
        }
        if self.memo.ticks & 0x3ff != 0 {
            return Ok(());
        }
        if let Some(stop) = &self.limits.stop
            && (stop.load(Ordering::Relaxed) || is_over())
        {
            return Err(ValueError::Stopped);
        }
        if self.limits.work.is_some_and(|most| self.memo.ticks > most) {
            return Err(ValueError::Work);
        }
        match self.limits.bytes {
            Some(cap) if self.store.bytes() + self.memo.facts_bytes() > cap => {
                Err(ValueError::Memory(cap))
            }
            _ => Ok(()),
        }
    }
}
