//! Bounds for a left stop, and the questions that narrow them.

use super::sum::{Nearness, Sum};
use crate::solver::SolveError;
use crate::solver::cool::unless_limited;
use crate::value::Dyadic;

/// The most work for a question in the first round. After a round that leaves a question open, the
/// next allows this many times more.
const FIRST_WORK: u64 = 1 << 14;
const WORK_A_ROUND: u64 = 4;

/// The first round compares a stop with integers, each further round with twice as many numbers, up
/// to the multiples of `1/2^FINEST`.
const FINEST: u32 = 8;

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
        let (n, near) = match self {
            Question::AtLeast(n) => (n, Nearness::Above),
            Question::MoreThan(n) => (n, Nearness::Below),
            Question::FirstWins => (Dyadic::ZERO, Nearness::At),
        };
        Ok(sum.plus_number(n.neg())?.near(near))
    }
}

/// An end of the bounds for a stop, and whether the stop is proved to be another number.
#[derive(Clone, Copy)]
pub struct End {
    pub at: Dyadic,
    is_open: bool,
}

/// Bounds for the left stop of a sum.
#[derive(Clone)]
pub struct Stop {
    pub least: End,
    most: End,
    /// Whether Left wins moving first.
    pub first_wins: Option<bool>,
    /// The questions of this round that exceeded a limit.
    undecided: Vec<Question>,
}

impl Stop {
    pub fn new(bounds: [Dyadic; 2], first_wins: Option<bool>) -> Stop {
        let [least, most] = bounds.map(|at| End { at, is_open: false });
        Stop {
            least,
            most,
            first_wins,
            undecided: Vec::new(),
        }
    }

    pub fn bounds(&self) -> [Dyadic; 2] {
        [self.least.at, self.most.at]
    }

    /// Asks about a position in rounds, while there is something to ask and work is left. `answer`
    /// gives an answer and the work that is left of a limit.
    pub fn narrow(
        &mut self,
        mut work: u64,
        mut answer: impl FnMut(Question, u64) -> (Result<bool, SolveError>, u64),
    ) -> Result<(), SolveError> {
        let mut most = FIRST_WORK;
        for round in 0.. {
            self.undecided.clear();
            let places = FINEST.min(round);
            while let Some(question) = self.next(places)? {
                let limit = most.min(work);
                let (found, left) = answer(question, limit);
                work -= limit - left;
                match found {
                    Ok(yes) => self.learn(question, yes),
                    Err(error) => {
                        unless_limited(Err(error))?;
                        self.undecided.push(question);
                    }
                }
            }
            match self.undecided.is_empty() {
                true if places == FINEST => break,
                false if work == 0 => break,
                true => {}
                false => most = most.saturating_mul(WORK_A_ROUND),
            }
        }
        Ok(())
    }

    fn learn(&mut self, question: Question, yes: bool) {
        let end = |at, is_open| End { at, is_open };
        match (question, yes) {
            (Question::AtLeast(n), true) => self.least = end(n, false),
            (Question::AtLeast(n), false) => self.most = end(n, true),
            (Question::MoreThan(n), true) => self.least = end(n, true),
            (Question::MoreThan(n), false) => self.most = end(n, false),
            (Question::FirstWins, yes) => self.first_wins = Some(yes),
        }
    }

    /// The next question: whether the stop is at least some multiple of `1/2^places` between the
    /// bounds, then whether it is one of the bounds, then who wins.
    fn next(&mut self, places: u32) -> Result<Option<Question>, SolveError> {
        let [least, most] = self.bounds();
        if least > Dyadic::ZERO {
            self.first_wins = Some(true);
        } else if most < Dyadic::ZERO {
            self.first_wins = Some(false);
        }
        let mut numbers = self.undecided.iter().filter_map(|q| match *q {
            Question::AtLeast(n) if least < n && n < most => Some(n),
            _ => None,
        });
        let inner = match (numbers.clone().min(), numbers.clone().max()) {
            (Some(low), Some(high)) => match between(least, low, places)? {
                // A second number above is as hard.
                None if numbers.nth(1).is_none() => between(high, most, places)?,
                next => next,
            },
            _ => between(least, most, places)?,
        };
        let candidates = [
            inner.map(Question::AtLeast),
            (!self.least.is_open).then_some(Question::MoreThan(least)),
            (!self.most.is_open).then_some(Question::AtLeast(most)),
        ];
        let is_new = |q: &Question| !self.undecided.contains(q);
        let stop = candidates.into_iter().flatten().find(is_new);
        let stop = stop.filter(|_| least < most);
        let who = Some(Question::FirstWins).filter(|_| self.first_wins.is_none());
        Ok(stop.or(who.filter(is_new)))
    }
}

/// The simplest multiple of `1/2^places` in the middle half between two numbers; `None` if no
/// multiple lies between them.
fn between(least: Dyadic, most: Dyadic, places: u32) -> Result<Option<Dyadic>, SolveError> {
    let scale = 1 << places;
    let low = least.times(scale)?.floor();
    let high = most.neg().times(scale)?.floor().saturating_neg();
    let margin = (high.saturating_sub(low) / 4).max(1);
    let [low, high] = [low.saturating_add(margin), high.saturating_sub(margin)];
    if low > high {
        return Ok(None);
    }
    let end = |n: i64| Dyadic::new(n, places).map(|x| Some((x, true)));
    Ok(Dyadic::simplest(end(low)?, end(high)?))
}
