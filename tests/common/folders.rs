//! Folders of tests that run the program: their files, and copies of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Removes the variables that change what the program prints or which cluster it uses.
pub fn without_settings(command: &mut Command) {
    for variable in ["COLUMNS", "BOIL_CLUSTER", "BOIL_TOKEN"] {
        command.env_remove(variable);
    }
}

/// Copies a file, or a folder with all files in it.
pub fn copy(from: &Path, to: &Path) {
    if from.is_file() {
        fs::copy(from, to).unwrap();
        return;
    }
    for path in files(from) {
        let to = to.join(path.strip_prefix(from).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(path, to).unwrap();
    }
}

/// All files below a folder, sorted; none if there is no folder.
pub fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}
