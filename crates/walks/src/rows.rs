//! A graph that changes by one pair of vertices at a time.

use boilingpoint_boards::{BitRow, Graph};

/// A pair of different vertices.
pub(super) type Pair = [usize; 2];

/// A graph: the neighbours and the other vertices of each vertex as rows of bits.
#[derive(Clone)]
pub(super) struct Rows<R> {
    pub(super) near: Vec<R>,
    pub(super) far: Vec<R>,
    pub(super) degrees: Vec<u32>,
}

impl<R: BitRow> Rows<R> {
    pub(super) fn of(graph: &Graph) -> Rows<R> {
        let all = R::first(graph.order());
        let near: Vec<R> = (0..graph.order())
            .map(|v| R::from_words(graph.row(v)))
            .collect();
        let far = near.iter().enumerate();
        Rows {
            far: far.map(|(v, &row)| all & !row & !R::one(v)).collect(),
            degrees: near.iter().map(|row| row.count()).collect(),
            near,
        }
    }

    pub(super) fn order(&self) -> usize {
        self.near.len()
    }

    pub(super) fn all(&self) -> R {
        R::first(self.order())
    }

    /// The mean of the degrees, rounded down.
    pub(super) fn mean_degree(&self) -> u64 {
        let sum: u32 = self.degrees.iter().sum();
        u64::from(sum) / self.degrees.len().max(1) as u64
    }

    pub(super) fn has(&self, [a, b]: Pair) -> bool {
        self.near[a].has(b)
    }

    /// Joins the two vertices, or takes their edge out.
    pub(super) fn toggle(&mut self, [a, b]: Pair) {
        let is_joined = self.has([a, b]);
        for [v, u] in [[a, b], [b, a]] {
            let bit = R::one(u);
            if is_joined {
                self.near[v] &= !bit;
                self.far[v] |= bit;
                self.degrees[v] -= 1;
            } else {
                self.near[v] |= bit;
                self.far[v] &= !bit;
                self.degrees[v] += 1;
            }
        }
    }

    pub(super) fn graph(&self) -> Graph {
        let pairs = |v: usize| self.near[v].bits().map(move |u| (v, u));
        let edges = (0..self.order()).flat_map(pairs);
        Graph::from_edges(self.order(), edges.filter(|(a, b)| a < b))
    }

    /// The vertices that paths inside of `within` join to a vertex.
    pub(super) fn reached(&self, from: usize, within: R) -> R {
        let (mut seen, mut sphere) = (R::one(from), R::one(from));
        while !sphere.is_none() {
            let next = sphere.bits().fold(R::NONE, |set, v| set | self.near[v]);
            sphere = next & within & !seen;
            seen |= sphere;
        }
        seen
    }
}
