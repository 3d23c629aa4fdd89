//! From lists of options to the canonical form.
//!
//! First the Simplicity Theorem: if some number `x` has every Left option `not >= x` and every
//! Right option `not <= x`, the game is the simplest such number. Otherwise dominated options
//! are removed and reversible ones bypassed until neither is left (Conway; Siegel, II.2).
//!
//! Options that are numbers are never reversible in a game that is not a number, once dominated
//! options are gone: if `G >= y > x` for a Left option `x`, then `RS(G) >= y`, so some Left option
//! has its right stop at `y` or more and dominates `x`.

use super::dyadic::Bound;
use super::{Dyadic, Value, ValueError, Values};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A list of options under construction.
pub(super) type Options = SmallVec<[Value; 16]>;

/// A game that is not a number and not yet in the store, and its stops.
struct Raw<'a> {
    lefts: &'a [Value],
    rights: &'a [Value],
    left_stop: Dyadic,
    right_stop: Dyadic,
}

impl Values {
    /// The value of the game with these options; the lists are used up as scratch.
    pub(crate) fn canonical(
        &mut self,
        lefts: &mut Options,
        rights: &mut Options,
    ) -> Result<Value, ValueError> {
        sort_dedup(lefts);
        sort_dedup(rights);
        if let Some(x) = self.simplest_number(lefts, rights)? {
            return Ok(self.number(x));
        }
        self.keep_best::<true>(lefts)?;
        self.keep_best::<false>(rights)?;
        while self.bypass::<true>(lefts, rights)? || self.bypass::<false>(lefts, rights)? {}
        Ok(self.intern(lefts, rights))
    }

    /// The value of `{lefts | rights}` for any options.
    pub fn game(&mut self, lefts: &[Value], rights: &[Value]) -> Result<Value, ValueError> {
        self.canonical(&mut lefts.into(), &mut rights.into())
    }

    /// The number that the game equals, if it equals one.
    fn simplest_number(
        &mut self,
        lefts: &[Value],
        rights: &[Value],
    ) -> Result<Option<Dyadic>, ValueError> {
        let low = lefts.iter().map(|&v| self.right_stop(v)).max();
        let high = rights.iter().map(|&v| self.left_stop(v)).min();
        if let (Some(l), Some(h)) = (low, high)
            && l > h
        {
            return Ok(None);
        }
        let low = self.bound::<true>(lefts, low)?;
        let high = self.bound::<false>(rights, high)?;
        Ok(Dyadic::simplest(low, high))
    }

    /// The end of the interval of numbers that the options allow. The extreme stop itself is
    /// allowed when no option with that stop is beyond it.
    fn bound<const LEFT: bool>(
        &mut self,
        options: &[Value],
        stop: Option<Dyadic>,
    ) -> Result<Bound, ValueError> {
        let Some(stop) = stop else { return Ok(None) };
        let mut number = None;
        for &v in options {
            let own = if LEFT {
                self.right_stop(v)
            } else {
                self.left_stop(v)
            };
            if own != stop {
                continue;
            }
            if self.node(v).is_number {
                return Ok(Some((stop, false)));
            }
            let x = *number.get_or_insert_with(|| self.number(stop));
            let beyond = if LEFT { self.le(x, v)? } else { self.le(v, x)? };
            if beyond {
                return Ok(Some((stop, false)));
            }
        }
        Ok(Some((stop, true)))
    }

    /// Removes dominated options: keeps the maximal ones for Left, the minimal ones for Right.
    fn keep_best<const LEFT: bool>(&mut self, options: &mut Options) -> Result<(), ValueError> {
        let mut kept = Options::new();
        'next: for &v in options.iter() {
            let mut i = 0;
            while i < kept.len() {
                if self.dominates::<LEFT>(kept[i], v)? {
                    continue 'next;
                }
                if self.dominates::<LEFT>(v, kept[i])? {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            kept.push(v);
        }
        kept.sort_unstable();
        *options = kept;
        Ok(())
    }

    /// Whether option `a` makes option `b` superfluous for the player.
    fn dominates<const LEFT: bool>(&mut self, a: Value, b: Value) -> Result<bool, ValueError> {
        if LEFT { self.le(b, a) } else { self.le(a, b) }
    }

    /// Bypasses the reversible options of one player; says whether there was one.
    fn bypass<const LEFT: bool>(
        &mut self,
        lefts: &mut Options,
        rights: &mut Options,
    ) -> Result<bool, ValueError> {
        let own = if LEFT { &*lefts } else { &*rights };
        let mut next = Options::new();
        let mut changed = false;
        let raw = Raw {
            lefts,
            rights,
            left_stop: lefts
                .iter()
                .map(|&v| self.right_stop(v))
                .max()
                .expect("not a number"),
            right_stop: rights
                .iter()
                .map(|&v| self.left_stop(v))
                .min()
                .expect("not a number"),
        };
        let mut memo = FxHashMap::default();
        for &v in own.iter() {
            match self.reverses_through::<LEFT>(v, &raw, &mut memo)? {
                None => next.push(v),
                Some(through) => {
                    changed = true;
                    next.extend(if LEFT {
                        self.left_options(through)
                    } else {
                        self.right_options(through)
                    });
                }
            }
        }
        if changed {
            sort_dedup(&mut next);
            self.keep_best::<LEFT>(&mut next)?;
            *(if LEFT { lefts } else { rights }) = next;
        }
        Ok(changed)
    }

    /// The reply by which option `v` reverses: a `v^R <= G` for Left's, a `v^L >= G` for Right's.
    fn reverses_through<const LEFT: bool>(
        &mut self,
        v: Value,
        raw: &Raw,
        memo: &mut FxHashMap<(Value, bool), bool>,
    ) -> Result<Option<Value>, ValueError> {
        let replies = if LEFT {
            self.rights(v).len()
        } else {
            self.lefts(v).len()
        };
        for i in 0..replies {
            let reply = if LEFT {
                self.rights(v)[i]
            } else {
                self.lefts(v)[i]
            };
            if self.le_raw::<LEFT>(reply, raw, memo)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// `h <= G` if `BELOW`, else `G <= h`, for a raw game `G` that is not a number.
    fn le_raw<const BELOW: bool>(
        &mut self,
        h: Value,
        raw: &Raw,
        memo: &mut FxHashMap<(Value, bool), bool>,
    ) -> Result<bool, ValueError> {
        let (h_left, h_right) = (self.left_stop(h), self.right_stop(h));
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
        raw: &Raw,
        memo: &mut FxHashMap<(Value, bool), bool>,
    ) -> Result<bool, ValueError> {
        // BELOW: h <= G fails by a G^R <= h or an h^L >= G; else G <= h by a G^L >= h or an h^R <= G.
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
        let replies = if BELOW {
            self.lefts(h).len()
        } else {
            self.rights(h).len()
        };
        for i in 0..replies {
            let refuted = if BELOW {
                self.le_raw::<false>(self.lefts(h)[i], raw, memo)?
            } else {
                self.le_raw::<true>(self.rights(h)[i], raw, memo)?
            };
            if refuted {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn sort_dedup(options: &mut Options) {
    options.sort_unstable();
    options.dedup();
}
