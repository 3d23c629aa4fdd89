//! The beginning of a lineage, as people read it.
//!
//! The log of a run with boards to start from calls the first board of every lineage `start`. The
//! plan and the counted orders tell whether this board is one of the given boards, a variation of
//! one, the best board of a small order that was counted, or a random board.

use boilingpoint_boards::board_text;
use boilingpoint_plan::Plan;
use boilingpoint_problem::Genome;
use boilingpoint_record::counted::CountedOrder;
use boilingpoint_record::records::{LineageStep, RecordLine};
use std::collections::BTreeSet;

/// The operator with which the log of a run with boards to start from begins a lineage.
const START: &str = "start";
/// The largest number of steps that a lineage keeps after its beginning.
const MOST_STEPS: usize = boilingpoint_evolve::LINEAGE_CAP;

/// The boards that a run begins with, in canonical labelling.
#[derive(Clone, Debug)]
pub struct GivenBoards {
    names: BTreeSet<String>,
    /// The boards of counted orders.
    counted: BTreeSet<String>,
    /// Whether the other first boards are variations of given boards, and not random boards.
    vary: bool,
}

impl GivenBoards {
    /// The boards in `boards.start` of a plan, and those of the orders that its run has counted.
    pub fn of(plan: &Plan, counted: &[CountedOrder]) -> GivenBoards {
        let boards = plan.boards.start.iter();
        let name = |board: &boilingpoint_boards::Board| {
            let board = Genome::of_board(board).canonical_board();
            board_text(&board.name(), &board.tint_string())
        };
        GivenBoards {
            names: boards.map(|start| name(&start.board)).collect(),
            counted: counted.iter().flat_map(|c| c.given.clone()).collect(),
            vary: plan.boards.start_only,
        }
    }

    /// The lineage of a record, with the origin of its first board in place of `start`.
    pub fn lineage(&self, line: &RecordLine) -> Vec<LineageStep> {
        let mut lineage = line.lineage.clone();
        let itself = line.facts.board_text();
        if let Some((begin, steps)) = lineage.split_first_mut()
            && begin.operator == START
        {
            let first = match steps.first() {
                None => Some(&itself),
                // A long lineage has lost its first steps.
                Some(_) if steps.len() >= MOST_STEPS => None,
                Some(step) => step.from.as_ref(),
            };
            begin.operator = self.origin(first).to_string();
        }
        lineage
    }

    /// The origin of the first board of a lineage; `None` if the board is not known.
    fn origin(&self, first: Option<&String>) -> &'static str {
        match first {
            None => "first board",
            Some(board) if self.names.contains(board) => "given board",
            Some(board) if self.counted.contains(board) => "counted board",
            Some(_) if self.vary => "variation of a given board",
            Some(_) => "random",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn given(more: &str) -> GivenBoards {
        let text = format!(
            "[game]\nruleset = \"snort\"\n[objective]\nmaximize = \"order\"\n[boards]\nstart = [\"path(4)\"]\n{more}"
        );
        let none = |_: &Path, _: &Plan| Ok(Vec::new());
        let counted = CountedOrder {
            given: vec!["D?{".to_string()],
            ..CountedOrder::default()
        };
        let plan = Plan::resolve("t.toml", text.as_bytes(), &[], none).unwrap();
        GivenBoards::of(&plan, &[counted])
    }

    /// The origin of the board in a line, with these steps after `start`.
    fn origin(given: &GivenBoards, board: &str, steps: &str) -> String {
        let text = format!(
            r#"{{"generation":1,"fitness":["1"],"board":"{board}","tints":"....","order":4,"size":3,"temperature":"1",
            "mean":"0","degree":2,"degree2":1,"canonical_form":null,"certainty":"exact","verified":true,
            "lineage":[{{"generation":0,"operator":"start"}}{steps}]}}"#
        );
        let line = serde_json::from_str(&text).unwrap();
        given.lineage(&line)[0].operator.clone()
    }

    #[test]
    fn the_first_board_is_given_varied_or_random() {
        let path = Genome::of_board(&boilingpoint_boards::parse_board("path(4)").unwrap());
        let path = path.canonical_board().name();
        let (any, only) = (given(""), given("start_only = true\n"));
        assert_eq!(origin(&any, &path, ""), "given board");
        assert_eq!(origin(&any, "Cs", ""), "random");
        assert_eq!(origin(&any, "D?{", ""), "counted board");
        assert_eq!(origin(&only, "Cs", ""), "variation of a given board");
        let from =
            |board: &str| format!(r#",{{"generation":1,"operator":"twin","from":"{board}:...."}}"#);
        let plain =
            |board: &str| format!(r#",{{"generation":1,"operator":"twin","from":"{board}"}}"#);
        assert_eq!(origin(&any, "Cs", &plain(&path)), "given board");
        assert_eq!(
            origin(&only, "Cs", &from("Cs")),
            "variation of a given board"
        );
        let forgotten = r#",{"generation":1,"operator":"twin"}"#;
        assert_eq!(origin(&only, "Cs", forgotten), "first board");
        assert_eq!(origin(&any, "Cs", &plain(&path).repeat(64)), "first board");
    }
}
