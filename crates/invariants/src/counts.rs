//! Numbers of small subgraphs, and common neighbours.

use boilingpoint_boards::Graph;

/// The number of common neighbours of two vertices.
fn common(graph: &Graph, a: usize, b: usize) -> usize {
    let rows = graph.row(a).iter().zip(graph.row(b));
    rows.map(|(a, b)| (a & b).count_ones() as usize).sum()
}

fn pairs(graph: &Graph) -> impl Iterator<Item = (usize, usize)> {
    (0..graph.order()).flat_map(|b| (0..b).map(move |a| (a, b)))
}

/// The number of triangles. Each is counted at each of its three edges.
pub(super) fn triangles(graph: &Graph) -> usize {
    graph
        .edges()
        .map(|(a, b)| common(graph, a, b))
        .sum::<usize>()
        / 3
}

/// The number of cycles of length 4, induced or not. Each is counted at each of its two pairs of
/// opposite vertices.
pub(super) fn four_cycles(graph: &Graph) -> usize {
    let at = |(a, b)| {
        let n = common(graph, a, b);
        n * n.saturating_sub(1) / 2
    };
    pairs(graph).map(at).sum::<usize>() / 2
}

/// For each edge, the number of vertices that are adjacent to an end of it.
pub(super) fn edge_neighbours(graph: &Graph) -> impl Iterator<Item = usize> {
    let degree = |v| graph.degree_of(v);
    let edges = graph.edges();
    edges.map(move |(a, b)| degree(a) + degree(b) - common(graph, a, b))
}

/// The greatest number of common neighbours of two vertices; 0 if there are no two.
pub(super) fn most_common(graph: &Graph) -> usize {
    let all = pairs(graph).map(|(a, b)| common(graph, a, b));
    all.max().unwrap_or(0)
}

/// The least number of common neighbours of two vertices; `None` if there are no two.
pub(super) fn least_common(graph: &Graph) -> Option<usize> {
    pairs(graph).map(|(a, b)| common(graph, a, b)).min()
}
