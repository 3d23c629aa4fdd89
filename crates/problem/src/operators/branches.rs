//! Operators on the pendant branches of one board. They copy, remove, move and mirror a branch,
//! repeat a branch at all vertices that are alike, or make two branches equal.

use super::parts::{Branch, Rng, any_branch, any_vertex, attach, beyond, induced, insert, without};
use super::sites::{Arc, Orbits, Sites};
use crate::genome::{Genome, Vertex};
use crate::rows::Rows;
use petgraph::graph::NodeIndex;
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::rc::Rc;

/// Hangs a copy of a branch on a vertex. A mutation uses the hub that the branch hangs on or a
/// random vertex, with probability 1/2 each. A neighbourhood uses only the hub.
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

/// Removes a pendant branch.
pub(super) static PRUNE_BRANCH: Sites<Arc, Vec<NodeIndex>> = Sites {
    at: |board, (hub, root)| beyond(board.genome, hub, root).into_iter().collect(),
    draw: Some(|g, rng| any_branch(g, rng).map(|branch| branch.vertices)),
    apply: |g, gone| Some(without(&g, &gone)),
};

/// Moves a branch to a vertex of the rest of the board. A neighbourhood moves only branches of two
/// or more vertices, since [`super::local::MOVE_LEAF`] moves single leaves in a nearer
/// neighbourhood.
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

/// Splits a board into a branch and the rest of the board.
fn cut(g: &Genome, branch: Branch) -> (Branch, Genome) {
    let rest = without(g, &branch.vertices);
    (branch, rest)
}

/// Hangs a copy of a branch on every vertex that is alike to a chosen vertex. In a neighbourhood
/// the branch is a single leaf.
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

/// Removes a branch and all branches that are alike to it.
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
    let rows = Rows::of(board.genome);
    if rows.is_some_and(|rows| !rows.cuts_off(arc.0, arc.1)) {
        return None;
    }
    let arcs = board.arcs_alike(arc).into_iter();
    arcs.map(|(hub, root)| beyond(board.genome, hub, root))
        .collect()
}

/// Doubles the number of copies of a branch on its hub. A neighbourhood leaves out a branch if an
/// arc that is alike to the branch's arc lies on a cycle.
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

/// A branch, with the number of branches on its hub that are alike to it. The branch itself counts.
fn with_copies(board: &Orbits<'_>, branch: Branch) -> (Branch, usize) {
    let arcs = board.arcs_alike((branch.hub, branch.vertices[0]));
    let copies = arcs.iter().filter(|(hub, _)| *hub == branch.hub).count();
    (branch, copies)
}

/// Replaces a branch by a copy of another branch on the same hub.
pub(super) fn even_branches(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let g = parents[0];
    let hub = any_vertex(g, rng)?;
    let around: Vec<NodeIndex> = g.neighbors(hub).collect();
    let (from, to) = (*around.choose(rng)?, *around.choose(rng)?);
    if from == to {
        return None;
    }
    let (kept, gone) = (beyond(g, hub, from)?, beyond(g, hub, to)?);
    let copy = induced(g, &kept);
    let mut g = g.clone();
    attach(&mut g, &copy, hub);
    Some(without(&g, &gone))
}

/// Replaces the board by copies of one branch: two copies that are joined by an edge, or the
/// branch's hub with one copy for each edge at the hub.
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
