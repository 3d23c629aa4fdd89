//! Largest induced subgraphs that are trees, forests, paths or bipartite, by branch and bound.

use super::NoAnswer;
use super::independent::{cliques_that_cover, independence};
use super::rows::{MOST_VERTICES, Rows, Set, Steps, count, only, vertices};

/// The greatest number of vertices that induce a bipartite graph.
///
/// Two disjoint independent sets of a graph are one independent set of two copies of the graph in
/// which each vertex is adjacent to its copy.
///
/// # Errors
/// [`NoAnswer::TooLarge`] for a graph of more than half of [`MOST_VERTICES`].
pub(super) fn bipartite(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let order = rows.order();
    let most = MOST_VERTICES / 2;
    if order > most {
        return Err(NoAnswer::TooLarge { most });
    }
    let first = |(v, near): (usize, &Set)| near | only(v + order);
    let second = |(v, near): (usize, &Set)| near << order | only(v);
    let of = |side: &dyn Fn((usize, &Set)) -> Set| -> Vec<Set> {
        rows.near.iter().enumerate().map(side).collect()
    };
    let both = Rows {
        near: [of(&first), of(&second)].concat(),
    };
    independence(&both, both.all(), steps)
}

/// The greatest number of vertices that induce a graph of greatest degree at most 1. (Yannakakis,
/// *Node-deletion problems on bipartite graphs*, 1981.)
pub(super) fn dissociation(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut best = 0;
    grow_dissociation(rows, 0, rows.all(), &mut best, steps)?;
    Ok(best)
}

/// Looks for a set of more than `best` vertices: those of `chosen`, and vertices of `open`, each of
/// which has at most one chosen neighbour, and none that has a chosen neighbour itself.
///
/// A vertex without a neighbour in `chosen` and `open` is chosen. Otherwise the vertex with the most
/// neighbours is chosen or left out.
fn grow_dissociation(
    rows: &Rows,
    mut chosen: Set,
    mut open: Set,
    best: &mut usize,
    steps: &mut Steps,
) -> Result<(), NoAnswer> {
    loop {
        steps.take()?;
        *best = count(chosen).max(*best);
        let bound = (2 * cliques_that_cover(rows, open)).min(count(open));
        if count(chosen) + bound <= *best {
            return Ok(());
        }
        let degree = |&v: &usize| count(rows.near[v] & (chosen | open));
        let Some(v) = vertices(open).max_by_key(degree) else {
            return Ok(());
        };
        if degree(&v) > 0 {
            let rest = open & !only(v);
            grow_dissociation(rows, chosen, rest, best, steps)?;
        }
        open &= !only(v);
        // The neighbours of two chosen neighbours are out, and so are those with two.
        let partner = rows.near[v] & chosen;
        if partner != 0 {
            open &= !rows.near[v];
            open = vertices(partner).fold(open, |open, u| open & !rows.near[u]);
        }
        let twice = |&u: &usize| count(rows.near[u] & (chosen | only(v))) > 1;
        open = vertices(open)
            .filter(|u| !twice(u))
            .fold(0, |set, u| set | only(u));
        chosen |= only(v);
    }
}

/// The greatest number of vertices that induce a graph without a cycle.
pub(super) fn forest(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut best = 0;
    grow_forest(rows, Vec::new(), rows.all(), &mut best, steps)?;
    Ok(best)
}

/// Looks for a forest of more than `best` vertices. Its vertices are those of the `trees`, and
/// vertices of `open`, each of which makes no cycle with the trees alone.
///
/// A vertex with at most one neighbour in the trees and `open` is on no cycle, so it is chosen.
/// Otherwise the vertex with the most neighbours is chosen or left out.
fn grow_forest(
    rows: &Rows,
    mut trees: Vec<Set>,
    mut open: Set,
    best: &mut usize,
    steps: &mut Steps,
) -> Result<(), NoAnswer> {
    loop {
        steps.take()?;
        let chosen = trees.iter().fold(0, |all, tree| all | tree);
        if open == 0 {
            *best = count(chosen).max(*best);
            return Ok(());
        }
        if count(chosen | open) - least_left_out(rows, chosen, open) <= *best {
            return Ok(());
        }
        let degree = |&v: &usize| count(rows.near[v] & (chosen | open));
        if let Some(v) = vertices(open).find(|v| degree(v) <= 1) {
            open = plant(rows, &mut trees, open, v);
            continue;
        }
        let Some(v) = vertices(open).max_by_key(degree) else {
            return Ok(());
        };
        let mut more = trees.clone();
        let rest = plant(rows, &mut more, open, v);
        grow_forest(rows, more, rest, best, steps)?;
        open &= !only(v);
    }
}

