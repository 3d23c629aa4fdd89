//! A run is a function of its plan: with one thread or two, killed and resumed, or damaged and
//! resumed, its files are the same byte for byte.

use crate::process;
use crate::sample::{self, FILES};
use boilingpoint_evolve::{Choice, Method};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The file of collected values, which only a search that collects has.
const COLLECTION: &str = "collection.csv";

fn boil() -> Command {
    let mut command = process::command();
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn config() -> String {
    format!(
        "{}/configs/snort-difference.toml",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// A config with every part of the search in use.
const EVERYTHING: &str = r#"
name = "everything"
[game]
ruleset = "snort"
[boards]
class = "connected"
order = [2, 13]
max_kinds = 9
start = ["star(4)"]
grow_from = 6
grow_until = 16
[objective]
collect = "temperature - degree"
maximize = ["temperature", "-order"]
[search]
count = 0
generations = 24
population = 20
islands = 5
stagnation = 6
migration_every = 3
topology = "complete"
checkpoint_every = 5
emitter = "adaptive"
[islands]
class = ["tree", "connected", "connected", "bipartite", "tree"]
operators = ["", "", "add-leaf add-edge remove-edge identify", "", ""]
maximize = ["temperature - degree", "temperature / (degree + 1)"]
method = ["evolve", "evolve", "anneal", "climb", "lookahead"]
[budget]
positions = 150
"#;

#[test]
fn with_everything_in_use_threads_and_kills_change_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    let config = at("everything.toml");
    fs::write(&config, EVERYTHING).expect("written");
    let search = |name: &str, threads: &str| {
        let mut command = boil();
        command.arg("search").arg(&config).arg("--out");
        command.arg(at(name)).args(["--threads", threads]);
        command
    };
    for (name, threads) in [("one", "1"), ("two", "2")] {
        assert!(search(name, threads).status().expect("runs").success());
    }
    assert_same_files(&at("one"), &at("two"), FILES);
    for (name, generations) in [("early", 3), ("late", 17)] {
        start_and_kill(|| search(name, "2"), &at(name), generations);
        assert!(resume(&at(name)).status().expect("runs").success());
        assert_same_files(&at("one"), &at(name), FILES);
    }
}

/// A search for a front, with three expressions and boards that exceed the budget.
const FRONT: &str = r#"
name = "front"
[game]
ruleset = "snort"
[boards]
class = "tree"
order = [2, 13]
[objective]
maximize = {any = ["temperature", "-degree", "-size"]}
[search]
count = 0
generations = 22
population = 20
islands = 3
stagnation = 4
migration_every = 3
policy = "best"
checkpoint_every = 4
[budget]
positions = 150
"#;

#[test]
fn a_front_is_the_same_with_threads_and_kills() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    let config = at("front.toml");
    fs::write(&config, FRONT).expect("written");
    let search = |name: &str, threads: &str| {
        let mut command = boil();
        command.arg("search").arg(&config).arg("--out");
        command.arg(at(name)).args(["--threads", threads]);
        command
    };
    let files = || {
        let kept = FILES.into_iter().filter(|&file| file != COLLECTION);
        kept.chain(["front.jsonl"])
    };
    for (name, threads) in [("one", "1"), ("two", "2")] {
        assert!(search(name, threads).status().expect("runs").success());
    }
    assert_same_files(&at("one"), &at("two"), files());
    for (name, generations) in [("early", 3), ("late", 15)] {
        start_and_kill(|| search(name, "2"), &at(name), generations);
        assert!(resume(&at(name)).status().expect("runs").success());
        assert_same_files(&at("one"), &at(name), files());
    }
}

fn search(dir: &Path, more: &[&str]) -> Command {
    let mut command = boil();
    command.args(["search", &config(), "--out"]).arg(dir);
    for set in [
        "search.generations=24",
        "search.population=24",
        "search.checkpoint_every=5",
        "budget.seconds=0",
        "search.stagnation=6",
    ] {
        command.args(["--set", set]);
    }
    command.args(more);
    command
}

/// Compares the files of two runs that collect nothing.
fn assert_same(a: &Path, b: &Path) {
    assert_same_files(a, b, FILES.into_iter().filter(|&file| file != COLLECTION));
}

fn assert_same_files(a: &Path, b: &Path, files: impl IntoIterator<Item = &'static str>) {
    let read = |run: &Path, file: &str| {
        let bytes = fs::read(run.join(file)).expect(file);
        assert!(!bytes.is_empty(), "{file} is empty");
        match file {
            "config.toml" => without_threads(&bytes),
            _ => bytes,
        }
    };
    for file in files {
        assert!(
            read(a, file) == read(b, file),
            "{file} differs between {} and {}",
            a.display(),
            b.display()
        );
    }
}

/// A config without the number of threads, which is no part of the plan of a search.
fn without_threads(config: &[u8]) -> Vec<u8> {
    let lines = config.split_inclusive(|&byte| byte == b'\n');
    let kept = lines.filter(|line| !line.starts_with(b"threads = "));
    kept.collect::<Vec<_>>().concat()
}

#[test]
fn threads_and_repetitions_change_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    for (name, threads) in [("one", "1"), ("two", "2"), ("again", "2")] {
        assert!(
            search(&at(name), &["--threads", threads])
                .status()
                .expect("runs")
                .success()
        );
    }
    assert_same(&at("one"), &at("two"));
    assert_same(&at("two"), &at("again"));
    // another seed is another run
    assert!(
        search(&at("other"), &["--seed", "2"])
            .status()
            .expect("runs")
            .success()
    );
    assert!(
        fs::read(at("one").join("progress.csv")).unwrap()
            != fs::read(at("other").join("progress.csv")).unwrap()
    );
}

