//! The independent check of a value. The checker shares no table and no reduction with the solver.

use crate::checker::{CheckedShort, Checker};
use crate::graph::Board;
use crate::ruleset::Ruleset;
use crate::solver::{Evaluation, Temperatures};
use crate::value::{Value, Values};

/// The result of comparing the solver's evaluation of a board with the checker's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The outcomes agree. In a game with values, temperature, mean, stops and canonical form agree
    /// as well.
    Agrees,
    /// A result differs; the text says which result, and the values that were found.
    Disagrees(String),
    /// The checker did not finish; the text gives the reason.
    Unfinished(String),
}

/// Compares an evaluation with the result of a new checker, which visits at most `positions`
/// positions.
pub fn verify(
    ruleset: &dyn Ruleset,
    board: &Board,
    evaluation: &Evaluation,
    values: &mut Values,
    positions: u64,
) -> Verdict {
    verify_with(&Checker::new(ruleset, positions), board, evaluation, values)
}

/// Compares an evaluation with the result of the given checker.
pub fn verify_with(
    checker: &Checker,
    board: &Board,
    evaluation: &Evaluation,
    values: &mut Values,
) -> Verdict {
    let checked = match checker.check(board) {
        Ok(checked) => checked,
        Err(error) => return Verdict::Unfinished(error.to_string()),
    };
    let outcome = evaluation.summary.outcome.to_string();
    if outcome != checked.outcome {
        return Verdict::Disagrees(format!(
            "the solver's outcome is {outcome}, the checker's {}",
            checked.outcome
        ));
    }
    let numbers = evaluation.summary.temperatures;
    match (numbers, evaluation.value(), checked.short) {
        (None, None, None) => Verdict::Agrees,
        (Some(numbers), Some(value), Some(theirs)) => compare(&numbers, value, &theirs, values),
        _ => Verdict::Disagrees("only one of the two found a value".to_string()),
    }
}

fn compare(
    ours: &Temperatures,
    value: Value,
    theirs: &CheckedShort,
    values: &mut Values,
) -> Verdict {
    let pairs = [
        ("temperature", ours.temperature, theirs.temperature),
        ("mean", ours.mean, theirs.mean),
        ("left stop", ours.left_stop, theirs.left_stop),
        ("right stop", ours.right_stop, theirs.right_stop),
    ];
    for (what, ours, theirs) in pairs {
        let (ours, theirs) = (ours.to_string(), theirs.to_string());
        if ours != theirs {
            return Verdict::Disagrees(format!(
                "the solver's {what} is {ours}, the checker's {theirs}"
            ));
        }
    }
    match theirs.form.as_ref().map(|form| values.parse(form)) {
        Some(Ok(checked)) if checked != value => {
            Verdict::Disagrees("the two canonical forms differ".to_string())
        }
        Some(Err(error)) => Verdict::Unfinished(format!(
            "the checker's canonical form cannot be read: {error}"
        )),
        _ => Verdict::Agrees,
    }
}
