//! Following a run that goes on: once for all who look at it, and only while somebody does.
//!
//! Every so often the sizes of its logs are looked at; when they have changed, what is new is read, the sections
//! are made again, and everybody is told the versions of all sections. Who is slow is told the latest state
//! only, so nothing piles up.

use super::error_text;
use super::index::Entry;
use crate::report::page::{Head, Section, Surroundings, best_text, known, sections};
use crate::report::{Cards, RunData};
use crate::run::folder::RunFolder;
use crate::solver::with_deep_stack;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::watch;

/// How often the sizes of the logs are looked at.
const LOOK: Duration = Duration::from_millis(250);
/// How often sections are made again at most.
const RENEW: Duration = Duration::from_millis(700);
/// How long a run is kept in memory that nobody looks at.
const LINGER: Duration = Duration::from_secs(20);
/// Cards in the live view: those of the fittest orders.
const CARDS: usize = 40;
/// How long the cards of one renewal may take; the others follow in the next.
const CARDS_TIME: Duration = Duration::from_millis(700);

/// A run's page at some instant.
pub struct Snapshot {
    /// What stands above the sections.
    pub head: Head,
    /// The best fitness, for the title.
    pub best: Option<String>,
    /// The sections, with a number for each that changes when it changes.
    pub sections: Vec<(Section, u64)>,
    /// What is wrong with the run, if it cannot be read.
    pub problem: Option<String>,
}

/// What browsers are told of a snapshot.
#[derive(Serialize)]
pub struct Told<'a> {
    status: &'a str,
    state: &'a str,
    title: String,
    sections: BTreeMap<&'a str, String>,
}

impl Snapshot {
    /// What browsers are told.
    pub fn told(&self) -> Told<'_> {
        let best = self
            .best
            .as_ref()
            .map_or(String::new(), |b| format!("{b} · "));
        Told {
            status: self.head.status,
            state: &self.head.state,
            title: format!("{best}{}: live", self.head.name),
            sections: self.versions(),
        }
    }

    /// The versions of the sections. Texts, since a script's numbers have 53 bits.
    pub fn versions(&self) -> BTreeMap<&str, String> {
        let version = |(s, v): &(Section, u64)| (s.id, v.to_string());
        self.sections.iter().map(version).collect()
    }
}

/// The runs that are followed.
#[derive(Default)]
pub struct Followers(Mutex<HashMap<String, watch::Receiver<Option<Arc<Snapshot>>>>>);

impl Followers {
    /// Follows a run, if it is not followed yet. Must be called within the server's runtime.
    pub fn follow(&self, entry: &Entry) -> watch::Receiver<Option<Arc<Snapshot>>> {
        let mut followed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        followed.retain(|_, receiver| receiver.has_changed().is_ok());
        if let Some(receiver) = followed.get(&entry.name) {
            return receiver.clone();
        }
        let (sender, receiver) = watch::channel(None);
        followed.insert(entry.name.clone(), receiver.clone());
        let path = entry.path.clone();
        // a thread of its own: the cards of records are evaluated on it, which needs a deep stack
        std::thread::spawn(move || with_deep_stack(|| Follower::new(&path).run(&sender)));
        receiver
    }
}

/// What is remembered of a run between two looks.
struct Follower<'a> {
    path: &'a Path,
    run: Option<RunData>,
    cards: Option<Cards>,
    stop: Arc<AtomicBool>,
    sizes: Vec<Option<(u64, SystemTime)>>,
    in_use: bool,
    /// Whether some cards are still to be made.
    is_behind: bool,
}

impl<'a> Follower<'a> {
    fn new(path: &'a Path) -> Follower<'a> {
        Follower {
            path,
            run: None,
            cards: None,
            stop: Arc::default(),
            sizes: Vec::new(),
            in_use: false,
            is_behind: false,
        }
    }

    fn run(mut self, told: &watch::Sender<Option<Arc<Snapshot>>>) {
        let mut lonely: Option<Instant> = None;
        loop {
            let began = Instant::now();
            // one receiver is the list's own
            if told.receiver_count() > 1 {
                lonely = None;
            } else if lonely.get_or_insert(began).elapsed() > LINGER {
                return;
            }
            if self.has_changed() || self.is_behind {
                let snapshot = self.snapshot();
                told.send_replace(Some(Arc::new(snapshot)));
                // a machine that is busy is left time for the search
                std::thread::sleep(RENEW.saturating_sub(began.elapsed()).max(began.elapsed()));
            }
            std::thread::sleep(LOOK);
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
            let metadata = std::fs::metadata(path).ok()?;
            Some((metadata.len(), metadata.modified().ok()?))
        };
        let sizes: Vec<_> = files.iter().map(size).collect();
        let in_use = folder.is_in_use();
        let changed = sizes != self.sizes || in_use != self.in_use;
        (self.sizes, self.in_use) = (sizes, in_use);
        changed
    }

    fn snapshot(&mut self) -> Snapshot {
        match self.try_snapshot() {
            Ok(snapshot) => snapshot,
            Err(problem) => {
                // read anew the next time
                self.run = None;
                Snapshot {
                    head: Head::unreadable(&self.path.display().to_string()),
                    best: None,
                    sections: Vec::new(),
                    problem: Some(problem),
                }
            }
        }
    }

    fn try_snapshot(&mut self) -> Result<Snapshot, String> {
        if !RunFolder::at(self.path).is_self_contained() {
            return Err("the run's files are not all files in its folder".to_string());
        }
        match &mut self.run {
            Some(run) => run.refresh().map_err(error_text)?,
            None => self.run = Some(RunData::read(self.path).map_err(error_text)?),
        }
        let Some(run) = &self.run else {
            return Err("not read".to_string());
        };
        if self.cards.is_none() {
            let cards = Cards::of(run, Some(self.stop.clone()));
            self.cards = Some(cards.map_err(error_text)?);
        }
        let mut head = Head::of(run);
        if head.status == "running" && !self.in_use {
            head.status = "interrupted";
        }
        let cards = match &mut self.cards {
            Some(cards) => {
                let _clock = Clock::start(CARDS_TIME, self.stop.clone());
                cards.fittest(run, CARDS).map_err(error_text)?
            }
            None => Vec::new(),
        };
        self.is_behind = self.cards.as_ref().is_some_and(Cards::are_unfinished);
        let known = known(run).unwrap_or_default();
        let around = Surroundings {
            known: &known,
            cards: &cards,
            is_live: true,
        };
        let sections = sections(run, &around).map_err(error_text)?;
        let versioned = |section: Section| {
            let mut hasher = DefaultHasher::new();
            section.html.hash(&mut hasher);
            (section, hasher.finish())
        };
        Ok(Snapshot {
            head,
            best: best_text(run),
            sections: sections.into_iter().map(versioned).collect(),
            problem: None,
        })
    }
}

/// Sets a flag when a time is over, unless it is dropped before; and then takes it back.
pub(super) struct Clock {
    flag: Arc<AtomicBool>,
    running: Option<std::sync::mpsc::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Clock {
    /// Starts a clock.
    pub fn start(time: Duration, flag: Arc<AtomicBool>) -> Clock {
        let (running, stopped) = std::sync::mpsc::channel::<()>();
        let set = flag.clone();
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                set.store(true, Ordering::Relaxed);
            }
        });
        Clock {
            flag,
            running: Some(running),
            thread: Some(thread),
        }
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.running = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.flag.store(false, Ordering::Relaxed);
    }
}
