//! A front as a table for LaTeX.

use super::latex::{document, escaped};
use boilingpoint_problem::expression::Expression;
use boilingpoint_record::front::FrontLine;

/// The longest name of a board in the table, in characters.
const WIDEST: usize = 32;

/// A document with a table of a front: the values of the expressions, the order, the board.
pub fn front_table<'a>(
    expressions: &[Expression],
    lines: impl Iterator<Item = &'a FrontLine>,
) -> String {
    let heads: Vec<String> = expressions
        .iter()
        .map(|e| format!("\\texttt{{{}}}", escaped(e.text())))
        .collect();
    let columns = "r".repeat(expressions.len());
    let rows: String = lines.map(row).collect();
    let body = format!(
        "\\begin{{longtable}}{{{columns} r l l}}\n{} & order & board & \\\\ \\hline\n\\endhead\n{rows}\
         \\end{{longtable}}\n",
        heads.join(" & ")
    );
    document(
        &["\\usepackage{longtable}"],
        &format!("\\footnotesize\n{body}"),
    )
}

fn row(line: &FrontLine) -> String {
    let at_least = if line.facts.is_bound() { "\\ge " } else { "" };
    let values: Vec<String> = line
        .fitness
        .iter()
        .map(|v| format!("${at_least}{v}$"))
        .collect();
    let name = line.facts.named_text();
    let board = match name.chars().count() <= WIDEST {
        true => format!("\\texttt{{{}}}", escaped(&name)),
        false => "(long)".to_string(),
    };
    let remark = if line.verified { "" } else { "not checked" };
    let order = line.facts.order;
    format!(
        "{} & {order} & {board} & {remark} \\\\\n",
        values.join(" & ")
    )
}
