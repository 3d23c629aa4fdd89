//! The lines of `records.jsonl` and `archive.jsonl`, and readers for them.

use crate::checker::format::Certificate;
use crate::problem::{FactCell, Facts};
use crate::record::folder::FileError;
use crate::record::input;
use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The facts of a line of `records.jsonl`, in its order.
const RECORD_FACTS: [&str; 11] = [
    "board",
    "tints",
    "order",
    "size",
    "temperature",
    "mean",
    "outcome",
    "degree",
    "degree2",
    "canonical_form",
    "certainty",
];

/// The facts of a line of `archive.jsonl`, in its order.
const ARCHIVE_FACTS: [&str; 5] = ["board", "tints", "order", "degree", "degree2"];

/// A line of `records.jsonl`: a specimen that was better than all before it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct RecordLine {
    /// The generation that bred it.
    pub generation: u64,
    /// Exact rationals, the most important first.
    pub fitness: Vec<String>,
    /// What is known of the board.
    #[serde(flatten)]
    pub facts: Facts,
    /// Whether the independent checker has agreed.
    pub verified: bool,
    /// The value that the board was collected for.
    #[serde(default)]
    pub collected: Option<String>,
    /// The file in the run's folder that proves the bounds.
    #[serde(default)]
    pub certificate: Option<String>,
    /// What will be in that file.
    #[serde(skip)]
    pub proof: Option<Certificate>,
    /// The operators that led to it, the oldest first.
    pub lineage: Vec<Step>,
}

impl Serialize for RecordLine {
    /// Bounds of the temperature come after the other facts; what is not known of them and of the
    /// provenance is left out.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut line = to.serialize_map(None)?;
        line.serialize_entry("generation", &self.generation)?;
        line.serialize_entry("fitness", &self.fitness)?;
        let is_told = |name: &str| name != "outcome" || self.facts.outcome.is_some();
        for name in RECORD_FACTS.into_iter().filter(|name| is_told(name)) {
            line.serialize_entry(name, &self.facts.filed(name))?;
        }
        line.serialize_entry("verified", &self.verified)?;
        if let Some(collected) = &self.collected {
            line.serialize_entry("collected", collected)?;
        }
        let bounds = self.facts.column("temperature_bounds");
        if self.facts.is_bound() && bounds != FactCell::Absent {
            line.serialize_entry("temperature_bounds", &bounds.json())?;
        }
        if let Some(certificate) = &self.certificate {
            line.serialize_entry("certificate", certificate)?;
        }
        line.serialize_entry("lineage", &self.lineage)?;
        line.end()
    }
}

impl RecordLine {
    /// Whether another record is for the same order, or for the same value collected.
    pub fn is_rival(&self, other: &RecordLine) -> bool {
        match (&self.collected, &other.collected) {
            (None, None) => self.facts.order == other.facts.order,
            (a, b) => a == b,
        }
    }

    /// The fitness as people read it.
    pub fn fitness_text(&self) -> String {
        self.facts.certainty.of_fitness(&self.fitness)
    }
}

/// One operator in the lineage of a specimen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// When it was applied.
    pub generation: u64,
    /// Its name.
    pub operator: String,
    /// The board that it was applied to, in graph6, with tints after a colon if there are any. Not
    /// told of a step that follows another on the way from one board to the next, nor where the
    /// board is forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// A line of `archive.jsonl`: the elite of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ArchiveLine {
    /// The cell, a coordinate a descriptor.
    pub cell: Vec<i64>,
    /// Exact rationals, the most important first.
    pub fitness: Vec<String>,
    /// What is known of the board: nothing of its value, but whether there are only bounds of it.
    #[serde(flatten)]
    pub facts: Facts,
    /// The specimen's number in the run.
    pub id: u64,
}

impl Serialize for ArchiveLine {
    /// The certainty is told of a lower bound alone.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut line = to.serialize_map(None)?;
        line.serialize_entry("cell", &self.cell)?;
        line.serialize_entry("fitness", &self.fitness)?;
        for name in ARCHIVE_FACTS {
            line.serialize_entry(name, &self.facts.filed(name))?;
        }
        line.serialize_entry("id", &self.id)?;
        if self.facts.is_bound() {
            line.serialize_entry("certainty", &self.facts.filed("certainty"))?;
        }
        line.end()
    }
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

/// The elites of a run. The file is replaced as a whole: a last line without a line break is
/// damage.
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
    parsed(path, &bytes, 0)
}

/// The values in a file with one JSON object a line.
///
/// A last line without a line break is still being written, or was when its writer was killed;
/// it is left out.
pub fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LineError> {
    let read = || input::whole_lines(BufReader::new(input::open_own(path)?));
    let bytes = read().map_err(FileError::of("read", path))?;
    parsed(path, &bytes, 0)
}

/// The values in whole lines, which stand in the file after so many others.
pub(super) fn parsed<T: DeserializeOwned>(
    path: &Path,
    bytes: &[u8],
    before: usize,
) -> Result<Vec<T>, LineError> {
    let lines = bytes.split_inclusive(|&b| b == b'\n').enumerate();
    lines
        .map(|(index, text)| {
            let text = text.strip_suffix(b"\n").unwrap_or(text);
            serde_json::from_slice(text).map_err(|e| LineError::Malformed {
                path: path.to_path_buf(),
                line: before + index + 1,
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
    use crate::problem::expression::Number;
    use crate::problem::{Certainty, Fitness, Interval};
    use std::fs;

    fn board() -> Facts {
        Facts {
            board: "DQc".into(),
            tints: "..L.R".into(),
            order: 5,
            degree: 2,
            degree2: 2,
            ..Facts::default()
        }
    }

    fn number(text: &str) -> Number {
        Fitness::parse(&[text]).unwrap().first()
    }

    fn record() -> RecordLine {
        RecordLine {
            generation: 12,
            fitness: vec!["3/2".into()],
            facts: Facts {
                size: Some(4),
                temperature: Some(Interval::exact(number("7/2"))),
                mean: Some(Interval::exact(number("0"))),
                outcome: Some("N".into()),
                certainty: Certainty::Exact,
                ..board()
            },
            verified: true,
            collected: None,
            certificate: None,
            proof: None,
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
            facts: board(),
            id,
        }
    }

    #[test]
    fn a_lower_bound_has_both_ends_after_its_facts() {
        let mut line = record();
        line.facts.temperature = Some(Interval::between([number("3"), number("7/2")]));
        line.facts.mean = Some(Interval::between([number("0"), number("1")]));
        line.facts.outcome = None;
        line.facts.certainty = Certainty::LowerBound;
        let text = to_line(&line);
        assert!(
            text.contains(r#""size":4,"temperature":"3","mean":"","degree":2,"#),
            "{text}"
        );
        let bounds = r#""certainty":"lower bound","verified":true,"temperature_bounds":["3","7/2"],"lineage""#;
        assert!(text.contains(bounds), "{text}");
        let read: RecordLine = serde_json::from_str(&text).unwrap();
        assert_eq!(read.facts.temperature, line.facts.temperature);
        assert_eq!(to_line(&read), text);
        let mut elite = archive(1);
        elite.facts.certainty = Certainty::LowerBound;
        assert!(to_line(&elite).ends_with(r#""degree2":2,"id":1,"certainty":"lower bound"}"#));
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
