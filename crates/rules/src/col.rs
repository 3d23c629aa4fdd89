//! Col, invented by Colin Vout (Winning Ways, vol. 1, ch. 2).
//!
//! The players claim vertices, and no player claims a vertex adjacent to a vertex that she has
//! claimed. So the neighbours of a claimed vertex are reserved for the opponent. A neighbour that
//! was reserved for the claiming player can be claimed by neither player any more, and leaves the
//! board. As in all games here, a tint says who may claim a vertex.

use super::{Claiming, Options, Player, Ruleset};
use boilingpoint_boards::{Board, Tint};

/// The ruleset Col; the rules are at the head of this file.
#[derive(Clone, Copy, Debug)]
pub struct Col;

static CLAIMING: Claiming = Claiming {
    may_claim: Claiming::not_the_others,
    neighbour: |tint, player| (tint != player.tint()).then(|| player.other().tint()),
    // An edge between a vertex for Left and a vertex for Right has no effect: a claim at one end
    // reserves the other end for the player who has it already.
    edge_matters: |a, b| a == Tint::None || b == Tint::None || a == b,
    one_tint_is_over: false,
};

impl Ruleset for Col {
    about! {
        "col", Partizan, TINTS,
        "claim a vertex that is not adjacent to one of your own"
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        CLAIMING.options(position, player)
    }

    fn claiming(&self) -> Option<&'static Claiming> {
        Some(&CLAIMING)
    }

    fn cgsuite_tints_neighbours(&self) -> bool {
        true
    }

    /// *Winning Ways*, vol. 1, ch. 2, and *On Numbers and Games*, ch. 8.
    fn is_number_or_star(&self) -> bool {
        true
    }
}
