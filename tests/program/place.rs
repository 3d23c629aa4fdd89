//! A folder in which the program runs.

use crate::process;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with runs and books.
pub struct Place(pub TempDir);

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    /// The path of what has this name.
    pub fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `boil`: exit code, standard output, standard error.
    pub fn boil(&self, args: &[&str]) -> (i32, String, String) {
        process::ended(process::command().current_dir(self.0.path()).args(args))
    }

    /// Runs `boil`, which succeeds: standard output.
    pub fn done(&self, args: &[&str]) -> String {
        let (code, out, err) = self.boil(args);
        assert_eq!(code, 0, "{args:?}: {out}{err}");
        out
    }
}

/// The configs that the program comes with: those of games, and those of questions about graphs.
pub fn configs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs");
    let mut paths = Vec::new();
    for folder in [folder.clone(), folder.join("graphs")] {
        let entries = std::fs::read_dir(folder).unwrap();
        paths.extend(entries.map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| path.is_file());
    paths.sort();
    paths
}
