//! The table of a sweep, in its four styles.

use crate::cli::facts::object;
use crate::cli::failure::CommandResult;
use crate::cli::table::{TextColumn, left, line, right};
use boilingpoint_problem::expression::Number;
use boilingpoint_problem::{FactCell, Facts};
use boilingpoint_report::export::{LatexCell, LatexColumn, LatexTable};
use boilingpoint_rules::{Algebra, Ruleset};
use boilingpoint_study::families::SweepRow;
use serde_json::Value;
use std::io::Write;

/// The number of characters to which a canonical form in a text table is cut.
const WIDEST: usize = 72;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Text,
    Csv,
    Json,
    Latex,
}

/// The heading of a column: for text its heading and width, for LaTeX its heading, and whether it
/// has numbers.
struct Heading(TextColumn<'static>, &'static str, bool);

fn heading(name: &str) -> Heading {
    match name {
        "temperature" => Heading(right("t", 6), "$t(G)$", true),
        "degree" => Heading(right("degree", 6), "$\\deg(G)$", true),
        "degree2" => Heading(right("degree2", 7), "$\\deg_2(G)$", true),
        ABOVE_DEGREE => Heading(right("t - deg", 7), "$t(G)-\\deg(G)$", true),
        ABOVE_DEGREES => Heading(right("- deg2 / 2", 12), "", true),
        "order" => Heading(right("order", 5), "Order", true),
        "outcome" => Heading(left("outcome", 7), "Outcome", false),
        "grundy" => Heading(right("Grundy value", 12), "Grundy value", true),
        _ => Heading(left("canonical form", 0), "Canonical form", false),
    }
}

/// The names of [`SweepRow::ABOVE_DEGREE`] and [`SweepRow::ABOVE_DEGREES`] in files.
const ABOVE_DEGREE: &str = "temperature_minus_degree";
const ABOVE_DEGREES: &str = "temperature_minus_degree_minus_half_degree2";

/// The columns of a table, by their names in files.
fn columns(style: Style, algebra: Algebra) -> &'static str {
    match (style, algebra) {
        (Style::Text, Algebra::Partizan) => {
            "temperature degree degree2 temperature_minus_degree \
             temperature_minus_degree_minus_half_degree2 canonical_form"
        }
        (Style::Latex, Algebra::Partizan) => {
            "canonical_form temperature degree degree2 temperature_minus_degree"
        }
        (Style::Text | Style::Latex, Algebra::Impartial) => "order outcome grundy",
        (Style::Text | Style::Latex, Algebra::Winner) => "order outcome",
        (Style::Csv, Algebra::Partizan) => {
            "canonical_form temperature degree degree2 temperature_minus_degree \
             temperature_minus_degree_minus_half_degree2 order mean board certainty"
        }
        (Style::Csv, Algebra::Impartial) => "outcome grundy order degree board",
        (Style::Csv, Algebra::Winner) => "outcome order degree board",
        (Style::Json, _) => {
            "board tints order degree degree2 outcome grundy canonical_form atomic_weight \
             temperature temperature_bounds mean"
        }
    }
}

/// A column of a row, by its name in files.
fn column(row: &SweepRow, name: &str) -> FactCell {
    row.column(match name {
        ABOVE_DEGREE => SweepRow::ABOVE_DEGREE,
        ABOVE_DEGREES => SweepRow::ABOVE_DEGREES,
        fact => fact,
    })
}

pub(super) struct FamilyTable<'a> {
    style: Style,
    columns: Vec<&'static str>,
    names: &'a [char],
    objective: Option<&'a str>,
}

