//! Commands of a page, run in a folder of the page's own.

use super::folders::{copy, without_settings};
use serde_json::{Map, Value};
use std::cell::OnceCell;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The files that each page finds in its folder, from the root of the repository.
const GIVEN: [&str; 3] = ["configs", "runs/example", "docs"];

/// The folder of a page, which is made for the first command or file: many pages have neither.
#[derive(Default)]
pub struct Folder(OnceCell<TempDir>);

impl Folder {
    /// The path of the folder, with copies of what pages speak of.
    fn path(&self) -> &Path {
        let new = || {
            let dir = tempfile::tempdir().unwrap();
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            for name in GIVEN {
                copy(&root.join(name), &dir.path().join(name));
            }
            dir
        };
        self.0.get_or_init(new).path()
    }

    /// Writes a file that a page shows.
    pub fn write(&self, name: &str, content: &str) {
        fs::write(self.path().join(name), content).unwrap();
    }

    /// The output of a command, with its exit code if that is not 0.
    pub fn run(&self, line: &str) -> String {
        let output = self.output(line);
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        // A slow machine gives news of its work.
        let said = String::from_utf8_lossy(&output.stderr);
        text.extend(
            said.split_inclusive('\n')
                .filter(|line| !line.contains("still at work")),
        );
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        match output.status.code() {
            Some(0) => text,
            code => format!("{text}exit code {}\n", code.unwrap_or(-1)),
        }
    }

    pub fn output(&self, line: &str) -> Output {
        let binary = Path::new(env!("CARGO_BIN_EXE_boil"));
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("sh");
        command
            .args(["-c", line])
            .current_dir(self.path())
            .env(
                "PATH",
                format!("{}:{path}", binary.parent().unwrap().display()),
            )
            .stdin(Stdio::null());
        without_settings(&mut command);
        command.output().unwrap()
    }

    /// The JSON lines that a command prints, as a table in Markdown: `name` comes first, `summary`
    /// last.
    pub fn table(&self, command: &str) -> String {
        let output = self.output(command);
        assert!(output.status.success(), "{command}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let objects: Vec<Map<String, Value>> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let mut names: Vec<&String> = objects[0].keys().collect();
        names.sort_by_key(|name| match name.as_str() {
            "name" => 0,
            "summary" => 2,
            _ => 1,
        });
        let cells = |object: &Map<String, Value>| -> Vec<String> {
            let cell = |name: &&String| {
                let text = object[*name].as_str().unwrap().replace('|', "\\|");
                match name.as_str() {
                    _ if text.is_empty() => "–".to_string(),
                    "name" | "default" => format!("`{text}`"),
                    _ => outside_code(&text),
                }
            };
            names.iter().map(cell).collect()
        };
        let heads = names.iter().map(|name| name.to_string()).collect();
        let dashes = vec!["---".to_string(); names.len()];
        let rows = objects.iter().map(cells);
        let rows = [heads, dashes].into_iter().chain(rows);
        rows.map(|row| format!("| {} |\n", row.join(" | ")))
            .collect()
    }

    /// The mistake in a command that is not run: a subcommand or an option that `boil` does not
    /// have.
    pub fn mistake(&self, line: &str) -> Option<String> {
        let line = line.trim().strip_prefix("$ ")?;
        let at = line.find("boil ")?;
        let words: Vec<&str> = line[at..].split_whitespace().skip(1).collect();
        let is_name = |word: &&&str| word.chars().all(|c| c.is_ascii_lowercase());
        let command: Vec<&str> = words.iter().take(2).take_while(is_name).copied().collect();
        let help = |words: &[&str]| self.output(&format!("boil {} --help", words.join(" ")));
        let mut found = help(&command);
        if !found.status.success() {
            found = help(&command[..1.min(command.len())]);
        }
        let text = String::from_utf8_lossy(&found.stdout);
        if !found.status.success() {
            return Some(format!("{line}: no such command"));
        }
        let options = words.iter().take_while(|&&word| word != "|" && word != "#");
        let unknown = |word: &&&str| {
            let name = word.split('=').next().unwrap_or(word);
            name.len() > 2 && name.starts_with("--") && !text.contains(name)
        };
        let wrong = options.clone().find(unknown)?;
        Some(format!("{line}: no option {wrong}"))
    }
}

/// Escapes the characters that Markdown would read as marks, but for those in code.
fn outside_code(text: &str) -> String {
    let escaped = |(i, part): (usize, &str)| match i % 2 {
        0 => part.replace('<', "&lt;").replace('*', "\\*"),
        _ => part.to_string(),
    };
    let parts: Vec<String> = text.split('`').enumerate().map(escaped).collect();
    parts.join("`")
}
