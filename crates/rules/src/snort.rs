//! Snort, invented by Simon Norton (Winning Ways, vol. 1, ch. 5).
//!
//! The players claim vertices, and no player claims a vertex adjacent to a vertex that the opponent
//! has claimed. A claimed vertex leaves the board and tints its neighbours for the player. A
//! neighbour that was tinted for the opponent can be claimed by neither player any more, and leaves
//! as well.

use super::{Claiming, Options, Player, Ruleset};
use boilingpoint_boards::{Board, Tint};
use boilingpoint_values::Dyadic;

/// The ruleset Snort: no vertex may be claimed beside a vertex of the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Snort;

static CLAIMING: Claiming = Claiming {
    may_claim: Claiming::not_the_others,
    neighbour: |tint, player| (tint != player.other().tint()).then(|| player.tint()),
    // Only an edge between two vertices of the same tint has no effect. Only their owner plays on
    // these vertices, and her claim of one end would tint the other end with the tint that it has
    // already (Winning Ways; Observation 3.4 of "Degrees are useless in Snort when measuring
    // temperature").
    edge_matters: |a, b| a == Tint::None || a != b,
    one_tint_is_over: false,
};

impl Ruleset for Snort {
    about! {
        "snort", Partizan, TINTS,
        "claim a vertex that is not adjacent to one of the opponent's"
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        CLAIMING.options(position, player)
    }

    fn claiming(&self) -> Option<&'static Claiming> {
        Some(&CLAIMING)
    }

    /// The order less the domination number `γ`. If the least degree `δ` is at least 1, the order
    /// less half of `3γ - 1`; if `γ` is at least 2 as well, the order less half of `γ + δ + 2`.
    /// `docs/findings/snort-domination.md` has the proofs.
    fn temperature_at_most(
        &self,
        order: usize,
        least_degree: usize,
        domination: usize,
    ) -> Option<Dyadic> {
        let twice = match (least_degree, domination) {
            (0, _) | (_, 0 | 1) => 2 * domination,
            _ => (3 * domination - 1).max(domination + least_degree + 2),
        };
        let (order, twice) = (i64::try_from(order).ok()?, i64::try_from(twice).ok()?);
        Dyadic::new(2 * order - twice, 1).ok()
    }
}
