//! Enclosures never leave the exact thermograph out, and more steps never prove less.

mod kit;

use boilingpoint::graph::{Board, parse_board};
use boilingpoint::ruleset::{Col, Cutthroat, Domineering, Ruleset, Snort};
use boilingpoint::solver::{Budget, Solver};
use boilingpoint::value::{Dyadic, Enclosure};
use kit::{TINTS, connected, random_board, tintings};

const STEPS: [u64; 7] = [0, 1, 3, 10, 40, 200, 2000];

/// Checks a board with effort from none to ample; says with how much the temperature was known.
fn sound(rules: &'static dyn Ruleset, board: &Board) -> Option<u64> {
    let mut exact = Solver::new(rules, Budget::default());
    let short = exact
        .evaluate(board)
        .expect("small")
        .short
        .expect("a value");
    let mut last: Option<Enclosure> = None;
    let mut known = None;
    for steps in STEPS {
        // one that knows nothing yet, or small boards would be known at once
        let mut solver = Solver::new(rules, Budget::default());
        let enclosure = solver.enclose(board, steps).expect("enclosed");
        let name = format!(
            "{} {} {}, {steps} steps",
            rules.name(),
            board.name(),
            board.tint_string()
        );
        assert!(
            enclosure.contains(&short.thermograph).expect("no overflow"),
            "{name}: {enclosure:?}"
        );
        let within = |[a, b]: [Dyadic; 2], x| a <= x && x <= b;
        assert!(
            within(enclosure.left_stop().unwrap(), short.thermal.left_stop),
            "{name}"
        );
        assert!(
            within(enclosure.right_stop().unwrap(), short.thermal.right_stop),
            "{name}"
        );
        let [low, high] = enclosure.temperature();
        if let Some(last) = &last {
            let before = last.temperature();
            assert!(low >= before[0] && high <= before[1], "{name}: wider");
        }
        if low == high && known.is_none() {
            known = Some(steps);
        }
        last = Some(enclosure);
    }
    known
}

#[test]
fn small_boards_of_snort() {
    for graph in connected(6) {
        sound(&Snort, &Board::untinted(graph));
    }
    for graph in connected(4) {
        for board in tintings(&graph, &TINTS) {
            sound(&Snort, &board);
        }
    }
}

#[test]
fn random_boards() {
    let mut known = 0;
    for seed in 0..60 {
        let board = random_board(6 + seed as usize % 6, seed);
        let rules: [&'static dyn Ruleset; 3] = [&Snort, &Col, &Cutthroat];
        for rules in rules {
            known += usize::from(sound(rules, &board).is_some());
        }
    }
    assert!(known > 150, "{known} of 180");
}

#[test]
fn domineering() {
    for text in [
        "...|...|...",
        "....|#...|.#..",
        "..###|#...#|....#|##...|##.#.",
    ] {
        assert!(
            sound(&Domineering, &parse_board(text).expect(text)).is_some(),
            "{text}"
        );
    }
}
