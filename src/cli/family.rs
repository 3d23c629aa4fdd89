//! `boil family`: a table over a parametrised family.

use super::failure::{Done, Failure};
use super::limits::FORM_LIMIT;
use super::limits::Limits;
use crate::graph::{Board, FamilyCall, Graph, graph6};
use crate::problem::expression::Number;
use crate::problem::{fit, invariants::rational};
use crate::solver::{Evaluation, Solver};
use crate::value::Notation;
use clap::Args;
use std::io::Write;
use std::ops::RangeInclusive;

/// The widest text of a canonical form in a table for people; longer ones are cut.
const CELL: usize = 72;

#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("format").args(["csv", "json", "latex"])))]
pub struct Family {
    /// A family with arguments in `n`, such as `caterpillar(n+1,n,n+1)`; see `boil list families`
    #[arg(value_name = "FAMILY")]
    family: String,
    /// The values of `n`: `1..8` (both ends included) or a single one
    #[arg(long, value_name = "RANGE", value_parser = range, allow_hyphen_values = true)]
    n: Option<Span>,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Print a LaTeX table
    #[arg(long)]
    latex: bool,
    /// Also print exact formulas in n that fit every row
    #[arg(long)]
    fit: bool,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Clone, Debug)]
struct Span(RangeInclusive<i64>);

fn range(text: &str) -> Result<Span, String> {
    let end = |t: &str| {
        t.trim()
            .parse::<i64>()
            .map_err(|_| format!("`{t}` is not an integer; expected a range such as 1..8"))
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (end(low)?, end(high.trim_start_matches('='))?),
        None => (end(text)?, end(text)?),
    };
    if low > high {
        return Err(format!("the range {low}..{high} is empty"));
    }
    Ok(Span(low..=high))
}

/// A line of the table.
struct Row {
    n: Option<i64>,
    board: Graph,
    evaluation: Evaluation,
    degree: usize,
    degree2: usize,
    difference: Number,
    slack: Number,
}

impl Row {
    fn new(n: Option<i64>, board: Graph, evaluation: Evaluation) -> Row {
        let (degree, degree2) = (board.degree(), board.distance_degree(2));
        let difference = rational(evaluation.temperature) - Number::from_integer(degree as i128);
        let slack = difference - Number::new(degree2 as i128, 2);
        Row {
            n,
            board,
            evaluation,
            degree,
            degree2,
            difference,
            slack,
        }
    }

    fn n_text(&self) -> String {
        self.n.map_or_else(|| "-".to_string(), |n| n.to_string())
    }

    /// The numeric columns, by name.
    fn columns(&self) -> [(&'static str, Number); 7] {
        let count = |n: usize| Number::from_integer(n as i128);
        [
            ("order", count(self.board.order())),
            ("temperature", rational(self.evaluation.temperature)),
            ("mean", rational(self.evaluation.mean)),
            ("degree", count(self.degree)),
            ("degree2", count(self.degree2)),
            ("temperature - degree", self.difference),
            ("temperature - degree - degree2 / 2", self.slack),
        ]
    }
}

impl Family {
    pub fn run(&self) -> Done {
        let call = FamilyCall::parse(&self.family).map_err(Failure::input)?;
        let values: Vec<Option<i64>> = match (&self.n, call.uses_parameter()) {
            (Some(span), true) => span.0.clone().map(Some).collect(),
            (None, false) => vec![None],
            (None, true) => {
                return Err(Failure::input(format!(
                    "`{}` depends on n: give its values, such as --n 1..8",
                    self.family
                )));
            }
            (Some(_), false) => {
                return Err(Failure::input(format!(
                    "`{}` does not depend on n: leave --n out",
                    self.family
                )));
            }
        };
        // every board is built before any is solved: a bad argument is told at once
        let boards = values
            .into_iter()
            .map(|n| call.instantiate(n).map(|g| (n, g)).map_err(|e| at(n, &e)))
            .collect::<Result<Vec<_>, _>>()?;
        self.table(boards)
    }

