//! The page of all files, `docs/architecture/sources.md`: what each file is about, and the numbers
//! that are constants. `BOIL_GOLDEN=write` writes the page.

use crate::source::{Module, packages};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const HEAD: &str = "# Files and numbers

The first sentence of every file, and the constants that are made of numbers, by crate. Numbers that
a user sets have their defaults in `plan/keys.rs` ([all keys](../reference/config-keys.md)). A test in
`tests/rooms` compares this page with the source; `BOIL_GOLDEN=write cargo test -p boilingpoint --test
rooms` writes it.
";

/// The first sentence of consecutive lines that begin with this mark. A full stop before a small
/// letter or a number is one of an abbreviation.
fn sentence<'a>(lines: impl Iterator<Item = &'a str>, mark: &str) -> Option<String> {
    let lines = lines.map(|line| line.trim().strip_prefix(mark).map(str::trim));
    let lines = lines.map_while(|line| line.filter(|line| !line.is_empty()));
    let text = lines.collect::<Vec<_>>().join(" ");
    let begins = |&(end, _): &(usize, &str)| {
        let next = text[end + 2..].chars().next();
        next.is_some_and(|c| c.is_uppercase() || c == '`' || c == '[')
    };
    let end = text.match_indices(". ").find(begins);
    let sentence = &text[..end.map_or(text.len(), |(end, _)| end)];
    let sentence = sentence.trim_end_matches(['.', ':']);
    (!sentence.is_empty()).then(|| cell(sentence))
}

/// A text as the cell of a table. Links between names of the source are names alone.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
        .replace("[`", "`")
        .replace("`]", "`")
}

/// The name and the value of a constant on one line that is made of numbers.
fn number(line: &str) -> Option<(&str, &str)> {
    let line = line.trim().trim_start_matches("pub ");
    let (name, rest) = line
        .trim_start_matches("pub(super) ")
        .strip_prefix("const ")?
        .split_once(": ")?;
    let (kind, value) = rest.strip_suffix(';')?.split_once(" = ")?;
    let is_number = !kind.contains('&') && value.contains(|c: char| c.is_ascii_digit());
    is_number.then_some((name, value))
}

/// The constants of a file that are numbers, in order: name, value and meaning. Constants on
/// consecutive lines share the comment above them.
fn numbers(text: &str) -> Vec<[String; 3]> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found: Vec<[String; 3]> = Vec::new();
    let mut last = None;
    for (place, line) in lines.iter().enumerate() {
        let Some((name, value)) = number(line) else {
            continue;
        };
        let before = lines[..place]
            .iter()
            .rposition(|l| !l.trim().starts_with("///"));
        let first = before.map_or(0, |before| before + 1);
        let own = sentence(lines[first..place].iter().copied(), "///");
        let shared = found.last().filter(|_| last == place.checked_sub(1));
        if let Some(meaning) = own.or_else(|| shared.map(|[.., meaning]| meaning.clone())) {
            found.push([name.to_string(), cell(value), meaning]);
            last = Some(place);
        }
    }
    found
}

fn page() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut page = HEAD.to_string();
    for (package, modules) in packages() {
        let title = match package.as_str() {
            "boilingpoint" => "`src`, the program".to_string(),
            name => format!("`{name}`"),
        };
        let _ = write!(page, "\n## {title}\n\n| file | subject |\n| --- | --- |\n");
        let mut constants = String::new();
        for Module { file, .. } in &modules {
            let text = fs::read_to_string(file).expect("readable");
            let short = file
                .strip_prefix(root)
                .expect("inside")
                .display()
                .to_string();
            // A path begins with its crate, as in the other pages.
            let short = match short.strip_prefix("crates/") {
                Some(inside) => inside.replacen("/src/", "/", 1),
                None => short,
            };
            // The first lines of a crate are its README.
            let subject = sentence(text.lines(), "//!").unwrap_or_else(|| {
                assert!(short.ends_with("/lib.rs"), "{short} has no first sentence");
                "the front page of the crate, and the names that it shows".to_string()
            });
            let _ = writeln!(page, "| `{short}` | {subject} |");
            for [name, value, meaning] in numbers(&text) {
                let _ = writeln!(
                    constants,
                    "| `{name}` | `{value}` | `{short}` | {meaning} |"
                );
            }
        }
        if !constants.is_empty() {
            let _ = write!(
                page,
                "\n| number | value | file | meaning |\n| --- | --- | --- | --- |\n{constants}"
            );
        }
    }
    page
}

#[test]
fn the_page_of_files_is_that_of_the_source() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture/sources.md");
    let page = page();
    if std::env::var_os("BOIL_GOLDEN").is_some() {
        fs::write(&path, &page).expect("written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let difference = page
        .lines()
        .find(|line| !kept.lines().any(|kept| kept == *line));
    assert!(
        page == kept,
        "docs/architecture/sources.md differs from the source, as in {difference:?}; BOIL_GOLDEN=write writes it"
    );
    assert!(page.lines().count() > 600, "has the layout changed?");
}
