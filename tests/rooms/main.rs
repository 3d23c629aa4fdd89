//! The structure of the source, as far as Cargo does not check it: files do not import in circles, and
//! the checker shares only the listed names with the solver. Cargo checks that crates import one way.

mod graph;
mod pages;
mod source;

use graph::Imports;
use source::{Module, Names, packages, uses};
use std::collections::BTreeSet;

/// The pairs of modules of a package whose first one imports the second.
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

/// Two files may import each other; a circle of three is an error.
#[test]
fn no_circle_has_more_than_two_files() {
    let mut imports_found = 0;
    for (package, modules) in packages() {
        imports_found += imports(&modules).len();
        let circles = Imports::of(&modules).circles();
        let names = |circle: &BTreeSet<usize>| {
            let names = circle.iter().map(|&i| modules[i].place.join("::"));
            names.collect::<Vec<_>>().join(", ")
        };
        let is_knot = |circle: &&BTreeSet<usize>| circle.len() > 2;
        let knots: Vec<String> = circles.iter().filter(is_knot).map(names).collect();
        assert!(
            knots.is_empty(),
            "files of {package} that import each other in a loop:\n{}",
            knots.join("\n")
        );
    }
    assert!(
        imports_found > 500,
        "only {imports_found} imports found: has the layout changed?"
    );
}

/// The names of other crates that the checker may use, as `docs/certificates/sharing.md` lists them:
/// boards as data, and the rules.
const SHARED: &[&str] = &[
    "boilingpoint_boards::Board",
    "boilingpoint_boards::BoardLimit",
    "boilingpoint_boards::Graph",
    "boilingpoint_boards::Link",
    "boilingpoint_boards::Tint",
    "boilingpoint_boards::parse_board",
    "boilingpoint_rules::Algebra",
    "boilingpoint_rules::Claiming",
    "boilingpoint_rules::End",
    "boilingpoint_rules::Features",
    "boilingpoint_rules::Player",
    "boilingpoint_rules::Ruleset",
    "boilingpoint_rules::Unfit",
    "boilingpoint_rules::find",
];

/// The modules of the checker, which are the same code for every caller.
fn checker() -> Vec<Module> {
    let all = packages().remove("checker").expect("a crate");
    assert!(all.len() > 10, "only {} files of the checker", all.len());
    all
}

/// The checker shares with the solver only names that the documents list.
#[test]
fn the_checker_shares_only_the_listed_names() {
    for module in checker() {
        let outside = |path: &&Names| path[0].starts_with("boilingpoint_");
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
    let invariants = root.join("crates/boards/src/invariants.rs");
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
    let is_format = |module: &Module| module.place.starts_with(&["format".into()]);
    let modules = checker();
    assert!(modules.iter().filter(|module| is_format(module)).count() >= 3);
    for (from, to) in imports(&modules) {
        assert!(!is_format(from) || is_format(to), "{}", arrow(&(from, to)));
    }
}

/// Every test runs: none is ignored, in a package or in the tests of the program.
#[test]
fn no_test_is_ignored() {
    let all = ["src", "crates", "tests", "examples", "benches"].map(source::all_files);
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
