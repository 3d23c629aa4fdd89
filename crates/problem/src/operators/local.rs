//! Local operators: add, remove and move vertices and edges, and change tints.

use super::parts::{Rng, any_arc, any_edge, any_leaf, any_vertex, without};
use super::sites::{Arc, Orbits, Sites};
use crate::genome::{Genome, Vertex};
use boilingpoint_boards::Tint;
use petgraph::graph::{EdgeIndex, NodeIndex};
use rand::RngExt;

pub(super) static ADD_LEAF: Sites<NodeIndex, NodeIndex> = Sites {
    at: |_, hub| vec![hub],
    draw: None,
    apply: |g, hub| Some(with_leaves(g, hub, 1)),
};

fn with_leaves(mut g: Genome, hub: NodeIndex, leaves: usize) -> Genome {
    for _ in 0..leaves {
        let leaf = g.add_node(Vertex::default());
        g.join(hub, leaf);
    }
    g
}

pub(super) fn fan(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let leaves = rng.random_range(2..=5);
    let hub = any_vertex(parents[0], rng)?;
    Some(with_leaves(parents[0].clone(), hub, leaves))
}

pub(super) fn add_vertex(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let ends: Vec<NodeIndex> = (0..rng.random_range(1..=3))
        .filter_map(|_| any_vertex(&g, rng))
        .collect();
    let v = g.add_node(Vertex::default());
    for u in ends {
        g.join(u, v);
    }
    Some(g)
}

/// The numbering of the vertices after a vertex was removed.
///
/// The children of a board depend on its numbering. Both numberings stay in use, so that old seeds
/// breed the same boards as before.
pub(super) enum Numbering {
    /// The last vertex gets the number of the removed vertex. Mutations use this numbering.
    Last,
    /// The other vertices keep their order. Neighbourhoods use this numbering.
    Order,
}

fn removed(mut g: Genome, (v, numbering): (NodeIndex, Numbering)) -> Option<Genome> {
    match numbering {
        Numbering::Last => drop(g.remove_node(v)),
        Numbering::Order => g = without(&g, &[v]),
    }
    Some(g)
}

pub(super) static REMOVE_LEAF: Sites<NodeIndex, (NodeIndex, Numbering)> = Sites {
    at: |board, v| match board.genome.degree(v) {
        1 => vec![(v, Numbering::Order)],
        _ => Vec::new(),
    },
    draw: Some(|g, rng| Some((any_leaf(g, rng)?, Numbering::Last))),
    apply: removed,
};

/// Removes a vertex. A neighbourhood removes only vertices that are not leaves, since
/// [`REMOVE_LEAF`] removes the leaves in a nearer neighbourhood.
pub(super) static REMOVE_VERTEX: Sites<NodeIndex, (NodeIndex, Numbering)> = Sites {
    at: |board, v| match board.genome.degree(v) {
        1 => Vec::new(),
        _ => vec![(v, Numbering::Order)],
    },
    draw: Some(|g, rng| Some((any_vertex(g, rng)?, Numbering::Last))),
    apply: removed,
};

/// Joins two vertices. A mutation draws up to sixteen random pairs and takes the first pair that is
/// not adjacent.
pub(super) static ADD_EDGE: Sites<NodeIndex, (NodeIndex, NodeIndex)> = Sites {
    at: |board, v| {
        let open = open_to(board.genome, v);
        open.map(|u| (u, v)).collect()
    },
    draw: Some(|g, rng| {
        (0..16)
            .filter_map(|_| any_vertex(g, rng).zip(any_vertex(g, rng)))
            .find(|&(a, b)| g.can_join(a, b))
    }),
    apply: |mut g, (a, b)| g.join(a, b).then_some(g),
};

/// The vertices that are neither `v` nor adjacent to it.
fn open_to(g: &Genome, v: NodeIndex) -> impl Iterator<Item = NodeIndex> {
    g.node_indices().filter(move |&u| g.can_join(u, v))
}

pub(super) static REMOVE_EDGE: Sites<Arc, EdgeIndex> = Sites {
    at: edge_of,
    draw: Some(any_edge),
    apply: |mut g, edge| {
        g.remove_edge(edge);
        Some(g)
    },
};

pub(super) static SUBDIVIDE: Sites<Arc, EdgeIndex> = Sites {
    at: edge_of,
    draw: Some(any_edge),
    apply: |mut g, edge| {
        let (a, b) = g.edge_endpoints(edge)?;
        g.remove_edge(edge);
        let v = g.add_node(Vertex::default());
        (g.join(a, v) && g.join(v, b)).then_some(g)
    },
};

fn edge_of(board: &Orbits<'_>, (a, b): Arc) -> Vec<EdgeIndex> {
    board.genome.find_edge(a, b).into_iter().collect()
}

