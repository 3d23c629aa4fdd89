//! The invariants of a record's board and value, by name.

use boilingpoint_boards::Board;
use boilingpoint_book::{BookEntry, RecordValue};
use boilingpoint_problem::expression::Absent;
use boilingpoint_problem::invariants::{Invariant, catalogue};
use boilingpoint_rules::{self as ruleset, Ruleset};
use boilingpoint_solver::{Extras, Solver};
use std::time::Instant;

/// The value of a record's board: from the book, and from a solver of the game if the book does not
/// have all of it. The board keeps the value of the book if the solver does not find it in time.
pub fn record_value<'a, T>(
    entry: &BookEntry,
    board: &Board,
    solver: impl FnOnce(&'static dyn Ruleset) -> (&'a mut Solver, T),
) -> RecordValue {
    let wanted = Extras {
        weight: true,
        unit_outcome: true,
        stops: true,
        ..Extras::default()
    };
    let value = RecordValue::of(entry, board, &wanted);
    let ruleset = ruleset::by_name(&entry.ruleset).filter(|_| value.lacks());
    let Some(ruleset) = ruleset else { return value };
    let (solver, _timer) = solver(ruleset);
    let evaluated = solver.evaluate(board).ok();
    let short = evaluated.and_then(|evaluation| evaluation.short);
    match solver.summary_with(board, &wanted) {
        Ok(summary) => RecordValue::of_summary(summary, short.map(|short| short.thermograph)),
        Err(_) => value,
    }
}

/// An invariant of a record, or the reason why there is none.
pub struct NamedQuantity {
    /// The invariant.
    pub invariant: &'static Invariant,
    /// Its value, or why there is none.
    pub answer: QuantityAnswer,
}

/// The value of an invariant, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuantityAnswer {
    /// The number, or `true` or `false`.
    Known(String),
    /// The invariant is at least this number.
    AtLeast(String),
    /// The board or its value has no such quantity, as a tree has no girth.
    Undefined,
    /// The quantity was not found within its limits, or only bounds of the value are known.
    Unknown,
    /// The time ended before the quantity was computed.
    Late,
}

impl QuantityAnswer {
    /// The answer in words.
    pub fn text(&self) -> String {
        match self {
            QuantityAnswer::Known(text) => text.clone(),
            QuantityAnswer::AtLeast(text) => format!("at least {text}"),
            QuantityAnswer::Undefined => "none".to_string(),
            QuantityAnswer::Unknown => "not known within the limits".to_string(),
            QuantityAnswer::Late => "not computed in time".to_string(),
        }
    }

    /// Whether the answer is a number or a condition.
    pub fn is_known(&self) -> bool {
        matches!(self, QuantityAnswer::Known(_) | QuantityAnswer::AtLeast(_))
    }
}

/// All invariants of a record's board. Those to which the time does not suffice are late.
pub fn quantities(value: &RecordValue, board: &Board, end: Option<Instant>) -> Vec<NamedQuantity> {
    let answer = |invariant: &'static Invariant| {
        if end.is_some_and(|end| Instant::now() > end) {
            return QuantityAnswer::Late;
        }
        match value.quantity(invariant, board) {
            Ok(quantity) => QuantityAnswer::Known(quantity.to_string()),
            Err(Absent::NoValue) => QuantityAnswer::Undefined,
            Err(Absent::Limit) => match value.least(invariant) {
                Some(least) => QuantityAnswer::AtLeast(least.to_string()),
                None => QuantityAnswer::Unknown,
            },
        }
    };
    let named = |invariant| NamedQuantity {
        invariant,
        answer: answer(invariant),
    };
    catalogue().iter().map(named).collect()
}
