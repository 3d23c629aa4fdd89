//! Conversion of boards to graphs of `petgraph`.

use super::{Board, Tint};
use petgraph::graph::{NodeIndex, UnGraph};

/// Converts a board to a graph of `petgraph`. Node `i` is vertex `i`, and carries its tint. Edges
/// are in lexicographic order.
pub fn to_petgraph(board: &Board) -> UnGraph<Tint, ()> {
    let mut graph = UnGraph::with_capacity(board.order(), board.graph().size());
    for &tint in board.tints() {
        graph.add_node(tint);
    }
    for (a, b) in board.graph().edges() {
        graph.add_edge(NodeIndex::new(a), NodeIndex::new(b), ());
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::super::parse_board;
    use super::*;

    #[test]
    fn nodes_and_edges_are_those_of_the_board() {
        for text in [
            "?",
            "0,1 LR",
            "caterpillar(2,0,1) L..R..",
            "wheel(7)",
            "random_connected(70,100,1)",
        ] {
            let board = parse_board(text).unwrap();
            let graph = to_petgraph(&board);
            assert!(graph.node_weights().eq(board.tints()));
            let ends = graph
                .edge_indices()
                .map(|e| graph.edge_endpoints(e).unwrap());
            let edges = ends.map(|(a, b)| (a.index(), b.index()));
            assert!(edges.eq(board.graph().edges()));
        }
    }
}
