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
    ("memory", &[]),
    ("value", &["language", "memory"]),
    ("graph", &["language"]),
    ("invariants", &["graph"]),
    ("ruleset", &["language", "graph", "value"]),
    ("checker", &["ruleset", "graph"]),
    (
        "solver",
        &["checker", "ruleset", "graph", "value", "memory"],
    ),
    ("evolve", &[]),
    (
        "problem",
        &[
            "language",
            "evolve",
            "solver",
            "checker",
            "ruleset",
            "invariants",
            "graph",
            "value",
            "memory",
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
            "memory",
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
            "ruleset", "graph", "value", "memory",
        ],
    ),
    (
        "cluster",
        &[
            "study", "search", "book", "plan", "record", "problem", "evolve", "solver", "ruleset",
            "graph", "value",
        ],
    ),
    (
        "cli",
        &[
            "cluster", "serve", "report", "study", "search", "book", "plan", "record", "draw",
            "problem", "evolve", "solver", "checker", "ruleset", "graph", "value", "language",
            "memory",
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

/// The names of other rooms that the checker may use, as `docs/certificates/sharing.md` lists them:
/// boards as data, and the rules.
const SHARED: &[&str] = &[
    "crate::graph::Board",
    "crate::graph::BoardLimit",
    "crate::graph::Graph",
    "crate::graph::Link",
    "crate::graph::Tint",
    "crate::ruleset::Algebra",
    "crate::ruleset::Claiming",
    "crate::ruleset::End",
    "crate::ruleset::Features",
    "crate::ruleset::Player",
    "crate::ruleset::Ruleset",
    "crate::ruleset::Unfit",
    "crate::ruleset::find",
];

/// The modules of the checker, which are the same code for every caller.
fn checker() -> Vec<Module> {
    let mut all = modules();
    all.retain(|module| room(module) == Some("checker"));
    assert!(all.len() > 10, "only {} files of the checker", all.len());
    all
}

/// The checker shares with the solver only names that the documents list.
#[test]
fn the_checker_shares_only_the_listed_names() {
    for module in checker() {
        let outside = |path: &&Names| {
            let [first, second, ..] = path.as_slice() else {
                return path.len() == 1 && path[0] == "crate";
            };
            first == "crate" && second != "checker"
        };
        for path in module.named.iter().filter(outside) {
            let path = path.join("::");
            let file = module.file.display();
            assert!(SHARED.contains(&path.as_str()), "{file} uses {path}");
        }
    }
}

/// The checker computes nothing by the methods of boards and graphs: components, parts of boards
/// and invariants are its own.
#[test]
fn the_checker_uses_no_method_that_computes() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let invariants = root.join("core/src/graph/invariants.rs");
    let invariants = std::fs::read_to_string(invariants).expect("readable");
    let functions = invariants.split("pub fn ").skip(1);
    let mut names: Vec<&str> = functions.filter_map(|f| f.split('(').next()).collect();
    assert!(names.contains(&"components") && names.contains(&"girth"));
    names.extend(["kept", "relabelled"]);
    for module in checker() {
        let text = std::fs::read_to_string(&module.file).expect("readable");
        let code = source::code_of(&text);
        for name in &names {
            let file = module.file.display();
            assert!(!code.contains(&format!(".{name}(")), "{file} calls {name}");
        }
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
    let modules = modules();
    assert!(modules.iter().filter(|module| is_format(module)).count() >= 3);
    for (from, to) in imports(&modules) {
        assert!(!is_format(from) || is_format(to), "{}", arrow(&(from, to)));
    }
}

/// Every test runs: none is ignored, in either package or in the tests of the program.
#[test]
fn no_test_is_ignored() {
    let all = ["src", "core", "tests", "examples", "benches"].map(source::all_files);
    let all = all.concat();
    assert!(all.len() > 400, "only {} files found", all.len());
    // In two parts, so that this line is not found.
    let mark = ["#[ign", "ore"].concat();
    for (file, text) in all {
        assert!(
            !text.contains(&mark),
            "{} has an ignored test",
            file.display()
        );
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
