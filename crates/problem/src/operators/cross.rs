//! Crossover: operators on two boards. They exchange whole parts, since splicing the vertex
//! numberings of two different boards keeps no structure of either (`docs/search.md`).

use super::parts::{Rng, any_branch, any_vertex, attach, insert, without};
use super::sites::Orbits;
use crate::genome::Genome;
use petgraph::graph::NodeIndex;

pub(super) fn exchange_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let (old, new) = (any_branch(parents[0], rng)?, any_branch(parents[1], rng)?);
    let mut g = parents[0].clone();
    attach(&mut g, &new.copy, old.hub);
    Some(without(&g, &old.vertices))
}

pub(super) fn graft_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let branch = any_branch(parents[1], rng)?;
    let mut g = parents[0].clone();
    let hub = any_vertex(&g, rng)?;
    attach(&mut g, &branch.copy, hub);
    Some(g)
}

pub(super) fn join_boards(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (a, b) = (any_vertex(&g, rng)?, any_vertex(parents[1], rng)?);
    let place = insert(&mut g, parents[1]);
    g.join(a, place[b.index()]);
    Some(g)
}

/// Hangs a branch of the second board on every vertex of the first board that is alike to a chosen
/// vertex.
pub(super) fn graft_alike(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let branch = any_branch(parents[1], rng)?;
    let mut g = parents[0].clone();
    let hub = any_vertex(&g, rng)?;
    for hub in Orbits::of(parents[0]).alike(hub) {
        attach(&mut g, &branch.copy, hub);
    }
    Some(g)
}

/// Joins two boards by identifying a vertex of the first board with a vertex of the second.
pub(super) fn identify(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (a, b) = (any_vertex(&g, rng)?, any_vertex(parents[1], rng)?);
    let place = insert(&mut g, parents[1]);
    let moved = place[b.index()];
    let around: Vec<NodeIndex> = g.neighbors(moved).collect();
    for v in around {
        g.join(a, v);
    }
    g.remove_node(moved);
    Some(g)
}
