//! Computes the canonical form of a game from its options.
//!
//! The first step is the Simplicity Theorem: if some number `x` satisfies `not >= x` for every Left
//! option and `not <= x` for every Right option, the game equals the simplest such number.
//! Otherwise dominated options are removed and reversible options bypassed until there are none of
//! either (Conway; Siegel, II.2).
//!
//! Options that are numbers are never reversible in a game that is not a number, once dominated
//! options are gone: if `G >= y > x` for a Left option `x`, then `RS(G) >= y`, so some Left option
//! has its right stop at `y` or more and dominates `x`.

use super::calc::Calc;
use super::dyadic::IntervalEnd;
use super::{Dyadic, Value, ValueError};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A list of values: the options of one player.
pub type OptionList = SmallVec<[Value; 16]>;

/// The options and the stops of a game that is not a number and has no entry in the store yet.
struct RawGame<'a> {
    lefts: &'a [Value],
    rights: &'a [Value],
    left_stop: Dyadic,
    right_stop: Dyadic,
}

impl Calc<'_> {
    /// The value of the game with these options. The call changes the lists.
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

    /// The value of a sum of two canonical forms that are not numbers, from the options of the sum.
    /// The first `firsts` options come from a move in one form, the others from a move in the other
    /// form. Options from the same form are incomparable, since the options of a canonical form
    /// are.
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

    /// The number that the game equals; `None` if the game is not a number.
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
        // A simplest number exists. If it does not fit into 64 bits, the game is a number
        // nevertheless, so this is an overflow.
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

    /// One end of the interval of numbers that the options allow. The end is the extreme stop of
    /// the options. It belongs to the interval unless an option with this stop is at or beyond it.
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

    /// Removes dominated options: keeps the maximal options for Left, and the minimal options for
    /// Right. If `part` is given, the options before that index are known to be incomparable with
    /// each other, and so are the options from that index on.
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

    /// Whether the player likes option `a` at least as much as option `b`.
    fn dominates<const LEFT: bool>(&mut self, a: Value, b: Value) -> Result<bool, ValueError> {
        if LEFT { self.le(b, a) } else { self.le(a, b) }
    }

    /// Bypasses the reversible options of one player; returns whether there was a reversible
    /// option.
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

    /// The reply by which option `v` is reversible; `None` if `v` is not reversible. The reply is
    /// some `v^R <= G` for a Left option, and some `v^L >= G` for a Right option.
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

    /// Adds the player's options of a value to a list; the value may be a number.
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

    /// Compares a value `h` with a raw game `G` that is not a number: whether `h <= G` if `BELOW`
    /// is true, else whether `G <= h`.
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
        // If `BELOW` is true, `h <= G` fails when some `G^R <= h` or some `h^L >= G`. Otherwise
        // `G <= h` fails when some `G^L >= h` or some `h^R <= G`.
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

    /// The value of a game that is in canonical form and not a number, from its options.
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
