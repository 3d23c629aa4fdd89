//! What is proved of a board whose value is out of reach, as objectives see it.

use super::expression::{Between, Number};
use super::invariants::rational;
use crate::graph::Board;
use crate::ruleset::Ruleset;
use crate::solver::{Budget, Effort, SolveError, enclose};
use crate::value::{Dyadic, Enclosure, Outcome, ValueError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Tables of the solver that encloses a board. It has its own, so that what is proved depends on
/// the board alone.
const BYTES: usize = 256 << 20;

/// The least and the greatest of what a thermograph says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Of the temperature.
    pub temperature: [Dyadic; 2],
    /// Of the mean.
    pub mean: [Dyadic; 2],
    /// Of the left stop.
    pub left_stop: [Dyadic; 2],
    /// Of the right stop.
    pub right_stop: [Dyadic; 2],
}

impl Bounds {
    /// The invariants that bounds tell something of.
    pub const NAMES: [&'static str; 6] = [
        "temperature",
        "temperature_sixteenths",
        "mean",
        "left_stop",
        "right_stop",
        "hot",
    ];

    /// What the solver may use that encloses a board.
    pub fn budget(stop: Option<Arc<AtomicBool>>) -> Budget {
        Budget {
            bytes: BYTES,
            stop,
            ..Budget::default()
        }
    }

    /// What is proved of a board in so many steps: a function of the board and the steps alone.
    ///
    /// # Errors
    /// As [`enclose()`].
    pub fn of_board(
        ruleset: &'static dyn Ruleset,
        board: &Board,
        steps: u64,
        stop: Option<Arc<AtomicBool>>,
    ) -> Result<Bounds, SolveError> {
        let budget = Bounds::budget(stop);
        let enclosure = enclose(ruleset, &budget, board, Effort::of(steps))?;
        Ok(Bounds::of_enclosure(&enclosure)?)
    }

    /// The bounds that an enclosure of the thermograph gives.
    ///
    /// # Errors
    /// When a number is too large.
    pub fn of_enclosure(enclosure: &Enclosure) -> Result<Bounds, ValueError> {
        Ok(Bounds {
            temperature: enclosure.temperature(),
            mean: enclosure.mean(),
            left_stop: enclosure.left_stop()?,
            right_stop: enclosure.right_stop()?,
        })
    }

    /// The outcome, where the stops tell it: a player with a favourable stop wins moving first.
    pub fn outcome(&self) -> Option<Outcome> {
        let (zero, left, right) = (Dyadic::ZERO, self.left_stop, self.right_stop);
        if right[0] > zero {
            Some(Outcome::L)
        } else if left[1] < zero {
            Some(Outcome::R)
        } else if left[0] > zero && right[1] < zero {
            Some(Outcome::N)
        } else {
            None
        }
    }

    /// The same where temperature and mean are between these, and nothing else is known.
    pub fn of_temperature_and_mean(
        board: &Board,
        temperature: [Dyadic; 2],
        mean: [Dyadic; 2],
    ) -> Option<Bounds> {
        let moves = i64::try_from(board.order()).ok()?;
        let stops = [-moves, moves].map(Dyadic::integer);
        Some(Bounds {
            temperature,
            mean,
            left_stop: stops,
            right_stop: stops,
        })
    }

    /// What they say of an invariant.
    pub fn of_invariant(&self, name: &str) -> Option<Between> {
        let numbers =
            |[least, most]: [Dyadic; 2]| Between::Numbers(rational(least), rational(most));
        let sixteenths = |x: Dyadic| (rational(x) * Number::from_integer(16)).floor();
        Some(match name {
            "temperature" => numbers(self.temperature),
            "temperature_sixteenths" => {
                let [least, most] = self.temperature.map(sixteenths);
                Between::Numbers(least, most)
            }
            "mean" => numbers(self.mean),
            "left_stop" => numbers(self.left_stop),
            "right_stop" => numbers(self.right_stop),
            "hot" => Between::Condition(self.is_hot()),
            _ => return None,
        })
    }

    fn is_hot(&self) -> Option<bool> {
        if self.left_stop[0] > self.right_stop[1] {
            return Some(true);
        }
        // the left stop is never below the right one
        (self.left_stop[1] <= self.right_stop[0]).then_some(false)
    }
}
