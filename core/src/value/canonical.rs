//! Computes the canonical form of a game from its options.
//!
//! First the Simplicity Theorem: if there is a number `x` such that every Left option is `not >= x`
//! and every Right option `not <= x`, the game equals the simplest such number. Otherwise dominated
//! options are removed and reversible ones bypassed until there are neither (Conway; Siegel, II.2).
//!
//! Options that are numbers are never reversible in a game that is not a number, once dominated
//! options are gone: if `G >= y > x` for a Left option `x`, then `RS(G) >= y`, so some Left option
//! has its right stop at `y` or more and dominates `x`.

use super::calc::Calc;
use super::dyadic::IntervalEnd;
use super::{Dyadic, Value, ValueError};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The values of a player's options.
pub(crate) type OptionList = SmallVec<[Value; 16]>;

/// A game that is not a number and not in the store, with its stops.
struct RawGame<'a> {
    lefts: &'a [Value],
    rights: &'a [Value],
    left_stop: Dyadic,
    right_stop: Dyadic,
}

impl Calc<'_> {
    /// The value of the game with these options; the lists are consumed.
    pub fn canonical(
        &mut self,
        lefts: &mut OptionList,
        rights: &mut OptionList,
    ) -> Result<Value, ValueError> {
        sort_dedup(lefts);
        sort_dedup(rights);
        if let Some(x) = self.simplest_number(lefts, rights)? {
            return Ok(Value::of_number(x));
        }
        self.keep_best::<true>(lefts, None)?;
        self.keep_best::<false>(rights, None)?;
        self.without_reversible(lefts, rights)
    }

    /// The value of a sum of two canonical forms that are not numbers, from its options: the first
    /// `firsts` options have a move in one form, the others have a move in the other form. Options
    /// with a move in the same form are incomparable, since the options of a canonical form are.
    pub fn canonical_sum(
        &mut self,
        lefts: &mut OptionList,
        rights: &mut OptionList,
        firsts: (usize, usize),
    ) -> Result<Value, ValueError> {
        if let Some(x) = self.simplest_number(lefts, rights)? {
            return Ok(Value::of_number(x));
        }
        self.keep_best::<true>(lefts, Some(firsts.0))?;
        self.keep_best::<false>(rights, Some(firsts.1))?;
        self.without_reversible(lefts, rights)
    }

    fn without_reversible(
        &mut self,
        lefts: &mut OptionList,
        rights: &mut OptionList,
    ) -> Result<Value, ValueError> {
        while self.bypass::<true>(lefts, rights)? || self.bypass::<false>(lefts, rights)? {}
        self.intern(lefts, rights)
    }

    /// The number that the game equals, if it equals one.
    fn simplest_number(
        &mut self,
        lefts: &[Value],
        rights: &[Value],
    ) -> Result<Option<Dyadic>, ValueError> {
        let low = lefts.iter().map(|v| v.number()).max();
        let high = self.least_left_stop(rights)?;
        if let (Some(l), Some(h)) = (low, high)
            && l > h
        {
            return Ok(None);
        }
        let low = self.bound::<true>(lefts, low)?;
        let high = self.bound::<false>(rights, high)?;
        if matches!((low, high), (Some((l, has_l)), Some((h, has_h))) if l > h || l == h && !(has_l && has_h))
        {
            return Ok(None);
        }
        // There is such a number; if it does not fit into 64 bits, the game is still not hot.
        Dyadic::simplest(low, high)
            .map(Some)
            .ok_or(ValueError::Overflow)
    }

    pub(super) fn least_left_stop(&self, options: &[Value]) -> Result<Option<Dyadic>, ValueError> {
        let mut least: Option<Dyadic> = None;
        for &v in options {
            let stop = self.left_stop(v)?;
            least = Some(least.map_or(stop, |so_far| so_far.min(stop)));
        }
        Ok(least)
    }

    /// An end of the interval of numbers that the options allow. The extreme stop itself is allowed
    /// if no option with that stop is beyond it.
    fn bound<const LEFT: bool>(
        &mut self,
        options: &[Value],
        stop: Option<Dyadic>,
    ) -> Result<IntervalEnd, ValueError> {
        let Some(stop) = stop else { return Ok(None) };
        let x = Value::of_number(stop);
        for &v in options {
            let own = if LEFT { v.number() } else { self.left_stop(v)? };
            if own != stop {
                continue;
            }
            if v.as_number().is_some() {
                return Ok(Some((stop, false)));
            }
            let beyond = if LEFT { self.le(x, v)? } else { self.le(v, x)? };
            if beyond {
                return Ok(Some((stop, false)));
            }
        }
        Ok(Some((stop, true)))
    }

    /// Removes dominated options: keeps the maximal ones for Left, the minimal ones for Right. With
    /// `part`, the options before that index are known to be incomparable, and so are the others.
    fn keep_best<const LEFT: bool>(
        &mut self,
        options: &mut OptionList,
        part: Option<usize>,
    ) -> Result<(), ValueError> {
        let mut kept: SmallVec<[(Value, bool); 16]> = SmallVec::new();
        'next: for (place, &v) in options.iter().enumerate() {
            let first = part.is_none_or(|part| place < part);
            let mut i = 0;
            while i < kept.len() {
                let (other, other_first) = kept[i];
                if part.is_some() && first == other_first {
                    i += 1;
                    continue;
                }
                if self.dominates::<LEFT>(other, v)? {
                    continue 'next;
                }
                if self.dominates::<LEFT>(v, other)? {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            kept.push((v, first));
        }
        options.clear();
        options.extend(kept.into_iter().map(|(v, _)| v));
        Ok(())
    }

    /// Whether option `a` dominates option `b` for the player.
    fn dominates<const LEFT: bool>(&mut self, a: Value, b: Value) -> Result<bool, ValueError> {
        if LEFT { self.le(b, a) } else { self.le(a, b) }
    }

    /// Bypasses the reversible options of one player; returns whether there was one.
    fn bypass<const LEFT: bool>(
        &mut self,
        lefts: &mut OptionList,
        rights: &mut OptionList,
    ) -> Result<bool, ValueError> {
        let own = if LEFT { &*lefts } else { &*rights };
        let mut next = OptionList::new();
        let mut changed = false;
        let raw = RawGame {
            lefts,
            rights,
            left_stop: lefts
                .iter()
                .map(|v| v.number())
                .max()
                .expect("not a number"),
            right_stop: self.least_left_stop(rights)?.expect("not a number"),
        };
        let mut memo = FxHashMap::default();
        for &v in own.iter() {
            match self.reverses_through::<LEFT>(v, &raw, &mut memo)? {
                None => next.push(v),
                Some(through) => {
                    changed = true;
                    self.options_of::<LEFT>(through, &mut next)?;
                }
            }
        }
        if changed {
            sort_dedup(&mut next);
            self.keep_best::<LEFT>(&mut next, None)?;
            *(if LEFT { lefts } else { rights }) = next;
        }
        Ok(changed)
    }

    /// The reply through which option `v` is reversible: a `v^R <= G` for Left, a `v^L >= G` for
    /// Right.
    fn reverses_through<const LEFT: bool>(
        &mut self,
        v: Value,
        raw: &RawGame,
        memo: &mut FxHashMap<(Value, bool), bool>,
    ) -> Result<Option<Value>, ValueError> {
        let form = self.form(v);
        for reply in if LEFT { form.rights() } else { form.lefts() } {
            let reply = reply.plus(v.number())?;
            if self.le_raw::<LEFT>(reply, raw, memo)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Adds the player's options of a value, which may be a number.
    fn options_of<const LEFT: bool>(
        &self,
        v: Value,
        options: &mut OptionList,
    ) -> Result<(), ValueError> {
        if let Some(x) = v.as_number() {
            let option = if LEFT {
                x.left_option()
            } else {
                x.right_option()
            };
            options.extend(option.map(Value::of_number));
            return Ok(());
        }
        let form = self.form(v);
        for w in if LEFT { form.lefts() } else { form.rights() } {
            options.push(w.plus(v.number())?);
        }
        Ok(())
    }

    /// Whether `h <= G` if `BELOW`, else whether `G <= h`, for a raw game `G` that is not a number.
    fn le_raw<const BELOW: bool>(
        &mut self,
        h: Value,
        raw: &RawGame,
        memo: &mut FxHashMap<(Value, bool), bool>,
    ) -> Result<bool, ValueError> {
        let (h_left, h_right) = (self.left_stop(h)?, h.number());
        let (low, high) = if BELOW {
            ((h_left, h_right), (raw.left_stop, raw.right_stop))
        } else {
            ((raw.left_stop, raw.right_stop), (h_left, h_right))
        };
        if low.0 > high.0 || low.1 > high.1 {
            return Ok(false);
        }
        if low.0 < high.1 {
            return Ok(true);
        }
        if let Some(&known) = memo.get(&(h, BELOW)) {
            return Ok(known);
        }
        self.tick()?;
        let answer = self.le_raw_by_options::<BELOW>(h, raw, memo)?;
        memo.insert((h, BELOW), answer);
        Ok(answer)
    }

    fn le_raw_by_options<const BELOW: bool>(
        &mut self,
        h: Value,
        raw: &RawGame,
        memo: &mut FxHashMap<(Value, bool), bool>,
    ) -> Result<bool, ValueError> {
        // With BELOW, `h <= G` fails because of a `G^R <= h` or an `h^L >= G`; else `G <= h` fails
        // because of a `G^L >= h` or an `h^R <= G`.
        let own = if BELOW { raw.rights } else { raw.lefts };
        for &g in own {
            let refuted = if BELOW {
                self.le(g, h)?
            } else {
                self.le(h, g)?
            };
            if refuted {
                return Ok(false);
            }
        }
        let form = self.form(h);
        for reply in if BELOW { form.lefts() } else { form.rights() } {
            let reply = reply.plus(h.number())?;
            let refuted = if BELOW {
                self.le_raw::<false>(reply, raw, memo)?
            } else {
                self.le_raw::<true>(reply, raw, memo)?
            };
            if refuted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value of a game in canonical form that is not a number, from its options.
    pub(super) fn intern(
        &mut self,
        lefts: &mut [Value],
        rights: &mut [Value],
    ) -> Result<Value, ValueError> {
        let left_stop = lefts.iter().map(|v| v.number()).max();
        let left_stop = left_stop.expect("not a number");
        let right_stop = self.least_left_stop(rights)?.expect("not a number");
        let back = right_stop.neg();
        if back != Dyadic::ZERO {
            for v in lefts.iter_mut().chain(rights.iter_mut()) {
                *v = v.plus(back)?;
            }
        }
        lefts.sort_unstable();
        rights.sort_unstable();
        let width = left_stop.add(back)?;
        let up_star = self.recognise(lefts, rights);
        let form = self.store.intern(lefts, rights, width, up_star);
        Ok(Value::of(form, right_stop))
    }
}

fn sort_dedup(options: &mut OptionList) {
    options.sort_unstable();
    options.dedup();
}
