//! Proves that a board is no hotter than a bound, without its temperature: alpha-beta over the
//! first two moves.
//!
//! Let `G` be an untinted connected board of a claiming game with fair rules, so that `G` equals
//! its negative. Let `t >= 0` be a penalty (walls and scaffolds as in `value/enclosure/`).
//!
//! **Theorem.** If for every Left option `H` of `G` the right wall of `H` at `t` is at most `t`,
//! then the temperature of `G` is at most `t`. It suffices that each `H` has a Right option whose
//! left wall at `t` is at most 0.
//!
//! *Proof.* Let `S` be the greatest right wall of a Left option, less `t`. `S` is a decreasing
//! function of `t`, and the walls of `G` are `S` and `-S` until these meet; so `G` is frozen from
//! where `S` is at most 0 on. For the second claim let `u` be the left wall of that option; it has
//! to be shown that the right wall `r` of `H` is at most `u(t) + t`. Let `S'` be the least left
//! wall of a Right option of `H`, plus `t`; it is an increasing function, and `S'(t) <= u(t) + t`.
//! If `H` is not a number, `r` equals `S'` up to the temperature of `H`; from there on it is the
//! mean, which is `S'` at that temperature, and so never more than `S'(t)`. If `H` is a number, `r`
//! is `H`, and no Right option of a number has a left stop below the number: `H <= S'(0) <= S'(t)`.
//! ∎
//!
//! The left wall of a sum is at most the sum of the left walls. The right wall of a sum is at most
//! the right wall of one part plus the left walls of the other parts. So the solver values only
//! components, in the same way as for an exact value. For most options a single reply is enough.
//! Dominated claims are left out on both sides.
//!
//! The result depends only on the board and `t`: each valuation has a budget and a verdict of its
//! own ([`Solver`]).

use super::budget::SolveError;
use super::enclose::can_enclose;
use super::exact::{Counted, Solver};
use super::steps::Tree;
use boilingpoint_boards::classes::{Classes, PerClass, with_any_rows};
use boilingpoint_boards::{BitRow, Board, Graph, domination_at_least};
use boilingpoint_rules::{Player, Ruleset};
use boilingpoint_values::Dyadic;
use smallvec::SmallVec;

/// The number of Right's replies that are tried before the whole option is valued.
const REPLIES: usize = 3;

/// The divisor that gives the budget of one option or of one reply: the budget divided by this
/// number.
const SHARE: u64 = 16;

/// A position, with the set of its classes that are still on the board.
type PlacedClasses<R> = (Classes<R>, R);

/// An upper bound for the temperature of a board from its order, its least degree and a lower bound
/// for its domination number; `None` if no theorem about the game gives one.
pub(super) fn temperature_by_theorem(
    ruleset: &dyn Ruleset,
    board: &Board,
    domination: impl FnOnce(&Graph) -> usize,
) -> Option<Dyadic> {
    if board.is_tinted() || !board.is_plain() {
        return None;
    }
    let graph = board.graph();
    ruleset.temperature_at_most(graph.order(), graph.min_degree(), domination(graph))
}

impl Solver {
    /// Whether [`Solver::is_at_most`] may find a proof for a board: the theorem needs an untinted
    /// board of a claiming game that is played on the board itself.
    pub fn may_prove_cold(&self, board: &Board) -> bool {
        can_enclose(self.ruleset) && !self.ruleset.places_dominoes() && !board.is_tinted()
    }

    /// Whether a theorem about the game bounds the temperature of a board by `t`, from its order, its
    /// least degree and its domination number. This takes less time than to value a small board.
    pub fn is_bounded_by(&self, board: &Board, t: Dyadic) -> bool {
        // The bound decreases in the domination number. If every vertex has a neighbour, this is at
        // most half of the order (Ore, *Theory of Graphs*, 1962).
        let most_possible = |graph: &Graph| match graph.min_degree() {
            0 => graph.order(),
            _ => graph.order() / 2,
        };
        [most_possible, domination_at_least]
            .into_iter()
            .all(|domination| {
                let most = temperature_by_theorem(self.ruleset, board, domination);
                most.is_some_and(|most| most <= t)
            })
    }

    /// Tries to prove that the temperature of a board is at most `t`. `true` means proved; `false`
    /// means that the solver found no proof.
    ///
    /// # Errors
    /// The errors of [`Solver::value`], except for an exceeded budget.
    pub fn is_at_most(&mut self, board: &Board, t: Dyadic) -> Result<bool, SolveError> {
        self.ruleset.fits(board)?;
        if !self.may_prove_cold(board) || t < Dyadic::ZERO {
            return Ok(false);
        }
        if self.is_bounded_by(board, t) {
            return Ok(true);
        }
        if self.is_for_listing(board) {
            return self.is_at_most_in_listing(board, t);
        }
        let compressed = self.compressed(board)?;
        let (positions, work) = (self.budget.positions, self.budget.work);
        self.budget.positions = (positions / SHARE).max(1);
        self.budget.work = (work / SHARE).max(1);
        let found = with_any_rows!(&compressed, position => self.is_position_at_most(position, t));
        (self.budget.positions, self.budget.work) = (positions, work);
        match found {
            Err(SolveError::Budget { .. } | SolveError::Memory(_)) => Ok(false),
            found => found,
        }
    }

