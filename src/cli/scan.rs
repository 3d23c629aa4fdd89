//! `boil scan`: scores every board of a stream, or every board of a class.

use super::boards::{BoardArgs, told};
use super::failure::{CommandResult, Failure};
use super::gather::{AskedList, GatherArgs};
use super::question::{QuestionArgs, notation};
use super::rows::{TableArgs, all_answered};
use super::table::{TextColumn, head, left, line, right};
use boilingpoint_boards::canon::normal;
use boilingpoint_problem::{Columns, FactCell, Fitness};
use boilingpoint_study::boards::PartTally;
use boilingpoint_study::part::WorkKind;
use boilingpoint_study::scan::{ScanAsk, ScannedOrders, Scanner};
use boilingpoint_study::table::{Bins, Histogram, Row, Rows};
use clap::Args;
use std::io::Write;

#[derive(Args, Debug)]
pub struct ScanArgs {
    #[command(flatten)]
    boards: BoardArgs,
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
    /// Count every board once for each labelling of its vertices: n! divided by the number of its
    /// automorphisms
    #[arg(long, requires = "count_by")]
    labelled: bool,
    #[command(flatten)]
    gather: GatherArgs,
    #[command(flatten)]
    table: TableArgs,
}

impl ScanArgs {
    pub fn run(&self) -> CommandResult {
        let counted = self.count_by.as_deref().map(|text| {
            Columns::parse(text).map_err(|e| Failure::input(format!("--count-by: {e}")))
        });
        match counted.transpose()? {
            Some(columns) => self.histogram(&columns),
            None if self.all || self.table.columns.is_some() => self.rows(),
            None if self.table.style.csv => Err(Failure::input(
                "--csv: expected --all, --columns or --count-by as well",
            )),
            None => self.maxima(),
        }
    }

    /// Runs over the boards, in this process or by the workers of a cluster.
    fn each<T: PartTally>(
        &self,
        tally: &T,
        ask: impl FnOnce() -> Result<ScanAsk, Failure>,
        take: impl FnMut(T::Part) -> CommandResult,
    ) -> CommandResult {
        if !self.gather.is_asked() {
            return self.boards.each(tally, take);
        }
        let question = self.boards.question(ask()?)?;
        let list = AskedList {
            name: format!("{}-{}", question.ruleset, question.class),
            kind: WorkKind::Scan,
            chunks: question.chunks().map_err(Failure::input)?,
            question,
        };
        self.gather.gather(&self.boards.limits, list, take)
    }

    fn rows(&self) -> CommandResult {
        let columns = self.table.columns(self.boards.limits.ruleset()?)?;
        let writer = self.table.style.writer(columns.headings());
        let condition = self.question.condition()?;
        let rows = Rows {
            columns: &columns,
            condition: &condition,
        };
        let mut out = std::io::stdout().lock();
        writer.head(&mut out)?;
        let (mut missed, mut written) = (0, 0);
        let ask = || {
            let (columns, condition) = (columns.text(), self.question.condition_text()?);
            Ok(ScanAsk::Rows { columns, condition })
        };
        self.each(&rows, ask, |part: Vec<Row>| {
            for row in part {
                match row {
                    Ok(cells) => {
                        written += 1;
                        writer.row(&mut out, &cells)?;
                    }
                    Err(without) => {
                        missed += 1;
                        writer.missed(&mut out, &without)?;
                    }
                }
            }
            Ok(())
        })?;
        writer.finish(&mut out)?;
        self.note_none(written, missed)?;
        all_answered(missed)
    }

    fn histogram(&self, columns: &Columns) -> CommandResult {
        let carries = self.boards.limits.ruleset()?.carries();
        if self.labelled && (carries.has_marks() || carries.squares) {
            let problem = "--labelled: expected a game whose boards have no marks but tints";
            return Err(Failure::input(problem));
        }
        let condition = self.question.condition()?;
        let histogram = Histogram {
            columns,
            condition: &condition,
            labelled: self.labelled,
        };
        let mut all = Bins::default();
        let ask = || {
            Ok(ScanAsk::Counts {
                columns: columns.text(),
                condition: self.question.condition_text()?,
                labelled: self.labelled,
            })
        };
        self.each(&histogram, ask, |part| {
            all.merge(part);
            Ok(())
        })?;
        if self.gather.is_asked() && all.others > 0 {
            let problem = "--count-by: more values than one process keeps; leave out --cluster";
            return Err(Failure::input(problem));
        }
        let headings = columns.headings().into_iter().chain(["boards", "example"]);
        let writer = self.table.style.writer(headings);
        let mut out = std::io::stdout().lock();
        writer.head(&mut out)?;
        for (key, bin) in &all.bins {
            if bin.boards == u64::MAX {
                return Err(Failure::input(
                    "--labelled: more than 2^64 - 1 boards; scan fewer orders",
                ));
            }
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
        self.note_none(all.bins.len() as u64, all.missed.number)?;
        told(&all.missed)
    }

    /// Says that no board meets the condition, if a table has no row for that reason.
    fn note_none(&self, rows: u64, missed: u64) -> CommandResult {
        if let (0, 0, Some(condition)) = (rows, missed, self.question.condition_text()?) {
            print_note!("note: no board meets `{condition}`");
        }
        Ok(())
    }

    fn maxima(&self) -> CommandResult {
        let objective = self.question.objective()?;
        let scanner = Scanner::new(&objective, self.top.max(1));
        let mut found = ScannedOrders::default();
        let ask = || {
            let (objective, keep) = (self.question.text()?, scanner.keep);
            Ok(ScanAsk::Maxima { objective, keep })
        };
        let done = self.each(&scanner, ask, |part| {
            scanner.merge(&mut found, part);
            Ok(())
        });
        // A scan that the limit of time has stopped has maxima of the boards before.
        match done.is_err() && found.orders.is_empty() {
            true => done,
            false => self.print(&found).and(done),
        }
    }

    fn print(&self, found: &ScannedOrders) -> CommandResult {
        let mut out = std::io::stdout().lock();
        if !self.table.style.json {
            writeln!(out, "{}", head(&COLUMNS))?;
        }
        for (order, scanned) in &found.orders {
            let (boards, best) = (scanned.boards, &scanned.maximum);
            let max = best.max.as_ref().map(Fitness::to_string);
            let examples: Vec<String> = best.boards.iter().map(|b| notation(&normal(b))).collect();
            let example = examples.first().cloned();
            if self.table.style.json {
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
        let unscored = found.orders.values().map(|f| f.maximum.undefined).sum();
        let boards = found.orders.values().map(|f| f.boards).sum();
        self.question.note_unscored(unscored, boards)?;
        told(&found.missed)
    }
}

const COLUMNS: [TextColumn; 5] = [
    right("order", 5),
    right("boards", 12),
    right("max", 10),
    right("attaining", 10),
    left("example", 0),
];
