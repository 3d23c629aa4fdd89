//! The lines of `records.jsonl` and `archive.jsonl`, and their readers.

use crate::folder::FileError;
use crate::{input, own};
use boilingpoint_checker::format::Certificate;
use boilingpoint_problem::facts::{FACT_COLUMNS, FactColumn};
use boilingpoint_problem::{Certainty, FactCell, Facts};
use boilingpoint_values::{Notation, Values};
use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The facts of a line of `records.jsonl`, in order.
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

/// The facts of a line of `archive.jsonl`, in order.
pub(super) const ARCHIVE_FACTS: [&str; 5] = ["board", "tints", "order", "degree", "degree2"];

/// A line of `records.jsonl`: a specimen that was better than all before it of the same order, or
/// of the same collected value.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct RecordLine {
    /// The generation in which the specimen was bred.
    pub generation: u64,
    /// The components of the fitness, exact rationals, the most important first.
    pub fitness: Vec<String>,
    /// The known facts of the board.
    #[serde(flatten)]
    pub facts: Facts,
    /// Whether the independent checker agreed.
    pub verified: bool,
    /// With `collect`, the value that the board was collected for.
    #[serde(default, deserialize_with = "in_todays_notation")]
    pub collected: Option<String>,
    /// The path of the certificate of a lower bound, within the run folder.
    #[serde(default)]
    pub certificate: Option<String>,
    /// The certificate. The driver writes it to the file `certificate`.
    #[serde(skip)]
    pub proof: Option<Certificate>,
    /// The operators that led to the board, the oldest first.
    pub lineage: Vec<LineageStep>,
}

/// Reads a collected value. Version 0.2 wrote a list after `±` in braces, and records are compared
/// by the texts of their values.
fn in_todays_notation<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let today = |text: String| match text.contains("±{") {
        true => rewritten(&text).unwrap_or(text),
        false => text,
    };
    Ok(Option::<String>::deserialize(from)?.map(today))
}

fn rewritten(text: &str) -> Option<String> {
    let mut values = Values::new();
    let value = values.parse(text).ok()?;
    values.notation(value, Notation::Text, usize::MAX)
}

impl Serialize for RecordLine {
    /// Writes the keys in a fixed order, with the bounds of the temperature after the other facts.
    /// Leaves out the keys `outcome`, `temperature_bounds`, `collected` and `certificate` if the
    /// record has no such data.
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
    /// Whether two records are for the same order, or for the same collected value.
    pub fn is_rival(&self, other: &RecordLine) -> bool {
        match (&self.collected, &other.collected) {
            (None, None) => self.facts.order == other.facts.order,
            (a, b) => a == b,
        }
    }

    /// The fitness as people read it: with `>=` if it is a lower bound.
    pub fn fitness_text(&self) -> String {
        self.facts.certainty.of_fitness(&self.fitness)
    }
}

/// An operator in the lineage of a specimen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineageStep {
    /// The generation in which the operator was applied.
    pub generation: u64,
    /// The operator's name.
    pub operator: String,
    /// The board to which the operator was applied, in graph6, with tints after a colon if there
    /// are any. `None` if the step before was applied to the same board, or if the search no longer
    /// has the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// A line of `archive.jsonl`: the elite of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ArchiveLine {
    /// The cell, with a coordinate for each descriptor.
    pub cell: Vec<i64>,
    /// The components of the fitness, exact rationals, the most important first.
    pub fitness: Vec<String>,
    /// The known facts of the board, and of its value if the objective needs the value. Lines of
    /// older versions have only the facts of `ARCHIVE_FACTS`, and of the value the certainty.
    #[serde(flatten)]
    pub facts: Facts,
    /// The specimen's number in the run.
    pub id: u64,
}

impl Serialize for ArchiveLine {
    /// Writes the keys in a fixed order, with the further facts that are known at the end.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut line = to.serialize_map(None)?;
        line.serialize_entry("cell", &self.cell)?;
        line.serialize_entry("fitness", &self.fitness)?;
        for name in ARCHIVE_FACTS {
            line.serialize_entry(name, &self.facts.filed(name))?;
        }
        line.serialize_entry("id", &self.id)?;
        for (name, fact) in further_facts(&self.facts, &ARCHIVE_FACTS) {
            line.serialize_entry(name, &fact)?;
        }
        line.end()
    }
}