/// Starts a run, and kills it once it has written this many generations. A run that ends before the
/// kill is started again.
fn start_and_kill(search: impl Fn() -> Command, run: &Path, generations: usize) {
    for _ in 0..10 {
        if kill_at(search(), run, generations) {
            return;
        }
        fs::remove_dir_all(run).expect("removed");
    }
    panic!("{} ended ten times before it was killed", run.display());
}

/// Waits until the run has written this many generations, then kills it. Returns whether the kill
/// met the process.
fn kill_at(mut command: Command, run: &Path, generations: usize) -> bool {
    let mut child = command.spawn().expect("starts");
    let limit = Instant::now() + Duration::from_secs(120);
    loop {
        let rows = fs::read_to_string(run.join("progress.csv")).map_or(0, |t| t.lines().count());
        if rows > generations || child.try_wait().expect("a child").is_some() {
            break;
        }
        assert!(Instant::now() < limit, "no progress");
        std::thread::sleep(Duration::from_millis(1));
    }
    let _ = child.kill(); // SIGKILL
    let status = child.wait().expect("ends");
    assert!(status.success() || status.code().is_none(), "{status}");
    status.code().is_none()
}

fn resume(run: &Path) -> Command {
    let mut command = boil();
    command.arg("resume").arg(run);
    command
}

#[test]
fn killed_and_resumed_is_as_unbroken() {
    let dir = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
    assert!(search(&whole, &[]).status().expect("runs").success());
    start_and_kill(|| search(&killed, &[]), &killed, 1);
    kill_at(resume(&killed), &killed, 7);
    kill_at(resume(&killed), &killed, 16);
    assert!(resume(&killed).status().expect("runs").success());
    assert_same(&whole, &killed);
}

/// Each method of search alone, killed before and after its first checkpoint.
#[test]
fn each_method_killed_and_resumed_is_as_unbroken() {
    let dir = tempfile::tempdir().expect("a folder");
    sample::on_all_cores(Method::WORDS, |(method, _)| {
        let at = |name: &str| dir.path().join(format!("{method}-{name}"));
        let set = format!("search.method={method}");
        let search = |name: &str, threads: &str| {
            let generations = "search.generations=16";
            let more = ["--set", &set, "--set", generations, "--threads", threads];
            search(&at(name), &more)
        };
        assert!(search("whole", "1").status().expect("runs").success());
        start_and_kill(|| search("killed", "2"), &at("killed"), 2);
        kill_at(resume(&at("killed")), &at("killed"), 9);
        assert!(resume(&at("killed")).status().expect("runs").success());
        assert_same(&at("whole"), &at("killed"));
    });
}

