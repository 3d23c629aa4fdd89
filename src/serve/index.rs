//! The runs in a folder, by name.
//!
//! Looking through a folder is cheap, reading manifests is not quite: they are read again only when
//! they have changed, and the folder is not looked through more often than twice a second.

use crate::record::folder::RunFolder;
use crate::record::manifest::{Manifest, ManifestError, Status};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// How deep runs lie at most: those of a comparison are in a folder of a setting in a folder of
/// their own.
const DEPTH: usize = 3;
/// The most runs that are listed.
const MOST: usize = 20_000;
/// How old an answer may be.
const FRESH: Duration = Duration::from_millis(500);

/// A run in the list.
#[derive(Clone, Debug)]
pub struct RunEntry {
    /// Its name here: where it lies below the folder.
    pub name: String,
    /// Its folder.
    pub path: PathBuf,
    /// Its manifest, or what is wrong with it.
    pub manifest: Result<Manifest, Arc<ManifestError>>,
    /// `running`, `finished`, `stopped`, or `interrupted` if nobody is at it though it has not
    /// ended.
    pub status: &'static str,
    /// When its manifest was written.
    pub written: SystemTime,
}

/// The runs in a folder.
pub struct Index {
    root: PathBuf,
    seen: Mutex<FolderStamp>,
}

#[derive(Default)]
struct FolderStamp {
    at: Option<Instant>,
    entries: Arc<BTreeMap<String, RunEntry>>,
}

impl Index {
    /// Of a folder.
    pub fn new(root: PathBuf) -> Index {
        Index {
            root,
            seen: Mutex::default(),
        }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All runs, by name.
    pub fn entries(&self) -> Arc<BTreeMap<String, RunEntry>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.at.is_none_or(|at| at.elapsed() > FRESH) {
            let mut found = BTreeMap::new();
            self.look(&self.root, "", 0, &seen.entries, &mut found);
            seen.entries = Arc::new(found);
            seen.at = Some(Instant::now());
        }
        seen.entries.clone()
    }

    /// The run of that name. Names are looked up, never joined to a path.
    pub fn find(&self, name: &str) -> Option<RunEntry> {
        self.entries().get(name).cloned()
    }

    fn look(
        &self,
        folder: &Path,
        name: &str,
        depth: usize,
        known: &BTreeMap<String, RunEntry>,
        found: &mut BTreeMap<String, RunEntry>,
    ) {
        let Ok(entries) = fs::read_dir(folder) else {
            return;
        };
        for entry in entries.flatten() {
            // a link may lead anywhere, and is not followed
            let is_folder = entry.file_type().is_ok_and(|t| t.is_dir());
            let Some(file) = entry.file_name().to_str().map(str::to_string) else {
                continue;
            };
            if !is_folder || file.starts_with('.') || found.len() >= MOST {
                continue;
            }
            let path = entry.path();
            let name = if name.is_empty() {
                file
            } else {
                format!("{name}/{file}")
            };
            match entry_of(&name, &path, known.get(&name)) {
                Some(entry) => {
                    found.insert(name, entry);
                }
                None if depth + 1 < DEPTH => self.look(&path, &name, depth + 1, known, found),
                None => {}
            }
        }
    }
}

/// The run in a folder, if it holds one.
fn entry_of(name: &str, path: &Path, known: Option<&RunEntry>) -> Option<RunEntry> {
    let folder = RunFolder::at(path);
    let written = fs::symlink_metadata(folder.manifest_path()).ok()?;
    let written = written.is_file().then(|| written.modified().ok())??;
    let manifest = match known {
        Some(known) if known.written == written => known.manifest.clone(),
        _ => folder.manifest().map_err(Arc::new),
    };
    let status = match manifest.as_ref().map(|m| m.status) {
        Ok(Status::Running) => Status::Running.name_now(folder.is_in_use()),
        Ok(ended) => ended.name(),
        Err(_) => "damaged",
    };
    Some(RunEntry {
        name: name.to_string(),
        path: path.to_path_buf(),
        manifest,
        status,
        written,
    })
}
