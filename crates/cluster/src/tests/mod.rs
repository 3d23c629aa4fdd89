//! Workers and a collector, with a queue and a store in memory.

mod hostile;
mod lists;
mod memory;
mod parcels;

use super::blob::done_units;
use super::cards::RunStatus;
use super::collector::AHEAD;
use super::store::JobStore;
use super::worker::{Isolate, IsolatedFailure, Worker, WorkerConfig, worker_card};
use super::{ClusterBackend, ProtocolVersion};
use boilingpoint_book::read_boards;
use boilingpoint_plan::Plan;
use boilingpoint_record::folder::{RunFolder, read_seen};
use boilingpoint_record::rows::GenerationRows;
use boilingpoint_search::{Control, Driver, Ended, RunError};
use memory::Memory;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
count = 0
islands = 3
population = 12
generations = 11
migration_every = 3
checkpoint_every = 2
"#;

fn plan(sets: &[(&str, &str)]) -> Plan {
    let text = sets.iter().fold(CONFIG.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    Plan::resolve("test", text.as_bytes(), &[], read_boards).unwrap()
}

fn config(stop: &Arc<AtomicBool>, isolate: Option<Isolate>) -> WorkerConfig {
    WorkerConfig {
        card: worker_card(1),
        threads: 1,
        units: 2,
        idle: None,
        split_after: None,
        stop: stop.clone(),
        isolate,
        notify: Arc::new(|_| {}),
    }
}

/// Stops the workers when it is dropped.
struct StopAtEnd(Arc<AtomicBool>);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Runs `collect` beside two workers with two threads each.
fn with_workers<T>(memory: &Arc<Memory>, collect: impl FnOnce() -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let store = memory.clone();
            let isolate: Isolate = Box::new(move |unit| {
                Worker::new(&*store, config(&Arc::default(), None)).only(unit)
            });
            let config = config(&stop, Some(isolate));
            scope.spawn(move || Worker::new(&**memory, config).work().unwrap());
        }
        let _stop = StopAtEnd(stop.clone());
        collect()
    })
}

fn backend(memory: &Arc<Memory>) -> ClusterBackend {
    ClusterBackend {
        store: memory.clone(),
        stalled: Duration::from_millis(300),
        notify: Arc::new(|_| {}),
    }
}

fn collect(memory: &Arc<Memory>, plan: &Plan, dir: &Path) -> Ended {
    let begun = Driver::begin_by(&backend(memory), plan, dir, Control::default());
    begun.unwrap().run(|_| {}).unwrap()
}

fn run_locally(plan: &Plan, dir: &Path) -> Ended {
    let begun = Driver::begin(plan, dir, Control::default());
    begun.unwrap().run(|_| {}).unwrap()
}

/// The files that must be the same for every way of computing the run.
fn results(dir: &Path) -> Vec<(&'static str, String)> {
    let names = [
        "config.toml",
        "progress.csv",
        "operators.csv",
        "islands.csv",
        "events.jsonl",
        "archive.jsonl",
        "records.jsonl",
    ];
    let read = |name| (name, std::fs::read_to_string(dir.join(name)).unwrap());
    let mut results: Vec<_> = names.into_iter().map(read).collect();
    // In a cluster, the blocks of `seen.bin` have another order, but not those of an island.
    let keys = read_seen(&dir.join("seen.bin")).unwrap();
    results.push(("seen.bin", format!("{keys:?}")));
    results
}

