//! Follows a run in progress. A run is followed once for all its viewers, and only while it has
//! viewers.
//!
//! A thread checks the sizes of the run's logs at intervals. If they have changed, it reads the new
//! rows, makes the sections again, and sends the versions of all sections to the viewers. A slow
//! viewer gets only the latest state, so that no queue of states builds up.

use super::error::ServeError;
use super::explorer::SharedAppraiser;
use super::index::RunEntry;
use boilingpoint_record::folder::RunFolder;
use boilingpoint_report::page::{KnownRecords, PageHead, PageInputs, Section, sections};
use boilingpoint_report::{Cards, ReportedRun};
use boilingpoint_solver::with_deep_stack;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::watch;

/// The interval between two checks of the logs.
const CHECK_EVERY: Duration = Duration::from_millis(250);
/// The least interval between two versions of the sections.
const UPDATE_EVERY: Duration = Duration::from_millis(700);
/// The time for which a run without viewers is kept in memory.
const UNWATCHED_LIMIT: Duration = Duration::from_secs(20);
/// The greatest number of runs that are followed at a time.
const MOST_FOLLOWED: usize = 32;
/// The number of cards in the live view. The orders with the highest fitness get cards.
const CARDS: usize = 40;
/// The time limit for making cards for a version of the page. The cards that remain follow in the
/// next version.
const CARDS_TIME: Duration = Duration::from_millis(700);

/// The page of a run at some time.
pub struct LivePage {
    pub head: PageHead,
    /// The best fitness, for the title.
    pub best: Option<String>,
    /// The sections, each with a hash of its HTML as its version.
    pub sections: Vec<(Section, u64)>,
    /// The error if the run cannot be read.
    pub problem: Option<String>,
}

/// The state of a page: a browser fetches the sections whose versions differ from its own.
#[derive(Serialize)]
pub struct PageState<'a> {
    status: &'a str,
    state: &'a str,
    title: String,
    sections: BTreeMap<&'a str, String>,
}

impl LivePage {
    pub fn state(&self) -> PageState<'_> {
        let best = self
            .best
            .as_ref()
            .map_or(String::new(), |b| format!("{b} · "));
        PageState {
            status: self.head.status,
            state: &self.head.state,
            title: format!("{best}{}: live", self.head.name),
            sections: self.versions(),
        }
    }

    /// The versions of the sections. They are texts, since numbers in a script have only 53 bits.
    pub fn versions(&self) -> BTreeMap<&str, String> {
        let version = |(s, v): &(Section, u64)| (s.id, v.to_string());
        self.sections.iter().map(version).collect()
    }
}

/// The runs that are being followed.
pub struct Followers {
    followed: Mutex<HashMap<String, PageReceiver>>,
    appraiser: SharedAppraiser,
}

/// Receives the page of a run whenever it has changed.
pub type PageReceiver = watch::Receiver<Option<Arc<LivePage>>>;

impl Followers {
    /// Follows runs, and evaluates boards by this appraiser.
    pub fn of(appraiser: SharedAppraiser) -> Followers {
        Followers {
            followed: Mutex::default(),
            appraiser,
        }
    }

    /// Follows a run, unless it is followed already. `None` if too many runs are followed. Must be
    /// called within the server's runtime.
    pub fn follow(&self, entry: &RunEntry) -> Option<PageReceiver> {
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        followed.retain(|_, receiver| receiver.has_changed().is_ok());
        if let Some(receiver) = followed.get(&entry.name) {
            return Some(receiver.clone());
        }
        if followed.len() >= MOST_FOLLOWED {
            return None;
        }
        let (sender, receiver) = watch::channel(None);
        followed.insert(entry.name.clone(), receiver.clone());
        let (path, appraiser) = (entry.path.clone(), self.appraiser.clone());
        // A thread of its own, since evaluating the boards of cards needs a deep stack.
        std::thread::spawn(move || {
            with_deep_stack(|| Follower::new(&path, appraiser).run(&sender));
        });
        Some(receiver)
    }
}

