//! Intervals: a number that is known exactly or by its bounds.

use super::super::expression::Number;
use super::super::invariants::rational;
use boilingpoint_values::Dyadic;
use serde::{Deserialize, Serialize};

/// Bounds for a number. The number is at least `least`, and at most `most` if there is an upper
/// bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The lower bound; the number itself if it is known exactly.
    pub least: Number,
    /// The upper bound; `None` if no upper bound is known. For an exact number it equals `least`.
    pub most: Option<Number>,
}

impl Interval {
    /// The interval that contains only this number.
    pub fn exact(number: Number) -> Interval {
        Interval::between([number; 2])
    }

    /// The interval of the numbers from `least` to `most`.
    pub fn between([least, most]: [Number; 2]) -> Interval {
        Interval {
            least,
            most: Some(most),
        }
    }

    /// The interval of the numbers from `least` up, without an upper bound.
    pub fn at_least(least: Number) -> Interval {
        Interval { least, most: None }
    }

    /// The number, if both bounds are equal; else `None`.
    pub fn known(&self) -> Option<Number> {
        self.most.filter(|&most| most == self.least)
    }

    /// The lower and the upper bound; `None` if there is no upper bound.
    pub fn bounds(&self) -> Option<[Number; 2]> {
        self.most.map(|most| [self.least, most])
    }

    /// The interval of the number minus `less`: both bounds are lowered by `less`.
    pub fn minus(&self, less: Number) -> Interval {
        Interval {
            least: self.least - less,
            most: self.most.map(|most| most - less),
        }
    }

    /// The interval as text. An exact number is written alone, and two different bounds are
    /// separated by `between`. A lower bound without an upper bound is written as `at least` and
    /// the bound.
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
