//! Tables of the atlas whose chunks workers count, and scans whose parts they do.

use super::super::blob::{PartBlob, pack, unpack};
use super::*;
use boilingpoint_problem::Kind;
use boilingpoint_problem::{Class, Objective};
use boilingpoint_rules::Snort;
use boilingpoint_solver::{Budget, Pool};
use boilingpoint_study::atlas::{
    AtlasError, AtlasFolder, AtlasOutcome, CountContext, Question, Source, complete,
};
use boilingpoint_study::boards::{BoardSource, PartTally};
use boilingpoint_study::gather::{GatherError, GatheredWork, gather};
use boilingpoint_study::part::{PartBackend, WorkDescription, WorkKind};
use boilingpoint_study::scan::{ScanAsk, ScanQuestion, ScannedOrders, Scanner};
use std::cell::Cell;
use std::convert::Infallible;

/// The trees of order 15, in four chunks.
fn question() -> Question {
    let objectives = vec!["temperature - degree".to_string()];
    Question::new("snort", Kind::Tree, 15, objectives)
}

/// Makes the table in a folder. Stops after this many reports of progress.
fn table(
    dir: &Path,
    backend: Option<&dyn PartBackend>,
    most: u64,
) -> Result<AtlasOutcome, AtlasError> {
    let budget = Budget {
        bytes: 16 << 20,
        ..Budget::default()
    };
    let pool = Pool::new(&Snort, &budget, 1).unwrap();
    let reports = Cell::new(0);
    let context = CountContext {
        pool: &pool,
        stop: &|| reports.get() > most,
        progress: &|_| reports.set(reports.get() + 1),
        note: &|_| {},
        backend,
    };
    let folder = AtlasFolder::open(dir)?;
    complete(&context, &folder, question(), Source::of, 0)
}

/// The bytes of the table in a folder.
fn file(dir: &Path) -> String {
    assert!(!dir.join("snort-tree-15.chunks").exists());
    std::fs::read_to_string(dir.join("snort-tree-15.json")).unwrap()
}

/// The table that one process makes.
fn made_here() -> String {
    let dir = tempfile::tempdir().unwrap();
    table(dir.path(), None, u64::MAX).unwrap();
    file(dir.path())
}

/// Runs `collect` beside two workers. They leave the rest of a part to other units after
/// `split_after`.
fn with_counters<T>(memory: &Arc<Memory>, split_after: Duration, collect: impl FnOnce() -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let config = WorkerConfig {
                split_after: Some(split_after),
                ..config(&stop, None)
            };
            scope.spawn(move || Worker::new(&**memory, config).work().unwrap());
        }
        let _stop = StopAtEnd(stop.clone());
        collect()
    })
}

#[test]
fn workers_make_the_table_of_one_process() {
    let here = made_here();
    for (loses, doubles, split_after) in [(0, 3, 60_000), (5, 3, 0), (40, 0, 0), (0, 0, 1)] {
        let memory = Memory::new(loses, doubles);
        let dir = tempfile::tempdir().unwrap();
        let split_after = Duration::from_millis(split_after);
        let ended = with_counters(&memory, split_after, || {
            table(dir.path(), Some(&backend(&memory)), u64::MAX)
        });
        let AtlasOutcome::Table { was_there, .. } = ended.unwrap() else {
            panic!("no table");
        };
        assert!(!was_there);
        assert_eq!(file(dir.path()), here);
        assert!(memory.shelf().entries.is_empty());
        assert_eq!(memory.runs().unwrap()[0].status, RunStatus::Finished);
        let taken = memory.taken();
        if split_after.is_zero() {
            assert!(taken > 500, "{taken} units: were the chunks divided?");
        }
    }
}

/// A collector is stopped, or killed, after each chunk. Some chunks are counted in its process.
#[test]
fn a_table_is_collected_in_pieces() {
    let here = made_here();
    let memory = Memory::new(20, 3);
    let dir = tempfile::tempdir().unwrap();
    with_counters(&memory, Duration::ZERO, || {
        for round in 0.. {
            assert!(round < 12);
            let cluster = backend(&memory);
            let backend = (round != 2).then_some(&cluster as &dyn PartBackend);
            if let AtlasOutcome::Table { .. } = table(dir.path(), backend, 1).unwrap() {
                assert!(round > 2, "{round} rounds");
                return;
            }
            // As if the collector had been killed, so that it has not paused the run.
            for mut card in memory.runs().unwrap() {
                if round % 2 == 0 && card.status == RunStatus::Paused {
                    card.status = RunStatus::Running;
                    memory.set_run(&card).unwrap();
                }
            }
        }
    });
    assert_eq!(file(dir.path()), here);
    assert_eq!(memory.runs().unwrap().len(), 1, "it resumed the same run");
}