/// The state of following a run, between two checks.
struct Follower<'a> {
    path: &'a Path,
    run: Option<ReportedRun>,
    cards: Cards,
    known: KnownRecords,
    appraiser: SharedAppraiser,
    sizes: Vec<Option<(u64, SystemTime)>>,
    in_use: bool,
    /// Whether some cards are not made yet.
    is_behind: bool,
}

impl<'a> Follower<'a> {
    fn new(path: &'a Path, appraiser: SharedAppraiser) -> Follower<'a> {
        Follower {
            path,
            run: None,
            cards: Cards::default(),
            known: KnownRecords::default(),
            appraiser,
            sizes: Vec::new(),
            in_use: false,
            is_behind: false,
        }
    }

    fn run(mut self, viewers: &watch::Sender<Option<Arc<LivePage>>>) {
        let mut unwatched_since: Option<Instant> = None;
        loop {
            let began = Instant::now();
            // The list of followed runs holds one of the receivers.
            if viewers.receiver_count() > 1 {
                unwatched_since = None;
            } else if unwatched_since.get_or_insert(began).elapsed() > UNWATCHED_LIMIT {
                return;
            }
            if self.has_changed() || self.is_behind {
                let snapshot = self.snapshot();
                viewers.send_replace(Some(Arc::new(snapshot)));
                // The pause is at least as long as the page took to make. So the search gets at
                // least half of the time.
                std::thread::sleep(
                    UPDATE_EVERY
                        .saturating_sub(began.elapsed())
                        .max(began.elapsed()),
                );
            }
            std::thread::sleep(CHECK_EVERY);
        }
    }

    fn has_changed(&mut self) -> bool {
        let folder = RunFolder::at(self.path);
        let files = [
            folder.progress_path(),
            folder.records_path(),
            folder.archive_path(),
            folder.manifest_path(),
        ];
        let size = |path: &std::path::PathBuf| {
            let metadata = std::fs::symlink_metadata(path).ok()?;
            Some((metadata.len(), metadata.modified().ok()?))
        };
        let sizes: Vec<_> = files.iter().map(size).collect();
        let in_use = folder.is_in_use();
        let changed = sizes != self.sizes || in_use != self.in_use;
        (self.sizes, self.in_use) = (sizes, in_use);
        changed
    }

    fn snapshot(&mut self) -> LivePage {
        match self.try_snapshot() {
            Ok(snapshot) => snapshot,
            Err(problem) => {
                // The next call reads the run from the start.
                self.run = None;
                LivePage {
                    head: PageHead::unreadable(&self.path.display().to_string()),
                    best: None,
                    sections: Vec::new(),
                    problem: Some(problem.to_string()),
                }
            }
        }
    }

    fn try_snapshot(&mut self) -> Result<LivePage, ServeError> {
        let run = match self.run.take() {
            Some(mut run) => {
                run.refresh()?;
                run
            }
            None => ReportedRun::read(self.path)?,
        };
        let run = self.run.insert(run);
        let mut head = PageHead::of(run);
        head.status = run.view.manifest.status.name_now(self.in_use);
        let cards = match self.appraiser.try_lock() {
            Ok(mut appraiser) => {
                let ruleset = run.plan.game.ruleset;
                let (solver, _timer) = appraiser.of(ruleset).solver_for(CARDS_TIME);
                self.cards.fittest(run, CARDS, Some(solver))?
            }
            // A request is being evaluated. The cards get their values in a later version.
            Err(_) => self.cards.fittest(run, CARDS, None)?,
        };
        self.is_behind = self.cards.are_unfinished();
        let none = BTreeMap::new();
        let known = self.known.update(run).unwrap_or(&none);
        let around = PageInputs {
            known,
            cards: &cards,
            is_live: true,
        };
        let sections = sections(run, &around)?;
        let versioned = |section: Section| {
            let mut hasher = DefaultHasher::new();
            section.html.hash(&mut hasher);
            (section, hasher.finish())
        };
        Ok(LivePage {
            head,
            best: run.standing(),
            sections: sections.into_iter().map(versioned).collect(),
            problem: None,
        })
    }
}
