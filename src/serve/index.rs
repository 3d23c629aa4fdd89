//! The runs in a folder, by name.
//!
//! It is fast to list a folder, and slower to read manifests. So a manifest is read again only when
//! it has changed, and the folder is listed at most twice a second.

use crate::plan::{Plan, Question, values_of};
use crate::record::folder::RunFolder;
use crate::record::manifest::{Manifest, ManifestError, Status};
use crate::search::read_no_boards;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// The greatest depth of a run below the folder: a run of a comparison lies in the folder of its
/// setting, which lies in the folder of the comparison.
const DEPTH: usize = 3;
/// The largest number of runs that are listed.
const MOST: usize = 20_000;
/// The time for which a list of runs is used again.
const FRESH: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub struct RunEntry {
    /// The path of the run's folder relative to the folder of runs.
    pub name: String,
    pub path: PathBuf,
    /// The manifest of the run, or the error of reading it.
    pub manifest: Result<Manifest, Arc<ManifestError>>,
    /// The best result so far, in the words of the run's question; empty if there is none.
    pub best: String,
    /// `running`, `finished`, `stopped`, or `interrupted` if the run has not ended but no process
    /// holds its lock.
    pub status: &'static str,
    /// The time when the manifest was written.
    pub written: SystemTime,
}

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
    pub fn new(root: PathBuf) -> Index {
        Index {
            root,
            seen: Mutex::default(),
        }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All runs, sorted by name.
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

    /// The run with this name. The name is looked up in the list of runs, and never joined to a
    /// path.
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
            // A link may lead outside of the folder, so links are not followed.
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

/// The run in a folder, if there is one.
fn entry_of(name: &str, path: &Path, known: Option<&RunEntry>) -> Option<RunEntry> {
    let folder = RunFolder::at(path);
    let written = fs::symlink_metadata(folder.manifest_path()).ok()?;
    let written = written.is_file().then(|| written.modified().ok())??;
    let (manifest, best) = match known {
        Some(known) if known.written == written => (known.manifest.clone(), known.best.clone()),
        _ => {
            let manifest = folder.manifest().map_err(Arc::new);
            let best = manifest.as_ref().ok().and_then(|m| best_of(&folder, m));
            (manifest, best.unwrap_or_default())
        }
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
        best,
        status,
        written,
    })
}

/// The best result of a run in the words of its question. A damaged config leaves the fitness as
/// numbers.
fn best_of(folder: &RunFolder, manifest: &Manifest) -> Option<String> {
    let best = manifest.best.as_ref()?;
    let config = folder.config().ok()?;
    let plan = Plan::resolve_of_run("config.toml", config.as_bytes(), &[], read_no_boards);
    let Ok(plan) = plan else {
        return Some(best.fitness_text());
    };
    Some(match plan.objective.question() {
        Question::Collect(collect) => format!("collects {}", values_of(collect)[1]),
        Question::Best | Question::Find(_) => {
            plan.objective.fitness_words(&best.fitness, best.certainty)
        }
    })
}
