//! Claiming games. A move claims a vertex, which leaves the board, and tints or removes its
//! neighbours. The tints alone decide who may claim a vertex and how its neighbours change, so a
//! few small tables describe a game.

use super::{Options, Player};
use boilingpoint_boards::{Board, Tint};

/// The rules of a claiming game on a graph with tints.
///
/// The rules must be fair: exchanging the players and the tints gives the same rules, so the board
/// with exchanged tints has the negative value. `tests/values/rulesets.rs` checks this for the
/// catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Claiming {
    /// Whether a player may claim a vertex with this tint.
    pub may_claim: fn(Tint, Player) -> bool,
    /// The new tint of a vertex when a player claims one of its neighbours; `None` if the vertex
    /// leaves the board.
    pub neighbour: fn(Tint, Player) -> Option<Tint>,
    /// Whether an edge between vertices of these tints can still affect the play. Other edges can
    /// be dropped without changing the value.
    pub edge_matters: fn(Tint, Tint) -> bool,
    /// Whether a component whose vertices all have one tint leaves the board.
    pub one_tint_is_over: bool,
}

impl Claiming {
    /// The usual rule for claims: Left may claim all vertices except those tinted for Right, and
    /// Right all except those tinted for Left.
    pub fn not_the_others(tint: Tint, player: Player) -> bool {
        tint != player.other().tint()
    }

    /// The options of `player`: one board for each vertex that the player may claim, in the order
    /// of the vertices.
    pub fn options(&'static self, board: &Board, player: Player) -> Options<'static> {
        let board = self.without_what_is_over(board.clone());
        let vertices = 0..board.order();
        Box::new(vertices.filter_map(move |v| {
            let may = (self.may_claim)(board.tints()[v], player);
            may.then(|| self.without_what_is_over(self.claim(&board, v, player)))
        }))
    }

    /// The choice behind each option, in the same order: the name of the claimed vertex.
    pub fn choices(&self, board: &Board, player: Player) -> Vec<Vec<usize>> {
        let board = self.without_what_is_over(board.clone());
        (0..board.order())
            .filter(|&v| (self.may_claim)(board.tints()[v], player))
            .map(|v| vec![board.name_of(v)])
            .collect()
    }

    /// The board after `player` has claimed vertex `v`. The vertices that stay keep their order.
    fn claim(&self, board: &Board, v: usize, player: Player) -> Board {
        let after = |u: usize| {
            if board.graph().has_edge(u, v) {
                (self.neighbour)(board.tints()[u], player)
            } else {
                Some(board.tints()[u])
            }
        };
        let others = (0..board.order()).filter(|&u| u != v);
        let (stays, tints): (Vec<usize>, Vec<Tint>) =
            others.filter_map(|u| Some((u, after(u)?))).unzip();
        let mut next = board.kept(&stays);
        for (u, tint) in tints.into_iter().enumerate() {
            next.set_tint(u, tint);
        }
        next
    }

    fn without_what_is_over(&self, board: Board) -> Board {
        if !self.one_tint_is_over {
            return board;
        }
        let tint = |&v: &usize| board.tints()[v];
        let components = board.graph().components();
        let goes_on = |c: &&Vec<usize>| c.iter().any(|v| tint(v) != tint(&c[0]));
        let mut stays: Vec<usize> = components
            .iter()
            .filter(goes_on)
            .flatten()
            .copied()
            .collect();
        stays.sort_unstable();
        board.kept(&stays)
    }
}
