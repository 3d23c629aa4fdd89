//! Workers and a collector with a queue and a store in memory that is as bad as a real one may be: units are handed out
//! in any order, again and again, lost, or given to two at once.

use super::exchange::{Delivery, Exchange, ExchangeError, Outlook, RunCard, WorkerCard};
use super::unit::{DoneCard, Unit};
use super::worker::{Alone, Terms, Worker, card};
use super::{Dialect, Elsewhere};
use crate::run::config::Plan;
use crate::run::folder::RunFolder;
use crate::run::{Control, Driver, Ended, RunError, catalogue};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const CONFIG: &str = r#"
name = "memory"
seed = 11
[game]
ruleset = "snort"
[boards]
class = "tree"
order = [3, 9]
[objective]
maximize = "temperature - degree"
[search]
islands = 3
population = 12
generations = 11
migration_every = 3
checkpoint_every = 2
"#;

#[derive(Default)]
struct Shelf {
    runs: BTreeMap<String, RunCard>,
    buckets: BTreeSet<String>,
    workers: BTreeMap<String, WorkerCard>,
    entries: BTreeMap<(String, String), Vec<u8>>,
    queue: Vec<Unit>,
    in_hand: Vec<Unit>,
    ids: BTreeSet<String>,
    taken: Vec<String>,
}

impl Shelf {
    /// Nothing is stored of a run that was cleared.
    fn check(&self, run: &str) -> Result<(), ExchangeError> {
        match self.buckets.contains(run) {
            true => Ok(()),
            false => Err(ExchangeError::NoRun(run.to_string())),
        }
    }
}

/// Queue and store.
struct Memory {
    shelf: Arc<Mutex<Shelf>>,
    random: AtomicU64,
    /// Of so many units one is not heard of again until somebody looks for it.
    loses_one_in: u64,
    /// Of so many units one stays on the queue while somebody has it.
    doubles_one_in: u64,
}

impl Memory {
    fn new(loses_one_in: u64, doubles_one_in: u64) -> Arc<Memory> {
        Arc::new(Memory {
            shelf: Arc::default(),
            random: AtomicU64::new(0x9e37_79b9),
            loses_one_in,
            doubles_one_in,
        })
    }

    fn shelf(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap()
    }

    fn random(&self, below: u64) -> u64 {
        let step = |x: u64| Some(x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1));
        let x = self
            .random
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, step)
            .unwrap();
        (x >> 33) % below.max(1)
    }

    fn happens(&self, one_in: u64) -> bool {
        one_in > 0 && self.random(one_in) == 0
    }

    fn with_prefix(&self, run: &str, prefix: &str) -> Vec<String> {
        let start = format!("{prefix}.");
        let shelf = self.shelf();
        let keys = shelf.entries.keys();
        keys.filter(|(r, key)| r == run && key.starts_with(&start))
            .map(|(_, key)| key.clone())
            .collect()
    }
}

struct Hand {
    unit: Unit,
    shelf: Arc<Mutex<Shelf>>,
}

impl Hand {
    fn put_down(&self, again: bool) {
        let mut shelf = self.shelf.lock().unwrap();
        if let Some(place) = shelf.in_hand.iter().position(|u| *u == self.unit) {
            shelf.in_hand.remove(place);
        }
        if again {
            shelf.queue.push(self.unit.clone());
        }
    }
}

impl Delivery for Hand {
    fn unit(&self) -> &Unit {
        &self.unit
    }

    fn done(self: Box<Self>) {
        self.put_down(false);
    }

    fn again(self: Box<Self>, _: Duration) {
        self.put_down(true);
    }
}

impl Exchange for Memory {
    fn runs(&self) -> Result<Vec<RunCard>, ExchangeError> {
        Ok(self.shelf().runs.values().cloned().collect())
    }

    fn run(&self, id: &str) -> Result<Option<RunCard>, ExchangeError> {
        Ok(self.shelf().runs.get(id).cloned())
    }

    fn set_run(&self, card: &RunCard) -> Result<(), ExchangeError> {
        self.shelf().buckets.insert(card.id.clone());
        self.shelf().runs.insert(card.id.clone(), card.clone());
        Ok(())
    }

    fn clear_run(&self, id: &str) -> Result<(), ExchangeError> {
        let mut shelf = self.shelf();
        shelf.buckets.remove(id);
        shelf.entries.retain(|(run, _), _| run != id);
        Ok(())
    }

