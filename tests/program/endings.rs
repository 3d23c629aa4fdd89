//! The end of the program: by a signal, with closed standard streams, and when another process has
//! the same run.

use crate::process;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn boil() -> Command {
    let mut command = process::command();
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// A search that takes minutes unless it is stopped.
fn long_search(run: &Path) -> Command {
    let mut command = boil();
    command
        .args(["search", "configs/smoke.toml", "--threads", "1", "--out"])
        .arg(run);
    command.args([
        "--set",
        "search.generations=1000000",
        "--set",
        "boards.order=[2,12]",
    ]);
    command.args(["--set", "boards.class=connected"]);
    command
}

/// A process that is killed at the end of the test, also if the test fails.
struct Running(Option<Child>);

impl Running {
    fn start(command: &mut Command) -> Running {
        Running(Some(command.spawn().unwrap()))
    }

    fn child(&mut self) -> &mut Child {
        self.0.as_mut().unwrap()
    }

    /// Waits for the end of the process; returns its output.
    fn ended(mut self) -> Output {
        let output = self.0.take().unwrap().wait_with_output().unwrap();
        let err = text(&output.stderr);
        assert!(!err.contains("panicked"), "{err}");
        output
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Waits until the run has written some generations.
fn wait_for_generations(run: &Path, child: &mut Child) {
    let start = Instant::now();
    let rows = || fs::read_to_string(run.join("progress.csv")).map_or(0, |t| t.lines().count());
    while rows() < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "it does not begin"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Checks that the run can be resumed.
fn assert_resumable(run: &Path) {
    let mut resume = boil();
    resume
        .args(["resume"])
        .arg(run)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut resumed = Running::start(&mut resume);
    let child = resumed.child();
    let rows = fs::read_to_string(run.join("progress.csv"))
        .unwrap()
        .lines()
        .count();
    let start = Instant::now();
    while fs::read_to_string(run.join("progress.csv"))
        .unwrap()
        .lines()
        .count()
        <= rows + 1
    {
        assert!(child.try_wait().unwrap().is_none(), "it does not go on");
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "it does not go on"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn asked_to_end_a_search_finishes_its_generation_and_says_how_to_go_on() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path().join("run");
        let mut search = long_search(&run);
        let mut asked = Running::start(search.stdout(Stdio::piped()).stderr(Stdio::piped()));
        wait_for_generations(&run, asked.child());
        kill_process(Pid::from_child(asked.child()), signal).unwrap();
        let output = asked.ended();
        assert_eq!(output.status.code(), Some(3), "{signal:?}");
        let err = text(&output.stderr);
        assert!(err.contains("to resume: boil resume"), "{signal:?}: {err}");
        let manifest = fs::read_to_string(run.join("manifest.json")).unwrap();
        assert!(manifest.contains("\"stopped\""), "{manifest}");
        assert_resumable(&run);
    }
}

/// A second process is refused at once, and the message names the first; the lock file of a killed
/// process is no lock.
#[test]
fn two_processes_at_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut search = long_search(&run);
    let mut running = Running::start(search.stdout(Stdio::null()).stderr(Stdio::null()));
    let first = running.child();
    wait_for_generations(&run, first);
    let output = boil().arg("resume").arg(&run).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let err = text(&output.stderr);
    let holder = format!("being written by process {} on ", first.id());
    assert!(err.contains(&holder), "{err}");
    let output = long_search(&run).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    first.kill().unwrap();
    first.wait().unwrap();
    let lock = fs::read_to_string(run.join(".lock")).unwrap();
    assert!(lock.contains(&first.id().to_string()), "{lock}");
    assert_resumable(&run);
}

/// A pipe that is closed (`| head`) ends a command quietly.
#[test]
fn a_reader_that_goes_away() {
    for args in [
        &[
            "scan", "--class", "tree", "--order", "2..13", "--top", "3000",
        ][..],
        &["family", "star(n)", "--n", "1..3000", "--json"],
        &["list", "invariants"],
    ] {
        let mut command = boil();
        command
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut running = Running::start(&mut command);
        let child = running.child();
        let mut line = String::new();
        let mut reader = BufReader::with_capacity(1, child.stdout.take().unwrap());
        reader.read_line(&mut line).unwrap();
        assert!(!line.is_empty());
        drop(reader);
        let output = running.ended();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(text(&output.stderr), "", "{args:?}");
    }
}

/// Standard error may be closed, full or without a reader: results do not change.
#[test]
fn nobody_listens() {
    let folder = tempfile::tempdir().unwrap();
    let search = |name: &str| {
        let mut search = boil();
        search
            .args(["search", "configs/smoke.toml", "--out"])
            .arg(folder.path().join(name));
        search
    };
    let progress = |name: &str| fs::read(folder.path().join(name).join("progress.csv")).unwrap();
    assert!(search("heard").output().unwrap().status.success());
    // A pipe whose reader has closed it.
    let mut unheard = search("unheard");
    let mut running = Running::start(unheard.stdout(Stdio::piped()).stderr(Stdio::piped()));
    let child = running.child();
    drop(child.stderr.take());
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(progress("unheard") == progress("heard"));
    // A full disk. Linux has this device.
    let full = File::options().write(true).open("/dev/full");
    assert!(full.is_ok() || !cfg!(target_os = "linux"));
    if let Ok(full) = full {
        let full = || Stdio::from(full.try_clone().unwrap());
        let code = search("full")
            .stderr(full())
            .stdout(Stdio::null())
            .status()
            .unwrap()
            .code();
        assert_eq!(code, Some(0));
        assert!(progress("full") == progress("heard"));
        // A result that cannot be written is an error; its message cannot be written, either.
        let told = boil()
            .args(["eval", "star(4)"])
            .stdout(full())
            .stderr(full())
            .status()
            .unwrap();
        assert_eq!(told.code(), Some(2));
        let refused = boil()
            .args(["eval", "nothing"])
            .stderr(full())
            .status()
            .unwrap();
        assert_eq!(refused.code(), Some(2));
    }
    // Standard error is closed from the start.
    let closed = |name: &str| {
        let mut shell = Command::new("sh");
        let run = folder.path().join(name);
        shell.args([
            "-c",
            "exec \"$0\" search configs/smoke.toml --out \"$1\" 2>&- >&- <&-",
        ]);
        shell
            .arg(env!("CARGO_BIN_EXE_boil"))
            .arg(run)
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        shell.status().unwrap().code()
    };
    assert_eq!(closed("closed"), Some(0));
    assert!(progress("closed") == progress("heard"));
}

/// Times are written to files but never used: a wrong clock changes no result.
#[test]
fn clocks_have_no_say() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let search = |name: &str, more: &[&str]| {
        let mut search = boil();
        search
            .args(["search", "configs/smoke.toml", "--out"])
            .arg(at(name))
            .args(more);
        assert!(search.output().unwrap().status.success());
    };
    search("run", &[]);
    search("jumped", &["--set", "search.generations=12"]);
    // Times written under a clock that was set back, or forward by centuries.
    for time in ["1970-01-01T00:00:00Z", "2500-01-01T00:00:00Z"] {
        let file = at("jumped").join("manifest.json");
        let manifest = fs::read_to_string(&file).unwrap();
        let mut json: serde_json::Value = serde_json::from_str(&manifest).unwrap();
        for key in ["started", "ended"] {
            assert!(json[key].is_string(), "{manifest}");
            json[key] = time.into();
        }
        fs::write(&file, serde_json::to_string_pretty(&json).unwrap()).unwrap();
        let output = boil().arg("report").arg(at("jumped")).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let output = boil().args(["resume"]).arg(at("jumped")).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

/// A slow reader of standard output is waited for: nothing hangs.
#[test]
fn a_slow_reader_is_waited_for() {
    let mut command = boil();
    command.args(["list", "invariants"]).stdout(Stdio::piped());
    let mut running = Running::start(&mut command);
    let child = running.child();
    std::thread::sleep(Duration::from_millis(200));
    let mut all = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut all)
        .unwrap();
    assert!(child.wait().unwrap().success());
    assert!(all.ends_with('\n') && all.lines().count() > 20);
}