/// The known facts besides those that a line has under the names in `written`, in the order of the
/// table. Bounds are left out of facts that are exact.
pub(super) fn further_facts<'a>(
    facts: &'a Facts,
    written: &'a [&str],
) -> impl Iterator<Item = (&'static str, Value)> + 'a {
    let is_known = |column: &&FactColumn| match column.of(facts) {
        FactCell::Absent => false,
        FactCell::Bounds(_) => facts.certainty != Certainty::Exact,
        FactCell::Certainty(certainty) => certainty != Certainty::BoardOnly,
        _ => true,
    };
    let further = FACT_COLUMNS.iter().filter(|c| !written.contains(&c.name));
    further
        .filter(is_known)
        .map(|column| (column.name, facts.filed(column.name)))
}

/// The reason why a file of lines cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// A line cannot be parsed.
    #[error("{}, line {line}: {why}", .path.display())]
    Malformed {
        /// The path of the file or folder.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The value as one line of JSON, without the line break.
pub fn to_line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("the lines of a run have only text keys")
}

/// The values as lines of JSON.
pub(super) fn to_lines<T: Serialize>(values: &[T]) -> String {
    values.iter().map(|value| to_line(value) + "\n").collect()
}

/// Reads a file with one JSON object per line that is replaced as a whole. So a last line without a
/// line break is damage.
pub(super) fn read_whole<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LineError> {
    let read = || {
        let file = own::open(path)?;
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

/// Reads a file with one JSON object per line.
///
/// Leaves out a last line without a line break: it is still being written, or its writer was
/// killed.
pub fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LineError> {
    let read = || input::whole_lines(BufReader::new(own::open(path)?));
    let bytes = read().map_err(FileError::of("read", path))?;
    parsed(path, &bytes, 0)
}

/// Parses complete lines. `before` is the number of lines before them in the file, for errors.
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

/// The error message without its line number. The number is always 1, since each line is parsed by
/// itself.
fn without_line(e: &serde_json::Error) -> String {
    e.to_string().replace(" at line 1 column ", " at column ")
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use boilingpoint_problem::expression::Number;
    use boilingpoint_problem::{Fitness, Interval};
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

    pub(crate) fn record() -> RecordLine {
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
            lineage: vec![LineageStep {
                generation: 3,
                operator: "twin".into(),
                from: None,
            }],
        }
    }

    pub(crate) fn archive(id: u64) -> ArchiveLine {
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
        let false_line = text.replace(r#""temperature":"3""#, r#""temperature":"4""#);
        let why = serde_json::from_str::<RecordLine>(&false_line).unwrap_err();
        assert!(why.to_string().contains("contradicts"), "{why}");
        let mut elite = archive(1);
        elite.facts.certainty = Certainty::LowerBound;
        assert!(to_line(&elite).ends_with(r#""degree2":2,"id":1,"certainty":"lower bound"}"#));
    }

    #[test]
    fn the_further_facts_are_those_that_are_known_and_not_said_by_others() {
        let mut elite = archive(1);
        let further = |elite: &ArchiveLine| {
            let line = to_line(elite);
            let (_, further) = line.split_once(r#""id":1"#).unwrap();
            further.to_string()
        };
        // A fact of the board alone has no certainty.
        assert_eq!(further(&elite), "}");
        elite.facts.temperature = Some(Interval::between([number("3"), number("7/2")]));
        elite.facts.certainty = Certainty::LowerBound;
        let bounds = r#""certainty":"lower bound""#;
        assert!(further(&elite).contains(bounds), "{}", further(&elite));
        let bounds = r#""temperature_bounds":["3","7/2"]"#;
        assert!(further(&elite).contains(bounds), "{}", further(&elite));
        // The bounds of an exact temperature are the temperature.
        elite.facts.temperature = Some(Interval::exact(number("7/2")));
        elite.facts.certainty = Certainty::Exact;
        let exact = r#","temperature":"7/2","certainty":"exact"}"#;
        assert_eq!(further(&elite), exact);
    }

    #[test]
    fn records_of_an_order_or_of_a_collected_value_are_rivals() {
        let of = |order: u64, collected: Option<&str>| {
            let mut line = record();
            line.facts.order = order;
            line.collected = collected.map(str::to_string);
            line
        };
        let rivals = |a: &RecordLine, b: &RecordLine| {
            assert_eq!(a.is_rival(b), b.is_rival(a));
            a.is_rival(b)
        };
        assert!(rivals(&of(5, None), &of(5, None)));
        assert!(!rivals(&of(5, None), &of(6, None)));
        assert!(rivals(&of(5, Some("1")), &of(6, Some("1"))));
        assert!(!rivals(&of(5, Some("1")), &of(5, Some("2"))));
        assert!(!rivals(&of(5, Some("1")), &of(5, None)));
    }

    #[test]
    fn the_fitness_of_a_lower_bound_is_told_as_one() {
        let mut line = record();
        assert_eq!(line.fitness_text(), "3/2");
        line.facts.certainty = Certainty::LowerBound;
        assert_eq!(line.fitness_text(), ">= 3/2");
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
    fn a_collected_value_of_an_older_version_has_todays_text() {
        let collected = |text: &str| {
            let mut line = record();
            line.collected = Some(text.into());
            let read: RecordLine = serde_json::from_str(&to_line(&line)).unwrap();
            read.collected.unwrap()
        };
        assert_eq!(collected("±{1,{3|0}}"), "±(1,{3|0})");
        for same in ["±{2|1}", "3/2", "±(1,{3|0})", "±{no value"] {
            assert_eq!(collected(same), same);
        }
    }

    #[test]
    fn lines_are_read_back() {
        let (_folder, path) = file(&format!("{0}\n{0}\n", to_line(&record())));
        assert_eq!(
            read_lines::<RecordLine>(&path).unwrap(),
            [record(), record()]
        );
        let lines = [archive(0), archive(u64::MAX)];
        let (_folder, path) = file(&lines.each_ref().map(|l| to_line(l) + "\n").concat());
        assert_eq!(read_whole::<ArchiveLine>(&path).unwrap(), lines);
        let (_folder, path) = file("");
        assert_eq!(read_whole::<ArchiveLine>(&path).unwrap(), []);
        let line = to_line(&archive(0));
        for cut in 1..=line.len() {
            let (_folder, path) = file(&format!("{line}\n{}", &line[..cut]));
            let message = read_whole::<ArchiveLine>(&path).unwrap_err().to_string();
            assert!(message.contains("line 2: it is cut short"), "{message}");
        }
    }

    #[test]
    fn a_half_written_last_line_is_left_out() {
        let line = to_line(&record());
        for cut in 0..=line.len() {
            let (_folder, path) = file(&format!("{line}\n{}", &line[..cut]));
            assert_eq!(read_lines::<RecordLine>(&path).unwrap(), [record()]);
        }
    }

    #[test]
    fn an_error_names_file_and_line() {
        let line = to_line(&record());
        let (_folder, path) = file(&format!("{line}\n{}\n{line}\n", &line[..40]));
        let message = read_lines::<RecordLine>(&path).unwrap_err().to_string();
        assert!(message.contains("records.jsonl, line 2: "), "{message}");
        assert!(message.contains("column 4"), "{message}");
        let (_folder, path) = file(&(line.replace("\"order\"", "\"ordre\"") + "\n"));
        let message = read_lines::<RecordLine>(&path).unwrap_err().to_string();
        assert!(
            message.contains("line 1: missing field `order`"),
            "{message}"
        );
        let (_folder, path) = file(&format!("{}\n\n", to_line(&archive(0))));
        let message = read_whole::<ArchiveLine>(&path).unwrap_err().to_string();
        assert!(message.contains("line 2: "), "{message}");
        let (_folder, path) = file(&format!("{line}\n\n"));
        assert!(
            read_lines::<RecordLine>(&path)
                .unwrap_err()
                .to_string()
                .contains("line 2")
        );
        let message = read_lines::<RecordLine>(&path.with_extension("x")).unwrap_err();
        assert!(message.to_string().contains("cannot read"), "{message}");
    }
}
