//! What is read off a canonical form: outcome, birthday, mean, temperature.

use super::{Dyadic, Value, ValueError, Values};
use rustc_hash::FxHashMap;
use std::fmt;

/// Who wins, whether Left begins or Right.
///
/// Under normal play it is one of the first four. In games that can be drawn it is `D` when nobody
/// wins, and the last four have a draw for one of the beginners (Siegel, *Combinatorial Game
/// Theory*, VI.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Left, whoever begins: the value is positive.
    L,
    /// Right, whoever begins: negative.
    R,
    /// The next player: confused with zero.
    N,
    /// The previous player, the second to move: zero.
    P,
    /// Nobody, whoever begins.
    D,
    /// Left when she begins; drawn when Right does.
    LeftOrDrawn,
    /// Right when he begins; drawn when Left does.
    RightOrDrawn,
    /// Left when Right begins; drawn when Left does.
    LeftSecondOrDrawn,
    /// Right when Left begins; drawn when Right does.
    RightSecondOrDrawn,
}

/// Who wins a game that has begun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// Left.
    Left,
    /// Right.
    Right,
    /// It is drawn.
    Nobody,
}

impl Outcome {
    /// The outcome, from who wins when Left begins and who when Right does.
    pub fn of(left_first: Winner, right_first: Winner) -> Outcome {
        use Winner::{Left, Nobody, Right};
        match (left_first, right_first) {
            (Left, Left) => Outcome::L,
            (Right, Right) => Outcome::R,
            (Left, Right) => Outcome::N,
            (Right, Left) => Outcome::P,
            (Nobody, Nobody) => Outcome::D,
            (Left, Nobody) => Outcome::LeftOrDrawn,
            (Nobody, Right) => Outcome::RightOrDrawn,
            (Nobody, Left) => Outcome::LeftSecondOrDrawn,
            (Right, Nobody) => Outcome::RightSecondOrDrawn,
        }
    }

    /// In letters: `L`, `R`, `N`, `P`, `D`, and for the others who wins when Left begins and when
    /// Right does: `L/D`, `D/R`, `D/L`, `R/D`.
    pub fn letters(self) -> &'static str {
        match self {
            Outcome::L => "L",
            Outcome::R => "R",
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::D => "D",
            Outcome::LeftOrDrawn => "L/D",
            Outcome::RightOrDrawn => "D/R",
            Outcome::LeftSecondOrDrawn => "D/L",
            Outcome::RightSecondOrDrawn => "R/D",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letters())
    }
}

impl Values {
    /// The outcome.
    pub fn outcome(&mut self, v: Value) -> Result<Outcome, ValueError> {
        if v == Value::ZERO {
            return Ok(Outcome::P);
        }
        Ok(match (self.le(v, Value::ZERO)?, self.le(Value::ZERO, v)?) {
            (true, _) => Outcome::R,
            (_, true) => Outcome::L,
            _ => Outcome::N,
        })
    }

    /// Whether `-1/2^k < v < 1/2^k` for all `k`: both stops are zero.
    pub fn is_infinitesimal(&self, v: Value) -> bool {
        v.number() == Dyadic::ZERO && self.form(v).width == Dyadic::ZERO
    }

    /// The birthday: the depth of the canonical form.
    ///
    /// # Errors
    /// `Overflow` beyond `2^63`.
    pub fn birthday(&self, v: Value) -> Result<u64, ValueError> {
        fn of(
            values: &Values,
            v: Value,
            memo: &mut FxHashMap<Value, u64>,
        ) -> Result<u64, ValueError> {
            if let Some(x) = values.as_number(v) {
                return Ok(x.numerator().unsigned_abs() / (1 << x.exponent())
                    + u64::from(x.exponent())
                    + u64::from(!x.is_integer()));
            }
            // A nimber has as many options as its birthday.
            if let Some(k) = values.as_nimber(v) {
                return Ok(u64::from(k));
            }
            if let Some(&known) = memo.get(&v) {
                return Ok(known);
            }
            let mut day = 0;
            for w in [values.lefts(v)?, values.rights(v)?].concat() {
                day = day.max(of(values, w, memo)?);
            }
            let day = day.checked_add(1).ok_or(ValueError::Overflow)?;
            memo.insert(v, day);
            Ok(day)
        }
        of(self, v, &mut FxHashMap::default())
    }

    /// The mean (mast value).
    pub fn mean(&mut self, v: Value) -> Result<Dyadic, ValueError> {
        Ok(self.thermograph(v)?.mean)
    }

    /// The temperature: -1 for an integer, `-1/2^k` for another number, and the height at which
    /// the walls of the thermograph meet for everything else.
    pub fn temperature(&mut self, v: Value) -> Result<Dyadic, ValueError> {
        Ok(self.thermograph(v)?.temperature)
    }
}
