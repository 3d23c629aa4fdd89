//! Negation and disjunctive sum.
//!
//! A number is added by translating every option (Number Translation Theorem; the result is
//! canonical as it stands); numbers, ups and nimbers add by arithmetic; everything else by the
//! definition, with the result brought to canonical form and kept by the pair of handles.

use super::canonical::Options;
use super::store::{NONE, pair};
use super::{Dyadic, Value, ValueError, Values};

impl Values {
    /// The negative: the game with the players exchanged.
    pub fn neg(&mut self, v: Value) -> Value {
        let known = self.node(v).negative;
        if known != NONE {
            return Value(known);
        }
        let negative = match self.as_number(v) {
            Some(x) => self.number(x.neg()),
            None => {
                let mut lefts: Options = self.rights(v).into();
                let mut rights: Options = self.lefts(v).into();
                for w in lefts.iter_mut().chain(rights.iter_mut()) {
                    *w = self.neg(*w);
                }
                lefts.sort_unstable();
                rights.sort_unstable();
                self.intern(&lefts, &rights)
            }
        };
        self.nodes[v.0 as usize].negative = negative.0;
        self.nodes[negative.0 as usize].negative = v.0;
        negative
    }

    /// The disjunctive sum.
    pub fn add(&mut self, g: Value, h: Value) -> Result<Value, ValueError> {
        if g == Value::ZERO {
            return Ok(h);
        }
        if h == Value::ZERO {
            return Ok(g);
        }
        if let (Some(a), Some(b)) = (self.nus(g), self.nus(h)) {
            return self.number_up_star(a.add(b)?);
        }
        if self.node(g).negative == h.0 {
            return Ok(Value::ZERO);
        }
        let key = if g < h { pair(g, h) } else { pair(h, g) };
        if let Some(&known) = self.sum_memo.get(&key) {
            return Ok(known);
        }
        self.tick()?;
        let sum = match (self.as_number(g), self.as_number(h)) {
            (Some(x), _) => self.translate(h, x)?,
            (_, Some(x)) => self.translate(g, x)?,
            _ => self.add_games(g, h)?,
        };
        self.sum_memo.insert(key, sum);
        Ok(sum)
    }

    /// The difference `g - h`.
    pub fn sub(&mut self, g: Value, h: Value) -> Result<Value, ValueError> {
        let minus = self.neg(h);
        self.add(g, minus)
    }

    /// `g + x` for a game `g` that is not a number.
    fn translate(&mut self, g: Value, x: Dyadic) -> Result<Value, ValueError> {
        let x = self.number(x);
        let mut lefts: Options = self.lefts(g).into();
        let mut rights: Options = self.rights(g).into();
        for w in lefts.iter_mut().chain(rights.iter_mut()) {
            *w = self.add(*w, x)?;
        }
        lefts.sort_unstable();
        rights.sort_unstable();
        Ok(self.intern(&lefts, &rights))
    }

    fn add_games(&mut self, g: Value, h: Value) -> Result<Value, ValueError> {
        let (mut lefts, mut rights) = (Options::new(), Options::new());
        for (a, b) in [(g, h), (h, g)] {
            for i in 0..self.lefts(a).len() {
                lefts.push(self.add(self.lefts(a)[i], b)?);
            }
            for i in 0..self.rights(a).len() {
                rights.push(self.add(self.rights(a)[i], b)?);
            }
        }
        self.canonical(&mut lefts, &mut rights)
    }
}