    fn remove_run(&self, id: &str) -> Result<(), ExchangeError> {
        self.shelf().runs.remove(id);
        self.shelf().queue.retain(|unit| unit.run != id);
        self.clear_run(id)
    }

    fn announce(&self, card: &WorkerCard) -> Result<(), ExchangeError> {
        self.shelf().workers.insert(card.id.clone(), card.clone());
        Ok(())
    }

    fn withdraw(&self, worker: &str) -> Result<(), ExchangeError> {
        self.shelf().workers.remove(worker);
        Ok(())
    }

    fn workers(&self) -> Result<Vec<WorkerCard>, ExchangeError> {
        Ok(self.shelf().workers.values().cloned().collect())
    }

    fn put(&self, run: &str, key: &str, bytes: &[u8]) -> Result<(), ExchangeError> {
        let place = (run.to_string(), key.to_string());
        let mut shelf = self.shelf();
        shelf.check(run)?;
        shelf.entries.insert(place, bytes.to_vec());
        Ok(())
    }

    fn put_first(&self, run: &str, key: &str, bytes: &[u8]) -> Result<bool, ExchangeError> {
        let place = (run.to_string(), key.to_string());
        let mut shelf = self.shelf();
        shelf.check(run)?;
        let is_free = !shelf.entries.contains_key(&place);
        shelf.entries.entry(place).or_insert(bytes.to_vec());
        Ok(is_free)
    }

    fn get(&self, run: &str, key: &str) -> Result<Option<Vec<u8>>, ExchangeError> {
        let place = (run.to_string(), key.to_string());
        Ok(self.shelf().entries.get(&place).cloned())
    }

    fn keys(&self, run: &str, prefix: &str) -> Result<Vec<String>, ExchangeError> {
        Ok(self.with_prefix(run, prefix))
    }

    fn forget(&self, run: &str, prefix: &str) -> Result<(), ExchangeError> {
        for key in self.with_prefix(run, prefix) {
            self.shelf().entries.remove(&(run.to_string(), key));
        }
        Ok(())
    }

    fn publish(&self, unit: &Unit, id: &str) -> Result<(), ExchangeError> {
        if self.happens(self.loses_one_in) {
            return Ok(());
        }
        let mut shelf = self.shelf();
        if shelf.ids.insert(id.to_string()) {
            shelf.queue.push(unit.clone());
        }
        Ok(())
    }

    fn is_queued(&self, unit: &Unit) -> Result<bool, ExchangeError> {
        let shelf = self.shelf();
        Ok(shelf.queue.contains(unit) || shelf.in_hand.contains(unit))
    }

    fn queued(&self) -> Result<Vec<(String, u64)>, ExchangeError> {
        let mut runs: BTreeMap<String, u64> = BTreeMap::new();
        for unit in &self.shelf().queue {
            *runs.entry(unit.run.clone()).or_default() += 1;
        }
        Ok(runs.into_iter().collect())
    }

    fn take(&self, _: Duration) -> Result<Option<Box<dyn Delivery>>, ExchangeError> {
        let stays = self.happens(self.doubles_one_in);
        let count = self.shelf().queue.len() as u64;
        if count == 0 {
            std::thread::sleep(Duration::from_millis(1));
            return Ok(None);
        }
        let place = self.random(count) as usize;
        let mut shelf = self.shelf();
        let Some(unit) = shelf.queue.get(place).cloned() else {
            return Ok(None);
        };
        if !stays {
            shelf.queue.remove(place);
        }
        shelf.in_hand.push(unit.clone());
        shelf.taken.push(unit.to_string());
        let shelf = self.shelf.clone();
        Ok(Some(Box::new(Hand { unit, shelf })))
    }
}

fn plan(sets: &[(&str, &str)]) -> Plan {
    let text = sets.iter().fold(CONFIG.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    Plan::resolve("test", text.as_bytes(), &[], &catalogue()).unwrap()
}

fn terms(stop: &Arc<AtomicBool>, isolate: super::worker::Isolate) -> Terms {
    Terms {
        card: card(1),
        threads: 1,
        units: 2,
        idle: None,
        stop: stop.clone(),
        isolate,
        tell: Box::new(|_| {}),
    }
}

/// Stops the workers, whatever happens.
struct StopAtEnd(Arc<AtomicBool>);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Runs `collect` while two workers with two hands each work.
fn with_workers<T>(memory: &Arc<Memory>, collect: impl FnOnce() -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let alone = memory.clone();
            let isolate: super::worker::Isolate = Box::new(move |unit| {
                let none: super::worker::Isolate =
                    Box::new(|_| Err(Alone::NotTried("twice".to_string())));
                Worker::new(&*alone, terms(&Arc::default(), none)).only(unit)
            });
            let terms = terms(&stop, isolate);
            scope.spawn(move || Worker::new(&**memory, terms).work().unwrap());
        }
        let _stop = StopAtEnd(stop.clone());
        collect()
    })
}

