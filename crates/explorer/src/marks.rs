//! Which options of a position win, are orthodox, dominated or reversible.
//!
//! An option of Left is *dominated* if another option of Left is at least as good. It is
//! *reversible* if Right has an answer to it after which the position is at most the position
//! before. For Right, left and right change places.

use crate::appraiser::{Appraiser, COMPARED};
use crate::view::RulesetOption;
use boilingpoint_boards::canon::normal;
use boilingpoint_clock::now;
use boilingpoint_problem::Appraisal;
use boilingpoint_rules::{Algebra, Player, Ruleset, moves};
use boilingpoint_values::{Dyadic, Outcome, Thermograph, Value, Values};
use std::time::Duration;

/// A mark of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionMark {
    /// The player wins with this move.
    Wins,
    /// The move is best at the tax, by the thermographs.
    Orthodox,
    /// Another option of the player is at least as good.
    Dominated,
    /// The opponent has an answer that is at least as good for the opponent as the position was.
    Reversible,
}

impl OptionMark {
    /// The word on a page.
    pub fn name(self) -> &'static str {
        match self {
            OptionMark::Wins => "wins",
            OptionMark::Orthodox => "orthodox",
            OptionMark::Dominated => "dominated",
            OptionMark::Reversible => "reversible",
        }
    }
}

/// The values of a position and of its options, for comparisons.
struct Comparison {
    values: Values,
    position: Option<Value>,
}

impl Comparison {
    /// Whether `a` is at least as good as `b` for a player. `false` if the values are too large to
    /// be compared.
    fn is_as_good(&mut self, player: Player, a: Value, b: Value) -> bool {
        let (low, high) = match player {
            Player::Left => (b, a),
            Player::Right => (a, b),
        };
        self.values.le(low, high).unwrap_or(false)
    }

    fn read(&mut self, form: Option<String>) -> Option<Value> {
        self.values.parse(&form?).ok()
    }
}

/// The outcome of a position, if it is known and is no draw.
pub fn outcome_of(value: Option<&Appraisal>) -> Option<Outcome> {
    Outcome::of_letters(&value?.text("outcome"))
}

/// Marks the options after which the opponent, who moves next, loses.
pub fn mark_wins(options: &mut [Vec<RulesetOption>; 2]) {
    for (player, options) in Player::BOTH.into_iter().zip(options) {
        for option in options {
            let outcome = outcome_of(option.value.as_ref());
            if outcome.is_some_and(|outcome| player.wins_by_moving_to(outcome)) {
                option.marks.push(OptionMark::Wins);
            }
        }
    }
}

/// Marks the options that are orthodox at a tax. Without a tax it is the temperature of the
/// position: the marked moves are those that are urgent. On a number no move is.
pub fn mark_orthodox(
    value: Option<&Thermograph>,
    tax: Option<Dyadic>,
    options: &mut [Vec<RulesetOption>; 2],
) {
    let Some(value) = value.filter(|value| tax.is_some() || value.temperature >= Dyadic::ZERO)
    else {
        return;
    };
    let tax = tax.unwrap_or(value.temperature);
    for (player, options) in Player::BOTH.into_iter().zip(options) {
        for option in options {
            let after = option.value.as_ref().and_then(|v| v.thermograph.as_ref());
            // A wall outside of exact arithmetic tells nothing.
            let is_orthodox = after.is_some_and(|after| {
                let found = value.is_orthodox(player == Player::Left, after, tax);
                found.unwrap_or(false)
            });
            if is_orthodox {
                option.marks.push(OptionMark::Orthodox);
            }
        }
    }
}

/// Marks the options of both players whose values are known. Isomorphic options are compared once.
/// Does nothing in an impartial game, whose options are Grundy values, and in a game without
/// values.
pub fn mark(
    appraiser: &mut Appraiser,
    ruleset: &dyn Ruleset,
    position: &boilingpoint_boards::Board,
    options: &mut [Vec<RulesetOption>; 2],
    end: Duration,
) {
    if ruleset.algebra() != Algebra::Partizan {
        return;
    }
    let mut known = Comparison {
        values: Values::new(),
        position: None,
    };
    let form = appraiser.form(&position.clone().without_names(), end, COMPARED);
    known.position = known.read(form);
    for (player, options) in Player::BOTH.into_iter().zip(options) {
        let values: Vec<(usize, Option<Value>)> = options
            .iter()
            .map(|option| {
                let is_first = option.alike.is_none();
                let board = option.made.position.clone().without_names();
                let form = is_first.then(|| appraiser.form(&normal(&board), end, COMPARED));
                known.read(form.flatten())
            })
            .enumerate()
            .collect();
        for &(i, value) in &values {
            if now() > end {
                return;
            }
            let Some(value) = value else { continue };
            // Of options with equal values, the first is not dominated by the others.
            let beats = |known: &mut Comparison, j: usize, other: Value| {
                i != j
                    && known.is_as_good(player, other, value)
                    && (j < i || !known.is_as_good(player, value, other))
            };
            let mut others = values.iter().filter_map(|&(j, other)| Some((j, other?)));
            let is_dominated = others.any(|(j, other)| beats(&mut known, j, other));
            let mut reverses = |known: &mut Comparison, before: Value| {
                let opponent = player.other();
                let answers = moves(ruleset, &options[i].made.position, opponent);
                answers.into_iter().any(|answer| {
                    let board = normal(&answer.position.without_names());
                    let form = appraiser.form(&board, end, COMPARED);
                    let answer = known.read(form);
                    answer.is_some_and(|answer| known.is_as_good(opponent, answer, before))
                })
            };
            let mut marks = Vec::new();
            if is_dominated {
                marks.push(OptionMark::Dominated);
            }
            if known
                .position
                .is_some_and(|before| reverses(&mut known, before))
            {
                marks.push(OptionMark::Reversible);
            }
            options[i].marks.extend(marks);
        }
    }
}
