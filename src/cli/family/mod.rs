//! `boil family`: a table over a parametrised family.

mod files;
mod formulas;
mod table;

use super::failure::{CommandResult, Failure};
use super::gather::{AskedList, GatherArgs};
use super::limits::{FORM_LIMIT, LimitArgs};
use super::question::expressions;
use super::ranges::{integers, parameter};
use super::rows::TableArgs;
use boilingpoint_boards::{BoardFamily, Definitions};
use boilingpoint_problem::{Columns, FactCell, Objective, ObjectiveText};
use boilingpoint_solver::Pool;
use boilingpoint_study::families::{
    Formulas, PartRow, Ranges, Sweep, SweepError, SweepQuestion, SweepRow, Valuation,
};
use boilingpoint_study::part::WorkKind;
use boilingpoint_values::Notation;
use clap::Args;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use table::{FamilyTable, Style};

#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("format").args(["csv", "json", "latex"])))]
pub struct FamilyArgs {
    /// A family with parameters, such as `caterpillar(n+1,n,n+1)` or
    /// `tree(a*tree(b*leaf),2*leaf)`; `boil list families` lists all
    #[arg(value_name = "FAMILY")]
    family: String,
    /// The values of `n`: `1..8` (both ends included) or a single value
    #[arg(long, value_name = "RANGE", value_parser = integers, allow_hyphen_values = true)]
    n: Option<RangeInclusive<i64>>,
    /// The values of another parameter, such as `m=1..4`; may be given several times
    #[arg(long, value_name = "PARAMETER=RANGE", value_parser = parameter)]
    with: Vec<(char, RangeInclusive<i64>)>,
    /// Define a family, such as `nested(a,b) = tree(a*tree(b*leaf))`; later definitions may use
    /// earlier ones
    #[arg(long, value_name = "DEFINITION")]
    define: Vec<String>,
    /// A TOML file with definitions: a table `[families]` of signatures and expressions
    #[arg(long, value_name = "FILE")]
    families: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
    /// Print a LaTeX table
    #[arg(long, conflicts_with = "columns")]
    latex: bool,
    /// With `--latex`: write a `longtable`, which goes on over pages; your document has to load the
    /// package `longtable`
    #[arg(long, requires = "latex")]
    long: bool,
    /// Also print exact formulas in the parameters, each verified on rows that were held out,
    /// and the common shape of the canonical forms
    #[arg(long, conflicts_with = "columns")]
    fit: bool,
    /// Also compute this expression over invariants; several are separated by `;`
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    objective: Option<String>,
    /// Steps for the bounds of a member that exceeds the budget; 0 ends the
    /// command there with an error
    #[arg(long, default_value_t = 20_000, value_name = "STEPS")]
    bounds: u64,
    #[command(flatten)]
    gather: GatherArgs,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    limits: LimitArgs,
}

impl FamilyArgs {
    pub fn run(&self) -> CommandResult {
        let (definitions, _) = self.definitions()?;
        let family = BoardFamily::parse(&self.family, &definitions);
        let sweep = Sweep::of(&family?, &self.ranges())?;
        let objective = self.objective.as_deref().map(expressions).transpose()?;
        let objective = objective.map(|e| Objective::new(&e, None, &[]));
        let pool = Pool::new(self.limits.ruleset()?, &self.limits.budget()?, self.threads)?;
        let style = self.style();
        let how = Valuation {
            pool: &pool,
            notation: style.notation(),
            limit: FORM_LIMIT,
            steps: self.bounds,
            objective: objective.as_ref(),
            columns: None,
        };
        let ruleset = pool.ruleset();
        if self.table.columns.is_some() {
            let columns = self.table.columns_with(ruleset, &sweep.names)?;
            return self.picked(&sweep, how, &columns);
        }
        let table = FamilyTable::new(style, ruleset, &sweep.names, self.objective.as_deref());
        let mut out = std::io::stdout().lock();
        table.head(&mut out)?;
        // A LaTeX table and formulas need all rows, but not the texts of boards, which grow with
        // the square of the order.
        let keeps = self.fit || style == Style::Latex;
        let mut rows: Vec<SweepRow> = Vec::new();
        self.each(&sweep, &how, |mut row| {
            table.line(&mut out, &row)?;
            out.flush()?;
            if keeps {
                row.facts.board = String::new();
                rows.push(row);
            }
            Ok::<(), Failure>(())
        })?;
        table.foot(&mut out, &rows, self.long)?;
        if self.fit {
            let objectives = self.objective.as_deref().map(ObjectiveText::list);
            let objectives = objectives.unwrap_or_default();
            let found = Formulas::of(&sweep.names, &rows, &objectives);
            formulas::print(&mut out, style, &found)?;
        }
        Ok(())
    }

