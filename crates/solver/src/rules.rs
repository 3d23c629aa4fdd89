//! The rules of a claiming game as tables, and the theorem on dominated claims that follows from
//! them.
//!
//! A vertex that Left may claim is *open to Left*. In Snort a claim takes the other player's right
//! to the neighbours and gives neither player a new right. For such rules:
//!
//! **Monotonicity.** Let `P` and `Q` be positions on the same graph such that every vertex open to
//! Left in `Q` is open to Left in `P`, and every vertex open to Right in `P` is open to Right in
//! `Q`. Then `P >= Q`. For in `P - Q` Left, moving second, answers every move by the same move in
//! the other board, which keeps the condition: Right may claim in `Q` whatever he may claim in `P`.
//!
//! **Theorem.** Let `u` and `v` be open to Left, and let every neighbour of `u` that is open to
//! Right, `v` aside, be a neighbour of `v`. If `u` is adjacent to `v` or not open to Right, then
//! Left's claim of `v` is at least as good as her claim of `u`.
//!
//! *Proof.* Write `G^v` and `G^u` for the positions after the claims; Left has to win `G^v - G^u`
//! moving second. She pairs `u` in `G^v` with `v` in `G^u`, and every other vertex with itself. In
//! `G^v` no neighbour of `u` is open to Right, and neither is `u` itself: so `u` is a move for Left
//! that Right cannot take away. Every other vertex `w` that is open to Right in `G^v` is open to
//! Right in `G^u` (it is not a neighbour of `v`; a neighbour of `u` would be one of `v`); and apart
//! from `v`, no vertex is open to Left in `G^u` but not in `G^v`. So Right's move at `w` in `G^v`
//! can be answered at `w` in `G^u`, where it takes from Left at least as much: `w` is adjacent
//! neither to `v` nor to `u`. Left's move at `w` in `G^u` (made by Right in the negative) is
//! answered at `w` in `G^v`; her move at `v` there is answered at `u` in `G^v`, after which Right
//! has lost the same neighbours on both boards. Every answer keeps these conditions, so Left always
//! has one. ∎
//!
//! So Left need not claim a leaf beside its support, nor a vertex beside an adjacent twin. With
//! classes of twins the condition is a comparison of rows of the adjacency matrix. The solver uses
//! the theorem, and the checker does not. `a_dominated_claim_is_no_better` (`rules_tests.rs`)
//! compares every dominated claim with the claims that remain, on all tinted connected boards of
//! Snort up to order
//! 5. `the_solver_agrees_with_the_checker_exhaustively` in `tests/theorems/algebra.rs` compares the
//! values of the same boards.
//!
//! The theorem needs that a vertex leaves the board only by a claim of it or of a neighbour. So it
//! does not hold where a component of one tint leaves as a whole: there `u` is not a move that
//! nothing can take away.
//!
//! Options are removed one after another, and each removed option is dominated by an option that is
//! still present. So a best option remains.

use boilingpoint_boards::classes::Classes;
use boilingpoint_boards::{BitRow, Tint};
use boilingpoint_rules::{Claiming, Player};
use smallvec::SmallVec;

const TINTS: [Tint; 3] = [Tint::None, Tint::Left, Tint::Right];

/// The rules of a claiming game as tables, indexed by tint and player.
pub(super) struct Rules {
    pub may_claim: [[bool; 2]; 3],
    /// The tint of a neighbour after a claim; `None` if the neighbour leaves the board.
    neighbour: [[Option<Tint>; 2]; 3],
    /// For each tint of a vertex, the tints of neighbours to which an edge has no effect on play.
    idle_beside: [SmallVec<[Tint; 3]>; 3],
    /// Whether a component whose vertices all have one tint leaves the board.
    pub one_tint_is_over: bool,
    /// Whether a claim takes the other player's right to the neighbours, and changes no other
    /// right. Never true of a game in which components of one tint leave the board.
    claims_exclude: bool,
}

/// The classes of a position, by tint.
fn by_tint<R: BitRow>(position: &Classes<R>) -> [R; 3] {
    TINTS.map(|tint| position.of_tint(tint))
}

/// Whether a claim keeps the other player from the neighbours and leaves the claimant's rights as
/// they are, as in Snort.
pub fn claims_exclude(game: &Claiming) -> bool {
    Rules::of(game).claims_exclude()
}

