//! Lists all graphs of a class, one for each isomorphism class.
//!
//! Every connected graph has a vertex whose removal leaves it connected, and every tree has a leaf.
//! So the graphs of the next order arise from those of this order by adding a vertex in every way,
//! and canonical fingerprints find the duplicates. This is simple and enough for small orders; for
//! large ones there is nauty's `geng` (McKay, *Isomorph-free exhaustive generation*, 1998). The
//! program lists trees by `graph/trees.rs`, which needs no memory; growing trees here is the second
//! method that the tests compare with.

use super::canon::fingerprint;
use super::{Board, Graph};
use rustc_hash::FxHashSet;

/// The greatest order up to which all connected graphs are listed.
pub const MAX_CONNECTED: usize = 9;
/// The greatest order up to which all trees are listed.
pub const MAX_TREE: usize = 20;

/// The connected graphs whose order is one more than that of `graphs`, which must be all connected
/// graphs of their order.
pub fn next_connected(graphs: &[Graph]) -> Vec<Graph> {
    next(graphs, |order| (1..1u64 << order).collect())
}

/// The trees whose order is one more than that of `trees`, which must be all trees of their order.
pub fn next_trees(trees: &[Graph]) -> Vec<Graph> {
    next(trees, |order| (0..order).map(|v| 1 << v).collect())
}

/// The graph with a single vertex, from which all others grow.
pub fn first() -> Vec<Graph> {
    vec![Graph::empty(1)]
}

/// Adds to each graph a vertex that is joined to each of the sets of vertices, given as bits; drops
/// isomorphic copies.
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
