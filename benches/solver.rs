//! The solver's benchmark set: cold single boards, streams and scans. Every bench asserts its
//! answer, so that a fast wrong answer fails. Run with `cargo bench`.

use boilingpoint::graph::{Board, canon, enumerate, parse_board, random_connected, random_tree};
use boilingpoint::ruleset::Snort;
use boilingpoint::solver::checker::Checker;
use boilingpoint::solver::{Budget, Solver, with_deep_stack};
use boilingpoint::value::Values;
use divan::{Bencher, black_box};

fn main() {
    // deep recursion wants a deep stack
    with_deep_stack(divan::main);
}

fn temperature(board: &Board) -> String {
    let mut solver = Solver::new(&Snort, Budget::default());
    solver
        .evaluate(board)
        .expect("within the budget")
        .temperature
        .to_string()
}

/// The paper's caterpillars, from empty tables.
#[divan::bench(args = [4, 16, 32, 64], sample_count = 5, sample_size = 1)]
fn cold_caterpillar(bencher: Bencher, n: u64) {
    let board = parse_board(&format!("caterpillar({},{n},{})", n + 1, n + 1)).expect("a family");
    bencher.bench(|| assert_eq!(temperature(black_box(&board)), (2 * n + 1).to_string()));
}

/// Five random trees, from empty tables each.
#[divan::bench(args = [14, 16, 18], sample_count = 3, sample_size = 1)]
fn cold_random_trees(bencher: Bencher, order: usize) {
    let boards: Vec<Board> = (1..=5)
        .map(|seed| Board::untinted(random_tree(order, seed)))
        .collect();
    let expected: Vec<String> = boards.iter().map(temperature).collect();
    bencher.bench(|| {
        let found: Vec<String> = black_box(&boards).iter().map(temperature).collect();
        assert_eq!(found, expected);
    });
}

/// Five random connected graphs, sparse, from empty tables each.
#[divan::bench(args = [12, 14], sample_count = 3, sample_size = 1)]
fn cold_random_connected(bencher: Bencher, order: usize) {
    let boards: Vec<Board> = (1..=5)
        .map(|seed| Board::untinted(random_connected(order, order + order / 2, seed)))
        .collect();
    let expected: Vec<String> = boards.iter().map(temperature).collect();
    bencher.bench(|| {
        let found: Vec<String> = black_box(&boards).iter().map(temperature).collect();
        assert_eq!(found, expected);
    });
}

fn connected(order: usize) -> Vec<Board> {
    let graphs = (1..order).fold(enumerate::first(), |graphs, _| {
        enumerate::next_connected(&graphs)
    });
    graphs.into_iter().map(Board::untinted).collect()
}

/// All connected graphs of an order with one table, one thread.
#[divan::bench(args = [7, 8], sample_count = 5, sample_size = 1)]
fn scan_connected(bencher: Bencher, order: usize) {
    let boards = connected(order);
    let second_player_wins = if order == 7 { 5 } else { 94 };
    bencher
        .counter(divan::counter::ItemsCount::new(boards.len()))
        .bench(|| {
            let mut solver = Solver::new(&Snort, Budget::default());
            let zero = boards
                .iter()
                .filter(|b| solver.value(b) == Ok(boilingpoint::value::Value::ZERO))
                .count();
            assert_eq!(zero, second_player_wins);
        });
}

/// Fingerprints of all connected graphs of order 8: canonical labelling alone.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn fingerprints(bencher: Bencher) {
    let boards = connected(8);
    bencher
        .counter(divan::counter::ItemsCount::new(boards.len()))
        .bench(|| {
            let mut all: Vec<u128> = boards.iter().map(canon::fingerprint).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), 11117);
        });
}

/// A sum of hot games, from an empty store.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn sum_of_hot_games(bencher: Bencher) {
    bencher.bench(|| {
        let mut values = Values::new();
        let five: Vec<String> = vec!["{3||2|1}".into(); 5];
        let sum = values.parse(&five.join("+")).expect("notation");
        let expected = values
            .parse("{12|||11||10,{11|10}|9Tiny({2|1})}")
            .expect("notation");
        assert_eq!(sum, expected);
    });
}

/// The independent checker on one of the boards that the paper's search started from.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn checker_on_a_workshop_board(bencher: Bencher) {
    let board = parse_board("caterpillar(3,5,3)").expect("a family");
    bencher.bench(|| {
        let checked = Checker::new(&Snort, 10_000_000)
            .check(black_box(&board))
            .expect("small");
        assert_eq!(checked.temperature.to_string(), "8");
    });
}
