//! Boards as pictures: Graphviz and TikZ.

use super::latex::{document, escaped};
use super::{ExportResult, ReportError, board, title};
use crate::book::Record;

/// Writes a board for Graphviz, after a comment that names the board.
pub fn dot(record: &Record) -> Result<String, ReportError> {
    let comment = title(record).replace('\n', " ");
    Ok(format!(
        "// {comment}\n{}",
        crate::draw::dot(&board(record)?)
    ))
}

/// Writes a picture for each board. Without `bare`, the pictures are part of a document.
pub fn tikz(records: &[Record], bare: bool) -> ExportResult {
    let mut exported = ExportResult::each(records, |r| {
        let picture = crate::draw::tikz(&board(r)?);
        Ok(if bare {
            format!("% {}\n{picture}\n", caption(r))
        } else {
            format!(
                "\\begin{{center}}\n{picture}\\\\[1ex]\n{}\n\\end{{center}}\n\n",
                escaped(&caption(r))
            )
        })
    });
    if !bare {
        exported.text = document(&["\\usepackage{tikz}"], &exported.text);
    }
    exported
}

fn caption(record: &Record) -> String {
    let f = &record.entry;
    let fitness = f.fitness_text();
    format!(
        "Record {}: {}, {}, order {}, {} = {fitness}",
        record.id, f.ruleset, f.class, f.facts.order, f.objective
    )
}
