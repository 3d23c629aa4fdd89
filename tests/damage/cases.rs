//! A case: a file, its damage, and the command that reads it.

use crate::future::future;
use crate::kinds::{self, Kind, feed};
use crate::limits::{Ended, shown};
use crate::page;
use crate::readers::{self, Reader};
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
                // A large file is used for only one of the readers.
                if !kind.is_costly() || i % readers.len() == j {
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

impl Case {
    /// The name in a message of failure.
    pub fn name(&self) -> String {
        format!("{} {:?} {:?}", self.file, self.kind, self.reader)
    }

    /// Runs the case and returns the exit code.
    ///
    /// # Errors
    /// A description of the failure.
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
        let ended = readers::read(self.reader, top)?;
        self.judge(sound, top, &ended)?;
        Ok(ended.code)
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
