//! Sums of positions, also of different games: the value of the sum, and in which position to move.

use crate::appraiser::{BYTES, FORM, KeptAppraiser};
use boilingpoint_boards::Board;
use boilingpoint_clock::{TimeLimit, now};
use boilingpoint_problem::{Appraisal, Facts};
use boilingpoint_rules::Ruleset;
use boilingpoint_values::{
    Dyadic, Limits, Notation, Thermograph, Value, ValueError, Values, hotstrat, thermostrat,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The longest canonical form that is added, in bytes.
const LONGEST: usize = 1 << 16;

/// A position of a sum.
pub struct SumTerm {
    /// The game.
    pub ruleset: &'static dyn Ruleset,
    /// The board as text.
    pub board: String,
    /// The value. `None` if the time ran out.
    pub value: Option<Appraisal>,
    /// The strategies that move here, in words.
    pub advice: Vec<&'static str>,
}

/// A sum of positions.
pub struct PositionSum {
    /// The positions. The first is that of the page.
    pub terms: Vec<SumTerm>,
    /// The value of the sum. `None` if a value is not known, or is too large to be added.
    pub total: Option<Appraisal>,
}

/// The sum of positions. `ambient` is the ambient temperature before the opponent's last move,
/// which was in the first position.
pub fn sum(
    appraiser: &mut KeptAppraiser,
    all: &[(&'static dyn Ruleset, Board)],
    ambient: Option<Dyadic>,
    end: Duration,
) -> PositionSum {
    let mut terms = Vec::new();
    let mut forms = Vec::new();
    for (ruleset, board) in all {
        let appraiser = appraiser.of(*ruleset);
        terms.push(SumTerm {
            value: appraiser.appraise(board, end),
            board: board.text(),
            ruleset: *ruleset,
            advice: Vec::new(),
        });
        forms.push(appraiser.form(board, end, LONGEST));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let _pause = TimeLimit::after(end.saturating_sub(now()), &stop);
    let mut values = Values::new();
    values.set_limits(Limits {
        bytes: Some(BYTES),
        stop: Some(stop.clone()),
        ..Limits::default()
    });
    let read = |form: Option<String>| values.parse(&form?).ok();
    let read: Option<Vec<Value>> = forms.into_iter().map(read).collect();
    let total = read.and_then(|all| {
        // Without thermographs there is no advice.
        let _ = advise(&mut values, &mut terms, &all, ambient);
        added(&mut values, &all).ok()
    });
    PositionSum { terms, total }
}

/// The value of a sum.
fn added(values: &mut Values, all: &[Value]) -> Result<Appraisal, ValueError> {
    let mut total = Value::ZERO;
    for &value in all {
        total = values.add(total, value)?;
    }
    let thermograph = values.thermograph(total)?;
    let facts = Facts {
        outcome: Some(values.outcome(total)?.to_string()),
        temperature: Some(thermograph.temperature.into()),
        mean: Some(thermograph.mean.into()),
        canonical_form: values.notation(total, Notation::Text, FORM),
        ..Facts::default()
    };
    let thermograph = Some(thermograph.as_ref().clone());
    Ok(Appraisal { facts, thermograph })
}

/// Notes which strategies move in which position. Sentestrat (Berlekamp) answers in the first
/// position if the last move has left one hotter than the ambient temperature, and otherwise is
/// Hotstrat.
fn advise(
    values: &mut Values,
    terms: &mut [SumTerm],
    all: &[Value],
    ambient: Option<Dyadic>,
) -> Result<(), ValueError> {
    let thermographs = all.iter().map(|&value| values.thermograph(value));
    let thermographs: Vec<Arc<Thermograph>> = thermographs.collect::<Result<_, _>>()?;
    let all: Vec<&Thermograph> = thermographs.iter().map(Arc::as_ref).collect();
    let by = |is_left| Ok(thermostrat(&all, is_left)?.map(|choice| choice.component));
    let hottest = hotstrat(&all);
    let own = all.first().map(|own| own.temperature);
    let sentestrat = ambient.map(|ambient| match own {
        Some(own) if own > ambient => Some(0),
        _ => hottest,
    });
    let choices = [
        ("Hotstrat", hottest),
        ("Sentestrat", sentestrat.flatten()),
        ("Thermostrat for Left", by(true)?),
        ("Thermostrat for Right", by(false)?),
    ];
    for (words, component) in choices {
        if let Some(term) = component.and_then(|i| terms.get_mut(i)) {
            term.advice.push(words);
        }
    }
    Ok(())
}
