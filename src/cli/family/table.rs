//! The table of a sweep, in its four styles.

use crate::cli::eval::object;
use crate::cli::failure::Done;
use crate::cli::table::{Column, Column::Left, Column::Right, line};
use crate::problem::Facts;
use crate::problem::expression::Number;
use crate::ruleset::Algebra;
use crate::study::families::Row;
use serde_json::Value;
use std::io::Write;

/// The widest text of a canonical form in a table for people; longer ones are cut.
const CELL: usize = 72;

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Text,
    Csv,
    Json,
    Latex,
}

/// A [column](Row::column) of tables for people: its name, heading and width; in LaTeX its heading and side.
type Heading = (
    &'static str,
    &'static str,
    Column,
    &'static str,
    &'static str,
);

const HEADINGS: [Heading; 9] = [
    (
        "canonical_form",
        "canonical form",
        Left(0),
        "Canonical form",
        "l",
    ),
    ("temperature", "t", Right(6), "$t(G)$", "r"),
    ("degree", "degree", Right(6), "$\\deg(G)$", "r"),
    ("degree2", "degree2", Right(7), "$\\deg_2(G)$", "r"),
    (
        Row::ABOVE_DEGREE,
        "t - deg",
        Right(7),
        "$t(G)-\\deg(G)$",
        "r",
    ),
    (Row::ABOVE_DEGREES, "- deg2 / 2", Right(12), "", "r"),
    ("order", "order", Right(5), "Order", "r"),
    ("outcome", "outcome", Left(7), "Outcome", "l"),
    ("grundy", "Grundy value", Right(12), "Grundy value", "r"),
];

/// The columns of a table, by their names.
fn columns(style: Style, algebra: Algebra) -> &'static [&'static str] {
    match (style, algebra) {
        (Style::Text, Algebra::Partizan) => &[
            "temperature",
            "degree",
            "degree2",
            Row::ABOVE_DEGREE,
            Row::ABOVE_DEGREES,
            "canonical_form",
        ],
        (Style::Latex, Algebra::Partizan) => &[
            "canonical_form",
            "temperature",
            "degree",
            "degree2",
            Row::ABOVE_DEGREE,
        ],
        (Style::Text | Style::Latex, Algebra::Impartial) => &["order", "outcome", "grundy"],
        (Style::Text | Style::Latex, Algebra::Winner) => &["order", "outcome"],
        (Style::Csv, Algebra::Partizan) => &[
            "canonical_form",
            "temperature",
            "degree",
            "degree2",
            Row::ABOVE_DEGREE,
            Row::ABOVE_DEGREES,
            "order",
            "mean",
            "board",
            "certainty",
        ],
        (Style::Csv, Algebra::Impartial) => &["outcome", "grundy", "order", "degree", "board"],
        (Style::Csv, Algebra::Winner) => &["outcome", "order", "degree", "board"],
        (Style::Json, _) => &[
            "board",
            "tints",
            "order",
            "canonical_form",
            "atomic_weight",
            "temperature",
            "mean",
            "temperature_bounds",
            "outcome",
            "grundy",
            "degree",
            "degree2",
        ],
    }
}

/// The name of a column in CSV and JSON.
fn key(name: &str) -> &str {
    match name {
        Row::ABOVE_DEGREE => "temperature_minus_degree",
        Row::ABOVE_DEGREES => "temperature_minus_degree_minus_half_degree2",
        name => name,
    }
}

pub(super) struct Table<'a> {
    style: Style,
    columns: &'static [&'static str],
    names: &'a [char],
    objective: Option<&'a str>,
}

