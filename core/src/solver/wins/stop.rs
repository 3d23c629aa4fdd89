//! Bounds for a left stop, and the questions that narrow them.

use super::rounds::{Inquiry, inner};
use super::sum::{Nearness, Sum};
use crate::solver::SolveError;
use crate::value::Dyadic;

/// A question about a sum `G`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Whether its left stop is at least the number.
    AtLeast(Dyadic),
    /// Whether its left stop is greater than the number.
    MoreThan(Dyadic),
    /// Whether Left wins moving first.
    FirstWins,
}

impl Question {
    /// The sum that Left wins, moving first, if the answer is yes.
    pub fn about(self, sum: Sum) -> Result<Sum, SolveError> {
        let n = match self {
            Question::AtLeast(n) | Question::MoreThan(n) => n,
            Question::FirstWins => Dyadic::ZERO,
        };
        Ok(sum.plus_number(n.neg())?.near(self.near()))
    }

    /// Where the number of that sum is.
    pub fn near(self) -> Nearness {
        match self {
            Question::AtLeast(_) => Nearness::Above,
            Question::MoreThan(_) => Nearness::Below,
            Question::FirstWins => Nearness::At,
        }
    }
}

/// An end of the bounds for a number, and whether the number is proved to be another one.
#[derive(Clone, Copy)]
pub struct End {
    pub at: Dyadic,
    pub is_open: bool,
}

impl End {
    pub const fn new(at: Dyadic, is_open: bool) -> End {
        End { at, is_open }
    }
}

/// Bounds for the left stop of a sum.
#[derive(Clone)]
pub struct Stop {
    pub least: End,
    most: End,
    /// Whether Left wins moving first.
    pub first_wins: Option<bool>,
}

impl Stop {
    pub fn new(bounds: [Dyadic; 2], first_wins: Option<bool>) -> Stop {
        let [least, most] = bounds.map(|at| End::new(at, false));
        Stop {
            least,
            most,
            first_wins,
        }
    }

    pub fn bounds(&self) -> [Dyadic; 2] {
        [self.least.at, self.most.at]
    }
}

impl Inquiry for Stop {
    type Question = Question;

    fn learn(&mut self, question: Question, yes: bool) {
        match (question, yes) {
            (Question::AtLeast(n), true) => self.least = End::new(n, false),
            (Question::AtLeast(n), false) => self.most = End::new(n, true),
            (Question::MoreThan(n), true) => self.least = End::new(n, true),
            (Question::MoreThan(n), false) => self.most = End::new(n, false),
            (Question::FirstWins, yes) => self.first_wins = Some(yes),
        }
    }

    /// Whether the stop is at least some number between the bounds, then whether it is one of the
    /// bounds, then who wins.
    fn next(&mut self, places: u32, open: &[Question]) -> Result<Option<Question>, SolveError> {
        let [least, most] = self.bounds();
        if least > Dyadic::ZERO {
            self.first_wins = Some(true);
        } else if most < Dyadic::ZERO {
            self.first_wins = Some(false);
        }
        let numbers = open.iter().filter_map(|q| match *q {
            Question::AtLeast(n) => Some(n),
            _ => None,
        });
        let candidates = [
            inner([least, most], numbers, places)?.map(Question::AtLeast),
            (!self.least.is_open).then_some(Question::MoreThan(least)),
            (!self.most.is_open).then_some(Question::AtLeast(most)),
        ];
        let is_new = |q: &Question| !open.contains(q);
        let stop = candidates.into_iter().flatten().find(is_new);
        let stop = stop.filter(|_| least < most);
        let who = Some(Question::FirstWins).filter(|_| self.first_wins.is_none());
        Ok(stop.or(who.filter(is_new)))
    }
}
