//! Operators on pendant branches of one board: copied, repeated at all like places, pruned, moved,
//! made equal and mirrored.

use super::Rng;
use super::parts::{
    all_alike, any_arc, any_branch, any_vertex, arcs_alike, attach, beyond, induced, insert,
    without,
};
use crate::problem::genome::Genome;
use petgraph::graph::NodeIndex;
use rand::RngExt;
use rand::seq::IndexedRandom;

pub(super) fn copy_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let branch = any_branch(&g, rng)?;
    let hub = if rng.random_bool(0.5) {
        branch.hub
    } else {
        any_vertex(&g, rng)?
    };
    attach(&mut g, &branch.copy, hub);
    Some(g)
}

pub(super) fn prune_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let branch = any_branch(parents[0], rng)?;
    Some(without(parents[0], &branch.vertices))
}

pub(super) fn move_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let branch = any_branch(parents[0], rng)?;
    let mut g = without(parents[0], &branch.vertices);
    let hub = any_vertex(&g, rng)?;
    attach(&mut g, &branch.copy, hub);
    Some(g)
}

/// Copies of one branch on all vertices alike to one.
pub(super) fn repeat_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let branch = any_branch(&g, rng)?;
    let hubs = all_alike(&g, any_vertex(&g, rng)?);
    for hub in hubs {
        attach(&mut g, &branch.copy, hub);
    }
    Some(g)
}

/// A branch and all that are alike to it go.
pub(super) fn prune_alike(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let g = parents[0];
    let arc = any_arc(g, rng)?;
    let mut gone = Vec::new();
    for (hub, root) in arcs_alike(g, arc) {
        gone.extend(beyond(g, hub, root)?);
    }
    Some(without(g, &gone))
}

/// As many copies again of a branch as its hub has of it.
pub(super) fn double_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let branch = any_branch(&g, rng)?;
    let arcs = arcs_alike(&g, (branch.hub, *branch.vertices.first()?));
    let copies = arcs.iter().filter(|(hub, _)| *hub == branch.hub).count();
    for _ in 0..copies {
        attach(&mut g, &branch.copy, branch.hub);
    }
    Some(g)
}

/// A branch takes the place of another one on the same hub.
pub(super) fn even_branches(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let hub = any_vertex(&g, rng)?;
    let around: Vec<NodeIndex> = g.0.neighbors(hub).collect();
    let (from, to) = (*around.choose(rng)?, *around.choose(rng)?);
    if from == to {
        return None;
    }
    let (kept, gone) = (beyond(&g, hub, from)?, beyond(&g, hub, to)?);
    let copy = induced(&g, &kept);
    attach(&mut g, &copy, hub);
    Some(without(&g, &gone))
}

/// A half of the board is mirrored: at an edge, or as all branches of a hub.
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
