//! The readers: commands of the program.

use crate::limits::{Ended, boil, run};
use crate::sound::GENERATIONS;
use Reader::*;
use boilingpoint::Book;
use std::fs::{self, File};
use std::path::Path;

/// A command that reads files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        Page => unreachable!("looked at elsewhere"),
    };
    if matches!(reader, ScanInput | EvalInput | ImportInput) {
        // If the file cannot be opened, a shell would not start the command with it.
        let file = top.join("boards.g6");
        input = File::open(file).ok();
    }
    run(command, input)
}
