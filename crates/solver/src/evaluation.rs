//! Evaluations: the value of a board, with the numbers that follow from the value.

use super::{SolveError, Solver};
use boilingpoint_boards::{Board, Link};
use boilingpoint_rules::Algebra;
use boilingpoint_values::{Dyadic, Notation, Outcome, Thermograph, Value, ValueCondition};
use std::sync::Arc;

/// The mean, temperature and stops of a short game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temperatures {
    /// The mean (mast value): where the mast of the thermograph stands.
    pub mean: Dyadic,
    /// The temperature: the tax at which the walls of the thermograph meet.
    pub temperature: Dyadic,
    /// The left stop and the right stop: the numbers that are reached if Left or Right begins and
    /// both players play well. `None` if they were not computed.
    pub stops: Option<[Dyadic; 2]>,
}

impl Temperatures {
    /// The left stop; see [`Temperatures::stops`].
    pub fn left_stop(&self) -> Option<Dyadic> {
        self.stops.map(|[left, _]| left)
    }

    /// The right stop; see [`Temperatures::stops`].
    pub fn right_stop(&self) -> Option<Dyadic> {
        self.stops.map(|[_, right]| right)
    }
}

/// The outcome of a board, and the numbers that the solver often finds without the canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The player who wins, depending on who begins.
    pub outcome: Outcome,
    /// The mean, temperature and stops; `None` in a game whose positions have no values.
    pub temperatures: Option<Temperatures>,
    /// The Grundy value; `None` in a game that is not impartial.
    pub grundy: Option<u32>,
    /// The mean, temperature and stops of the atomic weight. `None` if the atomic weight was not
    /// requested, or if the value has none.
    pub weight: Option<Temperatures>,
    /// The outcome of the board with all weights set to 1; `None` if this was not requested.
    pub unit_outcome: Option<Outcome>,
    /// The requested conditions on the value, each with whether it holds. Empty in a game whose
    /// positions have no values.
    pub conditions: Vec<(&'static ValueCondition, bool)>,
    /// The canonical form as text. `None` if it was not requested, or is longer than the request
    /// allows.
    pub form: Option<Arc<str>>,
}

/// The parts of a summary that are computed only on request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Whether to compute the atomic weight.
    pub weight: bool,
    /// Whether to compute the outcome of the board with all weights set to 1.
    pub unit_outcome: bool,
    /// Whether the stops are needed. Without them the summary of a board in a listing may lack them.
    pub stops: bool,
    /// The conditions on the value to decide.
    pub conditions: Vec<&'static ValueCondition>,
    /// The greatest length of the canonical form's text, in bytes; with 0 it is not computed.
    pub form: usize,
}

impl Extras {
    /// These extras, and others.
    #[must_use]
    pub fn and(mut self, more: &Extras) -> Extras {
        self.weight |= more.weight;
        self.stops |= more.stops;
        self.unit_outcome |= more.unit_outcome;
        self.form = self.form.max(more.form);
        for condition in &more.conditions {
            if !self.conditions.contains(condition) {
                self.conditions.push(condition);
            }
        }
        self
    }

    /// Whether the extras need the value itself.
    fn need_value(&self) -> bool {
        self.weight || self.form > 0 || !self.conditions.is_empty()
    }
}

/// The value of a board, with its outcome and its numbers.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The outcome of the board and the numbers of its value.
    pub summary: Summary,
    /// The value and its thermograph; `None` in a game whose positions have no values.
    pub short: Option<ShortValue>,
}

/// A value with its thermograph.
#[derive(Clone, Debug)]
pub struct ShortValue {
    /// A handle of the value; valid until the solver's next evaluation.
    pub value: Value,
    /// The thermograph of the value.
    pub thermograph: Arc<Thermograph>,
}

impl Summary {
    /// The summary of a board that equals its negative and has this temperature, which is positive.
    /// The first player wins, since such a board is not a number and is symmetric.
    pub(super) fn of_hot_self_negative(temperature: Dyadic, stops: Option<[Dyadic; 2]>) -> Summary {
        Summary {
            temperatures: Some(Temperatures {
                mean: Dyadic::ZERO,
                temperature,
                stops,
            }),
            ..Summary::of_outcome(Outcome::N)
        }
    }

    /// The summary of a position in a game whose positions have an outcome but no value.
    pub(super) fn of_outcome(outcome: Outcome) -> Summary {
        Summary {
            outcome,
            temperatures: None,
            grundy: None,
            weight: None,
            unit_outcome: None,
            conditions: Vec::new(),
            form: None,
        }
    }
}

