//! The checker's answers, and the work and the memory that they take, are those of a table.
//!
//! Other tests compare the answers with the solver's and with facts from the literature. The table
//! is fast, covers every game, and notices what no comparison can: where the checker gives up.

use super::certificate_tests::least;
use super::position::RuleTables;
use super::*;
use boilingpoint_boards::parse_board;
use boilingpoint_pinned::{assert_table, sum};
use boilingpoint_rules::{Features, by_name, catalogue};
use std::fmt::Write;

/// The games with boards of each sort.
const BOARDS: &[(&str, &[&str])] = &[
    (
        "snort",
        &[
            "@",
            "path(2)",
            "path(5)",
            "path(8)",
            "star(5)",
            "cycle(6)",
            "complete(4)",
            "caterpillar(2,1,3)",
            "grid(2,3)",
            "path(5):L.R.L",
            "star(4):.LRL.",
            "path(4):LLLL",
            "0-1,2-3,4:..L..",
            "tree(2*tree(2*leaf))",
            "cycle(5):L....",
            "generalised_petersen(4,1)",
        ],
    ),
    (
        "col",
        &[
            "path(3)",
            "path(6)",
            "cycle(6)",
            "star(4):L.R..",
            "grid(2,3)",
            "path(4):RR..",
        ],
    ),
    (
        "cutthroat",
        &[
            "path(4)",
            "path(5):LRLRL",
            "star(3):L..R",
            "cycle(4):LLRR",
            "grid(2,3):L.R.LR",
        ],
    ),
    (
        "clobber",
        &[
            "path(4):LRLR",
            "path(6):LRLRLR",
            "grid(2,3):LRLRLR",
            "cycle(6):LLRRLR",
            "star(4):RLLLL",
        ],
    ),
    (
        "domineering",
        &[
            "squares(1,2)",
            "squares(2,2)",
            "squares(2,3)",
            "squares(3,3)",
            "squares(1,5)",
        ],
    ),
    ("cram", &["squares(2,2)", "squares(2,3)", "squares(1,6)"]),
    (
        "digraph-placement",
        &[
            "0>1,1>2:LRL",
            "0>1,1>0,1-2:LLR",
            "path(5):LRLRL",
            "cycle(4):LRLR",
        ],
    ),
    (
        "node-kayles",
        &["path(6)", "cycle(7)", "grid(2,4)", "star(3)"],
    ),
    (
        "arc-kayles",
        &["path(6)", "cycle(7)", "grid(2,3)", "0-0,0-1"],
    ),
    (
        "nim-on-graphs",
        &["0-1*3@0", "0-1*2,1-2*3@1", "0-1*2,1>2,0-0@1", "cycle(4)@0"],
    ),
    (
        "vertex-geography",
        &[
            "path(5)@2",
            "cycle(5)@0",
            "0>1,1>2,2>0,0-3@0",
            "grid(2,3)@1",
        ],
    ),
    (
        "edge-geography",
        &[
            "path(5)@2",
            "cycle(4)@0",
            "0-1,1-2,2-3,3>0@2",
            "0-0,0-1,2-3*2,3>4@3",
        ],
    ),
    ("even-odd", &["0-0*3", "0-0*1,1-1*2", "0-0*4,1-1*5"]),
    ("subtraction(1,3,4)", &["0-0*6", "0-0*2,1-1*5"]),
    ("take-away(n)", &["0-0*5", "0-0*7,1-1*3"]),
    (
        "shannon",
        &["path(3)", "cycle(4)", "complete(4)", "grid(2,3)"],
    ),
    (
        "positional",
        &["lines(2,2)", "lines(3,2)", "path(4)", "complete(4)"],
    ),
    (
        "maker-breaker",
        &["lines(2,2)", "lines(3,2)", "path(4)", "cycle(5)"],
    ),
];

/// The most positions of a board whose least memory is in the table: it is checked many times.
const MOST_POSITIONS: u64 = 30;

fn number(numerator: i64, exponent: u32) -> FormNode {
    FormNode::Number {
        numerator,
        exponent,
    }
}

fn options(left: &[usize], right: &[usize]) -> FormNode {
    FormNode::Options {
        left: left.to_vec(),
        right: right.to_vec(),
    }
}

/// Forms: canonical ones, and some that are not.
fn forms() -> Vec<Vec<FormNode>> {
    vec![
        vec![number(0, 0)],
        vec![number(-3, 2)],
        vec![number(0, 0), options(&[0], &[0])],
        vec![number(0, 0), options(&[0], &[0]), options(&[0], &[1])],
        vec![number(2, 0), number(-1, 0), options(&[0], &[1])],
        vec![
            number(2, 0),
            number(1, 0),
            number(-2, 0),
            options(&[1, 0], &[2]),
        ],
        vec![number(0, 0), options(&[1], &[0])],
        vec![],
    ]
}

fn corners(wall: &[(Dyadic, Dyadic)]) -> String {
    wall.iter().map(|(t, x)| format!("({t},{x})")).collect()
}

fn short(found: &CheckedShort) -> String {
    let walls = [&found.left_wall, &found.right_wall].map(|wall| corners(wall));
    let form = found.form.as_deref().unwrap_or("-");
    format!(
        "{form} t {} mean {} stops {} {} walls {} {}",
        found.temperature, found.mean, found.left_stop, found.right_stop, walls[0], walls[1]
    )
}

