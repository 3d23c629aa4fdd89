//! The structure of the source: rooms import one way, files do not import in circles, and the
//! checker is independent.

mod graph;
mod source;

use graph::Imports;
use source::{Module, Names, modules, uses};
use std::collections::BTreeSet;

/// Each room and what it may import, from `docs/architecture/rooms.md`.
const ROOMS: &[(&str, &[&str])] = &[
    ("language", &[]),
    ("value", &[]),
    ("graph", &["language"]),
    ("ruleset", &["language", "graph", "value"]),
    ("checker", &["ruleset", "graph"]),
    ("solver", &["checker", "ruleset", "graph", "value"]),
    ("evolve", &[]),
    (
        "problem",
        &[
            "language", "evolve", "solver", "checker", "ruleset", "graph", "value",
        ],
    ),
    ("draw", &["problem", "solver", "ruleset", "graph", "value"]),
    (
        "record",
        &[
            "problem", "evolve", "solver", "checker", "ruleset", "graph", "value",
        ],
    ),
    (
        "plan",
        &[
            "language", "record", "problem", "evolve", "solver", "ruleset", "graph", "value",
        ],
    ),
    (
        "book",
        &[
            "plan", "record", "problem", "evolve", "solver", "checker", "ruleset", "graph", "value",
        ],
    ),
    (
        "search",
        &[
            "book", "plan", "record", "problem", "evolve", "solver", "checker", "ruleset", "graph",
            "value",
        ],
    ),
    (
        "study",
        &[
            "search", "book", "plan", "record", "draw", "problem", "evolve", "solver", "checker",
            "ruleset", "graph", "value",
        ],
    ),
    (
        "report",
        &[
            "study", "search", "book", "plan", "record", "draw", "problem", "evolve", "solver",
            "ruleset", "graph", "value",
        ],
    ),
    (
        "serve",
        &[
            "report", "study", "search", "book", "plan", "record", "draw", "problem", "solver",
            "ruleset", "graph", "value",
        ],
    ),
    (
        "cluster",
        &[
            "search", "book", "plan", "record", "problem", "evolve", "solver", "ruleset", "graph",
            "value",
        ],
    ),
    (
        "cli",
        &[
            "cluster", "serve", "report", "study", "search", "book", "plan", "record", "draw",
            "problem", "evolve", "solver", "checker", "ruleset", "graph", "value",
        ],
    ),
];

/// The room of a module. The two crates' root files re-export names for users and are in no room.
fn room(module: &Module) -> Option<&str> {
    module.place.first().map(String::as_str)
}

/// The pairs of modules whose first one imports the second.
fn imports(modules: &[Module]) -> Vec<(&Module, &Module)> {
    let imports = Imports::of(modules);
    let pairs = imports.of.iter().enumerate();
    pairs
        .flat_map(|(from, to)| to.iter().map(move |&to| (&modules[from], &modules[to])))
        .collect()
}

fn arrow((from, to): &(&Module, &Module)) -> String {
    format!("{} imports {}", from.file.display(), to.place.join("::"))
}

#[test]
fn rooms_import_one_way() {
    let modules = modules();
    let imports = imports(&modules);
    assert!(
        imports.len() > 1000,
        "only {} imports found: has the layout changed?",
        imports.len()
    );
    let is_wrong = |(from, to): &(&Module, &Module)| {
        let (Some(from), Some(to)) = (room(from), room(to)) else {
            return false;
        };
        let row = ROOMS.iter().find(|(name, _)| *name == from);
        from != to && !row.is_some_and(|(_, allowed)| allowed.contains(&to))
    };
    let wrong: Vec<String> = imports
        .iter()
        .filter(|pair| is_wrong(pair))
        .map(arrow)
        .collect();
    assert!(
        wrong.is_empty(),
        "against the direction of the rooms:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn every_folder_is_a_room() {
    for module in modules() {
        let is_known = |name: &str| ROOMS.iter().any(|(room, _)| *room == name);
        assert!(
            room(&module).is_none_or(is_known),
            "{} is in no room",
            module.file.display()
        );
    }
}

/// Two files may import each other; a circle of three is an error.
#[test]
fn no_circle_has_more_than_two_files() {
    let modules = modules();
    let circles = Imports::of(&modules).circles();
    let names = |circle: &BTreeSet<usize>| {
        let names = circle.iter().map(|&i| modules[i].place.join("::"));
        names.collect::<Vec<_>>().join(", ")
    };
    let is_knot = |circle: &&BTreeSet<usize>| circle.len() > 2;
    let knots: Vec<String> = circles.iter().filter(is_knot).map(names).collect();
    assert!(
        knots.is_empty(),
        "files that import each other in a loop:\n{}",
        knots.join("\n")
    );
}

/// The checker shares boards and the rules' tables with the solver, and nothing that could make
/// both wrong in the same way.
#[test]
fn the_checker_shares_nothing_with_the_solver() {
    for (from, to) in imports(&modules()) {
        if room(from) != Some("checker") {
            continue;
        }
        let is_shared = ["checker", "ruleset", "graph"].contains(&room(to).unwrap_or(""));
        let is_clever =
            ["classes", "canon", "automorphism"].contains(&to.place[to.place.len() - 1].as_str());
        assert!(is_shared && !is_clever, "{}", arrow(&(from, to)));
    }
}

/// The certificates' format is shared by finder and checker, and imports neither of them.
#[test]
fn the_format_of_certificates_stands_alone() {
    let is_format = |module: &Module| {
        module
            .place
            .starts_with(&["checker".into(), "format".into()])
    };
    for (from, to) in imports(&modules()) {
        assert!(!is_format(from) || is_format(to), "{}", arrow(&(from, to)));
    }
}

#[test]
fn imports_are_found() {
    let text =
        "\nuse crate::{graph::{Board, Graph}, value};\npub(crate) use super::x as y;\nfn f() {}\n";
    let names = |text: &str| -> Names { text.split("::").map(String::from).collect() };
    let expected = [
        (false, names("crate::graph::Board")),
        (false, names("crate::graph::Graph")),
        (false, names("crate::value")),
        (true, names("super::x")),
    ];
    assert_eq!(uses(text), expected);
}
