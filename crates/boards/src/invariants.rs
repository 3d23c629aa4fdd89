//! Invariants of graphs: numbers and sets of vertices that do not depend on the numbering.
//!
//! A scan computes these invariants for many small graphs. So spheres grow by whole words of bits,
//! and graphs of order at most 128 need no heap.

use super::Graph;
use super::bitgraph::members;
use super::structure::first_twins;
use smallvec::{SmallVec, smallvec};

/// A set of vertices as words of bits.
pub type VertexBits = SmallVec<[u64; 2]>;

/// The least order for which invariants are computed only for one vertex of each set of twins.
const LARGE: usize = 256;

/// The spheres around a vertex: sets of the vertices at distance 0, 1, 2, ...
struct Spheres<'a> {
    graph: &'a Graph,
    seen: VertexBits,
    sphere: VertexBits,
}

impl<'a> Spheres<'a> {
    fn around(graph: &'a Graph, v: usize) -> Spheres<'a> {
        let mut seen: VertexBits = smallvec![0; graph.row(v).len()];
        seen[v / 64] |= 1 << (v % 64);
        Spheres {
            graph,
            sphere: seen.clone(),
            seen,
        }
    }

    /// Proceeds to the next sphere, and returns the number of its vertices.
    fn grow(&mut self) -> usize {
        let mut next: VertexBits = smallvec![0; self.seen.len()];
        for v in members(&self.sphere) {
            next.iter_mut()
                .zip(self.graph.row(v))
                .for_each(|(n, r)| *n |= r);
        }
        let mut count = 0;
        for (n, seen) in next.iter_mut().zip(&mut self.seen) {
            *n &= !*seen;
            *seen |= *n;
            count += n.count_ones() as usize;
        }
        self.sphere = next;
        count
    }

    /// The numbers of vertices at distance 1, 2, ..., up to the last distance that occurs.
    fn counts(mut self) -> impl Iterator<Item = usize> + use<'a> {
        std::iter::from_fn(move || Some(self.grow()).filter(|&n| n > 0))
    }
}

impl Graph {
    /// The degree of the graph: the greatest degree of a vertex; 0 for the empty graph.
    pub fn degree(&self) -> usize {
        self.degrees().max().unwrap_or(0)
    }

    /// The least degree of a vertex; 0 for the empty graph.
    pub fn min_degree(&self) -> usize {
        self.degrees().min().unwrap_or(0)
    }

    /// The greatest number of vertices at distance exactly `distance` from a vertex; 0 for the
    /// empty graph. The invariants `degree2` and `degree3` use distances 2 and 3.
    ///
    /// The time is the sum of the sizes of balls of radius `distance - 1`, times `order / 64`.
    pub fn distance_degree(&self, distance: usize) -> usize {
        if distance == 0 {
            return usize::from(self.order() > 0);
        }
        let at_distance = |v| {
            if let (2, [neighbours]) = (distance, self.row(v)) {
                return self.second_neighbours(v, *neighbours);
            }
            Spheres::around(self, v)
                .counts()
                .nth(distance - 1)
                .unwrap_or(0)
        };
        self.one_of_each().map(at_distance).max().unwrap_or(0)
    }

    /// The number of vertices at distance 2 from `v`, in a graph with one word to a row.
    fn second_neighbours(&self, v: usize, neighbours: u64) -> usize {
        let rows = members(&[neighbours]).fold(0, |rows, u| rows | self.row(u)[0]);
        (rows & !neighbours & !(1 << v)).count_ones() as usize
    }

    /// For each vertex its first twin, or the vertex itself. Twins have the same numbers of
    /// vertices at all distances, so invariants of distances need only one of them. On large graphs
    /// this saves time: a star with many leaves has two kinds of vertices. `None` for graphs of
    /// order at most [`LARGE`].
    pub(super) fn first_alike(&self) -> Option<Vec<usize>> {
        (self.order() > LARGE).then(|| first_twins(self, &vec![(); self.order()]))
    }

    /// All vertices; on a large graph, one vertex of each set of twins.
    fn one_of_each(&self) -> impl Iterator<Item = usize> {
        let first = self.first_alike();
        (0..self.order()).filter(move |&v| first.as_ref().is_none_or(|first| first[v] == v))
    }

