//! The output of a search on a terminal: the line, and with `--watch` the whole screen. The tests
//! run it in a pseudo-terminal and read the screen.

use crate::process::boil;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, tcgetattr};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

/// The output of a program, and the screen that it makes.
struct Seen {
    screen: vt100::Parser,
    bytes: Vec<u8>,
}

fn size(n: u16) -> NonZero<u16> {
    NonZero::new(n).unwrap()
}

/// A program in a terminal.
struct Session {
    /// `None` once it was closed.
    pty: Option<Arc<Pty>>,
    child: Child,
    seen: Arc<Mutex<Seen>>,
    reader: Option<JoinHandle<()>>,
    over: Arc<AtomicBool>,
}

/// Reads the output of a program until either end closes the terminal.
fn read(from: &Pty, to: &Mutex<Seen>, end: &AtomicBool) {
    let mut buffer = [0; 4096];
    let patience = Timespec {
        tv_sec: 0,
        tv_nsec: 50_000_000,
    };
    while !end.load(Ordering::Relaxed) {
        let ready = poll(&mut [PollFd::new(from, PollFlags::IN)], Some(&patience));
        if matches!(ready, Ok(0) | Err(Errno::INTR)) {
            continue;
        }
        let mut from = from;
        let Ok(n @ 1..) = from.read(&mut buffer) else {
            return;
        };
        let mut seen = to.lock().unwrap();
        seen.screen.process(&buffer[..n]);
        seen.bytes.extend_from_slice(&buffer[..n]);
    }
}

impl Session {
    fn new((rows, columns): (u16, u16), args: &[&str], environment: &[(&str, &str)]) -> Session {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(rows, columns)).unwrap();
        let pty = Arc::new(pty);
        let command = Command::new(env!("CARGO_BIN_EXE_boil"))
            .args(args)
            .env_remove("NO_COLOR")
            .env("TERM", "xterm-256color")
            .envs(environment.iter().copied());
        let child = command.spawn(pts).unwrap();
        let seen = Arc::new(Mutex::new(Seen {
            screen: vt100::Parser::new(size(rows), size(columns), 0),
            bytes: Vec::new(),
        }));
        let over = Arc::new(AtomicBool::new(false));
        let (from, to, end) = (pty.clone(), seen.clone(), over.clone());
        let reader = std::thread::spawn(move || read(&from, &to, &end));
        Session {
            pty: Some(pty),
            child,
            seen,
            reader: Some(reader),
            over,
        }
    }

    fn pty(&self) -> &Pty {
        self.pty.as_ref().unwrap()
    }

    /// Closes the terminal, as a user closes a window.
    fn hang_up(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.reader.take().unwrap().join().unwrap();
        self.pty = None;
    }

    fn screen(&self) -> String {
        self.seen.lock().unwrap().screen.screen().contents()
    }

    /// Waits until the screen satisfies a condition, and returns it.
    fn wait(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            let patience = Duration::from_secs(60);
            assert!(began.elapsed() < patience, "no {what}:\n{screen}");
            sleep(Duration::from_millis(20));
        }
    }

    fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    fn press(&self, keys: &str) {
        let mut pty = self.pty();
        pty.write_all(keys.as_bytes()).unwrap();
    }

    fn resize(&self, rows: u16, columns: u16) {
        let mut seen = self.seen.lock().unwrap();
        seen.screen.screen_mut().set_size(size(rows), size(columns));
        self.pty().resize(Size::new(rows, columns)).unwrap();
    }

    /// Whether the terminal is in the mode that a shell expects.
    fn is_restored(&self) -> bool {
        let modes = tcgetattr(self.pty()).unwrap().local_modes;
        let seen = self.seen.lock().unwrap();
        let screen = seen.screen.screen();
        modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
            && !screen.alternate_screen()
            && !screen.hide_cursor()
    }

    fn code(&mut self) -> i32 {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().expect("no signal ended it");
            }
            assert!(began.elapsed() < Duration::from_secs(60), "it does not end");
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The arguments of a search that runs until it is stopped.
fn endless<'a>(config: &'a str, out: &'a str) -> Vec<&'a str> {
    let mut args = vec!["search", config, "--out", out, "--threads", "1"];
    for set in [
        "search.generations=1000000",
        "search.population=20",
        "search.islands=2",
        "boards.order=[2,16]",
        "budget.seconds=0",
    ] {
        args.extend(["--set", set]);
    }
    args
}

fn config() -> String {
    format!("{}/configs/snort-trees.toml", env!("CARGO_MANIFEST_DIR"))
}

fn checkpoints(run: &Path) -> usize {
    std::fs::read_dir(run.join("checkpoint")).unwrap().count()
}

/// The best board on the screen.
fn best(screen: &str) -> Option<&str> {
    let line = screen.lines().find(|l| l.starts_with("best "))?;
    line.split_whitespace().nth(2)
}

