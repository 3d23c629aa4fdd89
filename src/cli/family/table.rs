//! The table of a sweep, in its four styles.

use crate::cli::failure::Done;
use crate::problem::expression::Number;
use crate::problem::invariants::rational;
use crate::ruleset::Algebra;
use crate::study::families::{Found, Row};
use crate::value::Dyadic;
use serde_json::json;
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

/// Which columns a table has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Canonical form, temperature and what it is compared with.
    Values,
    /// The Grundy value.
    Nimbers,
    /// Only who wins.
    Outcomes,
}

pub(super) struct Table<'a> {
    style: Style,
    kind: Kind,
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
        let kind = match algebra {
            Algebra::Partizan => Kind::Values,
            Algebra::Impartial => Kind::Nimbers,
            Algebra::Winner => Kind::Outcomes,
        };
        Table {
            style,
            kind,
            names,
            objective,
        }
    }

    /// The names of the parameters, joined; `n` where there are none.
    fn parameters(&self, between: &str, around: &str) -> String {
        let names = self.names.iter().map(|n| format!("{around}{n}{around}"));
        match self.names {
            [] => format!("{around}n{around}"),
            _ => names.collect::<Vec<_>>().join(between),
        }
    }

    fn point(&self, row: &Row, between: &str) -> String {
        match row.point[..] {
            [] => "-".to_string(),
            _ => row
                .point
                .iter()
                .map(i64::to_string)
                .collect::<Vec<_>>()
                .join(between),
        }
    }

    /// The parameters of a row, right under their names.
    fn columns(&self, texts: impl Iterator<Item = String>) -> String {
        texts
            .map(|t| format!("{t:>4}"))
            .collect::<Vec<_>>()
            .join("  ")
    }

    pub fn head(&self, out: &mut impl Write) -> Done {
        let more = |before: &str| {
            self.objective
                .map_or(String::new(), |o| format!("{before}{o}"))
        };
        let line = match (self.style, self.kind) {
            (Style::Json, _) => return Ok(()),
            (Style::Csv, kind) => {
                let columns = match kind {
                    Kind::Values => {
                        "canonical_form,temperature,degree,degree2,temperature_minus_degree,temperature_minus_degree_minus_half_degree2,order,mean,board,certainty"
                    }
                    Kind::Nimbers => "outcome,grundy,order,degree,board",
                    Kind::Outcomes => "outcome,order,degree,board",
                };
                let objective = self.objective.map(|o| format!(",{}", csv_field(o)));
                let parameters = self.parameters(",", "");
                format!("{parameters},{columns}{}", objective.unwrap_or_default())
            }
            (Style::Latex, kind) => self.latex_head(kind),
            (Style::Text, kind) => {
                let names: Vec<String> = match self.names {
                    [] => vec!["n".to_string()],
                    _ => self.names.iter().map(char::to_string).collect(),
                };
                let columns = match kind {
                    Kind::Values => {
                        "     t  degree  degree2  t - deg    - deg2 / 2  canonical form"
                    }
                    Kind::Nimbers => "order  outcome  Grundy value",
                    Kind::Outcomes => "order  outcome",
                };
                let parameters = self.columns(names.into_iter());
                format!("{parameters}  {columns}{}", more("  "))
            }
        };
        writeln!(out, "{line}")?;
        Ok(())
    }

    fn latex_head(&self, kind: Kind) -> String {
        let rights = "r ".repeat(self.names.len().max(1));
        let parameters = self.parameters(" & ", "$");
        let (columns, titles) = match kind {
            Kind::Values => (
                "l r r r r",
                "Canonical form & $t(G)$ & $\\deg(G)$ & $\\deg_2(G)$ & $t(G)-\\deg(G)$",
            ),
            Kind::Nimbers => ("r l r", "Order & Outcome & Grundy value"),
            Kind::Outcomes => ("r l", "Order & Outcome"),
        };
        format!("\\begin{{tabular}}{{{rights}{columns}}}\n{parameters} & {titles} \\\\ \\hline")
    }

    pub fn foot(&self, out: &mut impl Write) -> Done {
        if self.style == Style::Latex {
            writeln!(out, "\\end{{tabular}}")?;
        }
        Ok(())
    }

    pub fn line(&self, out: &mut impl Write, row: &Row) -> Done {
        let line = match (self.style, self.kind) {
            (Style::Json, _) => self.object(row).to_string(),
            (Style::Csv, Kind::Values) => self.value_csv(row),
            (Style::Latex, Kind::Values) => self.value_latex(row),
            (Style::Text, Kind::Values) => self.value_text(row),
            _ => self.outcome_line(row),
        };
        writeln!(out, "{line}")?;
        Ok(())
    }

    /// A line of an impartial game, or of one that has only outcomes.
    fn outcome_line(&self, row: &Row) -> String {
        let order = row.board.order();
        let outcome = row.outcome().map_or(String::new(), |o| o.to_string());
        let grundy = row.exact().and_then(|e| e.grundy);
        let grundy = grundy.map_or_else(String::new, |g| g.to_string());
        let nimbers = self.kind == Kind::Nimbers;
        match self.style {
            Style::Csv => {
                let grundy = if nimbers {
                    format!("{grundy},")
                } else {
                    grundy
                };
                let board = csv_field(&row.board.name());
                let (point, more) = (self.point(row, ","), self.objective_cell(row, ","));
                format!(
                    "{point},{outcome},{grundy}{order},{},{board}{more}",
                    row.degree
                )
            }
            Style::Latex => {
                let grundy = if nimbers {
                    format!(" & {grundy}")
                } else {
                    grundy
                };
                format!(
                    "{} & {order} & {outcome}{grundy} \\\\",
                    self.point(row, " & ")
                )
            }
            _ => {
                let point = self.text_point(row);
                let more = self.objective_cell(row, "  ");
                let line = format!("{point}  {order:>5}  {outcome:<7}  {grundy:>12}{more}");
                line.trim_end().to_string()
            }
        }
    }

    fn text_point(&self, row: &Row) -> String {
        match row.point[..] {
            [] => self.columns(std::iter::once("-".to_string())),
            _ => self.columns(row.point.iter().map(i64::to_string)),
        }
    }

    fn objective_cell(&self, row: &Row, before: &str) -> String {
        match (self.objective, &row.objective) {
            (None, _) => String::new(),
            (Some(_), None) => format!("{before}-"),
            (Some(_), Some(values)) => {
                let values: Vec<String> = values.iter().map(Number::to_string).collect();
                format!("{before}{}", values.join(";"))
            }
        }
    }

    fn value_csv(&self, row: &Row) -> String {
        let form = form_of(row).unwrap_or_default();
        let [difference, slack] = differences(row);
        format!(
            "{},\"{form}\",{},{},{},{difference},{slack},{},{},{},{}{}",
            self.point(row, ","),
            between(row.temperature()),
            row.degree,
            row.degree2,
            row.board.order(),
            between(row.mean()),
            csv_field(&row.board.name()),
            certainty(row),
            self.objective_cell(row, ","),
        )
    }

    fn value_latex(&self, row: &Row) -> String {
        let form = form_of(row).unwrap_or_else(|| missing(row, "\\text{too long}", "?"));
        let [difference, _] = differences(row);
        format!(
            "{} & ${form}$ & {} & {} & {} & {difference} \\\\",
            self.point(row, " & "),
            between(row.temperature()),
            row.degree,
            row.degree2,
        )
    }

    fn value_text(&self, row: &Row) -> String {
        let form =
            form_of(row).unwrap_or_else(|| missing(row, "(too long to print)", "(bounds, proved)"));
        let form = if form.chars().count() > CELL {
            form.chars().take(CELL - 1).chain(['…']).collect()
        } else {
            form
        };
        let [difference, slack] = differences(row);
        format!(
            "{}  {:>6}  {:>6}  {:>7}  {difference:>7}  {slack:>12}  {form}{}",
            self.text_point(row),
            between(row.temperature()),
            row.degree,
            row.degree2,
            self.objective_cell(row, "  "),
        )
    }

    /// A line as JSON; what the game does not have, or what is not known, is null.
    fn object(&self, row: &Row) -> serde_json::Value {
        let columns = row.columns();
        let number = |name: &str| {
            let column = columns.iter().find(|c| c.0 == name);
            column.and_then(|c| c.1).map(|n| n.to_string())
        };
        let exact = row.exact();
        let mut object = json!({
            "board": row.board.name(), "tints": row.board.tint_string(),
            "order": row.board.order(), "size": row.board.links().len(),
            "canonical_form": form_of(row), "atomic_weight": exact.and_then(|e| e.atomic_weight.clone()),
            "temperature": number("temperature"), "mean": number("mean"),
            "temperature_bounds": row.temperature().map(|b| b.map(|x| x.to_string())),
            "certainty": certainty(row),
            "outcome": row.outcome().map(|o| o.to_string()), "grundy": exact.and_then(|e| e.grundy),
            "degree": row.degree, "degree2": row.degree2,
            "temperature_minus_degree": number("temperature - degree"),
            "temperature_minus_degree_minus_half_degree2": number("temperature - degree - degree2 / 2"),
        });
        if self.names.is_empty() {
            object["n"] = serde_json::Value::Null;
        }
        for (name, value) in self.names.iter().zip(&row.point) {
            object[name.to_string()] = (*value).into();
        }
        if self.objective.is_some() {
            let texts = |v: &Vec<Number>| v.iter().map(Number::to_string).collect::<Vec<_>>();
            object["objective"] = json!(row.objective.as_ref().map(texts));
        }
        object
    }
}

