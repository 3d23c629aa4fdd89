//! Operators on pendant branches of one board: copy, repeat at all alike vertices, prune, move,
//! make equal, mirror.

use super::parts::{Branch, Rng, any_branch, any_vertex, attach, beyond, induced, insert, without};
use super::sites::{Arc, Orbits, Sites};
use crate::problem::genome::{Genome, Vertex};
use petgraph::graph::NodeIndex;
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::rc::Rc;

/// Hangs a copy of a branch on a vertex. A neighbourhood uses the branch's own hub alone.
pub(super) static COPY_BRANCH: Sites<Arc, (Branch, NodeIndex)> = Sites {
    at: |board, arc| {
        let branch = Branch::of(board.genome, arc);
        branch.map(|b| (b, arc.0)).into_iter().collect()
    },
    draw: Some(|g, rng| {
        let branch = any_branch(g, rng)?;
        let hub = if rng.random_bool(0.5) {
            branch.hub
        } else {
            any_vertex(g, rng)?
        };
        Some((branch, hub))
    }),
    apply: |mut g, (branch, hub)| {
        attach(&mut g, &branch.copy, hub);
        Some(g)
    },
};

/// Removes a branch.
pub(super) static PRUNE_BRANCH: Sites<Arc, Vec<NodeIndex>> = Sites {
    at: |board, (hub, root)| beyond(board.genome, hub, root).into_iter().collect(),
    draw: Some(|g, rng| any_branch(g, rng).map(|branch| branch.vertices)),
    apply: |g, gone| Some(without(&g, &gone)),
};

/// Moves a branch to a vertex of the rest of the board. A neighbourhood moves no branch of one
/// vertex, since [`super::local::MOVE_LEAF`] of a nearer neighbourhood does that.
pub(super) static MOVE_BRANCH: Sites<Arc, (Rc<(Branch, Genome)>, NodeIndex)> = Sites {
    at: |board, arc| {
        let branch = Branch::of(board.genome, arc).filter(|b| b.vertices.len() > 1);
        let cut = branch.map(|branch| Rc::new(cut(board.genome, branch)));
        let moved = |cut: Rc<(Branch, Genome)>| {
            let hubs = cut.1.node_indices();
            hubs.map(move |to| (Rc::clone(&cut), to))
        };
        cut.into_iter().flat_map(moved).collect()
    },
    draw: Some(|g, rng| {
        let cut = cut(g, any_branch(g, rng)?);
        let to = any_vertex(&cut.1, rng)?;
        Some((Rc::new(cut), to))
    }),
    apply: |_, (cut, to)| {
        let mut g = cut.1.clone();
        attach(&mut g, &cut.0.copy, to);
        Some(g)
    },
};

/// A branch with the rest of the board.
fn cut(g: &Genome, branch: Branch) -> (Branch, Genome) {
    let rest = without(g, &branch.vertices);
    (branch, rest)
}

/// Hangs a copy of a branch on all vertices alike to one. A neighbourhood hangs leaves alone.
pub(super) static REPEAT_BRANCH: Sites<NodeIndex, (Genome, Vec<NodeIndex>)> = Sites {
    at: |board, v| {
        let mut leaf = Genome::default();
        leaf.add_node(Vertex::default());
        vec![(leaf, board.alike(v))]
    },
    draw: Some(|g, rng| {
        let branch = any_branch(g, rng)?;
        let hub = any_vertex(g, rng)?;
        Some((branch.copy, Orbits::of(g).alike(hub)))
    }),
    apply: |mut g, (branch, hubs)| {
        for hub in hubs {
            attach(&mut g, &branch, hub);
        }
        Some(g)
    },
};

/// Removes a branch and all branches alike to it.
pub(super) static PRUNE_ALIKE: Sites<Arc, Vec<NodeIndex>> = Sites {
    at: |board, arc| {
        let gone = cut_off(board, arc).map(|branches| branches.concat());
        gone.into_iter().collect()
    },
    draw: None,
    apply: |g, gone| Some(without(&g, &gone)),
};

/// The vertices beyond each arc that is alike to `arc`; `None` if one of these arcs is on a cycle.
fn cut_off(board: &Orbits<'_>, arc: Arc) -> Option<Vec<Vec<NodeIndex>>> {
    let arcs = board.arcs_alike(arc).into_iter();
    arcs.map(|(hub, root)| beyond(board.genome, hub, root))
        .collect()
}

/// Doubles the number of copies of a branch on its hub. A neighbourhood requires that no arc alike
/// to the branch's arc is on a cycle.
pub(super) static DOUBLE_BRANCH: Sites<Arc, (Branch, usize)> = Sites {
    at: |board, arc| {
        let branch = cut_off(board, arc).and_then(|_| Branch::of(board.genome, arc));
        let counted = branch.map(|branch| with_copies(board, branch));
        counted.into_iter().collect()
    },
    draw: Some(|g, rng| Some(with_copies(&Orbits::of(g), any_branch(g, rng)?))),
    apply: |mut g, (branch, copies)| {
        for _ in 0..copies {
            attach(&mut g, &branch.copy, branch.hub);
        }
        Some(g)
    },
};

/// A branch, and the number of branches alike to it on its hub, itself included.
fn with_copies(board: &Orbits<'_>, branch: Branch) -> (Branch, usize) {
    let arcs = board.arcs_alike((branch.hub, branch.vertices[0]));
    let copies = arcs.iter().filter(|(hub, _)| *hub == branch.hub).count();
    (branch, copies)
}

/// Replaces a branch by a copy of another branch on the same hub.
pub(super) fn even_branches(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let hub = any_vertex(&g, rng)?;
    let around: Vec<NodeIndex> = g.neighbors(hub).collect();
    let (from, to) = (*around.choose(rng)?, *around.choose(rng)?);
    if from == to {
        return None;
    }
    let (kept, gone) = (beyond(&g, hub, from)?, beyond(&g, hub, to)?);
    let copy = induced(&g, &kept);
    attach(&mut g, &copy, hub);
    Some(without(&g, &gone))
}

/// Replaces the board by copies of one branch: two that are joined by an edge, or one at each edge
/// of the hub.
pub(super) fn mirror(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let g = parents[0];
    let branch = any_branch(g, rng)?;
    if rng.random_bool(0.5) {
        let mut whole = branch.copy.clone();
        let place = insert(&mut whole, &branch.copy);
        whole.join(NodeIndex::new(0), place[0]);
        return Some(whole);
    }
    let copies = g.degree(branch.hub);
    let mut whole = induced(g, &[branch.hub]);
    for _ in 0..copies {
        attach(&mut whole, &branch.copy, NodeIndex::new(0));
    }
    Some(whole)
}
