//! Exports records of the book for other programs. Each format is a function from records to a
//! text.
//!
//! If a format cannot hold a board, the record is left out and the reason is reported. A board is
//! never written in a form that another program would read as a different board.

mod cgsuite;
mod front;
mod invariants;
mod json;
mod latex;
mod latex_table;
mod node_link;
mod pictures;
mod table;
#[cfg(test)]
mod tests;

pub use front::front_table;
pub use json::object;
pub use latex_table::{LatexCell, LatexColumn, LatexTable};

use super::ReportError;
use boilingpoint_boards::Board;
use boilingpoint_book::Record;
use boilingpoint_book::harvest::board_of;
use boilingpoint_draw::PageWidth;
use boilingpoint_formats::{Format as FileFormat, Given};
use boilingpoint_solver::Budget;

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One board per line. The tints follow after a space if the board has any.
    Graph6,
    /// Comma-separated values, one row per record.
    Csv,
    /// One JSON object per line. `boil records import` reads this format.
    Json,
    /// One node-link object per line, for networkx and D3.
    NodeLink,
    /// Graphs for Graphviz.
    Dot,
    /// Pictures for LaTeX.
    Tikz,
    /// A table for LaTeX.
    Latex,
    /// One row per graph, with every numeric invariant.
    Invariants,
    /// Statements for CGSuite to evaluate.
    Cgsuite,
    /// Certificates of lower bounds, one per line.
    Certificate,
    /// A format of `boil convert`, by its name.
    File(&'static str),
}

/// A format as users meet it.
pub struct FormatEntry {
    /// The format.
    pub format: Format,
    /// The name in `boil records export --format`.
    pub name: &'static str,
    /// The ending of a file in this format.
    pub ending: &'static str,
    /// The media type of a file in this format.
    pub media: &'static str,
}

const TEXT: &str = "text/plain; charset=utf-8";
const CSV: &str = "text/csv; charset=utf-8";
const JSON: &str = "application/json";

const fn entry(
    format: Format,
    name: &'static str,
    ending: &'static str,
    media: &'static str,
) -> FormatEntry {
    FormatEntry {
        format,
        name,
        ending,
        media,
    }
}

/// All formats, in the order in which pages list them.
pub const FORMATS: [FormatEntry; 20] = [
    entry(Format::Graph6, "graph6", "g6", TEXT),
    entry(Format::Json, "json", "json", JSON),
    entry(Format::Csv, "csv", "csv", CSV),
    entry(Format::Invariants, "invariants", "invariants.csv", CSV),
    entry(Format::NodeLink, "node-link", "node-link.json", JSON),
    entry(Format::Dot, "dot", "dot", TEXT),
    entry(Format::Tikz, "tikz", "tikz.tex", TEXT),
    entry(Format::Latex, "latex", "tex", TEXT),
    entry(Format::Cgsuite, "cgsuite", "cgs", TEXT),
    entry(Format::Certificate, "certificate", "certificate.json", JSON),
    file("sparse6", "s6"),
    file("digraph6", "d6"),
    file("edges", "edges"),
    file("adjacency", "adj"),
    file("matrix", "mat"),
    file("dimacs", "col"),
    file("gml", "gml"),
    file("graphml", "graphml"),
    file("matrix-market", "mtx"),
    entry(
        Format::File("planar-code"),
        "planar-code",
        "pc",
        "application/octet-stream",
    ),
];

const fn file(name: &'static str, ending: &'static str) -> FormatEntry {
    entry(Format::File(name), name, ending, TEXT)
}

/// The formats that can hold a record.
pub fn formats_of(record: &Record) -> Vec<&'static FormatEntry> {
    let entry = &record.entry;
    let is_plain = plain_board(record).is_ok();
    let has = |format: Format| match format {
        Format::Graph6 | Format::Invariants => is_plain,
        Format::Certificate => entry.certificate.is_some(),
        Format::Cgsuite => entry.facts.canonical_form.is_some() && !entry.facts.is_bound(),
        Format::File(name) => FileFormat::find(name).is_some_and(|f| file_of(record, f).is_ok()),
        _ => true,
    };
    FORMATS.iter().filter(|entry| has(entry.format)).collect()
}

/// The exported records, and the records that were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportResult {
    /// The file; a text in UTF-8 in all formats but planar code.
    pub bytes: Vec<u8>,
    /// A line for each record that was left out, with the reason.
    pub left_out: Vec<String>,
}

