//! The value of a record, read from the facts in the book without a solver.

use super::{BookEntry, Record};
use boilingpoint_boards::Board;
use boilingpoint_problem::expression::{Absent, Number, Quantity, QuantityBounds};
use boilingpoint_problem::invariants::{Invariant, Needs, Subject};
use boilingpoint_problem::{Facts, Interval};
use boilingpoint_rules::{self as ruleset, Algebra};
use boilingpoint_solver::{Extras, Summary, Temperatures};
use boilingpoint_values::{Dyadic, Outcome, Thermograph, Value, ValueError, Values};
use std::sync::Arc;

/// More than any number of a value: the upper bound of a number without one.
const UNBOUNDED: i128 = 1 << 40;

/// The value of a record's board, as far as the facts give it.
pub struct RecordValue {
    /// `None` for a lower bound, and for a game that this version does not know.
    summary: Option<Summary>,
    /// The thermograph, if the facts have the canonical form.
    pub thermograph: Option<Arc<Thermograph>>,
    /// Whether the summary has all that follows from the value. It lacks the stops, the atomic
    /// weight and the conditions if the canonical form was too long to be stored.
    is_whole: bool,
    has_weights: bool,
    bounds: Option<FactBounds>,
}

/// The facts about the value that a lower bound gives.
struct FactBounds {
    temperature: Option<Interval>,
    outcome: Option<String>,
}

impl RecordValue {
    /// Reads the value from the facts. The extras name the conditions to decide.
    pub fn of(entry: &BookEntry, board: &Board, extras: &Extras) -> RecordValue {
        let facts = &entry.facts;
        let has_weights = board.links().iter().any(|link| link.weight != 1);
        let mut found = RecordValue {
            summary: None,
            thermograph: None,
            is_whole: false,
            has_weights,
            bounds: None,
        };
        if facts.is_bound() {
            found.bounds = Some(FactBounds {
                temperature: facts.temperature,
                outcome: facts.outcome.clone(),
            });
            return found;
        }
        let algebra = ruleset::by_name(&entry.ruleset).map(|rules| rules.algebra());
        let form = facts.canonical_form.as_deref();
        if let Some((algebra, form)) = algebra.zip(form)
            && let Some((summary, thermograph)) = of_form(form, algebra, extras)
        {
            found.summary = Some(summary);
            found.thermograph = Some(thermograph);
            found.is_whole = true;
        } else {
            found.summary = of_numbers(facts);
            found.is_whole = algebra == Some(Algebra::Winner);
        }
        if let Some(summary) = &mut found.summary {
            let outcome = summary.outcome;
            summary.unit_outcome = (!has_weights).then_some(outcome);
        }
        found
    }

    /// The value that a solver found.
    pub fn of_summary(summary: Summary, thermograph: Option<Arc<Thermograph>>) -> RecordValue {
        RecordValue {
            summary: Some(summary),
            thermograph,
            is_whole: true,
            has_weights: false,
            bounds: None,
        }
    }

    /// Whether a solver may find more than the facts have.
    pub fn lacks(&self) -> bool {
        self.bounds.is_none() && (!self.is_whole || self.has_weights)
    }

    /// Computes an invariant of the record's board.
    ///
    /// # Errors
    /// [`Absent::NoValue`] if the board has no such quantity, [`Absent::Limit`] if the facts do not
    /// give it, or if it was not found within its limits.
    pub fn quantity(&self, invariant: &Invariant, board: &Board) -> Result<Quantity, Absent> {
        let subject = Subject {
            board,
            summary: self.summary.as_ref(),
        };
        let found = invariant.of(&subject);
        let is_unknown = match invariant.needs {
            Needs::Board => false,
            _ if self.summary.is_none() => true,
            Needs::Value => false,
            Needs::Units => self.has_weights,
            Needs::Weight | Needs::Stops | Needs::Condition(_) => !self.is_whole,
        };
        match found {
            Err(Absent::NoValue) if is_unknown => Err(Absent::Limit),
            found => found,
        }
    }

    /// The bounds of an invariant, where the facts give only bounds. `None` if the invariant has no
    /// value on the board.
    pub fn between(&self, invariant: &Invariant, board: &Board) -> Option<QuantityBounds> {
        match self.quantity(invariant, board) {
            Ok(quantity) => Some(QuantityBounds::exact(quantity)),
            Err(Absent::NoValue) => None,
            Err(Absent::Limit) => Some(self.bounds_of(invariant)),
        }
    }

