//! Clobber: results from the literature, and the solver against the reference evaluator.

use crate::kit::{assert_both_agree, connected, random_board, solver, tintings, value};
use boilingpoint_boards::{Board, parse_board};
use boilingpoint_rules::Clobber;
use boilingpoint_values::{Dyadic, NumberUpStar};

/// A row of stones, `x` for Left's and `o` for Right's.
fn row(stones: &str) -> Board {
    let tints: String = stones
        .chars()
        .map(|c| if c == 'x' { 'L' } else { 'R' })
        .collect();
    parse_board(&format!("path({}):{tints}", tints.len())).expect(stones)
}

/// n of Left's stones and one of Right's in a row are (n-1).^ + n.*: Left leaves nothing to move,
/// Right a row with one stone less. (Induction from {0|0}; Albert, Grossman, Nowakowski, Wolfe
/// 2005.)
#[test]
fn a_row_with_one_stone_against_it() {
    let mut solver = solver(&Clobber);
    for n in 1..=40 {
        let found = value(&mut solver, &row(&("x".repeat(n) + "o")));
        let expected = NumberUpStar {
            number: Dyadic::ZERO,
            up: n as i32 - 1,
            nim: n as u32 % 2,
        };
        assert_eq!(solver.values().nus(found), Some(expected), "n = {n}");
    }
}

/// Small rows, worked out by hand from the rules. In xxoo each player leaves xo. In xoxo Left's
/// moves leave xxo, two of her stones apart from one of his, or xo; Right's are the negatives.
#[test]
fn small_rows_by_the_definition() {
    let mut solver = solver(&Clobber);
    for (stones, form) in [
        ("x", "0"),
        ("xx", "0"),
        ("xo", "*"),
        ("xxo", "^"),
        ("xox", "*"),
        ("xxoo", "0"),
        ("xoxo", "{^,0,*|v,0,*}"),
    ] {
        let found = value(&mut solver, &row(stones));
        let expected = solver.values().parse(form).expect(form);
        assert_eq!(found, expected, "{stones}");
    }
}

/// Every tinting of every connected graph to order 4, and random boards to order 8.
#[test]
fn the_solver_agrees_with_the_checker() {
    use boilingpoint_boards::Tint;
    let all = [Tint::None, Tint::Left, Tint::Right];
    let mut boards: Vec<Board> = Vec::new();
    for graph in connected(4) {
        boards.extend(tintings(&graph, &all));
    }
    boards.extend((0..60).map(|seed| random_board(5 + seed as usize % 4, seed)));
    assert_both_agree(&Clobber, &boards);
}

/// The game is all small, and every position with the stones exchanged is the negative.
#[test]
fn all_values_are_all_small() {
    let mut solver = solver(&Clobber);
    for seed in 0..80 {
        let board = random_board(5 + seed as usize % 5, seed);
        let (own, swapped) = (
            value(&mut solver, &board),
            value(&mut solver, &board.swapped()),
        );
        assert!(solver.values().is_all_small(own));
        assert_eq!(solver.values().neg(swapped), Ok(own));
    }
}

/// The hottest atomic weights: to order 4 every weight is an integer, the greatest temperature of a
/// weight is -1/2 at order 5 and 1/2 at order 6. All tintings of all connected graphs to order 6.
#[test]
fn the_hottest_weights_of_small_boards() {
    use boilingpoint_boards::Tint;
    let all = [Tint::None, Tint::Left, Tint::Right];
    let mut solver = solver(&Clobber);
    let mut hottest = [Dyadic::integer(-1); 7];
    for graph in connected(6) {
        for board in tintings(&graph, &all) {
            let found = value(&mut solver, &board);
            let weight = solver.values().atomic_weight(found).expect("no limits");
            let weight = weight.expect("all small");
            let heat = solver.values().temperature(weight).expect("no limits");
            let order = board.order();
            hottest[order] = hottest[order].max(heat);
        }
    }
    // Regression guard: from this program, version 0.2.0.
    let halves = [-2, -2, -2, -2, -2, -1, 1];
    assert_eq!(hottest, halves.map(|n| Dyadic::new(n, 1).expect("small")));
}
