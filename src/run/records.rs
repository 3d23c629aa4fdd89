//! The lines of `records.jsonl` and `archive.jsonl`, and readers for them.

use crate::problem::Bounds;
use crate::run::folder::FileError;
use crate::run::input;
use crate::solver::Heat;
use crate::solver::certificate::Certificate;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// What a line says of a fitness that is known.
pub const EXACT: &str = "exact";
/// What it says of one that is proved to be at least so much.
pub const LOWER_BOUND: &str = "lower bound";

/// Canonical forms longer than this, in bytes, are left out of records.
pub const FORM_LIMIT: usize = 1 << 14;

/// A fitness as people read it: a lower bound is not presented as the truth.
pub fn fitness_text(fitness: &[String], certainty: &str) -> String {
    let text = fitness.join(", ");
    match certainty {
        LOWER_BOUND => format!(">= {text}"),
        _ => text,
    }
}

/// A line of `records.jsonl`: a specimen that was better than all before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordLine {
    /// The generation that bred it.
    pub generation: u64,
    /// Exact rationals, the most important first.
    pub fitness: Vec<String>,
    /// In graph6.
    pub board: String,
    /// Over `.LR`, a character a vertex.
    pub tints: String,
    /// How many vertices.
    pub order: u64,
    /// How many edges.
    pub size: u64,
    /// Exact, or with `temperature_bounds` the least that it can be; empty in a game without values.
    pub temperature: String,
    /// Exact; empty in a game without values, or where it is not known.
    pub mean: String,
    /// Who wins; empty if that is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub outcome: String,
    /// The largest degree.
    pub degree: u64,
    /// The largest number of vertices at distance two.
    pub degree2: u64,
    /// Absent when it is too large to print.
    pub canonical_form: Option<String>,
    /// `exact`, `lower bound`, or what else is known.
    pub certainty: String,
    /// Whether the independent checker has agreed.
    pub verified: bool,
    /// The value that the board was collected for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collected: Option<String>,
    /// The least and the greatest temperature, where it is only known between bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_bounds: Option<[String; 2]>,
    /// The file in the run's folder that proves the bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// What will be in that file.
    #[serde(skip)]
    pub proof: Option<Certificate>,
    /// The operators that led to it, the oldest first.
    pub lineage: Vec<Step>,
}

impl RecordLine {
    /// Fills in what is known of the board's value.
    pub fn set_heat(&mut self, heat: &Heat) {
        if let Some(thermal) = heat.thermal {
            self.temperature = thermal.temperature.to_string();
            self.mean = thermal.mean.to_string();
        }
        self.outcome = heat.outcome.to_string();
        self.certainty = EXACT.to_string();
    }

    /// Fills in what is proved of the board's value.
    pub fn set_bounds(&mut self, bounds: &Bounds) {
        self.temperature = bounds.temperature[0].to_string();
        self.temperature_bounds = Some(bounds.temperature.map(|t| t.to_string()));
        if bounds.mean[0] == bounds.mean[1] {
            self.mean = bounds.mean[0].to_string();
        }
        self.certainty = LOWER_BOUND.to_string();
    }

    /// Whether the fitness is no more than proved to be at least so much.
    pub fn is_bound(&self) -> bool {
        self.certainty == LOWER_BOUND
    }

    /// The fitness as people read it.
    pub fn fitness_text(&self) -> String {
        fitness_text(&self.fitness, &self.certainty)
    }

    /// The temperature as people read it.
    pub fn temperature_text(&self) -> String {
        match &self.temperature_bounds {
            Some([least, most]) => format!("{least} to {most}"),
            None => self.temperature.clone(),
        }
    }
}

/// One operator in the lineage of a specimen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// When it was applied.
    pub generation: u64,
    /// Its name.
    pub operator: String,
    /// The board that it was applied to, in graph6, with tints after a colon if there are any. Not told of a step
    /// that follows another on the way from one board to the next, nor where the board is forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// A line of `archive.jsonl`: the elite of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArchiveLine {
    /// The cell, a coordinate a descriptor.
    pub cell: Vec<i64>,
    /// Exact rationals, the most important first.
    pub fitness: Vec<String>,
    /// In graph6.
    pub board: String,
    /// Over `.LR`, a character a vertex.
    pub tints: String,
    /// How many vertices.
    pub order: u64,
    /// The largest degree.
    pub degree: u64,
    /// The largest number of vertices at distance two.
    pub degree2: u64,
    /// The specimen's number in the run.
    pub id: u64,
    /// `lower bound`, if that is what the fitness is; absent if it is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<String>,
}

/// Why a file of lines cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// A line is not what it should be.
    #[error("{}, line {line}: {why}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The file could not be read.
    #[error(transparent)]
    File(#[from] FileError),
}

/// A value as one line of JSON, without the line break.
pub fn to_line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("the lines of a run have only text keys")
}

/// The records of a run, in the order in which they were found.
pub fn read_records(path: &Path) -> Result<Vec<RecordLine>, LineError> {
    read_lines(path)
}

