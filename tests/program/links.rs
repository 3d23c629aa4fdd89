//! Folders of the program with links, pipes and second names in them, as another person could send
//! them. No command follows a link out of the folder, and none waits for a pipe.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::folders;
use crate::process;

/// The time after which a command counts as waiting for a pipe.
const LONG: Duration = Duration::from_secs(60);

/// Files and folders that the run of the test does not have, and that a run may have.
const MORE: [&str; 7] = [
    "certificates/order-3.json",
    "collection.csv",
    "cluster.json",
    "set-aside.jsonl",
    "report.html",
    ".unfinished-1",
    "checkpoint/.unfinished-1",
];

fn boil(args: &[&str]) -> Output {
    let mut child = process::command()
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > LONG {
            child.kill().unwrap();
            panic!("{args:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A search of four generations into `run`.
fn search(run: &Path) {
    let config = format!("{}/configs/smoke.toml", env!("CARGO_MANIFEST_DIR"));
    let set = "search.generations=4";
    let done = boil(&["search", &config, "--out", path(run), "--set", set]);
    assert!(done.status.success(), "{}", text(&done.stderr));
}

/// The bytes of all files below a folder.
fn bytes(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = folders::files(dir).into_iter();
    files
        .map(|file| (file.clone(), fs::read(file).unwrap()))
        .collect()
}

/// The thing that takes the place of a file or a folder.
#[derive(Clone, Copy, Debug)]
enum Replacement {
    /// A link to the file or folder itself, which lies outside now.
    Link,
    LinkToFolder,
    Pipe,
}

impl Replacement {
    const ALL: [Replacement; 3] = [
        Replacement::Link,
        Replacement::LinkToFolder,
        Replacement::Pipe,
    ];

    /// Moves a file or folder to `outside`, and puts this in its place. A file that does not exist
    /// is made first.
    fn take(self, file: &Path, outside: &Path) {
        let kept = outside.join("kept");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        match file.exists() {
            true => fs::rename(file, &kept).unwrap(),
            false => fs::write(&kept, "{\"kept\": \"outside\"}\n").unwrap(),
        }
        match self {
            Replacement::Link => symlink(&kept, file).unwrap(),
            Replacement::LinkToFolder => symlink(outside, file).unwrap(),
            Replacement::Pipe => {
                let made = Command::new("mkfifo").arg(file).status().unwrap();
                assert!(made.success());
            }
        }
    }
}

/// Each name with each replacement, numbered.
fn cases<T: Copy>(
    names: impl IntoIterator<Item = T>,
) -> impl Iterator<Item = (usize, (T, Replacement))> {
    let names = names.into_iter();
    let each = names.flat_map(|name| Replacement::ALL.map(|kind| (name, kind)));
    each.enumerate()
}

fn refuses(output: &Output) -> bool {
    let message = text(&output.stderr);
    output.status.code() == Some(2)
        && (message.contains("is a symbolic link")
            || message.contains("expected a fil")
            || message.contains("expected a folder"))
}

#[test]
fn no_command_follows_a_link_in_a_run_folder_or_waits_for_a_pipe() {
    let place = tempfile::tempdir().unwrap();
    let sound = place.path().join("sound");
    search(&sound);
    let report = boil(&["report", path(&sound)]);
    assert!(report.status.success(), "{}", text(&report.stderr));
    let files = folders::files(&sound).into_iter();
    // Of the pictures one is enough.
    let mut pictures = 0;
    let mut names: Vec<String> = files
        .map(|file| path(file.strip_prefix(&sound).unwrap()).to_string())
        .filter(|name| {
            pictures += usize::from(name.starts_with("plots/"));
            !name.starts_with("plots/") || pictures == 1
        })
        .collect();
    names.extend(["checkpoint", "plots", "certificates"].map(str::to_string));
    names.extend(MORE.map(str::to_string));
    assert!(
        names.len() > 20 && names.contains(&".lock".to_string()),
        "{names:?}"
    );
    let whole = bytes(&sound);
    for (number, (name, kind)) in cases(&names) {
        let case = place.path().join(format!("case-{number}"));
        let (run, outside) = (case.join("cmp/seed-1"), case.join("outside"));
        folders::copy(&sound, &run);
        fs::create_dir(&outside).unwrap();
        kind.take(&run.join(name), &outside);
        let before = bytes(&outside);
        let start = format!("boards.start_from={:?}", [path(&run)]);
        let config = format!("{}/configs/smoke.toml", env!("CARGO_MANIFEST_DIR"));
        let compared = path(&case.join("cmp")).to_string();
        let four = "search.generations=4";
        for args in [
            &["resume", path(&run), "--set", "search.generations=6"][..],
            &["report", path(&run)],
            &["report", path(&sound), path(&run)],
            &["records", "verify", path(&run)],
            &["check", &config, "--set", &start],
            &["search", &config, "--out", path(&run)],
            &[
                "search", &config, "--seeds", "1,2", "--out", &compared, "--set", four,
            ],
        ] {
            let output = boil(args);
            let message = text(&output.stderr);
            let told = format!("{name} {kind:?} {args:?}: {message}");
            let is_refused = refuses(&output) || message.contains("already holds a run");
            assert!(is_refused, "{told}");
            assert!(!text(&output.stdout).contains("outside"), "{told}");
            assert_eq!(bytes(&outside), before, "{told}");
        }
        // A file that the user names, but in a folder of another person.
        let named = run.join(name);
        for args in [
            &["certificate", "check", path(&named)][..],
            &["check", path(&named)],
            &["scan", path(&named)],
        ] {
            let output = boil(args);
            let told = text(&output.stdout) + &text(&output.stderr);
            let is_refused = told.contains("is a symbolic link") || told.contains("expected a fil");
            assert!(
                is_refused && !told.contains("outside"),
                "{name} {kind:?} {args:?}: {told}"
            );
            assert!(!output.status.success());
        }
        fs::remove_dir_all(&case).unwrap();
    }
    assert_eq!(bytes(&sound).len(), whole.len());
}

#[test]
fn a_run_of_a_comparison_is_no_link() {
    let place = tempfile::tempdir().unwrap();
    let (mine, compared) = (place.path().join("mine"), place.path().join("cmp"));
    search(&mine);
    fs::create_dir(&compared).unwrap();
    symlink(&mine, compared.join("seed-1")).unwrap();
    let before = bytes(&mine);
    let config = format!("{}/configs/smoke.toml", env!("CARGO_MANIFEST_DIR"));
    let args = [
        "search",
        &config,
        "--seeds",
        "1,2",
        "--out",
        path(&compared),
    ];
    let output = boil(&[&args[..], &["--set", "search.generations=6"]].concat());
    assert!(refuses(&output), "{}", text(&output.stderr));
    assert_eq!(bytes(&mine), before);
}

#[test]
fn the_folder_itself_may_be_a_link() {
    let place = tempfile::tempdir().unwrap();
    let (run, link) = (place.path().join("a"), place.path().join("link"));
    search(&run);
    symlink(&run, &link).unwrap();
    for args in [
        &["resume", path(&link), "--set", "search.generations=6"][..],
        &["report", path(&link)],
        &["records", "verify", path(&link)],
    ] {
        let output = boil(args);
        assert!(
            output.status.success(),
            "{args:?}: {}",
            text(&output.stderr)
        );
    }
}

/// A folder in an archive may have files with a second name elsewhere, and so has a copy that was
/// made by `cp -al`. A search writes to its logs; the other name keeps its bytes.
#[test]
fn a_second_name_of_a_file_keeps_its_bytes() {
    let place = tempfile::tempdir().unwrap();
    let (run, twin) = (place.path().join("a"), place.path().join("twin"));
    search(&run);
    folders::copy(&run, &place.path().join("b"));
    for file in folders::files(&run) {
        let other = twin.join(file.strip_prefix(&run).unwrap());
        fs::create_dir_all(other.parent().unwrap()).unwrap();
        fs::hard_link(file, other).unwrap();
    }
    let before = bytes(&twin);
    for name in ["a", "b"] {
        let run = place.path().join(name);
        let output = boil(&["resume", path(&run), "--set", "search.generations=8"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert_eq!(bytes(&twin), before);
    for log in ["progress.csv", "records.jsonl", "events.jsonl", "seen.bin"] {
        let read = |run: &str| fs::read(place.path().join(run).join(log)).unwrap();
        assert_eq!(read("a"), read("b"), "{log}");
    }
}

#[test]
fn the_config_of_a_run_names_no_files() {
    let place = tempfile::tempdir().unwrap();
    let (run, secret) = (place.path().join("a"), place.path().join("secret"));
    search(&run);
    fs::write(&secret, "top secret\n").unwrap();
    let config = run.join("config.toml");
    let files = format!("start_from = [{:?}]", path(&secret));
    let changed = fs::read_to_string(&config)
        .unwrap()
        .replace("start_from = []", &files);
    assert!(changed.contains("secret"));
    fs::write(&config, changed).unwrap();
    for args in [
        ["report", path(&run)].as_slice(),
        &["records", "verify", path(&run)],
    ] {
        let output = boil(args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(
            message.contains("names no files") && !message.contains("top"),
            "{message}"
        );
    }
}

#[test]
fn no_command_follows_a_link_in_the_place_of_a_book() {
    let place = tempfile::tempdir().unwrap();
    let sound = place.path().join("sound");
    search(&sound.join("a"));
    for (number, (suffix, kind)) in cases(["", "-wal", "-shm", "-journal"]) {
        let case = place.path().join(format!("case-{number}"));
        let (runs, outside) = (case.join("runs"), case.join("outside"));
        folders::copy(&sound, &runs);
        fs::create_dir(&outside).unwrap();
        let book = runs.join("records.db");
        kind.take(&runs.join(format!("records.db{suffix}")), &outside);
        let before = bytes(&outside);
        let own = path(&book);
        let mine = place.path().join(format!("mine-{number}.db"));
        fs::copy(sound.join("records.db"), &mine).unwrap();
        let start = format!("boards.start_from={:?}", [own]);
        let config = format!("{}/configs/smoke.toml", env!("CARGO_MANIFEST_DIR"));
        let run = runs.join("a");
        for args in [
            &["records", "--book", own, "list"][..],
            &["records", "--book", own, "show", "1"],
            &["records", "--book", own, "export", "--format", "csv"],
            &["records", "--book", own, "verify"],
            &["records", "--book", own, "merge", path(&mine)],
            &["records", "--book", path(&mine), "merge", own],
            &["check", &config, "--set", &start],
            &["report", path(&run)],
            &["resume", path(&run), "--set", "search.generations=6"],
        ] {
            let output = boil(args);
            let told = format!("{suffix} {kind:?} {args:?}: {}", text(&output.stderr));
            // A path that leads to a folder is one of a run.
            assert!(
                refuses(&output) || told.contains("is not a run folder"),
                "{told}"
            );
            assert_eq!(bytes(&outside), before, "{told}");
        }
        fs::remove_dir_all(&case).unwrap();
    }
}

#[test]
fn no_command_follows_a_link_in_the_folder_of_an_atlas() {
    let place = tempfile::tempdir().unwrap();
    let sound = place.path().join("sound");
    let atlas = |dir: &Path| {
        let book = dir.with_extension("db");
        let question = ["atlas", "--order", "4", "--class", "tree"];
        boil(&[&question[..], &["--dir", path(dir), "--book", path(&book)]].concat())
    };
    let made = atlas(&sound);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let mut names: Vec<String> = folders::files(&sound)
        .iter()
        .map(|file| path(file.strip_prefix(&sound).unwrap()).to_string())
        .collect();
    let table = names
        .iter()
        .find(|name| name.ends_with(".json"))
        .unwrap()
        .clone();
    let chunks = table.replace(".json", ".chunks");
    names.extend([chunks.clone(), format!("{chunks}/00000.json")]);
    for (number, (name, kind)) in cases(&names) {
        let case = place.path().join(format!("case-{number}"));
        let (dir, outside) = (case.join("atlas"), case.join("outside"));
        folders::copy(&sound, &dir);
        fs::create_dir(&outside).unwrap();
        if name.contains(".chunks") {
            // A table that exists is not made again.
            fs::remove_file(dir.join(&table)).unwrap();
        }
        kind.take(&dir.join(name), &outside);
        let before = bytes(&outside);
        let output = atlas(&dir);
        let told = format!("{name} {kind:?}: {}", text(&output.stderr));
        assert!(
            refuses(&output) || told.contains("is a symbolic link"),
            "{told}"
        );
        assert_eq!(bytes(&outside), before, "{told}");
    }
}
