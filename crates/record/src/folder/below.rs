//! Finds the runs in a folder.

use super::RunFolder;
use std::fs;
use std::path::{Path, PathBuf};

/// The greatest depth of a run below a folder of runs: a run of a comparison lies in the folder of
/// its setting, which lies in the folder of the comparison.
pub const RUN_DEPTH: usize = 3;
/// The largest number of runs that are listed.
pub const MOST_RUNS: usize = 20_000;

/// A run below a folder.
#[derive(Clone, Debug)]
pub struct RunBelow {
    /// The path relative to the folder, with slashes.
    pub name: String,
    pub path: PathBuf,
}

/// The runs below a folder, at most `depth` folders down and at most `most` of them. A folder within
/// a run folder is no run. Links are not followed, since a link may lead out of the folder.
pub fn runs_below(folder: &Path, depth: usize, most: usize) -> Vec<RunBelow> {
    let mut found = Vec::new();
    look(folder, "", depth, most, &mut found);
    found
}

fn look(folder: &Path, name: &str, depth: usize, most: usize, found: &mut Vec<RunBelow>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_folder = entry.file_type().is_ok_and(|t| t.is_dir());
        let Some(file) = entry.file_name().to_str().map(str::to_string) else {
            continue;
        };
        if !is_folder || file.starts_with('.') || found.len() >= most {
            continue;
        }
        let path = entry.path();
        let name = if name.is_empty() {
            file
        } else {
            format!("{name}/{file}")
        };
        let manifest = fs::symlink_metadata(RunFolder::at(&path).manifest_path());
        if manifest.is_ok_and(|manifest| manifest.is_file()) {
            found.push(RunBelow { name, path });
        } else if depth > 1 {
            look(&path, &name, depth - 1, most, found);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::input::MANIFEST;

    #[test]
    fn runs_are_found_down_to_a_depth_and_up_to_a_number() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("runs");
        for run in [
            "a",
            "a/inner",
            "b/c",
            "b/d/e",
            "b/d/f/g",
            ".hidden",
            "b/.hidden",
        ] {
            fs::create_dir_all(folder.join(run)).unwrap();
            fs::write(folder.join(run).join(MANIFEST), "").unwrap();
        }
        // Neither a file nor a folder in the place of a manifest makes a run.
        fs::write(folder.join("file"), "").unwrap();
        fs::create_dir_all(folder.join("odd").join(MANIFEST)).unwrap();
        #[cfg(unix)]
        for (to, link) in [("a", "b/link"), ("b", "link")] {
            std::os::unix::fs::symlink(folder.join(to), folder.join(link)).unwrap();
        }
        let found = |depth: usize, most: usize| {
            let runs = runs_below(&folder, depth, most).into_iter();
            let names = runs.map(|run| {
                assert_eq!(run.path, folder.join(&run.name));
                run.name
            });
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        };
        assert_eq!(found(1, 9), ["a"]);
        assert_eq!(found(2, 9), ["a", "b/c"]);
        assert_eq!(found(RUN_DEPTH, 9), ["a", "b/c", "b/d/e"]);
        assert_eq!(found(4, 9), ["a", "b/c", "b/d/e", "b/d/f/g"]);
        assert_eq!([0, 1, 3].map(|most| found(4, most).len()), [0, 1, 3]);
        assert!(runs_below(&folder.join("nowhere"), 4, 9).is_empty());
    }
}