impl FamilyTable<'_> {
    pub fn new<'a>(
        style: Style,
        ruleset: &dyn Ruleset,
        names: &'a [char],
        objective: Option<&'a str>,
    ) -> FamilyTable<'a> {
        // The degree of a square says nothing of a board of squares.
        let is_used = |name: &&str| !(ruleset.carries().squares && name.contains("degree"));
        let columns = columns(style, ruleset.algebra()).split_whitespace();
        FamilyTable {
            style,
            columns: columns.filter(is_used).collect(),
            names,
            // Like the tables of the paper, a LaTeX table has no column for the objective.
            objective: objective.filter(|_| style != Style::Latex),
        }
    }

    fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().copied()
    }

    pub fn head(&self, out: &mut impl Write) -> CommandResult {
        let title = |name: &str| match self.style {
            Style::Text => heading(name).0.heading.to_string(),
            Style::Latex | Style::Csv | Style::Json => name.to_string(),
        };
        let objective = |text: &str| match self.style {
            Style::Csv => quoted(text),
            _ => text.to_string(),
        };
        let mut cells: Vec<String> = self.parameters().iter().map(char::to_string).collect();
        cells.extend(self.columns().map(title));
        cells.extend(self.objective.map(objective));
        let line = self.joined(&cells);
        match self.style {
            Style::Json => {}
            Style::Csv | Style::Text => writeln!(out, "{line}")?,
            // A LaTeX table is written when all its rows are known.
            Style::Latex => {}
        }
        Ok(())
    }

    /// Ends the table. A LaTeX table is written here, since the widths of its columns depend on all
    /// rows; `long` writes it as a `longtable`.
    pub fn foot(&self, out: &mut impl Write, rows: &[SweepRow], long: bool) -> CommandResult {
        if self.style == Style::Latex {
            let table = self.latex(rows);
            let text = match long {
                true => table.longtable(None),
                false => table.tabular(),
            };
            write!(out, "{text}")?;
        }
        Ok(())
    }

    fn latex(&self, rows: &[SweepRow]) -> LatexTable {
        let parameters = self.parameters().iter().map(|name| LatexColumn {
            heading: format!("${name}$"),
            is_number: true,
            breaks: false,
        });
        let columns = self.columns().map(|name| LatexColumn {
            heading: heading(name).1.to_string(),
            is_number: heading(name).2,
            breaks: name == "canonical_form",
        });
        LatexTable {
            columns: parameters.chain(columns).collect(),
            rows: rows.iter().map(|row| self.latex_row(row)).collect(),
        }
    }

    fn latex_row(&self, row: &SweepRow) -> Vec<LatexCell> {
        let point = row.point.iter().map(|n| n.to_string());
        let mut cells: Vec<LatexCell> = point.map(|n| LatexCell::plain(&n)).collect();
        if cells.is_empty() {
            cells.push(LatexCell::plain("-"));
        }
        let facts = &row.facts;
        cells.extend(self.columns().map(|name| match name {
            "canonical_form" => match &facts.canonical_form {
                Some(form) => LatexCell::math(form),
                None if facts.is_bound() => LatexCell::plain("?"),
                None => LatexCell::plain("(long)"),
            },
            name if heading(name).2 => LatexCell::numbers(&column(row, name).text_between("..")),
            name => LatexCell::plain(&column(row, name).text_between("..")),
        }));
        cells
    }

    /// The names of the parameters; `n` for a single member.
    fn parameters(&self) -> &[char] {
        match self.names {
            [] => &['n'],
            names => names,
        }
    }

    pub fn line(&self, out: &mut impl Write, row: &SweepRow) -> CommandResult {
        match self.style {
            Style::Latex => return Ok(()),
            Style::Json => return Ok(writeln!(out, "{}", self.object(row))?),
            Style::Csv | Style::Text => {}
        }
        let mut cells: Vec<String> = row.point.iter().map(i64::to_string).collect();
        if cells.is_empty() {
            cells.push("-".to_string());
        }
        cells.extend(self.columns().map(|name| self.cell(row, name)));
        if self.objective.is_some() {
            let values = row.objective.as_deref().map(texts);
            cells.push(values.map_or("-".to_string(), |v| v.join(";")));
        }
        writeln!(out, "{}", self.joined(&cells))?;
        Ok(())
    }

    fn joined(&self, cells: &[String]) -> String {
        match self.style {
            Style::Csv | Style::Json | Style::Latex => cells.join(","),
            Style::Text => {
                let mut columns = vec![right("", 4); self.names.len().max(1)];
                columns.extend(self.columns().map(|name| heading(name).0));
                columns.extend(self.objective.map(|_| left("", 0)));
                line(&columns, cells)
            }
        }
    }

    fn cell(&self, row: &SweepRow, name: &str) -> String {
        match name {
            "canonical_form" => self.form(&row.facts),
            "board" => quoted(&row.facts.board),
            "certainty" => row.facts.certainty.of_value().to_string(),
            name => column(row, name).text_between(".."),
        }
    }

    fn form(&self, facts: &Facts) -> String {
        let [too_long, unknown] = match self.style {
            Style::Csv | Style::Json | Style::Latex => [""; 2],
            Style::Text => ["(too long to print)", "(bounds, proved)"],
        };
        let missing = if facts.is_bound() { unknown } else { too_long };
        let form = facts.canonical_form.as_deref().unwrap_or(missing);
        match self.style {
            Style::Csv | Style::Json | Style::Latex => quoted(form),
            Style::Text if form.chars().count() > WIDEST => {
                form.chars().take(WIDEST - 1).chain(['…']).collect()
            }
            Style::Text => form.to_string(),
        }
    }

    /// A row as JSON. A fact is null if the game does not have the fact, or if it is not known.
    fn object(&self, row: &SweepRow) -> Value {
        let mut object = object(&row.facts, &self.columns().collect::<Vec<_>>());
        let mut put = |name: &str, value: Value| object.insert(name.to_string(), value);
        if self.columns().any(|name| name == "degree") {
            for name in [ABOVE_DEGREE, ABOVE_DEGREES] {
                put(name, column(row, name).json());
            }
        }
        if self.names.is_empty() {
            put("n", Value::Null);
        }
        for (name, &value) in self.names.iter().zip(&row.point) {
            put(&name.to_string(), value.into());
        }
        if self.objective.is_some() {
            put("objective", row.objective.as_deref().map(texts).into());
        }
        object.into()
    }
}

fn texts(numbers: &[Number]) -> Vec<String> {
    numbers.iter().map(Number::to_string).collect()
}

/// Quotes a text for CSV. Forms and boards are always quoted. No style of the `csv` crate quotes
/// some columns always and others never.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