impl ExportResult {
    /// The file as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Adds the part of a record, or the reason why the record is left out.
    fn add(&mut self, record: &Record, part: Result<impl Into<Vec<u8>>, ReportError>) {
        match part {
            Ok(part) => self.bytes.append(&mut part.into()),
            Err(why) => self.left_out.push(format!("{}: {why}", title(record))),
        }
    }

    /// Exports records one by one.
    fn each<P: Into<Vec<u8>>>(
        records: &[Record],
        mut part: impl FnMut(&Record) -> Result<P, ReportError>,
    ) -> ExportResult {
        let mut exported = ExportResult::default();
        records.iter().for_each(|r| exported.add(r, part(r)));
        exported
    }
}

/// The options of pictures and tables for LaTeX.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LatexOptions {
    /// Leaves out the document around pictures and tables.
    pub bare: bool,
    /// Writes each table as a `longtable`, which goes on over pages. A whole document always has
    /// such tables.
    pub long: bool,
    /// Adds the thermograph of each record whose value is known to its picture.
    pub thermographs: bool,
    /// The width of pictures.
    pub width: Option<PageWidth>,
}

/// Exports records in a format. `bare` leaves out the document around LaTeX pictures and tables.
pub fn export(records: &[Record], format: Format, bare: bool) -> ExportResult {
    let options = LatexOptions {
        bare,
        ..LatexOptions::default()
    };
    export_with(records, format, &options, &Budget::default())
}

/// Exports records in a format, with options for LaTeX. The values that the records do not have are
/// computed within a budget.
pub fn export_with(
    records: &[Record],
    format: Format,
    options: &LatexOptions,
    budget: &Budget,
) -> ExportResult {
    match format {
        Format::Graph6 => ExportResult::each(records, graph6),
        Format::Csv => table::csv(records),
        Format::Json => ExportResult::each(records, |r| Ok(format!("{}\n", object(r)))),
        Format::NodeLink => ExportResult::each(records, node_link::line),
        Format::Dot => ExportResult::each(records, pictures::dot),
        Format::Tikz => pictures::tikz(records, options),
        Format::Latex => latex::tables(records, options),
        Format::Invariants => invariants::csv(records, budget),
        Format::Cgsuite => cgsuite::script(records, budget),
        Format::Certificate => ExportResult::each(records, certificate),
        Format::File(name) => match FileFormat::find(name) {
            Some(format) => files(records, format),
            None => ExportResult::default(),
        },
    }
}

/// The board of a record, if a format has a place for it and all its marks.
fn file_of(record: &Record, format: &FileFormat) -> Result<Vec<u8>, ReportError> {
    let given = Given::of_board(board(record)?, 0);
    let written = format.write(&given).ok();
    let whole = written.filter(|_| format.lost(&given).is_empty());
    let why = "the format has no place for it, or for its marks";
    whole.ok_or(ReportError::LeftOut(why))
}

/// Exports records in a format of files for graphs.
fn files(records: &[Record], format: &FileFormat) -> ExportResult {
    let mut written = 0;
    ExportResult::each(records, |record| {
        let board = file_of(record, format)?;
        if written > 0 && !format.several {
            return Err(ReportError::LeftOut("a file in this format has one graph"));
        }
        let before = if written > 0 {
            format.between
        } else {
            format.head
        };
        written += 1;
        Ok([before.as_bytes(), &board].concat())
    })
}

fn graph6(record: &Record) -> Result<String, ReportError> {
    let board = plain_board(record)?;
    let tints = if board.is_tinted() {
        format!(" {}", board.tint_string())
    } else {
        String::new()
    };
    Ok(format!("{}{tints}\n", board.name()))
}

fn certificate(record: &Record) -> Result<String, ReportError> {
    match &record.entry.certificate {
        Some(text) => Ok(format!("{}\n", text.trim_end())),
        None => Err(ReportError::LeftOut(
            "the record is exact and needs no certificate",
        )),
    }
}

/// The name of a record in a message.
fn title(record: &Record) -> String {
    format!("record {} ({})", record.id, record.entry.facts.board_text())
}

fn board(record: &Record) -> Result<Board, ReportError> {
    Ok(board_of(
        &record.entry.facts.board,
        &record.entry.facts.tints,
    )?)
}

/// The board of a record for a format based on graph6, which has only graphs and tints.
fn plain_board(record: &Record) -> Result<Board, ReportError> {
    let plain = Some(board(record)?).filter(Board::is_plain);
    let why = "graph6 has no weights, loops, arcs, tokens or squares";
    plain.ok_or(ReportError::LeftOut(why))
}
