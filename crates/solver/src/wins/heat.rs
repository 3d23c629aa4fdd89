//! Bounds for the temperature of a position that equals its negative, and the questions that narrow
//! them.

use super::rounds::{End, Ends, Inquiry, inner};
use crate::SolveError;
use boilingpoint_values::Dyadic;

/// A question about a position `G = -G`. `G_t` is `G` cooled by `t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeatQuestion {
    /// Whether the temperature exceeds `t`: whether the left stop of `G_t` is greater than 0.
    Exceeds(Dyadic),
    /// Whether the temperature is at least the second number: yes if the left stop of `G`, cooled
    /// by the first number, is at least the difference.
    Reaches(Dyadic, Dyadic),
}

impl HeatQuestion {
    /// The penalty at which it is answered.
    pub fn penalty(self) -> Dyadic {
        match self {
            HeatQuestion::Exceeds(t) | HeatQuestion::Reaches(t, _) => t,
        }
    }
}

/// Bounds for a temperature.
pub struct Heat(Ends);

impl Heat {
    pub fn new(bounds: [Dyadic; 2]) -> Heat {
        Heat(Ends::new(bounds))
    }

    pub fn bounds(&self) -> [Dyadic; 2] {
        self.0.bounds()
    }
}

impl Inquiry for Heat {
    type Question = HeatQuestion;

    fn learn(&mut self, question: HeatQuestion, yes: bool) {
        match (question, yes) {
            (HeatQuestion::Exceeds(t), true) => self.0.least = End::new(t, true),
            (HeatQuestion::Exceeds(t), false) => self.0.most = End::new(t, false),
            (HeatQuestion::Reaches(_, t), true) => self.0.least = End::new(t, false),
            (HeatQuestion::Reaches(..), false) => {}
        }
    }

    fn next(
        &mut self,
        places: u32,
        open: &[HeatQuestion],
    ) -> Result<Option<HeatQuestion>, SolveError> {
        let [least, most] = self.bounds();
        if least >= most || most <= Dyadic::ZERO {
            return Ok(None);
        }
        // No position is cooled by less than 0.
        let least = least.max(Dyadic::ZERO);
        let numbers = open.iter().filter_map(|q| match *q {
            HeatQuestion::Exceeds(t) => Some(t),
            HeatQuestion::Reaches(..) => None,
        });
        let is_narrow = numbers.clone().all(|n| n <= least || most <= n);
        let candidates = [
            inner([least, most], numbers, places)?.map(HeatQuestion::Exceeds),
            (!self.0.least.is_open).then_some(HeatQuestion::Exceeds(least)),
            is_narrow.then_some(HeatQuestion::Reaches(least, most)),
        ];
        let is_new = |q: &HeatQuestion| !open.contains(q);
        Ok(candidates.into_iter().flatten().find(is_new))
    }
}
