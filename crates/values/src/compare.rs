//! The order of values: `G <= H` when no Left option of `G` is `>= H` and no Right option of `H`
//! is `<= G` (Conway, *On Numbers and Games*, ch. 7).
//!
//! The stops alone decide most pairs: `G <= H` implies `LS(G) <= LS(H)` and `RS(G) <= RS(H)`, and
//! `LS(G) < RS(H)` implies `G < H`. In a comparison with a number, only the options of the other
//! game count (number avoidance).
//!
//! Two forms `a` and `b` are compared with a number `x` between them: `a <= b + x`. If this holds
//! for `x`, it holds for every greater number. So the memo of a pair stores the greatest number for
//! which the relation is known to fail, and the least number for which it is known to hold. One
//! answer then serves many comparisons.

use super::calc::Calc;
use super::memo::KnownOffsets;
use super::store::ZERO_FORM;
use super::{Dyadic, Value, ValueError, Values};
use std::cmp::Ordering;

impl Calc<'_> {
    /// Whether `g <= h` in the order of games.
    pub fn le(&mut self, g: Value, h: Value) -> Result<bool, ValueError> {
        let x = h.number().sub(g.number())?;
        if g.form == h.form {
            return Ok(x >= Dyadic::ZERO);
        }
        if x < Dyadic::ZERO {
            return Ok(false); // the right stops decide
        }
        let (a, b) = (self.form(g), self.form(h));
        if x > a.width {
            return Ok(true); // the left stop of `g` is less than the right stop of `h`
        }
        if a.width > b.width.add(x)? {
            return Ok(false); // the left stops decide
        }
        self.le_forms(g.form, h.form, x)
    }

    /// Whether `a <= b + x`, for two different forms and `0 <= x <= width(a) <= width(b) + x`.
    fn le_forms(&mut self, a: u32, b: u32, x: Dyadic) -> Result<bool, ValueError> {
        // `a <= b + x` holds exactly when `-b <= -a + x`, except for the numbers that translate the
        // negatives to forms.
        let known = self.memo.orders.get(a, b);
        if let Some(known) = known {
            if x <= known.fails {
                return Ok(false);
            }
            if x >= known.holds {
                return Ok(true);
            }
        }
        self.tick()?;
        let holds = self.le_by_options(a, b, x)?;
        let mut known = match self.memo.orders.get(a, b) {
            Some(known) => known,
            None => KnownOffsets {
                fails: Dyadic::MINUS_ONE,
                holds: self.store.form(a).width.add(Dyadic::integer(1))?,
            },
        };
        if holds {
            known.holds = known.holds.min(x);
        } else {
            known.fails = known.fails.max(x);
        }
        self.memo.orders.put(a, b, known);
        Ok(holds)
    }

    fn le_by_options(&mut self, a: u32, b: u32, x: Dyadic) -> Result<bool, ValueError> {
        let store = self.store;
        let (g, h) = (Value::of(a, Dyadic::ZERO), Value::of(b, x));
        if a != ZERO_FORM {
            for &left in store.form(a).lefts() {
                if self.le(h, left)? {
                    return Ok(false);
                }
            }
        }
        if b != ZERO_FORM {
            for &right in store.form(b).rights() {
                if self.le(right.plus(x)?, g)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl Values {
    /// The order of `g` relative to `h`; `None` if the two are confused (neither `<=` holds).
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn partial_cmp(&mut self, g: Value, h: Value) -> Result<Option<Ordering>, ValueError> {
        if g == h {
            return Ok(Some(Ordering::Equal));
        }
        Ok(match (self.le(g, h)?, self.le(h, g)?) {
            (true, _) => Some(Ordering::Less),
            (_, true) => Some(Ordering::Greater),
            _ => None,
        })
    }
}
