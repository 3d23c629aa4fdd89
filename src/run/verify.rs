//! The independent check of a claim: does the checker, which shares no table and no reduction with
//! the solver, find the same value?

use crate::graph::Board;
use crate::ruleset::Ruleset;
use crate::solver::Evaluation;
use crate::solver::checker::Checker;
use crate::value::Values;

/// What the checker says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Temperature, mean, stops, outcome and canonical form are the same.
    Agrees,
    /// They are not.
    Disagrees(String),
    /// It could not finish.
    Unfinished(String),
}

/// Compares an evaluation with the checker's.
pub fn verify(
    ruleset: &dyn Ruleset,
    board: &Board,
    evaluation: &Evaluation,
    values: &mut Values,
    positions: u64,
) -> Verdict {
    verify_with(&Checker::new(ruleset, positions), board, evaluation, values)
}

/// Compares an evaluation with that of a given checker.
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
    let pairs = [
        (
            "temperature",
            evaluation.temperature.to_string(),
            checked.temperature.to_string(),
        ),
        (
            "mean",
            evaluation.mean.to_string(),
            checked.mean.to_string(),
        ),
        (
            "left stop",
            evaluation.left_stop.to_string(),
            checked.left_stop.to_string(),
        ),
        (
            "right stop",
            evaluation.right_stop.to_string(),
            checked.right_stop.to_string(),
        ),
        (
            "outcome",
            evaluation.outcome.to_string(),
            checked.outcome.to_string(),
        ),
    ];
    for (what, ours, theirs) in pairs {
        if ours != theirs {
            return Verdict::Disagrees(format!("{what} {ours} against {theirs}"));
        }
    }
    match checked.form.map(|form| values.parse(&form)) {
        Some(Ok(value)) if value != evaluation.value => {
            Verdict::Disagrees("the canonical form".to_string())
        }
        Some(Err(error)) => {
            Verdict::Unfinished(format!("the checker's form cannot be read back: {error}"))
        }
        _ => Verdict::Agrees,
    }
}
