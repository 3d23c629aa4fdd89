//! Boards as pictures: Graphviz and TikZ.

use super::latex::{document, escaped};
use super::{ExportResult, LatexOptions, ReportError, board, title};
use boilingpoint_book::Record;
use boilingpoint_draw::{BoardPicture, DrawingOptions, Picture, PictureError};
use boilingpoint_problem::Facts;
use boilingpoint_values::{Thermograph, Values};

/// Writes a board for Graphviz, after a comment that names the board.
pub fn dot(record: &Record) -> Result<String, ReportError> {
    let comment = title(record).replace('\n', " ");
    Ok(format!(
        "// {comment}\n{}",
        boilingpoint_draw::dot(&board(record)?)
    ))
}

/// Writes a picture for each board. Without `bare`, the pictures are part of a document.
pub fn tikz(records: &[Record], options: &LatexOptions) -> ExportResult {
    let mut values = Values::new();
    let LatexOptions { bare, .. } = *options;
    let mut exported = ExportResult::each(records, |r| {
        let picture = picture(r, options, &mut values)?;
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
        exported.bytes = document(&["\\usepackage{tikz}"], &exported.text()).into();
    }
    exported
}

/// The picture of a record's board, and below it the thermograph if it is asked for and the value
/// is known.
fn picture(
    record: &Record,
    options: &LatexOptions,
    values: &mut Values,
) -> Result<String, ReportError> {
    let board = &board(record)?;
    let drawing = BoardPicture {
        board,
        options: DrawingOptions::default(),
    };
    let mut text = drawing.tikz(options.width).map_err(PictureError::Width)?;
    if options.thermographs
        && let Some(thermograph) = thermograph(&record.entry.facts, values)
    {
        let drawn = thermograph.tikz(options.width);
        text += "\\par\\medskip\n";
        text += &drawn.map_err(PictureError::Width)?;
    }
    Ok(text)
}

fn thermograph(facts: &Facts, values: &mut Values) -> Option<Thermograph> {
    let form = facts.canonical_form.as_deref()?;
    let value = values.parse(form).ok()?;
    Some(values.thermograph(value).ok()?.as_ref().clone())
}

fn caption(record: &Record) -> String {
    let f = &record.entry;
    let fitness = f.fitness_text();
    format!(
        "Record {}: {}, {}, order {}, {} = {fitness}",
        record.id, f.ruleset, f.class, f.facts.order, f.objective
    )
}