fn form_of(row: &Row) -> Option<String> {
    row.exact().and_then(|e| e.text.clone())
}

/// What stands for a canonical form that is too long, or not known.
fn missing(row: &Row, long: &str, unknown: &str) -> String {
    match row.found {
        Found::Exact(_) => long.to_string(),
        Found::Bounds(_) => unknown.to_string(),
    }
}

fn certainty(row: &Row) -> &'static str {
    match row.found {
        Found::Exact(_) => "exact",
        Found::Bounds(_) => "bounds",
    }
}

/// A number, or the two between which it is.
fn between(bounds: Option<[Dyadic; 2]>) -> String {
    match bounds {
        None => String::new(),
        Some([low, high]) if low == high => low.to_string(),
        Some([low, high]) => format!("{low}..{high}"),
    }
}

/// The temperature above the degree, and that above half the second degree, or the bounds of both.
fn differences(row: &Row) -> [String; 2] {
    let Some(bounds) = row.temperature() else {
        return [String::new(), String::new()];
    };
    let degree = Number::from_integer(row.degree as i128);
    let half = Number::new(row.degree2 as i128, 2);
    let text = |less: Number| match bounds.map(|b| (rational(b) - less).to_string()) {
        [low, high] if low == high => low,
        [low, high] => format!("{low}..{high}"),
    };
    [text(degree), text(degree + half)]
}

fn csv_field(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
