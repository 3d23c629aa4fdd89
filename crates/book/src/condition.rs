//! Conditions on records: expressions over the invariants of a record's board and value.

use super::Record;
use super::valued::{RecordValue, fitness};
use boilingpoint_boards::Board;
use boilingpoint_problem::expression::{
    Absent, Compiled, Expression, ExpressionError, InvariantName, Number, Quantity, QuantityBounds,
    QuantityKind, Undefined,
};
use boilingpoint_problem::invariants::{self, Invariant};
use boilingpoint_solver::Extras;

/// The names of conditions besides the invariants, with their kinds and meanings.
pub const RECORD_NAMES: [(&str, QuantityKind, &str); 5] = [
    (
        "fitness",
        QuantityKind::Number,
        "the first component of the fitness",
    ),
    (
        "birthday",
        QuantityKind::Number,
        "the birthday of the value",
    ),
    (
        "generation",
        QuantityKind::Number,
        "the generation in which the record was found",
    ),
    (
        "exact",
        QuantityKind::Condition,
        "the fitness is exact, and not a lower bound",
    ),
    (
        "proved",
        QuantityKind::Condition,
        "it is proved that no board does better",
    ),
];

/// The reason why a text is not a condition on records.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConditionError {
    /// The text is not an expression.
    #[error("{0}")]
    Expression(String),
    /// The text is an expression of another kind.
    #[error("`{0}` is not a condition; expected one such as `temperature > 3 and order <= 12`")]
    NotACondition(String),
}

/// A condition on the facts of a record, such as `temperature > 3 and order <= 12`.
#[derive(Clone, Debug)]
pub struct RecordCondition {
    expression: Expression,
    compiled: Compiled,
    names: Vec<RecordName>,
    extras: Extras,
}