fn elsewhere(memory: &Arc<Memory>) -> Elsewhere {
    Elsewhere {
        exchange: memory.clone(),
        server: "memory".to_string(),
        stalled: Duration::from_millis(300),
        tell: Arc::new(|_| {}),
    }
}

fn collect(memory: &Arc<Memory>, plan: &Plan, dir: &Path) -> Ended {
    let begun = Driver::begin_by(&elsewhere(memory), plan, dir, Control::default());
    begun.unwrap().run(|_| {}).unwrap()
}

fn here(plan: &Plan, dir: &Path) -> Ended {
    let begun = Driver::begin(plan, dir, Control::default());
    begun.unwrap().run(|_| {}).unwrap()
}

/// What has to be the same, whoever bred it.
fn results(dir: &Path) -> Vec<(&'static str, String)> {
    let names = [
        "progress.csv",
        "operators.csv",
        "islands.csv",
        "events.jsonl",
        "archive.jsonl",
        "records.jsonl",
    ];
    let read = |name| (name, std::fs::read_to_string(dir.join(name)).unwrap());
    names.into_iter().map(read).collect()
}

#[test]
fn elsewhere_is_as_here() {
    let settings: [&[(&str, &str)]; 6] = [
        &[],
        &[("migration_every = 3", "migration_every = 0")],
        &[("islands = 3", "islands = 4\ntopology = \"complete\"")],
        &[("islands = 3", "islands = 1")],
        // ends in the middle of an epoch
        &[("[search]", "stop_when = \"temperature >= 3\"\n[search]")],
        &[("[search]", "[budget]\nboards = 170\n[search]")],
    ];
    for sets in settings {
        let plan = plan(sets);
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
        let ended = here(&plan, &one);
        let memory = Memory::new(0, 3);
        let other_ended = with_workers(&memory, || collect(&memory, &plan, &other));
        assert_eq!((&ended, results(&one)), (&other_ended, results(&other)));
        // nothing of it stays
        assert!(memory.shelf().entries.is_empty());
        let cards = memory.runs().unwrap();
        assert_eq!(cards[0].outlook, Outlook::Finished);
    }
}

fn same_plan(plan: &Plan) -> impl FnOnce(&str) -> Result<Plan, RunError> {
    let plan = plan.clone();
    move |_| Ok(plan)
}

/// Collects, ever again stopped after some generations, until it is through.
fn collect_in_pieces(memory: &Arc<Memory>, plan: &Plan, dir: &Path) {
    let mut rounds = 0;
    loop {
        let control = Control::default();
        let origin = elsewhere(memory);
        let mut driver = match RunFolder::open(dir) {
            Err(_) => Driver::begin_by(&origin, plan, dir, control.clone()).unwrap(),
            Ok(_) => {
                Driver::resume_by(&origin, dir, control.clone(), same_plan(plan))
                    .unwrap()
                    .0
            }
        };
        let after = memory.random(4) + 1;
        let mut seen = 0;
        let watch = |_: &crate::run::Sight| {
            seen += 1;
            if seen >= after {
                control.finish.store(true, Ordering::SeqCst);
            }
        };
        rounds += 1;
        assert!(rounds < 60);
        let ended = driver.run(watch).unwrap();
        if ended.reason != "interrupted" {
            assert!(rounds > 2, "{ended:?} after {rounds}");
            return;
        }
    }
}

#[test]
fn a_collector_that_is_stopped_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
    let plan = plan(&[]);
    here(&plan, &one);
    let memory = Memory::new(0, 4);
    with_workers(&memory, || collect_in_pieces(&memory, &plan, &other));
    assert_eq!(results(&one), results(&other));
    assert_eq!(
        memory.runs().unwrap().len(),
        1,
        "it went on with the same run"
    );
}

