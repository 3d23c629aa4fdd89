//! Games of which only the outcome is known: who wins when Left begins, and when Right does.
//!
//! A search of all options with a table of positions up to isomorphism, which ends at the first
//! winning option. The table is the board's own, so that a verdict on the budget does not depend
//! on what was decided before.

use super::budget::SolveError;
use super::exact::Solver;
use crate::graph::Board;
use crate::graph::canon::{Key, marked_key};
use crate::ruleset::{End, Player};
use crate::value::{Outcome, Winner};
use rustc_hash::FxHashMap;

/// For each player who begins: the result, where it is known.
type Results = [Option<Winner>; 2];

impl Solver {
    /// Who wins a board of a game of which only that is known.
    pub(super) fn outcome_of_board(&mut self, board: &Board) -> Result<Outcome, SolveError> {
        let mut table: FxHashMap<Key, Results> = FxHashMap::default();
        let left_first = self.winner(board.clone(), Player::Left, &mut table)?;
        let right_first = self.winner(board.clone(), Player::Right, &mut table)?;
        Ok(Outcome::of(left_first, right_first))
    }

    fn winner(
        &mut self,
        position: Board,
        player: Player,
        table: &mut FxHashMap<Key, Results>,
    ) -> Result<Winner, SolveError> {
        match self.ruleset.ended(&position) {
            Some(End::Won(Player::Left)) => return Ok(Winner::Left),
            Some(End::Won(Player::Right)) => return Ok(Winner::Right),
            Some(End::Drawn) => return Ok(Winner::Nobody),
            None => {}
        }
        let position = self.ruleset.reduced(position);
        let key = marked_key(&position)?;
        if let Some(known) = table.get(&key).and_then(|r| r[player as usize]) {
            return Ok(known);
        }
        self.look_at_stop()?;
        let (own, other) = match player {
            Player::Left => (Winner::Left, Winner::Right),
            Player::Right => (Winner::Right, Winner::Left),
        };
        let mut best = other;
        for option in self.ruleset.options(&position, player) {
            match self.winner(option, player.other(), table)? {
                won if won == own => {
                    best = own;
                    break;
                }
                Winner::Nobody => best = Winner::Nobody,
                _ => {}
            }
        }
        table.entry(key).or_default()[player as usize] = Some(best);
        if table.len() as u64 > self.budget.positions {
            return Err(SolveError::Positions(self.budget.positions));
        }
        Ok(best)
    }
}
