//! The readers: commands of the program, and what they print and write.

use crate::limits::{Ended, boil, run};
use crate::page;
use crate::sample::FILES;
use crate::sound::GENERATIONS;
use Reader::*;
use boilingpoint::Book;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

/// A command that reads files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reader {
    Resume,
    Report,
    Page,
    /// A search that begins with the archive of the run.
    StartFromRun,
    /// The comparison that the run is a part of.
    Compare,
    Check,
    Search,
    CheckStart,
    CheckProof,
    Scan,
    ScanInput,
    EvalInput,
    Import,
    ImportInput,
    Family,
    List,
    Show,
    Verify,
    Export,
    ImportInto,
    MergeFrom,
    MergeInto,
}

/// The options of imported boards.
const ENTERED: [&str; 4] = ["--objective", "temperature", "--class", "connected, tinted"];
/// The book for imports.
const NEW_BOOK: [&str; 2] = ["--book", "new.db"];

/// Reads the files in `top`.
///
/// # Errors
/// The limit that was exceeded, or the failure.
pub fn read(reader: Reader, top: &Path) -> Result<Ended, String> {
    let mut command = boil();
    command.current_dir(top);
    let short = [
        "--set",
        "search.generations=2",
        "--set",
        "budget.seconds=2",
        "--set",
        "search.population=8",
    ];
    let mut input = None;
    match reader {
        Resume => command.args(["resume", "runs/a", "--set", GENERATIONS]),
        Report => command.args(["report", "runs/a"]),
        StartFromRun => command.args([
            "check",
            "config.toml",
            "--set",
            "boards.start_from=[\"runs/a\"]",
        ]),
        Compare => {
            // The run becomes the only run of a comparison.
            let (run, seed) = (top.join("runs/a"), top.join("runs/c/seed-1"));
            fs::create_dir(top.join("runs/c")).unwrap();
            fs::rename(run, &seed).unwrap();
            command.args(["search", "config.toml", "--out", "runs/c", "--seeds", "1"])
        }
        Check => command.args(["check", "config.toml"]),
        Search => command
            .args(["search", "config.toml", "--out", "runs/b"])
            .args(short),
        CheckStart => command.args(["check", "starting.toml"]),
        CheckProof => command.args(["certificate", "check", "proof.json"]),
        Scan => command.args(["scan", "boards.g6"]),
        ScanInput => command.args(["scan", "-"]),
        EvalInput => command.args(["eval", "-"]),
        Import => command
            .args(["records", "import", "boards.g6"])
            .args(NEW_BOOK)
            .args(ENTERED),
        ImportInput => command
            .args(["records", "import", "-"])
            .args(NEW_BOOK)
            .args(ENTERED),
        Family => command.args([
            "family",
            "twins(n)",
            "--families",
            "families.toml",
            "--n",
            "1..3",
        ]),
        List => command.args(["records", "list"]),
        Show => command.args(["records", "show", "1"]),
        Verify => command.args(["records", "verify"]),
        Export => command.args(["records", "export"]),
        ImportInto => {
            fs::write(top.join("one.g6"), "DQc\n").unwrap();
            command.args(["records", "import", "one.g6"]).args(ENTERED)
        }
        MergeFrom => command
            .args(["records", "merge", "runs/records.db"])
            .args(NEW_BOOK),
        MergeInto => {
            let other = top.join("other.db");
            Book::open(&other).unwrap();
            command.args(["records", "merge", "other.db"])
        }
        Page => return page::look(&top.join("runs")),
    };
    if matches!(reader, ScanInput | EvalInput | ImportInput) {
        input = Some(File::open(top.join("boards.g6")).unwrap());
    }
    run(command, input)
}

/// The results of a reader: what it prints, and the files that it writes for people to read. Times
/// are left out.
pub type Results = BTreeMap<String, String>;

/// The results of a reader that has ended.
pub fn results(reader: Reader, top: &Path, ended: &Ended) -> Results {
    let mut results = Results::new();
    let out = ended.out.replace(&*top.to_string_lossy(), "(the folder)");
    results.insert("standard output".into(), without_times(reader, &out));
    let mut add = |name: &str| {
        let file = fs::read(top.join(name));
        let text = file.map_or("(no such file)".into(), |bytes| {
            String::from_utf8_lossy(&bytes).into_owned()
        });
        results.insert(name.into(), without_times(reader, &text));
    };
    match reader {
        Report => {
            add("runs/a/report.html");
            add("runs/a/plots/fitness.svg");
            add("runs/a/plots/archive.svg");
        }
        Resume => FILES.iter().for_each(|name| add(&format!("runs/a/{name}"))),
        Search => FILES.iter().for_each(|name| add(&format!("runs/b/{name}"))),
        Compare => add("runs/c/comparison.csv"),
        Import | ImportInput | MergeFrom => {
            let _ = results.insert("new.db".into(), records_of(top, "new.db"));
        }
        ImportInto | MergeInto => {
            let _ = results.insert("records.db".into(), records_of(top, "runs/records.db"));
        }
        _ => {}
    }
    results
}

/// The records of a book, without the times at which they were found.
fn records_of(top: &Path, book: &str) -> String {
    let mut list = boil();
    list.current_dir(top).args(["records", "list", "--json"]);
    list.args(["--book", book]);
    let listed = run(list, None).map_or_else(|why| why, |ended| ended.out);
    without_times(List, &listed)
}

/// A text without the times in it, which differ from one run of a command to the next.
fn without_times(reader: Reader, text: &str) -> String {
    let is_time = |line: &&str| match reader {
        // The rows of settings and of times.
        Compare => line.contains("seconds") || line.starts_with("- "),
        _ => false,
    };
    let lines = text.lines().filter(|line| !is_time(line));
    lines.map(masked).collect::<Vec<_>>().join("\n")
}

/// A line with `#` in place of each time of day, as in `2026-11-23T04:01:02Z`.
fn masked(line: &str) -> String {
    let mut line = line.to_string();
    for at in 0..line.len() {
        let shape = b"0000-00-00T00:00:00";
        let found = line.as_bytes().get(at..at + shape.len());
        let is_time = found.is_some_and(|found| {
            let alike = |(&a, &b): (&u8, &u8)| a == b || a == b'0' && b.is_ascii_digit();
            shape.iter().zip(found).all(alike)
        });
        if is_time {
            line.replace_range(at..at + shape.len(), "####-##-##T##:##:##");
        }
    }
    line
}
