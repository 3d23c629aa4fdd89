//! Families of words: Hamming graphs and graphs that are made of hypercubes.

use super::{Arguments, FamilyError, count, fits};
use crate::Graph;

/// `2^d` as an order; fails if this order is not within the limit.
pub(super) fn power_of_two(args: Arguments, d: usize) -> Result<usize, FamilyError> {
    let order = u32::try_from(d).ok().and_then(|d| 1usize.checked_shl(d));
    fits(args, order.unwrap_or(usize::MAX), 0)
}

pub(super) fn hamming(args: Arguments) -> Result<Graph, FamilyError> {
    let (d, q) = (count(args, 0, 1)?, count(args, 1, 1)?);
    let power = u32::try_from(d).ok().and_then(|d| q.checked_pow(d));
    let order = power.unwrap_or(usize::MAX);
    let degree = d.saturating_mul(q - 1);
    fits(args, order, order.saturating_mul(degree) / 2)?;
    let mut graph = Graph::empty(order);
    let mut step = 1;
    while step < order {
        for v in 0..order {
            let digit = v / step % q;
            (digit + 1..q).for_each(|other| graph.add_edge(v, v + (other - digit) * step));
        }
        step *= q;
    }
    Ok(graph)
}

pub(super) fn folded_cube(args: Arguments) -> Result<Graph, FamilyError> {
    let d = count(args, 0, 2)?;
    let order = power_of_two(args, d - 1)?;
    fits(args, order, order / 2 * d)?;
    let (bits, last) = (d - 1, order - 1);
    let edges = (0..order).flat_map(|v| (0..bits).map(move |i| (v, v ^ 1 << i)));
    let folds = (0..order / 2).map(|v| (v, v ^ last));
    Ok(Graph::from_edges(order, edges.chain(folds)))
}

pub(super) fn halved_cube(args: Arguments) -> Result<Graph, FamilyError> {
    let d = count(args, 0, 1)?;
    let order = power_of_two(args, d - 1)?;
    fits(args, order, order.saturating_mul(d * (d - 1) / 2) / 2)?;
    let flips = |v: usize| {
        let one = (0..d - 1).map(move |i| v ^ 1 << i);
        let two = (0..d - 1).flat_map(move |i| (0..i).map(move |j| v ^ 1 << i ^ 1 << j));
        one.chain(two).map(move |w| (v, w))
    };
    Ok(Graph::from_edges(order, (0..order).flat_map(flips)))
}

pub(super) fn cube_connected_cycles(args: Arguments) -> Result<Graph, FamilyError> {
    let d = count(args, 0, 3)?;
    let corners = power_of_two(args, d)?;
    let order = corners.saturating_mul(d);
    fits(args, order, order.saturating_mul(3) / 2)?;
    let edges = (0..corners).flat_map(|x| {
        (0..d).flat_map(move |i| {
            let v = x * d + i;
            [(v, x * d + (i + 1) % d), (v, (x ^ 1 << i) * d + i)]
        })
    });
    Ok(Graph::from_edges(order, edges))
}
