//! The definitions against the branch and bound of `boilingpoint-invariants`, on random graphs.

use super::super::meter::{Limits, MOST_BYTES, MOST_STEPS};
use super::*;
use boilingpoint_boards::{Graph, parse_board};
use boilingpoint_invariants::{Fraction, GraphInvariant, NoAnswer, catalogue, counted};
use boilingpoint_pinned::{assert_table, sum};
use boilingpoint_rules::{draw_forcing_pairing, erdos_selfridge};
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

/// The answer by the definition, and the steps that it takes.
fn answered(name: &str, board: &Board) -> (Answer, u64) {
    let limits = Limits {
        steps: MOST_STEPS,
        bytes: MOST_BYTES,
        stop: None,
    };
    let marks = Marks::of(board, Meter::new(limits)).expect("small");
    (of(name, &marks), marks.meter.steps())
}

/// The number by the definition; `None` if there is none.
fn defined(name: &str, board: &Board) -> Option<Fraction> {
    match answered(name, board).0 {
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

/// Boards with marks of every sort, and graphs that stand out.
const MARKED: &[&str] = &[
    "?",
    "@",
    "0,1",
    "path(2)",
    "path(5)",
    "path(6):L.R..L",
    "star(5)",
    "cycle(5)",
    "cycle(6)",
    "complete(4)",
    "complete(3)",
    "bipartite(2,3)",
    "caterpillar(2,1,3)",
    "tree(3*tree(2*leaf))",
    "grid(2,4)",
    "hypercube(3)",
    "generalised_petersen(5,2)",
    "0-1,2-3,4",
    "0-1,1-2,2-0,2-3,3-4,4-5,5-3",
    "0-1*2,1-2*3@1",
    "0-1*2,1>2,0-0@1",
    "0>1,1>2,2>0,2>3",
    "0>1,1>0,1-2:L.R",
    "0-0,0-1,2-3*2,3>4@3",
    "cycle(6)@0",
    "path(3)@0",
    "path(4)@1",
    "0-1,2-3,3-4@3",
    "grid(2,3)@1",
    "lines(2,2)",
    "lines(3,2)",
    "0-1*1*1,1-2",
];

/// Names with sets of vertices, and statistics of vertices. The tests of `problem` compare them
/// with the invariants of the program.
const WITH_SETS: &str = include_str!("with-sets.txt");

/// Further such names, some of which have no definition.
const FURTHER: [&str; 20] = [
    "highest(max(degree, 2, -even))",
    "order(true and not false or near(degree != 2))",
    "average(1 / (degree - 1), degree > 1 and degree < 4)",
    "total(cliques(2)^3 / 7)",
    "total(cliques(2.5))",
    "order(degree == 1) + 1",
    "order((degree == 1 or degree == 3) and (near(core) or degree > 2))",
    "order(degree != 2)",
    "order(degree <= 2)",
    "total(degree^0 + 1^64)",
    "total(1^65)",
    "order(square(core))",
    "total_weight(complement)",
    "total(even_edges)",
    "total(component(not degree == 2) * (degree + 1))",
    "lower_median(3 * degree - 1, degree > 1)",
    "order(-(-degree) == 1)",
    "order()",
    "order(not core and degree > 1)",
    "total(degree - 1 - 8 / 4 / 2)",
];

/// The answers on marked boards, and the steps that they take, are those of a table.
#[test]
fn invariants_of_marked_boards_are_those_of_the_table() {
    let names = INVARIANTS.iter().map(|(name, _)| *name).chain(COUNTS);
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/src/invariants/pinned.txt");
    assert_table(table, &answers(names, MARKED));
}

/// The same for names with sets of vertices, on small boards.
#[test]
fn invariants_with_sets_are_those_of_the_table() {
    let boards = [
        "path(4)",
        "path(5)",
        "cycle(5)",
        "star(4):L....",
        "0-1,2",
        "EzpW",
        "FhCGG",
        "F?~v_",
    ];
    let table = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/invariants/pinned-sets.txt"
    );
    assert_table(table, &answers(WITH_SETS.lines().chain(FURTHER), &boards));
}

/// A text may nest as deeply as the limit, and no deeper.
#[test]
fn texts_nest_to_a_limit() {
    let path = parse_board("path(3)").expect("a board");
    for (open, inner, close) in [
        ("(", "core", ")"),
        ("not ", "core", ""),
        ("max(", "2", ", 1)"),
        ("-", "1 == 1", ""),
        ("max(1, ", "2", ")"),
    ] {
        let of = |depth: usize| {
            let inner = format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
            let set = if open.starts_with("max") {
                format!("{inner} == 2")
            } else {
                inner
            };
            answered(&format!("order({set})"), &path).0
        };
        assert!(of(63).is_ok(), "{open}");
        assert_eq!(of(64), Err(NoQuantity::NoDefinition), "{open}");
    }
}

/// A line for each name, with a sum of the answers on the boards and of their steps.
fn answers(names: impl Iterator<Item = &'static str>, shown: &[&str]) -> String {
    let boards: Vec<Board> = shown
        .iter()
        .map(|name| parse_board(name).unwrap_or_else(|error| panic!("{name}: {error}")))
        .collect();
    let mut text = String::new();
    for name in names {
        let mut all = String::new();
        for (board, shown) in boards.iter().zip(shown) {
            let (answer, steps) = answered(name, board);
            let answer = match answer {
                Ok(BoardQuantity::Number {
                    numerator,
                    denominator,
                }) => format!("{numerator}/{denominator}"),
                Ok(BoardQuantity::Condition(holds)) => holds.to_string(),
                Err(NoQuantity::Absent) => "-".to_owned(),
                Err(other) => format!("{other:?}"),
            };
            all.push_str(&format!("{shown} {answer} {steps}\n"));
        }
        text.push_str(&format!("{name} {:016x}\n", sum(&all)));
    }
    text
}

/// Random families of winning sets: a few sets of up to five of eight points.
#[test]
fn positional_invariants_are_those_of_the_rules() {
    let sets = prop::collection::vec(prop::collection::btree_set(0usize..8, 0..6), 1..5);
    let mut runner = TestRunner::deterministic();
    let (mut paired, mut unpaired) = (0, 0);
    for _ in 0..2000 {
        let sets = sets.new_tree(&mut runner).expect("sets").current();
        let links = sets.iter().enumerate().flat_map(|(set, points)| {
            let own = 8 + set;
            points.iter().map(move |&p| (p, own)).chain([(own, own)])
        });
        let text: Vec<String> = links.map(|(a, b)| format!("{a}-{b}")).collect();
        let board = parse_board(&format!("0,1,2,3,4,5,6,7,{}", text.join(","))).expect("a board");
        let holds = match answered("pairing", &board).0 {
            Ok(BoardQuantity::Condition(holds)) => holds,
            other => panic!("{}: {other:?}", board.name()),
        };
        let expected = draw_forcing_pairing(&board).is_some();
        assert_eq!(holds, expected, "{}", board.name());
        *(if holds { &mut paired } else { &mut unpaired }) += 1;
        let potential = erdos_selfridge(&board).map(|(sum, exponent)| {
            Fraction::new(i128::try_from(sum).expect("small"), 1 << exponent)
        });
        assert_eq!(defined("potential", &board), potential, "{}", board.name());
    }
    assert!(paired > 200 && unpaired > 200, "{paired} {unpaired}");
}

#[test]
fn the_checker_answers_by_name() {
    let board = parse_board("star(4)").expect("a board");
    let number = |n| {
        Ok(BoardQuantity::Number {
            numerator: n,
            denominator: 1,
        })
    };
    let checker = Checker::new(&boilingpoint_rules::Snort, 1);
    assert_eq!(checker.invariant("degree", &board), number(4));
    assert_eq!(checker.invariant("independent_sets(2)", &board), number(6));
    let odd = checker.invariant("no_such_name", &board);
    assert_eq!(odd, Err(NoQuantity::NoDefinition));
}