/// The elites of a run. The file is replaced as a whole: a last line without a line break is damage.
pub fn read_archive(path: &Path) -> Result<Vec<ArchiveLine>, LineError> {
    let read = || {
        let file = input::open_own(path)?;
        let length = file.metadata()?.len();
        Ok((length, input::whole_lines(BufReader::new(file))?))
    };
    let (length, bytes) = read().map_err(FileError::of("read", path))?;
    if length > bytes.len() as u64 {
        return Err(LineError::Malformed {
            path: path.to_path_buf(),
            line: bytes.iter().filter(|&&b| b == b'\n').count() + 1,
            why: "it is cut short".to_string(),
        });
    }
    parsed(path, &bytes)
}

/// The values in a file with one JSON object a line.
///
/// A last line without a line break is still being written, or was when its writer was killed;
/// it is left out.
pub fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LineError> {
    let read = || input::whole_lines(BufReader::new(input::open_own(path)?));
    let bytes = read().map_err(FileError::of("read", path))?;
    parsed(path, &bytes)
}

fn parsed<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<Vec<T>, LineError> {
    let lines = bytes.split_inclusive(|&b| b == b'\n').enumerate();
    lines
        .map(|(index, text)| {
            let text = text.strip_suffix(b"\n").unwrap_or(text);
            serde_json::from_slice(text).map_err(|e| LineError::Malformed {
                path: path.to_path_buf(),
                line: index + 1,
                why: without_line(&e),
            })
        })
        .collect()
}

/// The message with the column only: each line is parsed by itself, so its line is always 1.
fn without_line(e: &serde_json::Error) -> String {
    e.to_string().replace(" at line 1 column ", " at column ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::fs;

    fn record() -> RecordLine {
        RecordLine {
            collected: None,
            temperature_bounds: None,
            certificate: None,
            proof: None,
            generation: 12,
            fitness: vec!["3/2".into()],
            board: "DQc".into(),
            tints: "..L.R".into(),
            order: 5,
            size: 4,
            temperature: "7/2".into(),
            mean: "0".into(),
            outcome: "N".into(),
            degree: 2,
            degree2: 2,
            canonical_form: None,
            certainty: "exact".into(),
            verified: true,
            lineage: vec![Step {
                generation: 3,
                operator: "twin".into(),
                from: None,
            }],
        }
    }

    fn archive(id: u64) -> ArchiveLine {
        ArchiveLine {
            cell: vec![5, -2],
            fitness: vec!["-1/2".into(), "4".into()],
            board: "DQc".into(),
            tints: ".....".into(),
            order: 5,
            degree: 2,
            degree2: 2,
            id,
            certainty: None,
        }
    }

    fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.jsonl");
        fs::write(&path, text).unwrap();
        (folder, path)
    }

    #[test]
    fn a_record_has_its_fields_in_a_fixed_order() {
        assert_eq!(
            to_line(&record()),
            r#"{"generation":12,"fitness":["3/2"],"board":"DQc","tints":"..L.R","order":5,"size":4,"#
                .to_string()
                + r#""temperature":"7/2","mean":"0","outcome":"N","degree":2,"degree2":2,"canonical_form":null,"#
                + r#""certainty":"exact","verified":true,"lineage":[{"generation":3,"operator":"twin"}]}"#
        );
    }

    #[test]
    fn lines_are_read_back() {
        let (_folder, path) = file(&format!("{0}\n{0}\n", to_line(&record())));
        assert_eq!(read_records(&path).unwrap(), [record(), record()]);
        let lines = [archive(0), archive(u64::MAX)];
        let (_folder, path) = file(&lines.each_ref().map(|l| to_line(l) + "\n").concat());
        assert_eq!(read_archive(&path).unwrap(), lines);
        let (_folder, path) = file("");
        assert_eq!(read_archive(&path).unwrap(), []);
        let line = to_line(&archive(0));
        for cut in 1..=line.len() {
            let (_folder, path) = file(&format!("{line}\n{}", &line[..cut]));
            let message = read_archive(&path).unwrap_err().to_string();
            assert!(message.contains("line 2: it is cut short"), "{message}");
        }
    }

    #[test]
    fn a_half_written_last_line_is_left_out() {
        let line = to_line(&record());
        for cut in 0..=line.len() {
            let (_folder, path) = file(&format!("{line}\n{}", &line[..cut]));
            assert_eq!(read_records(&path).unwrap(), [record()]);
        }
    }

    #[test]
    fn an_error_names_file_and_line() {
        let line = to_line(&record());
        let (_folder, path) = file(&format!("{line}\n{}\n{line}\n", &line[..40]));
        let message = read_records(&path).unwrap_err().to_string();
        assert!(message.contains("records.jsonl, line 2: "), "{message}");
        assert!(message.contains("column 4"), "{message}");
        let (_folder, path) = file(&(line.replace("\"order\"", "\"ordre\"") + "\n"));
        let message = read_records(&path).unwrap_err().to_string();
        assert!(
            message.contains("line 1: missing field `order`"),
            "{message}"
        );
        let (_folder, path) = file(&format!("{line}\n\n"));
        assert!(
            read_records(&path)
                .unwrap_err()
                .to_string()
                .contains("line 2")
        );
        let message = read_records(&path.with_extension("x")).unwrap_err();
        assert!(message.to_string().contains("cannot read"), "{message}");
    }
}
