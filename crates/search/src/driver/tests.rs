//! Checkpoints whose own numbers are changed, with checksums that fit.

#![allow(clippy::unwrap_used)]

use super::*;
use boilingpoint_plan::read_no_boards;
use boilingpoint_record::checkpoint::{self, Checkpoint};
use boilingpoint_record::manifest::Status;
use boilingpoint_record::records::RecordLine;
use std::path::{Path, PathBuf};

const CONFIG: &str = "name = \"r\"\nthreads = 1\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\n\
    order = [3, 6]\n[objective]\nmaximize = \"temperature - degree\"\n[search]\ncount = 0\nislands = 2\npopulation = 6\ngenerations = 3\n[budget]\nseconds = 1000\n";

#[test]
fn a_checkpoint_with_a_changed_number_is_refused_or_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let plan = Plan::resolve("test", CONFIG.as_bytes(), &[], read_no_boards).unwrap();
    let begun = Driver::begin(&plan, &dir, Control::default());
    begun.unwrap().run(|_| {}).unwrap();
    let files: Vec<_> = std::fs::read_dir(dir.join("checkpoint")).unwrap().collect();
    assert!(!files.is_empty());
    let copy = |name: &str| {
        let to = folder.path().join(name);
        for from in [dir.clone(), dir.join("checkpoint")] {
            let to = to.join(from.strip_prefix(&dir).unwrap());
            std::fs::create_dir_all(&to).unwrap();
            for file in std::fs::read_dir(from).unwrap() {
                let file = file.unwrap().path();
                if file.is_file() {
                    std::fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
                }
            }
        }
        to
    };
    type Change = fn(&mut Checkpoint<DriverState>);
    let changes: [(&str, Change); 12] = [
        ("", |_| {}),
        ("", |c| c.state.elapsed_seconds = 1e300),
        ("has taken NaN seconds", |c| {
            c.state.elapsed_seconds = f64::NAN
        }),
        ("has taken inf seconds", |c| {
            c.state.elapsed_seconds = f64::INFINITY
        }),
        ("has taken -1 seconds", |c| c.state.elapsed_seconds = -1.0),
        ("has taken -1", |c| c.state.elapsed_seconds = -1e300),
        ("are of generation 3; expected 9", |c| c.generation = 9),
        ("are of generation 0; expected 3", |c| {
            c.state.search.totals.generation = 0
        }),
        ("islands; expected 3", |c| {
            c.config = c.config.replace("islands = 2", "islands = 3")
        }),
        ("the list of settings is another", |c| {
            c.config = c.config.replace("population = 6", "population = 9")
        }),
        ("outside of every class", |c| {
            c.config = c.config.replace("[3, 6]", "[3, 4]")
        }),
        ("islands; expected 2", |c| c.state.search.islands.clear()),
    ];
    for (number, (words, change)) in changes.into_iter().enumerate() {
        let dir = copy(&format!("copy-{number}"));
        let loaded = checkpoint::load_latest::<DriverState>(&dir.join("checkpoint")).unwrap();
        let mut changed = loaded.checkpoint;
        change(&mut changed);
        std::fs::remove_dir_all(dir.join("checkpoint")).unwrap();
        std::fs::create_dir(dir.join("checkpoint")).unwrap();
        checkpoint::save(&dir.join("checkpoint"), &changed).unwrap();
        let plan_of = |text: &str| -> Result<Plan, RunError> {
            Ok(Plan::resolve("test", text.as_bytes(), &[], read_no_boards).unwrap())
        };
        let resumed = Driver::resume(&dir, Control::default(), plan_of);
        match resumed {
            Ok((mut driver, _)) => {
                assert_eq!(words, "", "change {number} was not refused");
                driver.run(|_| {}).unwrap();
            }
            Err(error) => {
                let error = error.to_string();
                assert!(
                    !words.is_empty() && error.contains(words),
                    "{number}: {error}"
                );
            }
        }
    }
}

