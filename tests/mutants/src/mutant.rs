//! The list of all changes, with their numbers.

use crate::tree::Change;
use std::collections::BTreeMap;
use std::fmt;

/// A change of a line of the program.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The file, from the root of the workspace.
    pub file: String,
    /// The line as it is, without the space around it.
    pub line_text: String,
    /// The change.
    pub change: Change,
}

impl Mutant {
    /// The crate.
    pub fn package(&self) -> &str {
        package_of(&self.file)
    }

    /// A name that stays as other lines move: all but the number of the line.
    pub fn key(&self) -> [&str; 4] {
        [
            &self.file,
            &self.change.function,
            &self.line_text,
            &self.change.text,
        ]
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Change {
            function,
            line,
            column,
            text,
        } = &self.change;
        write!(
            f,
            "{}:{line}:{column}: replace {text} in {function}",
            self.file
        )
    }
}

/// The crate of a file of the folder `crates`.
pub fn package_of(file: &str) -> &str {
    file.split('/').nth(1).unwrap_or("")
}

/// All changes of some crates. The number of a change is its place in the list.
#[derive(Default)]
pub struct Mutants {
    all: Vec<Mutant>,
    first: BTreeMap<String, u32>,
}

impl Mutants {
    /// The number of changes.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The change with this number.
    pub fn get(&self, id: u32) -> &Mutant {
        &self.all[id as usize]
    }

    /// All changes with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Mutant)> {
        (0..).zip(&self.all)
    }

    /// The number of the first change of a file.
    pub fn first_of(&self, file: &str) -> Option<u32> {
        self.first.get(file).copied()
    }

    /// Adds the changes of a file.
    pub fn add_file(&mut self, file: &str, mutants: impl Iterator<Item = Mutant>) {
        self.first.insert(file.to_owned(), self.all.len() as u32);
        self.all.extend(mutants);
    }
}