impl Rules {
    pub fn of(game: &Claiming) -> Rules {
        let claim = |tint| Player::BOTH.map(|p| (game.may_claim)(tint, p));
        let after = |tint| Player::BOTH.map(|p| (game.neighbour)(tint, p));
        let idle = |a| {
            TINTS
                .into_iter()
                .filter(move |&b| !(game.edge_matters)(a, b))
        };
        let mut rules = Rules {
            may_claim: TINTS.map(claim),
            neighbour: TINTS.map(after),
            idle_beside: TINTS.map(|a| idle(a).collect()),
            one_tint_is_over: game.one_tint_is_over,
            claims_exclude: false,
        };
        rules.claims_exclude = !rules.one_tint_is_over
            && TINTS
                .iter()
                .all(|&t| Player::BOTH.iter().all(|&p| rules.excludes(t, p)));
        rules
    }

    /// Whether a claim can give a player the right to claim a neighbour that she could not claim
    /// before.
    fn gives_rights(&self) -> bool {
        let after = |t: usize, by: usize| {
            self.neighbour[t][by].map_or([false; 2], |t| self.may_claim[t as usize])
        };
        (0..TINTS.len())
            .any(|t| (0..2).any(|by| (0..2).any(|p| after(t, by)[p] && !self.may_claim[t][p])))
    }

    fn excludes(&self, tint: Tint, player: Player) -> bool {
        let before = self.may_claim[tint as usize];
        let after = match self.neighbour[tint as usize][player as usize] {
            None => [false, false],
            Some(t) => self.may_claim[t as usize],
        };
        let (own, other) = (player as usize, 1 - player as usize);
        after[own] == before[own] && !after[other]
    }

    /// Whether positions are monotone in the sense of the theorem above.
    pub fn claims_exclude(&self) -> bool {
        self.claims_exclude
    }

    /// The position after a player (0 is Left, 1 is Right) gives up the right to some classes, with
    /// the set of classes that are still on the board. `None` if no tint describes the remaining
    /// rights.
    pub fn without<R: BitRow>(
        &self,
        position: &Classes<R>,
        given_up: R,
        player: usize,
    ) -> Option<(Classes<R>, R)> {
        let (mut next, mut gone) = (position.clone(), R::NONE);
        for tint in TINTS {
            let set = given_up & position.of_tint(tint);
            let mut may = self.may_claim[tint as usize];
            may[player] = false;
            if set.is_none() || may == [false; 2] {
                gone |= set;
                continue;
            }
            let after = TINTS
                .into_iter()
                .find(|&t| self.may_claim[t as usize] == may)?;
            next.left &= !set;
            next.right &= !set;
            match after {
                Tint::None => {}
                Tint::Left => next.left |= set,
                Tint::Right => next.right |= set,
            }
        }
        Some((next, position.all() & !gone))
    }

    /// For each tint, the set of vertices to which an edge has no effect on play. `sets` are the
    /// vertices by tint.
    pub fn idle<R: BitRow>(&self, sets: [R; 3]) -> [R; 3] {
        let union = |tints: &SmallVec<[Tint; 3]>| {
            let sets = tints.iter().map(|&t| sets[t as usize]);
            sets.fold(R::NONE, |all, set| all | set)
        };
        std::array::from_fn(|tint| union(&self.idle_beside[tint]))
    }

    /// Removes the edges that have no effect on play.
    pub fn drop_idle_edges<R: BitRow>(&self, position: &mut Classes<R>) {
        let sets = by_tint(position);
        for (own, idle) in sets.into_iter().zip(self.idle(sets)) {
            if !idle.is_none() {
                own.bits().for_each(|c| position.rows[c] &= !idle);
            }
        }
    }

    /// Whether a part of a position leaves the board because all its vertices have one tint.
    pub fn is_over<R: BitRow>(&self, position: &Classes<R>, part: R) -> bool {
        self.one_tint_is_over
            && TINTS
                .iter()
                .any(|&tint| (part & !position.of_tint(tint)).is_none())
    }

