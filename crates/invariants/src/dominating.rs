//! Dominating sets of several kinds, by branch and bound.

use super::NoAnswer;
use super::rows::{Rows, Set, Steps, count, only, vertices};

/// A kind of dominating sets.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// The number of neighbours in the set that a vertex needs.
    pub(super) needs: usize,
    /// Whether a vertex needs its neighbours although it is in the set itself.
    pub(super) also_inside: bool,
    /// Whether no two vertices of the set are adjacent.
    pub(super) independent: bool,
}

/// The least number of vertices of a set of this kind. Some set has to be of this kind.
pub(super) fn least(rows: &Rows, kind: Kind, steps: &mut Steps) -> Result<usize, NoAnswer> {
    if let Some(orders) = rows.as_forest() {
        return least_of_forest(rows, &kind, &orders, steps);
    }
    least_of_any(rows, kind, steps)
}

/// The same by branch and bound.
pub(super) fn least_of_any(rows: &Rows, kind: Kind, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut search = Search {
        rows,
        kind,
        best: rows.order() + 1,
        steps,
    };
    search.extend(0, rows.all(), 0)?;
    Ok(search.best)
}

/// The least number of vertices of a set of this kind in a forest, from the leaves to the roots.
///
/// For each vertex, whether it is in the set, and each number of its children in the set (up to the
/// number that is needed), a row has the fewest vertices in the tree below it whose needs are met.
fn least_of_forest(
    rows: &Rows,
    kind: &Kind,
    parents: &[(usize, Option<usize>)],
    steps: &mut Steps,
) -> Result<usize, NoAnswer> {
    let most = kind.needs;
    let add = |a: Option<usize>, b: Option<usize>| Some(a? + b?);
    let least = |all: &mut dyn Iterator<Item = Option<usize>>| all.flatten().min();
    let mut below: Vec<[Vec<Option<usize>>; 2]> = (0..rows.order())
        .map(|_| {
            let alone = |size| (0..=most).map(|n| (n == 0).then_some(size)).collect();
            [alone(0), alone(1)]
        })
        .collect();
    let mut sum = Some(0);
    for &(v, parent) in parents {
        steps.take()?;
        // The fewest vertices if the vertex is in the set or not, and its parent is or not.
        let met = |inside: usize, above: usize| {
            let needs = if inside == 1 && !kind.also_inside {
                0
            } else {
                most
            };
            let enough = (0..=most).filter(|n| n + above >= needs);
            match kind.independent && inside + above == 2 {
                true => None,
                false => least(&mut enough.map(|n| below[v][inside][n])),
            }
        };
        let Some(parent) = parent else {
            sum = add(sum, least(&mut [met(0, 0), met(1, 0)].into_iter()));
            continue;
        };
        let joined = [0, 1].map(|above| {
            let mut row = vec![None; most + 1];
            for (n, &size) in below[parent][above].iter().enumerate() {
                for inside in [0, 1] {
                    let at = &mut row[(n + inside).min(most)];
                    *at = least(&mut [*at, add(size, met(inside, above))].into_iter());
                }
            }
            row
        });
        below[parent] = joined;
    }
    sum.ok_or(NoAnswer::Undefined)
}

struct Search<'a> {
    rows: &'a Rows,
    kind: Kind,
    best: usize,
    steps: &'a mut Steps,
}

impl Search<'_> {
    /// The number of neighbours that a vertex lacks.
    fn lack(&self, v: usize, inside: Set) -> usize {
        if !self.kind.also_inside && inside & only(v) != 0 {
            return 0;
        }
        let has = count(self.rows.near[v] & inside);
        self.kind.needs.saturating_sub(has)
    }

    /// Looks for a set of fewer than `best` vertices: those of `inside`, whose number is `size`,
    /// and vertices of `open`.
    ///
    /// Some vertex lacks neighbours. One of them, or the vertex itself, is in the set. They are
    /// tried one after another, and a vertex that was tried is left out.
    fn extend(&mut self, inside: Set, mut open: Set, size: usize) -> Result<(), NoAnswer> {
        self.steps.take()?;
        let order = self.rows.order();
        let lacks: Vec<usize> = (0..order).map(|v| self.lack(v, inside)).collect();
        let lacking = (0..order).filter(|&v| lacks[v] > 0);
        let short = lacking.clone().fold(0, |set, v| set | only(v));
        if short == 0 {
            self.best = size.min(self.best);
            return Ok(());
        }
        let helps = |v: usize| {
            let own = match self.kind.also_inside {
                true => 0,
                false => lacks[v],
            };
            own + count(self.rows.near[v] & short)
        };
        let most = vertices(open).map(helps).max().unwrap_or(0);
        let wanted: usize = lacks.iter().sum();
        if most == 0 || size + wanted.div_ceil(most) >= self.best {
            return Ok(());
        }
        let options = |v: usize| match self.kind.also_inside {
            true => self.rows.near[v] & open,
            false => (self.rows.near[v] | only(v)) & open,
        };
        let Some(v) = lacking.min_by_key(|&v| count(options(v))) else {
            return Ok(());
        };
        let mut tried: Vec<usize> = vertices(options(v)).collect();
        tried.sort_by_key(|&u| std::cmp::Reverse(helps(u)));
        for u in tried {
            open &= !only(u);
            let next = match self.kind.independent {
                true => open & !self.rows.near[u],
                false => open,
            };
            self.extend(inside | only(u), next, size + 1)?;
        }
        Ok(())
    }
}

