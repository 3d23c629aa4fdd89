//! Digraph Placement (Clow and McKay, *Digraph Placement Games*, arXiv 2407.12219, 2024).
//!
//! A player takes a vertex of her colour, Left one tinted `L` and Right one tinted `R`. The vertex
//! leaves the board together with its out-neighbours: the vertices to which it has an arc or an
//! edge. An edge stands for two arcs. In the paper every vertex has a colour; here either player
//! may take an untinted vertex.

use super::{Claiming, Options, Player, Ruleset};
use boilingpoint_boards::Board;

/// The ruleset Digraph Placement; the rules are at the head of this file.
#[derive(Clone, Copy, Debug)]
pub struct DigraphPlacement;

impl Ruleset for DigraphPlacement {
    about! {
        "digraph-placement", Partizan, TINTS + arcs,
        "take a vertex of your colour (L, R) or an untinted one; the vertices that its arcs and edges lead to are removed with it"
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        let links = position.links();
        let may_take = move |&v: &usize| Claiming::not_the_others(position.tints()[v], player);
        Box::new((0..position.order()).filter(may_take).map(move |v| {
            let mut stays = vec![true; position.order()];
            stays[v] = false;
            for end in links.iter().filter_map(|l| l.other_end(v)) {
                stays[end] = false;
            }
            let rest: Vec<usize> = (0..position.order()).filter(|&u| stays[u]).collect();
            position.kept(&rest)
        }))
    }

    /// Each move removes a vertex.
    fn moves_at_most(&self, position: &Board) -> Option<usize> {
        Some(position.order())
    }
}
