//! Tables for papers, like Table 1 of Huntemann and Maciosowski, *Degrees are useless in Snort*.

use super::ExportResult;
use crate::book::Record;
use crate::problem::{Certainty, Facts};
use crate::value::{Notation, Values};

/// The cell of a board or a canonical form that is too long for a table.
const TOO_LONG: &str = "(long)";

/// The longest canonical form in a table, in bytes. A longer form is wider than a page.
const WIDEST_FORM: usize = 48;

/// The longest name of a board in a table, in bytes.
const WIDEST_BOARD: usize = 24;

const HEAD: &str = "Record & Order & Board & Canonical form & $t(G)$ & $\\deg(G)$ & $\\deg_2(G)$ & Fitness & \\\\ \\hline";

/// Writes a table for each objective and class. Without `bare`, the tables are part of a document.
pub fn tables(records: &[Record], bare: bool) -> ExportResult {
    let mut values = Values::new();
    let key = |r: &Record| {
        let f = &r.entry;
        (f.ruleset.clone(), f.objective.clone(), f.class.clone())
    };
    let mut text = String::new();
    for group in records.chunk_by(|a, b| key(a) == key(b)) {
        text += &table(group, bare, &mut values);
    }
    if !bare {
        text = document(
            &["\\usepackage{longtable}"],
            &format!("\\footnotesize\n{text}"),
        );
    }
    ExportResult {
        text,
        left_out: Vec::new(),
    }
}

fn table(records: &[Record], bare: bool, values: &mut Values) -> String {
    let f = &records[0].entry;
    let caption = format!("Records of {}, {}: {}", f.ruleset, f.class, f.objective);
    let rows: String = records.iter().map(|r| row(r, values)).collect();
    let columns = "{r r l l r r r r l}";
    if bare {
        return format!(
            "% {caption}\n\\begin{{tabular}}{columns}\n{HEAD}\n{rows}\\end{{tabular}}\n\n"
        );
    }
    format!(
        "\\begin{{longtable}}{columns}\n\\caption{{{}}} \\\\\n{HEAD}\n\\endhead\n{rows}\\end{{longtable}}\n\n",
        escaped(&caption)
    )
}

fn row(record: &Record, values: &mut Values) -> String {
    let f = &record.entry;
    let name = f.facts.board_text();
    let name = if name.len() <= WIDEST_BOARD {
        format!("\\texttt{{{}}}", escaped(&name))
    } else {
        TOO_LONG.to_string()
    };
    let at_least = if f.facts.is_bound() { "\\ge " } else { "" };
    let number = |text: String| {
        let known = (!text.is_empty()).then(|| format!("${at_least}{text}$"));
        known.unwrap_or_default()
    };
    let remark = match (f.is_proved(), f.facts.certainty) {
        _ if record.conflict.is_some() => "in conflict",
        (true, _) => "proved optimal",
        (false, Certainty::LowerBound) => "lower bound",
        (false, _) => "",
    };
    format!(
        "{} & {} & {name} & {} & {} & {} & {} & {} & {remark} \\\\\n",
        record.id,
        f.facts.order,
        form(&f.facts, values),
        number(f.facts.filed_text("temperature")),
        f.facts.degree,
        f.facts.degree2,
        number(f.fitness.texts().join(",\\; ")),
    )
}

/// The canonical form in the papers' notation; empty if it is unknown.
fn form(facts: &Facts, values: &mut Values) -> String {
    let Some(text) = &facts.canonical_form else {
        // An exact value without a form is one whose form is too long for records.
        let is_long = facts.temperature.is_some() && facts.grundy.is_none() && !facts.is_bound();
        return if is_long { TOO_LONG } else { "" }.to_string();
    };
    let short = Some(text).filter(|t| t.len() <= WIDEST_FORM);
    let written = short
        .and_then(|t| values.parse(t).ok())
        .and_then(|v| values.notation(v, Notation::Latex, usize::MAX));
    written.map_or_else(|| TOO_LONG.to_string(), |form| format!("${form}$"))
}

/// A whole document.
pub fn document(packages: &[&str], body: &str) -> String {
    let packages = packages.join("\n");
    format!(
        "\\documentclass{{article}}\n{packages}\n\\addtolength{{\\oddsidemargin}}{{-2cm}}\n\
         \\addtolength{{\\textwidth}}{{4cm}}\n\\begin{{document}}\n{body}\\end{{document}}\n"
    )
}

/// A text with LaTeX's special characters escaped.
pub fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '\\' => safe += "\\textbackslash{}",
            '^' => safe += "\\textasciicircum{}",
            '~' => safe += "\\textasciitilde{}",
            '<' => safe += "\\textless{}",
            '>' => safe += "\\textgreater{}",
            '|' => safe += "\\textbar{}",
            '"' => safe += "{\\char34}",
            '`' => safe += "\\textasciigrave{}",
            '-' => safe += "{-}",
            '{' | '}' | '_' | '#' | '%' | '&' | '$' => {
                safe.push('\\');
                safe.push(c);
            }
            c => safe.push(c),
        }
    }
    safe
}
