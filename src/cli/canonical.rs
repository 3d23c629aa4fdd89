//! `boil canonical`: boards in canonical labelling, so that they can be compared as texts.

use super::batch::Batch;
use super::failure::{CommandResult, Failure};
use super::limits::shortened;
use boilingpoint_boards::canon::{canonical_place, normal};
use boilingpoint_boards::{parse_board, simplest_name};
use clap::Args;
use serde_json::json;
use std::io::Write;

#[derive(Args, Debug)]
pub struct CanonicalArgs {
    /// Boards; `-` reads one board per line from standard input
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<String>,
    /// Print the name of each board after a tab: the simplest family or construction that it is
    #[arg(long)]
    names: bool,
    /// Print JSON: one object per line
    #[arg(long)]
    json: bool,
}

impl CanonicalArgs {
    pub fn run(&self) -> CommandResult {
        let batch = Batch::new("boards", self.json);
        batch.each(&self.boards, |text, place| self.one(text, place))
    }

    fn one(&self, text: &str, place: &str) -> CommandResult {
        let wrong =
            |why: String| Failure::input(format!("{place}board `{}`: {why}", shortened(text)));
        let board = parse_board(text).map_err(|e| wrong(e.to_string()))?;
        if board.squares().is_some() && board.is_tinted() {
            return Err(wrong("a board of squares has no tints".to_string()));
        }
        if board.squares().is_none() && canonical_place(&board).is_none() {
            return Err(wrong(
                "it has too many classes of twins to be labelled".to_string(),
            ));
        }
        let canonical = normal(&board).text();
        let mut out = std::io::stdout().lock();
        if self.json {
            let object = json!({"input": text, "board": canonical, "name": simplest_name(&board)});
            writeln!(out, "{object}")?;
        } else if self.names {
            writeln!(
                out,
                "{canonical}\t{}",
                simplest_name(&board).unwrap_or_default()
            )?;
        } else {
            writeln!(out, "{canonical}")?;
        }
        Ok(())
    }
}
