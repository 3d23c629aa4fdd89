//! The page of all files, `docs/architecture/sources.md`: what each file is about, and the numbers
//! that are constants. `BOIL_GOLDEN=write` writes the page.

use crate::source::{Module, packages};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const HEAD: &str = "# Files and numbers

The first sentence of every file, and every number that is a constant, by crate. A test in
`tests/rooms` compares this page with the source; `BOIL_GOLDEN=write cargo test -p boilingpoint --test
rooms` writes it.
";

/// The first sentence of consecutive lines that begin with this mark.
fn sentence<'a>(lines: impl Iterator<Item = &'a str>, mark: &str) -> Option<String> {
    let lines = lines.map(|line| line.trim().strip_prefix(mark).map(str::trim));
    let lines = lines.map_while(|line| line.filter(|line| !line.is_empty()));
    let text = lines.collect::<Vec<_>>().join(" ");
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    let sentence = text[..end].trim_end_matches(['.', ':']);
    (!sentence.is_empty()).then(|| cell(sentence))
}

/// A text as the cell of a table. Links between names of the source are names alone.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
        .replace("[`", "`")
        .replace("`]", "`")
}

/// The constants of a file that are numbers, in order: name, value and meaning.
fn numbers(text: &str) -> Vec<[String; 3]> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        let line = line.trim();
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let line = line.strip_prefix("pub(super) ").unwrap_or(line);
        let parts = line.strip_prefix("const ").and_then(|c| c.split_once(": "));
        let Some((name, (kind, value))) =
            parts.and_then(|(n, rest)| Some((n, rest.split_once(" = ")?)))
        else {
            continue;
        };
        let kinds = [
            "u8", "u16", "u32", "u64", "u128", "usize", "i32", "i64", "i128", "f64", "Duration",
        ];
        let meaning = lines[..place]
            .iter()
            .rposition(|l| !l.trim().starts_with("///"));
        let first = meaning.map_or(0, |before| before + 1);
        let meaning = sentence(lines[first..place].iter().copied(), "///");
        if let (true, Some(value), Some(meaning)) =
            (kinds.contains(&kind), value.strip_suffix(';'), meaning)
        {
            found.push([name.to_string(), cell(value), meaning]);
        }
    }
    found
}

fn page() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut page = HEAD.to_string();
    for (package, modules) in packages() {
        let (folder, title) = match package.as_str() {
            "boilingpoint" => ("src".to_string(), "`src`, the program".to_string()),
            name => (format!("crates/{name}/src"), format!("`{name}`")),
        };
        let _ = write!(page, "\n## {title}\n\n| file | subject |\n| --- | --- |\n");
        let mut constants = String::new();
        for Module { file, .. } in &modules {
            let text = fs::read_to_string(file).expect("readable");
            let short = file
                .strip_prefix(root.join(&folder))
                .expect("inside")
                .display();
            let short = short.to_string();
            // The first file of a crate is its README.
            let subject = sentence(text.lines(), "//!").unwrap_or_else(|| match short.as_str() {
                "lib.rs" => "the front page of the crate, and the names that it shows".to_string(),
                _ => panic!("{} has no first sentence", file.display()),
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