    fn bounds_of(&self, invariant: &Invariant) -> QuantityBounds {
        let bounds = self.bounds.as_ref();
        let temperature = bounds.and_then(|b| b.temperature);
        let outcome = bounds.and_then(|b| b.outcome.as_deref());
        let is_outcome = |letter: &str| QuantityBounds::Condition(outcome.map(|o| o == letter));
        match (invariant.name, temperature) {
            ("temperature", Some(bounds)) => between(bounds.least, bounds_most(bounds)),
            ("hot", Some(bounds)) if bounds.least > Number::from_integer(0) => {
                QuantityBounds::Condition(Some(true))
            }
            ("first_player_win", _) => is_outcome("N"),
            ("second_player_win", _) => is_outcome("P"),
            ("left_wins", _) => is_outcome("L"),
            ("right_wins", _) => is_outcome("R"),
            _ => unbounded(invariant),
        }
    }

    /// The least value of a number of which only bounds are known.
    pub fn least(&self, invariant: &Invariant) -> Option<Number> {
        let bounds = self.bounds.as_ref()?;
        let temperature = bounds
            .temperature
            .filter(|_| invariant.name == "temperature");
        temperature.map(|bounds| bounds.least)
    }
}

/// The bounds of the fitness of a record.
pub(super) fn fitness(record: &Record) -> QuantityBounds {
    let least = record.entry.fitness.first();
    if record.entry.facts.is_bound() {
        between(least, Number::from_integer(UNBOUNDED))
    } else {
        between(least, least)
    }
}

fn bounds_most(bounds: Interval) -> Number {
    // A file has only the lower bound, and reads it as the number.
    let most = bounds.most.filter(|&most| most > bounds.least);
    most.unwrap_or(Number::from_integer(UNBOUNDED))
}

fn between(least: Number, most: Number) -> QuantityBounds {
    QuantityBounds::Numbers(least, most)
}

fn unbounded(invariant: &Invariant) -> QuantityBounds {
    use boilingpoint_problem::expression::QuantityKind;
    match invariant.kind {
        QuantityKind::Condition => QuantityBounds::Condition(None),
        QuantityKind::Number | QuantityKind::Form => between(
            Number::from_integer(-UNBOUNDED),
            Number::from_integer(UNBOUNDED),
        ),
    }
}

/// The summary and the thermograph of a canonical form.
fn of_form(form: &str, algebra: Algebra, extras: &Extras) -> Option<(Summary, Arc<Thermograph>)> {
    let mut values = Values::new();
    let value = values.parse(form).ok()?;
    let values = &mut values;
    let mut read = || -> Result<(Summary, Arc<Thermograph>), ValueError> {
        let (temperatures, thermograph) = temperatures(values, value)?;
        let is_impartial = algebra == Algebra::Impartial;
        let weight = values.atomic_weight(value)?;
        let weight = weight.map(|weight| temperatures_of(values, weight));
        let mut conditions = Vec::new();
        for &condition in &extras.conditions {
            conditions.push((condition, condition.holds(values, value)?));
        }
        let summary = Summary {
            outcome: values.outcome(value)?,
            temperatures: Some(temperatures),
            grundy: values.as_nimber(value).filter(|_| is_impartial),
            weight: weight.transpose()?,
            unit_outcome: None,
            conditions,
            form: None,
        };
        Ok((summary, thermograph))
    };
    read().ok()
}

fn temperatures_of(values: &mut Values, value: Value) -> Result<Temperatures, ValueError> {
    temperatures(values, value).map(|(temperatures, _)| temperatures)
}

fn temperatures(
    values: &mut Values,
    value: Value,
) -> Result<(Temperatures, Arc<Thermograph>), ValueError> {
    let thermograph = values.thermograph(value)?;
    let temperatures = Temperatures {
        mean: thermograph.mean,
        temperature: thermograph.temperature,
        stops: Some([values.left_stop(value)?, values.right_stop(value)]),
    };
    Ok((temperatures, thermograph))
}

/// The summary that the stored outcome and numbers give.
fn of_numbers(facts: &Facts) -> Option<Summary> {
    let outcome = facts.outcome.as_deref()?;
    let outcome = Outcome::ALL.into_iter().find(|o| o.letters() == outcome)?;
    let temperatures = facts.temperature.zip(facts.mean);
    let temperatures = temperatures.and_then(|(temperature, mean)| {
        Some(Temperatures {
            mean: dyadic(mean.known()?)?,
            temperature: dyadic(temperature.known()?)?,
            stops: None,
        })
    });
    Some(Summary {
        outcome,
        temperatures,
        grundy: facts.grundy.and_then(|g| u32::try_from(g).ok()),
        weight: None,
        unit_outcome: None,
        conditions: Vec::new(),
        form: None,
    })
}

fn dyadic(number: Number) -> Option<Dyadic> {
    let numerator = i64::try_from(*number.numer()).ok()?;
    let denominator = *number.denom();
    let is_power = denominator > 0 && denominator & (denominator - 1) == 0;
    is_power.then(|| Dyadic::new(numerator, denominator.trailing_zeros()).ok())?
}
