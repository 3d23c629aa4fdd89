//! The rooms import one way: a room may use the rooms above it in the table, and no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room and what it may import, from `docs/architecture.md`.
const ROOMS: &[(&str, &[&str])] = &[
    ("value", &[]),
    ("graph", &[]),
    ("ruleset", &["graph", "value"]),
    ("solver", &["ruleset", "graph", "value"]),
    ("evolve", &[]),
    (
        "problem",
        &["evolve", "solver", "ruleset", "graph", "value"],
    ),
    (
        "run",
        &["problem", "evolve", "solver", "ruleset", "graph", "value"],
    ),
    (
        "report",
        &["run", "problem", "solver", "ruleset", "graph", "value"],
    ),
    (
        "serve",
        &[
            "report", "run", "problem", "solver", "ruleset", "graph", "value",
        ],
    ),
    (
        "cluster",
        &["run", "problem", "solver", "ruleset", "graph", "value"],
    ),
    (
        "cli",
        &[
            "cluster", "serve", "report", "run", "problem", "evolve", "solver", "ruleset", "graph",
            "value",
        ],
    ),
];

fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).expect("the room is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The rooms that a source text names after `crate::`, one by one or in braces.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String = text
        .lines()
        .filter(|l| !l.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = BTreeSet::new();
    for part in code.split("crate::").skip(1) {
        let word = |t: &str| {
            t.trim()
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect::<String>()
        };
        if let Some(list) = part.strip_prefix('{') {
            let mut depth = 0;
            let mut item = String::new();
            for c in list.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        found.insert(word(&item));
                        item.clear();
                        continue;
                    }
                    _ => {}
                }
                item.push(c);
            }
            found.insert(word(&item));
        } else {
            found.insert(word(part));
        }
    }
    found
}

#[test]
fn rooms_import_one_way() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names: BTreeSet<&str> = ROOMS.iter().map(|(name, _)| *name).collect();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (room, allowed) in ROOMS {
        for file in sources(&src.join(room)) {
            let text = fs::read_to_string(&file).expect("readable");
            for import in imports(&text) {
                seen += 1;
                let ours = names.contains(import.as_str());
                if ours && import != *room && !allowed.contains(&import.as_str()) {
                    wrong.push(format!("{} imports {import}", file.display()));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "against the direction of the rooms:\n{}",
        wrong.join("\n")
    );
    assert!(
        seen > 60,
        "only {seen} imports found: has the layout changed?"
    );
}

#[test]
fn every_folder_is_a_room() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(src).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .to_string();
            assert!(
                ROOMS.iter().any(|(room, _)| *room == name),
                "{name} is not in the table of rooms"
            );
        }
    }
}

#[test]
fn the_checker_shares_nothing_with_the_solver() {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/solver/checker");
    for file in sources(&checker) {
        // the format of certificates is what the two must share: data, and how it is read
        let text = fs::read_to_string(&file).expect("readable");
        let text = text.replace("use crate::solver::certificate::", "use self::");
        for import in imports(&text) {
            assert!(
                ["ruleset", "graph"].contains(&import.as_str()),
                "{} imports {import}",
                file.display()
            );
        }
        for name in ["super::super", "exact", "table::", "classes", "canon"] {
            assert!(
                !text.contains(&format!("use {name}")) && !text.contains("super::super"),
                "{}: {name}",
                file.display()
            );
        }
    }
}

/// What checker and solver share is no way from one to the other.
#[test]
fn the_format_of_certificates_stands_alone() {
    let format = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/solver/certificate");
    for file in sources(&format) {
        let text = fs::read_to_string(&file).expect("readable");
        assert_eq!(imports(&text), BTreeSet::new(), "{}", file.display());
        assert!(!text.contains("super::super"), "{}", file.display());
    }
}

#[test]
fn imports_are_found() {
    let text = "use crate::{graph::{Board, Graph}, value, solver::Pool};\nfn f() { crate::run::go() }\n// crate::evolve\n";
    let expected: BTreeSet<String> = ["graph", "value", "solver", "run"].map(String::from).into();
    assert_eq!(imports(text), expected);
}