#[test]
fn a_damaged_checkpoint_falls_back_to_the_one_before() {
    let dir = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
    assert!(search(&whole, &[]).status().expect("runs").success());
    start_and_kill(|| search(&killed, &[]), &killed, 11);
    let mut checkpoints: Vec<_> = fs::read_dir(killed.join("checkpoint"))
        .expect("checkpoints")
        .map(|e| e.expect("entry").path())
        .collect();
    checkpoints.sort();
    assert_eq!(checkpoints.len(), 2, "two are kept");
    let mut bytes = fs::read(&checkpoints[1]).expect("readable");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(&checkpoints[1], bytes).expect("writable");
    let output = resume(&killed)
        .stderr(Stdio::piped())
        .output()
        .expect("runs");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("warning"));
    assert_same(&whole, &killed);
}

#[test]
fn a_run_can_be_extended_but_not_changed() {
    let dir = tempfile::tempdir().expect("a folder");
    let (whole, short) = (dir.path().join("whole"), dir.path().join("short"));
    assert!(search(&whole, &[]).status().expect("runs").success());
    assert!(
        search(&short, &["--set", "search.generations=9"])
            .status()
            .expect("runs")
            .success()
    );
    let longer = resume(&short)
        .args(["--set", "search.generations=24"])
        .status()
        .expect("runs");
    assert!(longer.success());
    assert_same(&whole, &short);
    let changed = resume(&short)
        .args(["--set", "boards.class=tree"])
        .stderr(Stdio::piped())
        .output()
        .expect("runs");
    assert_eq!(changed.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&changed.stderr).contains("boards.class"));
}

/// The report of a longer run has the rows of progress of the shorter run, and of each order its
/// record or a better one.
#[test]
fn the_report_of_a_longer_run_contains_that_of_the_shorter() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = dir.path().join("run");
    let set = ["--set", "search.count=0", "--set", "search.generations=3"];
    assert!(search(&run, &set).status().expect("runs").success());
    let shorter = report(&run);
    let longer = resume(&run)
        .args(["--set", "search.generations=24"])
        .status()
        .expect("runs");
    assert!(longer.success());
    let longer = report(&run);
    let [few, many] = [&shorter, &longer].map(|page| reported_progress(page));
    assert_eq!((few.len(), many.len()), (3, 24));
    assert_eq!(few[..], many[..few.len()]);
    let [few, many] = [&shorter, &longer].map(|page| reported_records(page));
    assert!(few.len() >= 8, "{few:?}");
    for (order, (fitness, row)) in &few {
        let (reached, now) = &many[order];
        assert!(reached > fitness || now == row, "{row}, then {now}");
    }
    assert!(few != many, "no record was improved");
}

fn report(run: &Path) -> String {
    let status = boil().arg("report").arg(run).status().expect("runs");
    assert!(status.success());
    fs::read_to_string(run.join("report.html")).expect("a page")
}

/// The text of a page after a mark, up to an end.
fn between<'a>(page: &'a str, mark: &str, end: &str) -> &'a str {
    let after = page.split_once(mark).expect(mark).1;
    after.split_once(end).expect(end).0
}

/// The rows of a report's chart of progress, without the column of seconds.
fn reported_progress(page: &str) -> Vec<Vec<&str>> {
    let rows = between(page, "data-rows=\"", "\"").split_terminator(';');
    rows.map(|row| {
        let mut columns: Vec<&str> = row.split(',').collect();
        columns.remove(3);
        columns
    })
    .collect()
}

