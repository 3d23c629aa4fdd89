//! Families whose vertices are the subsets of a size: Kneser graphs and Johnson graphs.

use super::{Arguments, FamilyError, count, fits, refused};
use crate::Graph;

/// The number of subsets of `k` out of `n` elements, or the greatest number if it is more.
pub(super) fn choose(n: usize, k: usize) -> usize {
    let k = k.min(n.saturating_sub(k));
    let mut all = 1u128;
    for i in 0..k {
        all = all * (n - i) as u128 / (i + 1) as u128;
        if all > usize::MAX as u128 {
            return usize::MAX;
        }
    }
    all as usize
}

/// The subsets of `k` of the given elements, in lexicographic order.
fn subsets(elements: &[usize], k: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    let mut places: Vec<usize> = (0..k).collect();
    loop {
        all.push(places.iter().map(|&i| elements[i]).collect());
        let room = elements.len() - k;
        let Some(last) = (0..k).rposition(|i| places[i] < room + i) else {
            return all;
        };
        places[last] += 1;
        for i in last + 1..k {
            places[i] = places[i - 1] + 1;
        }
    }
}

/// Reads the arguments `n` and `k`, where `k` is from 1 to `n`.
fn set_and_subset(args: Arguments) -> Result<(usize, usize), FamilyError> {
    let (n, k) = (count(args, 0, 1)?, count(args, 1, 1)?);
    if k <= n {
        return Ok((n, k));
    }
    Err(refused(args, 1, format!("from 1 to {n}")))
}

/// The graph of subsets, each of which is joined to the sets that `others` lists.
fn graph_of(sets: &[Vec<usize>], others: impl Fn(&[usize]) -> Vec<Vec<usize>>) -> Graph {
    let mut graph = Graph::empty(sets.len());
    for (v, set) in sets.iter().enumerate() {
        for other in others(set) {
            // Both lists have the same order, so the search finds each neighbour.
            if let Ok(u) = sets.binary_search(&other) {
                graph.add_edge(v, u);
            }
        }
    }
    graph
}

/// The elements of `0..n` that are not in a sorted set.
fn outside(n: usize, set: &[usize]) -> Vec<usize> {
    let out = |x: &usize| set.binary_search(x).is_err();
    (0..n).filter(out).collect()
}

pub(super) fn kneser(args: Arguments) -> Result<Graph, FamilyError> {
    let (n, k) = set_and_subset(args)?;
    let order = fits(args, choose(n, k), 0)?;
    if 2 * k > n {
        return Ok(Graph::empty(order));
    }
    fits(args, order, order.saturating_mul(choose(n - k, k)) / 2)?;
    let all: Vec<usize> = (0..n).collect();
    Ok(graph_of(&subsets(&all, k), |set| {
        subsets(&outside(n, set), k)
    }))
}

pub(super) fn odd(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 2)? as i64;
    kneser(args.of(&[2 * n - 1, n - 1]))
}

pub(super) fn johnson(args: Arguments) -> Result<Graph, FamilyError> {
    let (n, k) = set_and_subset(args)?;
    let degree = k.saturating_mul(n - k);
    let order = choose(n, k);
    fits(args, order, order.saturating_mul(degree) / 2)?;
    let exchanged = |set: &[usize]| {
        let mut others = Vec::with_capacity(degree);
        for i in 0..k {
            for x in outside(n, set) {
                let mut other = set.to_vec();
                other[i] = x;
                other.sort_unstable();
                others.push(other);
            }
        }
        others
    };
    let all: Vec<usize> = (0..n).collect();
    Ok(graph_of(&subsets(&all, k), exchanged))
}

pub(super) fn triangular(args: Arguments) -> Result<Graph, FamilyError> {
    johnson(args.of(&[count(args, 0, 2)? as i64, 2]))
}
