//! Crossover: operators on two boards. They exchange whole parts, since splicing two numberings
//! of different boards mixes nothing (`docs/search.md`).

use super::Rng;
use super::parts::{alike, all_alike, any_branch, any_vertex, attach, insert, without};
use crate::problem::genome::Genome;
use petgraph::graph::NodeIndex;
use rand::RngExt;

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

/// A branch of the second board on all vertices of the first that are alike to one.
pub(super) fn graft_alike(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let branch = any_branch(parents[1], rng)?;
    let mut g = parents[0].clone();
    for hub in all_alike(&g, any_vertex(&g, rng)?) {
        attach(&mut g, &branch.copy, hub);
    }
    Some(g)
}

/// Two boards with a vertex of each made one.
pub(super) fn identify(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (a, b) = (any_vertex(&g, rng)?, any_vertex(parents[1], rng)?);
    let place = insert(&mut g, parents[1]);
    let moved = place[b.index()];
    let around: Vec<NodeIndex> = g.0.neighbors(moved).collect();
    for v in around {
        g.join(a, v);
    }
    g.0.remove_node(moved);
    Some(g)
}

/// Two boards laid on each other, vertices of high degree on vertices of high degree: edges of
/// both stay, edges of one stay by even chances. (The class makes a spanning tree of it where trees
/// are wanted, which is the edge-set crossover of Raidl and Julstrom 2003.)
pub(super) fn overlay(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let ranked = |g: &Genome| {
        let colours = alike(g);
        let mut all: Vec<NodeIndex> = g.0.node_indices().collect();
        all.sort_by_key(|&v| (std::cmp::Reverse(g.degree(v)), colours[v.index()], v));
        all
    };
    let (first, second) = (ranked(parents[0]), ranked(parents[1]));
    let mut g = parents[0].clone();
    for v in second.iter().skip(first.len()) {
        g.0.add_node(parents[1].0[*v]);
    }
    let mut place = vec![NodeIndex::new(0); second.len()];
    for (i, v) in second.iter().enumerate() {
        place[v.index()] = first.get(i).copied().unwrap_or(NodeIndex::new(i));
    }
    let ends = parents[1].0.edge_indices();
    let edges: Vec<(NodeIndex, NodeIndex)> = ends
        .filter_map(|e| parents[1].0.edge_endpoints(e))
        .map(|(a, b)| (place[a.index()], place[b.index()]))
        .collect();
    let in_second = |a, b| edges.contains(&(a, b)) || edges.contains(&(b, a));
    let own = parents[0].0.edge_indices();
    for (a, b) in own.filter_map(|e| parents[0].0.edge_endpoints(e)) {
        if !in_second(a, b)
            && rng.random_bool(0.5)
            && let Some(edge) = g.0.find_edge(a, b)
        {
            g.0.remove_edge(edge);
        }
    }
    for (a, b) in edges {
        let is_own = a.index() < first.len()
            && b.index() < first.len()
            && parents[0].0.find_edge(a, b).is_some();
        if !is_own && rng.random_bool(0.5) {
            g.join(a, b);
        }
    }
    Some(g)
}
