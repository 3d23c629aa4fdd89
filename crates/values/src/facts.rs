//! Facts of a canonical form: outcome, birthday, mean and temperature.

use super::{Dyadic, Value, ValueError, Values};
use rustc_hash::FxHashMap;
use std::fmt;

/// The outcome of a game: the winner when Left begins, and the winner when Right begins.
///
/// Under normal play the outcome is one of the first four. In games with draws it may be `D`, where
/// neither player wins. In the last four outcomes, the game is drawn when one of the players begins
/// (Siegel, *Combinatorial Game Theory*, VI.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Left wins, no matter who begins: the value is positive.
    L,
    /// Right wins, no matter who begins: the value is negative.
    R,
    /// The next player wins: the value is confused with zero.
    N,
    /// The previous player, who moves second, wins: the value is zero.
    P,
    /// The game is drawn, no matter who begins.
    D,
    /// Left wins when she begins; the game is drawn when Right begins.
    LeftOrDrawn,
    /// Right wins when he begins; the game is drawn when Left begins.
    RightOrDrawn,
    /// Left wins when Right begins; the game is drawn when Left begins.
    LeftSecondOrDrawn,
    /// Right wins when Left begins; the game is drawn when Right begins.
    RightSecondOrDrawn,
}

/// The winner of a game in which a given player begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// The winner is Left.
    Left,
    /// The winner is Right.
    Right,
    /// Neither player wins: the game is drawn.
    Nobody,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 9] = [
        Outcome::L,
        Outcome::R,
        Outcome::N,
        Outcome::P,
        Outcome::D,
        Outcome::LeftOrDrawn,
        Outcome::RightOrDrawn,
        Outcome::LeftSecondOrDrawn,
        Outcome::RightSecondOrDrawn,
    ];

    /// The outcome of a game, from the winner when Left begins and the winner when Right begins.
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

    /// The winner when Left begins, and the winner when Right begins.
    pub fn winners(self) -> [Winner; 2] {
        use Winner::{Left, Nobody, Right};
        let all = [Left, Right, Nobody];
        let pairs = all.map(|left| all.map(|right| [left, right]));
        let is_it = |[left, right]: &[Winner; 2]| Outcome::of(*left, *right) == self;
        let found = pairs.into_iter().flatten().find(is_it);
        found.expect("every outcome is that of two winners")
    }

    /// The outcome with these letters; `None` if there is none.
    pub fn of_letters(letters: &str) -> Option<Outcome> {
        Outcome::ALL
            .into_iter()
            .find(|outcome| outcome.letters() == letters)
    }

    /// The outcome in letters: `L`, `R`, `N`, `P` or `D`. The other outcomes are written as the
    /// winner when Left begins and the winner when Right begins: `L/D`, `D/R`, `D/L`, `R/D`.
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
    /// The outcome of a value under normal play, from its order relative to 0.
    ///
    /// # Errors
    /// The errors of [`Values::le`].
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

    /// Whether the value is infinitesimal, so that `-1/2^k < v < 1/2^k` for all `k`. This holds
    /// exactly if both stops are zero.
    pub fn is_infinitesimal(&self, v: Value) -> bool {
        v.number() == Dyadic::ZERO && self.form(v).width == Dyadic::ZERO
    }

    /// The birthday of a value: the depth of the game tree of its canonical form.
    ///
    /// # Errors
    /// `Overflow` if the birthday is `2^63` or more.
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
            // The birthday of `*k` is `k`, the number of its options.
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

    /// The mean (mast value) of a value.
    ///
    /// # Errors
    /// The errors of [`Values::thermograph`].
    pub fn mean(&mut self, v: Value) -> Result<Dyadic, ValueError> {
        Ok(self.thermograph(v)?.mean)
    }

    /// The temperature: -1 for an integer, `-1/2^k` for another number, and for other values the
    /// penalty at which the walls of the thermograph meet.
    ///
    /// # Errors
    /// The errors of [`Values::thermograph`].
    pub fn temperature(&mut self, v: Value) -> Result<Dyadic, ValueError> {
        Ok(self.thermograph(v)?.temperature)
    }
}
