//! `boil family`: a table over a parametrised family.

use super::failure::{Done, Failure};
use super::limits::FORM_LIMIT;
use super::limits::Limits;
use crate::graph::{Board, FamilyCall, parse_board_with};
use crate::problem::expression::Number;
use crate::problem::{fit, invariants::rational};
use crate::ruleset::Algebra;
use crate::solver::{Evaluation, Solver, Thermal};
use crate::value::{Dyadic, Notation};
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
    board: Board,
    evaluation: Evaluation,
    degree: usize,
    degree2: usize,
}

/// Which columns a table has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Table {
    /// Canonical form, temperature and what it is compared with.
    Values,
    /// The Grundy value.
    Nimbers,
    /// Only who wins.
    Outcomes,
}

impl Table {
    fn of(algebra: Algebra) -> Table {
        match algebra {
            Algebra::Partizan => Table::Values,
            Algebra::Impartial => Table::Nimbers,
            Algebra::Winner => Table::Outcomes,
        }
    }
}

type Columns = Vec<(&'static str, Option<Number>)>;

impl Row {
    fn new(n: Option<i64>, board: Board, evaluation: Evaluation) -> Row {
        let (degree, degree2) = (board.graph().degree(), board.graph().distance_degree(2));
        Row {
            n,
            board,
            evaluation,
            degree,
            degree2,
        }
    }

    fn n_text(&self) -> String {
        self.n.map_or_else(|| "-".to_string(), |n| n.to_string())
    }

    fn thermal(&self, of: fn(&Thermal) -> Dyadic) -> Option<Number> {
        self.evaluation.thermal().map(|t| rational(of(&t)))
    }

    /// The temperature above the degree.
    fn difference(&self) -> Option<Number> {
        let degree = Number::from_integer(self.degree as i128);
        self.thermal(|t| t.temperature).map(|t| t - degree)
    }

    /// That, above half the second degree.
    fn slack(&self) -> Option<Number> {
        let half = Number::new(self.degree2 as i128, 2);
        self.difference().map(|d| d - half)
    }

    /// The numeric columns, by name.
    fn columns(&self) -> Columns {
        let count = |n: usize| Some(Number::from_integer(n as i128));
        vec![
            ("order", count(self.board.order())),
            (
                "grundy",
                self.evaluation.grundy.and_then(|g| count(g as usize)),
            ),
            ("temperature", self.thermal(|t| t.temperature)),
            ("mean", self.thermal(|t| t.mean)),
            ("degree", count(self.degree)),
            ("degree2", count(self.degree2)),
            ("temperature - degree", self.difference()),
            ("temperature - degree - degree2 / 2", self.slack()),
        ]
    }
}

/// A number as text, or nothing.
fn text(number: Option<Number>) -> String {
    number.map_or_else(String::new, |n| n.to_string())
}

impl Family {
    pub fn run(&self) -> Done {
        let call = FamilyCall::leading(&self.family).map_err(Failure::input)?;
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
        let board = |n| match parse_board_with(&self.family, n) {
            Ok(board) => Ok((n, board)),
            Err(e) => Err(at(n, &e)),
        };
        let boards = values
            .into_iter()
            .map(board)
            .collect::<Result<Vec<_>, _>>()?;
        self.table(boards)
    }

    fn table(&self, boards: Vec<(Option<i64>, Board)>) -> Done {
        let mut solver = Solver::new(self.limits.ruleset()?, self.limits.budget()?);
        let table = Table::of(solver.ruleset().algebra());
        let mut out = std::io::stdout().lock();
        self.head(&mut out, table)?;
        let mut points: Vec<(i64, Columns)> = Vec::new();
        for (n, board) in boards {
            let evaluation = solver.evaluate(&board).map_err(|e| at(n, &e))?;
            let row = Row::new(n, board, evaluation);
            self.line(&mut out, &mut solver, &row, table)?;
            points.extend(n.map(|n| (n, row.columns())));
        }
        self.foot(&mut out)?;
        if self.fit {
            self.formulas(&mut out, &points)?;
        }
        Ok(())
    }

    fn head(&self, out: &mut impl Write, table: Table) -> Done {
        let line = match (table, self.csv, self.latex) {
            _ if self.json => return Ok(()),
            (Table::Values, true, _) => {
                "n,canonical_form,temperature,degree,degree2,temperature_minus_degree,temperature_minus_degree_minus_half_degree2,order,mean,board"
            }
            (Table::Nimbers, true, _) => "n,outcome,grundy,order,degree,board",
            (Table::Outcomes, true, _) => "n,outcome,order,degree,board",
            (Table::Values, _, true) => {
                "\\begin{tabular}{r l r r r r}\n$n$ & Canonical form & $t(G)$ & $\\deg(G)$ & $\\deg_2(G)$ & $t(G)-\\deg(G)$ \\\\ \\hline"
            }
            (Table::Nimbers, _, true) => {
                "\\begin{tabular}{r r l r}\n$n$ & Order & Outcome & Grundy value \\\\ \\hline"
            }
            (Table::Outcomes, _, true) => {
                "\\begin{tabular}{r r l}\n$n$ & Order & Outcome \\\\ \\hline"
            }
            (Table::Values, ..) => {
                "   n       t  degree  degree2  t - deg    - deg2 / 2  canonical form"
            }
            (Table::Nimbers, ..) => "   n  order  outcome  Grundy value",
            (Table::Outcomes, ..) => "   n  order  outcome",
        };
        writeln!(out, "{line}")?;
        Ok(())
    }

    fn line(&self, out: &mut impl Write, solver: &mut Solver, row: &Row, table: Table) -> Done {
        if self.json {
            writeln!(out, "{}", object(solver, row))?;
        } else if table == Table::Values {
            self.value_line(out, solver, row)?;
        } else {
            self.outcome_line(out, row, table)?;
        }
        out.flush()?;
        Ok(())
    }

    /// A line of an impartial game, or of one that has only outcomes.
    fn outcome_line(&self, out: &mut impl Write, row: &Row, table: Table) -> Done {
        let (n, order, outcome) = (row.n_text(), row.board.order(), row.evaluation.outcome);
        let grundy = row
            .evaluation
            .grundy
            .map_or_else(String::new, |g| g.to_string());
        let nimbers = table == Table::Nimbers;
        if self.csv {
            let grundy = if nimbers {
                format!("{grundy},")
            } else {
                grundy
            };
            let board = csv_field(&row.board.name());
            writeln!(out, "{n},{outcome},{grundy}{order},{},{board}", row.degree)?;
        } else if self.latex {
            let grundy = if nimbers {
                format!(" & {grundy}")
            } else {
                grundy
            };
            writeln!(out, "{n} & {order} & {outcome}{grundy} \\\\")?;
        } else {
            let line = format!("{n:>4}  {order:>5}  {outcome:<7}  {grundy:>12}");
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// A line of a game that has values.
    fn value_line(&self, out: &mut impl Write, solver: &mut Solver, row: &Row) -> Done {
        let value = row.evaluation.value();
        let mut form = |style| value.and_then(|v| solver.canonical_form(v, style, FORM_LIMIT));
        let t = text(row.thermal(|t| t.temperature));
        let (difference, slack) = (text(row.difference()), text(row.slack()));
        if self.csv {
            let form = form(Notation::Braces).unwrap_or_default();
            writeln!(
                out,
                "{},\"{form}\",{t},{},{},{difference},{slack},{},{},{}",
                row.n_text(),
                row.degree,
                row.degree2,
                row.board.order(),
                text(row.thermal(|t| t.mean)),
                csv_field(&row.board.name())
            )?;
        } else if self.latex {
            let form = form(Notation::Latex).unwrap_or_else(|| "\\text{(too long)}".to_string());
            writeln!(
                out,
                "{} & ${form}$ & {t} & {} & {} & {difference} \\\\",
                row.n_text(),
                row.degree,
                row.degree2,
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
                "{:>4}  {t:>6}  {:>6}  {:>7}  {difference:>7}  {slack:>12}  {form}",
                row.n_text(),
                row.degree,
                row.degree2,
            )?;
        }
        Ok(())
    }

    fn foot(&self, out: &mut impl Write) -> Done {
        if self.latex {
            writeln!(out, "\\end{{tabular}}")?;
        }
        Ok(())
    }

    /// Formulas go to standard output with `--json` as an object of their own, else as comments.
    fn formulas(&self, out: &mut impl Write, points: &[(i64, Columns)]) -> Done {
        let Some((_, first)) = points.first() else {
            return Ok(());
        };
        for (column, (name, _)) in first.iter().enumerate() {
            let values: Option<Vec<(i64, Number)>> = points
                .iter()
                .map(|(n, row)| Some((*n, row[column].1?)))
                .collect();
            let Some(values) = values else {
                continue;
            };
            let formula = fit::formula(&values);
            if self.json {
                writeln!(
                    out,
                    "{}",
                    serde_json::json!({ "fit": name, "formula": formula, "rows": values.len() })
                )?;
            } else {
                let mark = match (self.csv, self.latex) {
                    (true, _) => "# ",
                    (_, true) => "% ",
                    _ => "",
                };
                let formula =
                    formula.unwrap_or_else(|| "no polynomial of low degree fits".to_string());
                writeln!(out, "{mark}{name} = {formula}")?;
            }
        }
        Ok(())
    }
}

/// A line as JSON; what the game does not have is null.
fn object(solver: &mut Solver, row: &Row) -> serde_json::Value {
    let e = &row.evaluation;
    let form = e
        .value()
        .and_then(|v| solver.canonical_form(v, Notation::Braces, FORM_LIMIT));
    let number = |n: Option<Number>| n.map(|n| n.to_string());
    serde_json::json!({
        "n": row.n, "board": row.board.name(), "tints": row.board.tint_string(),
        "order": row.board.order(), "size": row.board.links().len(),
        "canonical_form": form, "atomic_weight": super::eval::atomic_weight(solver, e),
        "temperature": number(row.thermal(|t| t.temperature)),
        "mean": number(row.thermal(|t| t.mean)), "outcome": e.outcome.to_string(), "grundy": e.grundy,
        "degree": row.degree, "degree2": row.degree2,
        "temperature_minus_degree": number(row.difference()),
        "temperature_minus_degree_minus_half_degree2": number(row.slack()),
    })
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
