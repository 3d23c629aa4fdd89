//! Rows of a table whose columns the user picks: text, CSV or JSON.

use super::failure::{CommandResult, Failure};
use super::limits::shortened;
use super::table::{TextColumn, fitted, head, left, line};
use boilingpoint_problem::{Columns, FactCell};
use boilingpoint_rules::Ruleset;
use boilingpoint_study::boards::Missed;
use clap::Args;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The columns of a table and its style.
#[derive(Args, Debug)]
pub struct TableArgs {
    /// Print a row for each board with these columns, separated by commas: facts
    /// (`canonical_form`, `outcome`), expressions over invariants (`temperature - degree`),
    /// `input`, `board` (canonical graph6) and `name` (a family or construction); `boil list facts`
    /// and `boil list invariants` list the names
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub columns: Option<String>,
    #[command(flatten)]
    pub style: StyleArgs,
}

/// The style of a table.
#[derive(Args, Debug)]
pub struct StyleArgs {
    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print JSON: one object per line
    #[arg(long)]
    pub json: bool,
}

impl TableArgs {
    /// The columns that were given; else those that the ruleset's boards have.
    pub fn columns(&self, ruleset: &dyn Ruleset) -> Result<Columns, Failure> {
        self.columns_with(ruleset, &[])
    }

    /// The same for the members of a family with these parameters.
    pub fn columns_with(
        &self,
        ruleset: &dyn Ruleset,
        parameters: &[char],
    ) -> Result<Columns, Failure> {
        let Some(text) = &self.columns else {
            return Ok(Columns::of_ruleset(ruleset));
        };
        let read = Columns::parse_with(text, parameters);
        read.map_err(|e| Failure::input(format!("--columns: {e}")))
    }
}

impl StyleArgs {
    /// The writer of a table with these headings.
    pub fn writer(&self, headings: impl IntoIterator<Item = impl Into<String>>) -> RowWriter {
        let style = match (self.csv, self.json) {
            (true, _) => RowStyle::Csv,
            (_, true) => RowStyle::Json,
            _ => RowStyle::Text,
        };
        RowWriter {
            style,
            headings: headings.into_iter().map(Into::into).collect(),
            state: Mutex::new(TextState::Waiting(None, Vec::new())),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RowStyle {
    Text,
    Csv,
    Json,
}

/// The number of rows by which the widths of a text table are chosen, and the longest time that a
/// row waits for the others.
const FITTED: usize = 50;
const WAIT: Duration = Duration::from_secs(1);

/// Writes rows as they come. The first rows of a text table wait for each other, so that its
/// columns fit them.
pub struct RowWriter {
    style: RowStyle,
    headings: Vec<String>,
    state: Mutex<TextState>,
}

/// The rows that wait, or the widths.
enum TextState {
    /// The time when the first row came, and the rows so far.
    Waiting(Option<Instant>, Vec<Vec<String>>),
    Widths(Vec<usize>),
}

impl RowWriter {
    /// Writes the headings, which JSON has in each row.
    pub fn head(&self, out: &mut impl Write) -> CommandResult {
        match self.style {
            RowStyle::Json | RowStyle::Text => Ok(()),
            RowStyle::Csv => self.csv(out, &self.headings),
        }
    }

    /// Writes a row. Bounds are written as `1 to 3/2`, in CSV as `1..3/2`, in JSON as an array.
    pub fn row(&self, out: &mut impl Write, cells: &[FactCell]) -> CommandResult {
        match self.style {
            RowStyle::Json => {
                let cells = self.headings.iter().zip(cells);
                let object: Map<String, Value> = cells
                    .map(|(heading, cell)| (heading.clone(), as_json(cell)))
                    .collect();
                Ok(writeln!(out, "{}", Value::Object(object))?)
            }
            RowStyle::Text => {
                let texts: Vec<String> = cells.iter().map(text).collect();
                self.text_row(out, texts)
            }
            RowStyle::Csv => {
                let texts: Vec<String> = cells.iter().map(|c| c.text_between("..")).collect();
                self.csv(out, &texts)
            }
        }
    }

    /// Writes the error of a board that has no row: an object in JSON, else a message on standard
    /// error.
    pub fn missed(&self, out: &mut impl Write, missed: &Missed) -> CommandResult {
        if self.style == RowStyle::Json {
            let object = json!({"input": missed.input, "line": missed.line, "error": missed.why});
            writeln!(out, "{object}")?;
        }
        report(missed);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, TextState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn text_row(&self, out: &mut impl Write, row: Vec<String>) -> CommandResult {
        let mut state = self.state();
        let is_ready = match &mut *state {
            TextState::Widths(widths) => {
                return Ok(writeln!(out, "{}", line(&self.columns(widths), &row))?);
            }
            TextState::Waiting(since, rows) => {
                rows.push(row);
                let since = since.get_or_insert_with(Instant::now);
                rows.len() >= FITTED || since.elapsed() > WAIT
            }
        };
        if is_ready {
            self.begin(out, &mut state)?;
        }
        Ok(())
    }

    /// Writes the headings and the rows that wait.
    fn begin(&self, out: &mut impl Write, state: &mut TextState) -> CommandResult {
        let TextState::Waiting(_, rows) = state else {
            return Ok(());
        };
        let columns: Vec<TextColumn> = self.headings.iter().map(|h| left(h, 0)).collect();
        let columns = fitted(&columns, rows);
        writeln!(out, "{}", head(&columns))?;
        for row in rows.iter() {
            writeln!(out, "{}", line(&columns, row))?;
        }
        *state = TextState::Widths(columns.iter().map(TextColumn::width).collect());
        Ok(())
    }

    /// Writes the rows that still wait.
    pub fn finish(&self, out: &mut impl Write) -> CommandResult {
        match self.style {
            RowStyle::Text => self.begin(out, &mut self.state()),
            RowStyle::Csv | RowStyle::Json => Ok(()),
        }
    }

    fn columns(&self, widths: &[usize]) -> Vec<TextColumn<'_>> {
        let columns = self.headings.iter().zip(widths);
        columns
            .map(|(heading, &width)| left(heading, width))
            .collect()
    }

    fn csv(&self, out: &mut impl Write, cells: &[String]) -> CommandResult {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(cells)?;
        Ok(writer.flush()?)
    }
}

/// Prints the message of a board or a line that has no answer.
pub fn report(missed: &Missed) {
    let input = shortened(&missed.input);
    let missed = Missed {
        input,
        ..missed.clone()
    };
    Failure::input(missed).report();
}

/// The failure of a command some of whose boards have no answer; none if each has one.
pub fn all_answered(missed: u64) -> CommandResult {
    match missed {
        0 => Ok(()),
        1 => Err(Failure::input("a board has no answer")),
        n => Err(Failure::input(format!("{n} boards have no answer"))),
    }
}

fn text(cell: &FactCell) -> String {
    match cell {
        FactCell::Absent => "-".to_string(),
        cell => cell.text(),
    }
}

fn as_json(cell: &FactCell) -> Value {
    match cell {
        FactCell::Number(interval) if interval.known().is_none() => {
            let bounds = interval.bounds().map(FactCell::Bounds);
            bounds.map_or(Value::Null, |bounds| bounds.json())
        }
        cell => cell.json(),
    }
}
