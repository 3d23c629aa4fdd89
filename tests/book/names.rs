//! The tests that the pages name exist, in the files that the pages name.

use crate::folders;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The names of tests that state a numbered theorem, example, figure or table of a paper.
const NUMBERED: [&str; 11] = [
    "claim_", "corollar", "example", "figure", "game_", "lemma", "phase_", "rule_", "table_",
    "tables_", "theorem",
];

/// Each test of the project, with the files that have one of that name.
fn tests(root: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut tests: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in ["tests", "crates", "src"] {
        let files = folders::files(&root.join(folder)).into_iter();
        for path in files.filter(|path| path.extension().is_some_and(|e| e == "rs")) {
            let name = path.strip_prefix(root).unwrap().display().to_string();
            for test in tests_of(&fs::read_to_string(&path).unwrap()) {
                tests.entry(test).or_default().insert(name.clone());
            }
        }
    }
    tests
}

/// The functions of a source file that have the attribute `#[test]`.
fn tests_of(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut marked = false;
    for line in source.lines().map(str::trim) {
        match line
            .strip_prefix("fn ")
            .and_then(|rest| rest.split_once('('))
        {
            Some((name, _)) if marked => {
                found.push(name.to_string());
                marked = false;
            }
            _ => marked = line == "#[test]" || (marked && !line.contains("fn ")),
        }
    }
    found
}

/// A text between backticks outside of a block, in its paragraph.
struct Code {
    text: String,
    /// The text before it, to the last backtick.
    before: String,
    /// The file that the page names right after it: "in `FILE`".
    file: Option<String>,
}

fn codes(text: &str) -> Vec<Code> {
    let mut outside = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if !inside {
            outside.push(line);
        }
    }
    let mut found = Vec::new();
    for paragraph in outside.join("\n").split("\n\n") {
        let paragraph = paragraph.replace('\n', " ");
        let parts: Vec<&str> = paragraph.split('`').collect();
        for i in (1..parts.len()).step_by(2) {
            let file = parts
                .get(i + 1..i + 3)
                .filter(|after| after[0].trim() == "in");
            found.push(Code {
                text: parts[i].to_string(),
                before: parts[i - 1].to_string(),
                file: file.map(|after| after[1].to_string()),
            });
        }
    }
    found
}

/// Whether a text is a name of words joined by underscores.
fn is_joined(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    text.contains('_') && text.chars().all(letter)
}

/// The mistakes in the names of tests on a page. On a page of findings every name of joined words
/// is the name of a test, and the page names its file. On other pages the word `test` or a file in
/// `tests/` tells a test from other names.
fn mistakes(
    page: &str,
    text: &str,
    root: &Path,
    tests: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<String> {
    let codes = codes(text);
    let files: BTreeSet<&String> = codes.iter().map(|code| &code.text).collect();
    let findings = page.contains("findings");
    let mut wrong = Vec::new();
    for Code { text, before, file } in &codes {
        let path = ["tests/", ".ci/", "crates/"]
            .iter()
            .any(|start| text.starts_with(start));
        let pattern = text.contains(['*', ' ', '<']) || text.contains("NAME");
        if path && !pattern && !root.join(text).exists() {
            wrong.push(format!("{page}: there is no file {text}"));
        }
        let file = file.as_ref().filter(|file| file.starts_with("tests/"));
        let said = before.trim_end().ends_with("test") || before.ends_with("tests ");
        if !is_joined(text) || !(findings || said || file.is_some()) {
            continue;
        }
        let fits = |place: &&String| match file {
            Some(file) => file == *place,
            None => !findings || files.contains(place),
        };
        match tests.get(text) {
            None => wrong.push(format!("{page}: there is no test {text}")),
            Some(places) if !places.iter().any(|place| fits(&place)) => {
                wrong.push(format!(
                    "{page}: {text} is in {places:?}, not where the page says"
                ));
            }
            Some(_) => {}
        }
    }
    wrong.extend(rows_without_test(text).map(|row| format!("{page}: no range or test: {row}")));
    wrong
}

/// The rows that lack a cell in a table whose last column is headed `test`.
fn rows_without_test(text: &str) -> impl Iterator<Item = &str> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_matches('|').split('|');
        inner.map(|cell| cell.trim().to_string()).collect()
    };
    let mut within = false;
    text.lines().filter(move |line| {
        if !line.starts_with('|') {
            within = false;
            return false;
        }
        let cells = cells(line);
        let last = cells.last().cloned().unwrap_or_default();
        if last == "test" {
            within = true;
            return false;
        }
        let tested = last.contains('`') || last.starts_with("---");
        within && !(tested && cells.iter().all(|cell| !cell.is_empty()))
    })
}

#[test]
fn the_tests_that_the_pages_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = tests(root);
    let mut pages = folders::files(&root.join("docs"));
    pages.retain(|path| path.extension().is_some_and(|e| e == "md"));
    pages.extend(["README.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    let (mut wrong, mut named) = (Vec::new(), BTreeSet::new());
    for path in pages {
        let text = fs::read_to_string(&path).unwrap();
        let page = path.strip_prefix(root).unwrap().display().to_string();
        wrong.extend(mistakes(&page, &text, root, &tests));
        named.extend(codes(&text).into_iter().map(|code| code.text));
    }
    let theorems = tests.iter().filter(|(name, places)| {
        let numbered = NUMBERED.iter().any(|start| name.starts_with(start));
        numbered
            && places
                .iter()
                .any(|place| place.starts_with("tests/theorems/"))
    });
    let silent = theorems.filter(|(name, _)| !named.contains(*name));
    wrong.extend(silent.map(|(name, _)| format!("no page names the test {name}")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tests.len() > 200, "{}", tests.len());
}

#[test]
fn names_and_rows_without_a_test_are_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = "#[test]\n/// Said.\nfn a_test() {}\nfn not_one() {}\n\
        #[test]\n#[cfg(unix)]\nfn other_test() {}\n";
    assert_eq!(tests_of(source), ["a_test", "other_test"]);
    let file = "tests/book/names.rs".to_string();
    let tests = BTreeMap::from([("a_test".to_string(), BTreeSet::from([file]))]);
    let of = |page: &str, text: &str| mistakes(page, text, root, &tests).len();
    assert_eq!(
        of("findings/x.md", "In `tests/book/names.rs`: `a_test`."),
        0
    );
    assert_eq!(
        of("findings/x.md", "See `a_test`, `no_test`, `tests/none.rs`."),
        3
    );
    assert_eq!(
        of(
            "games.md",
            "The key `a_key` and the test `no_test`, the test\n`a_test`."
        ),
        1
    );
    assert_eq!(
        of(
            "games.md",
            "See `a_test` in `tests/book/main.rs`, `x_y` in a key."
        ),
        1
    );
    assert_eq!(of("games.md", "```\nThe test `no_test`\n```\n"), 0);
    let table = "| a | range | test |\n| --- | --- | --- |\n| x | to 3 | `a_test` |\n\
        | y | | `a_test` |\n| z | to 4 | none |\n";
    assert_eq!(of("games.md", table), 2);
}