/// The files of a folder with their contents.
fn contents(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut all: Vec<(PathBuf, Vec<u8>)> = entries
        .flat_map(|path| match path.is_dir() {
            true => contents(&path),
            false => vec![(path.clone(), std::fs::read(&path).unwrap())],
        })
        .collect();
    all.sort();
    all
}

#[test]
fn a_finished_run_that_is_resumed_writes_nothing() {
    let plan_of = |text: &str| -> Result<Plan, RunError> {
        Ok(Plan::resolve("test", text.as_bytes(), &[], read_no_boards).unwrap())
    };
    // The last one has no further boards after some generations.
    for (text, reason) in [
        (CONFIG.to_string(), "generations"),
        (finding("stop_at_find = true\n").to_toml(), "found"),
        (
            CONFIG.replace("generations = 3", "generations = 900"),
            "exhausted",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("run");
        let mut first = Driver::begin(&plan_of(&text).unwrap(), &dir, Control::default()).unwrap();
        assert_eq!(first.run(|_| {}).unwrap().reason, reason);
        let manifest = first.manifest().clone();
        drop(first);
        let before = contents(&dir);
        let (mut again, _) = Driver::resume(&dir, Control::default(), plan_of).unwrap();
        assert_eq!(
            again.run(|_| panic!("a generation")).unwrap().reason,
            reason
        );
        assert_eq!(again.manifest().ended, manifest.ended);
        drop(again);
        assert!(contents(&dir) == before, "{reason}");
        // A longer run goes on, and its files are those of a run of that length.
        let longer = |text: &str| plan_of(&text.replace("generations = 3\n", "generations = 5\n"));
        let (mut longer, _) = Driver::resume(&dir, Control::default(), longer).unwrap();
        longer.run(|_| {}).unwrap();
        let generations = longer.manifest().generations;
        assert_eq!(generations > manifest.generations, reason == "generations");
    }
}

/// The config of a search for a condition that trees of order 4 and more meet.
fn finding(more: &str) -> Plan {
    let find = format!("find = \"temperature > 2\"\n{more}");
    let config = CONFIG.replace("maximize = \"temperature - degree\"", &find);
    Plan::resolve("test", config.as_bytes(), &[], read_no_boards).unwrap()
}

#[test]
fn a_search_stops_at_the_find_only_if_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, more: &str| {
        let dir = folder.path().join(name);
        let mut driver = Driver::begin(&finding(more), &dir, Control::default()).unwrap();
        let ended = driver.run(|_| {}).unwrap();
        (ended.reason, driver.manifest().generations)
    };
    assert_eq!(run("on", ""), ("generations", 3));
    let (reason, generations) = run("stop", "stop_at_find = true\n");
    assert!(
        reason == "found" && generations < 3,
        "{reason} {generations}"
    );
    // A run that has stopped at its find goes on to look for smaller boards.
    let plan_of = |text: &str| -> Result<Plan, RunError> {
        let text = text.replace("stop_at_find = true", "stop_at_find = false");
        Ok(Plan::resolve("test", text.as_bytes(), &[], read_no_boards).unwrap())
    };
    let resumed = Driver::resume(&folder.path().join("stop"), Control::default(), plan_of);
    assert_eq!(
        resumed.unwrap().0.run(|_| {}).unwrap().reason,
        "generations"
    );
}

