//! Games that are not claiming games: the solver plays them on boards, position by position.
//!
//! Table, budget and verdicts are the same as for claiming games (`solver/exact.rs`); the keys of
//! the table are canonical keys of marked boards. If the ruleset knows a smaller position of the
//! same value, that position replaces the given one. A position with a token is one component,
//! since all moves are made at the token.

use super::budget::SolveError;
use super::exact::Solver;
use super::table::{KnownValue, hash};
use crate::graph::Board;
use crate::graph::canon::marked_key;
use crate::ruleset::{Algebra, Player};
use crate::value::{Dyadic, MAX_NIMBER, NumberUpStar, OptionList, Value};
use rustc_hash::FxHashSet;

impl Solver {
    /// Computes the value of a board within the budget.
    pub(super) fn value_of_board(&mut self, board: &Board) -> Result<Value, SolveError> {
        let find = |solver: &mut Solver| {
            let known = solver.sum_of_parts(board.clone())?;
            Ok((known.value, known.tree))
        };
        self.within_budget(find, |solver| solver.few_boards(board))
    }

    /// The components of a position. If the ruleset knows a smaller position of the same value, its
    /// components are returned instead.
    fn board_parts(&self, position: Board) -> Vec<Board> {
        let position = self.ruleset.reduced(position);
        if position.token().is_some() {
            return vec![position];
        }
        let components = position.graph().components();
        match components.len() {
            1 => vec![position],
            _ => components.iter().map(|c| position.kept(c)).collect(),
        }
    }

    fn sum_of_parts(&mut self, position: Board) -> Result<KnownValue, SolveError> {
        let mut sum = KnownValue {
            value: Value::ZERO,
            tree: 0,
        };
        for part in self.board_parts(position) {
            let known = self.part(&part)?;
            sum.value = self.values.add(sum.value, known.value)?;
            sum.tree = sum.tree.saturating_add(known.tree);
        }
        Ok(sum)
    }

    fn part(&mut self, part: &Board) -> Result<KnownValue, SolveError> {
        let key = marked_key(part)?;
        if let Some(known) = self.generation.table.get(&key) {
            return Ok(known);
        }
        self.count_position()?;
        let mut tree = 1u32;
        let lefts = self.values_of_options(part, Player::Left, &mut tree)?;
        let value = match self.ruleset.algebra() {
            Algebra::Impartial => self.least_excluded(&lefts)?,
            _ => {
                let rights = self.values_of_options(part, Player::Right, &mut tree)?;
                self.values.game(&lefts, &rights)?
            }
        };
        let known = KnownValue { value, tree };
        if self.generation.table.insert(&key, known) {
            self.generation.count();
        }
        Ok(known)
    }

    fn values_of_options(
        &mut self,
        part: &Board,
        player: Player,
        tree: &mut u32,
    ) -> Result<OptionList, SolveError> {
        let mut values = OptionList::new();
        for option in self.ruleset.options(part, player) {
            let known = self.sum_of_parts(option)?;
            *tree = tree.saturating_add(known.tree);
            values.push(known.value);
        }
        Ok(values)
    }

    /// The value of an impartial position with these options: the least nimber that is not an
    /// option (Sprague 1935, Grundy 1939).
    pub(super) fn least_excluded(&mut self, options: &[Value]) -> Result<Value, SolveError> {
        let mut there = vec![false; options.len() + 1];
        for &option in options {
            let nim = self.values.as_nimber(option).unwrap_or(u32::MAX) as usize;
            if nim < there.len() {
                there[nim] = true;
            }
        }
        let nim = there.iter().position(|t| !t).unwrap_or(options.len()) as u32;
        if nim > MAX_NIMBER {
            return Err(SolveError::Grundy(nim));
        }
        Ok(self.values.number_up_star(NumberUpStar {
            number: Dyadic::ZERO,
            up: 0,
            nim,
        })?)
    }

    /// Counts the different positions that play from a board can reach; returns whether the number
    /// is within the budget.
    fn few_boards(&mut self, board: &Board) -> Result<bool, SolveError> {
        let mut seen = FxHashSet::default();
        let mut waiting = vec![board.clone()];
        let both = [Player::Left, Player::Right];
        let players = match self.ruleset.algebra() {
            Algebra::Impartial => &both[..1],
            _ => &both,
        };
        while let Some(position) = waiting.pop() {
            self.look_at_stop()?;
            for part in self.board_parts(position) {
                let key = marked_key(&part)?;
                // Positions are compared by two hashes, since a collision would miscount. Both
                // hashes are the same on every machine.
                if !seen.insert((hash(&key), crc32fast::hash(&key))) {
                    continue;
                }
                if seen.len() as u64 > self.budget.positions {
                    return Ok(false);
                }
                for &player in players {
                    waiting.extend(self.ruleset.options(&part, player));
                }
            }
        }
        Ok(true)
    }
}