#[test]
fn a_cluster_gives_the_results_of_one_process() {
    let settings: [&[(&str, &str)]; 8] = [
        &[],
        // Small orders are counted first.
        &[("count = 0", "count = 40")],
        &[("migration_every = 3", "migration_every = 0")],
        &[("islands = 3", "islands = 4\ntopology = \"complete\"")],
        &[("islands = 3", "islands = 1")],
        // This run ends in the middle of an epoch.
        &[("[search]", "stop_when = \"temperature >= 3\"\n[search]")],
        &[("[search]", "[budget]\nboards = 170\n[search]")],
        // This run shrinks its find at the end.
        &[
            (
                "maximize = \"temperature",
                "find = \"temperature > degree\"\n#",
            ),
            (
                "order = [3, 9]",
                "order = [3, 20]\nstart = [\"caterpillar(5,4,5)\"]",
            ),
            ("generations = 11", "generations = 2"),
        ],
    ];
    for sets in settings {
        let plan = plan(sets);
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
        let ended = run_locally(&plan, &one);
        let memory = Memory::new(0, 3);
        let other_ended = with_workers(&memory, || collect(&memory, &plan, &other));
        assert_eq!((&ended, results(&one)), (&other_ended, results(&other)));
        // All blobs are removed at the end.
        assert!(memory.shelf().entries.is_empty());
        let cards = memory.runs().unwrap();
        assert_eq!(cards[0].status, RunStatus::Finished);
    }
}

fn same_plan(plan: &Plan) -> impl FnOnce(&str) -> Result<Plan, RunError> {
    let plan = plan.clone();
    move |_| Ok(plan)
}

/// The run of a folder, resumed in the cluster.
fn resumed(memory: &Arc<Memory>, dir: &Path, plan: &Plan) -> Driver {
    let control = Control::default();
    let resumed: Result<_, RunError> =
        Driver::resume_by(&backend(memory), dir, control, same_plan(plan));
    resumed.unwrap().0
}