#[test]
fn the_book_keeps_the_smallest_board_that_was_found() {
    use boilingpoint_book::{Book, Filter, harvest};
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("records.db");
    let harvested = |name: &str, plan: &Plan| {
        let dir = folder.path().join(name);
        let mut driver = Driver::begin(plan, &dir, Control::default()).unwrap();
        driver.run(|_| {}).unwrap();
        let harvest = harvest::harvest(driver.folder(), plan, &book, None).unwrap();
        assert!(harvest.refused.is_empty() && harvest.unverified == 0);
        (harvest.orders, harvest.new)
    };
    let either = "require = \"order > 4 or degree < 2\"\n";
    assert_eq!(harvested("found", &finding("")), (1, 1));
    assert_eq!(harvested("required", &finding(either)), (1, 1));
    let mut never = finding("");
    never.objective.find = Plan::resolve(
        "test",
        CONFIG
            .replace(
                "maximize = \"temperature - degree\"",
                "find = \"temperature > 9\"",
            )
            .as_bytes(),
        &[],
        read_no_boards,
    )
    .unwrap()
    .objective
    .find;
    assert_eq!(harvested("never", &never), (0, 0));
    let records = Book::snapshot(&book)
        .unwrap()
        .list(&Filter::default())
        .unwrap();
    let kept: Vec<(String, String, u64)> = records
        .into_iter()
        .map(|r| {
            (
                r.entry.objective.clone(),
                r.entry.fitness.to_string(),
                r.entry.facts.order,
            )
        })
        .collect();
    let expected = [
        ("-order where temperature > 2", "-4", 4),
        (
            "-order where temperature > 2 and (order > 4 or degree < 2)",
            "-5",
            5,
        ),
    ];
    assert_eq!(
        kept,
        expected.map(|(o, f, n)| (o.to_string(), f.to_string(), n))
    );
}

/// The config of a search that begins with a board that meets the condition.
fn shrinking(generations: u64, more: &str) -> Plan {
    let find = "start = [\"caterpillar(3,4)\"]\n[objective]\nfind = \"temperature > degree\"";
    let config = CONFIG.replace("[objective]\nmaximize = \"temperature - degree\"", find);
    let config = config.replace("order = [3, 6]", "order = [3, 9]");
    let length = format!("generations = {generations}\n{more}");
    let config = config.replace("generations = 3", &length);
    Plan::resolve("test", config.as_bytes(), &[], read_no_boards).unwrap()
}

fn run_in(dir: &Path, plan: &Plan) -> (Manifest, Vec<RecordLine>) {
    let mut driver = Driver::begin(plan, dir, Control::default()).unwrap();
    driver.run(|_| {}).unwrap();
    (
        driver.manifest().clone(),
        driver.folder().records().unwrap(),
    )
}

#[test]
fn a_run_ends_with_its_find_shrunk() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let (manifest, records) = run_in(&dir, &shrinking(1, ""));
    let (last, others) = records.split_last().unwrap();
    assert_eq!((last.facts.order, last.verified), (8, true));
    assert_eq!(last.fitness, ["1", "-8"]);
    let step = last.lineage.last().unwrap();
    assert_eq!(step.operator, "shrink");
    assert!(step.from.is_some());
    let best = manifest.best.unwrap();
    assert_eq!(
        (best.board, best.fitness),
        (last.facts.board.clone(), last.fitness.clone())
    );
    // Without shrinking, the run has the other records.
    let (_, plain) = run_in(&folder.path().join("off"), &shrinking(1, "shrink = false"));
    assert_eq!(plain, others);
}

/// A run that is resumed after its end goes on as a run that did not end there, and shrinks its
/// find again.
#[test]
fn a_shrunk_find_changes_nothing_in_a_resumed_run() {
    let folder = tempfile::tempdir().unwrap();
    let results = |name: &str, plan: &Plan, then: &[&Plan]| {
        let dir = folder.path().join(name);
        run_in(&dir, plan);
        for &plan in then {
            let plan_of = |_: &str| -> Result<Plan, RunError> { Ok(plan.clone()) };
            let resumed = Driver::resume(&dir, Control::default(), plan_of);
            resumed.unwrap().0.run(|_| {}).unwrap();
        }
        let files = [
            "records.jsonl",
            "events.jsonl",
            "progress.csv",
            "archive.jsonl",
        ];
        files.map(|file| std::fs::read_to_string(dir.join(file)).unwrap())
    };
    let (short, long) = (shrinking(1, ""), shrinking(3, ""));
    let unbroken = results("unbroken", &long, &[]);
    assert_eq!(results("again", &long, &[&long]), unbroken);
    assert_eq!(results("extended", &short, &[&short, &long]), unbroken);
    assert_ne!(results("short", &short, &[]), unbroken);
}

