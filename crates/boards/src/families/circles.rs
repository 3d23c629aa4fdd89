//! Families that are made of cycles: circulants, prisms, ladders and cubic graphs.

use super::cliques::pairs;
use super::{Arguments, FamilyError, count, fits, refused};
use crate::Graph;
use std::collections::BTreeSet;

/// The edges of a cycle through the vertices `from..from + n` in order.
fn ring(from: usize, n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).map(move |v| (from + v, from + (v + 1) % n))
}

/// Argument `i` as a number of steps around a cycle of `n` vertices, from 1 to `n - 1`; fails if
/// the steps return to their start.
fn steps(args: Arguments, i: usize, n: usize) -> Result<usize, FamilyError> {
    match args[i].rem_euclid(n as i64) {
        0 => Err(refused(
            args,
            i,
            format!("a number that {n} does not divide"),
        )),
        steps => Ok(steps as usize),
    }
}

pub(super) fn circulant(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 1)?;
    let mut distances = BTreeSet::new();
    for i in 1..args.len() {
        let s = steps(args, i, n)?;
        distances.insert(s.min(n - s));
    }
    fits(
        args,
        n,
        n.saturating_mul(distances.len()).saturating_sub(n / 2),
    )?;
    let around = |&s: &usize| (0..n).map(move |v| (v, (v + s) % n));
    Ok(Graph::from_edges(n, distances.iter().flat_map(around)))
}

pub(super) fn generalised_petersen(args: Arguments) -> Result<Graph, FamilyError> {
    let (n, k) = (count(args, 0, 3)?, count(args, 1, 1)?);
    if 2 * k >= n {
        let most = (n - 1) / 2;
        return Err(refused(args, 1, format!("from 1 to {most}")));
    }
    let order = fits(args, 2 * n, 3 * n)?;
    let edges = (0..n).flat_map(|v| [(v, (v + 1) % n), (v, n + v), (n + v, n + (v + k) % n)]);
    Ok(Graph::from_edges(order, edges))
}

pub(super) fn prism(args: Arguments) -> Result<Graph, FamilyError> {
    generalised_petersen(args.of(&[args[0], 1]))
}

pub(super) fn antiprism(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 3)?;
    let order = fits(args, 2 * n, 4 * n)?;
    let across = (0..n).flat_map(|v| [(v, n + v), ((v + 1) % n, n + v)]);
    Ok(Graph::from_edges(
        order,
        ring(0, n).chain(ring(n, n)).chain(across),
    ))
}

pub(super) fn moebius_ladder(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 2)?;
    let order = fits(args, 2 * n, 3 * n)?;
    let rungs = (0..n).map(|v| (v, n + v));
    Ok(Graph::from_edges(order, ring(0, order).chain(rungs)))
}

pub(super) fn ladder(args: Arguments) -> Result<Graph, FamilyError> {
    super::grid(args.of(&[2, count(args, 0, 1)? as i64]))
}

pub(super) fn helm(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 3)?;
    let order = fits(args, 2 * n + 1, 3 * n)?;
    let spokes = (1..=n).flat_map(|v| [(0, v), (v, n + v)]);
    Ok(Graph::from_edges(order, ring(1, n).chain(spokes)))
}

pub(super) fn gear(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 3)?;
    let order = fits(args, 2 * n + 1, 3 * n)?;
    let spokes = (0..n).map(|i| (0, 2 * i + 1));
    Ok(Graph::from_edges(order, ring(1, 2 * n).chain(spokes)))
}

pub(super) fn sun(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 3)?;
    let order = fits(args, 2 * n, pairs(n).saturating_add(2 * n))?;
    let rays = (0..n).flat_map(|v| [(v, n + v), ((v + 1) % n, n + v)]);
    let centre = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
    Ok(Graph::from_edges(order, centre.chain(rays)))
}

pub(super) fn sunlet(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 3)?;
    let order = fits(args, 2 * n, 2 * n)?;
    let leaves = (0..n).map(|v| (v, n + v));
    Ok(Graph::from_edges(order, ring(0, n).chain(leaves)))
}

/// The cycle of `r * k` vertices with further edges, in the notation of Lederberg, Coxeter and
/// Frucht.
pub(super) fn lcf(args: Arguments) -> Result<Graph, FamilyError> {
    let k = args.len() - 1;
    let order = count(args, 0, 1)?.saturating_mul(k);
    let order = fits(args, order, order.saturating_mul(2))?;
    if order < 3 {
        return Err(refused(
            args,
            0,
            "at least 3 vertices around the cycle".to_string(),
        ));
    }
    let mut graph = Graph::from_edges(order, ring(0, order));
    for i in 0..k {
        let s = steps(args, i + 1, order)?;
        for v in (i..order).step_by(k) {
            graph.add_edge(v, (v + s) % order);
        }
    }
    Ok(graph)
}

pub(super) fn flower_snark(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 3)?;
    let order = fits(args, n.saturating_mul(4), n.saturating_mul(6))?;
    let stars = (0..n).flat_map(|v| [(v, n + v), (v, 2 * n + v), (v, 3 * n + v)]);
    let cycles = ring(n, n).chain(ring(2 * n, 2 * n));
    Ok(Graph::from_edges(order, stars.chain(cycles)))
}