#[test]
fn a_search_is_watched_and_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let (run, config) = (dir.path().join("run"), config());
    let out = run.display().to_string();
    let mut args = endless(&config, &out);
    args.push("--watch");
    let mut session = Session::new((30, 100), &args, &[]);
    let screen = session.wait("best board", |s| best(s).is_some_and(|b| b.len() > 1));
    for text in [
        "snort-trees  snort, tree, order 2 to 16: temperature - degree",
        "q stop",
        "operators",
    ] {
        assert!(screen.contains(text), "{text}:\n{screen}");
    }
    assert!(!session.is_restored());
    session.press("?");
    session.wait_for("finish the generation, write a checkpoint");
    session.press("?");
    session.wait("less help", |s| !s.contains("finish the generation"));
    for (rows, columns) in [(5, 20), (1, 1), (40, 140)] {
        session.resize(rows, columns);
        sleep(Duration::from_millis(300));
    }
    session.wait_for("temperature degree generation board");
    session.press("q");
    assert_eq!(session.code(), 3);
    let screen = session.wait_for("to resume: boil resume");
    assert!(screen.contains("stopped (interrupted) after"), "{screen}");
    assert!(screen.contains("best fitness"), "{screen}");
    assert!(session.is_restored(), "{screen}");
    assert!(checkpoints(&run) > 0);
}

#[test]
fn a_run_is_watched_again_and_ends() {
    let dir = tempfile::tempdir().unwrap();
    let (run, config) = (dir.path().join("run"), config());
    let out = run.display().to_string();
    let mut args = endless(&config, &out);
    args.push("--watch");
    let mut session = Session::new((24, 80), &args, &[("NO_COLOR", "1")]);
    session.wait_for("generation 2");
    // Ctrl-C is a key while the screen is drawn on.
    session.press("\u{3}");
    assert_eq!(session.code(), 3);
    assert!(session.is_restored());
    let bytes = std::mem::take(&mut session.seen.lock().unwrap().bytes);
    let text = String::from_utf8_lossy(&bytes).to_string();
    let coloured = ["\u{1b}[38;", "\u{1b}[36m", "\u{1b}[33m", "\u{1b}[90m"];
    assert!(!coloured.iter().any(|c| text.contains(c)));

    let args = ["resume", &out, "--watch", "--set", "budget.seconds=2"];
    let mut session = Session::new((24, 80), &args, &[]);
    session.wait("records of before", |s| {
        s.contains("of 2 s") || s.contains("finished")
    });
    assert_eq!(session.code(), 0);
    session.wait_for("finished (seconds)");
    assert!(session.is_restored());
}

#[test]
fn a_signal_stops_a_watched_run_as_ctrl_c_does() {
    let dir = tempfile::tempdir().unwrap();
    let (run, config) = (dir.path().join("run"), config());
    let out = run.display().to_string();
    let mut args = endless(&config, &out);
    args.push("--watch");
    let mut session = Session::new((24, 80), &args, &[]);
    session.wait("best board", |s| best(s).is_some());
    kill_process(Pid::from_child(&session.child), Signal::TERM).unwrap();
    assert_eq!(session.code(), 3);
    let screen = session.wait_for("stopped (interrupted)");
    assert!(session.is_restored(), "{screen}");
    assert!(checkpoints(&run) > 0);
}

#[test]
fn a_terminal_that_is_closed_stops_a_watched_run() {
    let dir = tempfile::tempdir().unwrap();
    let (run, config) = (dir.path().join("run"), config());
    let out = run.display().to_string();
    let mut args = endless(&config, &out);
    args.push("--watch");
    let mut session = Session::new((24, 80), &args, &[]);
    session.wait("best board", |s| best(s).is_some());
    session.hang_up();
    session.code();
    let manifest = std::fs::read_to_string(run.join("manifest.json")).unwrap();
    assert!(manifest.contains("\"interrupted\""), "{manifest}");
}

#[test]
fn the_line_shows_the_best_board_and_never_wraps() {
    let dir = tempfile::tempdir().unwrap();
    let (run, config) = (dir.path().join("run"), config());
    let out = run.display().to_string();
    // At 72 columns a rate of five digits fits beside the first letters of the board.
    let mut session = Session::new((10, 72), &endless(&config, &out), &[]);
    let screen = session.wait("board", |s| s.contains('…') && s.contains("boards/s"));
    let lines: Vec<&str> = screen.lines().filter(|l| !l.trim().is_empty()).collect();
    assert_eq!(lines.len(), 1, "{screen}");
    assert!(lines[0].contains("/1000000 generations, best "), "{screen}");
    session.press("\u{3}");
    assert_eq!(session.code(), 3);
    session.wait_for("to resume: boil resume");
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let (run, config) = (dir.path().join("run"), config());
    let out = run.display().to_string();
    let args = ["search", &config, "--out", &out, "--watch"];
    let (code, out, error) = boil(&args);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        error.starts_with("error: --watch needs a terminal"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1, "{error}");
    let several = [&args[..], &["--seeds", "1..3"]].concat();
    let mut session = Session::new((24, 80), &several, &[]);
    assert_eq!(session.code(), 2);
    session.wait_for("error: --watch shows a single run");
    assert!(!run.exists());
}
