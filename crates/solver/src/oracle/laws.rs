//! Laws of boards of every game, where a second computation is of the solver itself: other labels,
//! a zero game beside the board, exchanged players, and more of a budget.

use super::rules::{Game, IMPARTIAL, PARTIZAN};
use super::*;

/// The number of random boards of each game.
const BOARDS: usize = 300;

/// The numbers of a board that do not depend on how it is drawn.
fn summary(solver: &mut Solver, board: &Board) -> Summary {
    solver.evaluate(board).expect("small").summary
}

/// The games whose boards may lie side by side, each with random boards. A token is on one board
/// only.
fn games() -> impl Iterator<Item = &'static Game> {
    PARTIZAN.iter().chain(&IMPARTIAL)
}

/// The board with its vertices in another order.
fn relabelled(board: &Board, draw: &mut Draw) -> Board {
    let mut place: Vec<usize> = (0..board.order()).collect();
    for v in (1..place.len()).rev() {
        place.swap(v, draw.below(v + 1));
    }
    board.relabelled(&place)
}

/// Other labels give the same value. Solvers of their own find it, so no table helps.
#[test]
fn labels_do_not_matter() {
    for game in games() {
        let (rules, draw) = (rules_of(game), &mut Draw::new());
        for _ in 0..BOARDS {
            let board = (game.board)(draw);
            let [one, two] = [board.clone(), relabelled(&board, draw)].map(|board| {
                let mut solver = Solver::new(rules, Budget::default());
                summary(&mut solver, &board)
            });
            assert_eq!(one, two, "{}", named(game.name, &board));
        }
    }
}

/// Squares moved down, so that they touch none of the other board's.
fn below(board: &Board) -> Board {
    let squares = board.squares().unwrap_or_default().iter();
    Board::of_squares(squares.map(|&[i, j]| [i + 100, j]).collect())
}

/// Two boards side by side.
fn beside(one: &Board, two: &Board) -> Board {
    match one.squares() {
        Some(squares) => {
            let moved = below(two);
            let more = moved.squares().unwrap_or_default();
            Board::of_squares([squares, more].concat())
        }
        None => one.beside(two),
    }
}

/// A board and its negative beside another board change nothing: in an impartial game that is the
/// board itself.
#[test]
fn a_zero_game_beside_a_board_changes_nothing() {
    for game in games().filter(|game| !rules_of(game).carries().token) {
        let (rules, draw) = (rules_of(game), &mut Draw::new());
        let mut solver = Solver::new(rules, Budget::default());
        for _ in 0..BOARDS / 2 {
            let [board, other] = [(game.board)(draw), (game.board)(draw)];
            let zero = beside(&other, &other.swapped());
            let whole = summary(&mut solver, &beside(&board, &zero));
            let alone = summary(&mut solver, &board);
            let what = named(game.name, &board);
            assert_eq!(whole, alone, "{what} beside {}", named(game.name, &other));
        }
    }
}

/// Exchanged players give the negative value, the mirrored numbers and the mirrored bounds.
#[test]
fn exchanged_players_negate() {
    for game in &PARTIZAN {
        let (rules, draw) = (rules_of(game), &mut Draw::new());
        let mut solver = Solver::new(rules, Budget::default());
        for _ in 0..BOARDS {
            let board = (game.board)(draw);
            let (swapped, what) = (board.swapped(), named(game.name, &board));
            let [value, other] =
                [&board, &swapped].map(|board| solver.value(board).expect("small"));
            let sum = solver.values().add(value, other).expect("small");
            assert_eq!(sum, Value::ZERO, "{what}");
            let [one, two] = [&board, &swapped].map(|board| summary(&mut solver, board));
            let [a, b] = [&one, &two].map(|s| s.temperatures.expect("a value"));
            assert_eq!(
                (a.mean, a.temperature),
                (b.mean.neg(), b.temperature),
                "{what}"
            );
            assert_eq!(a.left_stop(), b.right_stop().map(Dyadic::neg), "{what}");
        }
    }
}

/// The bounds of a board within some work.
fn bounds(rules: &'static dyn Ruleset, board: &Board, work: u64) -> Bounds {
    let budget = Budget {
        work,
        ..Budget::default()
    };
    Bounds::of_hard_board(rules, board, work, &budget).expect("bounds")
}

/// The bounds of the board with the players exchanged.
fn mirrored(bounds: &Bounds) -> Bounds {
    Bounds {
        temperature: bounds.temperature,
        mean: negative(bounds.mean),
        left_stop: negative(bounds.right_stop),
        right_stop: negative(bounds.left_stop),
        first_wins: [bounds.first_wins[1], bounds.first_wins[0]],
    }
}

/// Whether the bounds of all numbers are at least as narrow as others, and the outcome is the same
/// if it was known.
fn is_within(narrow: &Bounds, wide: &Bounds) -> bool {
    let pairs = [
        (narrow.temperature, wide.temperature),
        (narrow.mean, wide.mean),
        (narrow.left_stop, wide.left_stop),
        (narrow.right_stop, wide.right_stop),
    ];
    let is_narrow = pairs.iter().all(|(n, w)| w[0] <= n[0] && n[1] <= w[1]);
    is_narrow
        && wide
            .outcome()
            .is_none_or(|known| narrow.outcome() == Some(known))
}

/// Boards of games that have bounds, small and larger.
fn bounded_boards() -> Vec<(&'static dyn Ruleset, Board)> {
    let mut boards = Vec::new();
    for game in &PARTIZAN {
        let (rules, draw) = (rules_of(game), &mut Draw::new());
        if can_enclose(rules) {
            boards.extend((0..BOARDS).map(|_| (rules, (game.board)(draw))));
        }
    }
    let snort = ruleset::find("snort").expect("a ruleset");
    boards.extend(super::super::tests::larger_boards().map(|board| (snort, board)));
    boards
}

#[test]
fn bounds_of_exchanged_players_are_mirrored() {
    for (rules, board) in bounded_boards() {
        let [one, two] = [&board, &board.swapped()].map(|board| bounds(rules, board, 300));
        assert_eq!(mirrored(&one), two, "{}", named(rules.name(), &board));
    }
}

#[test]
fn more_work_proves_no_less() {
    for (rules, board) in bounded_boards() {
        let mut last: Option<Bounds> = None;
        for work in [0, 10, 50, 200, 1000, 5000] {
            let found = bounds(rules, &board, work);
            let is_no_less = last.is_none_or(|last| is_within(&found, &last));
            assert!(is_no_less, "{work} for {}", named(rules.name(), &board));
            last = Some(found);
        }
    }
}
