//! A number, or bounds for it.

use super::super::expression::Number;
use super::super::invariants::rational;
use crate::value::Dyadic;

/// Bounds for a number: at least `least`, and at most `most` if there is an upper bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Interval {
    /// The lower bound.
    pub least: Number,
    /// The upper bound, if there is one; equal to `least` for an exact number.
    pub most: Option<Number>,
}

impl Interval {
    /// The interval of an exact number.
    pub fn exact(number: Number) -> Interval {
        Interval::between([number; 2])
    }

    /// The interval from `least` to `most`.
    pub fn between([least, most]: [Number; 2]) -> Interval {
        Interval {
            least,
            most: Some(most),
        }
    }

    /// The interval with a lower bound alone.
    pub fn at_least(least: Number) -> Interval {
        Interval { least, most: None }
    }

    /// The number, if it is exact.
    pub fn known(&self) -> Option<Number> {
        self.most.filter(|&most| most == self.least)
    }

    /// Both bounds; `None` without an upper bound.
    pub fn bounds(&self) -> Option<[Number; 2]> {
        self.most.map(|most| [self.least, most])
    }

    /// The interval moved down by `less`.
    pub fn minus(&self, less: Number) -> Interval {
        Interval {
            least: self.least - less,
            most: self.most.map(|most| most - less),
        }
    }

    /// The exact number; else both bounds, separated by `between`; else the lower bound.
    pub fn text(&self, between: &str) -> String {
        let least = self.least;
        match self.most {
            Some(most) if most == least => least.to_string(),
            Some(most) => format!("{least}{between}{most}"),
            None => format!("at least {least}"),
        }
    }
}

impl From<Dyadic> for Interval {
    fn from(x: Dyadic) -> Interval {
        Interval::exact(rational(x))
    }
}

impl From<[Dyadic; 2]> for Interval {
    fn from(bounds: [Dyadic; 2]) -> Interval {
        Interval::between(bounds.map(rational))
    }
}