/// The units of the run in the queue, by their names without the run's.
fn queued(memory: &Memory) -> Vec<String> {
    let runs = memory.runs().unwrap();
    let units = memory.queued(&runs[0].id).unwrap();
    let name = |unit: &super::super::Unit| unit.to_string().split_once('.').unwrap().1.to_string();
    units.iter().map(name).collect()
}

#[test]
fn a_chunk_that_kills_is_named() {
    let memory = Memory::new(0, 0);
    let dir = tempfile::tempdir().unwrap();
    // The run is submitted, and stopped before a worker is there.
    memory.shelf().lost.insert("4.2");
    let ended = table(dir.path(), Some(&backend(&memory)), 0).unwrap();
    assert!(matches!(ended, AtlasOutcome::Stopped(0)));
    assert_eq!(queued(&memory).len(), 4);
    let stop = Arc::new(AtomicBool::new(false));
    let error = std::thread::scope(|scope| {
        let isolate: Isolate = Box::new(|unit| {
            assert!(unit.to_string().ends_with(".4.2"));
            Err(IsolatedFailure::Failed(
                "it ended with signal: 9".to_string(),
            ))
        });
        let config = config(&stop, Some(isolate));
        let memory = &memory;
        scope.spawn(move || Worker::new(&**memory, config).work().unwrap());
        let _stop = StopAtEnd(stop.clone());
        table(dir.path(), Some(&backend(memory)), u64::MAX)
    });
    let error = error.unwrap_err().to_string();
    for words in ["1 parts of", "4.2: it failed 3 times", "signal: 9"] {
        assert!(error.contains(words), "{error}");
    }
    // The other chunks are kept, and the same command tries the part again.
    let chunks = std::fs::read_dir(dir.path().join("snort-tree-15.chunks")).unwrap();
    let chunks =
        chunks.filter(|entry| entry.as_ref().unwrap().path().extension() == Some("json".as_ref()));
    assert_eq!(chunks.count(), 4, "three chunks and the link");
    assert!(memory.runs().unwrap().is_empty());
    with_counters(&memory, Duration::from_secs(60), || {
        table(dir.path(), Some(&backend(&memory)), u64::MAX).unwrap()
    });
    assert_eq!(memory.runs().unwrap()[0].islands, 1);
    assert_eq!(file(dir.path()), made_here());
}

