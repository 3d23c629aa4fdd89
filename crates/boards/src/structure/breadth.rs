//! Breadth-first search.

use super::super::Graph;

/// The vertices that a breadth-first search reached, with their parents and distances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BreadthFirst {
    /// The vertices that the search reached, in the order of their distance.
    pub order: Vec<usize>,
    /// The vertex from which each vertex was reached; `None` for the starts and for vertices that
    /// were not reached.
    pub parent: Vec<Option<usize>>,
    /// The distance from the nearest start; `None` for vertices that were not reached.
    pub distance: Vec<Option<usize>>,
}

impl BreadthFirst {
    /// Searches a graph of `order` vertices from the given starts, which must be distinct.
    /// Neighbours are visited in the order that `neighbours` gives.
    ///
    /// The search visits each edge twice.
    pub fn new<N: Iterator<Item = usize>>(
        order: usize,
        starts: Vec<usize>,
        neighbours: impl Fn(usize) -> N,
    ) -> BreadthFirst {
        let mut distance = vec![None; order];
        starts.iter().for_each(|&v| distance[v] = Some(0));
        let mut search = BreadthFirst {
            order: starts,
            parent: vec![None; order],
            distance,
        };
        let mut next = 0;
        while let Some(&v) = search.order.get(next) {
            next += 1;
            let further = search.distance[v].map(|d| d + 1);
            for w in neighbours(v) {
                if search.distance[w].is_none() {
                    search.distance[w] = further;
                    search.parent[w] = Some(v);
                    search.order.push(w);
                }
            }
        }
        search
    }

    /// Searches a graph from one start vertex.
    pub fn of(graph: &Graph, start: usize) -> BreadthFirst {
        BreadthFirst::new(graph.order(), vec![start], |v| graph.neighbours(v))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::any_graph;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn distances_agree_with_spheres(graph in any_graph(9)) {
            for v in 0..graph.order() {
                let search = BreadthFirst::of(&graph, v);
                prop_assert!(search.order.is_sorted_by_key(|&w| search.distance[w]));
                let at = |d| search.distance.iter().filter(|&&x| x == Some(d)).count();
                let counts = graph.distance_counts(v);
                prop_assert_eq!((1..=counts.len()).map(at).collect::<Vec<_>>(), counts);
                for (w, parent) in search.parent.iter().enumerate() {
                    let Some(u) = *parent else { continue };
                    prop_assert!(graph.has_edge(u, w));
                    prop_assert_eq!(search.distance[u].map(|d| d + 1), search.distance[w]);
                }
            }
        }
    }
}