/// A name in a condition.
#[derive(Clone, Copy, Debug)]
enum RecordName {
    Invariant(&'static Invariant),
    Own(&'static str),
}

impl RecordCondition {
    /// Reads a condition over the invariants and [`RECORD_NAMES`].
    ///
    /// # Errors
    /// [`ConditionError`] shows the place of the mistake.
    pub fn parse(text: &str) -> Result<RecordCondition, ConditionError> {
        let own = RECORD_NAMES.map(|(name, kind, _)| InvariantName {
            name: name.to_string(),
            kind,
        });
        let names = invariants::names().and(own);
        let failed = |e: ExpressionError| ConditionError::Expression(e.render(text));
        let expression = Expression::parse(text, &names).map_err(failed)?;
        if expression.kind() != QuantityKind::Condition {
            return Err(ConditionError::NotACondition(text.to_string()));
        }
        let named: Vec<RecordName> = expression.names().iter().map(|n| named(n)).collect();
        let table: Vec<InvariantName> = expression.names().iter().zip(&named).map(entry).collect();
        let compiled = expression.compile(&table);
        let compiled = compiled.map_err(|e| ConditionError::Expression(e.to_string()))?;
        let needed = named.iter().filter_map(|name| match name {
            RecordName::Invariant(invariant) => Some(invariant.needs.extras()),
            RecordName::Own(_) => None,
        });
        let extras = needed.fold(Extras::default(), |all, more| all.and(&more));
        Ok(RecordCondition {
            expression,
            compiled,
            names: named,
            extras,
        })
    }

    /// Whether a record meets the condition. `None` if its facts do not decide this. A record on
    /// which the condition is undefined, such as `girth > 3` on a tree, does not meet it.
    pub fn holds(&self, record: &Record, board: &Board) -> Option<bool> {
        let value = RecordValue::of(&record.entry, board, &self.extras);
        let mut lookup = |name: &str| match named(name) {
            RecordName::Invariant(invariant) => value.quantity(invariant, board),
            RecordName::Own(name) => exactly(own(name, record)),
        };
        match self.expression.eval(&mut lookup) {
            Ok(quantity) => quantity.as_condition(),
            Err(Undefined::Limit(_)) => self.between(record, board, &value),
            Err(_) => Some(false),
        }
    }

    /// Whether the condition follows from bounds.
    fn between(&self, record: &Record, board: &Board, value: &RecordValue) -> Option<bool> {
        let mut is_undefined = false;
        let decided = self.compiled.between(|place| {
            let bounds = match self.names[place] {
                RecordName::Invariant(invariant) => value.between(invariant, board),
                RecordName::Own(name) => own(name, record),
            };
            is_undefined |= bounds.is_none();
            bounds
        });
        match decided {
            Some(bounds) => bounds.decided(),
            None if is_undefined => Some(false),
            None => None,
        }
    }
}

/// The meaning of a name that the parser accepted.
fn named(name: &str) -> RecordName {
    let own = RECORD_NAMES.iter().find(|(known, ..)| *known == name);
    match (own, invariants::by_name(name)) {
        (Some((name, ..)), _) => RecordName::Own(name),
        (None, Some(invariant)) => RecordName::Invariant(invariant),
        // The parser accepts no other name; a record has no such quantity.
        (None, None) => RecordName::Own(""),
    }
}

fn entry((name, known): (&String, &RecordName)) -> InvariantName {
    let kind = match known {
        RecordName::Invariant(invariant) => invariant.kind,
        RecordName::Own(own) => {
            let own = RECORD_NAMES.iter().find(|(name, ..)| name == own);
            own.map_or(QuantityKind::Number, |(_, kind, _)| *kind)
        }
    };
    InvariantName {
        name: name.clone(),
        kind,
    }
}

/// A quantity of [`RECORD_NAMES`]; `None` if the record has none.
fn own(name: &str, record: &Record) -> Option<QuantityBounds> {
    let count = |n: u64| Quantity::Number(Number::from_integer(i128::from(n)));
    let entry = &record.entry;
    let quantity = match name {
        "fitness" => return Some(fitness(record)),
        "birthday" => count(entry.facts.birthday?),
        "generation" => count(entry.found_by.generation),
        "exact" => Quantity::Condition(!entry.facts.is_bound()),
        "proved" => Quantity::Condition(entry.is_proved()),
        _ => return None,
    };
    Some(QuantityBounds::exact(quantity))
}

fn exactly(bounds: Option<QuantityBounds>) -> Result<Quantity, Absent> {
    match bounds {
        None => Err(Absent::NoValue),
        Some(QuantityBounds::Numbers(least, most)) if least == most => Ok(Quantity::Number(least)),
        Some(QuantityBounds::Condition(Some(holds))) => Ok(Quantity::Condition(holds)),
        Some(_) => Err(Absent::Limit),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::tests::entry;
    use super::*;
    use boilingpoint_boards::parse_board;
    use boilingpoint_problem::{Certainty, Interval};

    fn holds(record: &Record, condition: &str) -> Option<bool> {
        let board = parse_board("path(5)").unwrap();
        RecordCondition::parse(condition)
            .unwrap()
            .holds(record, &board)
    }

    fn record() -> Record {
        let mut entry = entry(&["3/2"], "DhC");
        entry.facts.outcome = Some("N".into());
        entry.facts.birthday = Some(4);
        Record {
            id: 1,
            entry,
            verified_by: "checker".into(),
            conflict: None,
        }
    }

    #[test]
    fn the_canonical_form_decides() {
        let record = record();
        for (condition, expected) in [
            ("left_stop == 2 and right_stop == 1", true),
            ("temperature == 1/2 and hot", true),
            ("value > 0", true),
            ("value >= {3|-3}", false),
            ("order == 5 and leaves == 2 and fitness == 3/2", true),
            ("girth > 0", false),
            ("atomic_weight > 0", false),
            ("exact and not proved and generation == 12", true),
            ("birthday == 4", true),
            ("birthday == 12", false),
            ("1 / (order - 5) > 0", false),
            ("1 / (generation - 12) > 0", false),
        ] {
            assert_eq!(holds(&record, condition), Some(expected), "{condition}");
        }
    }

    #[test]
    fn a_form_that_was_too_long_leaves_the_stored_numbers() {
        let mut record = record();
        record.entry.facts.canonical_form = None;
        for (condition, expected) in [
            ("temperature == 7/2", Some(true)),
            ("first_player_win", Some(true)),
            ("left_stop > 0", None),
            ("left_stop > 0 and order > 5", Some(false)),
            ("value > 0 or order == 5", Some(true)),
            ("value > 0", None),
        ] {
            assert_eq!(holds(&record, condition), expected, "{condition}");
        }
    }

    #[test]
    fn bounds_decide_or_leave_open() {
        let mut record = record();
        record.entry.facts.certainty = Certainty::LowerBound;
        record.entry.facts.outcome = None;
        for (condition, expected) in [
            ("temperature >= 3", Some(true)),
            ("temperature < 3", Some(false)),
            ("temperature < 100", None),
            ("fitness >= 1 and hot", Some(true)),
            ("fitness < 3", None),
            ("mean > 0", None),
            ("mean > 0 or order == 5", Some(true)),
            ("mean > 0 and girth > 0", Some(false)),
            ("mean > girth + girth", Some(false)),
            ("mean > 0 and exact", Some(false)),
            ("mean > 0 or not exact", Some(true)),
            ("1 / mean > 0", None),
            ("exact", Some(false)),
        ] {
            assert_eq!(holds(&record, condition), expected, "{condition}");
        }
        // A bound of 0 does not say whether the value is hot.
        for (least, most, condition, expected) in [
            (0, None, "hot", None),
            (-1, None, "hot", None),
            (1, Some(3), "hot", Some(true)),
            (1, Some(3), "temperature < 4", Some(true)),
            (1, Some(3), "temperature < 3", None),
            (1, Some(1), "temperature < 4", None),
        ] {
            let board = parse_board("path(5)").unwrap();
            let number = |n| Number::from_integer(n);
            let mut bounds = Interval::at_least(number(least));
            bounds.most = most.map(number);
            record.entry.facts.temperature = Some(bounds);
            assert_eq!(holds(&record, condition), expected, "{condition}, {least}");
            let value = RecordValue::of(&record.entry, &board, &Extras::default());
            let least_of = |name| value.least(invariants::by_name(name).unwrap());
            assert_eq!(least_of("temperature"), Some(number(least)));
            assert_eq!(least_of("mean"), None);
        }
        for (outcome, name) in [
            ("N", "first_player_win"),
            ("P", "second_player_win"),
            ("L", "left_wins"),
            ("R", "right_wins"),
        ] {
            for known in ["N", "P", "L", "R"] {
                record.entry.facts.outcome = Some(known.into());
                assert_eq!(
                    holds(&record, name),
                    Some(known == outcome),
                    "{name}, {known}"
                );
            }
        }
    }

    #[test]
    fn the_game_of_a_form_says_what_follows_from_it() {
        let mut record = record();
        record.entry.facts.canonical_form = Some("*".into());
        assert_eq!(holds(&record, "grundy == 1"), Some(false));
        record.entry.ruleset = "node-kayles".into();
        assert_eq!(holds(&record, "grundy == 1"), Some(true));
        // No value has such a temperature.
        record.entry.facts.canonical_form = None;
        let third = Number::new(1, 3);
        record.entry.facts.temperature = Some(Interval::exact(third));
        assert_eq!(holds(&record, "temperature == 1"), Some(false));
        let value = |record: &Record, board: &str| {
            let board = parse_board(board).unwrap();
            RecordValue::of(&record.entry, &board, &Extras::default())
        };
        assert!(value(&record, "path(5)").lacks());
        record.entry.facts.canonical_form = Some("*".into());
        assert!(!value(&record, "path(5)").lacks());
        // The outcome with weights of 1 is known only of boards without other weights.
        assert!(value(&record, "0-1*3").lacks());
        assert_eq!(holds(&record, "not weight_matters"), Some(true));
    }

    #[test]
    fn mistakes_are_shown_at_their_place() {
        for (text, part) in [
            ("temprature > 3", "did you mean `temperature`"),
            ("order + 1", "is not a condition"),
            ("order >", "column"),
        ] {
            let error = RecordCondition::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
