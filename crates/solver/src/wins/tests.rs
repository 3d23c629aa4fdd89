//! Proofs of who wins, against exact values.

use super::stop::StopQuestion;
use super::*;
use crate::tests::{larger_boards, small_boards};
use boilingpoint_boards::{enumerate, parse_board};
use boilingpoint_rules as ruleset;
use boilingpoint_values::Outcome;

fn unknown(board: &Board) -> Bounds {
    let moves = 2 * i64::try_from(board.order()).expect("small");
    let all = [-moves, moves].map(Dyadic::integer);
    Bounds {
        left_stop: all,
        right_stop: all,
        mean: all,
        first_wins: [None; 2],
        temperature: [-1, moves].map(Dyadic::integer),
    }
}

/// Compares the bounds of a board with its value. Components of at most `valued` vertices are
/// valued in the search. Returns the outcome, and whether the bounds for the temperature meet.
fn check(solver: &mut Solver, board: &Board, valued: usize) -> (Outcome, bool) {
    let exact = solver.evaluate(board).expect("small");
    let numbers = exact.temperatures().expect("the game has values");
    let mut own = Solver::new(solver.ruleset(), Budget::default());
    let compressed = own.compressed(board).expect("a position");
    let mut found = unknown(board);
    with_any_rows!(&compressed, position => {
        own.move_on();
        let budget = Budget::default();
        narrow_position(&mut own, &budget, position, valued, &mut found).expect("no error");
    });
    let name = solver.ruleset().name();
    for ([least, most], number) in [
        (found.left_stop, numbers.left_stop().expect("computed")),
        (found.right_stop, numbers.right_stop().expect("computed")),
        (found.mean, numbers.mean),
        (found.temperature, numbers.temperature),
    ] {
        assert!(
            least <= number && number <= most,
            "{name} {board:?}: {found:?}, not {number}"
        );
    }
    for [least, most] in [found.left_stop, found.right_stop] {
        assert_eq!(least, most, "{name} {board:?}: {found:?}");
    }
    let outcome = exact.summary.outcome;
    let wins = match outcome {
        Outcome::L => [true, false],
        Outcome::R => [false, true],
        Outcome::N => [true, true],
        Outcome::P => [false, false],
        other => panic!("{other:?}"),
    };
    assert_eq!(found.first_wins, wins.map(Some), "{name} {board:?}");
    let [least, most] = found.temperature;
    (outcome, least == most)
}

#[test]
fn proofs_agree_with_values_on_all_small_boards() {
    let games = ruleset::catalogue().iter().filter(|r| can_enclose(**r));
    let mut outcomes = std::collections::BTreeMap::new();
    for &game in games {
        let mut solver = Solver::new(game, Budget::default());
        for board in small_boards(game) {
            let (outcome, _) = check(&mut solver, &board, 1);
            *outcomes.entry(outcome.to_string()).or_insert(0) += 1;
        }
    }
    assert_eq!(outcomes.len(), 4, "{outcomes:?}");
    assert!(outcomes.values().all(|&n| n > 50), "{outcomes:?}");
}

#[test]
fn proofs_agree_with_values_on_larger_boards() {
    let snort = ruleset::find("snort").expect("in the catalogue");
    let mut solver = Solver::new(snort, Budget::default());
    let mut exact = [0; 2];
    for board in larger_boards() {
        for (valued, exact) in [3, 9].into_iter().zip(&mut exact) {
            *exact += u32::from(check(&mut solver, &board, valued).1);
        }
    }
    // The others have components that freeze at means which no wall tells.
    assert!(exact[0] >= 12 && exact[1] >= 15, "{exact:?} of 31");
}

#[test]
fn bounds_of_temperatures_hold_on_all_small_boards() {
    let snort = ruleset::find("snort").expect("in the catalogue");
    let mut solver = Solver::new(snort, Budget::default());
    let (mut boards, mut exact) = (0, 0);
    let mut graphs = enumerate::first();
    for _ in 1..=7 {
        for graph in &graphs {
            boards += 1;
            exact += u32::from(check(&mut solver, &Board::untinted(graph.clone()), 1).1);
        }
        graphs = enumerate::next_connected(&graphs);
    }
    assert!(exact > 200, "{exact} of {boards}");
}

#[test]
fn temperatures_of_paths_of_multiples_of_six() {
    let snort = ruleset::find("snort").expect("in the catalogue");
    for n in [30, 36, 42] {
        let board = parse_board(&format!("path({n})")).expect("a family");
        let found = narrow(snort, &Budget::default(), &board, unknown(&board)).expect("no error");
        assert_eq!(
            found.temperature,
            [Dyadic::integer(1); 2],
            "path({n}): {found:?}"
        );
    }
}

#[test]
fn a_full_table_forgets_what_is_cheap() {
    let snort = ruleset::find("snort").expect("in the catalogue");
    let board = parse_board("path(24)").expect("a family");
    let mut solver = Solver::new(snort, Budget::default());
    let compressed = solver.compressed(&board).expect("a position");
    with_any_rows!(&compressed, position => {
        let store = Store::new(&mut solver, 9, Dyadic::ZERO, 64 << 20);
        let mut search = Search::new(store, 1 << 14);
        for (number, expected) in [(1, true), (2, false)] {
            let question = StopQuestion::AtLeast(Dyadic::integer(number));
            let (answer, _) = search.stop(position, question, 1 << 20);
            assert_eq!(answer, Ok(Some(expected)), "{number}");
        }
    });
}

/// A board that equals its negative has stops that are negatives of each other: what is known of
/// one is known of both, and no bound becomes wider.
#[test]
fn what_is_known_stays_known() {
    let snort = ruleset::find("snort").expect("in the catalogue");
    let board = parse_board("path(36)").expect("a family");
    let budget = Budget {
        work: 0,
        ..Budget::default()
    };
    let known = Bounds {
        right_stop: [-1, -1].map(Dyadic::integer),
        first_wins: [None, Some(true)],
        ..unknown(&board)
    };
    let found = narrow(snort, &budget, &board, known).expect("no error");
    // The position itself takes more work than there is.
    assert_eq!(found, known);
    let budget = Budget {
        work: 2_000,
        ..Budget::default()
    };
    let found = narrow(snort, &budget, &board, known).expect("no error");
    assert_eq!(found.left_stop, [Dyadic::integer(1); 2]);
    assert_eq!(found.right_stop, known.right_stop);
    assert_eq!(found.mean, [Dyadic::ZERO; 2]);
    assert_eq!(found.first_wins, [Some(true); 2]);
}
