//! The calculator: a store and one thread's memory, for the length of an operation.
//!
//! [`Values`] is what the rest of the program sees; `Calc` is the same borrowed apart, so that
//! the options of a form can be read while others are made.

use super::memo::Memo;
use super::store::{Form, Store};
use super::{Dyadic, Thermograph, Value, ValueError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bounds on what the algebra may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Bytes of the store; `None` for no bound.
    pub bytes: Option<usize>,
    /// Bytes of one thread's memory of pairs, which forgets rather than fail.
    pub memory: Option<usize>,
    /// Steps of work (comparisons, sums, forms) after which it ends with [`ValueError::Work`], now
    /// and then some more; counted from the first that this thread took.
    pub work: Option<u64>,
    /// Set from outside to make the computation end with [`ValueError::Stopped`].
    pub stop: Option<Arc<AtomicBool>>,
}

/// The algebra of values in one store, with what one thread has found out about them.
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
    /// An empty store of its own, without limits.
    pub fn new() -> Values {
        Values::sharing(Arc::new(Store::new()))
    }

    /// The algebra of a store that others use too.
    pub fn sharing(store: Arc<Store>) -> Values {
        Values {
            store,
            memo: Memo::new(),
            limits: Limits::default(),
        }
    }

    /// Sets the limits for what follows.
    pub fn set_limits(&mut self, limits: Limits) {
        if let Some(bytes) = limits.memory {
            self.memo.limit(bytes);
        }
        self.limits = limits;
    }

    /// Bounds the work from now on, or no longer.
    pub fn limit_work(&mut self, more: Option<u64>) {
        self.limits.work = more.map(|more| self.memo.ticks.saturating_add(more));
    }

    /// Does something with so many steps of work at most, or as many as there are left.
    pub fn within_work<T>(&mut self, more: u64, work: impl FnOnce(&mut Values) -> T) -> T {
        let before = self.limits.work;
        let most = self.memo.ticks.saturating_add(more);
        self.limits.work = Some(before.map_or(most, |before| before.min(most)));
        let result = work(self);
        self.limits.work = before;
        result
    }

    /// Steps of work so far.
    pub fn work(&self) -> u64 {
        self.memo.ticks
    }

    /// Whether sums that took long are told to all who share the store, and asked for there.
    pub fn share_sums(&mut self, share: bool) {
        self.memo.share_sums = share;
    }

    /// The store.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// How many forms (values up to a number) the store knows.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Never: `0` and `*` are always there.
    pub fn is_empty(&self) -> bool {
        self.store.is_empty()
    }

    /// Bytes of the store and of the memory, near enough to be compared with a cap.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.memo.bytes()
    }

    /// Bytes of the memory alone.
    pub fn memory_bytes(&self) -> usize {
        self.memo.bytes()
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

    /// The Left options of a value that is not a number; for a number none are kept.
    ///
    /// # Errors
    /// `Overflow` for numbers out of range.
    pub fn lefts(&self, v: Value) -> Result<Vec<Value>, ValueError> {
        let options = self.form(v).lefts().iter();
        options.map(|w| w.plus(v.number())).collect()
    }

    /// The Right options of a value that is not a number; for a number none are kept.
    ///
    /// # Errors
    /// As [`Values::lefts`].
    pub fn rights(&self, v: Value) -> Result<Vec<Value>, ValueError> {
        let options = self.form(v).rights().iter();
        options.map(|w| w.plus(v.number())).collect()
    }

    /// The Left options of the canonical form, numbers included.
    ///
    /// # Errors
    /// `Overflow` for numbers out of range.
    pub fn left_options(&self, v: Value) -> Result<Vec<Value>, ValueError> {
        match v.as_number() {
            Some(x) => Ok(x.left_option().map(Value::of_number).into_iter().collect()),
            None => self.lefts(v),
        }
    }

    /// The Right options of the canonical form, numbers included.
    ///
    /// # Errors
    /// As [`Values::left_options`].
    pub fn right_options(&self, v: Value) -> Result<Vec<Value>, ValueError> {
        match v.as_number() {
            Some(x) => Ok(x.right_option().map(Value::of_number).into_iter().collect()),
            None => self.rights(v),
        }
    }

    /// The value of a number.
    pub fn number(&self, x: Dyadic) -> Value {
        Value::of_number(x)
    }

    /// The value of an integer.
    pub fn integer(&self, n: i64) -> Value {
        Value::of_number(Dyadic::integer(n))
    }

    /// The number that the value is, if it is one.
    pub fn as_number(&self, v: Value) -> Option<Dyadic> {
        v.as_number()
    }

    /// Where play ends with best play when Left begins (Siegel, *Combinatorial Game Theory*, II.3).
    ///
    /// # Errors
    /// `Overflow` when it is out of range.
    pub fn left_stop(&self, v: Value) -> Result<Dyadic, ValueError> {
        v.number().add(self.form(v).width)
    }

    /// Where play ends with best play when Right begins.
    pub fn right_stop(&self, v: Value) -> Dyadic {
        v.number()
    }

    /// The negative: the game with the players exchanged.
    ///
    /// # Errors
    /// `Overflow` for numbers out of range.
    pub fn neg(&mut self, v: Value) -> Result<Value, ValueError> {
        self.calc().neg(v)
    }

    /// The disjunctive sum.
    ///
    /// # Errors
    /// `Overflow`, or a limit.
    pub fn add(&mut self, g: Value, h: Value) -> Result<Value, ValueError> {
        self.calc().add(g, h)
    }

    /// The difference `g - h`.
    ///
    /// # Errors
    /// As [`Values::add`].
    pub fn sub(&mut self, g: Value, h: Value) -> Result<Value, ValueError> {
        let minus = self.neg(h)?;
        self.add(g, minus)
    }

    /// Whether `g <= h`.
    ///
    /// # Errors
    /// As [`Values::add`].
    pub fn le(&mut self, g: Value, h: Value) -> Result<bool, ValueError> {
        self.calc().le(g, h)
    }

    /// The value of `{lefts | rights}` for any options.
    ///
    /// # Errors
    /// As [`Values::add`].
    pub fn game(&mut self, lefts: &[Value], rights: &[Value]) -> Result<Value, ValueError> {
        self.calc().canonical(&mut lefts.into(), &mut rights.into())
    }

    /// The temperature of `{lefts | -lefts}`, one of whose `lefts` has a positive right stop.
    ///
    /// # Errors
    /// As [`Values::add`].
    pub fn temperature_of_hot_and_own_negative(
        &mut self,
        lefts: &[Value],
    ) -> Result<Dyadic, ValueError> {
        self.memo.tidy();
        self.calc().temperature_of_own(lefts)
    }

    /// The thermograph of a value. That of a form is kept once computed, with those of all its
    /// followers.
    ///
    /// # Errors
    /// As [`Values::add`].
    pub fn thermograph(&mut self, v: Value) -> Result<Arc<Thermograph>, ValueError> {
        self.memo.tidy();
        Ok(Arc::new(self.calc().thermograph(v)?))
    }

    /// The atomic weight of an all-small value, a value itself: an integer as for `^` and `^*`, a
    /// fraction (`{^^|v}` weighs 1/2), or hot (`{^^^|vvv}` weighs `{1|-1}`). Siegel, II.7. That of
    /// a form is kept once computed, with those of all its followers.
    ///
    /// `None` if the value is not all small ([`Values::is_all_small`]); the head of
    /// `value/atomic.rs` says why no others have one here.
    ///
    /// # Errors
    /// As [`Values::add`].
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

    /// Counts a step of work, and now and then looks at the limits.
    pub fn tick(&mut self) -> Result<(), ValueError> {
        self.memo.ticks += 1;
        if self.memo.ticks & 0x3ff != 0 {
            return Ok(());
        }
        if let Some(stop) = &self.limits.stop
            && stop.load(Ordering::Relaxed)
        {
            return Err(ValueError::Stopped);
        }
        if self.limits.work.is_some_and(|most| self.memo.ticks > most) {
            return Err(ValueError::Work);
        }
        match self.limits.bytes {
            Some(cap) if self.store.bytes() > cap => Err(ValueError::Memory(cap)),
            _ => Ok(()),
        }
    }
}
