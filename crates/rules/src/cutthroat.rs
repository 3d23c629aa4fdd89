//! Cutthroat (McCurdy, *Cherries and Cutthroat*, M.Sc. thesis, 2003; McCurdy and Nowakowski,
//! *Cutthroat, an all-small game on graphs*, Integers 5(2), 2005).
//!
//! Vertices are black, white or green. Left removes a black or a green vertex, Right a white or a
//! green vertex. A component of only one colour leaves the board. Here black is the tint `L`, white
//! is the tint `R`, and green vertices are untinted. While a component has two colours, each player
//! has a move in it: the game is all small.

use super::{Claiming, Options, Player, Ruleset};
use boilingpoint_boards::Board;

/// The ruleset Cutthroat; the rules are at the head of this file.
#[derive(Clone, Copy, Debug)]
pub struct Cutthroat;

static CLAIMING: Claiming = Claiming {
    may_claim: Claiming::not_the_others,
    neighbour: |tint, _| Some(tint),
    edge_matters: |_, _| true,
    one_tint_is_over: true,
};

impl Ruleset for Cutthroat {
    about! {
        "cutthroat", Partizan, TINTS,
        "remove a vertex of your colour (L black, R white) or a green one (.); components of one colour leave the board"
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        CLAIMING.options(position, player)
    }

    fn claiming(&self) -> Option<&'static Claiming> {
        Some(&CLAIMING)
    }
}