    fn is_position_at_most<R: BitRow>(
        &mut self,
        position: &Classes<R>,
        t: Dyadic,
    ) -> Result<bool, SolveError> {
        if !self.is_self_negative(position) {
            return Ok(false);
        }
        let moves = self.rules.moves(position, Player::Left);
        if t >= Dyadic::integer(i64::from(moves)) {
            return Ok(true);
        }
        // Left's best options come first, since they are the hardest to refute.
        let (position, claims) = self.by_promise(position, Player::Left);
        for c in claims {
            let option = self.rules.claim(&position, c, Player::Left);
            if !self.is_refuted(&option, t)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the right wall of a Left option at `t` is at most `t`.
    fn is_refuted<R: BitRow>(
        &mut self,
        (position, rest): &PlacedClasses<R>,
        t: Dyadic,
    ) -> Result<bool, SolveError> {
        let option = position.part(*rest);
        let (option, replies) = self.by_promise(&option, Player::Right);
        for c in replies.into_iter().take(REPLIES) {
            let (position, rest) = self.rules.claim(&option, c, Player::Right);
            if self.walls_of_placed(&position, rest, t)?[0] <= Dyadic::ZERO {
                return Ok(true);
            }
        }
        Ok(self.walls_of_placed(position, *rest, t)?[1] <= t)
    }

    /// The claims of a player, the most promising first, and the position in which they are made. A
    /// claim is promising if the player may still claim many more vertices after it than the other
    /// player.
    fn by_promise<R: BitRow>(
        &self,
        position: &Classes<R>,
        player: Player,
    ) -> (Classes<R>, Vec<usize>) {
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
            (-lead, c)
        });
        let mut ranked: Vec<(i64, usize)> = ranked.collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        let claims = ranked.into_iter().map(|(_, c)| c).collect();
        (position, claims)
    }

    /// Upper bounds for the left and the right wall of a position at `t`.
    fn walls_of_placed<R: BitRow>(
        &mut self,
        position: &Classes<R>,
        rest: R,
        t: Dyadic,
    ) -> Result<[Dyadic; 2], SolveError> {
        self.within_budget(
            |solver| solver.walls(position.clone(), rest, t),
            |solver| solver.few_positions(position, rest, Counted::OptionSteps),
        )
    }

    fn walls<R: BitRow>(
        &mut self,
        mut position: Classes<R>,
        rest: R,
        t: Dyadic,
    ) -> Result<([Dyadic; 2], Tree), SolveError> {
        // An isolated vertex that both may claim is `*`, whose walls are both 0.
        let (parts, integer, _) = self.parts(&mut position, rest);
        let (mut left, mut tree) = (Dyadic::integer(integer), Tree::default());
        let mut gain = Dyadic::ZERO;
        let known: SmallVec<[_; 4]> = parts.into_iter().map(|p| self.component(p)).collect();
        for known in known {
            let known = known?;
            tree += known.tree;
            let thermograph = self.values.thermograph(known.value)?;
            let wall = thermograph.left.at(t)?;
            left = left.add(wall)?;
            gain = gain.max(wall.sub(thermograph.right.at(t)?)?);
        }
        Ok(([left, left.sub(gain)?], tree))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use boilingpoint_boards::parse_board;
    use boilingpoint_rules::{Col, Cutthroat, Domineering, NodeKayles, Snort};

    #[test]
    fn the_theorems_are_for_some_boards_of_some_games() {
        let board = |name: &str| parse_board(name).expect(name);
        let may = |game: &'static dyn Ruleset, name: &str| {
            Solver::new(game, Budget::default()).may_prove_cold(&board(name))
        };
        assert!(may(&Snort, "path(4)") && may(&Col, "path(4)") && may(&Cutthroat, "path(4)"));
        assert!(!may(&Snort, "path(4):L..."));
        assert!(!may(&Domineering, "squares(2,2)"));
        assert!(!may(&NodeKayles, "path(4)"));
    }

    /// The least half that a theorem proves to be no less than the temperature.
    #[test]
    fn theorems_bound_temperatures_by_these_numbers() {
        let solver = Solver::new(&Snort, Budget::default());
        let names = [
            "path(7)",
            "cycle(12)",
            "star(5)",
            "complete(6)",
            "grid(3,4)",
            "path(1)",
        ];
        let least = names.map(|name| {
            let board = parse_board(name).expect(name);
            let is_proved = |n: &i64| solver.is_bounded_by(&board, Dyadic::new(*n, 1).unwrap());
            (-2..80).find(is_proved)
        });
        assert_eq!(least, [6, 13, 10, 10, 13, 0].map(Some));
        let board = |graph| boilingpoint_boards::Board::untinted(graph);
        let lonely = board(Graph::from_edges(7, [(0, 1), (1, 2), (2, 3)]));
        let halves = (-2..80).find(|&n| solver.is_bounded_by(&lonely, Dyadic::new(n, 1).unwrap()));
        assert_eq!(halves, Some(6));
    }
}
