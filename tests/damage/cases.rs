//! A file, what happens to it, and what reads it.

use crate::kinds::{self, Kind, feed};
use crate::limits::{Ended, boil, run, shown};
use crate::page;
use crate::sound::{GENERATIONS, Sound};
use std::fs::{self, File};
use std::path::Path;

/// What reads files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reader {
    Resume,
    Report,
    Page,
    /// A search that begins with the archive of the run.
    StartFromRun,
    /// The comparison of which the run is a part.
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

use Reader::*;

/// Readers of the files of a run.
const RUN: [Reader; 5] = [Resume, Report, Page, StartFromRun, Compare];
/// Files of a run, and what reads them.
const RUN_FILES: [&str; 12] = [
    "manifest.json",
    "config.toml",
    "progress.csv",
    "timing.csv",
    "operators.csv",
    "islands.csv",
    "events.jsonl",
    "records.jsonl",
    "archive.jsonl",
    "seen.bin",
    "collection.csv",
    ".lock",
];
/// Files that users write or pass on, and what reads them.
const OTHERS: [(&str, &[Reader]); 6] = [
    ("config.toml", &[Check, Search]),
    ("boards.txt", &[CheckStart]),
    ("proof.json", &[CheckProof]),
    (
        "boards.g6",
        &[Scan, ScanInput, EvalInput, Import, ImportInput],
    ),
    ("families.toml", &[Family]),
    (
        "runs/records.db",
        &[
            List, Show, Verify, Export, ImportInto, MergeFrom, MergeInto, Report, Page,
        ],
    ),
];

/// One file damaged in one way and read by one command.
pub struct Case {
    file: String,
    kind: Kind,
    reader: Reader,
}

/// All cases.
pub fn all(sound: &Sound) -> Vec<Case> {
    let mut places: Vec<(String, &[Reader])> = Vec::new();
    places.extend(RUN_FILES.map(|name| (format!("runs/a/{name}"), &RUN[..])));
    let checkpoint = sound.newest_checkpoint().display().to_string();
    places.push((checkpoint, &[Resume]));
    places.extend(OTHERS.map(|(name, readers)| (name.to_string(), readers)));
    let mut all = Vec::new();
    for (file, readers) in &places {
        for (i, kind) in kinds::all().into_iter().enumerate() {
            for (j, &reader) in readers.iter().enumerate() {
                // a large file is written once for each file, for one of its readers
                if !kind.is_costly() || i % readers.len() == j {
                    let file = file.clone();
                    all.push(Case { file, kind, reader });
                }
            }
        }
    }
    all
}

/// Each reader once, of sound files.
pub fn undamaged() -> Vec<Case> {
    let run = RUN
        .map(|reader| ("runs/a/events.jsonl", reader))
        .into_iter();
    let others = OTHERS
        .iter()
        .flat_map(|&(file, readers)| readers.iter().map(move |&r| (file, r)));
    let case = |(file, reader): (&str, Reader)| Case {
        file: file.to_string(),
        kind: Kind::Sound,
        reader,
    };
    run.chain(others).map(case).collect()
}

impl Case {
    /// What it is called when it fails.
    pub fn name(&self) -> String {
        format!("{} {:?} {:?}", self.file, self.kind, self.reader)
    }

    /// Does it; the exit code.
    ///
    /// # Errors
    /// What was not as it should be.
    pub fn attempt(&self, sound: &Sound) -> Result<i32, String> {
        let copy = sound.copy();
        let top = copy.path();
        let file = top.join(&self.file);
        if !file.exists() {
            fs::write(&file, "").unwrap(); // a lock
        }
        self.kind
            .apply(&file, &sound.top().join("runs/records.db"), future);
        if self.kind == Kind::Pipe && self.is_named() {
            feed(&file);
        }
        if self.reader == Page {
            return page::look(&top.join("runs")).map(|()| 0);
        }
        let ended = self.read(top)?;
        self.judge(sound, top, &ended)?;
        Ok(ended.code)
    }

    /// Whether the user names the file, which then may be a pipe.
    fn is_named(&self) -> bool {
        !self.file.starts_with("runs/")
    }

