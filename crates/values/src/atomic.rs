//! Atomic weight: the number of ups that an all-small game is worth.
//!
//! A game is *all small* if in each of its positions both players can move or neither can. The
//! value of an all-small game is infinitesimal, and often too intricate to play by. Measured in
//! ups, the value becomes a game again, the *atomic weight*; the weight of `n.^ + *m` is `n`.
//! Weights add and keep the order of games, and a weight of 2 or more is a win for Left (the
//! Two-Ahead Rule). The theory is due to Conway (*On Numbers and Games*, ch. 16) and to Berlekamp,
//! Conway and Guy (*Winning Ways*, ch. 8); Siegel, II.7, has the theory with proofs.
//!
//! Let `A,..` and `D,..` be the weights of the Left and the Right options of `g = {a,.. | d,..}`.
//! The weight of `g` is `G0 = {A-2,.. | D+2,..}`, unless `G0` is an integer and `g` is comparable
//! with the *remote star* ☆. In that case the weight is an integer: if `g > ☆`, the greatest `n`
//! with `n >= D+2` for none of the `D`; if `g < ☆`, the least `n` with `n <= A-2` for none of the
//! `A`.
//!
//! # The remote star
//!
//! ☆ is any `*n` that is *remote* from `g`: no position of `g`, itself included, has the value
//! `*n`. It does not matter which one is taken (*Winning Ways*, ch. 8). For let `*m` and `*n` be
//! remote, and `g >= *m`; then Left, moving second, wins `g + *n`. She follows her winning strategy
//! in `g + *m` until one of the stars is moved. Let `h` be the position of `g` at that time:
//!
//! * Right moves `*n` to `*k`. If `k < m`, this is a move in `*m`, too; if `k > m`, Left replies to
//!   `*m`. If `k = m`, Left is to move in `h + *m >= 0`, and wins, since `*m` is remote and so the
//!   sum is not zero.
//! * The strategy moves `*m` to `*k`, so `h + *k >= 0`. If `k < n`, Left makes that move. If `k =
//!   n`, she has a winning move in `h + *n`, which is not zero; if `k > n`, she has one because
//!   Right's move from `h + *k` to `h + *n` does not win.
//!
//! So the least remote star will do. Since `*k` has all smaller nimbers among its positions, the
//! nimbers among the positions of `g` are `0, *, .., *(N-1)` for some `N`, and ☆ is `*N`. By the
//! definition of the order, `g >= ☆` holds if no Right option of `g` is `<= ☆` (`*N` is remote from
//! the options as well) and `g <= *k` holds for no `k < N`. So the algorithm compares games only
//! with nimbers that are their positions, and never builds ☆. A common alternative is one large
//! `*n`; it costs the work of its many options, and limits the games.
//!
//! # Beyond all-small games
//!
//! Some other infinitesimals have the outcomes of `A.^` when ☆ and any game are added. One may say
//! that the weight of these is `A`. CGSuite gives `{1|^^||^}` the weight 2 and `{1|^^^||^}` no
//! weight, by a test of D. Wolfe's that compares `g - A.^` with `^*` and a long kite. We have seen
//! no proof that the test never refuses a game that it should accept, and no use for such weights.
//! So here only all-small games have a weight.

use super::calc::Calc;
use super::canonical::OptionList;
use super::memo::Atom;
use super::store::{Store, UpStar};
use super::{Dyadic, Value, ValueError, Values};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// The shift of each option's weight by two ups, which is the advantage of a move.
const TWO: Dyadic = Dyadic::integer(2);

impl Atom {
    /// The atom of `n.^ + *m`. Its weight is `n`, and its order relative to the remote star is the
    /// order of `n` relative to zero. Its positions are `0`, `*` and the positions that
    /// `value/ups.rs` lists, down to `^ + *k = {0|*(k xor 1)}`.
    fn of(UpStar { up, nim }: UpStar) -> Atom {
        let last = nim ^ (up & 1) as u32;
        Atom {
            weight: Value::of_number(Dyadic::integer(i64::from(up))),
            to_star: match up.cmp(&0) {
                Ordering::Equal => None,
                unequal => Some(unequal),
            },
            remote: if up == 0 { nim + 1 } else { last.max(1) + 1 },
        }
    }
}

impl Values {
    /// Whether the value is all small: in each of its positions both players can move or neither
    /// can.
    ///
    /// This is decided on the canonical form. If any form of a value is all small, so is the
    /// canonical form. For all positions of an all-small game are infinitesimal, and each option of
    /// the canonical form has the value of such a position. So a form with options for one player
    /// only, which is an integer, is zero.
    pub fn is_all_small(&self, v: Value) -> bool {
        self.store().is_all_small(v, &mut FxHashMap::default())
    }
}

