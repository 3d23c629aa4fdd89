//! Operators on what boards carry besides tints: weights, loops, directions, the token.

use super::Rng;
use super::parts::{any_edge, any_vertex};
use crate::problem::genome::{Course, Genome};
use rand::RngExt;
use rand::seq::IndexedRandom;

/// A weight changes by one, or to one of half or twice its size.
pub(super) fn weigh(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let edges = g.0.edge_count();
    let loops = g.0.node_weights().filter(|v| !v.loops.is_empty()).count();
    if edges + loops == 0 {
        return None;
    }
    let place = rng.random_range(0..edges + loops);
    let (kind, larger) = (rng.random_bool(0.7), rng.random_bool(0.5));
    let own = g.0.edge_weights_mut().map(|e| &mut e.weight).nth(place);
    let changed = |w: u32| match (kind, larger) {
        (true, true) => w.saturating_add(1),
        (true, false) => w.saturating_sub(1).max(1),
        (false, true) => w.saturating_mul(2),
        (false, false) => (w / 2).max(1),
    };
    if let Some(weight) = own {
        *weight = changed(*weight);
        return Some(g);
    }
    let mut looped = g.0.node_weights_mut().filter(|v| !v.loops.is_empty());
    let weight = looped.nth(place - edges)?.loops.first_mut()?;
    *weight = changed(*weight);
    Some(g)
}

/// A loop comes or goes.
pub(super) fn toggle_loop(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let v = any_vertex(&g, rng)?;
    match g.0[v].loops.is_empty() {
        true => g.0[v].loops.push(1),
        false => g.0[v].loops.clear(),
    }
    Some(g)
}

/// An edge gets another direction, or none.
pub(super) fn turn(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let edge = any_edge(&g, rng)?;
    let others: Vec<Course> = [Course::Both, Course::Forth, Course::Back]
        .into_iter()
        .filter(|&c| c != g.0[edge].course)
        .collect();
    g.0[edge].course = *others.choose(rng)?;
    Some(g)
}

/// An edge is doubled.
pub(super) fn double_edge(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let edge = any_edge(&g, rng)?;
    let (a, b) = g.0.edge_endpoints(edge)?;
    g.0.add_edge(a, b, g.0[edge]);
    Some(g)
}

/// The token goes to a neighbour, or anywhere.
pub(super) fn move_token(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let old = g.0.node_indices().find(|&v| g.0[v].token)?;
    let around: Vec<_> = g.0.neighbors(old).collect();
    let new = match rng.random_bool(0.5) {
        true => *around.choose(rng)?,
        false => any_vertex(&g, rng)?,
    };
    g.0[old].token = false;
    g.0[new].token = true;
    (old != new).then_some(g)
}
