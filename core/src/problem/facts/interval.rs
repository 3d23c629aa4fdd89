//! A number as far as it is known.

use super::super::expression::Number;
use super::super::invariants::rational;
use crate::value::Dyadic;

/// A number as far as it is known: at least `least`, and at most `most` where there is an upper
/// bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Interval {
    /// The lower bound.
    pub least: Number,
    /// The upper bound; equal to the lower one for a number that is known.
    pub most: Option<Number>,
}

impl Interval {
    /// A number that is known.
    pub fn exact(number: Number) -> Interval {
        Interval::between([number; 2])
    }

    /// A number between two others.
    pub fn between([least, most]: [Number; 2]) -> Interval {
        Interval {
            least,
            most: Some(most),
        }
    }

    /// A number with a lower bound alone.
    pub fn at_least(least: Number) -> Interval {
        Interval { least, most: None }
    }

    /// The number, if it is known.
    pub fn known(&self) -> Option<Number> {
        self.most.filter(|&most| most == self.least)
    }

    /// Both bounds.
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

    /// The number if it is known, else both bounds with a text between them, else the lower bound.
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
