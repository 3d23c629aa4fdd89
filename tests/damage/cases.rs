//! A case: a file, its damage, and the command that reads it.

use crate::future::future;
use crate::kinds::{self, Kind, feed};
use crate::limits::{Ended, shown};
use crate::readers::{self, Reader, Results};
use crate::sound::Sound;
use std::fs;
use std::path::Path;

use Reader::*;

/// Readers of the files of a run.
const RUN: [Reader; 5] = [Resume, Report, Page, StartFromRun, Compare];
/// Files of a run, read by [`RUN`].
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
/// Files that users write or pass on, and their readers.
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
                // A large file is used for only one of the readers. A shell starts no command whose
                // input it cannot open.
                let is_input = matches!(reader, ScanInput | EvalInput | ImportInput);
                let is_started = !is_input || !matches!(kind, Kind::Missing | Kind::Loop);
                if is_started && (!kind.is_costly() || i % readers.len() == j) {
                    let file = file.clone();
                    all.push(Case { file, kind, reader });
                }
            }
        }
    }
    all
}

/// One case per reader, with sound files.
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

/// How a case ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// With exit code 0 and the results of the sound files.
    Same,
    /// With exit code 0, other results, and a message that names the file.
    Noted,
    /// With exit code 0, other results and no message: the file has no checksum, and the damage
    /// leaves a file that is well-formed.
    OtherInput,
    /// With exit code 1: a claim failed its check.
    Failed,
    /// With exit code 2 or 3.
    Refused,
}

impl Case {
    /// The name in a message of failure.
    pub fn name(&self) -> String {
        format!("{} {:?} {:?}", self.file, self.kind, self.reader)
    }

    /// Runs the case.
    ///
    /// # Errors
    /// A description of the failure.
    pub fn attempt(&self, sound: &Sound) -> Result<End, String> {
        let expected = sound.results(self.reader);
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
        let ended = readers::read(self.reader, top)?;
        self.judge(sound, top, &ended)?;
        match ended.code {
            0 => self.compared(&expected, top, &ended),
            1 => Ok(End::Failed),
            _ => Ok(End::Refused),
        }
    }

    /// Compares the results of a command that ended with exit code 0 with those of the sound files.
    fn compared(&self, expected: &Results, top: &Path, ended: &Ended) -> Result<End, String> {
        let found = readers::results(self.reader, top, ended);
        let other = expected.iter().find(|(name, text)| found[*name] != **text);
        let Some(other) = other else {
            return Ok(End::Same);
        };
        // The live view says on the page what it cannot read.
        let name = Path::new(&self.file).file_name().unwrap().to_string_lossy();
        let named = |text: &str| text.matches(&*name).count();
        let on_page = self.reader == Page && named(&found[other.0]) > named(other.1);
        if self.is_noted(&ended.err) || on_page {
            return Ok(End::Noted);
        }
        if self.may_be_other_input() {
            return Ok(End::OtherInput);
        }
        Err(format!(
            "exit code 0, another {}, and no message names the file: {}",
            other.0,
            difference(other.1, &found[other.0])
        ))
    }

    /// Whether the messages name the damaged file, or the line of a stream.
    fn is_noted(&self, messages: &str) -> bool {
        let name = Path::new(&self.file).file_name().unwrap().to_string_lossy();
        messages.contains(&*name) || self.is_stream() && messages.contains("line ")
    }

    fn is_stream(&self) -> bool {
        matches!(
            self.reader,
            Scan | ScanInput | EvalInput | Import | ImportInput
        )
    }

    /// Whether the damage may leave a well-formed file that means something else, and that has no
    /// checksum: a file that a user writes, a record book, and four files of a run. A book that is
    /// missing is begun. The live view shows logs that another process may be writing: it leaves
    /// out a line without an end, and does not compare the logs with a checkpoint.
    fn may_be_other_input(&self) -> bool {
        let small = matches!(self.kind, Kind::Flip(_) | Kind::Cut(_) | Kind::LastByte);
        let bare = [
            "manifest.json",
            "archive.jsonl",
            "collection.csv",
            "timing.csv",
        ];
        let unsealed = self.is_named()
            || self.file.ends_with(".db")
            || bare.iter().any(|name| self.file.ends_with(name));
        let is_begun = self.kind == Kind::Missing && self.file.ends_with(".db");
        small && unsealed || is_begun || self.reader == Page
    }

    /// Whether the damage loses so much of a log that a report has to mention it.
    fn is_lost(&self) -> bool {
        let has = |names: &[&str]| {
            names
                .iter()
                .any(|name| self.file == format!("runs/a/{name}"))
        };
        let by_generation = ["progress.csv", "timing.csv", "islands.csv"];
        match self.kind {
            Kind::Missing => {
                let others = [
                    "operators.csv",
                    "events.jsonl",
                    "records.jsonl",
                    "archive.jsonl",
                ];
                has(&by_generation) || has(&others)
            }
            Kind::Cut(_) | Kind::LastByte => has(&by_generation) || has(&["archive.jsonl"]),
            _ => false,
        }
    }

    /// Whether the user names the file; it may be a pipe then.
    fn is_named(&self) -> bool {
        !self.file.starts_with("runs/")
    }

    /// Checks the outcome of the case.
    fn judge(&self, sound: &Sound, top: &Path, ended: &Ended) -> Result<(), String> {
        let said = format!("{}{}", ended.err, ended.out);
        let name = Path::new(&self.file).file_name().unwrap().to_string_lossy();
        let is_stream = self.is_stream();
        match ended.code {
            0 => {}
            _ if is_stream && said.contains("line ") => {}
            _ if is_stream && said.contains("no boards") => {}
            _ if matches!(self.reader, ScanInput | EvalInput | ImportInput)
                && said.contains("error: ") => {}
            // The message names the file.
            _ if said.contains(&*name) => {}
            // The message may name the run instead.
            _ if matches!(self.reader, Resume | StartFromRun) && said.contains("runs/a") => {}
            _ if self.reader == Compare && said.contains("runs/c/seed-1") => {}
            // A damaged value in a file that is otherwise sound.
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
        if self.kind == Kind::Sound && said.contains("warning") {
            return Err(format!("a warning of sound files: {}", shown(&said)));
        }
        if self.reader == Report && self.is_lost() && !said.contains(&*name) {
            return Err(format!("the report does not tell that {name} is not whole"));
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

/// The first line in which two texts differ.
fn difference(one: &str, other: &str) -> String {
    let (mut one, mut other) = (one.lines(), other.lines());
    loop {
        match (one.next(), other.next()) {
            (a, b) if a == b && a.is_some() => {}
            (a, b) => {
                let [a, b] = [a, b].map(|line| shown(line.unwrap_or("(the end)")));
                return format!("`{b}` in place of `{a}`");
            }
        }
    }
}
