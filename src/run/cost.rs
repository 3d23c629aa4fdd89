//! What boards cost, as far as it can be told before they are solved.
//!
//! The positions below a board tell how its classes of twins are divided among untinted, tinted and
//! removed vertices, so a class of `m` twins is worth the logarithm of `(m+1)(m+2)/2`. The sum is
//! far too large as a bound, but ranks boards well. What it means in terms of the budget is learned
//! within the run from verdicts alone, which are the same on every machine: a kind of boards of
//! which many ran out of budget, and hardly any did not, is *hopeless*.

use crate::graph::Board;
use crate::graph::classes::{Compressed, with_any_rows};
use crate::problem::{Score, Unscored};
use crate::solver::SolveError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Boards of a kind that ran out of budget before it can be hopeless.
const ENOUGH: u64 = 8;
/// For so many that ran out of budget, one that did not keeps hope.
const PER_SOLVED: u64 = 8;
/// One in so many hopeless boards is tried all the same.
const TRIED: u128 = 32;

/// What became of boards of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tried {
    solved: u64,
    unfinished: u64,
}

/// What boards of all kinds cost, as learned so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Costs(BTreeMap<u64, Tried>);

impl Costs {
    /// How expensive a board looks, in quarters of a bit.
    pub fn estimate(board: &Board) -> u64 {
        let Ok(compressed) = Compressed::of(board) else {
            return u64::MAX;
        };
        with_any_rows!(&compressed, classes => {
            let ways = |&m: &u16| {
                let m = u128::from(m);
                ((m + 1) * (m + 2) / 2).pow(4).ilog2()
            };
            classes.counts.iter().map(|m| u64::from(ways(m))).sum()
        })
    }

    /// Boards of one kind: those that look alike to within a bit.
    fn kind(board: &Board) -> u64 {
        Costs::estimate(board) / 4
    }

    /// Whether it is not worth trying to solve the board; `key` decides for a few that it is.
    pub fn is_hopeless(&self, board: &Board, key: u128) -> bool {
        let tried = self.0.get(&Costs::kind(board)).copied();
        let Tried { solved, unfinished } = tried.unwrap_or_default();
        unfinished >= ENOUGH && unfinished >= PER_SOLVED * solved && !key.is_multiple_of(TRIED)
    }

    /// Takes in what became of a board.
    pub fn learn(&mut self, board: &Board, scored: &Result<Score, Unscored>) {
        let over = SolveError::Positions(0);
        let unfinished = match scored {
            Ok(_) => false,
            Err(Unscored::Unsolved(e))
                if std::mem::discriminant(e) == std::mem::discriminant(&over) =>
            {
                true
            }
            Err(_) => return,
        };
        let tried = self.0.entry(Costs::kind(board)).or_default();
        tried.unfinished += u64::from(unfinished);
        tried.solved += u64::from(!unfinished);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::parse_board;

    #[test]
    fn twins_are_cheap() {
        let cost = |text| Costs::estimate(&parse_board(text).unwrap());
        assert!(cost("star(200)") < cost("path(12)"));
        assert!(cost("caterpillar(65,64,65)") < cost("path(30)"));
        assert!(cost("path(20)") < cost("path(21)"));
    }

    #[test]
    fn what_ran_out_of_budget_is_hopeless_but_for_a_few() {
        let (long, short) = (
            parse_board("path(30)").unwrap(),
            parse_board("path(9)").unwrap(),
        );
        let mut costs = Costs::default();
        for _ in 0..ENOUGH {
            assert!(!costs.is_hopeless(&long, 1));
            costs.learn(&long, &Err(Unscored::Unsolved(SolveError::Positions(5))));
            costs.learn(&short, &Err(Unscored::NotRequired));
        }
        assert!(costs.is_hopeless(&long, 1));
        assert!(!costs.is_hopeless(&long, 2 * TRIED));
        assert!(!costs.is_hopeless(&short, 1));
    }
}