    fn read(&self, top: &Path) -> Result<Ended, String> {
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
        match self.reader {
            Resume => command.args(["resume", "runs/a", "--set", GENERATIONS]),
            Report => command.args(["report", "runs/a"]),
            StartFromRun => command.args([
                "check",
                "config.toml",
                "--set",
                "boards.start_from=[\"runs/a\"]",
            ]),
            Compare => {
                // as if it were the one run of a comparison
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
            Import => command.args([
                "records",
                "import",
                "boards.g6",
                "--objective",
                "temperature",
                "--book",
                "new.db",
            ]),
            ImportInput => command.args([
                "records",
                "import",
                "-",
                "--objective",
                "temperature",
                "--book",
                "new.db",
            ]),
            Family => command.args([
                "family",
                "g(n)",
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
                command.args(["records", "import", "one.g6", "--objective", "temperature"])
            }
            MergeFrom => command.args(["records", "merge", "runs/records.db", "--book", "new.db"]),
            MergeInto => {
                let other = top.join("other.db");
                boilingpoint::run::book::Book::open(&other).unwrap();
                command.args(["records", "merge", "other.db"])
            }
            Page => unreachable!("looked at elsewhere"),
        };
        if matches!(self.reader, ScanInput | EvalInput | ImportInput) {
            // what cannot be opened, a shell would not even pass on
            let file = top.join("boards.g6");
            input = File::open(file).ok();
        }
        run(command, input)
    }

    /// Whether what came out is what should.
    fn judge(&self, sound: &Sound, top: &Path, ended: &Ended) -> Result<(), String> {
        let said = format!("{}{}", ended.err, ended.out);
        let name = Path::new(&self.file).file_name().unwrap().to_string_lossy();
        let is_stream = matches!(
            self.reader,
            Scan | ScanInput | EvalInput | Import | ImportInput
        );
        match ended.code {
            0 => {}
            _ if is_stream && said.contains("line ") => {}
            _ if is_stream && said.contains("no boards") => {}
            _ if matches!(self.reader, ScanInput | EvalInput | ImportInput)
                && said.contains("error: ") => {}
            // a book without records, as far as anybody can see
            _ if said.contains(&*name) => {}
            _ if self.reader == Resume && said.contains("runs/a") => {}
            // a damaged value in a file that is otherwise sound
            _ if matches!(self.kind, Kind::Flip(_)) => {}
            code => {
                return Err(format!(
                    "exit code {code}, and the file is not named: {}",
                    shown(&said)
                ));
            }
        }
        if ended.code != 0 && ended.err.trim().is_empty() && ended.code != 1 {
            return Err(format!("exit code {}, and no message", ended.code));
        }
        if self.reader == Resume
            && ended.code == 0
            && let Some(name) = sound.differs(&top.join("runs/a"))
        {
            return Err(format!(
                "another {name} than that of the run left alone: {}",
                shown(&said)
            ));
        }
        Ok(())
    }
}

/// A file as a later version would write it.
fn future(path: &Path) {
    let bytes = fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    if name.ends_with(".db") {
        let book = rusqlite::Connection::open(path).unwrap();
        return book.pragma_update(None, "user_version", 99).unwrap();
    }
    if name.ends_with(".bin") && bytes.starts_with(b"BOILCKPT") {
        return fs::write(path, of_later_format(bytes)).unwrap();
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let text = match &*name {
        "manifest.json" => text.replace("\"format\": 1", "\"format\": 2"),
        "proof.json" => text.replace("certificate-1", "certificate-2"),
        "config.toml" | "families.toml" => format!("later = true\n{text}"),
        _ => text.replacen("\"generation\"", "\"later\":1,\"generation\"", 1),
    };
    fs::write(path, text).unwrap();
}

/// A checkpoint of a later format, with the checksum that belongs to it.
fn of_later_format(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes[8] = 200;
    let version = usize::from(u16::from_le_bytes([bytes[12], bytes[13]]));
    let at = 8 + 4 + 2 + version + 8;
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&bytes[..at]);
    checksum.update(&bytes[at + 4..]);
    let checksum = checksum.finalize().to_le_bytes();
    bytes[at..at + 4].copy_from_slice(&checksum);
    bytes
}
