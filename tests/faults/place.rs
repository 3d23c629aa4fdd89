//! A folder with a run and a record book, and operations on them.

use crate::folders;
use crate::sample::{FILES, on_all_cores};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

/// The kinds of faults; `shim.c` describes them.
pub const KINDS: [&str; 6] = ["enospc", "eio", "once", "short", "kill", "torn"];

const CONFIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/configs/smoke.toml");

/// The searches that are disturbed, by their names: each method, and parts of the search that write
/// other files or keep another state. Each is `smoke.toml` with these settings.
const SEARCHES: [(&str, &[&str]); 8] = [
    ("evolve", &[COLLECT]),
    ("random", &[COLLECT, "search.method=random"]),
    ("climb", &[COLLECT, "search.method=climb"]),
    ("lookahead", &[COLLECT, "search.method=lookahead"]),
    ("anneal", &[COLLECT, "search.method=anneal"]),
    (
        "counted orders, terms, restarts",
        &[
            COLLECT,
            "search.count=200",
            "search.stagnation=3",
            "islands.breeding=[\"edges\", \"terms\"]",
        ],
    ),
    (
        "a front",
        &["objective.maximize={any = [\"temperature\", \"-degree\"]}"],
    ),
    (
        "walks, the smallest board",
        &[
            "boards.class=connected",
            "objective.maximize=",
            "objective.find=order >= 7 and girth >= 5 and min_degree >= 2",
        ],
    ),
];
const COLLECT: &str = "objective.collect=temperature - degree";

/// The files beside [`FILES`] that a run has by its search.
const MORE_FILES: [&str; 2] = ["counted.jsonl", "front.jsonl"];

/// The user and the group without rights.
const NOBODY: u32 = 65534;

/// How a search with a fault ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ended {
    /// It was killed at the call.
    Killed,
    /// With exit code 2 and one message.
    WithMessage,
    /// With exit code 0, though a call failed.
    Unharmed,
    /// With exit code 0 before the call: the fault proves nothing.
    NotMet,
}

/// The state that a kill met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kill {
    /// A process that writes a run.
    Met,
    /// A process that has not made its run folder: the kill proves nothing.
    TooEarly,
    /// A process that has ended: the kill proves nothing.
    TooLate,
}

/// The library that makes file operations fail.
pub struct Shim {
    library: PathBuf,
    _folder: tempfile::TempDir,
}

impl Shim {
    /// Compiles the library with the C compiler that the program's build needs anyway.
    pub fn build() -> Shim {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("shim.so");
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/shim.c");
        let status = Command::new(&compiler)
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(&library)
            .args([source, "-ldl"])
            .status();
        let status = status.unwrap_or_else(|e| panic!("a C compiler is needed, `{compiler}`: {e}"));
        assert!(status.success(), "shim.c does not compile");
        Shim {
            library,
            _folder: folder,
        }
    }
}

/// An undisturbed run of a search.
pub struct Truth {
    /// The name of the search.
    pub name: &'static str,
    /// The number of file operations that change files.
    pub calls: usize,
    pub time: Duration,
    /// The files of the run; `None` if there is no such file.
    files: BTreeMap<&'static str, Option<Vec<u8>>>,
    book: Vec<String>,
    /// A folder with the record book of an earlier run.
    earlier: Place,
    /// The records of that book.
    acknowledged: Vec<String>,
}

/// The undisturbed run of each search.
pub static TRUTHS: LazyLock<Vec<Truth>> = LazyLock::new(|| {
    let shim = Shim::build();
    let truths = Mutex::new(Vec::new());
    on_all_cores(&SEARCHES, |search| {
        let truth = Truth::of(search, &shim);
        truths.lock().unwrap().push(truth);
    });
    let mut truths = truths.into_inner().unwrap();
    truths.sort_by_key(|truth| SEARCHES.iter().position(|(name, _)| *name == truth.name));
    truths
});

impl Truth {
    fn of(&(name, settings): &(&'static str, &'static [&'static str]), shim: &Shim) -> Truth {
        let folder = tempfile::tempdir().unwrap();
        let earlier = Place { folder, settings };
        let mut search = earlier.search_named("earlier", "2");
        search.args(["--set", "search.generations=2"]);
        Place::succeed(&mut search, name);
        let acknowledged = earlier.records(name);
        assert!(!acknowledged.is_empty(), "{name}: no earlier record");
        let place = earlier.copy();
        let start = Instant::now();
        let calls = place.count(shim);
        let time = start.elapsed();
        let files: BTreeMap<_, _> = FILES
            .into_iter()
            .chain(MORE_FILES)
            .map(|file| (file, place.file(file)))
            .collect();
        let collects = settings.contains(&COLLECT);
        for file in FILES {
            let is_expected = collects || file != "collection.csv";
            assert_eq!(files[file].is_some(), is_expected, "{name}: {file}");
        }
        Truth {
            name,
            calls,
            time,
            files,
            book: place.records(name),
            earlier,
            acknowledged,
        }
    }

    /// A folder with the records of the earlier run.
    pub fn place(&self) -> Place {
        self.earlier.copy()
    }
}

/// A folder in which a search runs with these settings.
pub struct Place {
    folder: tempfile::TempDir,
    settings: &'static [&'static str],
}

impl Place {
    pub fn new() -> Place {
        Place {
            folder: tempfile::tempdir().unwrap(),
            settings: SEARCHES[0].1,
        }
    }

