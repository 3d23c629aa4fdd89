//! Digraph Placement (Clow and McKay, *Digraph Placement Games*, arXiv 2407.12219, 2024).
//!
//! A player takes a vertex of her colour, Left one tinted `L` and Right one tinted `R`. The vertex
//! leaves the board together with its out-neighbours: the vertices to which it has an arc or an
//! edge. An edge stands for two arcs. In the paper every vertex has a colour; here either player
//! may take an untinted vertex.

use super::{Features, Options, Player, Ruleset};
use boilingpoint_boards::{Board, Tint};

/// The ruleset Digraph Placement; the rules are at the head of this file.
#[derive(Clone, Copy, Debug)]
pub struct DigraphPlacement;

impl Ruleset for DigraphPlacement {
    fn name(&self) -> &str {
        "digraph-placement"
    }

    fn summary(&self) -> &str {
        "take a vertex of your colour (L, R) or an untinted one; the vertices that its arcs and edges lead to are removed with it"
    }

    fn carries(&self) -> Features {
        Features {
            arcs: true,
            ..Features::TINTS
        }
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        let others = match player {
            Player::Left => Tint::Right,
            Player::Right => Tint::Left,
        };
        let links = position.links();
        let may_take = move |&v: &usize| position.tints()[v] != others;
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
