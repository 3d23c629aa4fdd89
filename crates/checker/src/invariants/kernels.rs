//! Matchings, and even kernels around the token.

use super::super::CheckError;
use super::{Answer, Marks, NoQuantity, count, holds};

/// Whether every maximum matching covers the token's vertex: without the vertex, the greatest
/// matching has an edge less.
pub(super) fn token_always_matched(marks: &Marks) -> Answer {
    let token = marks.token.ok_or(NoQuantity::Absent)?;
    let mut present = vec![true; marks.order()];
    let with_token = greatest_matching(marks, &mut present)?;
    present[token] = false;
    holds(greatest_matching(marks, &mut present)? < with_token)
}

/// The greatest number of disjoint edges.
pub(super) fn matching(marks: &Marks) -> Answer {
    count(greatest_matching(marks, &mut vec![true; marks.order()])?)
}

/// The greatest number of disjoint edges among the present vertices, by trying every edge at a
/// vertex of least degree, and no edge.
///
/// If the vertex has one neighbour, some greatest matching has the edge between the two: the edge
/// may replace the neighbour's edge.
fn greatest_matching(marks: &Marks, present: &mut [bool]) -> Result<usize, CheckError> {
    marks.meter.work(marks.order() + marks.links.len())?;
    let degree = |v: usize| marks.near[v].iter().filter(|&&u| present[u]).count();
    let covered = (0..marks.order()).filter(|&v| present[v] && degree(v) > 0);
    let Some(v) = covered.clone().min_by_key(|&v| degree(v)) else {
        return Ok(0);
    };
    let (most, alone) = (covered.count() / 2, degree(v) == 1);
    let partners: Vec<usize> = marks.near[v]
        .iter()
        .copied()
        .filter(|&u| present[u])
        .collect();
    marks.meter.descend()?;
    let mut best = 0;
    present[v] = false;
    for u in partners {
        present[u] = false;
        best = best.max(1 + greatest_matching(marks, present)?);
        present[u] = true;
        if best == most {
            break;
        }
    }
    if !alone && best < most {
        best = best.max(greatest_matching(marks, present)?);
    }
    present[v] = true;
    marks.meter.ascend();
    Ok(best)
}

/// Whether the token lies in an even kernel: a set of vertices without an edge in it, such that
/// every vertex outside has an even number of neighbours in the set.
pub(super) fn even_kernel(marks: &Marks) -> Answer {
    let token = marks.token.ok_or(NoQuantity::Absent)?;
    // Vertices near each other come near each other, so that conditions are decided early. A kernel
    // needs no vertex outside of the token's component.
    let mut order = vec![token];
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        let near = marks.near[v].iter().copied();
        let found: Vec<usize> = near.filter(|v| !order.contains(v)).collect();
        order.extend(found);
        next += 1;
        marks.meter.work(1 + order.len())?;
    }
    let mut inside = vec![None; marks.order()];
    inside[token] = Some(true);
    holds(extends(marks, &order, 1, &mut inside)?)
}

/// Whether the choices so far extend to an even kernel. The first `decided` vertices of `order` are
/// decided.
fn extends(
    marks: &Marks,
    order: &[usize],
    decided: usize,
    inside: &mut [Option<bool>],
) -> Result<bool, CheckError> {
    let last = order[decided - 1];
    let around = || marks.near[last].iter().copied().chain([last]);
    marks
        .meter
        .work(around().map(|v| 1 + marks.near[v].len()).sum())?;
    if !around().all(|v| is_even_or_open(marks, v, inside)) {
        return Ok(false);
    }
    let Some(&v) = order.get(decided) else {
        return Ok(true);
    };
    marks.meter.descend()?;
    for choice in [false, true] {
        inside[v] = Some(choice);
        if extends(marks, order, decided + 1, inside)? {
            return Ok(true);
        }
    }
    inside[v] = None;
    marks.meter.ascend();
    Ok(false)
}

/// Whether a vertex can still meet the conditions of an even kernel.
fn is_even_or_open(marks: &Marks, v: usize, inside: &[Option<bool>]) -> bool {
    let members = marks.near[v]
        .iter()
        .filter(|&&u| inside[u] == Some(true))
        .count();
    let is_open = inside[v].is_none() || marks.near[v].iter().any(|&u| inside[u].is_none());
    match inside[v] {
        Some(true) => members == 0,
        _ => is_open || members % 2 == 0,
    }
}