    /// Prints the table with the columns that the user has picked, after the parameters.
    fn picked(&self, sweep: &Sweep, how: Valuation, columns: &Columns) -> CommandResult {
        let how = Valuation {
            columns: Some(columns),
            ..how
        };
        let names = sweep.names.iter().map(char::to_string);
        let headings = names.chain(columns.headings().into_iter().map(String::from));
        let writer = self.table.style.writer(headings);
        let mut out = std::io::stdout().lock();
        writer.head(&mut out)?;
        self.each(sweep, &how, |row| {
            let point = row.point.iter().map(|n| FactCell::Text(n.to_string()));
            let cells: Vec<FactCell> = point.chain(row.cells).collect();
            writer.row(&mut out, &cells)
        })?;
        writer.finish(&mut out)
    }

    /// Values the members, in this process or by the workers of a cluster.
    fn each(
        &self,
        sweep: &Sweep,
        how: &Valuation,
        mut each: impl FnMut(SweepRow) -> CommandResult,
    ) -> CommandResult {
        if !self.gather.is_asked() {
            return sweep.value(how, each);
        }
        let (_, definitions) = self.definitions()?;
        let objective = self.objective.as_deref().map(expressions).transpose()?;
        let ranges = self.ranges().0.into_iter();
        let question = SweepQuestion {
            ruleset: how.pool.ruleset().name().to_string(),
            family: self.family.clone(),
            definitions,
            ranges: ranges
                .map(|(name, r)| (name, [*r.start(), *r.end()]))
                .collect(),
            notation: how.notation,
            limit: how.limit,
            steps: how.steps,
            objective: objective.map(|e| ObjectiveText::of(&e, None).to_string()),
            columns: how.columns.map(Columns::text),
        };
        let list = AskedList {
            name: format!("{}-family", question.ruleset),
            kind: WorkKind::Family,
            chunks: sweep.chunks(),
            question,
        };
        self.gather
            .gather(&self.limits, list, |rows: Vec<PartRow>| {
                let mut rows = rows.into_iter();
                rows.try_for_each(|row| each(row.map_err(SweepError::Elsewhere)?))
            })
    }

    /// The definitions of the user's families, also as texts.
    fn definitions(&self) -> Result<(Definitions, Vec<String>), Failure> {
        let (mut known, mut texts) = (Definitions::none(), Vec::new());
        if let Some(file) = &self.families {
            texts = files::read(file, &mut known)?;
        }
        for text in &self.define {
            let read = known.read(text);
            read.map_err(|e| Failure::input(format!("--define `{text}`: {e}")))?;
            texts.push(text.clone());
        }
        Ok((known, texts))
    }

    fn ranges(&self) -> Ranges {
        let n = self.n.clone().map(|range| ('n', range));
        Ranges(n.into_iter().chain(self.with.iter().cloned()).collect())
    }

    fn style(&self) -> Style {
        match (self.table.style.csv, self.table.style.json, self.latex) {
            (true, ..) => Style::Csv,
            (_, true, _) => Style::Json,
            (.., true) => Style::Latex,
            _ => Style::Text,
        }
    }
}

impl Style {
    fn notation(self) -> Notation {
        match self {
            Style::Latex => Notation::Latex,
            Style::Csv | Style::Json | Style::Text => Notation::Text,
        }
    }
}