    /// An upper bound for the number of moves that a player will have. If no claim gives rights,
    /// the bound is the number of vertices open to her; else it is the number of all vertices.
    pub fn moves<R: BitRow>(&self, position: &Classes<R>, player: Player) -> u32 {
        let open = if self.gives_rights() {
            position.all()
        } else {
            self.open_of(position, player)
        };
        open.bits().map(|c| u32::from(position.counts[c])).sum()
    }

    /// The vertices of a position that a player may claim.
    pub fn open_of<R: BitRow>(&self, position: &Classes<R>, player: Player) -> R {
        self.open(by_tint(position), player)
    }

    /// The vertices that a player may claim; `sets` are the vertices by tint.
    pub fn open<R: BitRow>(&self, sets: [R; 3], player: Player) -> R {
        let sets = sets.into_iter().zip(&self.may_claim);
        let open = sets.filter(|(_, may)| may[player as usize]);
        open.fold(R::NONE, |all, (set, _)| all | set)
    }

    /// The classes whose vertices a player may claim, without dominated classes. `order` decides
    /// between equally good classes, so `order` must be canonical for the result to be canonical.
    pub fn claims<R: BitRow>(&self, position: &Classes<R>, player: Player, order: &[u16]) -> R {
        self.claims_but(position, player, order, |_, _| ())
    }

    /// Does the work of [`Rules::claims`], and calls `dominated` with each class that is left out
    /// and a class that dominates it. The dominating class may be left out later.
    pub fn claims_but<R: BitRow>(
        &self,
        position: &Classes<R>,
        player: Player,
        order: &[u16],
        dominated: impl FnMut(usize, usize),
    ) -> R {
        let open = [player, player.other()].map(|p| self.open_of(position, p));
        let order = order.iter().map(|&u| usize::from(u));
        let is_single = |c: usize| position.counts[c] == 1;
        self.undominated(open, &position.rows, is_single, order, dominated)
    }

    /// The claims of a player without those that the theorem above leaves out. `open` are the
    /// vertices that the player and the other player may claim; `is_single` says whether a class has
    /// one vertex. `order` and `dominated` are as in [`Rules::claims_but`].
    pub fn undominated<R: BitRow>(
        &self,
        [own, other]: [R; 2],
        rows: &[R],
        is_single: impl Fn(usize) -> bool,
        order: impl Iterator<Item = usize>,
        mut dominated: impl FnMut(usize, usize),
    ) -> R {
        if !self.claims_exclude {
            return own;
        }
        let mut left = own;
        for u in order.filter(|&u| own.has(u)) {
            let mut better = left & !R::one(u);
            if other.has(u) {
                better &= rows[u];
            }
            let reach = rows[u] & other;
            let as_good = better.bits().find(|&v| {
                let beyond = reach & !rows[v];
                beyond.is_none() || is_single(v) && beyond == R::one(v)
            });
            if let Some(v) = as_good {
                left &= !R::one(u);
                dominated(u, v);
            }
        }
        left
    }

    /// The tints after a claim beside the vertices of `row`: the sets of vertices with the tints of
    /// Left and of Right, and the set of the neighbours that leave the board. `sets` are the
    /// vertices by tint.
    pub fn recoloured<R: BitRow>(&self, sets: [R; 3], row: R, player: Player) -> ([R; 2], R) {
        let [_, left, right] = sets.map(|set| set & !row);
        let (mut tints, mut gone) = ([left, right], R::NONE);
        for (set, after) in sets.into_iter().zip(&self.neighbour) {
            match after[player as usize] {
                None => gone |= set & row,
                Some(Tint::None) => {}
                Some(Tint::Left) => tints[0] |= set & row,
                Some(Tint::Right) => tints[1] |= set & row,
            }
        }
        (tints, gone)
    }

    /// The position after `player` has claimed a vertex of class `c`, with the set of classes that
    /// are still on the board.
    pub fn claim<R: BitRow>(
        &self,
        component: &Classes<R>,
        c: usize,
        player: Player,
    ) -> (Classes<R>, R) {
        let mut next = component.clone();
        next.counts[c] -= 1;
        let ([left, right], mut gone) =
            self.recoloured(by_tint(component), component.rows[c], player);
        (next.left, next.right) = (left, right);
        if next.counts[c] == 0 {
            gone |= R::one(c);
        } else if next.counts[c] == 1 {
            next.rows[c] &= !R::one(c);
        }
        (next, component.all() & !gone)
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
