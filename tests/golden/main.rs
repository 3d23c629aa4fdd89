//! Golden files: results of the program that must not change unless they are meant to. They are
//! regression guards: the program alone made them, and nothing here says that they are right.
//!
//! `commands.txt` lists the commands. `input/` holds their configs and boards, `kept/` holds what
//! an older program wrote, and `files/` holds what the commands print and write. A file that is
//! too large or not text is a line of `sums.txt`.
//!
//! `BOIL_GOLDEN=write` writes `files/` and `sums.txt` anew. `BOIL_GOLDEN_BIN` names another
//! binary to run.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // a test may

mod blank;
mod commands;
#[path = "../common/folders.rs"]
mod folders;
mod run;
#[path = "../common/sample.rs"]
#[allow(dead_code)] // other programs use the rest
mod sample;
mod store;

use std::path::PathBuf;
use std::sync::Mutex;

/// The folder of the golden files.
fn golden() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "golden"]
        .iter()
        .collect()
}

#[test]
fn the_program_does_what_it_did() {
    let dir = tempfile::tempdir().unwrap();
    let sections = commands::read(&golden().join("commands.txt"));
    let found = Mutex::new(Vec::new());
    sample::on_all_cores(&sections, |section| {
        let files = run::section(section, &dir.path().join(&section.name));
        found.lock().unwrap().extend(files);
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    if std::env::var("BOIL_GOLDEN").is_ok_and(|value| value == "write") {
        store::write(&golden(), &found);
    }
    let differences = store::compare(&golden(), &found);
    if !differences.is_empty() {
        let kept = dir.keep();
        panic!(
            "{} differences; the files found are in {}\n{}",
            differences.len(),
            kept.display(),
            differences.join("\n")
        );
    }
}
