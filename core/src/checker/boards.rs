//! Games that are played on boards: the checker generates every option of every position, and
//! memoises values by board.
//!
//! A position without a token is the sum of its connected components, by the definition of a sum.
//! In games whose positions have an outcome but no value, positions are not split.

use super::algebra::{GameTable, Id, ZERO};
use super::{CheckError, Checked, Checker, TABLE_LIMIT, described};
use crate::graph::Board;
use crate::ruleset::{self, End, Player};
use rustc_hash::FxHashMap;

pub(super) fn check(checker: &Checker, board: &Board) -> Result<Checked, CheckError> {
    match checker.ruleset.algebra() {
        ruleset::Algebra::Winner => winners(checker, board),
        ruleset::Algebra::Partizan | ruleset::Algebra::Impartial => values(checker, board),
    }
}

fn values(checker: &Checker, board: &Board) -> Result<Checked, CheckError> {
    let mut play = BoardEvaluation {
        checker,
        known: FxHashMap::default(),
        algebra: GameTable::new(TABLE_LIMIT),
    };
    let value = play.value(board)?;
    let (outcome, short) = described(&mut play.algebra, value)?;
    Ok(Checked {
        outcome,
        short: Some(short),
        positions: play.known.len() as u64,
    })
}

struct BoardEvaluation<'a> {
    checker: &'a Checker<'a>,
    known: FxHashMap<Board, Id>,
    algebra: GameTable,
}

impl BoardEvaluation<'_> {
    fn value(&mut self, position: &Board) -> Result<Id, CheckError> {
        if position.token().is_some() {
            return self.part(position);
        }
        let mut sum = ZERO;
        for component in position.graph().components() {
            let summand = self.part(&position.kept(&component))?;
            sum = self.algebra.sum(sum, summand)?;
        }
        Ok(sum)
    }

    fn part(&mut self, position: &Board) -> Result<Id, CheckError> {
        if let Some(&known) = self.known.get(position) {
            return Ok(known);
        }
        self.checker.look(self.known.len())?;
        let [left, right] = [
            self.options(position, Player::Left)?,
            self.options(position, Player::Right)?,
        ];
        let value = self.algebra.canonical(left, right)?;
        self.known.insert(position.clone(), value);
        Ok(value)
    }

    fn options(&mut self, position: &Board, player: Player) -> Result<Vec<Id>, CheckError> {
        let options = self.checker.ruleset.options(position, player);
        options.iter().map(|option| self.value(option)).collect()
    }
}

/// The result of a position for Left: 1 for a win, 0 for a draw, -1 for a loss.
type Result3 = i8;

fn winners(checker: &Checker, board: &Board) -> Result<Checked, CheckError> {
    let mut known = FxHashMap::default();
    let left_first = result(checker, board, Player::Left, &mut known)?;
    let right_first = result(checker, board, Player::Right, &mut known)?;
    let outcome = match (left_first, right_first) {
        (1, 1) => "L",
        (-1, -1) => "R",
        (1, -1) => "N",
        (-1, 1) => "P",
        (0, 0) => "D",
        (1, _) => "L/D",
        (-1, _) => "R/D",
        (_, 1) => "D/L",
        (_, _) => "D/R",
    };
    Ok(Checked {
        outcome: outcome.to_string(),
        short: None,
        positions: known.len() as u64,
    })
}

fn result(
    checker: &Checker,
    position: &Board,
    player: Player,
    known: &mut FxHashMap<(Board, bool), Result3>,
) -> Result<Result3, CheckError> {
    match checker.ruleset.ended(position) {
        Some(End::Won(Player::Left)) => return Ok(1),
        Some(End::Won(Player::Right)) => return Ok(-1),
        Some(End::Drawn) => return Ok(0),
        None => {}
    }
    let lefts_turn = player == Player::Left;
    let key = (position.clone(), lefts_turn);
    if let Some(&result) = known.get(&key) {
        return Ok(result);
    }
    checker.look(known.len())?;
    let mut best = if lefts_turn { -1 } else { 1 };
    for option in checker.ruleset.options(position, player) {
        let next = result(checker, &option, player.other(), known)?;
        best = if lefts_turn {
            best.max(next)
        } else {
            best.min(next)
        };
    }
    known.insert(key, best);
    Ok(best)
}
