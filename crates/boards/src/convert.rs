//! Conversion of boards to and from graphs of `petgraph`.

use super::{Board, Graph, Tint};
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;

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

/// Converts a graph of `petgraph` to a board. Parallel edges become one edge, and loops are
/// dropped, since neither affects a game on vertices.
pub fn from_petgraph(graph: &UnGraph<Tint, ()>) -> Board {
    let ends = graph
        .edge_references()
        .map(|e| (e.source().index(), e.target().index()));
    let edges = Graph::from_edges(graph.node_count(), ends.filter(|(a, b)| a != b));
    let mut board = Board::untinted(edges);
    for (v, &tint) in graph.node_weights().enumerate() {
        board.set_tint(v, tint);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::super::parse_board;
    use super::*;

    #[test]
    fn round_trips() {
        for text in [
            "?",
            "0,1 LR",
            "caterpillar(2,0,1) L..R..",
            "wheel(7)",
            "random_connected(70,100,1)",
        ] {
            let board = parse_board(text).unwrap();
            let there = to_petgraph(&board);
            assert_eq!(
                (there.node_count(), there.edge_count()),
                (board.order(), board.graph().size())
            );
            assert_eq!(from_petgraph(&there), board);
        }
    }

    #[test]
    fn loops_and_parallel_edges_are_dropped() {
        let graph = UnGraph::from_edges([(0, 1), (1, 0), (1, 1)]);
        assert_eq!(from_petgraph(&graph), parse_board("0-1").unwrap());
    }
}
