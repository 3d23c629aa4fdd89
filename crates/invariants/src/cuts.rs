//! Connectivity: cut vertices, and the least cuts, which have as many parts as there are disjoint
//! paths (Menger).

use super::NoAnswer;
use super::rows::{Rows, Set, Steps, count, only, vertices};

/// The number of vertices whose removal makes more components.
pub(super) fn cut_vertices(rows: &Rows) -> usize {
    let cuts = |&v: &usize| {
        let others = rows.reached(v, rows.all()) & !only(v);
        !rows.is_connected(others)
    };
    (0..rows.order()).filter(cuts).count()
}

/// The number of vertices whose removal leaves an unconnected graph or a single vertex; for the
/// empty graph 0.
///
/// A least cut of k vertices leaves out one of the first k + 1 vertices, and parts it from another
/// (Even). So the disjoint paths from the first vertices suffice, up to the least cut so far.
pub(super) fn connectivity(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut least = least_degree(rows);
    for s in 0..rows.order() {
        if s > least {
            break;
        }
        for t in vertices(rows.all() & !rows.near[s] & !only(s)) {
            least = DisjointPaths::of(rows).between(s, t, least, steps)?;
        }
    }
    Ok(least)
}

/// The number of edges whose removal leaves an unconnected graph; 0 for a single vertex.
///
/// In an order in which each vertex has the most edges to those before it, the edges at the last
/// vertex are a least cut between it and the vertex before. Merging these two leaves the other cuts
/// (Stoer and Wagner, *A simple min-cut algorithm*, 1997).
pub(super) fn edge_connectivity(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut merged = MergedVertices::of(rows);
    let mut least = least_degree(rows);
    while merged.left.len() > 1 {
        let (before, last, cut) = merged.last_two(steps)?;
        least = least.min(cut);
        merged.merge(before, last);
    }
    Ok(least)
}

/// A graph in which vertices were merged.
struct MergedVertices {
    /// One vertex for each set of vertices that were merged.
    left: Vec<usize>,
    /// The number of edges between two vertices that are left.
    edges: Vec<Vec<usize>>,
}

impl MergedVertices {
    fn of(rows: &Rows) -> MergedVertices {
        let left: Vec<usize> = (0..rows.order()).collect();
        let edge = |near: Set, w: usize| usize::from(near & only(w) != 0);
        let row = |&near: &Set| left.iter().map(|&w| edge(near, w)).collect();
        let edges = rows.near.iter().map(row).collect();
        MergedVertices { left, edges }
    }

    /// The last two vertices of an order in which each vertex has the most edges to those before
    /// it, and the number of edges at the last one.
    fn last_two(&self, steps: &mut Steps) -> Result<(usize, usize, usize), NoAnswer> {
        let (mut before, mut last) = (0, 0);
        let mut to_those_before = vec![0; self.edges.len()];
        let mut rest = self.left.clone();
        while let Some(i) = (0..rest.len()).max_by_key(|&i| to_those_before[rest[i]]) {
            steps.take()?;
            (before, last) = (last, rest.swap_remove(i));
            for &v in &rest {
                to_those_before[v] += self.edges[last][v];
            }
        }
        Ok((before, last, to_those_before[last]))
    }

    /// Merges a vertex into another.
    fn merge(&mut self, into: usize, gone: usize) {
        for &v in &self.left {
            self.edges[into][v] += self.edges[gone][v];
            self.edges[v][into] = self.edges[into][v];
        }
        self.left.retain(|&v| v != gone);
    }
}

/// The least number of neighbours of a vertex; 0 for the empty graph.
fn least_degree(rows: &Rows) -> usize {
    rows.near.iter().map(|&near| count(near)).min().unwrap_or(0)
}

/// Paths without common inner vertices, as a flow in which each vertex has an entry and an exit.
/// One unit can go from each exit to the entries of the neighbours, and from each entry to the exit
/// of its vertex. A unit that goes may be taken back.
struct DisjointPaths {
    /// The entries to which a unit can go from an exit.
    from_exit: Vec<Set>,
    /// The exits to which a unit can go from an entry.
    from_entry: Vec<Set>,
}

impl DisjointPaths {
    fn of(rows: &Rows) -> DisjointPaths {
        DisjointPaths {
            from_exit: rows.near.clone(),
            from_entry: (0..rows.order()).map(only).collect(),
        }
    }

    /// The greatest number of paths between two vertices that are not adjacent, but at most
    /// `enough`.
    fn between(
        mut self,
        s: usize,
        t: usize,
        enough: usize,
        steps: &mut Steps,
    ) -> Result<usize, NoAnswer> {
        for paths in 0..enough {
            if !self.add_path(s, t, steps)? {
                return Ok(paths);
            }
        }
        Ok(enough)
    }

    /// Adds a unit from the exit of `s` to the entry of `t`, if one can go.
    fn add_path(&mut self, s: usize, t: usize, steps: &mut Steps) -> Result<bool, NoAnswer> {
        let order = self.from_exit.len();
        let (mut to_entry, mut to_exit) = (vec![0; order], vec![0; order]);
        let (mut entries, mut exits) = (0, only(s));
        let mut open = vec![s];
        while let Some(v) = open.pop() {
            steps.take()?;
            for w in vertices(self.from_exit[v] & !entries) {
                to_entry[w] = v;
                for u in vertices(self.from_entry[w] & !exits) {
                    to_exit[u] = w;
                    open.push(u);
                }
                exits |= self.from_entry[w];
            }
            entries |= self.from_exit[v];
            if entries & only(t) != 0 {
                self.send(s, t, &to_entry, &to_exit);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sends a unit on the way that leads back from the entry of `t` to the exit of `s`.
    fn send(&mut self, s: usize, t: usize, to_entry: &[usize], to_exit: &[usize]) {
        let mut entry = t;
        loop {
            let exit = to_entry[entry];
            self.turn(exit, entry);
            if exit == s {
                return;
            }
            entry = to_exit[exit];
            self.turn(exit, entry);
        }
    }

    /// A unit goes between an exit and an entry: now one can go the other way.
    fn turn(&mut self, exit: usize, entry: usize) {
        self.from_exit[exit] ^= only(entry);
        self.from_entry[entry] ^= only(exit);
    }
}
