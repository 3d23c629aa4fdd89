//! Negation and disjunctive sum.
//!
//! A number is added to the number beside the form (Number Translation Theorem), so only sums of
//! forms need work. Sums of ups and nimbers follow by arithmetic. Other sums are computed by the
//! definition, brought to canonical form, and memoised by the pair of forms. Since `-a - b` is
//! `-(a + b)`, only one of these two sums is computed.

use super::calc::Calc;
use super::canonical::OptionList;
use super::store::{UpStar, ZERO_FORM};
use super::{Dyadic, Value, ValueError};

/// The least number of steps of work for which a sum is shared with other threads.
const SHARED_FROM: u64 = 256;

impl Calc<'_> {
    /// The negative of a value: the game with the players exchanged.
    pub fn neg(&mut self, v: Value) -> Result<Value, ValueError> {
        let form = self.negative_form(v.form)?;
        // The right stop of the negative is the negative of the left stop of `v`.
        Ok(Value::of(form, self.left_stop(v)?.neg()))
    }

    fn negative_form(&mut self, form: u32) -> Result<u32, ValueError> {
        let known = self.store.form(form);
        if let Some(negative) = known.negative() {
            return Ok(negative);
        }
        // Many ups need no deep recursion: the negatives of fewer ups are made first.
        for fewer in known.up_star.into_iter().flat_map(UpStar::fewer) {
            if let Some(form) = self.store.up_star(fewer) {
                self.negative_by_options(form)?;
            }
        }
        self.negative_by_options(form)
    }

    fn negative_by_options(&mut self, form: u32) -> Result<u32, ValueError> {
        let known = self.store.form(form);
        if let Some(negative) = known.negative() {
            return Ok(negative);
        }
        let (mut lefts, mut rights) = (OptionList::new(), OptionList::new());
        for &w in known.rights() {
            lefts.push(self.neg(w)?);
        }
        for &w in known.lefts() {
            rights.push(self.neg(w)?);
        }
        let negative = self.intern(&mut lefts, &mut rights)?.form;
        self.store.set_negative(form, negative);
        Ok(negative)
    }

    /// The disjunctive sum of two values.
    pub fn add(&mut self, g: Value, h: Value) -> Result<Value, ValueError> {
        if g.form == ZERO_FORM {
            return h.plus(g.number());
        }
        if h.form == ZERO_FORM {
            return g.plus(h.number());
        }
        let number = g.number().add(h.number())?;
        self.add_forms(g.form, h.form)?.plus(number)
    }

    fn add_forms(&mut self, a: u32, b: u32) -> Result<Value, ValueError> {
        let (fa, fb) = (self.store.form(a), self.store.form(b));
        if let (Some(u), Some(v)) = (fa.up_star, fb.up_star) {
            return self.up_star(UpStar {
                up: u.up.checked_add(v.up).ok_or(ValueError::Overflow)?,
                nim: u.nim ^ v.nim,
            });
        }
        let (na, nb) = (self.negative_form(a)?, self.negative_form(b)?);
        if na == b {
            // b is -a, translated by the left stop of a to right stop 0.
            return Ok(Value::of_number(fa.width));
        }
        let (a, b) = (a.min(b), a.max(b));
        let (na, nb) = (na.min(nb), na.max(nb));
        if (na, nb) < (a, b) {
            // -a is the form na less width(a), so a + b = -(na + nb) + width(a) + width(b)
            let sum = self.remembered_sum(na, nb)?;
            return self.neg(sum)?.plus(fa.width.add(fb.width)?);
        }
        self.remembered_sum(a, b)
    }

    fn remembered_sum(&mut self, a: u32, b: u32) -> Result<Value, ValueError> {
        if let Some(known) = self.memo.sums.get(a, b) {
            return Ok(known);
        }
        self.tick()?;
        let sum = if self.memo.share_sums {
            self.shared_sum(a, b)?
        } else {
            self.sum_by_options(a, b)?
        };
        self.memo.sums.put(a, b, sum);
        Ok(sum)
    }

    /// The sum of two forms. It is taken from the store if another thread has shared it, else
    /// computed.
    fn shared_sum(&mut self, a: u32, b: u32) -> Result<Value, ValueError> {
        if let Some(known) = self.store.shared_sum(a, b) {
            return Ok(known);
        }
        let began = self.memo.ticks;
        let sum = self.sum_by_options(a, b)?;
        if self.memo.ticks - began >= SHARED_FROM {
            self.store.share_sum(a, b, sum);
        }
        Ok(sum)
    }

    fn sum_by_options(&mut self, a: u32, b: u32) -> Result<Value, ValueError> {
        let store = self.store;
        let (mut lefts, mut rights) = (OptionList::new(), OptionList::new());
        let mut firsts = (0, 0);
        for (a, b) in [(a, b), (b, a)] {
            firsts = (lefts.len(), rights.len());
            let other = Value::of(b, Dyadic::ZERO);
            for &left in store.form(a).lefts() {
                lefts.push(self.add(left, other)?);
            }
            for &right in store.form(a).rights() {
                rights.push(self.add(right, other)?);
            }
        }
        self.canonical_sum(&mut lefts, &mut rights, firsts)
    }
}