/// Moves one end of an edge to another vertex.
pub(super) static MOVE_EDGE: Sites<Arc, (Arc, NodeIndex)> = Sites {
    at: |board, (fixed, moved)| {
        let open = open_to(board.genome, fixed).filter(|&to| to != moved);
        open.map(|to| ((fixed, moved), to)).collect()
    },
    draw: Some(|g, rng| {
        let arc = any_arc(g, rng)?;
        let to = any_vertex(g, rng).filter(|&v| v != arc.1)?;
        Some((arc, to))
    }),
    apply: with_end_moved,
};

fn with_end_moved(mut g: Genome, ((fixed, moved), to): (Arc, NodeIndex)) -> Option<Genome> {
    let edge = g.find_edge(fixed, moved)?;
    g.remove_edge(edge);
    g.join(fixed, to).then_some(g)
}

/// Moves one end of an edge to a neighbour of that end, so that a connected board stays connected.
pub(super) static SLIDE: Sites<Arc, (Arc, NodeIndex)> = Sites {
    at: |board, (fixed, moved)| {
        let g = board.genome;
        let next = g.neighbors(moved).filter(|&to| g.can_join(fixed, to));
        next.map(|to| ((fixed, moved), to)).collect()
    },
    draw: None,
    apply: with_end_moved,
};

/// Exchanges ends of two disjoint edges, so that every vertex keeps its degree (the switching of
/// Taylor, *Constrained switchings in graphs*, 1981). The edges keep their marks. A mutation draws
/// up to sixteen pairs of edges, and takes the first pair whose new edges are not there yet.
///
/// A board has about as many exchanges as pairs of edges, so no neighbourhood lists them.
pub(super) fn swap_edges(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (first, second, ends) = (0..16).find_map(|_| {
        let (first, second) = (any_edge(&g, rng)?, any_edge(&g, rng)?);
        let ((a, b), (c, d)) = (g.edge_endpoints(first)?, g.edge_endpoints(second)?);
        let ends = match rng.random_bool(0.5) {
            true => [(a, c), (b, d)],
            false => [(a, d), (c, b)],
        };
        // If the two edges share an end, then a new edge is there already, or is a loop.
        let is_new = ends.iter().all(|&(u, v)| g.can_join(u, v));
        is_new.then_some((first, second, ends))
    })?;
    let marks = [g[first], g[second]];
    g.retain_edges(|_, edge| edge != first && edge != second);
    for ((u, v), mark) in ends.into_iter().zip(marks) {
        g.add_edge(u, v, mark);
    }
    Some(g)
}

/// Moves a leaf to another vertex. A mutation may hang the leaf on the same vertex again.
pub(super) static MOVE_LEAF: Sites<NodeIndex, (NodeIndex, NodeIndex)> = Sites {
    at: |board, v| {
        let leaf = (board.genome.degree(v) == 1).then_some(v);
        let hubs = |leaf| open_to(board.genome, leaf).map(move |to| (leaf, to));
        leaf.into_iter().flat_map(hubs).collect()
    },
    draw: Some(|g, rng| Some((any_leaf(g, rng)?, any_vertex(g, rng)?))),
    apply: |mut g, (leaf, to)| {
        g.detach(leaf);
        g.join(leaf, to).then_some(g)
    },
};

pub(super) static CONTRACT: Sites<Arc, Arc> = Sites {
    at: |_, arc| vec![arc],
    draw: None,
    apply: |mut g, (kept, gone)| {
        let around: Vec<NodeIndex> = g.neighbors(gone).collect();
        for v in around {
            g.join(kept, v);
        }
        g.remove_node(gone);
        Some(g)
    },
};

pub(super) static TWIN: Sites<NodeIndex, NodeIndex> = Sites {
    at: |_, v| vec![v],
    draw: None,
    apply: |mut g, v| {
        with_copy(&mut g, v);
        Some(g)
    },
};

/// Adds a copy of a vertex that is joined to it.
///
/// A neighbourhood with it would double the children of [`TWIN`], so no neighbourhood lists them.
pub(super) fn true_twin(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let v = any_vertex(&g, rng)?;
    let twin = with_copy(&mut g, v);
    g.join(v, twin).then_some(g)
}

/// Adds a copy of a vertex with the same neighbours.
fn with_copy(g: &mut Genome, v: NodeIndex) -> NodeIndex {
    let around: Vec<NodeIndex> = g.neighbors(v).collect();
    let copy = g[v].copied();
    let twin = g.add_node(copy);
    for u in around {
        g.join(twin, u);
    }
    twin
}

pub(super) static CHANGE_TINT: Sites<NodeIndex, (NodeIndex, Tint)> = Sites {
    at: |board, v| {
        let own = board.genome[v].tint;
        let all = [Tint::None, Tint::Left, Tint::Right].into_iter();
        all.filter(|&t| t != own).map(|t| (v, t)).collect()
    },
    draw: None,
    apply: |mut g, (v, tint)| {
        g[v].tint = tint;
        Some(g)
    },
};

pub(super) fn swap_tints(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (a, b) = (any_vertex(&g, rng)?, any_vertex(&g, rng)?);
    let (of_a, of_b) = (g[a].tint, g[b].tint);
    (g[a].tint, g[b].tint) = (of_b, of_a);
    (of_a != of_b).then_some(g)
}
