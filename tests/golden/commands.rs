//! The table of commands.

use std::fs;
use std::path::Path;

/// Commands that run one after another in a folder of their own.
pub struct Section {
    pub name: String,
    /// The section whose golden files the files of this one are compared with; its own by default.
    pub files: String,
    /// The files that are compared with the section's own all the same.
    pub own: Vec<String>,
    pub commands: Vec<Command>,
}

impl Section {
    /// The section whose golden file a file is compared with.
    pub fn files_of(&self, file: &str) -> &str {
        if self.own.iter().any(|own| own == file) {
            &self.name
        } else {
            &self.files
        }
    }
}

/// A line of the table: `name: words < input`.
pub struct Command {
    pub name: String,
    pub line: String,
    pub words: Vec<String>,
    pub input: Option<String>,
}

/// Reads the table. A section begins with `[name]`, `[name: files as in other]` or
/// `[name: files as in other but FILE]`.
pub fn read(path: &Path) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(head) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            let (name, files) = head.split_once(": files as in ").unwrap_or((head, head));
            let (files, own) = files.split_once(" but ").unwrap_or((files, ""));
            sections.push(Section {
                name: name.to_string(),
                files: files.to_string(),
                own: own.split_whitespace().map(str::to_string).collect(),
                commands: Vec::new(),
            });
        } else {
            let section = sections.last_mut().expect("a section before its commands");
            section.commands.push(command(line));
        }
    }
    sections
}

fn command(line: &str) -> Command {
    let (name, line) = line.split_once(": ").expect("`name: command`");
    let (call, input) = match line.rsplit_once(" < ") {
        Some((call, input)) => (call, Some(input.to_string())),
        None => (line, None),
    };
    Command {
        name: name.to_string(),
        line: line.to_string(),
        words: words(call),
        input,
    }
}

/// Words between blanks; single quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    assert!(!quoted, "an open quote: {line}");
    words.extend(word);
    words
}
