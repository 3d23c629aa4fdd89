//! Random graphs for property tests.

use super::Graph;
use proptest::prelude::Strategy;

/// Generates graphs of at most `most` vertices, from sparse to dense.
pub fn any_graph(most: usize) -> impl Strategy<Value = Graph> {
    (0..=most, 1u32..6).prop_flat_map(|(n, density)| {
        let pairs = n * n.saturating_sub(1) / 2;
        proptest::collection::vec(0..6u32, pairs).prop_map(move |draws| {
            let all = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
            Graph::from_edges(
                n,
                all.zip(draws).filter(|(_, d)| *d < density).map(|(e, _)| e),
            )
        })
    })
}
