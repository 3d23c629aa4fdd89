//! Games whose positions have an outcome but no value: finds the winner when Left begins, and the
//! winner when Right begins.
//!
//! The method is a search with bounds (alpha-beta: Knuth and Moore 1975) and a table of positions
//! up to isomorphism. The table stores the least and the greatest possible score of a position.
//! Each board has its own table, so whether a board exceeds the budget does not depend on earlier
//! boards.

use super::budget::SolveError;
use super::exact::Solver;
use super::steps::{Account, Count, PER_VERTEX};
use boilingpoint_boards::Board;
use boilingpoint_boards::canon::{CanonicalKey, marked_key};
use boilingpoint_memory::{Share, bytes_of_growing_table, is_deep};
use boilingpoint_rules::{End, Player};
use boilingpoint_values::{Outcome, Winner};
use rustc_hash::FxHashMap;

/// The score of the player to move: 1 for a win, 0 for a draw, -1 for a loss.
type MoverScore = i8;

/// The least and the greatest possible score of a position.
type ScoreBounds = [MoverScore; 2];

/// For each player to move, the bounds of the position's score; `None` if no bounds were found yet.
type Scores = [Option<ScoreBounds>; 2];

/// The positions searched so far, and the memory that they need.
struct ScoreTable {
    scores: FxHashMap<CanonicalKey, Scores>,
    /// The bytes of keys that are too long for their places in the table.
    long: usize,
    /// The bytes of the positions whose options are being searched.
    held: usize,
    share: Share,
}

impl ScoreTable {
    fn new() -> ScoreTable {
        ScoreTable {
            scores: FxHashMap::default(),
            long: 0,
            held: 0,
            share: Share::take(),
        }
    }

    /// Keeps the bounds of a score.
    fn put(&mut self, key: CanonicalKey, player: Player, bounds: ScoreBounds) {
        if key.spilled() && !self.scores.contains_key(&key) {
            self.long += key.capacity() + ALLOCATION;
        }
        self.scores.entry(key).or_default()[player as usize] = Some(bounds);
    }

    /// The bytes of the table and of the positions in hand.
    fn bytes(&self) -> usize {
        let entry = size_of::<(CanonicalKey, Scores)>();
        bytes_of_growing_table(self.scores.capacity(), entry) + self.long + self.held
    }
}

/// The bytes that the allocator adds to an allocation.
const ALLOCATION: usize = 16;

fn score_of(end: End, player: Player) -> MoverScore {
    match end {
        End::Won(winner) if winner == player => 1,
        End::Won(_) => -1,
        End::Drawn => 0,
    }
}

impl Solver {
    /// The outcome of a board in a game whose positions have no values.
    pub(super) fn outcome_of_board(&mut self, board: &Board) -> Result<Outcome, SolveError> {
        let mut table = ScoreTable::new();
        self.count = Count::within(self.budget.positions, self.budget.work);
        let mut winner = |first: Player| -> Result<Winner, SolveError> {
            let score = self.score(board.clone(), first, [-1, 1], &mut table)?;
            Ok(match (score, first) {
                (0, _) => Winner::Nobody,
                (1, Player::Left) | (-1, Player::Right) => Winner::Left,
                _ => Winner::Right,
            })
        };
        Ok(Outcome::of(winner(Player::Left)?, winner(Player::Right)?))
    }

    /// The score of `player`, who is to move, if the score lies within the window. Otherwise a
    /// bound for the score that is on the same side of the window.
    fn score(
        &mut self,
        position: Board,
        player: Player,
        window: ScoreBounds,
        table: &mut ScoreTable,
    ) -> Result<MoverScore, SolveError> {
        if let Some(end) = self.ruleset.ended(&position) {
            return Ok(score_of(end, player));
        }
        let position = self.ruleset.reduced(position);
        let mut known = self
            .ruleset
            .foreseen(&position, player)
            .map(|e| score_of(e, player));
        known.sort_unstable();
        if known[0] == known[1] {
            return Ok(known[0]);
        }
        let key = marked_key(&position)?;
        if let Some([least, most]) = table
            .scores
            .get(&key)
            .and_then(|bounds| bounds[player as usize])
        {
            known = [known[0].max(least), known[1].min(most)];
        }
        let [least, most] = known;
        let [alpha, beta] = [window[0].max(least), window[1].min(most)];
        if alpha >= beta {
            return Ok(if least >= beta { least } else { most });
        }
        self.look_at_stop()?;
        let held = position.bytes() + key.len();
        table.held += held;
        let bytes = table.bytes();
        if bytes > self.budget.bytes || is_deep() {
            return Err(self.memory());
        }
        table.share.hold(bytes);
        let mut account = Account::default();
        let mut best = -1;
        for option in self.ruleset.promising(&position, player) {
            self.charge(&mut account, option.order() as u64 * PER_VERTEX)?;
            let window = [-beta, -alpha.max(best)];
            best = best.max(-self.score(option, player.other(), window, table)?);
            if best >= beta {
                break;
            }
        }
        let bounds = [
            if best > alpha { best } else { least },
            if best < beta { best } else { most },
        ];
        table.held -= held;
        table.put(key, player, bounds);
        if table.scores.len() as u64 > self.budget.positions {
            return Err(self.over_budget());
        }
        Ok(best)
    }
}
