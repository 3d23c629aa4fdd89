//! The independent check of a board's value, and of the fitness that a record claims.
//!
//! The checker values the board, and computes each invariant of the board by its own definition.
//! The objective's expressions are evaluated on these numbers alone. So if a claim agrees, every
//! number in its fitness was computed twice, by different code. `docs/certificates/sharing.md` says
//! what solver and checker share.

use super::expression::{Absent, Number, Quantity};
use super::fitness::Fitness;
use super::invariants::{Invariant, Needs, Subject};
use super::objective::{Collected, Objective, Unscored};
use super::properties::Properties;
use boilingpoint_boards::{Board, Link};
use boilingpoint_checker::{
    self as checker, BoardQuantity, CheckError, Checked, CheckedShort, Checker, FormNode,
    FormVerdict, NoQuantity, Questions,
};
use boilingpoint_memory::{SMALL, Share};
use boilingpoint_rules::Ruleset;
use boilingpoint_solver::{Bounds, Evaluation, Extras, Summary, Temperatures};
use boilingpoint_values::{Dyadic, Notation, Outcome, Value, ValueCondition, ValueError, Values};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The greatest number of options of all positions of a canonical form that is compared.
const LONGEST_FORM: usize = 1 << 20;

/// The result of comparing the solver's evaluation of a board, or a record, with the checker's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The outcomes agree. In a game with values, temperature, mean, stops and canonical form agree
    /// as well. If scores were claimed, each claimed fitness equals the checker's.
    Agrees,
    /// A result differs; the text says which result, and the values that were found.
    Disagrees(String),
    /// Some number was not computed twice: the checker did not finish. The text names the number,
    /// if it is an invariant of the board, and gives the reason.
    Unfinished(String),
}

/// The claim that an objective gives a score to a board.
#[derive(Clone, Copy)]
pub struct ScoreClaim<'a> {
    /// The objective, with its condition.
    pub objective: &'a Objective,
    /// The fitness.
    pub fitness: &'a Fitness,
    /// The value of the objective's `collect` expression; `None` if it has none.
    pub collected: Option<&'a str>,
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
    let checker = Checker::new(ruleset, positions);
    verify_scores(&checker, board, evaluation, values, &[])
}

/// Compares an evaluation with the result of the checker, then compares each claimed score with the
/// score that follows from the checker's numbers.
pub fn verify_scores(
    checker: &Checker,
    board: &Board,
    evaluation: &Evaluation,
    values: &mut Values,
    claims: &[ScoreClaim],
) -> Verdict {
    let extras = claims.iter().map(|claim| claim.objective.extras());
    let extras = extras.fold(Extras::default(), Extras::and);
    let mut verdict = || -> Result<(), Verdict> {
        let summary = checked_summary(checker, board, evaluation, values, &extras)?;
        let summary = Some(&summary);
        compare_claims(checker, Subject { board, summary }, claims)
    };
    verdict().err().unwrap_or(Verdict::Agrees)
}

/// Compares each claimed score, by an objective that needs no value, with the score that follows
/// from the checker's invariants of the board.
pub fn verify_scores_of_board(checker: &Checker, board: &Board, claims: &[ScoreClaim]) -> Verdict {
    let compared = compare_claims(checker, Subject::of_board(board), claims);
    compared.err().unwrap_or(Verdict::Agrees)
}

fn compare_claims(
    checker: &Checker,
    subject: Subject,
    claims: &[ScoreClaim],
) -> Result<(), Verdict> {
    let form = subject.summary.and_then(|summary| summary.form.as_ref());
    let mut known = CheckedInvariants::new(checker, subject);
    claims.iter().try_for_each(|claim| {
        let rescored = claim.objective.rescore(&mut |i| known.of(i), form);
        known.finished()?;
        let (fitness, collected) = rescored.map_err(refused)?;
        differs("fitness", &claim.fitness.to_string(), &fitness.to_string())?;
        let collected = collected.map(|n| n.to_string());
        let texts = [claim.collected, collected.as_deref()].map(|n| n.unwrap_or("absent"));
        differs("collected value", texts[0], texts[1])
    })
}

/// The lower bounds of a fitness, and the collected value, that follow from bounds for a board's
/// value and from the invariants of the board as the checker computes them. `None` if nothing
/// follows.
///
/// # Errors
/// The verdict on a claim about the board, if the condition of the objective fails, or if the
/// checker gives up on an invariant.
pub fn rescore_bounds(
    checker: &Checker,
    board: &Board,
    objective: &Objective,
    bounds: &Bounds,
) -> Result<Option<(Fitness, Option<Collected>)>, Verdict> {
    let mut known = CheckedInvariants::new(checker, Subject::of_board(board));
    let rescored = objective.rescore_by_bounds(&mut |i| known.of(i), bounds);
    known.finished()?;
    rescored.map_err(refused)
}

/// Whether a board has the properties of a class, by the invariants of the checker.
///
/// # Errors
/// The reason why the checker has no answer.
pub fn has_properties(
    checker: &Checker,
    board: &Board,
    properties: &Properties,
) -> Result<bool, String> {
    let mut known = CheckedInvariants::new(checker, Subject::of_board(board));
    let hold = properties.hold_by(&mut |i| known.of(i));
    known.gave_up.map_or(Ok(hold), Err)
}

