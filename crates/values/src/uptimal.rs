//! Named infinitesimals: the powers of up with their sums, tinies and minies.
//!
//! The power `^<n>` is `{0 | *-^[n-1]}`, where `^[n] = ^<1> + ... + ^<n>` and `^<1> = ^` (Siegel,
//! *Combinatorial Game Theory*, II.4; CGSuite writes them so). The canonical forms are, for
//! `n >= 2`:
//!
//! ```text
//! ^<n> = {0 | v[n-1]*}   ^<n>* = {0, * | v[n-1]}   ^[n] = {^[n-1] | *}   ^[n]* = {0, ^[n-1]* | 0}
//! ```
//!
//! `uptimals_are_recognised` compares these forms with the sums.

use super::store::UpStar;
use super::{Dyadic, Value, ValueError, Values};

/// The greatest exponent of a power of up.
pub(super) const MAX_POWER: u32 = 64;

/// A power of up or of down, or the sum of the first powers, perhaps with `*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Uptimal {
    /// The exponent of the power, or of the last power of the sum.
    pub n: u32,
    /// Whether this is the sum of the first `n` powers.
    pub is_sum: bool,
    /// Whether this is the negative.
    pub is_down: bool,
    /// Whether `*` is added.
    pub is_starred: bool,
}

impl Values {
    /// The power `^<n>`.
    pub(super) fn up_power(&mut self, n: u32) -> Result<Value, ValueError> {
        let below = self.up_powers(n.saturating_sub(1))?;
        let right = self.sub(Value::STAR, below)?;
        self.game(&[Value::ZERO], &[right])
    }

    /// The sum `^[n]` of the first `n` powers.
    pub(super) fn up_powers(&mut self, n: u32) -> Result<Value, ValueError> {
        let mut total = Value::ZERO;
        for _ in 0..n {
            // ^<k> follows from the sum of the earlier powers.
            let right = self.sub(Value::STAR, total)?;
            let power = self.game(&[Value::ZERO], &[right])?;
            total = self.add(total, power)?;
        }
        Ok(total)
    }

    /// `miny(x) = {x|0||0}`.
    pub(super) fn miny(&mut self, x: Value) -> Result<Value, ValueError> {
        let inner = self.game(&[x], &[Value::ZERO])?;
        self.game(&[inner], &[Value::ZERO])
    }

    /// Recognises a power of up or a sum of powers by its canonical form; `None` for other values,
    /// and for exponents of more than 64.
    pub(super) fn uptimal(&self, v: Value) -> Option<Uptimal> {
        self.uptimal_to(v, MAX_POWER)
    }

    fn uptimal_to(&self, v: Value, most: u32) -> Option<Uptimal> {
        let form = self.form(v);
        if v.number() != Dyadic::ZERO || most == 0 {
            return None;
        }
        if let Some(UpStar { up, nim }) = form.up_star {
            return (up.abs() == 1 && nim < 2).then_some(Uptimal {
                n: 1,
                is_sum: true,
                is_down: up < 0,
                is_starred: nim == 1,
            });
        }
        let (zero, star) = (Value::ZERO, Value::STAR);
        [false, true].into_iter().find_map(|is_down| {
            let (near, far) = match is_down {
                false => (form.lefts(), form.rights()),
                true => (form.rights(), form.lefts()),
            };
            let other = |a: Value, b: Value| if a == zero { b } else { a };
            let (is_sum, is_starred, below) = match (near, far) {
                (&[s], &[t]) if t == star => (true, false, s),
                (&[s], &[t]) if s == zero => (false, false, t),
                (&[a, b], &[t]) if t == zero && (a == zero || b == zero) => {
                    (true, true, other(a, b))
                }
                (&[a, b], &[t]) if (a, b) == (zero, star) || (a, b) == (star, zero) => {
                    (false, true, t)
                }
                _ => return None,
            };
            let below = self.uptimal_to(below, most - 1)?;
            // The option is a sum of powers. That of a power is negative and has the other star.
            let is_right = below.is_sum
                && below.is_down == (is_down == is_sum)
                && below.is_starred == (is_starred == is_sum);
            is_right.then_some(Uptimal {
                n: below.n + 1,
                is_sum,
                is_down,
                is_starred,
            })
        })
    }

    /// The `x` with its name, if the value is `tiny(x)` or `miny(x)` of a positive game.
    pub(super) fn tiny_or_miny(
        &mut self,
        v: Value,
    ) -> Result<Option<(&'static str, Value)>, ValueError> {
        let only = |side: Vec<Value>| match side[..] {
            [x] => Some(x),
            _ => None,
        };
        let sides = (only(self.lefts(v)?), only(self.rights(v)?));
        let (name, inner) = match sides {
            (Some(Value::ZERO), Some(inner)) => ("tiny", inner),
            (Some(inner), Some(Value::ZERO)) => ("miny", inner),
            _ => return Ok(None),
        };
        let sides = (only(self.lefts(inner)?), only(self.rights(inner)?));
        let x = match (name, sides) {
            ("tiny", (Some(Value::ZERO), Some(threat))) => self.neg(threat)?,
            ("miny", (Some(threat), Some(Value::ZERO))) => threat,
            _ => return Ok(None),
        };
        let is_positive = x != Value::ZERO && self.le(Value::ZERO, x)?;
        Ok(is_positive.then_some((name, x)))
    }
}
