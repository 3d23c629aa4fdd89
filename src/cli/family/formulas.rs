//! The output of `--fit`. It has formulas for the columns, and the common shape of canonical forms.

use super::table::Style;
use crate::cli::failure::CommandResult;
use crate::study::families::{
    CommonForm, Formula, SamplePoint, SweepRow, common_form, fewest_rows, fit,
};
use serde_json::json;
use std::io::Write;

/// The result for one column.
pub struct ColumnFormula {
    pub name: String,
    /// The formula, if a formula fits.
    pub formula: Option<Formula>,
    /// The number of rows.
    pub rows: usize,
}

/// The results for the rows of a sweep.
pub struct Formulas {
    /// The columns that are known exactly in every row.
    pub columns: Vec<ColumnFormula>,
    /// The other columns, each with the number of rows in which it is known exactly.
    pub open: Vec<(String, usize)>,
    /// The common shape of the canonical forms, if they have one, and the number of forms. `None`
    /// if the game has no canonical forms.
    pub form: Option<(Option<CommonForm>, usize)>,
}

/// Searches for formulas.
pub fn found(names: &[char], rows: &[SweepRow], objectives: &[&str]) -> Formulas {
    let mut formulas = Formulas {
        columns: Vec::new(),
        open: Vec::new(),
        form: shape(names, rows),
    };
    let points = |name: &&str| {
        let point = |row: &SweepRow| Some((row.point.clone(), row.column(name).number()?));
        (name.to_string(), rows.iter().filter_map(point).collect())
    };
    let mut columns: Vec<(String, Vec<SamplePoint>)> =
        SweepRow::COLUMNS.iter().map(points).collect();
    for (i, &expression) in objectives.iter().enumerate() {
        let value = |row: &SweepRow| Some((row.point.clone(), *row.objective.as_ref()?.get(i)?));
        if columns.iter().all(|(name, _)| name != expression) {
            columns.push((
                expression.to_string(),
                rows.iter().filter_map(value).collect(),
            ));
        }
    }
    for (name, points) in columns {
        match points.len() {
            0 => {}
            known if known < rows.len() => formulas.open.push((name, known)),
            known => formulas.columns.push(ColumnFormula {
                name,
                formula: fit(names, &points),
                rows: known,
            }),
        }
    }
    formulas
}

fn shape(names: &[char], rows: &[SweepRow]) -> Option<(Option<CommonForm>, usize)> {
    let has_form = |row: &&SweepRow| {
        let facts = &row.facts;
        !facts.is_bound() && facts.temperature.is_some() && facts.grundy.is_none()
    };
    rows.iter().find(has_form)?;
    let form = |row: &SweepRow| Some((row.point.clone(), row.form.clone()?));
    let forms: Option<Vec<_>> = rows.iter().map(form).collect();
    let count = forms.as_ref().map_or(0, Vec::len);
    Some((forms.and_then(|forms| common_form(names, &forms)), count))
}

/// The likely reason why no formula was found.
fn none(rows: usize) -> String {
    if rows <= fewest_rows() {
        return format!("{rows} rows are too few to fit and to test a formula");
    }
    format!(
        "no formula of degree 4 or less, nor one for each residue, fits these {rows} rows and the rows held out"
    )
}

/// Prints formulas. In CSV and LaTeX they are comments, in JSON objects of their own.
pub(super) fn print(out: &mut impl Write, style: Style, found: &Formulas) -> CommandResult {
    let mark = match style {
        Style::Csv => "# ",
        Style::Latex => "% ",
        Style::Text => "",
        Style::Json => return print_json(out, found),
    };
    if style == Style::Text {
        writeln!(out)?;
    }
    for column in &found.columns {
        match &column.formula {
            Some(f) => {
                let held = f.held_out();
                let name = &column.name;
                writeln!(
                    out,
                    "{mark}{name} = {f}    ({held} of {} rows held out)",
                    column.rows
                )?;
            }
            None => writeln!(out, "{mark}{} = ?    ({})", column.name, none(column.rows))?,
        }
    }
    for (name, known) in &found.open {
        writeln!(
            out,
            "{mark}{name} = ?    (only {known} rows have an exact value)"
        )?;
    }
    match &found.form {
        Some((Some(form), rows)) => {
            let held = form.held_out();
            writeln!(
                out,
                "{mark}canonical form = {form}    ({held} of {rows} rows held out)"
            )?;
            if form.has_parity() {
                writeln!(out, "{mark}    where {}", CommonForm::PARITY)?;
            }
        }
        Some((None, _)) => writeln!(
            out,
            "{mark}canonical form = ?    (the forms have no common shape)"
        )?,
        None => {}
    }
    Ok(())
}

fn print_json(out: &mut impl Write, found: &Formulas) -> CommandResult {
    for c in &found.columns {
        let formula = c.formula.as_ref();
        let (text, held) = (
            formula.map(Formula::to_string),
            formula.map(Formula::held_out),
        );
        let object = json!({ "fit": c.name, "formula": text, "rows": c.rows, "held_out": held });
        writeln!(out, "{object}")?;
    }
    for (name, known) in &found.open {
        let object = json!({ "fit": name, "formula": null, "rows": known, "held_out": null });
        writeln!(out, "{object}")?;
    }
    if let Some((form, rows)) = &found.form {
        let form = form.as_ref();
        let (text, held) = (
            form.map(CommonForm::to_string),
            form.map(CommonForm::held_out),
        );
        let parity = form.filter(|f| f.has_parity()).map(|_| CommonForm::PARITY);
        let object = json!({
            "fit": "canonical form", "formula": text, "where": parity, "rows": rows, "held_out": held
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}
