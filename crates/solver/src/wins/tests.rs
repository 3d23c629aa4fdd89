//! Proofs of who wins, against exact values.

use super::stop::StopQuestion;
use super::*;
use crate::tests::{draws, larger_boards, random_squares, small_boards};
use boilingpoint_boards::polyominoes::polyominoes;
use boilingpoint_boards::{enumerate, parse_board};
use boilingpoint_rules::{self as ruleset, Domineering};
use boilingpoint_values::Outcome;

pub fn unknown(board: &Board) -> Bounds {
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

/// The bounds by proofs, where nothing is known before.
fn narrowed<S: Source>(source: &mut S, board: &Board, position: &S::Position) -> Bounds {
    let mut found = unknown(board);
    narrow_position(source, &Budget::default(), position, &mut found).expect("no error");
    found
}

/// Compares the bounds of a board with its value. Components of at most `valued` vertices are
/// valued in the search. Returns the outcome, and whether the bounds for the temperature meet.
fn check(solver: &mut Solver, board: &Board, valued: usize) -> (Outcome, bool) {
    let mut own = Solver::new(solver.ruleset(), Budget::default());
    let compressed = own.compressed(board).expect("a position");
    let found = with_any_rows!(&compressed, position => {
        own.move_on();
        let mut claims = Claims { solver: &mut own, valued, rows: PhantomData };
        narrowed(&mut claims, board, &(Classes::clone(position), position.all()))
    });
    compare(solver, board, &found)
}

/// Compares the bounds of a set of squares with its value, as [`check`]. Sets of few squares or of
/// few rows or columns are valued in the search.
fn check_squares(solver: &mut Solver, board: &Board, small: (u32, usize)) -> (Outcome, bool) {
    let region = Region::of(solver.ruleset(), board).expect("in the box");
    let mut own = Solver::new(solver.ruleset(), Budget::default());
    let mut cutter = Cutter::new(&mut own, &Budget::default(), region);
    cutter.small = small;
    let found = narrowed(&mut cutter, board, &region);
    compare(solver, board, &found)
}

/// Whether Left wins moving first, and whether Right does.
fn wins_of(outcome: Outcome) -> [bool; 2] {
    match outcome {
        Outcome::L => [true, false],
        Outcome::R => [false, true],
        Outcome::N => [true, true],
        Outcome::P => [false, false],
        other => panic!("{other:?}"),
    }
}

fn compare(solver: &mut Solver, board: &Board, found: &Bounds) -> (Outcome, bool) {
    let exact = solver.evaluate(board).expect("small");
    let numbers = exact.temperatures().expect("the game has values");
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
    assert_eq!(
        found.first_wins,
        wins_of(outcome).map(Some),
        "{name} {board:?}"
    );
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
fn proofs_agree_with_values_of_all_sets_to_eight_squares() {
    let mut solver = Solver::new(&Domineering, Budget::default());
    let mut exact = [0; 3];
    for squares in 2..=8 {
        let listed = polyominoes(squares, |set| {
            let board = Board::of_squares(set.to_vec());
            for (small, exact) in [(3, 1), (6, 1)].into_iter().zip(&mut exact) {
                *exact += u32::from(check_squares(&mut solver, &board, small).1);
            }
            exact[2] += 1;
            Ok::<(), SolveError>(())
        });
        listed.expect("no error");
    }
    assert!(exact[0] > 0, "{exact:?}");
}

#[test]
fn proofs_agree_with_values_of_larger_sets() {
    let mut solver = Solver::new(&Domineering, Budget::default());
    let mut next = draws();
    let mut exact = 0;
    for i in 0..30 {
        let (rows, columns) = (4 + i % 2, 4 + i / 2 % 2);
        let board = random_squares(&mut next, [rows, columns]);
        exact += u32::from(check_squares(&mut solver, &board, (8, 1)).1);
    }
    for text in [
        "squares(4,4)",
        "squares(4,5)",
        "squares(5,4)",
        "squares(5,5)",
    ] {
        let board = parse_board(text).expect("a board");
        exact += u32::from(check_squares(&mut solver, &board, (12, 1)).1);
    }
    assert!(exact > 0, "{exact}");
}

/// The number that a set is proved to be.
fn proved(board: &Board) -> Option<Dyadic> {
    let region = Region::of(&Domineering, board).expect("in the box");
    proved_number(&Domineering, &Budget::default(), board, region).expect("not stopped")
}

#[test]
fn sets_are_proved_to_be_numbers_if_they_are() {
    let mut solver = Solver::new(&Domineering, Budget::default());
    let mut numbers = 0;
    for squares in 2..=7 {
        let listed = polyominoes(squares, |set| {
            let board = Board::of_squares(set.to_vec());
            let value = solver.value(&board)?;
            let number = solver.values().as_number(value);
            assert_eq!(proved(&board), number, "{board:?}");
            numbers += u32::from(number.is_some());
            Ok::<(), SolveError>(())
        });
        listed.expect("no error");
    }
    assert!(numbers > 50, "{numbers}");
}

/// The canonical form, without a proof, takes four seconds (docs/findings/domineering.md).
#[test]
fn five_by_six_is_proved_to_be_a_number() {
    let board = parse_board("squares(5,6)").expect("a board");
    let mut solver = Solver::new(&Domineering, Budget::default());
    let value = solver.value(&board).expect("within the budget");
    let number = Dyadic::new(-3, 1).expect("small");
    assert_eq!(solver.values().as_number(value), Some(number));
    assert_eq!(solver.work().positions, 0);
}

/// Whether Left wins a set of squares moving first, and whether Right does. Only components of at
/// most `valued` squares are valued, and strips of three rows with such components.
fn winners_of(board: &Board, valued: u32, bytes: usize) -> [bool; 2] {
    let region = Region::of(&Domineering, board).expect("in the box");
    let mut own = Solver::new(&Domineering, Budget::default());
    let mut cutter = Cutter::new(&mut own, &Budget::default(), region);
    let mut search = OutcomeSearch::new(&mut cutter, 1 << 30, bytes).expect("no error");
    (search.valued, search.strips.valued) = (valued, valued);
    [region, region.turned()].map(|region| search.left_wins(region).expect("within the limits"))
}

#[test]
fn winners_agree_with_values_of_all_sets_to_eight_squares() {
    let mut solver = Solver::new(&Domineering, Budget::default());
    let mut outcomes = std::collections::BTreeMap::new();
    for squares in 1..=8 {
        let listed = polyominoes(squares, |set| {
            let board = Board::of_squares(set.to_vec());
            let outcome = solver.evaluate(&board)?.summary.outcome;
            for valued in [0, 4] {
                let found = winners_of(&board, valued, 1 << 12);
                assert_eq!(found, wins_of(outcome), "{}", board.text());
            }
            *outcomes.entry(outcome.to_string()).or_insert(0) += 1;
            Ok::<(), SolveError>(())
        });
        listed.expect("no error");
    }
    assert!(
        outcomes.len() == 4 && outcomes.values().all(|&n| n > 5),
        "{outcomes:?}"
    );
}

#[test]
fn winners_agree_with_values_of_larger_sets() {
    let mut solver = Solver::new(&Domineering, Budget::default());
    let mut next = draws();
    for i in 0..60 {
        let board = random_squares(&mut next, [4 + i % 2, 4 + i / 2 % 3]);
        let outcome = solver.evaluate(&board).expect("small").summary.outcome;
        for (valued, bytes) in [(0, 1 << 8), (0, 1 << 20), (5, 1 << 16), (12, 1 << 20)] {
            let found = winners_of(&board, valued, bytes);
            assert_eq!(found, wins_of(outcome), "{valued} {}", board.text());
        }
    }
}

/// The outcomes of rectangles in docs/games/tables.md, by the number of rows and the number of
/// columns. They were found by this search.
#[test]
fn winners_of_rectangles_are_those_of_the_table() {
    let table = [
        "PRRRRRRR", "LNNRLNNR", "LNNRRRRR", "LLLNLNLR", "LRLRPRRR", "LNLNLNL", "LNLRLRNR",
    ];
    for (m, outcomes) in (1..).zip(table) {
        for (n, outcome) in (1..).zip(outcomes.chars()) {
            let board = parse_board(&format!("squares({m},{n})")).expect("a board");
            let found = first_wins(&Domineering, &Budget::default(), &board).expect("no error");
            let found = Bounds {
                first_wins: found,
                ..unknown(&board)
            };
            let outcome = Some(outcome.to_string());
            assert_eq!(
                found.outcome().map(|o| o.to_string()),
                outcome,
                "{m} by {n}"
            );
        }
    }
}

#[test]
fn a_search_for_the_winner_ends_at_its_limit() {
    let board = parse_board("squares(8,8)").expect("a board");
    let budget = Budget {
        work: 1_000,
        ..Budget::default()
    };
    assert_eq!(first_wins(&Domineering, &budget, &board), Ok([None; 2]));
    let snort = ruleset::find("snort").expect("in the catalogue");
    let graph = parse_board("path(4)").expect("a board");
    assert_eq!(first_wins(snort, &budget, &graph), Ok([None; 2]));
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
        let mut claims = Claims { solver: &mut solver, valued: 9, rows: PhantomData };
        let store = Store::new(&mut claims, levels(Dyadic::ZERO).expect("small"), 64 << 20);
        let position = (Classes::clone(position), position.all());
        let mut search = Search::new(store, 1 << 14);
        for (number, expected) in [(1, true), (2, false)] {
            let question = StopQuestion::AtLeast(Dyadic::integer(number));
            let (answer, _) = search.stop(&position, question, 1 << 20);
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

/// The facts that follow from bounds for the stops and from who wins, for all small bounds.
#[test]
fn what_stops_and_winners_prove_stays_as_it_is() {
    let mut text = String::new();
    let pairs = || (-2..3).flat_map(|l| (l..3).map(move |m| [l, m].map(Dyadic::integer)));
    let board = parse_board("path(3)").expect("small");
    for left_stop in pairs() {
        for right_stop in pairs() {
            for wins in [None, Some(false), Some(true)].map(|wins| [wins; 2]) {
                let mut bounds = Bounds {
                    left_stop,
                    right_stop,
                    first_wins: wins,
                    ..unknown(&board)
                };
                by_stops(&mut bounds).expect("small");
                text += &format!("{bounds:?}\n");
                let number = Dyadic::new(3, 2).expect("small");
                by_winners(&mut bounds, number, wins);
                text += &format!("{bounds:?}\n");
            }
        }
    }
    assert_eq!(boilingpoint_pinned::sum(&text), 0xe0cf_b548_99ea_b419);
}

#[test]
fn the_levels_of_a_penalty_are_its_quarters() {
    let quarters = |n: i64| Dyadic::new(n, 2).expect("small");
    assert_eq!(levels(quarters(0)), Ok(vec![quarters(0)]));
    assert_eq!(
        levels(quarters(4)),
        Ok([4, 3, 2, 1, 0].map(quarters).to_vec())
    );
}