/// The greatest number of vertices of a set that has a neighbour of every vertex, and none of whose
/// parts has. Some set has to have neighbours of all.
pub(super) fn greatest_minimal_total(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut search = MinimalSearch {
        rows,
        best: 0,
        steps,
    };
    search.extend(0, rows.all(), rows.all(), 0)?;
    Ok(search.best)
}

struct MinimalSearch<'a> {
    rows: &'a Rows,
    best: usize,
    steps: &'a mut Steps,
}

impl MinimalSearch<'_> {
    /// Looks for a minimal set of more than `best` vertices: those of `inside`, and vertices of
    /// `open`. The vertices of `bare` have no neighbour inside, those of `once` exactly one.
    ///
    /// A set is minimal just if each of its vertices is the only neighbour in it of some vertex. So
    /// each vertex inside has a neighbour in `once`, and the number of further vertices is at most
    /// the number of bare ones.
    fn extend(&mut self, inside: Set, mut open: Set, bare: Set, once: Set) -> Result<(), NoAnswer> {
        self.steps.take()?;
        let near = &self.rows.near;
        if vertices(inside).any(|v| near[v] & once == 0) {
            return Ok(());
        }
        open = vertices(open)
            .filter(|&v| near[v] & bare != 0)
            .fold(0, |set, v| set | only(v));
        if bare == 0 {
            self.best = count(inside).max(self.best);
            return Ok(());
        }
        if count(inside) + count(open).min(count(bare)) <= self.best {
            return Ok(());
        }
        // A neighbour of the bare vertex with the fewest options is in the set.
        let Some(w) = vertices(bare).min_by_key(|&w| count(near[w] & open)) else {
            return Ok(());
        };
        for v in vertices(near[w] & open) {
            open &= !only(v);
            let near = self.rows.near[v];
            self.extend(
                inside | only(v),
                open,
                bare & !near,
                (once & !near) | (bare & near),
            )?;
        }
        Ok(())
    }
}

/// The least number of vertices of a connected set such that every other vertex has a neighbour in
/// it. The graph has to be connected, with a vertex.
pub(super) fn least_connected(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut search = ConnectedSearch {
        rows,
        best: rows.order() + 1,
        steps,
    };
    let Some(v) = (0..rows.order()).min_by_key(|&v| count(rows.near[v])) else {
        return Ok(0);
    };
    // The vertex, or one of its neighbours, is in the set. The ones before it are left out.
    let mut open = rows.all();
    for root in vertices(rows.near[v] | only(v)) {
        open &= !only(root);
        let covered = rows.near[root] | only(root);
        search.extend(covered & open, open, covered, 1)?;
    }
    Ok(search.best)
}

struct ConnectedSearch<'a> {
    rows: &'a Rows,
    best: usize,
    steps: &'a mut Steps,
}

impl ConnectedSearch<'_> {
    /// Looks for a set of fewer than `best` vertices. `size` of them are chosen, and the others are
    /// in `open`; `beside` are the vertices of `open` with a chosen neighbour, and `covered` the
    /// chosen vertices and their neighbours.
    fn extend(
        &mut self,
        mut beside: Set,
        mut open: Set,
        covered: Set,
        size: usize,
    ) -> Result<(), NoAnswer> {
        loop {
            self.steps.take()?;
            let near = &self.rows.near;
            let missing = self.rows.all() & !covered;
            if missing == 0 {
                self.best = size.min(self.best);
                return Ok(());
            }
            let gain = |&v: &usize| count(near[v] & missing);
            let most = vertices(open).map(|v| gain(&v)).max().unwrap_or(0);
            if most == 0 || size + count(missing).div_ceil(most) >= self.best {
                return Ok(());
            }
            // Every vertex that is not covered needs a neighbour that may still be chosen.
            if vertices(missing).any(|v| near[v] & open == 0) {
                return Ok(());
            }
            let Some(v) = vertices(beside).max_by_key(gain) else {
                return Ok(());
            };
            open &= !only(v);
            beside &= !only(v);
            let wider = beside | (near[v] & open);
            self.extend(wider, open, covered | near[v], size + 1)?;
        }
    }
}