    /// The numbers of vertices at distance 1, 2, ... from `v`, up to the eccentricity of `v` in its
    /// component.
    pub fn distance_counts(&self, v: usize) -> Vec<usize> {
        Spheres::around(self, v).counts().collect()
    }

    /// The sets of the vertices at distance 1, 2, ... from `v`, up to the eccentricity of `v` in its
    /// component.
    pub fn spheres(&self, v: usize) -> impl Iterator<Item = VertexBits> {
        let mut spheres = Spheres::around(self, v);
        std::iter::from_fn(move || (spheres.grow() > 0).then(|| spheres.sphere.clone()))
    }

    /// The greatest distance from `v` to a vertex of its component.
    pub fn eccentricity(&self, v: usize) -> usize {
        Spheres::around(self, v).counts().count()
    }

    /// The greatest distance between two vertices; `None` for a disconnected or empty graph.
    pub fn diameter(&self) -> Option<usize> {
        if !self.is_connected() {
            return None;
        }
        self.one_of_each().map(|v| self.eccentricity(v)).max()
    }

    /// The least eccentricity; `None` for a disconnected or empty graph.
    pub fn radius(&self) -> Option<usize> {
        if !self.is_connected() {
            return None;
        }
        self.one_of_each().map(|v| self.eccentricity(v)).min()
    }

    /// The length of a shortest cycle; `None` for a forest. The time is proportional to order times
    /// size.
    pub fn girth(&self) -> Option<usize> {
        if self.is_forest() {
            return None;
        }
        (0..self.order())
            .filter_map(|v| self.shortest_cycle_from(v))
            .min()
    }

    /// The length of the first closed walk that a breadth-first search from `v` finds; `None` if it
    /// finds none. The length is at least the girth, and equals the girth if `v` is on a shortest
    /// cycle.
    fn shortest_cycle_from(&self, v: usize) -> Option<usize> {
        let unknown = usize::MAX;
        let mut distance = vec![unknown; self.order()];
        let mut parent = vec![unknown; self.order()];
        let mut queue = vec![v];
        let mut best: Option<usize> = None;
        distance[v] = 0;
        let mut head = 0;
        while head < queue.len() {
            let a = queue[head];
            head += 1;
            if best.is_some_and(|length| 2 * distance[a] >= length) {
                break;
            }
            for b in self.neighbours(a) {
                if distance[b] == unknown {
                    distance[b] = distance[a] + 1;
                    parent[b] = a;
                    queue.push(b);
                } else if parent[a] != b {
                    let length = distance[a] + distance[b] + 1;
                    best = Some(best.map_or(length, |least| least.min(length)));
                }
            }
        }
        best
    }

    /// The number of vertices of degree 1.
    pub fn leaves(&self) -> usize {
        (0..self.order())
            .filter(|&v| self.degree_of(v) == 1)
            .count()
    }