    fn copy(&self) -> Place {
        let folder = tempfile::tempdir().unwrap();
        folders::copy(self.folder.path(), folder.path());
        Place { folder, ..*self }
    }

    /// The folder, with symbolic links resolved.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn run(&self) -> PathBuf {
        self.folder.path().join("run")
    }

    fn book(&self) -> PathBuf {
        self.folder.path().join("records.db")
    }

    /// A search of a fraction of a second with checkpoints and migrations.
    fn search(&self) -> Command {
        self.search_named("run", "1")
    }

    fn search_named(&self, name: &str, seed: &str) -> Command {
        let mut command = boil();
        command
            .arg("search")
            .arg(CONFIG)
            .arg("--out")
            .arg(self.folder.path().join(name))
            .args(["--threads", "1", "--seed", seed])
            .args(["--set", "name=faults"])
            .args(["--set", "search.generations=12"])
            .args(["--set", "search.checkpoint_every=3"])
            .stdin(Stdio::null());
        for setting in self.settings {
            command.args(["--set", setting]);
        }
        command
    }

    fn output(command: &mut Command) -> Output {
        let output = command.output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!err.contains("panicked"), "{err}");
        output
    }

    fn succeed(command: &mut Command, what: &str) -> String {
        let output = Place::output(command);
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{what}: {} {err}", output.status);
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs undisturbed; returns the number of file operations that change files.
    fn count(&self, shim: &Shim) -> usize {
        let counter = tempfile::NamedTempFile::new().unwrap();
        let mut search = self.search();
        search
            .env("LD_PRELOAD", &shim.library)
            .env("FAULT_UNDER", self.real_folder())
            .env("FAULT_AT", "0")
            .env("FAULT_COUNT", counter.path());
        Place::succeed(&mut search, "unbroken");
        fs::read_to_string(counter.path())
            .unwrap()
            .trim()
            .parse()
            .unwrap()
    }

    fn real_folder(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    /// A file of the run; `None` if there is none.
    fn file(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.run().join(name)).ok()
    }

    /// Runs until the fault; returns how the program ended.
    pub fn search_with_fault(&self, shim: &Shim, kind: &str, at: usize, what: &str) -> Ended {
        let mark = tempfile::tempdir().unwrap();
        let met = mark.path().join("met");
        let mut search = self.search();
        search
            .env("LD_PRELOAD", &shim.library)
            .env("FAULT_UNDER", self.real_folder())
            .env("FAULT_AT", at.to_string())
            .env("FAULT_KIND", kind)
            .env("FAULT_MET", &met);
        let output = Place::output(&mut search);
        let err = String::from_utf8_lossy(&output.stderr);
        let kills = ["kill", "torn"].contains(&kind);
        match (met.exists(), output.status.code()) {
            (true, None) if kills => Ended::Killed,
            (true, Some(0)) if !kills => Ended::Unharmed,
            (true, Some(2)) if !kills => {
                assert_eq!(err.matches("error: ").count(), 1, "{what}: {err}");
                Ended::WithMessage
            }
            (false, Some(0)) => Ended::NotMet,
            (met, code) => panic!("{what}: fault met: {met}, exit code {code:?}: {err}"),
        }
    }

    /// Searches as a user who may not write everywhere: root becomes `nobody`. That user has a copy
    /// of the program and of the config, since the originals may be in a folder of root's.
    pub fn search_without_rights(&self, is_root: bool) -> (Option<i32>, String) {
        let mut search = self.search();
        if !is_root {
            return Place::ended(&mut search);
        }
        let tools = tempfile::tempdir().unwrap();
        let all = fs::Permissions::from_mode(0o755);
        fs::set_permissions(tools.path(), all).unwrap();
        let [program, config] = ["boil", "smoke.toml"].map(|name| tools.path().join(name));
        fs::copy(env!("CARGO_BIN_EXE_boil"), &program).unwrap();
        fs::copy(CONFIG, &config).unwrap();
        let copied = |argument: &std::ffi::OsStr| match argument == CONFIG {
            true => config.clone().into_os_string(),
            false => argument.to_os_string(),
        };
        let mut command = Command::new(program);
        command.args(search.get_args().map(copied));
        command.uid(NOBODY).gid(NOBODY).current_dir("/");
        Place::ended(command.stdin(Stdio::null()))
    }

    fn ended(command: &mut Command) -> (Option<i32>, String) {
        let output = Place::output(command);
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), err)
    }

    /// Runs or resumes, and kills the program after a while. A finished run has nothing to kill:
    /// then it is removed, and a new one begins.
    pub fn kill_after(&self, after: Duration) -> Kill {
        if self.is_finished() {
            fs::remove_dir_all(self.run()).unwrap();
        }
        let resumed = self.has_run();
        let mut command = if resumed {
            self.resume()
        } else {
            self.search()
        };
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(after);
        let _ = child.kill();
        match child.wait().unwrap().code() {
            None if resumed || self.run().exists() => Kill::Met,
            None => Kill::TooEarly,
            Some(0) => Kill::TooLate,
            Some(code) => panic!("exit code {code} before the kill"),
        }
    }

    fn resume(&self) -> Command {
        let mut command = boil();
        command.arg("resume").arg(self.run()).stdin(Stdio::null());
        command
    }

    /// Whether the run has ended.
    fn is_finished(&self) -> bool {
        let manifest = fs::read_to_string(self.run().join("manifest.json"));
        manifest.is_ok_and(|text| text.contains("\"finished\""))
    }

    /// Whether the folder is a run: it has a manifest, which is written last.
    fn has_run(&self) -> bool {
        self.run().join("manifest.json").exists()
    }

    /// Checks that no file under its final name is half-written.
    pub fn assert_whole_files(&self, what: &str) {
        if let Some(manifest) = self.file("manifest.json") {
            let read: Result<Json, _> = serde_json::from_slice(&manifest);
            assert!(read.is_ok(), "{what}: a half-written manifest");
        }
        if let Some(config) = self.file("config.toml") {
            let text = String::from_utf8(config).unwrap();
            let ends = toml::from_str::<toml::Table>(&text).is_ok() && text.ends_with('\n');
            assert!(ends, "{what}: a half-written config");
        }
        for file in ["archive.jsonl", "front.jsonl"] {
            let text = self.file(file).unwrap_or_default();
            for line in String::from_utf8(text).unwrap().split_inclusive('\n') {
                let whole = line.ends_with('\n') && serde_json::from_str::<Json>(line).is_ok();
                assert!(whole, "{what}: a half-written {file}");
            }
        }
    }

    /// Checks that the book opens and contains the acknowledged records of the earlier run, or
    /// better ones.
    pub fn assert_book_opens(&self, truth: &Truth, what: &str) {
        let now = best(&self.records(what));
        for (key, fitness) in best(&truth.acknowledged) {
            let there = now.get(&key).copied().unwrap_or(f64::MIN);
            assert!(there >= fitness, "{what}: the book has lost {key}");
        }
    }

    /// The records of the book, without the fields that depend on time and order of entry.
    fn records(&self, what: &str) -> Vec<String> {
        let mut list = boil();
        list.args(["records", "list", "--json", "--book"])
            .arg(self.book());
        let told = Place::succeed(&mut list, what);
        let mut records: Vec<String> = told
            .lines()
            .map(|line| {
                let mut json: Json = serde_json::from_str(line).unwrap();
                for key in ["id", "found_at"] {
                    json[key] = Json::Null;
                }
                json.to_string()
            })
            .collect();
        records.sort();
        records
    }

    /// Resumes the run as a user would, without faults.
    pub fn bring_to_the_end(&self, what: &str) {
        let mut command = match self.has_run() {
            true => self.resume(),
            false => self.search(),
        };
        Place::succeed(&mut command, what);
    }

    pub fn assert_same(&self, truth: &Truth, what: &str) {
        for (name, bytes) in &truth.files {
            assert!(self.file(name) == *bytes, "{what}: {name} is another");
        }
        let left: Vec<String> = unfinished(&self.run());
        assert!(left.is_empty(), "{what}: left behind {left:?}");
        assert_eq!(
            self.records(what),
            truth.book,
            "{what}: another record book"
        );
    }
}

fn boil() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boil"));
    folders::without_settings(&mut command);
    command
}

/// The best fitness of each order and objective.
fn best(records: &[String]) -> BTreeMap<String, f64> {
    let mut best = BTreeMap::new();
    for record in records {
        let json: Json = serde_json::from_str(record).unwrap();
        let key = format!("{} {}", json["order"], json["objective"]);
        let old = best.entry(key).or_insert(f64::MIN);
        *old = f64::max(*old, fitness(&json));
    }
    best
}

/// A fitness as an approximate number.
fn fitness(record: &Json) -> f64 {
    let text = record["fitness"][0].as_str().unwrap();
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
}

/// Temporary files that were not renamed to their final names.
fn unfinished(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap());
    let mut found = Vec::new();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            found.extend(unfinished(&entry.path()));
        } else if name.starts_with(".unfinished") {
            found.push(name);
        }
    }
    found
}
