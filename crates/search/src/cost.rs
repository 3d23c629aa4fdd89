//! Estimates the cost of boards before they are solved.
//!
//! The solver visits the positions that follow from a board. Such a position says which vertices
//! are untinted, tinted or removed. Vertices that are alike can be exchanged, so only their numbers
//! matter: `m` such vertices can be divided among the three states in `(m+1)(m+2)/2` ways. The
//! estimate is the sum of the logarithms of these numbers over all sets of vertices that are alike.
//! It is no bound, but it ranks boards well: boards with repeated branches are cheap to solve, and
//! their estimate is low.
//!
//! A run learns which estimates exceed its budget. It learns from verdicts alone (solved, or over
//! budget), which are the same on every machine. The boards of an estimate are *hopeless* if many
//! of them exceeded the budget and hardly any were solved.

use super::scored::BoardScore;
use boilingpoint_evolve::StateError;
use boilingpoint_problem::{Genome, Unscored, alike};
use boilingpoint_solver::SolveError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of boards of an estimate that have to exceed the budget before the estimate is
/// hopeless.
const ENOUGH: u64 = 8;
/// A solved board outweighs this many boards that exceeded the budget.
const PER_SOLVED: u64 = 8;
/// The solver tries one of this many hopeless boards nevertheless.
const TRIED: u128 = 32;

/// Counts of the boards of one estimate that the solver tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct TriedCounts {
    solved: u64,
    unfinished: u64,
}

/// The counts of solved and unsolved boards so far, by estimate of the cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Costs(BTreeMap<u64, TriedCounts>);

impl Costs {
    /// The estimated cost of a board, in quarters of a bit.
    pub fn estimate(board: &Genome) -> u64 {
        let mut kinds = alike(board);
        kinds.sort_unstable();
        let bits = |kind: &[u64]| {
            let m = kind.len() as u128;
            u64::from(((m + 1) * (m + 2) / 2).pow(4).ilog2())
        };
        kinds.chunk_by(|a, b| a == b).map(bits).sum()
    }

    /// The estimate in whole bits. Boards with the same number are counted together.
    fn kind(board: &Genome) -> u64 {
        Costs::estimate(board) / 4
    }

    /// Checks that not more boards were tried than the `asked` boards of the island.
    pub(super) fn check(&self, asked: u64) -> Result<(), StateError> {
        let counts = self.0.values().flat_map(|c| [c.solved, c.unfinished]);
        let tried = counts.fold(0, u64::saturating_add);
        StateError::unless_at_most("the number of boards tried", tried, asked)
    }

    /// Whether the solver should skip the board. `key` selects the few hopeless boards that are
    /// tried nevertheless.
    pub fn is_hopeless(&self, board: &Genome, key: u128) -> bool {
        // An estimate takes as long as a cheap board.
        if self.0.values().all(|tried| tried.unfinished < ENOUGH) {
            return false;
        }
        let tried = self.0.get(&Costs::kind(board)).copied();
        let TriedCounts { solved, unfinished } = tried.unwrap_or_default();
        unfinished >= ENOUGH && unfinished >= PER_SOLVED * solved && !key.is_multiple_of(TRIED)
    }

    /// Counts the result of evaluating a board. A board that the exact solver cut off as too cold
    /// counts as solved; a board that it did not try does not count.
    pub(super) fn learn(&mut self, board: &Genome, result: &BoardScore) {
        let unfinished = match result {
            BoardScore::Cut { tried: true } => false,
            BoardScore::Scored { score, tried: true } => match &**score {
                Ok(score) => score.bounds.is_some(),
                Err(Unscored::Unsolved(SolveError::Budget { .. })) => true,
                Err(_) => return,
            },
            BoardScore::Cut { tried: false }
            | BoardScore::Scored { tried: false, .. }
            | BoardScore::Screened => return,
        };
        let tried = self.0.entry(Costs::kind(board)).or_default();
        tried.unfinished += u64::from(unfinished);
        tried.solved += u64::from(!unfinished);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;

    fn board(text: &str) -> Genome {
        Genome::of_board(&parse_board(text).unwrap())
    }

    fn tried(why: Unscored) -> BoardScore {
        BoardScore::scored(Err(why), true)
    }

    #[test]
    fn repeated_branches_are_cheap() {
        let cost = |text| Costs::estimate(&board(text));
        assert!(cost("star(200)") < cost("path(14)"));
        assert!(cost("caterpillar(65,64,65)") < cost("path(30)"));
        assert!(cost("nary_tree(6,2)") < cost("random_tree(20,1)"));
        assert!(cost("path(20)") < cost("path(21)"));
    }

    #[test]
    fn boards_like_those_over_budget_are_hopeless_except_a_few() {
        let (long, short) = (board("path(30)"), board("path(9)"));
        let over_budget = SolveError::Budget {
            positions: 5,
            work: 5,
        };
        let mut costs = Costs::default();
        for _ in 0..ENOUGH {
            assert!(!costs.is_hopeless(&long, 1));
            costs.learn(&long, &tried(Unscored::Unsolved(over_budget.clone())));
            costs.learn(&short, &tried(Unscored::NotRequired));
        }
        assert!(costs.is_hopeless(&long, 1));
        assert!(!costs.is_hopeless(&long, 2 * TRIED));
        assert!(!costs.is_hopeless(&short, 1));
    }
}
