//! Clobber (Albert, Grossman, Nowakowski and Wolfe, *An introduction to Clobber*, Integers 5(2),
//! 2005).
//!
//! Left's stones lie on the vertices tinted `L`, and Right's stones on the vertices tinted `R`; the
//! other vertices are empty. A move takes one of the player's stones to a neighbouring vertex with
//! a stone of the opponent, and removes the opponent's stone. If one player has a move, so has the
//! other: the game is all small.

use super::{Options, Player, Ruleset};
use boilingpoint_boards::{Board, Tint};

/// The ruleset Clobber; the rules are at the head of this file.
#[derive(Clone, Copy, Debug)]
pub struct Clobber;

impl Ruleset for Clobber {
    about! {
        "clobber", Partizan, TINTS,
        "move a stone (L, R) to a neighbour with a stone of the opponent, which it replaces; . is an empty vertex"
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        let own = player.tint();
        let tints = position.tints();
        let stones = (0..position.order()).filter(move |&v| tints[v] == own);
        Box::new(stones.flat_map(move |from| {
            let around = position.graph().neighbours(from);
            let taken = around.filter(move |&u| tints[u] == own.swapped());
            taken.map(move |to| {
                let mut next = position.clone();
                next.set_tint(from, Tint::None);
                next.set_tint(to, own);
                next
            })
        }))
    }

    fn moves_stones(&self) -> bool {
        true
    }

    fn is_all_small(&self) -> bool {
        true
    }

    /// Each move removes a stone.
    fn moves_at_most(&self, position: &Board) -> Option<usize> {
        Some(
            position
                .tints()
                .iter()
                .filter(|&&t| t != Tint::None)
                .count(),
        )
    }

    /// Removes the empty vertices, since no stone ever moves to an empty vertex or across one.
    fn reduced(&self, position: Board) -> Board {
        let stones: Vec<usize> = (0..position.order())
            .filter(|&v| position.tints()[v] != Tint::None)
            .collect();
        if stones.len() == position.order() {
            position
        } else {
            position.kept(&stones)
        }
    }
}
