//! Operations beyond order and sum: multiples, Norton products, cooling, heating and ordinal sums.
//! All begin with the canonical forms of their operands.

use super::{Dyadic, Value, ValueError, Values};
use rustc_hash::FxHashMap;

type Memo = FxHashMap<Value, Value>;

/// The number that stands for a position; `None` if play goes on.
type End = dyn Fn(&mut Values, Value) -> Result<Option<Dyadic>, ValueError>;

/// The options of a game, of Left and of Right.
type Sides = [Vec<Value>; 2];

impl Values {
    /// The same value as `v` in another algebra.
    ///
    /// # Errors
    /// The errors of [`Values::game`].
    pub fn copy(&mut self, from: &Values, v: Value) -> Result<Value, ValueError> {
        self.copy_by(from, v, &mut Memo::default())
    }

    fn copy_by(&mut self, from: &Values, v: Value, memo: &mut Memo) -> Result<Value, ValueError> {
        if let Some(x) = from.as_number(v) {
            return Ok(self.number(x));
        }
        if let Some(&known) = memo.get(&v) {
            return Ok(known);
        }
        self.calc().tick()?;
        let mut sides: Sides = [from.lefts(v)?, from.rights(v)?];
        for option in sides.iter_mut().flatten() {
            *option = self.copy_by(from, *option, memo)?;
        }
        let copy = self.game(&sides[0], &sides[1])?;
        memo.insert(v, copy);
        Ok(copy)
    }

    /// The sum of `n` copies of a value; of `-n` copies of its negative if `n` is negative.
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn multiple(&mut self, n: i64, g: Value) -> Result<Value, ValueError> {
        let mut power = if n < 0 { self.neg(g)? } else { g };
        let (mut left, mut sum) = (n.unsigned_abs(), Value::ZERO);
        while left > 0 {
            if left & 1 == 1 {
                sum = self.add(sum, power)?;
            }
            left >>= 1;
            if left > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(sum)
    }

    /// The incentives of a player: the values `g^L - g` that Left's moves gain, or `g - g^R` of
    /// Right's, without those that are less than another one (Siegel, *Combinatorial Game Theory*,
    /// II.5). `is_left` says whether they are Left's. Since the options of a canonical form are
    /// incomparable, so are their gains.
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn incentives(&mut self, g: Value, is_left: bool) -> Result<Vec<Value>, ValueError> {
        let moves = match is_left {
            true => self.left_options(g)?,
            false => self.right_options(g)?,
        };
        let gains = moves.into_iter().map(|option| match is_left {
            true => self.sub(option, g),
            false => self.sub(g, option),
        });
        gains.collect()
    }

    /// The Norton product of `g` with a positive value `u`: a multiple if `g` is an integer, else
    /// `{g^L.u + u + i | g^R.u - u - i}` for all incentives `i` of `u` (Siegel, *Combinatorial Game
    /// Theory*, II.6).
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn norton(&mut self, g: Value, u: Value) -> Result<Value, ValueError> {
        // The incentives are u^L - u and u - u^R, so u + i is u^L or u + u - u^R.
        let mut gains = self.left_options(u)?;
        let double = self.add(u, u)?;
        for right in self.right_options(u)? {
            gains.push(self.sub(double, right)?);
        }
        self.norton_by(g, u, &gains, &mut Memo::default())
    }

    fn norton_by(
        &mut self,
        g: Value,
        u: Value,
        gains: &[Value],
        memo: &mut Memo,
    ) -> Result<Value, ValueError> {
        if let Some(n) = self.as_number(g).filter(|x| x.is_integer()) {
            return self.multiple(n.numerator(), u);
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        self.calc().tick()?;
        let [mut lefts, mut rights] = Sides::default();
        for left in self.left_options(g)? {
            let product = self.norton_by(left, u, gains, memo)?;
            for &gain in gains {
                lefts.push(self.add(product, gain)?);
            }
        }
        for right in self.right_options(g)? {
            let product = self.norton_by(right, u, gains, memo)?;
            for &gain in gains {
                rights.push(self.sub(product, gain)?);
            }
        }
        let product = self.game(&lefts, &rights)?;
        memo.insert(g, product);
        Ok(product)
    }

    /// The value `g` cooled by `t >= 0`: its mean if `t` exceeds its temperature, else the game in
    /// which each move costs `t` (Siegel, *Combinatorial Game Theory*, II.5).
    ///
    /// # Errors
    /// The errors of [`Values::thermograph`].
    pub fn cool(&mut self, g: Value, t: Dyadic) -> Result<Value, ValueError> {
        self.taxed(g, t.neg(), &move |values, g| {
            let thermograph = values.thermograph(g)?;
            Ok((t > thermograph.temperature).then_some(thermograph.mean))
        })
    }

    /// The value `g` heated by `t`: a number is unchanged, and in another game each move earns `t`
    /// (Siegel, *Combinatorial Game Theory*, II.6).
    ///
    /// # Errors
    /// The errors of [`Values::add`].
    pub fn heat(&mut self, g: Value, t: Dyadic) -> Result<Value, ValueError> {
        self.taxed(g, t, &|values, g| Ok(values.as_number(g)))
    }

    /// The game in which each move earns `gain`, down to the positions that `end` makes numbers.
    fn taxed(&mut self, g: Value, gain: Dyadic, end: &End) -> Result<Value, ValueError> {
        fn of(
            values: &mut Values,
            g: Value,
            gains: [Value; 2],
            end: &End,
            memo: &mut Memo,
        ) -> Result<Value, ValueError> {
            if let Some(&known) = memo.get(&g) {
                return Ok(known);
            }
            values.calc().tick()?;
            let taxed = match end(values, g)? {
                Some(x) => values.number(x),
                None => {
                    let mut sides: Sides = [values.left_options(g)?, values.right_options(g)?];
                    for (side, gain) in sides.iter_mut().zip(gains) {
                        for option in side {
                            let taxed = of(values, *option, gains, end, memo)?;
                            *option = values.add(taxed, gain)?;
                        }
                    }
                    values.game(&sides[0], &sides[1])?
                }
            };
            memo.insert(g, taxed);
            Ok(taxed)
        }
        let gains = [self.number(gain), self.number(gain.neg())];
        of(self, g, gains, end, &mut Memo::default())
    }

    /// The ordinal sum `g:h`, in which a move in `g` removes `h`. The sum depends on the form of
    /// `g`; the canonical form is taken.
    ///
    /// # Errors
    /// The errors of [`Values::game`].
    pub fn ordinal(&mut self, g: Value, h: Value) -> Result<Value, ValueError> {
        let base = [self.left_options(g)?, self.right_options(g)?];
        self.ordinal_by(&base, h, &mut Memo::default())
    }

    fn ordinal_by(&mut self, base: &Sides, h: Value, memo: &mut Memo) -> Result<Value, ValueError> {
        if let Some(&known) = memo.get(&h) {
            return Ok(known);
        }
        self.calc().tick()?;
        let mut sides = base.clone();
        for left in self.left_options(h)? {
            sides[0].push(self.ordinal_by(base, left, memo)?);
        }
        for right in self.right_options(h)? {
            sides[1].push(self.ordinal_by(base, right, memo)?);
        }
        let sum = self.game(&sides[0], &sides[1])?;
        memo.insert(h, sum);
        Ok(sum)
    }
}
