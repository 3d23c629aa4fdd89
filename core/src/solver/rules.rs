//! The rules as tables, and what follows from them: which claims dominate which.
//!
//! A vertex that Left may claim is *open to Left*. In Snort a claim takes the other player's
//! right to the neighbours and gives nobody a new right. For such rules:
//!
//! **Monotonicity.** If `P` and `Q` are positions on the same graph such that in `P` Left is open
//! to more vertices or the same, and Right to fewer or the same, then `P >= Q`. For in `P - Q`
//! Left, moving second, answers every move by the same move in the other board, which keeps the
//! condition: what Right may claim in `P` he may claim in `Q`.
//!
//! **Theorem.** Let `u` and `v` be open to Left, and let every neighbour of `u` that is open to
//! Right, `v` aside, be a neighbour of `v`. If `u` is adjacent to `v` or not open to Right, then
//! Left's claim of `v` is at least as good as her claim of `u`.
//!
//! *Proof.* Write `G^v` and `G^u` for the positions after the claims; Left has to win `G^v - G^u`
//! moving second. She pairs `u` in `G^v` with `v` in `G^u`, and every other vertex with itself.
//! In `G^v` no neighbour of `u` is open to Right, and neither is `u` itself: it is a move for Left
//! that nothing can take away. Every other vertex `w` that is open to Right in `G^v` is so in
//! `G^u` (it is no neighbour of `v`; were it one of `u`, it would be one of `v`); and no vertex
//! is more open to Left in `G^u` than in `G^v`, but for `v`. So Right's move at `w` in `G^v` can be
//! answered at `w` in `G^u`, where it takes from Left at least as much: `w` is adjacent neither to
//! `v` nor to `u`. Left's move at `w` in `G^u` (made by Right in the negative) is answered at `w`
//! in `G^v`; her move at `v` there is answered by `u` in `G^v`, after which the same neighbours are
//! lost to Right on both boards. Every answer keeps these conditions, so Left is never without
//! one. ∎
//!
//! So a leaf is no option for Left beside its support, nor is a vertex beside an adjacent twin.
//! With classes of twins the condition is a comparison of rows. The theorem is tested against the
//! checker, which knows nothing of it, on every small board (`tests/values/truth.rs`).
//!
//! Removing options one after another, each because of one that is still there, keeps a best one.

use crate::graph::classes::Classes;
use crate::graph::{BitRow, Tint};
use crate::ruleset::{Claiming, Player};
use smallvec::SmallVec;

const TINTS: [Tint; 3] = [Tint::None, Tint::Left, Tint::Right];

/// The rules as tables, indexed by tint and player.
pub(super) struct Rules {
    pub may_claim: [[bool; 2]; 3],
    /// The tint of a neighbour after a claim, if it stays on the board.
    neighbour: [[Option<Tint>; 2]; 3],
    /// Beside which tints an edge has no effect.
    idle_beside: [SmallVec<[Tint; 3]>; 3],
    /// A component of one tint leaves the board.
    pub one_tint_is_over: bool,
    /// A claim takes from the neighbours what the other player may do there, and nothing else.
    claims_exclude: bool,
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
        rules.claims_exclude = TINTS
            .iter()
            .all(|&t| Player::BOTH.iter().all(|&p| rules.excludes(t, p)));
        rules
    }

    /// Whether a claim can give a player the right to a neighbour that she did not have.
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

    /// Whether positions are monotone: see the head of this file.
    pub fn claims_exclude(&self) -> bool {
        self.claims_exclude
    }

    /// What is left when a player (0 is Left) gives up the right to some classes, and the classes
    /// of it that are still on the board; `None` if there is no tint that says so.
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

    /// Removes edges that can have no effect.
    pub fn drop_idle_edges<R: BitRow>(&self, position: &mut Classes<R>) {
        for (tint, idle) in TINTS.iter().zip(&self.idle_beside) {
            let own = position.of_tint(*tint);
            for &other in idle {
                let idle = position.of_tint(other);
                own.bits().for_each(|c| position.rows[c] &= !idle);
            }
        }
    }

    /// Whether part of a position has left the board, being of one tint.
    pub fn is_over<R: BitRow>(&self, position: &Classes<R>, part: R) -> bool {
        self.one_tint_is_over
            && TINTS
                .iter()
                .any(|&tint| (part & !position.of_tint(tint)).is_none())
    }

    /// A bound for the moves that a player will have: as many as there are vertices that she may
    /// claim, if no claim gives a right to one, and otherwise as there are vertices.
    pub fn moves<R: BitRow>(&self, position: &Classes<R>, player: Player) -> u32 {
        let open = if self.gives_rights() {
            position.all()
        } else {
            self.open(position, player)
        };
        open.bits().map(|c| u32::from(position.counts[c])).sum()
    }

    /// The classes that a player may claim a vertex of.
    fn open<R: BitRow>(&self, position: &Classes<R>, player: Player) -> R {
        let open = TINTS
            .iter()
            .filter(|&&t| self.may_claim[t as usize][player as usize]);
        open.fold(R::NONE, |set, &tint| set | position.of_tint(tint))
    }

    /// The classes that a player may claim a vertex of, without those that are dominated by
    /// another one. `order` is canonical, so that the choice among equals is.
    pub fn claims<R: BitRow>(&self, position: &Classes<R>, player: Player, order: &[u16]) -> R {
        self.claims_but(position, player, order, |_, _| ())
    }

    /// The same; `dominated` is told of each class that is left out and the one that is as good,
    /// which may be left out later on.
    pub fn claims_but<R: BitRow>(
        &self,
        position: &Classes<R>,
        player: Player,
        order: &[u16],
        mut dominated: impl FnMut(usize, usize),
    ) -> R {
        let own = self.open(position, player);
        let other = self.open(position, player.other());
        if !self.claims_exclude {
            return own;
        }
        let mut left = own;
        for &u in order {
            let u = usize::from(u);
            if !own.has(u) {
                continue;
            }
            let mut better = left & !R::one(u);
            if other.has(u) {
                better &= position.rows[u];
            }
            let reach = position.rows[u] & other;
            let as_good = better.bits().find(|&v| {
                let beyond = reach & !position.rows[v];
                beyond.is_none() || position.counts[v] == 1 && beyond == R::one(v)
            });
            if let Some(v) = as_good {
                left &= !R::one(u);
                dominated(u, v);
            }
        }
        left
    }

    /// The position after `player` has claimed a vertex of class `c`, and the classes of it that
    /// are still on the board.
    pub fn claim<R: BitRow>(
        &self,
        component: &Classes<R>,
        c: usize,
        player: Player,
    ) -> (Classes<R>, R) {
        let mut next = component.clone();
        next.counts[c] -= 1;
        let mut gone = R::NONE;
        let row = component.rows[c];
        next.left &= !row;
        next.right &= !row;
        for (before, after) in TINTS.iter().zip(&self.neighbour) {
            let met = row & component.of_tint(*before);
            match after[player as usize] {
                None => gone |= met,
                Some(Tint::None) => {}
                Some(Tint::Left) => next.left |= met,
                Some(Tint::Right) => next.right |= met,
            }
        }
        if next.counts[c] == 0 {
            gone |= R::one(c);
        } else if next.counts[c] == 1 {
            next.rows[c] &= !R::one(c);
        }
        (next, component.all() & !gone)
    }
}
