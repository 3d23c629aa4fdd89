//! The folder of a site.

use super::SiteError;
use boilingpoint_record::folder::{FileError, sweep_unfinished, write_atomic};
use boilingpoint_record::own::{self, OwnPath};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The file that lists the files of the site. Its first line is [`FIRST_LINE`].
const MARK: &str = ".boil-site";
const FIRST_LINE: &str = "boil site 1";

/// The folder of a site. Several threads may write to it.
pub struct Out {
    root: PathBuf,
    state: Mutex<OutState>,
}

struct OutState {
    /// The files of the site.
    files: BTreeSet<String>,
    /// The files that the mark lists.
    listed: BTreeSet<String>,
    /// The folders that exist, relative to the root.
    folders: BTreeSet<PathBuf>,
    /// The mark. The name of a new file is added before the file is written, so a site that was
    /// not finished is a site nevertheless.
    mark: File,
    written: usize,
}

/// The numbers of files.
pub struct OutCounts {
    pub files: usize,
    pub written: usize,
    pub removed: usize,
}

impl Out {
    /// Opens the folder, and makes it if there is none.
    ///
    /// # Errors
    /// When the folder has files that are not those of a site.
    pub fn open(root: &Path) -> Result<Out, SiteError> {
        fs::create_dir_all(root).map_err(FileError::of("create", root))?;
        let path = root.join(MARK);
        let names = own::names(OwnPath::named(root)).map_err(FileError::of("read", root))?;
        let has_mark = own::exists(&path);
        if !has_mark && !names.is_empty() {
            return Err(SiteError::NotASite(root.to_path_buf()));
        }
        if !has_mark {
            write_atomic(&path, format!("{FIRST_LINE}\n").as_bytes())?;
        }
        let mut mark = own::extend(&path).map_err(FileError::of("open", &path))?;
        let listed = listed(&mut mark, &path)?;
        mark.seek(SeekFrom::End(0))
            .map_err(FileError::of("read", &path))?;
        let state = OutState {
            files: BTreeSet::new(),
            listed,
            folders: BTreeSet::new(),
            mark,
            written: 0,
        };
        Ok(Out {
            root: root.to_path_buf(),
            state: Mutex::new(state),
        })
    }

