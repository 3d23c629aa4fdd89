//! Snort, invented by Simon Norton (Winning Ways, vol. 1, ch. 5).
//!
//! The players claim vertices and never one that is adjacent to the opponent's. A claimed
//! vertex leaves the board and tints its neighbours for the player; a neighbour that was tinted
//! for the other player is of no more use to anybody and leaves as well.

use super::{Player, Ruleset};
use crate::graph::Tint;

/// The ruleset Snort.
#[derive(Clone, Copy, Debug)]
pub struct Snort;

impl Ruleset for Snort {
    fn name(&self) -> &'static str {
        "snort"
    }

    fn summary(&self) -> &'static str {
        "claim a vertex that is not adjacent to one of the opponent's"
    }

    fn may_claim(&self, tint: Tint, player: Player) -> bool {
        match player {
            Player::Left => tint != Tint::Right,
            Player::Right => tint != Tint::Left,
        }
    }

    fn neighbour(&self, tint: Tint, player: Player) -> Option<Tint> {
        match (tint, player) {
            (Tint::Right, Player::Left) | (Tint::Left, Player::Right) => None,
            (_, Player::Left) => Some(Tint::Left),
            (_, Player::Right) => Some(Tint::Right),
        }
    }

    /// Only an edge between two vertices of the same tint is idle: their owner alone plays on
    /// them, and tints what is tinted already (Winning Ways; Observation 3.4 of "Degrees are
    /// useless in Snort when measuring temperature").
    fn edge_matters(&self, a: Tint, b: Tint) -> bool {
        a == Tint::None || a != b
    }
}
