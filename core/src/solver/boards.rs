//! Games that are not claiming games: the solver plays them on boards, position by position.
//!
//! Table, budget and verdicts are the same as for claiming games (`solver/exact.rs`); the keys of
//! the table are canonical keys of marked boards. If the ruleset knows a smaller position of the
//! same value, that position replaces the given one. A position with a token is one component,
//! since all moves are made at the token.

use super::budget::SolveError;
use super::exact::Solver;
use super::steps::{Account, PER_VERTEX};
use super::table::KnownValue;
use crate::graph::Board;
use crate::graph::canon::marked_key;
use crate::ruleset::{Algebra, Player};
use crate::value::{Dyadic, MAX_NIMBER, NumberUpStar, OptionList, Value};
use smallvec::SmallVec;

impl Solver {
    /// Computes the value of a board within the budget.
    pub(super) fn value_of_board(&mut self, board: &Board) -> Result<Value, SolveError> {
        let find = |solver: &mut Solver| {
            let mut account = Account::default();
            let value = solver.sum_of_parts(board.clone(), &mut account)?;
            Ok((value, account.closed()))
        };
        self.within_budget(find, |solver| solver.few_boards(board))
    }

    /// The components of a position. If the ruleset knows a smaller position of the same value, its
    /// components are returned instead.
    pub(super) fn board_parts(&self, position: Board) -> Vec<Board> {
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

    /// The value of an option, or of the board itself: the sum of the values of its components.
    /// Charges the cost to an account.
    fn sum_of_parts(
        &mut self,
        position: Board,
        account: &mut Account,
    ) -> Result<Value, SolveError> {
        let order = position.order() as u64;
        let mut values = SmallVec::new();
        for part in self.board_parts(position) {
            let known = self.part(&part)?;
            account.tree += known.tree;
            values.push(known.value);
        }
        self.charge(account, order * PER_VERTEX)?;
        self.add_up(values, true, |solver, cost| solver.charge(account, cost))
    }

    pub(super) fn part(&mut self, part: &Board) -> Result<KnownValue, SolveError> {
        let key = marked_key(part)?;
        if let Some(known) = self.generation.table.get(&key) {
            return Ok(known);
        }
        let bytes = part.bytes();
        self.held += bytes;
        let mut account = self.count_position(Some(&key))?;
        let value = match self.ruleset.algebra() {
            Algebra::Impartial => self.impartial_value(part, &mut account)?,
            _ => {
                let lefts = self.values_of_options(part, Player::Left, &mut account)?;
                let rights = self.values_of_options(part, Player::Right, &mut account)?;
                self.values.game(&lefts, &rights)?
            }
        };
        self.held -= bytes;
        Ok(self.keep(&key, value, account))
    }

    fn values_of_options(
        &mut self,
        part: &Board,
        player: Player,
        account: &mut Account,
    ) -> Result<OptionList, SolveError> {
        let mut values = OptionList::new();
        for option in self.ruleset.each_option(part, player) {
            let value = self.sum_of_parts(option, account)?;
            if !values.contains(&value) {
                values.push(value);
            }
        }
        Ok(values)
    }

    /// Keeps only which nimbers the options have, since a position can have hundreds of thousands
    /// of options.
    fn impartial_value(
        &mut self,
        part: &Board,
        account: &mut Account,
    ) -> Result<Value, SolveError> {
        let mut nimbers = Nimbers::default();
        for option in self.ruleset.each_option(part, Player::Left) {
            let value = self.sum_of_parts(option, account)?;
            nimbers.add(self.values.as_nimber(value));
        }
        self.nimber(nimbers.least_excluded())
    }

    /// The value of an impartial position with these options: the least nimber that is not an
    /// option (Sprague 1935, Grundy 1939).
    pub(super) fn least_excluded(&mut self, options: &[Value]) -> Result<Value, SolveError> {
        let mut nimbers = Nimbers::default();
        for &option in options {
            nimbers.add(self.values.as_nimber(option));
        }
        self.nimber(nimbers.least_excluded())
    }

    fn nimber(&mut self, nim: u32) -> Result<Value, SolveError> {
        if nim > MAX_NIMBER {
            return Err(SolveError::Grundy(nim));
        }
        Ok(self.values.number_up_star(NumberUpStar {
            number: Dyadic::ZERO,
            up: 0,
            nim,
        })?)
    }
}

/// A set of nimbers up to [`MAX_NIMBER`]; no position has a greater one.
#[derive(Default)]
struct Nimbers(Vec<u64>);

impl Nimbers {
    fn add(&mut self, nim: Option<u32>) {
        let Some(nim) = nim.filter(|&nim| nim <= MAX_NIMBER) else {
            return;
        };
        let word = nim as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (nim % 64);
    }

    fn least_excluded(&self) -> u32 {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        let next = self.0.get(full).map_or(0, |word| word.trailing_ones());
        full as u32 * 64 + next
    }
}