fn refused(unscored: Unscored) -> Verdict {
    Verdict::Disagrees(format!(
        "the record has a fitness, but by the checker {unscored}"
    ))
}

fn unfinished(error: CheckError) -> Verdict {
    Verdict::Unfinished(error.to_string())
}

fn differs(what: &str, ours: &str, theirs: &str) -> Result<(), Verdict> {
    if ours == theirs {
        return Ok(());
    }
    let owner = match what {
        "fitness" | "collected value" => "record",
        _ => "solver",
    };
    Err(Verdict::Disagrees(format!(
        "the {owner}'s {what} is {ours}, the checker's {theirs}"
    )))
}

/// The invariants of one board, from the checker.
struct CheckedInvariants<'a> {
    checker: &'a Checker<'a>,
    subject: Subject<'a>,
    known: BTreeMap<&'static str, Result<Quantity, Absent>>,
    /// The first invariant that the checker gave up on, with the reason.
    gave_up: Option<String>,
}

impl<'a> CheckedInvariants<'a> {
    fn new(checker: &'a Checker<'a>, subject: Subject<'a>) -> CheckedInvariants<'a> {
        CheckedInvariants {
            checker,
            subject,
            known: BTreeMap::new(),
            gave_up: None,
        }
    }

    /// An invariant of the board by the checker's definition, or an invariant of the value from the
    /// checker's numbers.
    fn of(&mut self, invariant: &'static Invariant) -> Result<Quantity, Absent> {
        if invariant.needs != Needs::Board {
            return invariant.of(&self.subject);
        }
        let name = invariant.name;
        if let Some(&known) = self.known.get(name) {
            return known;
        }
        let found = match self.checker.invariant(name, self.subject.board) {
            Ok(BoardQuantity::Number {
                numerator,
                denominator,
            }) => Ok(Quantity::Number(Number::new(numerator, denominator))),
            Ok(BoardQuantity::Condition(holds)) => Ok(Quantity::Condition(holds)),
            Err(NoQuantity::Absent) => Err(Absent::NoValue),
            Err(NoQuantity::NoDefinition) => self.give_up(name, "it has no definition of it"),
            Err(NoQuantity::GaveUp(error)) => self.give_up(name, &error.to_string()),
        };
        self.known.insert(name, found);
        found
    }

    fn give_up(&mut self, name: &str, why: &str) -> Result<Quantity, Absent> {
        let why = format!("the checker did not find `{name}`: {why}");
        self.gave_up.get_or_insert(why);
        Err(Absent::NoValue)
    }

    /// Fails if the checker gave up on an invariant.
    fn finished(&self) -> Result<(), Verdict> {
        let gave_up = self.gave_up.clone();
        gave_up.map_or(Ok(()), |why| Err(Verdict::Unfinished(why)))
    }
}

/// The summary of a board's value, made of the checker's numbers. Fails if a number of the solver
/// differs.
fn checked_summary(
    checker: &Checker,
    board: &Board,
    evaluation: &Evaluation,
    values: &mut Values,
    extras: &Extras,
) -> Result<Summary, Verdict> {
    let form = evaluation.value().map(|value| form_of(values, value));
    let form = form.transpose().map_err(no_value)?;
    let others = extras.conditions.iter().map(|condition| {
        let other = condition.other(values).map_err(no_value)?;
        form_of(values, other)
            .map_err(no_value)?
            .ok_or_else(too_long)
    });
    let others: Vec<Vec<FormNode>> = others.collect::<Result<_, _>>()?;
    let asked = Questions {
        form: form.as_ref().and_then(|form| form.as_deref()),
        weight: extras.weight,
        compared: &others,
    };
    let checked = within_share(checker, board, asked).map_err(unfinished)?;
    compare(evaluation, &checked)?;
    match (&form, &checked.form) {
        (Some(None), _) => Err(too_long()),
        (_, Some(FormVerdict::Other(why))) => Err(Verdict::Disagrees(format!(
            "the solver's canonical form is not the checker's: {why}"
        ))),
        _ => Ok(()),
    }?;
    let unit_outcome = match extras.unit_outcome {
        true => {
            let unit = |l: Link| Link { weight: 1, ..l };
            let unit = board.links().into_iter().map(unit).collect();
            let unit = board.clone().with_links(unit);
            let unit = within_share(checker, &unit, Questions::default());
            Some(outcome_of(&unit.map_err(unfinished)?)?)
        }
        false => None,
    };
    Ok(Summary {
        outcome: outcome_of(&checked)?,
        temperatures: checked.short.as_ref().map(temperatures).transpose()?,
        grundy: checked.grundy.and_then(|grundy| u32::try_from(grundy).ok()),
        weight: checked.weight.as_ref().map(temperatures).transpose()?,
        unit_outcome,
        conditions: extras
            .conditions
            .iter()
            .zip(&checked.compared)
            .map(decided)
            .collect(),
        // The checker found the same form, so its text is checked as well.
        form: evaluation.value().and_then(|value| {
            let text = values.notation(value, Notation::Text, extras.form);
            text.filter(|_| extras.form > 0).map(Arc::from)
        }),
    })
}

/// A condition, with whether it holds by the checker's comparisons.
fn decided(
    (&condition, &[at_most, at_least]): (&&'static ValueCondition, &[bool; 2]),
) -> (&'static ValueCondition, bool) {
    (condition, condition.relation().holds(at_most, at_least))
}

fn no_value(error: ValueError) -> Verdict {
    Verdict::Unfinished(error.to_string())
}

fn too_long() -> Verdict {
    Verdict::Unfinished(format!(
        "a canonical form has more than {LONGEST_FORM} options"
    ))
}

/// Checks a board within a small share of the memory, and if that does not suffice, again within
/// the large one.
fn within_share(checker: &Checker, board: &Board, asked: Questions) -> Result<Checked, CheckError> {
    let mut share = Share::take();
    let small = checker.memory().min(SMALL as u64);
    match checker
        .clone()
        .within_memory(small)
        .check_with(board, asked)
    {
        Err(CheckError::Memory { limit }) if limit < checker.memory() => {
            share.hold(usize::try_from(checker.memory()).unwrap_or(usize::MAX));
            checker.check_with(board, asked)
        }
        found => found,
    }
}

fn compare(evaluation: &Evaluation, checked: &Checked) -> Result<(), Verdict> {
    let summary = &evaluation.summary;
    differs("outcome", &summary.outcome.to_string(), &checked.outcome)?;
    let grundy = |n: Option<u64>| n.map_or("absent".to_string(), |n| n.to_string());
    let ours = grundy(summary.grundy.map(u64::from));
    differs("Grundy value", &ours, &grundy(checked.grundy))?;
    match (&summary.temperatures, evaluation.value(), &checked.short) {
        (None, None, None) => Ok(()),
        (Some(ours), Some(_), Some(theirs)) => {
            let stop = |stop: Option<Dyadic>| stop.map_or("absent".to_string(), |x| x.to_string());
            let temperature = ours.temperature.to_string();
            let pairs = [
                ("temperature", temperature, theirs.temperature),
                ("mean", ours.mean.to_string(), theirs.mean),
                ("left stop", stop(ours.left_stop()), theirs.left_stop),
                ("right stop", stop(ours.right_stop()), theirs.right_stop),
            ];
            pairs
                .into_iter()
                .try_for_each(|(what, ours, theirs)| differs(what, &ours, &theirs.to_string()))
        }
        _ => Err(Verdict::Disagrees(
            "only one of the two found a value".to_string(),
        )),
    }
}

fn outcome_of(checked: &Checked) -> Result<Outcome, Verdict> {
    let named = |outcome: &&Outcome| outcome.letters() == checked.outcome;
    let found = Outcome::ALL.iter().find(named).copied();
    found.ok_or_else(|| Verdict::Unfinished(format!("`{}` is no outcome", checked.outcome)))
}

fn temperatures(short: &CheckedShort) -> Result<Temperatures, Verdict> {
    Ok(Temperatures {
        mean: dyadic(short.mean)?,
        temperature: dyadic(short.temperature)?,
        stops: Some([dyadic(short.left_stop)?, dyadic(short.right_stop)?]),
    })
}

/// Converts the checker's number to the solver's.
fn dyadic(x: checker::Dyadic) -> Result<Dyadic, Verdict> {
    let converted = Dyadic::new(x.numerator(), x.denominator().trailing_zeros());
    converted.map_err(|e| Verdict::Unfinished(e.to_string()))
}

/// A value of the solver as a list of nodes, the form itself last; `None` if the list has more than
/// [`LONGEST_FORM`] options.
pub(super) fn form_of(values: &Values, value: Value) -> Result<Option<Vec<FormNode>>, ValueError> {
    let mut nodes = Vec::new();
    let mut places: BTreeMap<Value, usize> = BTreeMap::new();
    let mut waiting = vec![value];
    let mut length = 0;
    while let Some(&v) = waiting.last() {
        if places.contains_key(&v) {
            waiting.pop();
            continue;
        }
        let node = match values.as_number(v) {
            Some(number) => FormNode::Number {
                numerator: number.numerator(),
                exponent: number.exponent(),
            },
            None => {
                let sides = [values.lefts(v)?, values.rights(v)?];
                let all = || sides.iter().flatten();
                let missing: Vec<Value> =
                    all().filter(|w| !places.contains_key(w)).copied().collect();
                if !missing.is_empty() {
                    waiting.extend(missing);
                    continue;
                }
                length += all().count();
                let [left, right] = sides.map(|side| side.iter().map(|w| places[w]).collect());
                FormNode::Options { left, right }
            }
        };
        length += 1;
        if length > LONGEST_FORM {
            return Ok(None);
        }
        places.insert(v, nodes.len());
        nodes.push(node);
        waiting.pop();
    }
    Ok(Some(nodes))
}
