//! The answers at small budgets, and the work of exact values, are those of a table.
//!
//! A budget ends a search at a place that the order of the search decides. So the table notices a
//! change of the order, of a threshold, or of what a step costs, though each answer is true: users
//! would find other bounds, and other boards within their budgets. After a change that means to do
//! this, `BOIL_GOLDEN=write cargo test -p boilingpoint-solver pinned` writes the table again.

use super::wins::tests::unknown;
use super::*;
use boilingpoint_boards::{Board, parse_board};
use boilingpoint_rules::{self as ruleset, Ruleset};
use boilingpoint_values::Dyadic;
use std::fmt::Write;

/// The games with their boards: some of each sort, of up to 40 vertices.
const BOARDS: &[(&str, &[&str])] = &[
    (
        "snort",
        &[
            "path(9)",
            "path(17)",
            "cycle(12)",
            "caterpillar(4,3,4)",
            "caterpillar(6,1,2,5)",
            "random_tree(17,1)",
            "random_tree(24,3)",
            "random_tree(40,5)",
            "random_connected(10,14,2)",
            "random_connected(14,20,4)",
            "random_connected(20,24,7)",
            "random_connected(30,45,1)",
            "grid(3,4)",
            "generalised_petersen(5,2)",
        ],
    ),
    (
        "col",
        &[
            "path(12)",
            "random_tree(15,2)",
            "random_connected(12,16,3)",
            "grid(3,4)",
        ],
    ),
    (
        "cutthroat",
        &[
            "path(10)",
            "random_tree(14,4)",
            "random_connected(11,15,5)",
            "star(7)",
        ],
    ),
    (
        "domineering",
        &[
            "squares(3,4)",
            "squares(4,4)",
            "squares(4,5)",
            "squares(5,5)",
        ],
    ),
    ("clobber", &["path(8)", "grid(2,4)"]),
    (
        "node-kayles",
        &["path(14)", "random_tree(16,3)", "grid(3,4)"],
    ),
];

fn pair([least, most]: [Dyadic; 2]) -> String {
    if least == most {
        least.to_string()
    } else {
        format!("{least}..{most}")
    }
}

fn bounds(found: &Bounds) -> String {
    let wins = found.first_wins.map(|wins| match wins {
        Some(true) => 'w',
        Some(false) => 'l',
        None => '?',
    });
    let [left, right] = [found.left_stop, found.right_stop].map(pair);
    let (mean, temperature) = (pair(found.mean), pair(found.temperature));
    format!(
        "{left}, {right}, mean {mean}, t {temperature}, {}{}",
        wins[0], wins[1]
    )
}

/// The rows of a board.
fn rows(rules: &'static dyn Ruleset, name: &str, board: &Board, text: &mut String) {
    let mut row = |method: String, answer: String| {
        let _ = writeln!(text, "{} {name} {method}: {answer}", rules.name());
    };
    let with_work = |work: u64| Budget {
        work,
        ..Budget::default()
    };
    let mut solver = Solver::new(rules, with_work(20_000));
    let exact = match solver.evaluate(board) {
        Ok(found) => format!(
            "{} {:?}",
            found.summary.outcome.letters(),
            found
                .summary
                .temperatures
                .map(|t| (t.mean.to_string(), t.temperature.to_string()))
        ),
        Err(error) => error.to_string(),
    };
    row("value".to_owned(), format!("{exact} {:?}", solver.work()));
    if !can_enclose(rules) {
        return;
    }
    for (steps, valued) in [(4, 0), (40, 4), (400, 4), (400, 14)] {
        let effort = Effort {
            valued,
            ..Effort::of(steps)
        };
        let answer = match enclose(rules, &Budget::default(), board, effort) {
            Ok(found) => {
                let [left, right] =
                    [found.left_stop(), found.right_stop()].map(|s| pair(s.unwrap()));
                format!(
                    "{left}, {right}, mean {}, t {}",
                    pair(found.mean()),
                    pair(found.temperature())
                )
            }
            Err(error) => error.to_string(),
        };
        row(format!("enclose({steps},{valued})"), answer);
    }
    for work in [100, 1_000, 8_000] {
        let known = unknown(board).temperature;
        let answer = match cool(rules, &with_work(work), board, known) {
            Ok(mast) => format!(
                "mean {:?}, t {}",
                mast.mean.map(|m| m.to_string()),
                pair(mast.temperature)
            ),
            Err(error) => error.to_string(),
        };
        row(format!("cool({work})"), answer);
        let answer = narrow(rules, &with_work(work), board, unknown(board));
        row(
            format!("narrow({work})"),
            answer.map_or_else(|e| e.to_string(), |found| bounds(&found)),
        );
        if board.squares().is_some() {
            let answer = first_wins(rules, &with_work(work), board);
            row(format!("first_wins({work})"), format!("{answer:?}"));
        }
    }
}

#[test]
fn answers_at_small_budgets_are_those_of_the_table() {
    let mut text = String::new();
    for (game, boards) in BOARDS {
        let rules = ruleset::by_name(game).expect("a game");
        for name in *boards {
            let board = parse_board(name).unwrap_or_else(|e| panic!("{name}: {e}"));
            rows(rules, name, &board, &mut text);
        }
    }
    boilingpoint_pinned::assert_table(
        concat!(env!("CARGO_MANIFEST_DIR"), "/src/pinned.txt"),
        &text,
    );
}