/// The fitness and the row of each order in a report's table of records.
fn reported_records(page: &str) -> BTreeMap<&str, (f64, &str)> {
    let table = between(page, "aria-label=\"Table of records\"", "</table>");
    let rows = table.split("<tr>").filter(|row| row.contains("#record-"));
    rows.map(|row| {
        let order = between(row, "#record-", "\"");
        let fitness = between(row, "<td>", "</td>");
        let (above, below) = fitness.split_once('/').unwrap_or((fitness, "1"));
        let [above, below] = [above, below].map(|n| n.parse::<f64>().expect("a number"));
        (order, (above / below, row))
    })
    .collect()
}

/// The verdict of a position budget does not depend on threads or on what was solved before.
#[test]
fn budget_verdicts_are_deterministic() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    for (name, threads) in [("one", "1"), ("two", "2")] {
        let (positions, bounds) = ("budget.positions=60", "budget.bounds=0");
        let tight = ["--set", positions, "--set", bounds, "--threads", threads];
        assert!(search(&at(name), &tight).status().expect("runs").success());
    }
    assert_same(&at("one"), &at("two"));
    let events = fs::read_to_string(at("one").join("events.jsonl")).expect("events");
    assert!(
        events.contains("\"unfinished\""),
        "the budget was never tight"
    );
}

/// The set of boards that are cut off is deterministic, with a budget that some of them exceed.
#[test]
fn cutoffs_are_deterministic() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    let tight = |name: &str, threads: &str| {
        let more = ["--set", "budget.positions=90", "--threads", threads];
        search(&at(name), &more)
    };
    for (name, threads) in [("one", "1"), ("two", "2")] {
        assert!(tight(name, threads).status().expect("runs").success());
    }
    assert_same(&at("one"), &at("two"));
    start_and_kill(|| tight("killed", "2"), &at("killed"), 9);
    assert!(resume(&at("killed")).status().expect("runs").success());
    assert_same(&at("one"), &at("killed"));
    let events = fs::read_to_string(at("one").join("events.jsonl")).expect("events");
    assert!(events.contains("\"event\":\"cut\""), "{events}");
}

/// The bounds of boards that are over the budget are deterministic.
#[test]
fn bounds_are_deterministic() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    let bounded = |name: &str, threads: &str| {
        let (positions, bounds) = ("budget.positions=15", "budget.bounds=4");
        // Counted orders would give the best boards exactly.
        let count = ["--set", "search.count=0", "--threads", threads];
        let more = [&["--set", positions, "--set", bounds][..], &count].concat();
        search(&at(name), &more)
    };
    for (name, threads) in [("one", "1"), ("two", "2")] {
        assert!(bounded(name, threads).status().expect("runs").success());
    }
    assert_same(&at("one"), &at("two"));
    start_and_kill(|| bounded("killed", "2"), &at("killed"), 7);
    kill_at(resume(&at("killed")), &at("killed"), 16);
    assert!(resume(&at("killed")).status().expect("runs").success());
    assert_same(&at("one"), &at("killed"));
    for file in ["events.jsonl", "records.jsonl", "archive.jsonl"] {
        let text = fs::read_to_string(at("one").join(file)).expect(file);
        assert!(text.contains("\"certainty\":\"lower bound\""), "{file}");
    }
    let certificates = |name: &str| {
        let folder = fs::read_dir(at(name).join("certificates")).expect("a folder");
        let file = |entry: std::io::Result<fs::DirEntry>| entry.expect("a file").path();
        let mut files: Vec<_> = folder.map(file).collect();
        files.sort();
        let read = |file| fs::read_to_string(file).expect("text");
        files.into_iter().map(read).collect::<Vec<String>>()
    };
    let proofs = certificates("one");
    assert!(proofs == certificates("two") && proofs == certificates("killed"));
    let bounds = fs::read_to_string(at("one").join("records.jsonl")).expect("records");
    let named = bounds
        .lines()
        .filter(|l| l.contains("\"certificate\""))
        .count();
    assert_eq!(named, proofs.len());
    assert_eq!(
        bounds.matches("\"certainty\":\"lower bound\"").count(),
        named
    );
    assert!(!bounds.contains("\"verified\":false"));
}