impl Evaluation {
    /// The mean, temperature and stops; `None` in a game whose positions have no values.
    pub fn temperatures(&self) -> Option<Temperatures> {
        self.summary.temperatures
    }

    /// The handle of the value; `None` in a game whose positions have no values.
    pub fn value(&self) -> Option<Value> {
        self.short.as_ref().map(|s| s.value)
    }
}

impl Solver {
    /// Evaluates a board: its value with everything that follows from the value. In a game whose
    /// positions have no values, evaluates the outcome.
    ///
    /// # Errors
    /// The errors of [`Solver::value`].
    pub fn evaluate(&mut self, board: &Board) -> Result<Evaluation, SolveError> {
        if self.decides_winners() {
            self.ruleset().fits(board)?;
            return Ok(Evaluation {
                summary: Summary::of_outcome(self.outcome_of_board(board)?),
                short: None,
            });
        }
        let value = self.value(board)?;
        self.evaluation(value)
    }

    /// The [summary](Solver::summary) of a board, together with the requested extras.
    ///
    /// # Errors
    /// The errors of [`Solver::value`].
    pub fn summary_with(&mut self, board: &Board, extras: &Extras) -> Result<Summary, SolveError> {
        let mut summary = self.summary(board)?;
        if extras.need_value() && !self.decides_winners() {
            let value = self.value(board)?;
            self.add_extras(&mut summary, value, extras)?;
        }
        if extras.unit_outcome {
            let unit = |l: Link| Link { weight: 1, ..l };
            let links = board.links().into_iter().map(unit).collect();
            let board = board.clone().with_links(links);
            summary.unit_outcome = Some(self.summary(&board)?.outcome);
        }
        Ok(summary)
    }

    /// Adds the requested extras of a value to its summary.
    fn add_extras(
        &mut self,
        summary: &mut Summary,
        value: Value,
        extras: &Extras,
    ) -> Result<(), SolveError> {
        if extras.weight
            && let Some(weight) = self.values().atomic_weight(value)?
        {
            summary.weight = Some(self.temperatures(weight)?.0);
        }
        for &condition in &extras.conditions {
            let holds = condition.holds(self.values(), value)?;
            summary.conditions.push((condition, holds));
        }
        if extras.form > 0 {
            let form = self.canonical_form(value, Notation::Text, extras.form);
            summary.form = form.map(Arc::from);
        }
        Ok(())
    }

    /// The atomic weight of an evaluated board as text. `None` for nimbers, for values that are not
    /// all small, and for texts longer than `limit` bytes.
    pub fn atomic_weight(&mut self, e: &Evaluation, limit: usize) -> Option<String> {
        let value = e.value().filter(|_| e.summary.grundy.is_none())?;
        self.values().atomic_weight_text(value, limit)
    }

    /// The evaluation of a board with the given value.
    pub(super) fn evaluation(&mut self, value: Value) -> Result<Evaluation, SolveError> {
        let impartial = self.ruleset().algebra() == Algebra::Impartial;
        let outcome = self.values().outcome(value)?;
        let (temperatures, thermograph) = self.temperatures(value)?;
        Ok(Evaluation {
            summary: Summary {
                temperatures: Some(temperatures),
                grundy: self.values().as_nimber(value).filter(|_| impartial),
                ..Summary::of_outcome(outcome)
            },
            short: Some(ShortValue { value, thermograph }),
        })
    }

    fn temperatures(
        &mut self,
        value: Value,
    ) -> Result<(Temperatures, Arc<Thermograph>), SolveError> {
        let values = self.values();
        let thermograph = values.thermograph(value)?;
        let temperatures = Temperatures {
            mean: thermograph.mean,
            temperature: thermograph.temperature,
            stops: Some([values.left_stop(value)?, values.right_stop(value)]),
        };
        Ok((temperatures, thermograph))
    }

    /// The canonical form of a value as text; `None` if the text is longer than `limit` bytes.
    pub fn canonical_form(
        &mut self,
        value: Value,
        notation: Notation,
        limit: usize,
    ) -> Option<String> {
        self.values().notation(value, notation, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extras_are_those_of_both() {
        let all = Extras {
            weight: true,
            unit_outcome: true,
            stops: true,
            form: 7,
            conditions: vec![],
        };
        let none = Extras::default();
        for (one, other) in [(&all, &all), (&all, &none), (&none, &all)] {
            assert_eq!(one.clone().and(other), all);
        }
        assert_eq!(none.clone().and(&none), none);
        let needs = |form| {
            Extras {
                form,
                ..Extras::default()
            }
            .need_value()
        };
        assert_eq!([0, 1].map(needs), [false, true]);
    }
}
