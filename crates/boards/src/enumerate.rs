//! Lists all graphs of a class, one for each isomorphism class.
//!
//! Every connected graph has a vertex whose removal leaves it connected, and every tree has a leaf.
//! So all graphs of the next order arise from the graphs of this order by adding a vertex in every
//! way, and canonical fingerprints find the duplicates. The method is simple and fast enough for
//! small orders. For large orders there is nauty's `geng` (McKay, *Isomorph-free exhaustive
//! generation*, 1998). The program lists trees by `graph/trees.rs`, which needs almost no memory.
//! The function for trees here is a second method, with which the tests compare the first.

use super::canon::fingerprint;
use super::{Board, Graph};
use rustc_hash::FxHashSet;

/// The greatest order up to which listing all connected graphs is practical.
pub const MAX_CONNECTED: usize = 9;
/// The greatest order up to which listing all trees is practical.
pub const MAX_TREE: usize = 20;

/// All connected graphs with one vertex more. `graphs` must be all connected graphs of some order.
pub fn next_connected(graphs: &[Graph]) -> Vec<Graph> {
    next(graphs, |order| (1..1u64 << order).collect())
}

/// All trees with one vertex more. `trees` must be all trees of some order.
pub fn next_trees(trees: &[Graph]) -> Vec<Graph> {
    next(trees, |order| (0..order).map(|v| 1 << v).collect())
}

/// The graph with a single vertex, with which a listing begins.
pub fn first() -> Vec<Graph> {
    vec![Graph::empty(1)]
}

/// Adds a vertex to each graph, once for each set of neighbours that `sets` gives (as bits), and
/// drops isomorphic copies.
fn next(graphs: &[Graph], sets: fn(usize) -> Vec<u64>) -> Vec<Graph> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for graph in graphs {
        let order = graph.order();
        for set in sets(order) {
            let joined = (0..order).filter(|v| set >> v & 1 == 1).map(|v| (v, order));
            let grown = Graph::from_edges(order + 1, graph.edges().chain(joined));
            if seen.insert(fingerprint(&Board::untinted(grown.clone()))) {
                found.push(grown);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OEIS A001349 and A000055.
    #[test]
    fn known_counts() {
        let mut graphs = first();
        for count in [1, 2, 6, 21, 112, 853] {
            graphs = next_connected(&graphs);
            assert_eq!(graphs.len(), count);
        }
        let mut trees = first();
        for count in [1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551] {
            trees = next_trees(&trees);
            assert_eq!(trees.len(), count);
        }
    }
}
