//! Zero forcing and independence of graphs of greatest degree 3 (`docs/findings/zero-forcing.md`).

use crate::common::board;
use boilingpoint_boards::{Board, Graph};
use boilingpoint_checker::{BoardQuantity, Checker};
use boilingpoint_invariants::catalogue;
use boilingpoint_rules::Snort;

/// The part of a branch at its rim: a triangle, or K4 with a vertex on one of its edges. The first
/// vertex is joined to the middle of the branch.
struct Rim {
    order: usize,
    edges: &'static [(usize, usize)],
    /// Pairs of vertices with the same neighbours besides each other.
    pairs: usize,
}

const RIMS: [Rim; 2] = [
    Rim {
        order: 3,
        edges: &[(0, 1), (0, 2), (1, 2)],
        pairs: 1,
    },
    Rim {
        order: 5,
        edges: &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)],
        pairs: 2,
    },
];

/// A graph with a branch, of a middle vertex and two rims, for each neighbour that a vertex lacks
/// for degree 3; and the number of branches.
fn with_branches(core: &Graph, rim: &Rim) -> (Graph, usize) {
    let mut edges: Vec<(usize, usize)> = core.edges().collect();
    let (mut next, mut branches) = (core.order(), 0);
    for v in 0..core.order() {
        for _ in core.degree_of(v)..3 {
            let middle = next;
            edges.push((v, middle));
            for first in [middle + 1, middle + 1 + rim.order] {
                edges.push((middle, first));
                edges.extend(rim.edges.iter().map(|(a, b)| (first + a, first + b)));
            }
            next += 1 + 2 * rim.order;
            branches += 1;
        }
    }
    (Graph::from_edges(next, edges), branches)
}

fn number(name: &str, graph: &Graph) -> usize {
    let row = catalogue()
        .iter()
        .find(|row| row.name == name)
        .expect("an invariant");
    let value = row.of(&Board::untinted(graph.clone())).expect("a number");
    value.to_string().parse().expect("whole")
}

/// The independence number of the graph that the vertices of degree 3 induce.
fn independence_of_full(core: &Graph) -> usize {
    let full: Vec<usize> = (0..core.order())
        .filter(|&v| core.degree_of(v) == 3)
        .collect();
    number("independence", &core.induced(&full))
}

#[test]
fn zero_forcing_and_independence_of_graphs_with_branches() {
    for rim in &RIMS {
        let each = 2 * rim.pairs + 1;
        for core in ["0", "path(2)", "cycle(3)", "cycle(4)"].map(board) {
            let (whole, branches) = with_branches(core.graph(), rim);
            let forcing = each * branches + number("zero_forcing", core.graph());
            assert_eq!(number("zero_forcing", &whole), forcing);
            let independent = each * branches + independence_of_full(core.graph());
            assert_eq!(number("independence", &whole), independent);
        }
    }
}

/// The graph that refutes the conjecture, by the checker; and a greater difference.
#[test]
fn a_conjecture_on_zero_forcing_is_false() {
    let (small, _) = with_branches(board("cycle(3)").graph(), &RIMS[0]);
    let untinted = Board::untinted(small.clone());
    let checker = Checker::new(&Snort, 1);
    for (name, numerator) in [("zero_forcing", 11), ("independence", 9)] {
        let number = BoardQuantity::Number {
            numerator,
            denominator: 1,
        };
        assert_eq!(checker.invariant(name, &untinted), Ok(number), "{name}");
    }
    assert_eq!(small.degree(), 3);

    let (large, branches) = with_branches(&small, &RIMS[0]);
    assert_eq!((large.order(), 3 * branches + 11), (108, 47));
    assert_eq!(number("independence", &large), 43);
    assert_eq!(3 * branches + independence_of_full(&small), 43);
}
