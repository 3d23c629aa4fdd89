//! The runs in a folder, by name.
//!
//! It is fast to list a folder, and slower to read manifests. So a manifest is read again only when
//! it has changed, and the folder is listed at most twice a second, unless a name is not in the
//! list.

use boilingpoint_book::BoardClass;
use boilingpoint_book::harvest::objective_text;
use boilingpoint_plan::read_no_boards;
use boilingpoint_plan::{Plan, Question, values_of};
use boilingpoint_record::folder::{MOST_RUNS, RUN_DEPTH, RunFolder, runs_below};
use boilingpoint_record::manifest::{Manifest, ManifestError, Status};
use boilingpoint_record::view::{History, RunView};
use boilingpoint_report::page::words::question;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// The longest log that is read for the list, in bytes.
const LONGEST_LOG: u64 = 1 << 22;
/// The time for which a list of runs is used again.
const FRESH: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub struct RunEntry {
    /// The path of the run's folder relative to the folder of runs.
    pub name: String,
    pub path: PathBuf,
    /// The manifest of the run, or the error of reading it.
    pub manifest: Result<Manifest, Arc<ManifestError>>,
    /// The parts of the run's plan that the list shows; `None` if its config is damaged.
    pub asked: Option<Arc<AskedQuestion>>,
    /// The number of boards asked when the manifest was written; `None` if the log is damaged, or
    /// too long for a list.
    pub boards_asked: Option<u64>,
    /// The best result so far, in the words of the run's question; empty if there is none.
    pub best: String,
    /// `running`, `finished`, `stopped`, or `interrupted` if the run has not ended but no process
    /// holds its lock.
    pub status: &'static str,
    /// The time when the manifest was written.
    pub written: SystemTime,
}

/// The question of a run, and its parts.
#[derive(Clone, Debug)]
pub struct AskedQuestion {
    pub question: String,
    pub game: String,
    pub class: String,
    pub objective: String,
    /// The number of generations after which the run ends.
    pub generations: u64,
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
        self.listed(|age| age > FRESH)
    }

    /// The list of runs, made anew if there is none, or if the one there is has such an age.
    fn listed(&self, is_old: impl Fn(Duration) -> bool) -> Arc<BTreeMap<String, RunEntry>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.at.is_none_or(|at| is_old(at.elapsed())) {
            let runs = runs_below(&self.root, RUN_DEPTH, MOST_RUNS).into_iter();
            let known = |name: &str| seen.entries.get(name);
            let entries = runs.filter_map(|run| entry_of(&run.name, &run.path, known(&run.name)));
            let found = entries.map(|entry| (entry.name.clone(), entry)).collect();
            seen.entries = Arc::new(found);
            seen.at = Some(Instant::now());
        }
        seen.entries.clone()
    }

    /// The run with this name. The name is looked up in the list of runs, and never joined to a
    /// path. A run that began after the last listing is found by a new one.
    pub fn find(&self, name: &str) -> Option<RunEntry> {
        let listed = self.entries().get(name).cloned();
        listed.or_else(|| self.listed(|_| true).get(name).cloned())
    }
}

/// The run in a folder, if there is one.
fn entry_of(name: &str, path: &Path, known: Option<&RunEntry>) -> Option<RunEntry> {
    let folder = RunFolder::at(path);
    let written = fs::symlink_metadata(folder.manifest_path()).ok()?;
    let written = written.is_file().then(|| written.modified().ok())??;
    let (manifest, asked, boards_asked, best) = match known {
        Some(known) if known.written == written => (
            known.manifest.clone(),
            known.asked.clone(),
            known.boards_asked,
            known.best.clone(),
        ),
        _ => {
            let manifest = folder.manifest().map_err(Arc::new);
            let plan = Plan::of_run::<Box<dyn Error>>(&folder, read_no_boards).ok();
            let best = manifest
                .as_ref()
                .ok()
                .and_then(|m| best_of(plan.as_ref(), m));
            let asked = plan.map(|plan| Arc::new(AskedQuestion::of(&plan)));
            (
                manifest,
                asked,
                boards_asked(&folder),
                best.unwrap_or_default(),
            )
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
        asked,
        boards_asked,
        best,
        status,
        written,
    })
}

/// The number of boards that a run has asked: a sum over its log.
fn boards_asked(folder: &RunFolder) -> Option<u64> {
    let log = fs::symlink_metadata(folder.progress_path()).ok()?;
    if log.len() > LONGEST_LOG {
        return None;
    }
    let view = RunView::read(folder, 0, History::COUNTS).ok()?;
    Some(view.counts().asked)
}

impl AskedQuestion {
    fn of(plan: &Plan) -> AskedQuestion {
        let objective = &plan.objective;
        AskedQuestion {
            question: question(plan),
            game: plan.game.ruleset.name().to_string(),
            class: BoardClass::of_plan(plan).to_string(),
            objective: match objective.question() {
                Question::Collect(collect) => format!("collect {collect}"),
                Question::Find(find) => format!("find {find}"),
                Question::Best => objective_text(plan, None),
            },
            generations: plan.search.generations,
        }
    }
}

/// The best result of a run in the words of its question. Without a plan, the fitness as numbers.
fn best_of(plan: Option<&Plan>, manifest: &Manifest) -> Option<String> {
    let best = manifest.best.as_ref()?;
    let Some(plan) = plan else {
        return Some(best.fitness_text());
    };
    Some(match plan.objective.question() {
        Question::Collect(collect) => format!("collects {}", values_of(collect)[1]),
        Question::Best | Question::Find(_) => {
            plan.objective.fitness_words(&best.fitness, best.certainty)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::Index;
    use std::fs;

    #[test]
    fn a_run_is_found_as_soon_as_it_has_begun() {
        let runs = tempfile::tempdir().unwrap();
        let index = Index::new(runs.path().to_path_buf());
        assert!(index.entries().is_empty());
        fs::create_dir(runs.path().join("new")).unwrap();
        fs::write(runs.path().join("new/manifest.json"), "{").unwrap();
        assert_eq!(index.find("new").unwrap().status, "damaged");
        assert!(index.find("other").is_none());
    }
}
