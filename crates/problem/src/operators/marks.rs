//! Operators on the marks of boards other than tints: weights, loops, directions, the token.

use super::parts::any_vertex;
use super::sites::Sites;
use crate::genome::{Course, Genome};
use petgraph::graph::{EdgeIndex, NodeIndex};
use rand::RngExt;
use rand::seq::IndexedRandom;

/// The weights of all edges, followed by the weights of all loops.
fn weights(g: &Genome) -> Vec<u32> {
    let edges = g.edge_weights().map(|e| e.weight);
    let loops = g.node_weights().filter_map(|v| v.loops.first());
    edges.chain(loops.copied()).collect()
}

/// A mutable reference to the weight at an index of [`weights`].
fn weight_mut(g: &mut Genome, place: usize) -> Option<&mut u32> {
    let edges = g.edge_count();
    if place < edges {
        return g.edge_weights_mut().nth(place).map(|e| &mut e.weight);
    }
    let mut loops = g.node_weights_mut().filter_map(|v| v.loops.first_mut());
    loops.nth(place - edges)
}

/// Changes a weight. A site is an index of [`weights`] and the new weight. A mutation changes a
/// weight by one, halves it or doubles it. A neighbourhood changes the weights of edges by one;
/// [`TOGGLE_LOOP`] changes the weights of loops.
pub(super) static WEIGH: Sites<EdgeIndex, (usize, u32)> = Sites {
    at: |board, edge| {
        let own = board.genome[edge].weight;
        let near = [own.saturating_sub(1), own.saturating_add(1)].into_iter();
        near.filter(|&w| w > 0).map(|w| (edge.index(), w)).collect()
    },
    draw: Some(|g, rng| {
        let weights: Vec<(usize, u32)> = weights(g).into_iter().enumerate().collect();
        let &(place, own) = weights.choose(rng)?;
        let weight = match (rng.random_bool(0.7), rng.random_bool(0.5)) {
            (true, true) => own.saturating_add(1),
            (true, false) => own.saturating_sub(1).max(1),
            (false, true) => own.saturating_mul(2),
            (false, false) => (own / 2).max(1),
        };
        Some((place, weight))
    }),
    apply: |mut g, (place, weight)| {
        *weight_mut(&mut g, place)? = weight;
        Some(g)
    },
};

/// Adds or removes a loop. A site is a vertex and the new weight of its loop, where 0 means no
/// loop. A neighbourhood also changes the weight of a loop by one.
pub(super) static TOGGLE_LOOP: Sites<NodeIndex, (NodeIndex, u32)> = Sites {
    at: |board, v| {
        let own = board.genome[v].loops.first().copied().unwrap_or(0);
        let near = [0, 1, own.saturating_sub(1), own.saturating_add(1)].into_iter();
        near.filter(|&w| w != own).map(|w| (v, w)).collect()
    },
    draw: Some(|g, rng| {
        let v = any_vertex(g, rng)?;
        Some((v, u32::from(g[v].loops.is_empty())))
    }),
    apply: |mut g, (v, weight)| {
        g[v].loops = if weight == 0 { vec![] } else { vec![weight] };
        Some(g)
    },
};

/// Changes the direction of an arc, turns an edge into an arc, or turns an arc into an edge.
pub(super) static TURN: Sites<EdgeIndex, (EdgeIndex, Course)> = Sites {
    at: |board, edge| {
        let own = board.genome[edge].course;
        let all = [Course::Both, Course::Forth, Course::Back].into_iter();
        all.filter(|&c| c != own).map(|c| (edge, c)).collect()
    },
    draw: None,
    apply: |mut g, (edge, course)| {
        g[edge].course = course;
        Some(g)
    },
};

/// Adds a second edge parallel to an edge.
pub(super) static DOUBLE_EDGE: Sites<EdgeIndex, EdgeIndex> = Sites {
    at: |_, edge| vec![edge],
    draw: None,
    apply: |mut g, edge| {
        let (a, b) = g.edge_endpoints(edge)?;
        let weight = g[edge];
        g.add_edge(a, b, weight);
        Some(g)
    },
};

/// Moves the token to another vertex. A mutation takes a random neighbour of the token's vertex or
/// a random vertex of the board, with probability 1/2 each.
pub(super) static MOVE_TOKEN: Sites<NodeIndex, NodeIndex> = Sites {
    at: |board, to| {
        let free = (!board.genome[to].token).then_some(to);
        free.into_iter().collect()
    },
    draw: Some(|g, rng| {
        let around: Vec<NodeIndex> = g.neighbors(g.token()?).collect();
        if rng.random_bool(0.5) {
            around.choose(rng).copied()
        } else {
            any_vertex(g, rng)
        }
    }),
    apply: |mut g, to| {
        let from = g.token()?;
        g[from].token = false;
        g[to].token = true;
        (from != to).then_some(g)
    },
};
