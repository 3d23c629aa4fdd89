//! Conditions on records: expressions over the invariants of a record's board and value.

use super::Record;
use super::valued::{RecordValue, fitness};
use crate::graph::Board;
use crate::problem::expression::{
    Absent, Compiled, Expression, ExpressionError, InvariantName, Number, Quantity, QuantityBounds,
    QuantityKind, Undefined,
};
use crate::problem::invariants::{self, Invariant};
use crate::solver::Extras;

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
        let names: Vec<_> = invariants::names().into_iter().chain(own).collect();
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
