//! A copy of the workspace in which the changes are compiled in.

use crate::mutant::{Mutant, Mutants};
use crate::tree;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the crate that says which change is on.
const SWITCH: &str = "boilingpoint-mutant-switch";

/// Lints that a changed program breaks on purpose.
const ALLOWED: &str =
    "#![allow(warnings, arithmetic_overflow, overflowing_literals, unconditional_panic)]\n";

/// A folder with a copy of all files that git does not ignore.
pub struct Copy {
    root: PathBuf,
}

impl Copy {
    /// Copies the workspace into `folder`. Files that are the same keep their times, so that a
    /// second build compiles only what differs.
    ///
    /// # Errors
    /// When git does not list the files, or a file cannot be copied.
    pub fn new(folder: &Path) -> Result<Copy, Box<dyn Error>> {
        let listed = Command::new("git")
            .args(["ls-files", "-coz", "--exclude-standard"])
            .output()?;
        if !listed.status.success() {
            return Err("git ls-files does not list the files of the workspace".into());
        }
        for name in String::from_utf8(listed.stdout)?.split_terminator('\0') {
            if Path::new(name).is_file() && !is_changed_source(name) {
                write_if_new(&folder.join(name), &fs::read(name)?)?;
            }
        }
        let copy = Copy {
            root: folder.to_owned(),
        };
        copy.add_switch()?;
        Ok(copy)
    }

    /// The folder of the copy.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn add_switch(&self) -> Result<(), Box<dyn Error>> {
        let folder = self.root.join("crates/mutant-switch");
        let manifest =
            format!("[package]\nname = \"{SWITCH}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n");
        write_if_new(&folder.join("Cargo.toml"), manifest.as_bytes())?;
        write_if_new(&folder.join("src/lib.rs"), include_bytes!("switch.rs"))?;
        for name in crates()? {
            let path = self.root.join("crates").join(&name).join("Cargo.toml");
            let text = fs::read_to_string(Path::new("crates").join(&name).join("Cargo.toml"))?;
            let dependency =
                format!("[dependencies]\n{SWITCH} = {{ path = \"../mutant-switch\" }}\n");
            let text = text.replace("[dependencies]\n", &dependency);
            let text = text.replace("[lints]\nworkspace = true\n", "");
            write_if_new(&path, text.as_bytes())?;
        }
        Ok(())
    }

    /// Writes the sources with the wanted changes compiled in.
    ///
    /// # Errors
    /// When a source cannot be read or written.
    pub fn write(&self, mutants: &Mutants, wanted: &BTreeSet<u32>) -> Result<(), Box<dyn Error>> {
        for name in sources(&crates()?)? {
            let text = fs::read_to_string(&name)?;
            let text = match mutants.first_of(&name) {
                Some(first) => tree::change(&text, first, &|id| wanted.contains(&id))?.text,
                None => text,
            };
            let allowed = if name.ends_with("src/lib.rs") {
                ALLOWED
            } else {
                ""
            };
            write_if_new(
                &self.root.join(&name),
                format!("{allowed}{text}").as_bytes(),
            )?;
        }
        Ok(())
    }
}

/// All changes of the sources of these crates of the folder `crates`.
///
/// # Errors
/// When a source cannot be read or is no Rust.
pub fn mutants(names: &[String]) -> Result<Mutants, Box<dyn Error>> {
    let mut all = Mutants::default();
    let files = sources(names)?;
    let tests = test_files(&files)?;
    for name in files
        .iter()
        .filter(|name| !tests.iter().any(|test| name.starts_with(test)))
    {
        let text = fs::read_to_string(name)?;
        let lines: Vec<&str> = text.lines().collect();
        let first = u32::try_from(all.len())?;
        let changes = tree::change(&text, first, &|_| false)
            .map_err(|error| format!("{name}: {error}"))?
            .changes;
        all.add_file(
            name,
            changes.into_iter().map(|change| {
                let line = lines
                    .get(change.line - 1)
                    .map_or("", |line| line.trim())
                    .to_owned();
                Mutant {
                    file: name.clone(),
                    line_text: line,
                    change,
                }
            }),
        );
    }
    Ok(all)
}

/// Files of modules that are compiled for tests only, as the beginnings of their names.
fn test_files(files: &[String]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut found = Vec::new();
    for name in files {
        let text = fs::read_to_string(name)?;
        let modules = tree::test_modules(&text).map_err(|error| format!("{name}: {error}"))?;
        let plain = ["/lib.rs", "/mod.rs"]
            .iter()
            .find_map(|end| name.strip_suffix(end));
        let folder = plain.or_else(|| name.strip_suffix(".rs")).unwrap_or(name);
        for module in modules {
            if module.ends_with(".rs") {
                let beside = name.rsplit_once('/').map_or("", |(folder, _)| folder);
                found.push(format!("{beside}/{module}"));
                continue;
            }
            found.extend([
                format!("{folder}/{module}.rs"),
                format!("{folder}/{module}/"),
            ]);
        }
    }
    Ok(found)
}

/// The crates of the workspace.
fn crates() -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir("crates")? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn is_changed_source(name: &str) -> bool {
    let parts: Vec<&str> = name.split('/').collect();
    match parts.as_slice() {
        ["crates", _, "src", .., last] => last.ends_with(".rs"),
        ["crates", _, "Cargo.toml"] => true,
        _ => false,
    }
}

/// The sources of some crates, in the order of their names.
fn sources(names: &[String]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = names
        .iter()
        .map(|name| Path::new("crates").join(name).join("src"))
        .collect();
    while let Some(folder) = folders.pop() {
        let list =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in list {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                files.push(path.to_string_lossy().into_owned());
            }
        }
    }
    files.sort();
    Ok(files)
}

fn write_if_new(path: &Path, text: &[u8]) -> Result<(), Box<dyn Error>> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(())
}
