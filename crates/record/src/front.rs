//! `front.jsonl`: the front of a search with several objectives, a line for each of its boards.

use super::records::further_facts;
use boilingpoint_problem::Facts;
use serde::{Deserialize, Serialize, Serializer};

/// A line of `front.jsonl`: a board that no other board of the run matches in all expressions and
/// exceeds in one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FrontLine {
    /// The values of the expressions, exact rationals, in the order of the config.
    pub fitness: Vec<String>,
    /// The known facts of the board.
    #[serde(flatten, serialize_with = "known")]
    pub facts: Facts,
    /// Whether the independent checker agreed, or a certificate proves the values as lower bounds.
    pub verified: bool,
    /// The generation in which the board was bred.
    pub generation: u64,
    /// The specimen's number in the run.
    pub id: u64,
}

/// Writes the known facts.
fn known<S: Serializer>(facts: &Facts, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(further_facts(facts, &[]))
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::records::{read_lines, to_lines};
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
        let written = to_lines(std::slice::from_ref(&line));
        assert!(
            written.starts_with(r#"{"fitness":["3/2","-4"],"board":"#),
            "{written}"
        );
        assert!(written.contains(r#""degree3":0"#), "{written}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("front.jsonl");
        std::fs::write(&path, written).unwrap();
        assert_eq!(read_lines::<FrontLine>(&path).unwrap(), [line]);
    }
}
