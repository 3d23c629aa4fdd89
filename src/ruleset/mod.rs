//! The games, one file each, behind one trait, and the catalogue of them by name.
//!
//! The rulesets here are *claiming games*: a move claims a vertex, which leaves the board,
//! and tints or removes its neighbours. Who may claim a vertex, and what becomes of its
//! neighbours, depends on their tints alone; so a game is three small tables.

mod snort;

use crate::graph::{Board, Graph, Tint};
pub use snort::Snort;

/// A player: Left (blue) or Right (red).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Blue.
    Left,
    /// Red.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    pub const fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// The rules of a claiming game on a tinted graph.
///
/// The rules must be fair: exchanging the players and the tints gives the same rules, so that
/// the swapped board has the negative value. `tests/rulesets.rs` checks this for the catalogue.
pub trait Ruleset: Send + Sync {
    /// Its name in configs and on the command line.
    fn name(&self) -> &'static str;

    /// The rules in a sentence or two.
    fn summary(&self) -> &'static str;

    /// Whether `player` may claim a vertex that carries `tint`.
    fn may_claim(&self, tint: Tint, player: Player) -> bool;

    /// What a vertex with `tint` becomes when `player` claims a neighbour of it: its new tint,
    /// or `None` when it leaves the board.
    fn neighbour(&self, tint: Tint, player: Player) -> Option<Tint>;

    /// Whether an edge between vertices of these tints can still have an effect; if not, it may
    /// be dropped without changing the value.
    fn edge_matters(&self, a: Tint, b: Tint) -> bool;

    /// The options of `player`: one board for each vertex that the player may claim, in order
    /// of the vertices. Nothing is reduced; the fast solver has its own way.
    fn options(&self, board: &Board, player: Player) -> Vec<Board> {
        (0..board.order())
            .filter(|&v| self.may_claim(board.tints()[v], player))
            .map(|v| self.claim(board, v, player))
            .collect()
    }

    /// The board after `player` has claimed `v`; the vertices that stay keep their order.
    fn claim(&self, board: &Board, v: usize, player: Player) -> Board {
        let graph = board.graph();
        let stays: Vec<(usize, Tint)> = (0..board.order())
            .filter(|&u| u != v)
            .filter_map(|u| {
                let tint = board.tints()[u];
                let after = if graph.has_edge(u, v) {
                    self.neighbour(tint, player)?
                } else {
                    tint
                };
                Some((u, after))
            })
            .collect();
        let mut next = Graph::empty(stays.len());
        for (i, &(a, _)) in stays.iter().enumerate() {
            for (j, &(b, _)) in stays.iter().enumerate().skip(i + 1) {
                if graph.has_edge(a, b) {
                    next.add_edge(i, j);
                }
            }
        }
        Board::new(next, stays.into_iter().map(|(_, t)| t).collect()).expect("one tint a vertex")
    }
}

/// The catalogue: every ruleset by name.
pub fn catalogue() -> &'static [&'static dyn Ruleset] {
    &[&Snort]
}

/// The ruleset of that name.
pub fn by_name(name: &str) -> Option<&'static dyn Ruleset> {
    catalogue().iter().copied().find(|r| r.name() == name)
}
