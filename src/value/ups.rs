//! Numbers, ups and stars: values `x + n.^ + *m`, their canonical forms and how to know them.
//!
//! The forms (Siegel, II.3): `*m = {0,*,..,*(m-1) | same}`; for `n >= 1`,
//! `n.^ + *m = {0 | (n-1).^ + *(m xor 1)}`, but for `^* = {0,*|0}`; a number translates them.

use super::canonical::Options;
use super::{Dyadic, Value, ValueError, Values};

/// The largest nimber and the largest multiple of up that are built.
const MAX_NIM: u32 = 4096;
const MAX_UP: i32 = 100_000;

/// `number + up.^ + *nim`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberUpStar {
    /// The number.
    pub number: Dyadic,
    /// The multiple of `^`; negative for `v`.
    pub up: i32,
    /// The nimber.
    pub nim: u32,
}

impl NumberUpStar {
    /// The sum: numbers and ups add, nimbers add without carry.
    #[expect(
        clippy::should_implement_trait,
        reason = "an operator could not return an error"
    )]
    pub fn add(self, other: NumberUpStar) -> Result<NumberUpStar, ValueError> {
        Ok(NumberUpStar {
            number: self.number.add(other.number)?,
            up: self.up.checked_add(other.up).ok_or(ValueError::Overflow)?,
            nim: self.nim ^ other.nim,
        })
    }

    fn negative(self) -> NumberUpStar {
        NumberUpStar {
            number: self.number.neg(),
            up: -self.up,
            nim: self.nim,
        }
    }
}

impl Values {
    /// The value as number, ups and nimber, if it is such a sum.
    pub fn nus(&self, v: Value) -> Option<NumberUpStar> {
        self.nus.get(self.node(v).nus as usize).copied()
    }

    /// The nimber `*m`, if the value is one (`0` is `*0`).
    pub fn as_nimber(&self, v: Value) -> Option<u32> {
        self.nus(v)
            .filter(|n| n.number == Dyadic::ZERO && n.up == 0)
            .map(|n| n.nim)
    }

    /// The two numbers `(x, y)`, `x > y`, if the value is the switch `{x|y}`.
    pub fn as_switch(&self, v: Value) -> Option<(Dyadic, Dyadic)> {
        let (&[l], &[r]) = (self.lefts(v), self.rights(v)) else {
            return None;
        };
        let (x, y) = (self.as_number(l)?, self.as_number(r)?);
        (x > y).then_some((x, y))
    }

    /// The value of a number plus ups plus a nimber.
    ///
    /// # Errors
    /// `Overflow` for nimbers beyond `*4096` and more than 100,000 ups, whose forms would be huge.
    pub fn number_up_star(&mut self, nus: NumberUpStar) -> Result<Value, ValueError> {
        if let Some(&v) = self.nus_index.get(&nus) {
            return Ok(v);
        }
        if nus.nim > MAX_NIM || nus.up.abs() > MAX_UP {
            return Err(ValueError::Overflow);
        }
        if nus.up < 0 {
            let mirrored = self.number_up_star(nus.negative())?;
            return Ok(self.neg(mirrored));
        }
        // Upwards, so that long ups need no deep recursion.
        for up in 0..nus.up {
            let nim = nus.nim ^ ((nus.up - up) & 1) as u32;
            self.one_number_up_star(NumberUpStar { up, nim, ..nus })?;
        }
        self.one_number_up_star(nus)
    }

    fn one_number_up_star(&mut self, nus: NumberUpStar) -> Result<Value, ValueError> {
        if let Some(&v) = self.nus_index.get(&nus) {
            return Ok(v);
        }
        let x = self.number(nus.number);
        let (mut lefts, mut rights) = (Options::new(), Options::new());
        if nus.up == 0 {
            if nus.nim == 0 {
                return Ok(x);
            }
            for nim in 0..nus.nim {
                lefts.push(self.one_number_up_star(NumberUpStar { nim, ..nus })?);
            }
            lefts.sort_unstable();
            rights = lefts.clone();
        } else if (nus.up, nus.nim) == (1, 1) {
            lefts.push(x);
            lefts.push(self.one_number_up_star(NumberUpStar {
                up: 0,
                nim: 1,
                ..nus
            })?);
            lefts.sort_unstable();
            rights.push(x);
        } else {
            lefts.push(x);
            rights.push(self.one_number_up_star(NumberUpStar {
                up: nus.up - 1,
                nim: nus.nim ^ 1,
                ..nus
            })?);
        }
        Ok(self.intern(&lefts, &rights))
    }

    /// Which number plus ups plus nimber a canonical form is, from its options.
    pub(super) fn recognise(&self, lefts: &[Value], rights: &[Value]) -> Option<NumberUpStar> {
        self.recognise_nimber(lefts, rights)
            .or_else(|| self.recognise_up(lefts, rights))
            .or_else(|| Some(self.recognise_down(lefts, rights)?.negative()))
    }

    /// `x + *m`: both players have `x, x + *, ..., x + *(m-1)`.
    fn recognise_nimber(&self, lefts: &[Value], rights: &[Value]) -> Option<NumberUpStar> {
        if lefts != rights {
            return None;
        }
        let number = self.nus(*lefts.first()?)?.number;
        let mut seen = Options::new();
        for &v in lefts {
            let nus = self.nus(v)?;
            if nus.number != number || nus.up != 0 || nus.nim as usize >= lefts.len() {
                return None;
            }
            seen.push(v);
        }
        // distinct handles, all nimbers below the count: each of them once
        Some(NumberUpStar {
            number,
            up: 0,
            nim: seen.len() as u32,
        })
    }

    /// `x + n.^ + *m` with `n >= 1`.
    fn recognise_up(&self, lefts: &[Value], rights: &[Value]) -> Option<NumberUpStar> {
        let &[right] = rights else { return None };
        let right = self.nus(right)?;
        self.recognise_from(lefts, right)
    }

    /// The mirror image of [`Values::recognise_up`], as the ups of the negative.
    fn recognise_down(&self, lefts: &[Value], rights: &[Value]) -> Option<NumberUpStar> {
        let &[left] = lefts else { return None };
        let left = self.nus(left)?.negative();
        let numbers: Option<Vec<NumberUpStar>> = rights
            .iter()
            .map(|&v| Some(self.nus(v)?.negative()))
            .collect();
        recognise_forms(&numbers?, left)
    }

    fn recognise_from(&self, lefts: &[Value], right: NumberUpStar) -> Option<NumberUpStar> {
        let forms: Option<Vec<NumberUpStar>> = lefts.iter().map(|&v| self.nus(v)).collect();
        recognise_forms(&forms?, right)
    }
}

/// `x + n.^ + *m`, `n >= 1`, from the forms of all Left options and of the only Right option.
fn recognise_forms(lefts: &[NumberUpStar], right: NumberUpStar) -> Option<NumberUpStar> {
    let number = right.number;
    let plain = |nim| NumberUpStar { number, up: 0, nim };
    match lefts {
        [l] if *l == plain(0) && right.up >= 0 && (right.up, right.nim) != (0, 0) => {
            Some(NumberUpStar {
                number,
                up: right.up + 1,
                nim: right.nim ^ 1,
            })
        }
        [a, b]
            if right == plain(0)
                && (a.nim ^ b.nim, *a, *b) == (1, plain(a.nim), plain(b.nim))
                && a.nim < 2 =>
        {
            Some(NumberUpStar {
                number,
                up: 1,
                nim: 1,
            })
        }
        _ => None,
    }
}
