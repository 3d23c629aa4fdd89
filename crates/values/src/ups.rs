//! Numbers, ups and stars: the values `x + n.^ + *m`, their canonical forms, and how they are
//! recognised.
//!
//! The forms (Siegel, II.3) are `*m = {0,*,..,*(m-1) | same}` and, for `n >= 1`,
//! `n.^ + *m = {0 | (n-1).^ + *(m xor 1)}`, except for `^* = {0,*|0}`. Adding a number to all
//! options adds the number to the value.

use super::calc::Calc;
use super::canonical::OptionList;
use super::store::UpStar;
use super::{Dyadic, Value, ValueError, Values};

/// The greatest nimber whose canonical form is built.
pub const MAX_NIMBER: u32 = 4096;
/// The greatest multiple of up whose canonical form is built.
const MAX_UP: u32 = 100_000;

/// A sum of a number, ups and a nimber: `number + up.^ + *nim`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberUpStar {
    /// The number in the sum.
    pub number: Dyadic,
    /// The multiple of `^`; negative for multiples of `v`.
    pub up: i32,
    /// The `m` of the nimber `*m`.
    pub nim: u32,
}

impl UpStar {
    fn negative(self) -> UpStar {
        UpStar {
            up: -self.up,
            nim: self.nim,
        }
    }

    /// The sums of fewer ups that are followers of the form, the smallest multiple of up first. The
    /// form of each has the one before it as an option.
    pub(super) fn fewer(self) -> impl Iterator<Item = UpStar> {
        let most = self.up.abs();
        (0..most).map(move |up| UpStar {
            up: up * self.up.signum(),
            nim: self.nim ^ ((most - up) & 1) as u32,
        })
    }
}

impl Values {
    /// The number, the multiple of up and the nimber, if the value is a sum of these; else `None`.
    pub fn nus(&self, v: Value) -> Option<NumberUpStar> {
        let UpStar { up, nim } = self.form(v).up_star?;
        Some(NumberUpStar {
            number: v.number(),
            up,
            nim,
        })
    }

    /// The `m` if the value is the nimber `*m`, where `0` is `*0`; else `None`.
    pub fn as_nimber(&self, v: Value) -> Option<u32> {
        self.nus(v)
            .filter(|n| n.number == Dyadic::ZERO && n.up == 0)
            .map(|n| n.nim)
    }

    /// The value of the sum of a number, ups and a nimber.
    ///
    /// # Errors
    /// `Overflow` for nimbers above `*4096` and for more than 100,000 ups, since their forms would
    /// be huge.
    pub fn number_up_star(&mut self, nus: NumberUpStar) -> Result<Value, ValueError> {
        let NumberUpStar { number, up, nim } = nus;
        self.calc().up_star(UpStar { up, nim })?.plus(number)
    }
}

impl Calc<'_> {
    /// The value of the sum of ups and a nimber.
    pub fn up_star(&mut self, us: UpStar) -> Result<Value, ValueError> {
        if let Some(form) = self.store.up_star(us) {
            return Ok(Value::of(form, Dyadic::ZERO));
        }
        if us.nim > MAX_NIMBER || us.up.unsigned_abs() > MAX_UP {
            return Err(ValueError::Overflow);
        }
        if us.up < 0 {
            let mirrored = self.up_star(us.negative())?;
            return self.neg(mirrored);
        }
        // Many ups need no deep recursion.
        for fewer in us.fewer() {
            self.one_up_star(fewer)?;
        }
        self.one_up_star(us)
    }

    fn one_up_star(&mut self, us: UpStar) -> Result<Value, ValueError> {
        if let Some(form) = self.store.up_star(us) {
            return Ok(Value::of(form, Dyadic::ZERO));
        }
        let (mut lefts, mut rights) = (OptionList::new(), OptionList::new());
        if us.up == 0 {
            for nim in 0..us.nim {
                lefts.push(self.one_up_star(UpStar { up: 0, nim })?);
            }
            rights = lefts.clone();
        } else if (us.up, us.nim) == (1, 1) {
            lefts.extend([Value::ZERO, Value::STAR]);
            rights.push(Value::ZERO);
        } else {
            lefts.push(Value::ZERO);
            let (up, nim) = (us.up - 1, us.nim ^ 1);
            rights.push(self.one_up_star(UpStar { up, nim })?);
        }
        self.intern(&mut lefts, &mut rights)
    }

    /// Recognises a sum of ups and a nimber by the options of its canonical form, which has right
    /// stop zero; `None` for other forms.
    pub(super) fn recognise(&self, lefts: &[Value], rights: &[Value]) -> Option<UpStar> {
        // Every option of such a sum is a sum of ups and a nimber as well.
        let forms = |options: &[Value]| -> Option<smallvec::SmallVec<[UpStar; 4]>> {
            let plain = |v: &Value| {
                let up_star = self.form(*v).up_star?;
                (v.number() == Dyadic::ZERO).then_some(up_star)
            };
            options.iter().map(plain).collect()
        };
        let (lefts, rights) = (forms(lefts)?, forms(rights)?);
        let negatives = |side: &[UpStar]| -> smallvec::SmallVec<[UpStar; 4]> {
            side.iter().map(|u| u.negative()).collect()
        };
        nimber(&lefts, &rights)
            .or_else(|| ups(&lefts, &rights))
            .or_else(|| Some(ups(&negatives(&rights), &negatives(&lefts))?.negative()))
    }
}

/// Recognises `*m`, in which both players have the options `0, *, ..., *(m-1)`.
fn nimber(lefts: &[UpStar], rights: &[UpStar]) -> Option<UpStar> {
    // If all nimbers are distinct and less than their count, each of them occurs once.
    let all = |side: &[UpStar]| {
        side.iter()
            .all(|u| u.up == 0 && (u.nim as usize) < side.len())
    };
    (lefts.len() == rights.len() && all(lefts) && all(rights)).then_some(UpStar {
        up: 0,
        nim: lefts.len() as u32,
    })
}

/// Recognises `n.^ + *m` with `n >= 1`.
fn ups(lefts: &[UpStar], rights: &[UpStar]) -> Option<UpStar> {
    let zero = UpStar { up: 0, nim: 0 };
    let &[right] = rights else { return None };
    match lefts {
        [l] if *l == zero && right.up >= 0 && right != zero => Some(UpStar {
            up: right.up + 1,
            nim: right.nim ^ 1,
        }),
        [a, b]
            if right == zero
                && (a.up, b.up) == (0, 0)
                && a.nim.min(b.nim) == 0
                && a.nim.max(b.nim) == 1 =>
        {
            Some(UpStar { up: 1, nim: 1 })
        }
        _ => None,
    }
}
