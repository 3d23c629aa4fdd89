//! `front.jsonl`: the front of a search with several objectives, a line for each of its boards.

use super::records::{LineError, further_facts, read_lines, to_line};
use boilingpoint_problem::Facts;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use std::path::Path;

/// A line of `front.jsonl`: a board that no other board of the run matches in all expressions and
/// exceeds in one.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct FrontLine {
    /// The values of the expressions, exact rationals, in the order of the config.
    pub fitness: Vec<String>,
    /// The known facts of the board.
    #[serde(flatten)]
    pub facts: Facts,
    /// Whether the independent checker agreed, or a certificate proves the values as lower bounds.
    pub verified: bool,
    /// The generation in which the board was bred.
    pub generation: u64,
    /// The specimen's number in the run.
    pub id: u64,
}

impl Serialize for FrontLine {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut line = to.serialize_map(None)?;
        line.serialize_entry("fitness", &self.fitness)?;
        for (name, fact) in further_facts(&self.facts, &[]) {
            line.serialize_entry(name, &fact)?;
        }
        line.serialize_entry("verified", &self.verified)?;
        line.serialize_entry("generation", &self.generation)?;
        line.serialize_entry("id", &self.id)?;
        line.end()
    }
}

/// The front in the manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FrontSummary {
    /// The number of boards on the front.
    pub boards: u64,
    /// The reference point of the hypervolume: one less than the least value of each expression
    /// among the boards that the archive took in the first generation in which a board had a
    /// fitness.
    pub reference: Vec<String>,
    /// The hypervolume, an exact rational; `None` if it is not computed.
    #[serde(default)]
    pub hypervolume: Option<String>,
}

/// The text of the file.
pub(super) fn text(lines: &[FrontLine]) -> String {
    lines.iter().map(|line| to_line(line) + "\n").collect()
}

/// Reads the front of a run.
///
/// # Errors
/// When a line cannot be parsed; the error names it.
pub(super) fn read(path: &Path) -> Result<Vec<FrontLine>, LineError> {
    read_lines(path)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;

    #[test]
    fn lines_are_read_back() {
        let line = FrontLine {
            fitness: vec!["3/2".into(), "-4".into()],
            facts: Facts::of_board(&parse_board("star(3):L..R").unwrap()),
            verified: true,
            generation: 7,
            id: 19,
        };
        let written = text(std::slice::from_ref(&line));
        assert!(
            written.starts_with(r#"{"fitness":["3/2","-4"],"board":"#),
            "{written}"
        );
        assert!(written.contains(r#""degree3":0"#), "{written}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("front.jsonl");
        std::fs::write(&path, written).unwrap();
        assert_eq!(read(&path).unwrap(), [line]);
    }
}
