//! `boil scan`: scores every board of a stream, or every board of a class.

use super::failure::{CommandResult, Failure};
use super::limits::{LimitArgs, shortened};
use super::question::{
    MarkOptions, QuestionArgs, listed_class, notation, note_unscored, stream, unsolved,
};
use super::table::{TextColumn, head, left, line, right};
use crate::problem::Fitness;
use crate::solver::Pool;
use crate::study::scan::{ScanError, ScannedOrders, Scanner};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;

#[derive(Args, Debug)]
pub struct ScanArgs {
    /// The file to read, or `-` for standard input: one board per line, as `geng` writes boards
    #[arg(
        value_name = "FILE",
        required_unless_present = "class",
        conflicts_with = "class"
    )]
    input: Option<String>,
    /// List every board of this class instead of reading a stream (connected, tree,
    /// caterpillar, bipartite, squares)
    #[arg(long, requires = "order")]
    class: Option<String>,
    /// The orders of `--class`: `2..8`, both ends included
    #[arg(long, value_name = "RANGE")]
    order: Option<String>,
    #[command(flatten)]
    marks: MarkOptions,
    #[command(flatten)]
    question: QuestionArgs,
    /// Also print the first K boards that attain the maximum, per order
    #[arg(long, default_value_t = 0, value_name = "K")]
    top: usize,
    /// Print JSON: one object per line
    #[arg(long)]
    json: bool,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    limits: LimitArgs,
}

impl From<ScanError> for Failure {
    fn from(error: ScanError) -> Failure {
        match error {
            ScanError::Unsolved(board, error) => unsolved(&board, &error),
            ScanError::Line { line, text, why } => {
                let text = shortened(&text);
                Failure::input(format!("line {line}: board `{text}`: {why}"))
            }
            read => Failure::input(read),
        }
    }
}

impl ScanArgs {
    pub fn run(&self) -> CommandResult {
        let objective = self.question.objective()?;
        let pool = Pool::new(self.limits.ruleset()?, &self.limits.budget()?, self.threads)?;
        let bar = progress();
        let scanner = Scanner {
            pool: &pool,
            objective: &objective,
            marks: self.marks.class(self.limits.ruleset()?)?,
            keep: self.top.max(1),
            progress: &|boards| bar.inc(boards),
        };
        let found = match (&self.class, self.input.as_deref()) {
            (Some(class), _) => {
                let orders = self.order.as_deref().unwrap_or_default();
                scanner.class(&listed_class(class, orders)?)?
            }
            (None, Some(name)) => scanner.stream(stream(name)?)?,
            (None, None) => {
                return Err(Failure::input(
                    "nothing to scan: give a file, `-` or --class",
                ));
            }
        };
        bar.finish_and_clear();
        self.print(&found)
    }

    fn print(&self, found: &ScannedOrders) -> CommandResult {
        let mut out = std::io::stdout().lock();
        if found.is_empty() {
            return Err(Failure::input("no boards were given"));
        }
        if !self.json {
            writeln!(out, "{}", head(&COLUMNS))?;
        }
        for (order, scanned) in found {
            let (boards, best) = (scanned.boards, &scanned.maximum);
            let max = best.max.as_ref().map(Fitness::to_string);
            let examples: Vec<String> = best.boards.iter().map(notation).collect();
            let example = examples.first().cloned();
            if self.json {
                let mut object = serde_json::json!({
                    "order": order, "boards": boards, "max": max, "attaining": best.attaining, "example": example,
                    "unscored": best.undefined,
                });
                if self.top > 0 {
                    object["top"] = examples.into();
                }
                writeln!(out, "{object}")?;
                continue;
            }
            let [order, boards, attaining] =
                [*order as u64, boards, best.attaining].map(|n| n.to_string());
            let [max, example] = [max, example].map(|text| text.unwrap_or("-".into()));
            writeln!(
                out,
                "{}",
                line(&COLUMNS, &[order, boards, max, attaining, example])
            )?;
            for board in examples.iter().skip(1) {
                writeln!(
                    out,
                    "{}",
                    line(&COLUMNS, &["", "", "", "", &format!("  {board}")])
                )?;
            }
        }
        note_unscored(found.values().map(|f| f.maximum.undefined).sum());
        Ok(())
    }
}

const COLUMNS: [TextColumn; 5] = [
    right("order", 5),
    right("boards", 12),
    right("max", 10),
    right("attaining", 10),
    left("example", 0),
];

fn progress() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{spinner} {pos} boards, {per_sec} {msg}")
            .expect("a valid template"),
    );
    bar
}