/// Waits until workers have done a part, and replaces a text in its result. Says whether this has
/// changed the result.
fn tell(memory: &Arc<Memory>, run: &str, key: &str, from: &str, to: &str) -> bool {
    let done = with_counters(memory, Duration::from_secs(60), || {
        loop {
            if let Some(done) = memory.get(run, key).unwrap() {
                return done;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let mut blob: PartBlob = unpack(run, key, &done).unwrap();
    let honest = blob.result.unwrap();
    assert!(honest.contains(from), "{honest}");
    let told = honest.replacen(from, to, 1);
    let is_lie = told != honest;
    blob.result = Some(told);
    memory.put(run, key, &pack(&blob)).unwrap();
    is_lie
}

/// A worker stores a result that cannot be true.
#[test]
fn a_false_tally_is_refused() {
    for (from, to) in [
        (r#""boards": 2048"#, r#""boards": 2049"#),
        (r#""boards": 2048"#, r#""boards": 2048"#),
        (r#""order": 15"#, r#""order": 14"#),
    ] {
        let memory = Memory::new(0, 0);
        let dir = tempfile::tempdir().unwrap();
        let ended = table(dir.path(), Some(&backend(&memory)), 0).unwrap();
        assert!(matches!(ended, AtlasOutcome::Stopped(0)));
        let mut card = memory.runs().unwrap().remove(0);
        card.status = RunStatus::Running;
        memory.set_run(&card).unwrap();
        let is_lie = tell(&memory, &card.id, "part.4.0", from, to);
        let result = with_counters(&memory, Duration::from_secs(60), || {
            table(dir.path(), Some(&backend(&memory)), u64::MAX)
        });
        if !is_lie {
            result.unwrap();
            continue;
        }
        let error = result.unwrap_err().to_string();
        assert!(error.contains("chunk 0 of snort-tree-15"), "{error}");
        assert!(memory.runs().unwrap().is_empty(), "the run is removed");
    }
}

/// The trees of orders 1 to 8 that attain the maximum of an objective, in 38 chunks.
fn scan() -> ScanQuestion {
    ScanQuestion {
        ruleset: "snort".to_string(),
        class: "tree".to_string(),
        orders: [1, 8],
        features: boilingpoint_rules::Features::GRAPH,
        ask: ScanAsk::Maxima {
            objective: "temperature - degree where order != 3".to_string(),
            keep: 3,
        },
    }
}

/// The results of the scan by a cluster. Stops after this many results.
fn scanned(
    memory: &Arc<Memory>,
    dir: &Path,
    most: usize,
) -> Result<String, GatherError<Infallible>> {
    let (question, reports) = (scan(), Cell::new(0));
    let work = GatheredWork {
        name: "scan".to_string(),
        chunks: question.chunks().unwrap(),
        description: WorkDescription::new(WorkKind::Scan, &Budget::default(), question),
        dir,
        stop: &|| reports.get() >= most,
        progress: &|_| reports.set(reports.get() + 1),
        note: &|_| {},
    };
    let objective = Objective::parse("temperature").unwrap();
    let (scanner, mut found) = (Scanner::new(&objective, 3), ScannedOrders::default());
    gather(&backend(memory), &work, |part: ScannedOrders| {
        scanner.merge(&mut found, part);
        Ok(())
    })?;
    Ok(serde_json::to_string(&found).unwrap())
}

/// The results of the scan by one process.
fn scanned_here() -> String {
    let objective = Objective::parse("temperature - degree where order != 3").unwrap();
    let pool = Pool::new(&Snort, &Budget::default(), 1).unwrap();
    let class = Class::of(Kind::Tree, 1..=8);
    let boards = BoardSource {
        pool: &pool,
        marks: class,
        progress: &|_| {},
    };
    let found = Scanner::new(&objective, 3).class(&boards, &class).unwrap();
    assert_eq!(found.orders[&3].maximum.undefined, 1);
    serde_json::to_string(&found).unwrap()
}

#[test]
fn workers_scan_as_one_process_does() {
    let here = scanned_here();
    for (loses, doubles, split_after) in [(0, 3, 60_000), (20, 3, 0)] {
        let memory = Memory::new(loses, doubles);
        let dir = tempfile::tempdir().unwrap();
        let split_after = Duration::from_millis(split_after);
        let there = with_counters(&memory, split_after, || {
            scanned(&memory, dir.path(), usize::MAX)
        });
        assert_eq!(there.unwrap(), here);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        assert!(memory.taken() >= 38);
    }
}

/// A collector of a scan is stopped again and again. The parts that are done are kept.
#[test]
fn a_scan_is_collected_in_pieces() {
    let (memory, dir) = (Memory::new(0, 3), tempfile::tempdir().unwrap());
    let mut stops = 0;
    let there = with_counters(&memory, Duration::ZERO, || {
        loop {
            match scanned(&memory, dir.path(), 1 + 20 * stops) {
                Err(GatherError::Stopped) => stops += 1,
                ended => return ended,
            }
        }
    });
    assert_eq!(there.unwrap(), scanned_here());
    assert!(stops > 0, "it was not stopped");
    assert_eq!(memory.runs().unwrap().len(), 1, "it resumed the same run");
}

/// A worker stores results that are not for the whole chunk.
#[test]
fn results_for_other_boards_are_refused() {
    let (memory, dir) = (Memory::new(0, 0), tempfile::tempdir().unwrap());
    let ended = scanned(&memory, dir.path(), 0);
    assert!(matches!(ended, Err(GatherError::Stopped)));
    let mut card = memory.runs().unwrap().remove(0);
    card.status = RunStatus::Running;
    memory.set_run(&card).unwrap();
    let (from, to) = (r#""start":0"#, r#""start":1"#);
    assert!(tell(&memory, &card.id, "part.38.37", from, to));
    let error = with_counters(&memory, Duration::from_secs(60), || {
        scanned(&memory, dir.path(), usize::MAX)
    });
    let error = error.unwrap_err().to_string();
    assert!(error.contains("not the whole chunk"), "{error}");
    assert!(memory.runs().unwrap().is_empty(), "the run is removed");
}