    /// The connected components in the order of their least vertices, each in increasing order.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut placed: VertexBits = smallvec![0; self.order().div_ceil(64)];
        let mut components = Vec::new();
        for v in 0..self.order() {
            if placed[v / 64] >> (v % 64) & 1 == 0 {
                let component = self.component_bits(v);
                placed.iter_mut().zip(&component).for_each(|(p, c)| *p |= c);
                components.push(members(&component).collect());
            }
        }
        components
    }

    /// The component of `v` as a set of bits.
    fn component_bits(&self, v: usize) -> VertexBits {
        let mut spheres = Spheres::around(self, v);
        while spheres.grow() > 0 {}
        spheres.seen
    }

    /// The vertices of the component of `v`, in increasing order.
    pub fn component_of(&self, v: usize) -> Vec<usize> {
        members(&self.component_bits(v)).collect()
    }

    /// The number of connected components.
    pub fn component_count(&self) -> usize {
        self.components().len()
    }

    /// Whether a path joins every two vertices; true for the empty graph.
    pub fn is_connected(&self) -> bool {
        let reached = |v| {
            self.component_bits(v)
                .iter()
                .map(|w| w.count_ones() as usize)
                .sum::<usize>()
        };
        self.order() == 0 || reached(0) == self.order()
    }

    /// The subgraph induced by `vertices`. Vertex `i` of the result is vertex `vertices[i]` of this
    /// graph.
    ///
    /// # Panics
    /// If a vertex is repeated or outside `0..order()`.
    pub fn induced(&self, vertices: &[usize]) -> Graph {
        let mut place = vec![usize::MAX; self.order()];
        for (i, &v) in vertices.iter().enumerate() {
            assert!(place[v] == usize::MAX, "vertex {v} is repeated");
            place[v] = i;
        }
        let mut graph = Graph::empty(vertices.len());
        for (i, &v) in vertices.iter().enumerate() {
            let earlier = self.neighbours(v).map(|w| place[w]).filter(|&j| j < i);
            earlier.for_each(|j| graph.add_edge(i, j));
        }
        graph
    }

    /// The two sides of a bipartite graph, each in increasing order; every edge joins the two
    /// sides. The least vertex of each component is on the first side. `None` if the graph has an
    /// odd cycle.
    pub fn two_colouring(&self) -> Option<(Vec<usize>, Vec<usize>)> {
        let mut side: Vec<Option<bool>> = vec![None; self.order()];
        for root in 0..self.order() {
            if side[root].is_some() {
                continue;
            }
            side[root] = Some(false);
            let mut stack = vec![(root, false)];
            while let Some((a, own)) = stack.pop() {
                for b in self.neighbours(a) {
                    match side[b] {
                        None => {
                            side[b] = Some(!own);
                            stack.push((b, !own));
                        }
                        Some(other) if other == own => return None,
                        Some(_) => {}
                    }
                }
            }
        }
        Some((0..self.order()).partition(|&v| side[v] == Some(false)))
    }

    /// Whether the graph is bipartite, which means that it has no odd cycle.
    pub fn is_bipartite(&self) -> bool {
        self.two_colouring().is_some()
    }

    /// The number of independent cycles: size minus order plus the number of components.
    pub fn cyclomatic_number(&self) -> usize {
        self.size() + self.component_count() - self.order()
    }

    /// Whether the graph has no cycle.
    pub fn is_forest(&self) -> bool {
        self.cyclomatic_number() == 0
    }

    /// Whether the graph is connected, has a vertex, and has no cycle.
    pub fn is_tree(&self) -> bool {
        self.order() > 0 && self.size() == self.order() - 1 && self.is_connected()
    }

    /// The spine of a caterpillar: the path of the vertices that are not leaves. The path starts at
    /// its end with the smaller number. `None` if the graph is not a caterpillar.
    pub fn spine(&self) -> Option<Vec<usize>> {
        if !self.is_caterpillar() {
            return None;
        }
        let inner = |&v: &usize| self.degree_of(v) > 1;
        let is_end = |&v: &usize| self.neighbours(v).filter(inner).count() <= 1;
        let mut next = (0..self.order()).filter(inner).find(is_end);
        let mut spine: Vec<usize> = Vec::new();
        while let Some(v) = next {
            let last = spine.last().copied();
            next = self.neighbours(v).filter(inner).find(|&w| Some(w) != last);
            spine.push(v);
        }
        Some(spine)
    }

    /// Whether the graph is a caterpillar: a tree that becomes a path, or empty, when its leaves
    /// are removed.
    pub fn is_caterpillar(&self) -> bool {
        let inner = |v: &usize| self.degree_of(*v) > 1;
        let spine_degree = |v: usize| self.neighbours(v).filter(inner).count();
        self.is_tree()
            && (0..self.order())
                .filter(inner)
                .all(|v| spine_degree(v) <= 2)
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_board;
    use super::*;
    use crate::any::any_graph;
    use proptest::prelude::*;

    fn graph(text: &str) -> Graph {
        parse_board(text).unwrap().graph().clone()
    }

    /// The distances of all pairs by Floyd and Warshall; 1000 for different components.
    fn distances(graph: &Graph) -> Vec<Vec<usize>> {
        let n = graph.order();
        let direct = |a, b| {
            if a == b {
                0
            } else if graph.has_edge(a, b) {
                1
            } else {
                1000
            }
        };
        let mut d: Vec<Vec<usize>> = (0..n)
            .map(|a| (0..n).map(|b| direct(a, b)).collect())
            .collect();
        for k in 0..n {
            for a in 0..n {
                for b in 0..n {
                    d[a][b] = d[a][b].min(d[a][k] + d[k][b]);
                }
            }
        }
        d
    }

    /// The girth as the least length of an edge and another path between its ends.
    fn girth(graph: &Graph) -> Option<usize> {
        let around = |(a, b)| {
            let others = graph.edges().filter(|&e| e != (a, b));
            distances(&Graph::from_edges(graph.order(), others))[a][b] + 1
        };
        graph.edges().map(around).min().filter(|&g| g < 1000)
    }

    #[test]
    fn known_graphs() {
        let empty = Graph::empty(0);
        assert_eq!(
            (empty.degree(), empty.distance_degree(2), empty.diameter()),
            (0, 0, None)
        );
        assert!(empty.is_forest() && !empty.is_tree() && empty.is_connected());
        let catty = graph("caterpillar(4,3,4)");
        assert_eq!(
            (
                catty.degree(),
                catty.distance_degree(2),
                catty.distance_degree(3)
            ),
            (5, 8, 8)
        );
        assert!(catty.is_caterpillar() && catty.is_tree());
        assert_eq!(
            (catty.leaves(), catty.diameter(), catty.radius()),
            (11, Some(4), Some(2))
        );
        assert!(
            graph("star(5)").is_caterpillar()
                && graph("0").is_caterpillar()
                && graph("A_").is_caterpillar()
        );
        assert!(!graph("spider(2,2,2)").is_caterpillar() && !graph("cycle(4)").is_caterpillar());
        assert_eq!(graph("hypercube(4)").girth(), Some(4));
        assert_eq!(graph("cycle(7)").girth(), Some(7));
        assert_eq!(graph("grid(3,4)").cyclomatic_number(), 6);
        assert_eq!(graph("path(100)").diameter(), Some(99));
        assert_eq!(graph("path(100)").distance_degree(3), 2);
        // The graph is large enough for twins to be counted once.
        let large = graph("caterpillar(200,150)");
        assert_eq!(
            [1, 2, 3, 4].map(|k| large.distance_degree(k)),
            [201, 200, 200, 0]
        );
        assert_eq!((large.diameter(), large.radius()), (Some(3), Some(2)));
        assert_eq!(graph("0-2,1").components(), vec![vec![0, 2], vec![1]]);
    }

    proptest! {
        #[test]
        fn agree_with_brute_force(graph in any_graph(9)) {
            let d = distances(&graph);
            let n = graph.order();
            for k in 0..5 {
                let degree = (0..n).map(|v| d[v].iter().filter(|&&x| x == k).count()).max().unwrap_or(0);
                prop_assert_eq!(graph.distance_degree(k), degree);
            }
            prop_assert_eq!(graph.degree(), graph.distance_degree(1));
            let connected = d.iter().flatten().all(|&x| x < 1000);
            prop_assert_eq!(graph.is_connected(), connected);
            let diameter = d.iter().flatten().copied().max().filter(|_| connected);
            prop_assert_eq!(graph.diameter(), diameter);
            let radius = d.iter().map(|row| row.iter().copied().max().unwrap_or(0)).min().filter(|_| connected);
            prop_assert_eq!(graph.radius(), radius);
            prop_assert_eq!(graph.girth(), girth(&graph));
            prop_assert_eq!(graph.is_forest(), girth(&graph).is_none());
            let component = |v: usize| (0..n).filter(|&w| d[v][w] < 1000).collect::<Vec<_>>();
            let mut components: Vec<_> = (0..n).map(component).collect();
            components.dedup();
            components.sort();
            components.dedup();
            prop_assert_eq!(graph.components(), components);
        }

        #[test]
        fn two_colourings_are_proper_or_impossible(graph in any_graph(8)) {
            let n = graph.order();
            let proper = |mask: usize| graph.edges().all(|(a, b)| (mask >> a ^ mask >> b) & 1 == 1);
            prop_assert_eq!(graph.is_bipartite(), (0..1 << n).any(proper));
            if let Some((_, second)) = graph.two_colouring() {
                prop_assert!(proper(second.iter().map(|v| 1 << v).sum()));
            }
        }
    }
}