/// A folder that came from here, from whatever generation, goes on there; and the other way round.
#[test]
fn a_run_goes_from_here_to_there_and_back() {
    let plan = plan(&[]);
    let dir = tempfile::tempdir().unwrap();
    let one = dir.path().join("here");
    here(&plan, &one);
    for stop in 1..11u64 {
        let other = dir.path().join(format!("stopped-{stop}"));
        let stop_at = |driver: &mut Driver, control: Control, stop: u64| {
            let watch = |sight: &crate::run::Sight| {
                control
                    .finish
                    .store(sight.generation >= stop, Ordering::SeqCst);
            };
            driver.run(watch).unwrap();
        };
        let control = Control::default();
        let mut first = Driver::begin(&plan, &other, control.clone()).unwrap();
        stop_at(&mut first, control, stop);
        drop(first);
        let memory = Memory::new(0, 0);
        with_workers(&memory, || {
            let control = Control::default();
            let origin = elsewhere(&memory);
            let resumed: Result<_, RunError> =
                Driver::resume_by(&origin, &other, control.clone(), same_plan(&plan));
            stop_at(&mut resumed.unwrap().0, control, stop + 3);
        });
        let last: Result<_, RunError> =
            Driver::resume(&other, Control::default(), same_plan(&plan));
        last.unwrap().0.run(|_| {}).unwrap();
        assert_eq!(results(&one), results(&other), "from generation {stop}");
    }
}

#[test]
fn units_that_got_lost_are_found() {
    let plan = plan(&[("generations = 11", "generations = 6")]);
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
    here(&plan, &one);
    let memory = Memory::new(4, 0);
    with_workers(&memory, || collect(&memory, &plan, &other));
    assert_eq!(results(&one), results(&other));
}

/// Collects a run of which epoch 1 of island 1 kills whatever goes through it, until so many generations are done.
fn with_poison(memory: &Arc<Memory>, plan: &Plan, dir: &Path, until: u64) -> Ended {
    let stop = Arc::new(AtomicBool::new(false));
    let isolated = Arc::new(AtomicU64::new(0));
    let ended = std::thread::scope(|scope| {
        let count = isolated.clone();
        let isolate: super::worker::Isolate = Box::new(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            Err(Alone::Failed(
                "its process ended with signal: 9".to_string(),
            ))
        });
        let worker_terms = terms(&stop, isolate);
        let _stop = StopAtEnd(stop.clone());
        let control = Control::default();
        let mut begun = Driver::begin_by(&elsewhere(memory), plan, dir, control.clone()).unwrap();
        // as a worker leaves it that has died at it
        let id = memory.runs().unwrap()[0].id.clone();
        let lost = br#"[{"worker":"gone","end":null}]"#;
        memory.put(&id, "tries.1.1", lost).unwrap();
        scope.spawn(move || Worker::new(&**memory, worker_terms).work().unwrap());
        let watch = |sight: &crate::run::Sight| {
            control
                .finish
                .store(sight.generation >= until, Ordering::SeqCst);
        };
        begun.run(watch).unwrap()
    });
    assert_eq!(isolated.load(Ordering::SeqCst), 3);
    ended
}

fn set_aside_of(dir: &Path) -> u64 {
    RunFolder::open(dir).unwrap().manifest().unwrap().set_aside
}

/// A unit that kills: set aside after three failures of its own, and the run goes on.
#[test]
fn a_unit_that_kills_is_set_aside() {
    let plan = plan(&[]);
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    let ended = with_poison(&Memory::new(0, 0), &plan, &path, 100);
    assert_eq!(ended.reason, "generations");
    let aside = std::fs::read_to_string(path.join("set-aside.jsonl")).unwrap();
    let aside: serde_json::Value = serde_json::from_str(aside.trim()).unwrap();
    assert_eq!((&aside["island"], &aside["epoch"]), (&1.into(), &1.into()));
    assert_eq!(aside["generations"], serde_json::json!([3, 6]));
    let why = aside["why"].as_str().unwrap();
    assert!(why.contains("3 times"), "{why}");
    assert_eq!(set_aside_of(&path), 1);
    // the folder can be gone on with, and remembers
    let longer = plan_of_longer(&plan);
    let resumed: Result<_, RunError> =
        Driver::resume(&path, Control::default(), same_plan(&longer));
    resumed.unwrap().0.run(|_| {}).unwrap();
    assert_eq!(set_aside_of(&path), 1);
}