    /// Writes a file, unless it has these bytes already. `name` has slashes between its parts.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), SiteError> {
        let path = self.root.join(name);
        self.enter(name)?;
        let own_path = OwnPath::below(&self.root, &path);
        if has_bytes(own_path, bytes) {
            return Ok(());
        }
        write_atomic(own_path, bytes)?;
        self.lock().written += 1;
        Ok(())
    }

    /// Enters a file in the mark, and makes its folders.
    fn enter(&self, name: &str) -> Result<(), SiteError> {
        let mut state = self.lock();
        if !state.files.insert(name.to_string()) {
            return Ok(());
        }
        let parts: Vec<&Path> = Path::new(name).ancestors().skip(1).collect();
        for folder in parts.into_iter().rev().skip(1) {
            if state.folders.insert(folder.to_path_buf()) {
                let path = self.root.join(folder);
                let made = own::make_folder(OwnPath::below(&self.root, &path));
                made.map_err(FileError::of("create", &path))?;
            }
        }
        if !state.listed.contains(name) {
            let path = self.root.join(MARK);
            let line = format!("{name}\n");
            let added = state.mark.write_all(line.as_bytes());
            added.map_err(FileError::of("write", &path))?;
        }
        Ok(())
    }

    /// Removes the files of an earlier site that this one does not have, and writes the mark.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn finish(self) -> Result<OutCounts, SiteError> {
        let root = self.root;
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let mut removed = 0;
        for name in state.listed.difference(&state.files) {
            let path = root.join(name);
            match own::remove(OwnPath::below(&root, &path)) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                done => {
                    done.map_err(FileError::of("remove", &path))?;
                    removed += 1;
                }
            }
        }
        for folder in &state.folders {
            sweep_unfinished(OwnPath::below(&root, &root.join(folder)))?;
        }
        sweep_unfinished(OwnPath::named(&root))?;
        let names = state.files.iter().map(|name| format!("{name}\n"));
        let mark = format!("{FIRST_LINE}\n{}", names.collect::<String>());
        let path = root.join(MARK);
        if !has_bytes(OwnPath::from(&path), mark.as_bytes()) {
            write_atomic(&path, mark.as_bytes())?;
        }
        Ok(OutCounts {
            files: state.files.len(),
            written: state.written,
            removed,
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, OutState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The files that a mark lists. A name that leads out of the folder is refused.
fn listed(mark: &mut File, path: &Path) -> Result<BTreeSet<String>, SiteError> {
    let mut text = String::new();
    mark.read_to_string(&mut text)
        .map_err(FileError::of("read", path))?;
    let mut names = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        let is_right = match number {
            0 => line == FIRST_LINE,
            _ => is_inner(line),
        };
        if !is_right {
            let (path, line) = (path.to_path_buf(), number + 1);
            return Err(SiteError::Mark { path, line });
        }
        if number > 0 {
            names.insert(line.to_string());
        }
    }
    Ok(names)
}

/// Whether a name leads to a file in the folder.
fn is_inner(name: &str) -> bool {
    let is_plain = |part: Component| matches!(part, Component::Normal(_));
    !name.is_empty() && Path::new(name).components().all(is_plain)
}

/// Whether a file has these bytes.
fn has_bytes(path: OwnPath, bytes: &[u8]) -> bool {
    let Ok(mut file) = own::open(path) else {
        return false;
    };
    let length = file.metadata().map(|m| m.len());
    if !length.is_ok_and(|length| length == bytes.len() as u64) {
        return false;
    }
    let mut found = Vec::with_capacity(bytes.len());
    file.read_to_end(&mut found).is_ok() && found == bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(root: &Path, files: &[(&str, &str)]) -> (usize, usize, usize) {
        let out = Out::open(root).unwrap();
        for (name, text) in files {
            out.write(name, text.as_bytes()).unwrap();
        }
        let counts = out.finish().unwrap();
        (counts.files, counts.written, counts.removed)
    }

    #[test]
    fn only_changes_are_written_and_old_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("new/site");
        let first = [("index.html", "a"), ("record/1.html", "b")];
        assert_eq!(counts(&root, &first), (2, 2, 0));
        assert_eq!(counts(&root, &first), (2, 0, 0));
        fs::write(root.join("CNAME"), "example.org").unwrap();
        let second = [("index.html", "a"), ("record/2.html", "b")];
        assert_eq!(counts(&root, &second), (2, 1, 1));
        assert!(!root.join("record/1.html").exists());
        assert!(root.join("CNAME").exists());
    }

    #[test]
    fn a_site_that_was_not_finished_is_a_site() {
        let folder = tempfile::tempdir().unwrap();
        let out = Out::open(folder.path()).unwrap();
        out.write("record/7.html", b"x").unwrap();
        drop(out);
        assert_eq!(counts(folder.path(), &[("index.html", "a")]), (1, 1, 1));
        assert!(!folder.path().join("record/7.html").exists());
    }

    #[test]
    fn a_folder_with_other_files_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("thesis.tex"), "x").unwrap();
        let refused = Out::open(folder.path()).err().unwrap();
        assert!(refused.to_string().contains("did not write"), "{refused}");
    }

    #[test]
    fn a_mark_that_leads_out_of_the_folder_is_refused() {
        for line in ["../other", "/etc/passwd", "a/../../b", ""] {
            let folder = tempfile::tempdir().unwrap();
            let mark = format!("{FIRST_LINE}\n{line}\n");
            fs::write(folder.path().join(MARK), mark).unwrap();
            let refused = Out::open(folder.path()).err().unwrap();
            assert!(refused.to_string().contains("line 2"), "{refused}");
        }
    }
}