/// Joins a vertex of `open` to the trees; returns the vertices of `open` that still make no cycle
/// with the trees alone.
fn plant(rows: &Rows, trees: &mut Vec<Set>, open: Set, v: usize) -> Set {
    let beside = |tree: &Set| tree & rows.near[v] != 0;
    let joined = trees.iter().filter(|&tree| beside(tree));
    let joined = joined.fold(only(v), |all, tree| all | tree);
    trees.retain(|tree| !beside(tree));
    trees.push(joined);
    let fits = |&u: &usize| count(rows.near[u] & joined) <= 1;
    let open = open & !only(v);
    vertices(open).filter(fits).fold(0, |set, u| set | only(u))
}

/// A lower bound for the number of vertices of `open` that a forest lacks: a forest of n vertices
/// has fewer than n edges, and a vertex takes only its own edges away.
fn least_left_out(rows: &Rows, chosen: Set, open: Set) -> usize {
    let all = chosen | open;
    let degree = |v: usize| count(rows.near[v] & all);
    let edges = vertices(all).map(degree).sum::<usize>() / 2;
    let mut excess = (edges + 1).saturating_sub(count(all));
    let mut degrees: Vec<usize> = vertices(open).map(degree).collect();
    degrees.sort_unstable();
    let mut left_out = 0;
    while excess > 0 && left_out < count(open) {
        // A vertex less allows an edge less.
        let most = degrees.pop().unwrap_or(0);
        excess = excess.saturating_sub(most.saturating_sub(1).max(1));
        left_out += 1;
    }
    left_out
}

/// The greatest number of vertices that induce a tree.
pub(super) fn tree(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut best = 0;
    let mut open = rows.all();
    for root in 0..rows.order() {
        open &= !only(root);
        let beside = rows.near[root] & open;
        grow_tree(rows, beside, open & !beside, 1, &mut best, steps)?;
    }
    Ok(best)
}

/// Looks for a tree of more than `best` vertices. `size` of them are chosen; `beside` are open
/// vertices with one chosen neighbour, and `far` open vertices with none.
fn grow_tree(
    rows: &Rows,
    mut beside: Set,
    far: Set,
    size: usize,
    best: &mut usize,
    steps: &mut Steps,
) -> Result<(), NoAnswer> {
    loop {
        steps.take()?;
        *best = size.max(*best);
        let open = beside | far;
        let degree = |&v: &usize| count(rows.near[v] & open);
        let Some(v) = vertices(beside).min_by_key(degree) else {
            return Ok(());
        };
        if size + count(rows.reached_from(beside, open)) <= *best {
            return Ok(());
        }
        let is_free = degree(&v) == 0;
        beside &= !only(v);
        let wider = (beside & !rows.near[v]) | (far & rows.near[v]);
        grow_tree(rows, wider, far & !rows.near[v], size + 1, best, steps)?;
        if is_free {
            return Ok(());
        }
    }
}

/// The greatest number of vertices that induce a path.
pub(super) fn path(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut best = 0;
    for end in 0..rows.order() {
        let open = rows.all() & !only(end);
        grow_path(rows, end, open, 1, &mut best, steps)?;
    }
    Ok(best)
}

/// Looks for a path of more than `best` vertices. `size` of them are chosen, `end` the last one;
/// the others are in `open`, whose vertices have no chosen neighbour but `end`.
fn grow_path(
    rows: &Rows,
    end: usize,
    open: Set,
    size: usize,
    best: &mut usize,
    steps: &mut Steps,
) -> Result<(), NoAnswer> {
    steps.take()?;
    *best = size.max(*best);
    let far = open & !rows.near[end];
    for next in vertices(open & rows.near[end]) {
        let reached = rows.reached(next, far | only(next));
        if size + count(reached) > *best {
            grow_path(rows, next, reached & !only(next), size + 1, best, steps)?;
        }
    }
    Ok(())
}
