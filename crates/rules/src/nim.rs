//! Nim on graphs (Fukuyama, *A Nim game played on graphs*, 2003; with loops: Clark, *Nim on
//! Graphs*, dissertation, Auburn 2012).
//!
//! A token lies on a vertex. A move takes at least 1 from the weight of a link at this vertex, and
//! moves the token along the link. Along a loop, the token stays on its vertex. A link of weight 0
//! is removed.
//!
//! Parallel links can be replaced by one link whose weight is the nim-sum of their weights (Theorem
//! 2.1 of Clark, for outcomes). This holds for Grundy values, too. For in the sum of a position and
//! the merged position, the second player has an answer to every move: a move to a smaller nim-sum
//! is answered by the same move in the other position, a move to a greater nim-sum by moving back
//! along the same links to the earlier nim-sum. Along arcs there is no way back, so parallel arcs
//! are not merged: on `0>1*1*1@0` the next player wins.

use super::{Options, Player, Ruleset};
use boilingpoint_boards::{Board, Link};
use std::collections::BTreeMap;

/// Nim on graphs: a move takes from the weight of a link and moves the token along it.
#[derive(Clone, Copy, Debug)]
pub struct NimOnGraphs;

impl Ruleset for NimOnGraphs {
    about! {
        "nim-on-graphs", Impartial, PILES + parallel + arcs + token,
        "reduce the weight of an edge or loop at the token, and move the token along it; impartial"
    }

    fn each_option<'a>(&'a self, position: &'a Board, _: Player) -> Options<'a> {
        let Some(token) = position.token() else {
            return Box::new(std::iter::empty());
        };
        let links = position.links();
        let at_token = links.clone().into_iter().enumerate();
        let ends = at_token.filter_map(move |(i, link)| Some((i, link, link.other_end(token)?)));
        let weights = ends.flat_map(|(i, link, to)| (0..link.weight).map(move |w| (i, w, to)));
        Box::new(weights.map(move |(i, weight, to)| {
            let mut next = links.clone();
            next[i].weight = weight;
            position.clone().with_links(next).with_token(Some(to))
        }))
    }

    fn reduced(&self, position: Board) -> Board {
        let one_way = |l: &Link| l.arc && !l.is_loop();
        let (arcs, both_ways): (Vec<Link>, Vec<Link>) =
            position.links().into_iter().partition(one_way);
        let mut merged: BTreeMap<(usize, usize, bool), u32> = BTreeMap::new();
        for l in &both_ways {
            *merged.entry((l.from, l.to, l.arc)).or_default() ^= l.weight;
        }
        if merged.len() == both_ways.len() {
            return around_token(position);
        }
        let link = |((from, to, arc), weight)| Link {
            from,
            to,
            weight,
            arc,
        };
        let links = merged.into_iter().map(link).chain(arcs).collect();
        around_token(position.with_links(links))
    }
}

/// The part of a position that the token can still reach; the rest has no effect on play.
pub(super) fn around_token(position: Board) -> Board {
    let Some(token) = position.token() else {
        return position;
    };
    if position.has_plain_links() {
        let reached = position.graph().component_of(token);
        return if reached.len() == position.order() {
            position
        } else {
            position.kept(&reached)
        };
    }
    let links = position.links();
    let mut reached = vec![false; position.order()];
    let mut waiting = vec![token];
    while let Some(v) = waiting.pop() {
        if !std::mem::replace(&mut reached[v], true) {
            waiting.extend(links.iter().filter_map(|l| l.other_end(v)));
        }
    }
    let stays: Vec<usize> = (0..position.order()).filter(|&v| reached[v]).collect();
    position.kept(&stays)
}