    fn table(&self, boards: Vec<(Option<i64>, Graph)>) -> Done {
        let mut solver = Solver::new(self.limits.ruleset()?, self.limits.budget()?);
        let mut out = std::io::stdout().lock();
        self.head(&mut out)?;
        let mut points: Vec<(i64, [(&'static str, Number); 7])> = Vec::new();
        for (n, graph) in boards {
            let board = Board::untinted(graph);
            let evaluation = solver.evaluate(&board).map_err(|e| at(n, &e))?;
            let row = Row::new(n, board.graph().clone(), evaluation);
            self.line(&mut out, &mut solver, &row)?;
            points.extend(n.map(|n| (n, row.columns())));
        }
        self.foot(&mut out)?;
        if self.fit {
            self.formulas(&mut out, &points)?;
        }
        Ok(())
    }

    fn head(&self, out: &mut impl Write) -> Done {
        if self.csv {
            writeln!(
                out,
                "n,canonical_form,temperature,degree,degree2,temperature_minus_degree,temperature_minus_degree_minus_half_degree2,order,mean,graph6"
            )?;
        } else if self.latex {
            writeln!(out, "\\begin{{tabular}}{{r l r r r r}}")?;
            writeln!(
                out,
                "$n$ & Canonical form & $t(G)$ & $\\deg(G)$ & $\\deg_2(G)$ & $t(G)-\\deg(G)$ \\\\ \\hline"
            )?;
        } else if !self.json {
            writeln!(
                out,
                "{:>4}  {:>6}  {:>6}  {:>7}  {:>7}  {:>12}  canonical form",
                "n", "t", "degree", "degree2", "t - deg", "- deg2 / 2"
            )?;
        }
        Ok(())
    }

    fn line(&self, out: &mut impl Write, solver: &mut Solver, row: &Row) -> Done {
        let e = &row.evaluation;
        let mut form = |style| solver.canonical_form(e.value, style, FORM_LIMIT);
        let t = e.temperature;
        if self.json {
            let object = serde_json::json!({
                "n": row.n, "board": graph6::write(&row.board), "order": row.board.order(), "size": row.board.size(),
                "canonical_form": form(Notation::Braces), "temperature": t.to_string(), "mean": e.mean.to_string(),
                "outcome": e.outcome.to_string(), "degree": row.degree, "degree2": row.degree2,
                "temperature_minus_degree": row.difference.to_string(),
                "temperature_minus_degree_minus_half_degree2": row.slack.to_string(),
            });
            writeln!(out, "{object}")?;
        } else if self.csv {
            let form = form(Notation::Braces).unwrap_or_default();
            writeln!(
                out,
                "{},\"{form}\",{t},{},{},{},{},{},{},{}",
                row.n_text(),
                row.degree,
                row.degree2,
                row.difference,
                row.slack,
                row.board.order(),
                e.mean,
                csv_field(&graph6::write(&row.board))
            )?;
        } else if self.latex {
            let form = form(Notation::Latex).unwrap_or_else(|| "\\text{(too long)}".to_string());
            writeln!(
                out,
                "{} & ${form}$ & {t} & {} & {} & {} \\\\",
                row.n_text(),
                row.degree,
                row.degree2,
                row.difference
            )?;
        } else {
            let form =
                form(Notation::PlusMinus).unwrap_or_else(|| "(too long to print)".to_string());
            let form = if form.chars().count() > CELL {
                form.chars().take(CELL - 1).chain(['…']).collect()
            } else {
                form
            };
            writeln!(
                out,
                "{:>4}  {:>6}  {:>6}  {:>7}  {:>7}  {:>12}  {form}",
                row.n_text(),
                t.to_string(),
                row.degree,
                row.degree2,
                row.difference.to_string(),
                row.slack.to_string()
            )?;
        }
        out.flush()?;
        Ok(())
    }

    fn foot(&self, out: &mut impl Write) -> Done {
        if self.latex {
            writeln!(out, "\\end{{tabular}}")?;
        }
        Ok(())
    }

    /// Formulas go to standard output with `--json` as an object of their own, else as comments.
    fn formulas(
        &self,
        out: &mut impl Write,
        points: &[(i64, [(&'static str, Number); 7])],
    ) -> Done {
        for column in 0..7 {
            let values: Vec<(i64, Number)> =
                points.iter().map(|(n, row)| (*n, row[column].1)).collect();
            let Some((_, first)) = points.first() else {
                continue;
            };
            let name = first[column].0;
            let formula = fit::formula(&values);
            if self.json {
                writeln!(
                    out,
                    "{}",
                    serde_json::json!({ "fit": name, "formula": formula, "rows": values.len() })
                )?;
            } else {
                let mark = if self.csv {
                    "# "
                } else if self.latex {
                    "% "
                } else {
                    ""
                };
                let formula =
                    formula.unwrap_or_else(|| "no polynomial of low degree fits".to_string());
                writeln!(out, "{mark}{name} = {formula}")?;
            }
        }
        Ok(())
    }
}

fn csv_field(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn at(n: Option<i64>, error: &dyn std::fmt::Display) -> Failure {
    match n {
        Some(n) => Failure::input(format!("at n = {n}: {error}")),
        None => Failure::input(error),
    }
}
