//! Random members of families. A seed gives the same graph in every release.
//!
//! The generator uses only the raw output of ChaCha8. The function that draws a number below a
//! bound is in this file, so that no change of a library can change the graphs.

use super::Graph;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The random stream that belongs to a seed.
fn stream(seed: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// A uniform number below `bound`, drawn by rejection. `bound` must be positive.
fn below(stream: &mut ChaCha8Rng, bound: usize) -> usize {
    let bound = bound as u64;
    let most = u64::MAX - u64::MAX % bound;
    loop {
        let draw = stream.next_u64();
        if draw < most {
            return (draw % bound) as usize;
        }
    }
}

/// A uniform labelled tree of `order` vertices, from a random Prüfer sequence. The time is linear
/// in the order, apart from the allocation of the graph.
pub fn random_tree(order: usize, seed: u64) -> Graph {
    random_tree_from(order, &mut stream(seed))
}

/// A tree drawn as in [`random_tree`], with the random numbers of the given stream.
pub fn random_tree_from(order: usize, stream: &mut ChaCha8Rng) -> Graph {
    let sequence: Vec<usize> = (2..order).map(|_| below(stream, order)).collect();
    tree_of_sequence(order, &sequence)
}

/// The labelled tree that belongs to a Prüfer sequence.
fn tree_of_sequence(order: usize, sequence: &[usize]) -> Graph {
    let mut graph = Graph::empty(order);
    if order < 2 {
        return graph;
    }
    let mut missing = vec![1usize; order];
    for &v in sequence {
        missing[v] += 1;
    }
    // `leaf` is the smallest leaf. The next leaf is a vertex below `scan` that has just become a
    // leaf, or else the first leaf from `scan` on.
    let mut scan = missing.iter().position(|&d| d == 1).unwrap_or(0);
    let mut leaf = scan;
    for &v in sequence {
        graph.add_edge(leaf, v);
        missing[v] -= 1;
        if missing[v] == 1 && v < scan {
            leaf = v;
        } else {
            scan += 1;
            while missing[scan] != 1 {
                scan += 1;
            }
            leaf = scan;
        }
    }
    graph.add_edge(leaf, order - 1);
    graph
}

/// A random tree of `order` vertices with random further edges, so that there are `size` edges.
///
/// The graph is connected, but not uniform among the connected graphs of that order and size.
/// `size` must lie between `order - 1` and the number of pairs.
pub fn random_connected(order: usize, size: usize, seed: u64) -> Graph {
    assert!(order >= 1 && order - 1 <= size && size <= order * (order - 1) / 2);
    let mut stream = stream(seed);
    let mut graph = random_tree_from(order, &mut stream);
    let mut missing = size - (order - 1);
    while missing > 0 {
        let (a, b) = (below(&mut stream, order), below(&mut stream, order));
        if a != b && !graph.has_edge(a, b) {
            graph.add_edge(a, b);
            missing -= 1;
        }
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn known_sequences() {
        // The example in encyclopaedias: leaves 0, 1, 2 at 3, then 3-4 and 4-5.
        let expected = Graph::from_edges(6, [(0, 3), (1, 3), (2, 3), (3, 4), (4, 5)]);
        assert_eq!(tree_of_sequence(6, &[3, 3, 3, 4]), expected);
        assert_eq!(tree_of_sequence(2, &[]), Graph::from_edges(2, [(0, 1)]));
        assert_eq!(tree_of_sequence(1, &[]), Graph::empty(1));
    }

    #[test]
    fn sequences_and_labelled_trees_correspond() {
        let mut seen = std::collections::HashSet::new();
        for code in 0..125 {
            let tree = tree_of_sequence(5, &[code / 25, code / 5 % 5, code % 5]);
            assert_eq!(tree.size(), 4);
            seen.insert(tree);
        }
        assert_eq!(seen.len(), 125);
    }

    #[test]
    fn trees_are_about_uniform() {
        let mut counts: HashMap<Graph, u32> = HashMap::new();
        for seed in 0..16_000 {
            *counts.entry(random_tree(4, seed)).or_default() += 1;
        }
        assert_eq!(counts.len(), 16);
        assert!(
            counts.values().all(|&n| (850..1150).contains(&n)),
            "{counts:?}"
        );
    }

    #[test]
    fn orders_and_sizes_are_as_asked() {
        for seed in 0..20 {
            for size in 9..=45 {
                assert_eq!(random_connected(10, size, seed).size(), size);
            }
        }
        assert_eq!(random_connected(1, 0, 0), Graph::empty(1));
    }

    #[test]
    fn a_seed_means_the_same_graph_for_ever() {
        assert_eq!(super::super::graph6::write(&random_tree(8, 1)), "GOGcaC");
        assert_eq!(
            super::super::graph6::write(&random_connected(7, 11, 2)),
            "FQteg"
        );
    }
}