/// From a checkpoint before it, everything is bred after all.
#[test]
fn what_was_set_aside_after_the_checkpoint_is_forgotten_with_it() {
    let plan = plan(&[]);
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
    here(&plan, &one);
    let ended = with_poison(&Memory::new(0, 0), &plan, &other, 4);
    assert_eq!((ended.reason, set_aside_of(&other)), ("interrupted", 1));
    let resumed: Result<_, RunError> = Driver::resume(&other, Control::default(), same_plan(&plan));
    resumed.unwrap().0.run(|_| {}).unwrap();
    assert_eq!((set_aside_of(&other), results(&other)), (0, results(&one)));
}

fn plan_of_longer(plan: &Plan) -> Plan {
    let mut longer = plan.clone();
    longer.search.generations += 5;
    longer
}

#[test]
fn what_does_not_change_results_does_not_submit_anew() {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
    let before = plan(&[]);
    let memory = Memory::new(0, 0);
    let begun = Driver::begin_by(&elsewhere(&memory), &before, &other, Control::default());
    drop(begun.unwrap());
    let mut after = before.clone();
    (after.threads, after.budget.boards) = (2, 170);
    here(&after, &one);
    let resume = || {
        let control = Control::default();
        let resumed: Result<_, RunError> =
            Driver::resume_by(&elsewhere(&memory), &other, control, same_plan(&after));
        resumed.unwrap().0.run(|_| {}).unwrap()
    };
    let ended = with_workers(&memory, resume);
    assert_eq!((ended.reason, results(&other)), ("boards", results(&one)));
    let runs = memory.runs().unwrap();
    assert_eq!((runs.len(), runs[0].outlook), (1, Outlook::Finished));
}

/// As a collector leaves it that is killed after its last checkpoint.
#[test]
fn a_run_that_could_not_say_that_it_has_ended_says_so_when_it_is_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(&[]);
    let memory = Memory::new(0, 0);
    with_workers(&memory, || collect(&memory, &plan, dir.path()));
    let mut card = memory.runs().unwrap().remove(0);
    card.outlook = Outlook::Running;
    memory.set_run(&card).unwrap();
    memory.put(&card.id, "config", b"still there").unwrap();
    let resumed: Result<_, RunError> = Driver::resume_by(
        &elsewhere(&memory),
        dir.path(),
        Control::default(),
        same_plan(&plan),
    );
    resumed.unwrap().0.run(|_| {}).unwrap();
    assert_eq!(memory.runs().unwrap()[0].outlook, Outlook::Finished);
    assert!(memory.shelf().entries.is_empty());
}

#[test]
fn a_run_of_another_version_is_not_gone_on_with() {
    let plan = plan(&[]);
    let dir = tempfile::tempdir().unwrap();
    let memory = Memory::new(0, 0);
    let begun = Driver::begin_by(&elsewhere(&memory), &plan, dir.path(), Control::default());
    drop(begun.unwrap());
    let mut card = memory.runs().unwrap().remove(0);
    assert_eq!(card.dialect, Dialect::ours().text());
    card.dialect = "0_0_9-1-1".to_string();
    memory.set_run(&card).unwrap();
    let resumed: Result<_, RunError> = Driver::resume_by(
        &elsewhere(&memory),
        dir.path(),
        Control::default(),
        same_plan(&plan),
    );
    drop(resumed.unwrap());
    let runs = memory.runs().unwrap();
    let dialects: Vec<&str> = runs.iter().map(|run| run.dialect.as_str()).collect();
    assert_eq!(
        dialects,
        [Dialect::ours().text()],
        "the old one is of no use any more"
    );
}

#[test]
fn what_is_damaged_in_the_store_is_told() {
    let plan = plan(&[]);
    let dir = tempfile::tempdir().unwrap();
    let memory = Memory::new(0, 0);
    let mut begun =
        Driver::begin_by(&elsewhere(&memory), &plan, dir.path(), Control::default()).unwrap();
    let id = memory.runs().unwrap()[0].id.clone();
    let done = DoneCard {
        worker: "w".to_string(),
        seconds: 1.0,
        computed: 0.9,
        positions: 0,
        values: 0,
        bytes: 0,
        stored: 0,
        set_aside: None,
    };
    for island in 0..3 {
        let done = serde_json::to_vec(&done).unwrap();
        memory.put(&id, &format!("done.0.{island}"), &done).unwrap();
        memory
            .put(&id, &format!("log.0.{island}"), b"nonsense")
            .unwrap();
    }
    let error = begun.run(|_| {}).unwrap_err().to_string();
    assert!(error.contains("log.0.0") && error.contains(&id), "{error}");
}
