//! `boil canonical`: boards in canonical labelling, so that they can be compared as texts.

use super::batch::Batch;
use super::failure::CommandResult;
use super::given::Named;
use boilingpoint_boards::canon::{canonical_place, normal};
use boilingpoint_boards::{BoardLimit, simplest_name};
use clap::Args;
use serde_json::json;
use std::io::Write;

#[derive(Args, Debug)]
pub struct CanonicalArgs {
    /// Boards, or files with boards in any format; `-` reads standard input
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
        batch.boards(&self.boards, None, BoardLimit::MOST, |named| {
            self.one(named)
        })
    }

    fn one(&self, named: &Named) -> CommandResult {
        let wrong = |why: &str| named.failure(why);
        let board = &named.board()?.board;
        if board.squares().is_some() && board.is_tinted() {
            return Err(wrong("a board of squares has no tints"));
        }
        if board.squares().is_none() && canonical_place(board).is_none() {
            return Err(wrong("it has too many classes of twins to be labelled"));
        }
        let canonical = normal(board).text();
        let mut out = std::io::stdout().lock();
        if self.json {
            let object =
                json!({"input": named.text, "board": canonical, "name": simplest_name(board)});
            writeln!(out, "{object}")?;
        } else if self.names {
            writeln!(
                out,
                "{canonical}\t{}",
                simplest_name(board).unwrap_or_default()
            )?;
        } else {
            writeln!(out, "{canonical}")?;
        }
        Ok(())
    }
}