/// A run's lower bounds are verified by their certificates and entered into the record book with
/// them; a changed certificate is detected.
#[test]
fn certificates_prove_the_records() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = dir.path().join("run");
    let (positions, bounds) = ("budget.positions=3", "budget.bounds=200");
    let more = ["--set", positions, "--set", bounds];
    assert!(search(&run, &more).status().expect("runs").success());
    let verify = |what: &[&str], place: &std::path::Path| {
        let output = boil()
            .args(["records", "verify"])
            .args(what)
            .arg(place)
            .stderr(Stdio::piped())
            .output();
        let output = output.expect("runs");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), text)
    };
    assert_eq!(verify(&[], &run).0, Some(0));
    let in_book = dir.path().join("records.db");
    assert_eq!(verify(&["--book"], &in_book), (Some(0), String::new()));
    let export = ["records", "export", "--format", "certificate", "--book"];
    let export = boil()
        .args(export)
        .arg(&in_book)
        .stdout(Stdio::piped())
        .output();
    let export = export.expect("runs").stdout;
    assert!(
        String::from_utf8_lossy(&export).starts_with("{\"format\":\"boilingpoint-certificate-1\"")
    );
    // Each of two certificates is sound, but about the other record's board.
    let folder = fs::read_dir(run.join("certificates")).expect("a folder");
    let files: Vec<_> = folder.map(|entry| entry.expect("a file").path()).collect();
    let [one, other, ..] = &files[..] else {
        panic!("only {} certificates", files.len());
    };
    let exchange = || {
        let (a, b) = (fs::read(one).expect("text"), fs::read(other).expect("text"));
        fs::write(one, b).expect("written");
        fs::write(other, a).expect("written");
    };
    exchange();
    let (code, told) = verify(&[], &run);
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("the certificate is about another board"),
        "{told}"
    );
    exchange();
    assert_eq!(verify(&[], &run).0, Some(0));
    // In one certificate, the last vertex of a part is replaced by another one.
    let file = files.last().expect("a file");
    let text = fs::read_to_string(file).expect("text");
    let place = text.rfind("\"vertices\":[").expect("parts") + 12;
    let changed = format!("{}9{}", &text[..place], &text[place..]);
    fs::write(file, changed).expect("written");
    let (code, told) = verify(&[], &run);
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("WRONG: certificate: statement") && told.contains("part"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_finishes_the_generation_and_can_be_resumed() {
    let dir = tempfile::tempdir().expect("a folder");
    let (whole, stopped) = (dir.path().join("whole"), dir.path().join("stopped"));
    let more = ["--set", "search.generations=60"];
    assert!(search(&whole, &more).status().expect("runs").success());
    let interrupted = (0..10).any(|_| {
        let _ = fs::remove_dir_all(&stopped);
        interrupt(search(&stopped, &more), &stopped) == Some(3)
    });
    assert!(interrupted, "the search ended ten times before the signal");
    let manifest = fs::read_to_string(stopped.join("manifest.json")).expect("manifest");
    assert!(manifest.contains("\"stopped\"") && manifest.contains("interrupted"));
    assert!(resume(&stopped).status().expect("runs").success());
    assert_same(&whole, &stopped);
}

/// Interrupts a search once it has written three generations. Returns its exit code: 3, or 0 if it
/// ended before the signal.
#[cfg(unix)]
fn interrupt(mut search: Command, run: &Path) -> Option<i32> {
    let mut child = search.spawn().expect("starts");
    while fs::read_to_string(run.join("progress.csv")).map_or(0, |t| t.lines().count()) < 4 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let kill = Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status()
        .expect("kill");
    assert!(kill.success());
    let code = child.wait().expect("ends").code();
    assert!(matches!(code, Some(0 | 3)), "{code:?}");
    code
}
