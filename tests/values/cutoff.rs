//! Cutoffs: bounds proved for a temperature without computing it, compared with the temperature.

use boilingpoint_boards::{Board, enumerate, random_connected, random_tree};
use boilingpoint_rules::{Col, Ruleset, Snort};
use boilingpoint_solver::{Budget, Solver};
use boilingpoint_values::Dyadic;

/// For many penalties, how often the temperature is at most the penalty, and how often that is
/// proved.
fn checked(rules: &'static dyn Ruleset, boards: impl Iterator<Item = Board>) -> [u64; 2] {
    let mut exact = Solver::new(rules, Budget::default());
    let (mut holds, mut proved) = (0, 0);
    for board in boards {
        let heat = exact.summary(&board).expect("small");
        let temperature = heat.temperatures.expect("a value").temperature;
        let mut solver = Solver::new(rules, Budget::default());
        for quarters in -1..=4 * board.order() as i64 {
            let t = Dyadic::new(quarters, 2).expect("small");
            let is_proved = solver.is_at_most(&board, t).expect("small");
            assert!(!is_proved || temperature <= t, "{} at {t}", board.name());
            holds += u64::from(temperature <= t);
            proved += u64::from(is_proved);
        }
        // The same answers come from tables that already contain the board.
        for t in [temperature, Dyadic::new(5, 2).expect("small")] {
            let fresh = Solver::new(rules, Budget::default()).is_at_most(&board, t);
            assert_eq!(
                exact.is_at_most(&board, t),
                fresh,
                "{} at {t}",
                board.name()
            );
        }
    }
    [holds, proved]
}

fn small() -> impl Iterator<Item = Board> {
    let mut graphs = enumerate::first();
    (2..=7).flat_map(move |_| {
        graphs = enumerate::next_connected(&graphs);
        graphs.clone().into_iter().map(Board::untinted)
    })
}

fn random() -> impl Iterator<Item = Board> {
    (8..=14).flat_map(|n| {
        (0..12).flat_map(move |seed| {
            let graphs = [random_tree(n, seed), random_connected(n, n + 3, seed)];
            graphs.map(Board::untinted)
        })
    })
}

#[test]
fn it_is_never_wrong_and_nearly_always_found() {
    for [holds, proved] in [checked(&Snort, small()), checked(&Snort, random())] {
        assert!(10 * proved >= 9 * holds, "{proved} of {holds}");
    }
    checked(&Col, small());
    checked(&Col, random());
}

#[test]
fn of_what_is_tinted_or_in_parts_nothing_is_said() {
    let mut solver = Solver::new(&Snort, Budget::default());
    // The theorem on the domination number says that the second board is at most 3/2.
    for (text, t) in [("path(3):L..", 9), ("0-1,2-3", 1)] {
        let board = boilingpoint_boards::parse_board(text).expect("a board");
        assert_eq!(solver.is_at_most(&board, Dyadic::integer(t)), Ok(false));
    }
}

#[test]
fn a_budget_makes_it_say_less_and_nothing_else() {
    for board in random() {
        let budget = |positions| Budget {
            positions,
            ..Budget::default()
        };
        for quarters in 0..24 {
            let t = Dyadic::new(quarters, 2).expect("small");
            let small = || Solver::new(&Snort, budget(400)).is_at_most(&board, t);
            let large = Solver::new(&Snort, Budget::default()).is_at_most(&board, t);
            assert!(small() != Ok(true) || large == Ok(true));
        }
    }
}
