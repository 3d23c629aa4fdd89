//! Bounds for a left stop, and the questions that narrow them.

use super::rounds::{End, Ends, Inquiry, inner};
use super::sum::{Nearness, Sum};
use crate::SolveError;
use boilingpoint_values::Dyadic;

/// A question about a sum `G`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopQuestion {
    /// Whether its left stop is at least the number.
    AtLeast(Dyadic),
    /// Whether its left stop is greater than the number.
    MoreThan(Dyadic),
    /// Whether Left, moving first, wins the sum less the number.
    Wins(Dyadic),
}

impl StopQuestion {
    /// The sum that Left wins, moving first, if the answer is yes.
    pub fn about(self, sum: Sum) -> Result<Sum, SolveError> {
        let n = match self {
            StopQuestion::AtLeast(n) | StopQuestion::MoreThan(n) | StopQuestion::Wins(n) => n,
        };
        Ok(sum.plus_number(n.neg())?.near(self.near()))
    }

    /// Where the number of that sum is.
    pub fn near(self) -> Nearness {
        match self {
            StopQuestion::AtLeast(_) => Nearness::Above,
            StopQuestion::MoreThan(_) => Nearness::Below,
            StopQuestion::Wins(_) => Nearness::At,
        }
    }
}

/// Bounds for the left stop of a sum.
#[derive(Clone)]
pub struct Stop {
    ends: Ends,
    /// Whether Left wins moving first.
    pub first_wins: Option<bool>,
}

impl Stop {
    pub fn new(bounds: [Dyadic; 2], first_wins: Option<bool>) -> Stop {
        Stop {
            ends: Ends::new(bounds),
            first_wins,
        }
    }

    pub fn bounds(&self) -> [Dyadic; 2] {
        self.ends.bounds()
    }
}

impl Inquiry for Stop {
    type Question = StopQuestion;

    fn learn(&mut self, question: StopQuestion, yes: bool) {
        match (question, yes) {
            (StopQuestion::AtLeast(n), true) => self.ends.least = End::new(n, false),
            (StopQuestion::AtLeast(n), false) => self.ends.most = End::new(n, true),
            (StopQuestion::MoreThan(n), true) => self.ends.least = End::new(n, true),
            (StopQuestion::MoreThan(n), false) => self.ends.most = End::new(n, false),
            (StopQuestion::Wins(_), yes) => self.first_wins = Some(yes),
        }
    }

    /// Whether the stop is at least some number between the bounds, then whether it is one of the
    /// bounds, then who wins.
    fn next(
        &mut self,
        places: u32,
        open: &[StopQuestion],
    ) -> Result<Option<StopQuestion>, SolveError> {
        let [least, most] = self.bounds();
        if least > Dyadic::ZERO {
            self.first_wins = Some(true);
        } else if most < Dyadic::ZERO {
            self.first_wins = Some(false);
        }
        let numbers = open.iter().filter_map(|q| match *q {
            StopQuestion::AtLeast(n) => Some(n),
            _ => None,
        });
        let candidates = [
            inner([least, most], numbers, places)?.map(StopQuestion::AtLeast),
            (!self.ends.least.is_open).then_some(StopQuestion::MoreThan(least)),
            (!self.ends.most.is_open).then_some(StopQuestion::AtLeast(most)),
        ];
        let is_new = |q: &StopQuestion| !open.contains(q);
        let stop = candidates.into_iter().flatten().find(is_new);
        let stop = stop.filter(|_| least < most);
        let who = Some(StopQuestion::Wins(Dyadic::ZERO)).filter(|_| self.first_wins.is_none());
        Ok(stop.or(who.filter(is_new)))
    }
}