/// Collects a run in pieces: the collector is repeatedly stopped after some generations.
fn collect_in_pieces(memory: &Arc<Memory>, plan: &Plan, dir: &Path) {
    let mut rounds = 0;
    loop {
        let control = Control::default();
        let backend = backend(memory);
        let mut driver = match RunFolder::open(dir) {
            Err(_) => Driver::begin_by(&backend, plan, dir, control.clone()).unwrap(),
            Ok(_) => {
                Driver::resume_by(&backend, dir, control.clone(), same_plan(plan))
                    .unwrap()
                    .0
            }
        };
        let after = memory.random(4) + 1;
        let mut seen = 0;
        let watch = |_: GenerationRows| {
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
fn a_collector_that_is_stopped_can_be_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
    let plan = plan(&[]);
    run_locally(&plan, &one);
    let memory = Memory::new(0, 4);
    with_workers(&memory, || collect_in_pieces(&memory, &plan, &other));
    assert_eq!(results(&one), results(&other));
    assert_eq!(memory.runs().unwrap().len(), 1, "it resumed the same run");
}

/// The epochs of done units, in the store of the only run.
fn done_epochs(memory: &Memory) -> BTreeSet<u64> {
    let card = memory.runs().unwrap().remove(0);
    let done = done_units(memory, &card).unwrap();
    done.iter().map(|&(epoch, _)| epoch).collect()
}

#[test]
fn workers_are_at_most_so_many_epochs_ahead_of_the_collector() {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
    let plan = plan(&[
        ("generations = 11", "generations = 200"),
        ("migration_every = 3", "migration_every = 1"),
        ("checkpoint_every = 2", "checkpoint_every = 150"),
    ]);
    run_locally(&plan, &one);
    let memory = Memory::new(0, 0);
    let begun = Driver::begin_by(&backend(&memory), &plan, &other, Control::default());
    drop(begun.unwrap());
    let id = memory.runs().unwrap()[0].id.clone();
    with_workers(&memory, || {
        while !memory.queued(&id).unwrap().is_empty() {
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    assert_eq!(done_epochs(&memory), (0..AHEAD).collect());
    let resume = || resumed(&memory, &other, &plan).run(|_| {}).unwrap();
    with_workers(&memory, resume);
    assert_eq!(results(&one), results(&other));
    assert_eq!(memory.runs().unwrap().len(), 1, "it resumed the same run");
}

/// A collector was killed before it had removed the blobs of earlier epochs.
#[test]
fn what_a_killed_collector_left_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(&[
        ("generations = 11", "generations = 40"),
        ("migration_every = 3", "migration_every = 1"),
    ]);
    let memory = Memory::new(0, 0);
    let control = Control::default();
    let stop_at = |generation: u64| {
        let finish = control.finish.clone();
        move |rows: GenerationRows| {
            finish.store(rows.progress.generation + 1 >= generation, Ordering::SeqCst)
        }
    };
    with_workers(&memory, || {
        let begun = Driver::begin_by(&backend(&memory), &plan, dir.path(), control.clone());
        // Two spans of epochs are over, so that the block of the first is not needed any more.
        begun.unwrap().run(stop_at(20)).unwrap();
    });
    let id = memory.runs().unwrap()[0].id.clone();
    let old = [
        "island.1.1",
        "keys.b1.0",
        "piece.2.1.island.7.0",
        "tries.0.2",
    ];
    for key in old {
        memory.put(&id, key, b"old").unwrap();
    }
    let before = memory.keys(&id, "").unwrap();
    drop(resumed(&memory, dir.path(), &plan));
    let mut after = memory.keys(&id, "").unwrap();
    after.extend(old.map(String::from));
    after.sort();
    assert_eq!(before, after);
}

/// A local run is resumed in a cluster, from any generation, and then locally again.
#[test]
fn a_run_moves_into_a_cluster_and_back() {
    let plan = plan(&[]);
    let dir = tempfile::tempdir().unwrap();
    let one = dir.path().join("here");
    run_locally(&plan, &one);
    for stop in 1..11u64 {
        let other = dir.path().join(format!("stopped-{stop}"));
        let stop_at = |driver: &mut Driver, control: Control, stop: u64| {
            let watch = |rows: GenerationRows| {
                control
                    .finish
                    .store(rows.progress.generation + 1 >= stop, Ordering::SeqCst);
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
            let backend = backend(&memory);
            let resumed: Result<_, RunError> =
                Driver::resume_by(&backend, &other, control.clone(), same_plan(&plan));
            stop_at(&mut resumed.unwrap().0, control, stop + 3);
        });
        let last: Result<_, RunError> =
            Driver::resume(&other, Control::default(), same_plan(&plan));
        last.unwrap().0.run(|_| {}).unwrap();
        assert_eq!(results(&one), results(&other), "from generation {stop}");
    }
}

#[test]
fn lost_units_are_queued_again() {
    let plan = plan(&[("generations = 11", "generations = 6")]);
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
    run_locally(&plan, &one);
    let memory = Memory::new(4, 0);
    with_workers(&memory, || collect(&memory, &plan, &other));
    assert_eq!(results(&one), results(&other));
}

/// Collects a run up to a generation; epoch 1 of island 1 kills every process.
fn with_poison(memory: &Arc<Memory>, plan: &Plan, dir: &Path, until: u64) -> Ended {
    let stop = Arc::new(AtomicBool::new(false));
    let isolated = Arc::new(AtomicU64::new(0));
    let ended = std::thread::scope(|scope| {
        let count = isolated.clone();
        let isolate: Isolate = Box::new(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            Err(IsolatedFailure::Failed(
                "its process ended with signal: 9".to_string(),
            ))
        });
        let config = config(&stop, Some(isolate));
        let _stop = StopAtEnd(stop.clone());
        let control = Control::default();
        memory.shelf().lost.insert("1.1");
        let mut begun = Driver::begin_by(&backend(memory), plan, dir, control.clone()).unwrap();
        scope.spawn(move || Worker::new(&**memory, config).work().unwrap());
        let watch = |rows: GenerationRows| {
            control
                .finish
                .store(rows.progress.generation + 1 >= until, Ordering::SeqCst);
        };
        begun.run(watch).unwrap()
    });
    assert_eq!(isolated.load(Ordering::SeqCst), 3);
    ended
}

fn skipped_epochs_of(dir: &Path) -> u64 {
    RunFolder::open(dir)
        .unwrap()
        .manifest()
        .unwrap()
        .skipped_epochs
}

/// The unit is quarantined after three failures, and the run continues.
#[test]
fn a_unit_that_kills_is_quarantined() {
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
    assert_eq!(skipped_epochs_of(&path), 1);
    // The folder can be resumed, and keeps the note.
    let longer = plan_of_longer(&plan);
    let resumed: Result<_, RunError> =
        Driver::resume(&path, Control::default(), same_plan(&longer));
    resumed.unwrap().0.run(|_| {}).unwrap();
    assert_eq!(skipped_epochs_of(&path), 1);
}

#[test]
fn an_epoch_skipped_after_the_checkpoint_is_computed_after_all() {
    let plan = plan(&[]);
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
    run_locally(&plan, &one);
    let ended = with_poison(&Memory::new(0, 0), &plan, &other, 4);
    assert_eq!(
        (ended.reason, skipped_epochs_of(&other)),
        ("interrupted", 1)
    );
    let resumed: Result<_, RunError> = Driver::resume(&other, Control::default(), same_plan(&plan));
    resumed.unwrap().0.run(|_| {}).unwrap();
    assert_eq!(
        (skipped_epochs_of(&other), results(&other)),
        (0, results(&one))
    );
}

fn plan_of_longer(plan: &Plan) -> Plan {
    let mut longer = plan.clone();
    longer.search.generations += 5;
    longer
}

#[test]
fn keys_without_effect_on_results_do_not_submit_again() {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("here"), dir.path().join("elsewhere"));
    let before = plan(&[]);
    let memory = Memory::new(0, 0);
    let begun = Driver::begin_by(&backend(&memory), &before, &other, Control::default());
    drop(begun.unwrap());
    let mut after = before.clone();
    (after.threads, after.budget.boards) = (2, 170);
    run_locally(&after, &one);
    let resume = || resumed(&memory, &other, &after).run(|_| {}).unwrap();
    let ended = with_workers(&memory, resume);
    assert_eq!((ended.reason, results(&other)), ("boards", results(&one)));
    let runs = memory.runs().unwrap();
    assert_eq!((runs.len(), runs[0].status), (1, RunStatus::Finished));
}

/// A collector was killed after its last checkpoint.
#[test]
fn a_run_is_marked_as_finished_when_it_is_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(&[]);
    let memory = Memory::new(0, 0);
    with_workers(&memory, || collect(&memory, &plan, dir.path()));
    let mut card = memory.runs().unwrap().remove(0);
    card.status = RunStatus::Running;
    memory.set_run(&card).unwrap();
    memory.put(&card.id, "config", b"still there").unwrap();
    resumed(&memory, dir.path(), &plan).run(|_| {}).unwrap();
    assert_eq!(memory.runs().unwrap()[0].status, RunStatus::Finished);
    assert!(memory.shelf().entries.is_empty());
}

#[test]
fn a_run_of_another_version_is_not_resumed() {
    let plan = plan(&[]);
    let dir = tempfile::tempdir().unwrap();
    let memory = Memory::new(0, 0);
    let begun = Driver::begin_by(&backend(&memory), &plan, dir.path(), Control::default());
    drop(begun.unwrap());
    let mut card = memory.runs().unwrap().remove(0);
    assert_eq!(card.version, ProtocolVersion::current());
    card.version = serde_json::from_value("0_0_9-1-1".into()).unwrap();
    memory.set_run(&card).unwrap();
    drop(resumed(&memory, dir.path(), &plan));
    let runs = memory.runs().unwrap();
    let versions: Vec<_> = runs.iter().map(|run| run.version.clone()).collect();
    assert_eq!(
        versions,
        [ProtocolVersion::current()],
        "the old run is removed"
    );
}

#[test]
fn damage_in_the_store_is_named() {
    let plan = plan(&[]);
    let dir = tempfile::tempdir().unwrap();
    let memory = Memory::new(0, 0);
    let mut begun =
        Driver::begin_by(&backend(&memory), &plan, dir.path(), Control::default()).unwrap();
    let id = memory.runs().unwrap()[0].id.clone();
    for island in 0..3 {
        let key = format!("island.1.{island}");
        memory.put(&id, &key, b"nonsense").unwrap();
    }
    let error = begun.run(|_| {}).unwrap_err().to_string();
    assert!(
        error.contains("island.1.0") && error.contains(&id),
        "{error}"
    );
}
