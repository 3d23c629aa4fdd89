//! Families that are made of complete graphs and independent sets, of paths and of pages.

use super::{Arguments, FamilyError, count, fits, refused};
use crate::Graph;

/// The number of pairs of `n` things.
pub(super) fn pairs(n: usize) -> usize {
    n.saturating_mul(n.saturating_sub(1)) / 2
}

/// All pairs of the numbers `from..to`.
fn clique(from: usize, to: usize) -> impl Iterator<Item = (usize, usize)> {
    (from..to).flat_map(move |b| (from..b).map(move |a| (a, b)))
}

pub(super) fn empty(args: Arguments) -> Result<Graph, FamilyError> {
    Ok(Graph::empty(count(args, 0, 0)?))
}

pub(super) fn multipartite(args: Arguments) -> Result<Graph, FamilyError> {
    let (mut order, mut size) = (0usize, 0usize);
    let mut begins = Vec::new();
    for i in 0..args.len() {
        let part = count(args, i, 0)?;
        begins.push(order);
        size = size.saturating_add(order.saturating_mul(part));
        order = fits(args, order.saturating_add(part), size)?;
    }
    let ends = begins.iter().skip(1).copied().chain([order]);
    let edges = begins
        .iter()
        .zip(ends)
        .flat_map(|(&begin, end)| (begin..end).flat_map(move |b| (0..begin).map(move |a| (a, b))));
    Ok(Graph::from_edges(order, edges))
}

pub(super) fn turan(args: Arguments) -> Result<Graph, FamilyError> {
    let (n, r) = (count(args, 0, 1)?, count(args, 1, 1)?);
    if r > n {
        return Err(refused(args, 1, format!("at most {n}")));
    }
    let size = |part: usize| (n / r + usize::from(part >= r - n % r)) as i64;
    let parts: Vec<i64> = (0..r).map(size).collect();
    multipartite(args.of(&parts))
}

pub(super) fn cocktail_party(args: Arguments) -> Result<Graph, FamilyError> {
    multipartite(args.of(&vec![2; count(args, 0, 1)?]))
}

pub(super) fn crown(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 1)?;
    let order = fits(args, 2 * n, n.saturating_mul(n - 1))?;
    let edges = (0..n).flat_map(|a| (0..n).map(move |b| (a, n + b)));
    Ok(Graph::from_edges(order, edges.filter(|&(a, b)| a + n != b)))
}

pub(super) fn lollipop(args: Arguments) -> Result<Graph, FamilyError> {
    let (m, n) = (count(args, 0, 1)?, count(args, 1, 0)?);
    let order = fits(args, m + n, pairs(m).saturating_add(n))?;
    let stick = (m..order).map(|v| (v - 1, v));
    Ok(Graph::from_edges(order, clique(0, m).chain(stick)))
}

pub(super) fn barbell(args: Arguments) -> Result<Graph, FamilyError> {
    let (m, n) = (count(args, 0, 2)?, count(args, 1, 0)?);
    let size = pairs(m).saturating_mul(2).saturating_add(n + 1);
    let order = fits(args, 2 * m + n, size)?;
    let bar = (m..=m + n).map(|v| (v - 1, v));
    let bells = clique(0, m).chain(clique(m + n, order));
    Ok(Graph::from_edges(order, bells.chain(bar)))
}

pub(super) fn tadpole(args: Arguments) -> Result<Graph, FamilyError> {
    let (m, n) = (count(args, 0, 3)?, count(args, 1, 0)?);
    let order = fits(args, m + n, m + n)?;
    let path = (1..order).map(|v| (v - 1, v));
    Ok(Graph::from_edges(order, path.chain([(0, m - 1)])))
}

pub(super) fn windmill(args: Arguments) -> Result<Graph, FamilyError> {
    let (n, k) = (count(args, 0, 1)?, count(args, 1, 2)?);
    let order = n.saturating_mul(k - 1).saturating_add(1);
    let order = fits(args, order, n.saturating_mul(pairs(k)))?;
    let sail = |i: usize| {
        let first = i * (k - 1) + 1;
        let centre = (first..first + k - 1).map(|v| (0, v));
        clique(first, first + k - 1).chain(centre)
    };
    Ok(Graph::from_edges(order, (0..n).flat_map(sail)))
}

pub(super) fn book(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 1)?;
    let order = fits(args, 2 * n + 2, 3 * n + 1)?;
    let page = |i: usize| [(0, 2 * i), (1, 2 * i + 1), (2 * i, 2 * i + 1)];
    let pages = (1..=n).flat_map(page);
    Ok(Graph::from_edges(order, pages.chain([(0, 1)])))
}

pub(super) fn triangular_book(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 1)?;
    let order = fits(args, n + 2, 2 * n + 1)?;
    let pages = (2..order).flat_map(|v| [(0, v), (1, v)]);
    Ok(Graph::from_edges(order, pages.chain([(0, 1)])))
}

pub(super) fn fan(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 1)?;
    let order = fits(args, n + 1, 2 * n - 1)?;
    let path = (2..order).map(|v| (v - 1, v));
    let centre = (1..order).map(|v| (0, v));
    Ok(Graph::from_edges(order, path.chain(centre)))
}
