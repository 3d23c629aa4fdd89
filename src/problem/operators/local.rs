//! Local operators: vertices, edges and tints come, go and move.

use super::Rng;
use super::parts::{any_arc, any_edge, any_leaf, any_vertex};
use crate::graph::Tint;
use crate::problem::genome::{Genome, Vertex};
use petgraph::graph::NodeIndex;
use rand::RngExt;
use rand::seq::IndexedRandom;

pub(super) fn add_leaf(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    hang(parents[0].clone(), 1, rng)
}

pub(super) fn fan(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let leaves = rng.random_range(2..=5);
    hang(parents[0].clone(), leaves, rng)
}

pub(super) fn hang(mut g: Genome, leaves: usize, rng: &mut Rng) -> Option<Genome> {
    let hub = any_vertex(&g, rng)?;
    for _ in 0..leaves {
        let leaf = g.0.add_node(Vertex::default());
        g.join(hub, leaf);
    }
    Some(g)
}

pub(super) fn add_vertex(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let ends: Vec<NodeIndex> = (0..rng.random_range(1..=3))
        .filter_map(|_| any_vertex(&g, rng))
        .collect();
    let v = g.0.add_node(Vertex::default());
    for u in ends {
        g.join(u, v);
    }
    Some(g)
}

pub(super) fn remove_leaf(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let leaf = any_leaf(&g, rng)?;
    g.0.remove_node(leaf);
    Some(g)
}

pub(super) fn remove_vertex(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let v = any_vertex(&g, rng)?;
    g.0.remove_node(v);
    Some(g)
}

pub(super) fn add_edge(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    (0..16)
        .any(|_| {
            any_vertex(&g, rng)
                .zip(any_vertex(&g, rng))
                .is_some_and(|(a, b)| g.join(a, b))
        })
        .then_some(g)
}

pub(super) fn remove_edge(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let edge = any_edge(&g, rng)?;
    g.0.remove_edge(edge);
    Some(g)
}

pub(super) fn move_edge(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (fixed, moved) = any_arc(&g, rng)?;
    let to = any_vertex(&g, rng).filter(|&v| v != moved)?;
    g.0.remove_edge(g.0.find_edge(fixed, moved)?);
    g.join(fixed, to).then_some(g)
}

pub(super) fn move_leaf(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let leaf = any_leaf(&g, rng)?;
    let to = any_vertex(&g, rng)?;
    g.detach(leaf);
    g.join(leaf, to).then_some(g)
}

pub(super) fn subdivide(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let edge = any_edge(&g, rng)?;
    let (a, b) = g.0.edge_endpoints(edge)?;
    g.0.remove_edge(edge);
    let v = g.0.add_node(Vertex::default());
    (g.join(a, v) && g.join(v, b)).then_some(g)
}

pub(super) fn contract(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (kept, gone) = any_arc(&g, rng)?;
    let around: Vec<NodeIndex> = g.0.neighbors(gone).collect();
    for v in around {
        g.join(kept, v);
    }
    g.0.remove_node(gone);
    Some(g)
}

pub(super) fn twin(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let v = any_vertex(&g, rng)?;
    let around: Vec<NodeIndex> = g.0.neighbors(v).collect();
    let twin = g.0.add_node(g.0[v].copied());
    for u in around {
        g.join(twin, u);
    }
    Some(g)
}

pub(super) fn tint(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let v = any_vertex(&g, rng)?;
    let others: Vec<Tint> = [Tint::None, Tint::Left, Tint::Right]
        .into_iter()
        .filter(|&t| t != g.0[v].tint)
        .collect();
    g.0[v].tint = *others.choose(rng)?;
    Some(g)
}

pub(super) fn swap_tints(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (a, b) = (any_vertex(&g, rng)?, any_vertex(&g, rng)?);
    let (of_a, of_b) = (g.0[a].tint, g.0[b].tint);
    (g.0[a].tint, g.0[b].tint) = (of_b, of_a);
    (of_a != of_b).then_some(g)
}
