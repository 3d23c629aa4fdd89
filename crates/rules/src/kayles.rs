//! Node Kayles and Arc Kayles (Schaefer, *On the complexity of some two-person perfect-information
//! games*, 1978).
//!
//! In Node Kayles, a player claims a vertex, which leaves the board with its neighbours. In Arc
//! Kayles, a player claims an edge, and its ends leave the board; this is Node Kayles on the line
//! graph. A loop has only one end.

use super::{Claiming, Options, Player, Ruleset};
use boilingpoint_boards::{Board, Graph};

/// Node Kayles: a move removes a vertex and its neighbours.
#[derive(Clone, Copy, Debug)]
pub struct NodeKayles;

/// Arc Kayles: a move removes an edge, its ends and their other edges.
#[derive(Clone, Copy, Debug)]
pub struct ArcKayles;

static CLAIMING: Claiming = Claiming {
    may_claim: |_, _| true,
    neighbour: |_, _| None,
    edge_matters: |_, _| true,
    one_tint_is_over: false,
};

impl Ruleset for NodeKayles {
    about! {
        "node-kayles", Impartial, GRAPH,
        "claim a vertex, which is removed with its neighbours; impartial"
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        CLAIMING.options(position, player)
    }

    fn claiming(&self) -> Option<&'static Claiming> {
        Some(&CLAIMING)
    }
}

impl Ruleset for ArcKayles {
    about! {
        "arc-kayles", Impartial, GRAPH + loops + parallel,
        "claim an edge or a loop, whose ends are removed; impartial"
    }

    fn each_option<'a>(&'a self, position: &'a Board, _: Player) -> Options<'a> {
        without(position, ends(position))
    }

    fn places_dominoes(&self) -> bool {
        true
    }

    fn claiming(&self) -> Option<&'static Claiming> {
        Some(&CLAIMING)
    }

    fn claims(&self, position: &Board) -> Option<Board> {
        Some(Board::untinted(conflicts(&ends(position))))
    }
}

/// The ends of each edge.
fn ends(position: &Board) -> Vec<[usize; 2]> {
    let links = position.links();
    links.iter().map(|l| [l.from, l.to]).collect()
}

/// The positions that the removal of each of the pairs of vertices leaves.
pub(super) fn without(position: &Board, pairs: Vec<[usize; 2]>) -> Options<'_> {
    Box::new(pairs.into_iter().map(move |pair| {
        let stays = (0..position.order()).filter(|v| !pair.contains(v));
        position.kept(&stays.collect::<Vec<_>>())
    }))
}

/// The graph whose vertices are the given pairs. Two pairs are adjacent when they share an element.
pub(super) fn conflicts(pairs: &[[usize; 2]]) -> Graph {
    let meet = |a: &[usize; 2], b: &[usize; 2]| a.iter().any(|x| b.contains(x));
    let mut graph = Graph::empty(pairs.len());
    for (i, a) in pairs.iter().enumerate() {
        for (j, b) in pairs[..i].iter().enumerate() {
            if meet(a, b) {
                graph.add_edge(i, j);
            }
        }
    }
    graph
}
