//! Counts of boards, and Grundy values, as the b-files of `docs/oeis/` have them: the first terms.

use crate::common::all_graphs;
use crate::kit::solver;
use boilingpoint_boards::polyominoes::polyominoes;
use boilingpoint_boards::trees::Trees;
use boilingpoint_boards::{Board, labellings, parse_board};
use boilingpoint_problem::{Class, Kind, with_marks};
use boilingpoint_rules::{self as ruleset, Features, Ruleset};
use boilingpoint_values::Outcome;

/// The terms of a b-file, from the index 1 on.
fn terms(name: &str) -> Vec<u64> {
    let path = format!("{}/docs/oeis/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let term = |(i, line): (usize, &str)| {
        let (index, term) = line.split_once(' ').expect("two numbers");
        assert_eq!(index.parse(), Ok(i + 1), "{name}");
        term.parse().expect("a number")
    };
    text.lines().enumerate().map(term).collect()
}

fn game(name: &str) -> &'static dyn Ruleset {
    ruleset::find(name).expect(name)
}

/// Counts the boards of an outcome, by order.
fn counted(
    rules: &'static dyn Ruleset,
    orders: impl IntoIterator<Item = Vec<Board>>,
    outcome: Outcome,
    weight: fn(&Board) -> u64,
) -> Vec<u64> {
    let mut solver = solver(rules);
    let mut count = |boards: Vec<Board>| {
        let won = boards
            .iter()
            .filter(|board| solver.summary(board).expect("small").outcome == outcome);
        won.map(weight).sum()
    };
    orders.into_iter().map(&mut count).collect()
}

fn agree(name: &str, found: &[u64]) {
    assert_eq!(terms(name)[..found.len()], *found, "{name}");
}

#[test]
fn graphs_by_outcome() {
    let orders: Vec<Vec<Board>> = all_graphs(7)
        .into_iter()
        .map(|graphs| graphs.into_iter().map(Board::untinted).collect())
        .collect();
    for (name, rules, weight) in [
        ("snort-graphs", "snort", (|_| 1) as fn(&Board) -> u64),
        ("snort-labelled-graphs", "snort", labellings),
        ("col-graphs", "col", |_| 1),
        ("b291342", "col", labellings),
    ] {
        agree(
            name,
            &counted(game(rules), orders.clone(), Outcome::N, weight),
        );
    }
}

/// Every vertex of a board is black, white or neither.
fn coloured(boards: impl IntoIterator<Item = Board>) -> Vec<Board> {
    let class = Class {
        features: Features {
            tints: true,
            ..Features::GRAPH
        },
        ..Class::of(Kind::Any, 0..=usize::MAX)
    };
    let boards = boards.into_iter();
    boards
        .flat_map(|board| with_marks(&board, &class))
        .collect()
}

#[test]
fn coloured_boards_that_the_second_player_wins() {
    for rules in ["clobber", "cutthroat"] {
        let graphs = all_graphs(4).into_iter();
        let graphs = graphs.map(|graphs| coloured(graphs.into_iter().map(Board::untinted)));
        let found = counted(game(rules), graphs, Outcome::P, |_| 1);
        agree(&format!("{rules}-graphs"), &found);
        let trees = (1..=6).map(|order| coloured(trees(order)));
        let found = counted(game(rules), trees, Outcome::P, |_| 1);
        agree(&format!("{rules}-trees"), &found);
    }
}

/// Labellings are counted right: there are 2^(n(n-1)/2) labelled graphs on n vertices.
#[test]
fn labelled_graphs_are_all_graphs() {
    for (n, graphs) in (1..).zip(all_graphs(6)) {
        let all: u64 = graphs
            .into_iter()
            .map(|g| labellings(&Board::untinted(g)))
            .sum();
        assert_eq!(all, 1 << (n * (n - 1) / 2));
    }
}

fn trees(order: usize) -> Vec<Board> {
    let trees = Trees::of_order(order);
    trees.map(|t| Board::untinted(t.graph())).collect()
}

#[test]
fn trees_that_the_second_player_wins() {
    for (name, rules) in [("snort-trees", "snort"), ("col-trees", "col")] {
        let found = counted(game(rules), (1..=12).map(trees), Outcome::P, |_| 1);
        agree(name, &found);
    }
}

#[test]
fn sets_of_squares_that_the_second_player_wins_in_domineering() {
    let sets = |order| {
        let mut sets = Vec::new();
        let listed: Result<(), ()> = polyominoes(order, |squares| {
            sets.push(Board::of_squares(squares.to_vec()));
            Ok(())
        });
        listed.expect("no errors");
        sets
    };
    let found = counted(game("domineering"), (1..=9).map(sets), Outcome::P, |_| 1);
    agree("domineering-squares", &found);
}

#[test]
fn node_kayles_on_grids_of_three_rows() {
    let mut solver = solver(game("node-kayles"));
    let grundy = |n| {
        let grid = parse_board(&format!("grid(3,{n})")).expect("a grid");
        solver.summary(&grid).expect("small").grundy.map(u64::from)
    };
    let found: Option<Vec<u64>> = (1..=12).map(grundy).collect();
    agree("b316632", &found.expect("impartial"));
}