/// The least memory within which a board is checked and compared. The table has sizes of a machine
/// of 64 bits.
fn least_memory(rules: &'static dyn Ruleset, board: &Board, asked: Questions) -> u64 {
    let checker = |bytes| Checker::new(rules, 1_000_000).within_memory(bytes);
    least(|bytes| checker(bytes).check_with(board, asked).is_ok())
}

fn rows(rules: &'static dyn Ruleset, name: &str, text: &mut String) {
    let board = parse_board(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let forms = forms();
    let asked = Questions {
        weight: true,
        compared: &forms[..5],
        form: None,
    };
    let found = Checker::new(rules, 1_000_000).check_with(&board, asked);
    let head = format!("{} {name}", rules.name());
    let Ok(found) = found else {
        let _ = writeln!(text, "{head}: {found:?}");
        return;
    };
    let _ = writeln!(text, "{head}: {} grundy {:?}", found.outcome, found.grundy);
    for (what, value) in [("value", &found.short), ("weight", &found.weight)] {
        if let Some(value) = value {
            let _ = writeln!(text, "{head} {what}: {}", short(value));
        }
    }
    let order: String = found
        .compared
        .iter()
        .flatten()
        .map(|&yes| if yes { 'y' } else { 'n' })
        .collect();
    let verdicts = forms.iter().map(|form| {
        let asked = Questions {
            form: Some(form),
            ..Questions::default()
        };
        let found = Checker::new(rules, 1_000_000).check_with(&board, asked);
        match found.map(|found| found.form) {
            Ok(Some(FormVerdict::Same)) => "same".to_owned(),
            Ok(Some(FormVerdict::Other(why))) => why,
            other => format!("{other:?}"),
        }
    });
    let verdicts: Vec<String> = verdicts.collect();
    let _ = writeln!(
        text,
        "{head} forms: {order} {:016x}",
        sum(&verdicts.join("\n"))
    );
    let _ = writeln!(
        text,
        "{head} took: {} positions, {} steps",
        found.positions, found.work
    );
    if found.positions <= MOST_POSITIONS {
        let _ = writeln!(
            text,
            "{head} needs: {} bytes",
            least_memory(rules, &board, asked)
        );
    }
}

#[test]
#[cfg(target_pointer_width = "64")]
fn answers_are_those_of_the_table() {
    let mut text = String::new();
    for (game, boards) in BOARDS {
        let rules = by_name(game).unwrap_or_else(|| panic!("{game}"));
        boards.iter().for_each(|name| rows(rules, name, &mut text));
    }
    assert_table(
        concat!(env!("CARGO_MANIFEST_DIR"), "/src/pinned.txt"),
        &text,
    );
}

const CLASSES: [&str; 8] = [
    "any",
    "connected",
    "tree",
    "caterpillar",
    "bipartite",
    "girth-5",
    "squares",
    "forest",
];

/// Boards inside and outside of each class.
const MEMBERS: &[&str] = &[
    "@",
    "0,1",
    "path(2)",
    "path(6)",
    "star(5)",
    "0-4,4-3,3-2,2-1",
    "cycle(4)@0",
    "cycle(3)",
    "cycle(4)",
    "cycle(5)",
    "cycle(6)",
    "complete(4)",
    "caterpillar(2,1,3)",
    "tree(3*tree(2*leaf))",
    "tree(3*tree(leaf))",
    "grid(2,3)",
    "0-1,2-3",
    "0-1,1-2,2-0,3",
    "star(4):.LRL.",
    "0-1*2,1-2",
    "0-0,0-1",
    "0-0*1*1,0-1,1-2",
    "0>1,1-2",
    "0-1*1*1,1-2",
    "0-0*1*1,0-1",
    "path(4)@1",
    "squares(2,3)",
    "squares(1,4)",
    "generalised_petersen(5,2)",
    "path(3):L.L",
    "bipartite(2,3)",
    "0-1,1-2,2-3,3-4,4-0,4-5,5-6,6-7,7-8,8-5",
];

#[test]
fn members_of_classes_are_those_of_the_table() {
    let everything = Features {
        tints: true,
        max_weight: 2,
        loops: true,
        parallel: true,
        arcs: true,
        ..Features::GRAPH
    };
    let mut text = String::new();
    for name in MEMBERS {
        let board = parse_board(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        for kind in CLASSES {
            for (features, max_degree, max_kinds) in [
                (Features::GRAPH, 0, 0),
                (Features::TINTS, 2, 0),
                (everything, 0, 2),
                (everything, 3, 0),
                (everything, 1, 0),
                (everything, 0, 1),
            ] {
                let features = &features;
                let class = ClassBounds {
                    kind,
                    features,
                    max_degree,
                    max_kinds,
                };
                let found = outside_class(&board, &class).unwrap_or_else(|| "inside".to_owned());
                let _ = writeln!(text, "{name} {kind} {max_degree} {max_kinds}: {found}");
            }
        }
    }
    assert_table(
        concat!(env!("CARGO_MANIFEST_DIR"), "/src/pinned_classes.txt"),
        &text,
    );
}

#[test]
fn games_with_certificates_are_those_of_the_table() {
    let mut text = String::new();
    for rules in catalogue() {
        let row = match RuleTables::of(*rules) {
            Ok(tables) => format!("monotone {}, excludes {}", tables.monotone, tables.excludes),
            Err(why) => why.to_owned(),
        };
        let _ = writeln!(text, "{}: {row}", rules.name());
    }
    assert_table(
        concat!(env!("CARGO_MANIFEST_DIR"), "/src/pinned_games.txt"),
        &text,
    );
}
