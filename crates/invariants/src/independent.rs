//! Independent sets, cliques and colourings, by branch and bound.

use super::NoAnswer;
use super::rows::{Rows, Set, Steps, count, only, vertices};

/// The greatest number of vertices of `within` of which no two are adjacent.
pub(super) fn independence(rows: &Rows, within: Set, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut best = 0;
    extend(rows, within, 0, &mut best, steps)?;
    Ok(best)
}

/// Looks for a set of more than `best` vertices, of which `size` are chosen and the others are in
/// `open`.
///
/// A vertex with at most one neighbour in `open` is in some largest set, since it may replace its
/// neighbour there. Otherwise the vertex with the most neighbours is chosen or left out.
fn extend(
    rows: &Rows,
    mut open: Set,
    mut size: usize,
    best: &mut usize,
    steps: &mut Steps,
) -> Result<(), NoAnswer> {
    loop {
        steps.take()?;
        if open == 0 {
            *best = size.max(*best);
            return Ok(());
        }
        if size + count(open) <= *best || size + cliques_that_cover(rows, open) <= *best {
            return Ok(());
        }
        let degree = |&v: &usize| count(rows.near[v] & open);
        if let Some(v) = vertices(open).find(|v| degree(v) <= 1) {
            open &= !(rows.near[v] | only(v));
            size += 1;
            continue;
        }
        let Some(v) = vertices(open).max_by_key(degree) else {
            return Ok(());
        };
        let chosen = open & !(rows.near[v] | only(v));
        extend(rows, chosen, size + 1, best, steps)?;
        open &= !only(v);
    }
}

/// The number of cliques of a greedy partition of `open`. An independent set has at most one vertex
/// of each.
pub(super) fn cliques_that_cover(rows: &Rows, mut open: Set) -> usize {
    let mut cliques = 0;
    while open != 0 {
        let mut fits = open;
        while fits != 0 {
            let v = fits.trailing_zeros() as usize;
            open &= !only(v);
            fits &= rows.near[v];
        }
        cliques += 1;
    }
    cliques
}

/// The greatest number of vertices that are pairwise adjacent.
pub(super) fn clique(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    independence(&rows.complement(), rows.all(), steps)
}

/// For each vertex, the independence number of the graph that its neighbours induce.
pub(super) fn local_independence(rows: &Rows, steps: &mut Steps) -> Result<Vec<usize>, NoAnswer> {
    let of = |&near| independence(rows, near, steps);
    rows.near.iter().map(of).collect()
}

/// The least number of colours with which no two adjacent vertices have one colour.
pub(super) fn chromatic(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut search = Colouring {
        rows,
        least: clique(rows, steps)?,
        best: rows.order(),
        steps,
    };
    search.extend(&mut Vec::new(), rows.all())?;
    Ok(search.best)
}

/// A search for a colouring with fewer than `best` colours (DSATUR: Brélaz, *New methods to color
/// the vertices of a graph*, 1979).
struct Colouring<'a> {
    rows: &'a Rows,
    /// A lower bound.
    least: usize,
    best: usize,
    steps: &'a mut Steps,
}

impl Colouring<'_> {
    /// Colours the vertices of `open`; `classes` are the colours so far.
    fn extend(&mut self, classes: &mut Vec<Set>, open: Set) -> Result<(), NoAnswer> {
        self.steps.take()?;
        if classes.len() >= self.best || self.best == self.least {
            return Ok(());
        }
        let near = &self.rows.near;
        let colours = |v: usize| {
            classes
                .iter()
                .filter(|&&class| class & near[v] != 0)
                .count()
        };
        let hardest = vertices(open).max_by_key(|&v| (colours(v), count(near[v] & open)));
        let Some(v) = hardest else {
            self.best = classes.len();
            return Ok(());
        };
        for i in 0..classes.len() {
            if classes[i] & self.rows.near[v] == 0 {
                classes[i] |= only(v);
                self.extend(classes, open & !only(v))?;
                classes[i] &= !only(v);
            }
        }
        classes.push(only(v));
        self.extend(classes, open & !only(v))?;
        classes.pop();
        Ok(())
    }
}
