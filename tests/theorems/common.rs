//! Helpers of the tests of Snort and of all games.

use crate::kit;
use boilingpoint_boards::{Board, Graph, canon, parse_board};
use boilingpoint_rules::Snort;
use boilingpoint_solver::Solver;
use boilingpoint_values::Outcome;
use std::collections::HashSet;

/// A solver of Snort with the default budget.
pub fn solver() -> Solver {
    kit::solver(&Snort)
}

/// The board that a text describes.
pub fn board(text: &str) -> Board {
    parse_board(text).expect(text)
}

/// Whether a board has the value of this form.
pub fn is(solver: &mut Solver, board: &Board, form: &str) -> bool {
    let value = solver.value(board).expect("within the budget");
    solver.values().parse(form).expect(form) == value
}

/// The outcome of a board.
pub fn outcome(solver: &mut Solver, board: &Board) -> Outcome {
    solver.summary(board).expect("within the budget").outcome
}

/// Every tinting of a graph.
pub fn tintings(graph: &Graph) -> Vec<Board> {
    kit::tintings(graph, &kit::TINTS).collect()
}

/// The disjoint union of two boards.
pub fn union(a: &Board, b: &Board) -> Board {
    kit::side_by_side(&[a.clone(), b.clone()])
}

/// All graphs of each order from 1 to `most`, connected or not, one of each isomorphism class.
pub fn all_graphs(most: usize) -> Vec<Vec<Graph>> {
    let mut orders = vec![vec![Graph::empty(1)]];
    for n in 1..most {
        let mut seen = HashSet::new();
        let mut grown = Vec::new();
        for graph in &orders[n - 1] {
            for set in 0u32..1 << n {
                let joined = (0..n).filter(|v| set >> v & 1 == 1).map(|v| (v, n));
                let next = Graph::from_edges(n + 1, graph.edges().chain(joined));
                if seen.insert(canon::fingerprint(&Board::untinted(next.clone()))) {
                    grown.push(next);
                }
            }
        }
        orders.push(grown);
    }
    orders
}