impl Table<'_> {
    pub fn new<'a>(
        style: Style,
        algebra: Algebra,
        names: &'a [char],
        objective: Option<&'a str>,
    ) -> Table<'a> {
        Table {
            style,
            columns: columns(style, algebra),
            names,
            // a LaTeX table has the columns of a paper
            objective: objective.filter(|_| style != Style::Latex),
        }
    }

    fn headings(&self) -> impl Iterator<Item = &'static Heading> {
        let heading = |name: &&str| HEADINGS.iter().find(|h| h.0 == *name);
        self.columns.iter().filter_map(heading)
    }

    pub fn head(&self, out: &mut impl Write) -> Done {
        let names = if self.names.is_empty() {
            &['n']
        } else {
            self.names
        };
        let mut cells: Vec<String> = match self.style {
            Style::Latex => names.iter().map(|n| format!("${n}$")).collect(),
            _ => names.iter().map(char::to_string).collect(),
        };
        match self.style {
            Style::Json => return Ok(()),
            Style::Csv => {
                cells.extend(self.columns.iter().map(|name| key(name).to_string()));
                cells.extend(self.objective.map(quoted));
            }
            Style::Text => {
                cells.extend(self.headings().map(|h| h.1.to_string()));
                cells.extend(self.objective.map(str::to_string));
            }
            Style::Latex => {
                let sides = names
                    .iter()
                    .map(|_| "r")
                    .chain(self.headings().map(|h| h.4));
                let sides = sides.collect::<Vec<_>>().join(" ");
                writeln!(out, "\\begin{{tabular}}{{{sides}}}")?;
                cells.extend(self.headings().map(|h| h.3.to_string()));
                writeln!(out, "{} \\hline", self.joined(&cells))?;
                return Ok(());
            }
        }
        writeln!(out, "{}", self.joined(&cells))?;
        Ok(())
    }

    pub fn foot(&self, out: &mut impl Write) -> Done {
        if self.style == Style::Latex {
            writeln!(out, "\\end{{tabular}}")?;
        }
        Ok(())
    }

    pub fn line(&self, out: &mut impl Write, row: &Row) -> Done {
        if self.style == Style::Json {
            writeln!(out, "{}", self.object(row))?;
            return Ok(());
        }
        let mut cells: Vec<String> = row.point.iter().map(i64::to_string).collect();
        if cells.is_empty() {
            cells.push("-".to_string());
        }
        cells.extend(self.columns.iter().map(|name| self.cell(row, name)));
        let objective = || {
            row.objective
                .as_ref()
                .map_or("-".into(), |v| texts(v).join(";"))
        };
        cells.extend(self.objective.map(|_| objective()));
        writeln!(out, "{}", self.joined(&cells))?;
        Ok(())
    }

    fn joined(&self, cells: &[String]) -> String {
        match self.style {
            Style::Csv | Style::Json => cells.join(","),
            Style::Latex => cells.join(" & ") + " \\\\",
            Style::Text => {
                let mut columns = vec![Right(4); self.names.len().max(1)];
                columns.extend(self.headings().map(|h| h.2));
                columns.extend(self.objective.map(|_| Left(0)));
                line(&columns, cells)
            }
        }
    }

    fn cell(&self, row: &Row, name: &str) -> String {
        match name {
            "canonical_form" => self.form(&row.facts),
            "board" => quoted(&row.facts.board),
            "certainty" => row.facts.certainty.of_value().to_string(),
            name => row.column(name).text_between(".."),
        }
    }

    fn form(&self, facts: &Facts) -> String {
        let [too_long, unknown] = match self.style {
            Style::Csv | Style::Json => [""; 2],
            Style::Latex => ["\\text{too long}", "?"],
            Style::Text => ["(too long to print)", "(bounds, proved)"],
        };
        let missing = if facts.is_bound() { unknown } else { too_long };
        let form = facts.canonical_form.as_deref().unwrap_or(missing);
        match self.style {
            Style::Csv | Style::Json => quoted(form),
            Style::Latex => format!("${form}$"),
            Style::Text if form.chars().count() > CELL => {
                form.chars().take(CELL - 1).chain(['…']).collect()
            }
            Style::Text => form.to_string(),
        }
    }

    /// A line as JSON; what the game does not have, or what is not known, is null.
    fn object(&self, row: &Row) -> Value {
        let mut object = object(&row.facts, self.columns);
        let mut put = |name: &str, value: Value| object.insert(name.to_string(), value);
        for name in [Row::ABOVE_DEGREE, Row::ABOVE_DEGREES] {
            put(key(name), row.column(name).json());
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

/// A text in CSV. Forms and boards are always quoted, which no style of the `csv` crate does.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
