//! Matchings and what covers edges or is covered by them.

use super::rows::{Rows, Set, Steps, count, only, vertices};
use super::{Fraction, NoAnswer, has_isolated, whole};
use boilingpoint_boards::Board;
use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

/// The greatest number of edges without a common vertex, by Gabow's algorithm.
fn greatest(edges: impl Iterator<Item = (usize, usize)>) -> usize {
    let graph: UnGraph<(), ()> = UnGraph::from_edges(edges.map(|(a, b)| (a as u32, b as u32)));
    maximum_matching(&graph).len()
}

/// The greatest number of edges of which no two share a vertex.
pub(super) fn matching(board: &Board) -> usize {
    greatest(board.graph().edges())
}

/// The least number of edges that cover all vertices (Gallai); `None` if a vertex has no edge.
pub(super) fn edge_cover(board: &Board) -> Option<Fraction> {
    (!has_isolated(board)).then(|| whole(board.order() - matching(board)))
}

/// The least number of edges such that every other edge shares a vertex with one of them.
///
/// It is the size of a smallest maximal matching (Yannakakis and Gavril, *Edge dominating sets in
/// graphs*, 1980). The ends of an edge dominating set are a vertex cover. The fewest edges that
/// cover the vertices of a vertex cover C, which all have neighbours, number |C| less the greatest
/// matching inside C. So the result is the least such difference.
pub(super) fn edge_domination(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    let mut search = Domination {
        rows,
        best: matching_inside(rows, rows.all()),
        steps,
    };
    search.extend(0, rows.all())?;
    Ok(search.best)
}

/// The greatest number of disjoint edges inside a set.
fn matching_inside(rows: &Rows, set: Set) -> usize {
    let after = |v: usize| rows.near[v] & set & !(only(v) | (only(v) - 1));
    greatest(vertices(set).flat_map(|v| vertices(after(v)).map(move |u| (v, u))))
}

/// The number of edges of some matching inside a set.
fn some_matching_inside(rows: &Rows, mut set: Set) -> usize {
    let mut edges = 0;
    while set != 0 {
        let v = set.trailing_zeros() as usize;
        set &= set - 1;
        let partners = rows.near[v] & set;
        if partners != 0 {
            set &= !only(partners.trailing_zeros() as usize);
            edges += 1;
        }
    }
    edges
}

struct Domination<'a> {
    rows: &'a Rows,
    best: usize,
    steps: &'a mut Steps,
}

impl Domination<'_> {
    /// Looks for a vertex cover that fewer than `best` edges cover: `cover`, and vertices of
    /// `open`. A vertex that is in neither has all its neighbours in `cover`.
    ///
    /// The difference does not fall when a vertex comes to the cover, and it is at least half of
    /// the vertices. The cover has an end of each edge of a matching inside `open`.
    fn extend(&mut self, cover: Set, open: Set) -> Result<(), NoAnswer> {
        self.steps.take()?;
        let size = count(cover);
        if (size + some_matching_inside(self.rows, open)).div_ceil(2) >= self.best {
            return Ok(());
        }
        // A matching takes a step for each edge inside, at least.
        for _ in vertices(cover).flat_map(|v| vertices(self.rows.near[v] & cover)) {
            self.steps.take()?;
        }
        let edges = size - matching_inside(self.rows, cover);
        if edges >= self.best {
            return Ok(());
        }
        let degree = |&v: &usize| count(self.rows.near[v] & open);
        let Some(v) = vertices(open).max_by_key(degree).filter(|v| degree(v) > 0) else {
            self.best = edges;
            return Ok(());
        };
        let near = self.rows.near[v] & open;
        self.extend(cover | near, open & !near & !only(v))?;
        self.extend(cover | only(v), open & !only(v))
    }
}
