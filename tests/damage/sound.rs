//! The undamaged files: a run that stopped half-way, a record book, and files that users write.

use crate::limits::boil;
use crate::readers::{self, Reader, Results};
use crate::sample::FILES;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// A config that uses every file of a run.
pub const CONFIG: &str = r#"
name = "damaged"
[game]
ruleset = "snort"
[boards]
class = "connected"
order = [2, 7]
max_kinds = 6
[objective]
collect = "temperature - degree"
maximize = ["temperature", "-order"]
[search]
count = 0
generations = 9
population = 10
islands = 2
stagnation = 3
migration_every = 2
checkpoint_every = 4
"#;

/// The number of generations of the uninterrupted run.
pub const GENERATIONS: &str = "search.generations=14";

/// Sound files, and what each reader makes of them.
pub struct Sound {
    folder: TempDir,
    results: Mutex<BTreeMap<Reader, Arc<Results>>>,
}

impl Sound {
    pub fn new() -> Sound {
        let folder = tempfile::tempdir().unwrap();
        let sound = Sound {
            folder,
            results: Mutex::default(),
        };
        let top = sound.top();
        fs::write(top.join("config.toml"), CONFIG).unwrap();
        fs::write(top.join("boards.g6"), "DQc\nBw\n0-1,1-2:L.R\nstar(4)\n").unwrap();
        let list = "[boards]\nstart_from = [\"boards.txt\"]\n";
        fs::write(
            top.join("starting.toml"),
            CONFIG.replace("[boards]\n", list),
        )
        .unwrap();
        fs::write(top.join("boards.txt"), "# trees\nstar(4)\npath(5)\n").unwrap();
        let families =
            "[families]\n\"brush(a)\" = \"tree(a*leaf)\"\n\"twins(a)\" = \"chain(2*brush(a))\"\n";
        fs::write(top.join("families.toml"), families).unwrap();
        done(
            boil()
                .args(["certificate", "write", "caterpillar(3,3,3)", "-o"])
                .arg(top.join("proof.json")),
        );
        let search = |out: &str, more: &[&str]| {
            let mut command = boil();
            command
                .arg("search")
                .arg(top.join("config.toml"))
                .arg("--out")
                .arg(top.join(out));
            done(command.args(more));
        };
        search("runs/a", &[]);
        search("whole/a", &["--set", GENERATIONS]);
        sound
    }

    /// The folder that contains them all.
    pub fn top(&self) -> &Path {
        self.folder.path()
    }

    /// A copy of all files except the uninterrupted run.
    pub fn copy(&self) -> TempDir {
        let copy = tempfile::tempdir().unwrap();
        copy_files(self.top(), copy.path());
        copy_files(&self.top().join("runs"), &copy.path().join("runs"));
        let (run, to) = (self.top().join("runs/a"), copy.path().join("runs/a"));
        copy_files(&run, &to);
        copy_files(&run.join("checkpoint"), &to.join("checkpoint"));
        fs::create_dir(to.join("plots")).unwrap();
        copy
    }

    /// The results of a reader with the undamaged files.
    pub fn results(&self, reader: Reader) -> Arc<Results> {
        if let Some(known) = self.results.lock().unwrap().get(&reader) {
            return known.clone();
        }
        let copy = self.copy();
        let ended = readers::read(reader, copy.path()).unwrap();
        let made = Arc::new(readers::results(reader, copy.path(), &ended));
        self.results.lock().unwrap().insert(reader, made.clone());
        made
    }

    /// The first file in which a run differs from the uninterrupted one, or which it lacks.
    pub fn differs(&self, run: &Path) -> Option<&'static str> {
        let whole = self.top().join("whole/a");
        let same = |name: &str| {
            let expected = fs::read(whole.join(name)).unwrap();
            fs::read(run.join(name)).is_ok_and(|found| found == expected)
        };
        FILES.into_iter().find(|name| !same(name))
    }

    /// The file of the newest checkpoint of the run.
    pub fn newest_checkpoint(&self) -> PathBuf {
        let folder = "runs/a/checkpoint";
        let entries = fs::read_dir(self.top().join(folder)).unwrap();
        let newest = entries.map(|e| e.unwrap().file_name()).max().unwrap();
        Path::new(folder).join(newest)
    }
}

fn copy_files(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }
}

fn done(command: &mut Command) {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.unwrap().success(), "{command:?}");
}
