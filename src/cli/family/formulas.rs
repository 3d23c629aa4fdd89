//! The output of `--fit`. It has formulas for the columns, and the common shape of canonical forms.

use super::table::Style;
use crate::cli::failure::CommandResult;
use boilingpoint_study::families::{CommonForm, Formula, Formulas};
use serde_json::json;
use std::io::Write;

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
            None => writeln!(out, "{mark}{} = ?    ({})", column.name, column.missing())?,
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