impl Store {
    fn is_all_small(&self, v: Value, known: &mut FxHashMap<u32, bool>) -> bool {
        let form = self.form(v.form);
        if v.number() != Dyadic::ZERO || form.width != Dyadic::ZERO {
            return false; // the value is not infinitesimal
        }
        if form.up_star.is_some() {
            return true;
        }
        if let Some(&known) = known.get(&v.form) {
            return known;
        }
        let mut options = form.lefts().iter().chain(form.rights());
        let answer = options.all(|&w| self.is_all_small(w, known));
        known.insert(v.form, answer);
        answer
    }
}

impl Calc<'_> {
    /// The atomic weight of a value; `None` if the value is not all small.
    pub fn atomic_weight(&mut self, v: Value) -> Result<Option<Value>, ValueError> {
        let known = self.memo.atoms.contains_key(&v.form) && v.number() == Dyadic::ZERO;
        if !known && !self.store.is_all_small(v, &mut FxHashMap::default()) {
            return Ok(None);
        }
        Ok(Some(self.atom(v)?.weight))
    }

    /// The atomic weight of an all-small value, with the value's relation to nimbers.
    pub fn atom(&mut self, v: Value) -> Result<Atom, ValueError> {
        let form = self.form(v);
        if let Some(up_star) = form.up_star {
            return Ok(Atom::of(up_star));
        }
        if let Some(&known) = self.memo.atoms.get(&v.form) {
            return Ok(known);
        }
        self.tick()?;
        let (mut lefts, mut rights) = (OptionList::new(), OptionList::new());
        let (mut above, mut below) = (true, true);
        let mut remote = 0;
        for &left in form.lefts() {
            let atom = self.atom(left)?;
            below &= atom.to_star != Some(Ordering::Greater);
            remote = remote.max(atom.remote);
            lefts.push(atom.weight.plus(TWO.neg())?);
        }
        for &right in form.rights() {
            let atom = self.atom(right)?;
            above &= atom.to_star != Some(Ordering::Less);
            remote = remote.max(atom.remote);
            rights.push(atom.weight.plus(TWO)?);
        }
        let to_star = if above && !self.meets_a_nimber(v, remote, true)? {
            Some(Ordering::Greater)
        } else if below && !self.meets_a_nimber(v, remote, false)? {
            Some(Ordering::Less)
        } else {
            None
        };
        let weight = self.weight(&lefts, &rights, to_star)?;
        let atom = Atom {
            weight,
            to_star,
            remote,
        };
        self.memo.atoms.insert(v.form, atom);
        Ok(atom)
    }

    /// Whether `v <= *k` (if `below`) or `v >= *k` for some number `k < n`.
    fn meets_a_nimber(&mut self, v: Value, n: u32, below: bool) -> Result<bool, ValueError> {
        for nim in 0..n {
            let star = self.up_star(UpStar { up: 0, nim })?;
            let (less, more) = if below { (v, star) } else { (star, v) };
            if self.le(less, more)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The weight of a game, computed from two things: the weights of its options (minus 2 for
    /// Left's options, plus 2 for Right's), and the game's order relative to the remote star.
    fn weight(
        &mut self,
        lefts: &OptionList,
        rights: &OptionList,
        to_star: Option<Ordering>,
    ) -> Result<Value, ValueError> {
        let plain = self.canonical(&mut lefts.clone(), &mut rights.clone())?;
        if !plain.as_number().is_some_and(Dyadic::is_integer) {
            return Ok(plain);
        }
        match to_star {
            Some(Ordering::Greater) => self.greatest_integer_short_of(rights),
            Some(Ordering::Less) => {
                let mirrored: Result<OptionList, ValueError> =
                    lefts.iter().map(|&w| self.neg(w)).collect();
                let mirrored = self.greatest_integer_short_of(&mirrored?)?;
                self.neg(mirrored)
            }
            Some(Ordering::Equal) | None => Ok(plain),
        }
    }

    /// The greatest integer `n` such that `n >= v` holds for no option `v`.
    fn greatest_integer_short_of(&mut self, options: &OptionList) -> Result<Value, ValueError> {
        let mut least = None;
        for &v in options {
            // Integers greater than the left stop are `>= v`, lesser ones are not.
            let stop = Dyadic::integer(self.left_stop(v)?.neg().floor()).neg();
            let n = if self.le(v, Value::of_number(stop))? {
                stop
            } else {
                stop.add(Dyadic::integer(1))?
            };
            least = Some(least.map_or(n, |so_far: Dyadic| so_far.min(n)));
        }
        let least = least.expect("both players can move");
        Value::of_number(least).plus(Dyadic::MINUS_ONE)
    }
}
