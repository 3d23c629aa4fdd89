//! The files of the packages as modules, and the names that each imports.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A path in code, such as `crate::graph::Board`, in its parts.
pub type Names = Vec<String>;

/// A file that is a module.
pub struct Module {
    pub file: PathBuf,
    /// The names from the crate's root to the module.
    pub place: Names,
    /// The paths that its code names.
    pub named: Vec<Names>,
    /// The names that it re-exports, with the paths that they stand for.
    pub handed_on: BTreeMap<String, Names>,
}

/// The modules of each package except tests, by the name of its folder.
pub fn packages() -> BTreeMap<String, Vec<Module>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::from([("boilingpoint".to_string(), modules(&root.join("src")))]);
    for entry in fs::read_dir(root.join("crates")).expect("readable") {
        let entry = entry.expect("readable");
        let name = entry.file_name().to_string_lossy().into_owned();
        found.insert(name, modules(&entry.path().join("src")));
    }
    found
}

fn modules(src: &Path) -> Vec<Module> {
    let mut found = Vec::new();
    for file in files(src) {
        let place = place(file.strip_prefix(src).expect("inside"));
        if !place.iter().any(|name| name.ends_with("tests")) {
            found.push(read(&file, place));
        }
    }
    found
}

/// The files of Rust below a folder of the repository, tests included, with their texts.
pub fn all_files(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let with_text = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("text");
        (file, text)
    };
    files(&folder).into_iter().map(with_text).collect()
}

/// The files of a folder and of its subfolders, sorted.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn place(file: &Path) -> Names {
    let file = file.with_extension("");
    let names = file.iter().map(|name| name.to_string_lossy().into_owned());
    names
        .filter(|name| !["mod", "lib", "main"].contains(&&**name))
        .collect()
}

fn read(file: &Path, place: Names) -> Module {
    let text = fs::read_to_string(file).expect("readable");
    let code = code_of(&text);
    let mut module = Module {
        file: file.to_path_buf(),
        place,
        named: Vec::new(),
        handed_on: BTreeMap::new(),
    };
    for (is_public, path) in uses(&code) {
        if is_public {
            let name = path.last().expect("a use names something").clone();
            module.handed_on.insert(name, path);
        } else {
            module.named.push(path);
        }
    }
    module.named.extend(inline(&code));
    module
}

/// The code without comments and without its tests, which are at the end of a file.
pub fn code_of(text: &str) -> String {
    let lines = text
        .lines()
        .take_while(|line| !line.starts_with("mod tests {"));
    let code = lines.map(|line| line.split("//").next().unwrap_or(""));
    format!("\n{}", code.collect::<Vec<_>>().join("\n"))
}

/// The paths of all `use` statements, and whether they are re-exports.
pub fn uses(code: &str) -> Vec<(bool, Names)> {
    let mut found = Vec::new();
    for statement in code.split(';') {
        let start = statement
            .rfind("\nuse ")
            .or_else(|| statement.rfind("\npub"));
        let line = start.map_or(statement, |at| &statement[at + 1..]);
        let Some((before, tree)) = line.split_once("use ") else {
            continue;
        };
        let before = before.trim();
        if before.is_empty() || (before.starts_with("pub") && !before.contains(char::is_whitespace))
        {
            for path in leaves(tree) {
                found.push((!before.is_empty(), path));
            }
        }
    }
    found
}

/// The paths of a tree such as `a::{b, c::{d, e}}`.
fn leaves(tree: &str) -> Vec<Names> {
    let tree = tree.trim();
    let names = |text: &str| -> Names {
        let text = text.split(" as ").next().unwrap_or(text);
        text.split("::")
            .map(str::trim)
            .filter(|n| !n.is_empty())
            .map(String::from)
            .collect()
    };
    let Some((head, body)) = tree.split_once('{') else {
        return vec![names(tree)];
    };
    let body = body.rsplit_once('}').map_or(body, |(body, _)| body);
    let head = names(head);
    let parts = parts(body).into_iter().flat_map(leaves);
    parts
        .map(|path| {
            head.iter()
                .cloned()
                .chain(path.into_iter().filter(|n| n != "self"))
                .collect()
        })
        .collect()
}

/// The parts of a list between commas; commas inside of braces do not count.
fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The paths in code that begin with `crate`, with `super` or with a crate of this repository.
fn inline(code: &str) -> Vec<Names> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = code.split(|c| !is_name(c));
    // A path before a brace is not complete; `uses` handles those.
    let is_whole = |word: &&str| !word.ends_with(':');
    let roots = ["crate::", "super::", "boilingpoint_"];
    let begins = |word: &&str| roots.iter().any(|root| word.starts_with(root));
    let paths = words.filter(begins).filter(is_whole);
    paths
        .map(|path| {
            path.split("::")
                .filter(|n| !n.is_empty())
                .map(String::from)
                .collect()
        })
        .collect()
}
