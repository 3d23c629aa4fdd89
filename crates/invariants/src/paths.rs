//! The least number of disjoint paths that cover all vertices, by branch and bound on edges.

use super::NoAnswer;
use super::rows::{Rows, Set, Steps, count, only, vertices};

/// The least number of paths without common vertices that together have all vertices. A single
/// vertex is a path.
pub(super) fn path_cover(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut paths = paths_by_steps(rows).max(paths_by_cuts(rows));
    while !Partial::of(rows).completes(paths, steps)? {
        paths += 1;
    }
    Ok(paths)
}

/// A lower bound for the number of paths: each path that is walked in one direction takes each
/// vertex to at most one other. So the order less the number of paths is at most the greatest
/// number of pairs of vertex and neighbour, such that no vertex is first twice or second twice.
fn paths_by_steps(rows: &Rows) -> usize {
    let mut partner = vec![None; rows.order()];
    let mut pairs = 0;
    for v in 0..rows.order() {
        pairs += usize::from(augment(rows, v, &mut partner, &mut 0));
    }
    (rows.order() - pairs).max(usize::from(rows.order() > 0))
}

/// A lower bound for the number of paths: without k vertices, the paths fall into at most k more
/// pieces, and each component has a piece. The vertices are removed one by one, each time one that
/// leaves the most components; of these one with the most neighbours.
fn paths_by_cuts(rows: &Rows) -> usize {
    let mut left = rows.all();
    let mut paths = rows.components(left);
    for removed in 1..rows.order() {
        let gain = |&v: &usize| (rows.components(left & !only(v)), count(rows.near[v] & left));
        let Some(v) = vertices(left).max_by_key(gain) else {
            break;
        };
        left &= !only(v);
        paths = paths.max(rows.components(left).saturating_sub(removed));
    }
    paths
}

/// Gives a vertex a second vertex, if alternating paths lead to one that is free.
fn augment(rows: &Rows, v: usize, partner: &mut [Option<usize>], tried: &mut Set) -> bool {
    for w in vertices(rows.near[v]) {
        if *tried & only(w) != 0 {
            continue;
        }
        *tried |= only(w);
        let is_free = match partner[w] {
            None => true,
            Some(other) => augment(rows, other, partner, tried),
        };
        if is_free {
            partner[w] = Some(v);
            return true;
        }
    }
    false
}

/// Some edges of a set of disjoint paths.
#[derive(Clone)]
struct Partial {
    /// For each vertex, the neighbours to which an edge may still be chosen.
    open: Vec<Set>,
    /// The number of chosen edges at each vertex.
    chosen: Vec<usize>,
    /// The other end of the chosen path that ends at a vertex.
    other_end: Vec<usize>,
}

impl Partial {
    fn of(rows: &Rows) -> Partial {
        Partial {
            open: rows.near.clone(),
            chosen: vec![0; rows.order()],
            other_end: (0..rows.order()).collect(),
        }
    }

    /// Whether more edges make at most `paths` paths of the chosen ones.
    ///
    /// A set of paths lacks two edges for each path, counted at the vertices, for a vertex to have
    /// two. An edge at a vertex with the fewest open edges is chosen or left out. If it does not
    /// help to choose the edge from v to w, then an edge from v to a vertex that w could change
    /// places with does not help either.
    fn completes(mut self, paths: usize, steps: &mut Steps) -> Result<bool, NoAnswer> {
        loop {
            steps.take()?;
            let order = self.open.len();
            let lack = |v: usize| 2usize.saturating_sub(self.chosen[v] + count(self.open[v]));
            if (0..order).map(lack).sum::<usize>() > 2 * paths {
                return Ok(false);
            }
            let undecided = (0..order).filter(|&v| self.open[v] != 0);
            let Some(v) = undecided.min_by_key(|&v| (self.chosen[v] + count(self.open[v]), v))
            else {
                return Ok(true);
            };
            let degree = |&w: &usize| count(self.open[w]);
            let Some(w) = vertices(self.open[v]).min_by_key(degree) else {
                return Ok(true);
            };
            let mut with = self.clone();
            with.choose(v, w);
            if with.completes(paths, steps)? {
                return Ok(true);
            }
            let alike = |&u: &usize| self.are_alike(w, u);
            for u in vertices(self.open[v]).filter(alike).collect::<Vec<_>>() {
                self.leave_out(v, u);
            }
        }
    }

    /// Whether two vertices are on no chosen path and have the same open edges, apart from one
    /// between them.
    fn are_alike(&self, v: usize, w: usize) -> bool {
        let are_free = self.chosen[v] + self.chosen[w] == 0;
        v == w || are_free && self.open[v] & !only(w) == self.open[w] & !only(v)
    }

    fn leave_out(&mut self, v: usize, w: usize) {
        self.open[v] &= !only(w);
        self.open[w] &= !only(v);
    }

    fn choose(&mut self, v: usize, w: usize) {
        self.leave_out(v, w);
        for end in [v, w] {
            self.chosen[end] += 1;
            if self.chosen[end] == 2 {
                for u in vertices(self.open[end]) {
                    self.leave_out(end, u);
                }
            }
        }
        let [a, b] = [self.other_end[v], self.other_end[w]];
        (self.other_end[a], self.other_end[b]) = (b, a);
        // An edge between the two ends would close a cycle.
        self.leave_out(a, b);
    }
}
