//! `boil scan`: scores every board of a stream, or every board of a class.

use super::failure::{CommandResult, Failure};
use super::limits::LimitArgs;
use super::question::{MarkOptions, QuestionArgs, listed_class, notation, note_unscored, stream};
use super::rows::{TableArgs, all_answered, report};
use super::table::{TextColumn, head, left, line, right};
use crate::graph::canon::normal;
use crate::problem::{Columns, FactCell, Fitness};
use crate::solver::Pool;
use crate::study::boards::{BoardSource, MissedBoards, ReadError, Tally};
use crate::study::scan::{ScannedOrders, Scanner};
use crate::study::table::{Bins, Histogram, Row, Rows};
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
    /// Print a row for each board in place of the maxima; `--columns` picks the columns
    #[arg(long)]
    all: bool,
    /// Print the number of boards with each value of these columns, and a smallest board: an
    /// expression, or a fact such as `canonical_form`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, conflicts_with_all = ["all", "columns"])]
    count_by: Option<String>,
    #[command(flatten)]
    table: TableArgs,
    /// Print JSON: one object per line
    #[arg(long)]
    json: bool,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    limits: LimitArgs,
}

impl ScanArgs {
    pub fn run(&self) -> CommandResult {
        let counted = self.count_by.as_deref().map(|text| {
            Columns::parse(text).map_err(|e| Failure::input(format!("--count-by: {e}")))
        });
        match counted.transpose()? {
            Some(columns) => self.histogram(&columns),
            None if self.all || self.table.columns.is_some() => self.rows(),
            None if self.table.csv => Err(Failure::input(
                "--csv: expected --all, --columns or --count-by as well",
            )),
            None => self.maxima(),
        }
    }

    fn pool(&self) -> Result<Pool, Failure> {
        let (ruleset, budget) = (self.limits.ruleset()?, self.limits.budget()?);
        Ok(Pool::new(ruleset, &budget, self.threads)?)
    }

    /// Runs over the boards of the class or of the stream.
    fn each<T: Tally>(
        &self,
        tally: &T,
        take: impl FnMut(T::Part) -> CommandResult,
    ) -> CommandResult {
        let pool = self.pool()?;
        let bar = progress();
        let boards = BoardSource {
            pool: &pool,
            marks: self.marks.class(self.limits.ruleset()?)?,
            progress: &|boards| bar.inc(boards),
        };
        let done = match (&self.class, self.input.as_deref()) {
            (Some(class), _) => {
                let orders = self.order.as_deref().unwrap_or_default();
                boards.class(&listed_class(class, orders)?, tally, take)
            }
            (None, Some(name)) => {
                let done = boards.stream(stream(name)?, tally, take);
                done.map_err(|e| match e {
                    ReadError::Ended(failure) => failure,
                    ReadError::Line(line, e) => Failure::input(format!("line {line}: {e}")),
                })
            }
            (None, None) => Err(Failure::input(
                "nothing to scan: give a file, `-` or --class",
            )),
        };
        bar.finish_and_clear();
        done
    }

    fn rows(&self) -> CommandResult {
        let columns = self.table.columns(self.limits.ruleset()?)?;
        let writer = self.table.writer(columns.headings(), self.json);
        let condition = self.question.condition()?;
        let rows = Rows {
            columns: &columns,
            condition: &condition,
        };
        let mut out = std::io::stdout().lock();
        writer.head(&mut out)?;
        let mut missed = 0;
        self.each(&rows, |part: Vec<Row>| {
            for row in part {
                match row {
                    Ok(cells) => writer.row(&mut out, &cells)?,
                    Err(without) => {
                        missed += 1;
                        writer.missed(&mut out, &without)?;
                    }
                }
            }
            Ok(())
        })?;
        writer.finish(&mut out)?;
        all_answered(missed)
    }

    fn histogram(&self, columns: &Columns) -> CommandResult {
        let condition = self.question.condition()?;
        let histogram = Histogram {
            columns,
            condition: &condition,
        };
        let mut all = Bins::default();
        self.each(&histogram, |part| {
            all.merge(part);
            Ok(())
        })?;
        let headings = columns.headings().into_iter().chain(["boards", "example"]);
        let writer = self.table.writer(headings, self.json);
        let mut out = std::io::stdout().lock();
        writer.head(&mut out)?;
        for (key, bin) in &all.bins {
            let last = [
                FactCell::Count(bin.boards),
                FactCell::Text(bin.example.text()),
            ];
            let cells: Vec<FactCell> = key.0.iter().cloned().chain(last).collect();
            writer.row(&mut out, &cells)?;
        }
        writer.finish(&mut out)?;
        if all.others > 0 {
            print_note!(
                "note: {} more boards have none of these {} values",
                all.others,
                all.bins.len()
            );
        }
        told(&all.missed)
    }

    fn maxima(&self) -> CommandResult {
        let objective = self.question.objective()?;
        let scanner = Scanner {
            objective: &objective,
            keep: self.top.max(1),
        };
        let mut found = ScannedOrders::default();
        self.each(&scanner, |part| {
            scanner.merge(&mut found, part);
            Ok(())
        })?;
        self.print(&found)
    }

    fn print(&self, found: &ScannedOrders) -> CommandResult {
        let mut out = std::io::stdout().lock();
        if found.orders.is_empty() && found.missed.number == 0 {
            return Err(Failure::input("no boards were given"));
        }
        if !self.json {
            writeln!(out, "{}", head(&COLUMNS))?;
        }
        for (order, scanned) in &found.orders {
            let (boards, best) = (scanned.boards, &scanned.maximum);
            let max = best.max.as_ref().map(Fitness::to_string);
            let examples: Vec<String> = best.boards.iter().map(|b| notation(&normal(b))).collect();
            let example = examples.first().cloned();
            if self.json {
                let mut object = serde_json::json!({
                    "order": order, "boards": boards, "max": max, "attaining": best.attaining, "example": example,
                    "unscored": best.undefined, "missed": scanned.missed,
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
        note_unscored(found.orders.values().map(|f| f.maximum.undefined).sum());
        told(&found.missed)
    }
}

/// Prints the boards that have no answer, and fails if there are any.
fn told(missed: &MissedBoards) -> CommandResult {
    missed.first.iter().for_each(report);
    all_answered(missed.number)
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