/// A run that is asked to stop while it shrinks is not finished.
#[test]
fn an_interrupted_run_shrinks_when_it_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let plan = shrinking(1, "");
    let unbroken = run_in(&folder.path().join("unbroken"), &plan);
    let dir = folder.path().join("stopped");
    let control = Control::default();
    let mut driver = Driver::begin(&plan, &dir, control.clone()).unwrap();
    let flags = control.clone();
    let ended = driver.run(|_| {
        flags.finish.store(true, Ordering::Relaxed);
        flags.abort.store(true, Ordering::Relaxed);
    });
    let ended = ended.unwrap();
    assert_eq!(
        (ended.status, ended.reason),
        (Status::Stopped, "interrupted")
    );
    drop(driver);
    let plan_of = |_: &str| -> Result<Plan, RunError> { Ok(plan.clone()) };
    let resumed = Driver::resume(&dir, Control::default(), plan_of);
    let mut driver = resumed.unwrap().0;
    driver.run(|_| {}).unwrap();
    assert_eq!(driver.folder().records().unwrap(), unbroken.1);
    assert_eq!(driver.manifest().best, unbroken.0.best);
}

/// A run whose time is over is finished, at whatever instruction the timer sets the flag.
#[test]
fn a_timer_never_interrupts_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::resolve("test", CONFIG.as_bytes(), &[], read_no_boards).unwrap();
    let control = Control::default();
    let driver = Driver::begin(&plan, &folder.path().join("run"), control.clone()).unwrap();
    for microseconds in 0..200 {
        let time = Duration::from_micros(microseconds);
        let timer = Timer::start(time, control.abort.clone());
        let ended = std::iter::repeat_with(|| driver.is_over(Some(&timer))).flatten();
        let reasons: Vec<&str> = ended.map(|ended| ended.reason).take(2).collect();
        assert_eq!(reasons, ["seconds"; 2], "after {microseconds} µs");
        assert!(timer.end());
        driver.clear_abort();
    }
}

/// A run that is over for another reason shrinks its find, although its timer has set the flag.
#[test]
fn a_timer_at_the_end_of_a_run_does_not_stop_its_shrinking() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = shrinking(1, "");
    let (_, records) = run_in(&folder.path().join("unbroken"), &plan);
    // On a busy machine, the time may be over before the generation is.
    let ended = (1..20).find_map(|seconds| {
        plan.budget.seconds = seconds;
        let control = Control::default();
        let dir = folder.path().join(format!("late-{seconds}"));
        let mut driver = Driver::begin(&plan, &dir, control.clone()).unwrap();
        let wait = |_| {
            while !control.abort.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        let ended = driver.run(wait).unwrap();
        (ended.reason != "seconds").then(|| (ended.reason, driver.folder().records().unwrap()))
    });
    assert_eq!(ended, Some(("generations", records)));
}

/// The time for shrinking may end at any board, also at the first one.
#[test]
fn a_timer_of_shrinking_never_interrupts_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let control = Control::default();
    let plan = shrinking(1, "");
    let mut driver = Driver::begin(&plan, &folder.path().join("run"), control.clone()).unwrap();
    driver.run(|_| {}).unwrap();
    for microseconds in [0, 10, 100, 1000, 10_000, 100_000] {
        let shrunk = driver.shrunk_within(Some(Duration::from_micros(microseconds)));
        assert!(shrunk.is_ok(), "after {microseconds} µs");
        assert!(!control.abort.load(Ordering::Relaxed));
    }
    control.abort.store(true, Ordering::Relaxed);
    let shrunk = driver.shrunk_within(None);
    assert!(matches!(shrunk, Err(SearchError::Interrupted)));
}
