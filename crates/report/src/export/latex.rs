//! Tables for papers, like Table 1 of Huntemann and Maciosowski, *Degrees are useless in Snort*.

use super::latex_table::{LatexCell, LatexColumn, LatexTable};
use super::{ExportResult, LatexOptions};
use boilingpoint_book::Record;
use boilingpoint_problem::{Certainty, Facts};
use boilingpoint_values::{Notation, Values};

/// The cell of a board or a canonical form that is too long for a table.
const TOO_LONG: &str = "(long)";

/// The longest canonical form in a table, in bytes. A longer form takes half a page.
const LONGEST_FORM: usize = 600;

/// The longest name of a board in a table, in bytes.
const LONGEST_BOARD: usize = 300;

/// The columns: heading, whether it has numbers, whether its texts may break.
const COLUMNS: [(&str, bool, bool); 9] = [
    ("No.", true, false),
    ("Order", true, false),
    ("Board", false, true),
    ("Canonical form", false, true),
    ("$t$", true, false),
    ("$\\deg$", true, false),
    ("$\\deg_2$", true, false),
    ("Fitness", true, false),
    ("", false, false),
];

/// Writes a table for each objective and class. Without `bare`, the tables are part of a document.
pub fn tables(records: &[Record], options: &LatexOptions) -> ExportResult {
    let mut values = Values::new();
    let key = |r: &Record| {
        let f = &r.entry;
        (f.ruleset.clone(), f.objective.clone(), f.class.clone())
    };
    let mut text = String::new();
    for group in records.chunk_by(|a, b| key(a) == key(b)) {
        text += &table(group, options, &mut values);
    }
    if !options.bare {
        text = document(
            &[
                "\\usepackage{longtable}",
                "\\setlength{\\LTcapwidth}{\\linewidth}",
            ],
            &format!("\\footnotesize\n{text}"),
        );
    }
    ExportResult {
        bytes: text.into(),
        left_out: Vec::new(),
    }
}

fn table(records: &[Record], options: &LatexOptions, values: &mut Values) -> String {
    let f = &records[0].entry;
    let caption = format!("Records of {}, {}: {}", f.ruleset, f.class, f.objective);
    let columns = COLUMNS.map(|(heading, is_number, breaks)| LatexColumn {
        heading: heading.to_string(),
        is_number,
        breaks,
    });
    let table = LatexTable {
        columns: columns.into(),
        rows: records.iter().map(|r| row(r, values)).collect(),
    };
    match (options.bare, options.long) {
        (true, false) => format!("% {}\n{}\n", one_line(&caption), table.tabular()),
        (true, true) => format!("% {}\n{}\n", one_line(&caption), table.longtable(None)),
        (false, _) => format!("{}\n", table.longtable(Some(&caption))),
    }
}

/// A text for a comment, which ends at the end of its line.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

fn row(record: &Record, values: &mut Values) -> Vec<LatexCell> {
    let f = &record.entry;
    let name = f.facts.board_text();
    let name = match name.len() <= LONGEST_BOARD {
        true => LatexCell::code(&name),
        false => LatexCell::plain(TOO_LONG),
    };
    let at_least = if f.facts.is_bound() { "\\ge " } else { "" };
    let number = |text: String| match text.is_empty() {
        true => LatexCell::default(),
        false => LatexCell::math(&format!("{at_least}{text}")),
    };
    let remark = match (f.is_proved(), f.facts.certainty) {
        _ if record.conflict.is_some() => "in conflict",
        (true, _) => "proved",
        (false, Certainty::LowerBound) => "bound",
        (false, _) => "",
    };
    vec![
        LatexCell::plain(&record.id.to_string()),
        LatexCell::plain(&f.facts.order.to_string()),
        name,
        form(&f.facts, values),
        number(f.facts.filed_text("temperature")),
        LatexCell::plain(&f.facts.degree.to_string()),
        LatexCell::plain(&f.facts.degree2.to_string()),
        number(f.fitness.texts().join(",\\; ")),
        LatexCell::plain(remark),
    ]
}

/// The canonical form in the papers' notation; empty if it is unknown.
fn form(facts: &Facts, values: &mut Values) -> LatexCell {
    let Some(text) = &facts.canonical_form else {
        // An exact value without a form is one whose form is too long for records.
        let is_long = facts.temperature.is_some() && facts.grundy.is_none() && !facts.is_bound();
        return LatexCell::plain(if is_long { TOO_LONG } else { "" });
    };
    let short = Some(text).filter(|t| t.len() <= LONGEST_FORM);
    let written = short
        .and_then(|t| values.parse(t).ok())
        .and_then(|v| values.notation(v, Notation::Latex, usize::MAX));
    written.map_or_else(|| LatexCell::plain(TOO_LONG), |form| LatexCell::math(&form))
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
            '±' => safe += "\\ensuremath{\\pm}",
            '≤' => safe += "\\ensuremath{\\le}",
            '≥' => safe += "\\ensuremath{\\ge}",
            '≠' => safe += "\\ensuremath{\\ne}",
            '×' => safe += "\\ensuremath{\\times}",
            '…' => safe += "\\ldots{}",
            '–' => safe += "--",
            '—' => safe += "---",
            '‘' | '’' => safe.push('\''),
            '\n' | '\r' | '\t' => safe.push(' '),
            c if is_typeset(c) => safe.push(c),
            // LaTeX stops at a letter that its fonts lack.
            c => safe += &format!("[U+{:04X}]", u32::from(c)),
        }
    }
    safe
}

/// Whether LaTeX typesets a letter as it is: ASCII, and the letters of Western and Central European
/// languages.
fn is_typeset(c: char) -> bool {
    c.is_ascii_graphic() || c == ' ' || matches!(c, 'À'..='ÿ' | 'Ā'..='ň' | 'Ō'..='ž')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_special_character_is_escaped() {
        let escaped = escaped("~^\\&_#%{}$<>|\"`- ±—é∀\n");
        let expected = "\\textasciitilde{}\\textasciicircum{}\\textbackslash{}\\&\\_\\#\\%\\{\\}\\$\\textless{}\\textgreater{}\\textbar{}{\\char34}\\textasciigrave{}{-} \\ensuremath{\\pm}---é[U+2200] ";
        assert_eq!(escaped, expected);
    }
}
