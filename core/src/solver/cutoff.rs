//! Whether a board is at most so hot, without its temperature: alpha-beta for its first two moves.
//!
//! For an untinted connected board `G` of a claiming game with fair rules, which equals its
//! negative, and penalties `t >= 0` (walls and scaffolds as in `value/enclosure/`).
//!
//! **Theorem.** If for every Left option `H` of `G` the right wall of `H` at `t` is at most `t`,
//! then the temperature of `G` is at most `t`. For that it is enough that `H` has one Right option
//! whose left wall at `t` is at most 0.
//!
//! *Proof.* `S`, the greatest right wall of a Left option less `t`, falls, and the walls of `G` are
//! `S` and `-S` until these meet; so from where `S` is at most 0 on, `G` is frozen. For the second
//! claim let `u` be the left wall of that option; the right wall `r` of `H` is to be at most
//! `u(t) + t`. Let `S'` be the least left wall of a Right option of `H` plus `t`; it rises, and
//! `S'(t) <= u(t) + t`. If `H` is not a number, `r` is `S'` up to the temperature of `H`, and from
//! there on it is the mean, which is `S'` at that temperature: never more than `S'(t)`. If `H` is a
//! number, `r` is `H`, and no Right option of a number has a left stop below it:
//! `H <= S'(0) <= S'(t)`. ∎
//!
//! The left wall of a sum is at most the sum of the left walls, its right wall at most the right
//! wall of one part and the left walls of the others. So only components are valued, as the exact
//! solver would value them; but for most options one reply does instead of all. Dominated claims
//! are left out on both sides.
//!
//! Whether this proves anything depends on the board and `t` alone: what is valued has a budget of
//! its own, with a verdict of its own ([`Solver`]).

use super::budget::SolveError;
use super::enclose::can_enclose;
use super::exact::Solver;
use crate::graph::classes::{Classes, PerClass, with_any_rows};
use crate::graph::{BitRow, Board};
use crate::ruleset::Player;
use crate::value::Dyadic;
use smallvec::SmallVec;

/// How many replies are tried before an option is valued.
const REPLIES: usize = 3;

/// The share of the budget of positions that the look at an option or a reply may take.
const SHARE: u64 = 16;

/// A position and the classes of it that are on the board.
type PlacedClasses<R> = (Classes<R>, R);

impl Solver {
    /// Whether it is proved that the temperature of a board is at most `t`.
    ///
    /// # Errors
    /// As [`Solver::value`], but for an exceeded budget.
    pub fn is_at_most(&mut self, board: &Board, t: Dyadic) -> Result<bool, SolveError> {
        self.ruleset.fits(board)?;
        if !can_enclose(self.ruleset) || t < Dyadic::ZERO {
            return Ok(false);
        }
        let compressed = self.compressed(board)?;
        let positions = self.budget.positions;
        self.budget.positions = (positions / SHARE).max(1);
        let found = with_any_rows!(&compressed, position => self.is_position_at_most(position, t));
        self.budget.positions = positions;
        match found {
            Err(SolveError::Positions(_) | SolveError::Memory(_)) => Ok(false),
            found => found,
        }
    }

    fn is_position_at_most<R: BitRow>(
        &mut self,
        position: &Classes<R>,
        t: Dyadic,
    ) -> Result<bool, SolveError> {
        if !self.is_own_negative(position) {
            return Ok(false);
        }
        let moves = self.rules.moves(position, Player::Left);
        if t >= Dyadic::integer(i64::from(moves)) {
            return Ok(true);
        }
        // the best for Left first: they are the ones that cannot be refuted
        for option in self.by_promise(position, Player::Left) {
            if !self.is_refuted(&option, t)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the right wall of a Left option is at most `t` at `t`.
    fn is_refuted<R: BitRow>(
        &mut self,
        (position, rest): &PlacedClasses<R>,
        t: Dyadic,
    ) -> Result<bool, SolveError> {
        let option = position.part(*rest);
        let replies = self.by_promise(&option, Player::Right);
        for (position, rest) in replies.into_iter().take(REPLIES) {
            if self.walls_of_placed(&position, rest, t)?[0] <= Dyadic::ZERO {
                return Ok(true);
            }
        }
        Ok(self.walls_of_placed(position, *rest, t)?[1] <= t)
    }

    /// The positions after a player's claims, the best ones first by a first look: the more
    /// vertices are left to her alone, and the fewer to the other.
    fn by_promise<R: BitRow>(
        &self,
        position: &Classes<R>,
        player: Player,
    ) -> Vec<PlacedClasses<R>> {
        let mut position = position.clone();
        self.rules.drop_idle_edges(&mut position);
        let order: PerClass<u16> = (0..position.len() as u16).collect();
        let claims = self.rules.claims(&position, player, &order);
        let ranked = claims.bits().map(|c| {
            let (after, rest) = self.rules.claim(&position, c, player);
            let part = after.part(rest);
            let [left, right] = Player::BOTH.map(|p| i64::from(self.rules.moves(&part, p)));
            let lead = match player {
                Player::Left => left - right,
                Player::Right => right - left,
            };
            (-lead, (after, rest))
        });
        let mut ranked: Vec<(i64, PlacedClasses<R>)> = ranked.collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        ranked.into_iter().map(|(_, placed)| placed).collect()
    }

    /// Upper bounds of the left and the right wall of a position at `t`.
    fn walls_of_placed<R: BitRow>(
        &mut self,
        position: &Classes<R>,
        rest: R,
        t: Dyadic,
    ) -> Result<[Dyadic; 2], SolveError> {
        self.within_budget(
            |solver| solver.walls(position.clone(), rest, t),
            |solver| solver.few_positions(position, rest),
        )
    }

    fn walls<R: BitRow>(
        &mut self,
        mut position: Classes<R>,
        rest: R,
        t: Dyadic,
    ) -> Result<([Dyadic; 2], u32), SolveError> {
        // a star that stands alone has both walls at 0
        let (parts, integer, _) = self.parts(&mut position, rest);
        let (mut left, mut tree) = (Dyadic::integer(integer), 0u32);
        let mut gain = Dyadic::ZERO;
        let known: SmallVec<[_; 4]> = parts.into_iter().map(|p| self.component(p)).collect();
        for known in known {
            let known = known?;
            tree = tree.saturating_add(known.tree);
            let thermograph = self.values.thermograph(known.value)?;
            let wall = thermograph.left.at(t)?;
            left = left.add(wall)?;
            gain = gain.max(wall.sub(thermograph.right.at(t)?)?);
        }
        Ok(([left, left.sub(gain)?], tree))
    }
}
