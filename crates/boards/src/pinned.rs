//! The members of the families, canonical forms and names of boards are those of a table.
//!
//! Other tests say what some members are. The table notices any change of a member, of its
//! numbering, of the message that refuses an argument, and of the name that a board gets. Texts of
//! boards are kept in books and papers, so each change must be meant. Then
//! `BOIL_GOLDEN=write cargo test -p boilingpoint-boards pinned` writes the table again.

use super::canon::{fingerprint, normal};
use super::families::Outline;
use super::*;
use boilingpoint_pinned::sum;
use std::fmt::Write;

/// The largest members.
const LIMIT: BoardLimit = BoardLimit {
    order: 40,
    size: 300,
};

/// Lists of `count` numbers from -1 to `most`.
fn lists(count: usize, most: i64) -> Vec<Vec<i64>> {
    (0..count).fold(vec![Vec::new()], |all, _| {
        let longer = all
            .iter()
            .flat_map(|list| (-1..=most).map(move |n| [&list[..], &[n]].concat()));
        longer.collect()
    })
}

/// All small members of a family, each with its text and its name, and the refusals.
fn members(family: &Family) -> (usize, usize, String) {
    let (mut built, mut refused, mut text) = (0, 0, String::new());
    for (count, most) in [(0, 0), (1, 14), (2, 6), (3, 3), (4, 1)] {
        if !family.takes(count) {
            continue;
        }
        for args in lists(count, most) {
            let _ = match family.build_within(&args, LIMIT) {
                Ok(board) => {
                    built += 1;
                    let name = simplest_name(&board);
                    // The proposals decide how many boards are built for a name.
                    let outline = Outline::of(&board);
                    let proposals = catalogue().iter().map(|f| f.proposals(&outline));
                    let proposals: Vec<_> = proposals.filter(|all| !all.is_empty()).collect();
                    // The limits that a member meets are those of its order and its links.
                    let (order, size) = (board.order(), board.links().len());
                    let fewer = |n: usize| n.saturating_sub(1);
                    let limits = [(order, size), (fewer(order), size), (order, fewer(size))];
                    let fits = limits.map(|(order, size)| {
                        family
                            .build_within(&args, BoardLimit { order, size })
                            .is_ok()
                    });
                    writeln!(
                        text,
                        "{args:?} {} {name:?} {proposals:?} {fits:?}",
                        board.text()
                    )
                }
                Err(error) => {
                    refused += 1;
                    writeln!(text, "{args:?} {error}")
                }
            };
        }
    }
    (built, refused, text)
}

/// Operators with operands and numbers, of which some are refused.
fn constructions() -> String {
    let parts = [
        "leaf",
        "path(3)",
        "cycle(4)",
        "star(3)",
        "sum(leaf,path(2))",
        "path(3):L.R",
        "path(0)",
    ];
    let ends = ["", ",0", ",1", ",2", ",3,1"];
    let mut text = String::new();
    for (signature, _) in CONSTRUCTIONS {
        let name = signature.split('(').next().unwrap_or_default();
        for a in parts {
            for end in ends {
                let mut calls = vec![format!("{name}({a}{end})")];
                calls.extend(parts.map(|b| format!("{name}({a},{b}{end})")));
                calls.push(format!("{name}(2*{a},leaf,{a}{end})"));
                for call in calls {
                    let limit = BoardLimit {
                        order: 60,
                        size: 400,
                    };
                    let _ = match parse_board_within(&call, limit) {
                        Ok(board) => {
                            writeln!(text, "{call} {} {:?}", board.text(), simplest_name(&board))
                        }
                        Err(error) => writeln!(text, "{call} {error}"),
                    };
                }
            }
        }
    }
    text
}

/// Random boards: trees, sparse and dense graphs, some with tints.
fn random_boards() -> Vec<Board> {
    let mut boards = Vec::new();
    for seed in 0..150u64 {
        let order = 1 + seed as usize % 23;
        let most = order * (order - 1) / 2;
        let size = (order - 1 + (seed as usize * 7) % (2 * order)).min(most);
        let graph = match seed % 3 {
            0 => random_tree(order, seed),
            _ => random_connected(order, size, seed),
        };
        let tints: String = (0..order)
            .map(|v| ['.', '.', 'L', 'R'][(seed as usize * 31 + v * v) % 4])
            .collect();
        boards.push(Board::untinted(graph.clone()));
        boards.extend(Board::with_tints(graph, &tints).ok());
    }
    let more = [
        "petersen",
        "hypercube(4)",
        "grid(4,4)",
        "paley(13)",
        "kneser(6,2)",
        "sum(3*cycle(5))",
    ];
    boards.extend(more.map(|text| parse_board(text).expect("a board")));
    boards
}

/// All that is computed of a board: its canonical forms, its symmetries, its structure.
fn facts(board: &Board) -> [(&'static str, String); 8] {
    let graph = board.graph();
    let kernels: Vec<_> = (0..graph.order())
        .map(|v| (always_matched(graph, v), even_kernel(graph, v).ok()))
        .collect();
    [
        ("normal", normal(board).text()),
        ("fingerprint", format!("{:x}", fingerprint(board))),
        (
            "symmetry",
            format!(
                "{:?} {:?} {}",
                orbits(board),
                automorphism_group(board),
                labellings(board)
            ),
        ),
        ("generators", format!("{:?}", some_automorphisms(graph, 20))),
        (
            "opposable",
            format!("{:?} {:?}", opposable(board, 4), opposable(board, 1000)),
        ),
        (
            "matching",
            format!("{} {kernels:?}", matching_number(graph)),
        ),
        (
            "embedding",
            format!("{:?} {}", embedding(graph), domination_at_least(graph)),
        ),
        ("name", format!("{:?}", simplest_name(board))),
    ]
}

/// Prints the texts behind a sum, to compare them with those before a change.
fn show(name: &str, all: &str) {
    if std::env::var("BOIL_SHOW").is_ok_and(|wanted| wanted == name) {
        println!("{all}");
    }
}

#[test]
fn texts_are_those_of_the_table() {
    let mut text = String::new();
    for family in catalogue() {
        let (built, refused, all) = members(family);
        let _ = writeln!(text, "{} {built} {refused} {:016x}", family.name, sum(&all));
        show(family.name, &all);
    }
    let all = constructions();
    let _ = writeln!(text, "constructions {:016x}", sum(&all));
    show("constructions", &all);
    let boards: Vec<_> = random_boards().iter().map(facts).collect();
    for i in 0..boards[0].len() {
        let all: String = boards
            .iter()
            .map(|facts| format!("{}\n", facts[i].1))
            .collect();
        let _ = writeln!(text, "{} {:016x}", boards[0][i].0, sum(&all));
        show(boards[0][i].0, &all);
    }
    boilingpoint_pinned::assert_table(
        concat!(env!("CARGO_MANIFEST_DIR"), "/src/pinned.txt"),
        &text,
    );
}
