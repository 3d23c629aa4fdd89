//! The definitions against the branch and bound of `boilingpoint-invariants`, on random graphs.

use super::super::meter::{Limits, MOST_BYTES, MOST_STEPS};
use super::*;
use boilingpoint_boards::Graph;
use boilingpoint_invariants::{Fraction, GraphInvariant, NoAnswer, catalogue, counted};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Counts with an argument, as expressions have them.
const COUNTS: [&str; 9] = [
    "cliques(3)",
    "cliques(4)",
    "independent_sets(3)",
    "cycles(4)",
    "cycles(5)",
    "colourings(3)",
    "colourings(4)",
    "copies(\"star(3)\")",
    "copies(\"path(4)\")",
];

/// Random graphs of two to eight vertices, from sparse to dense, the same in every run.
fn graphs() -> impl Iterator<Item = Graph> {
    let graph = (2usize..9, 1u32..10).prop_flat_map(|(order, tenths)| {
        let chance = f64::from(tenths) / 10.0;
        let edges = prop::collection::vec(prop::bool::weighted(chance), order * (order - 1) / 2);
        edges.prop_map(move |edges| {
            let pairs = (0..order).flat_map(|b| (0..b).map(move |a| (a, b)));
            let chosen = pairs.zip(edges).filter(|(_, chosen)| *chosen);
            Graph::from_edges(order, chosen.map(|(pair, _)| pair))
        })
    });
    let mut runner = TestRunner::deterministic();
    std::iter::repeat_with(move || graph.new_tree(&mut runner).expect("a graph").current())
}

/// The number by the definition; `None` if there is none.
fn defined(name: &str, board: &Board) -> Option<Fraction> {
    let limits = Limits {
        steps: MOST_STEPS,
        bytes: MOST_BYTES,
        stop: None,
    };
    let marks = Marks::of(board, Meter::new(limits)).expect("small");
    let found = match INVARIANTS.iter().find(|(known, _)| *known == name) {
        Some((_, definition)) => definition(&marks),
        None => counts::of(name, &marks),
    };
    match found {
        Ok(BoardQuantity::Number {
            numerator,
            denominator,
        }) => Some(Fraction::new(numerator, denominator)),
        Err(NoQuantity::Absent) => None,
        other => panic!("{name} of {}: {other:?}", board.name()),
    }
}

#[test]
fn textbook_invariants_of_random_graphs() {
    let counts = COUNTS.map(|text| counted(text).expect("a count"));
    let rows: Vec<&GraphInvariant> = catalogue().iter().chain(counts).collect();
    let mut known = vec![std::collections::BTreeSet::new(); rows.len()];
    for graph in graphs().take(2000) {
        let board = Board::untinted(graph);
        for (row, known) in rows.iter().zip(&mut known) {
            let found = match row.of(&board) {
                Ok(n) => Some(n),
                Err(NoAnswer::Undefined) => None,
                Err(other) => panic!("{} of {}: {other}", row.name, board.name()),
            };
            let expected = defined(row.name, &board);
            assert_eq!(found, expected, "{} of {}", row.name, board.name());
            known.insert(found);
        }
    }
    // No comparison is of one answer only, except for arcs, which these graphs do not have.
    for (row, known) in rows.iter().zip(known) {
        assert!(known.len() > 1 || row.name == "arcs", "{}", row.name);
    }
}
