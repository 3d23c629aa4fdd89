//! Records of the book for other programs: each format a function from records to a text.
//!
//! A format that cannot hold a board leaves it out and says which and why; nothing is written that
//! another program would take for another board.

mod cgsuite;
mod invariants;
mod json;
mod latex;
mod node_link;
mod pictures;
mod table;
#[cfg(test)]
mod tests;

pub use json::object;

use super::ReportError;
use crate::book::Record;
use crate::book::harvest::board_of;
use crate::graph::Board;

/// What other programs read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A board a line, with its tints after a space if it has any.
    Graph6,
    /// Comma-separated values, a row for each record.
    Csv,
    /// A JSON object a line; what `boil records import` reads back.
    Json,
    /// A node-link object a line, as networkx and D3 read it.
    NodeLink,
    /// Graphviz.
    Dot,
    /// Pictures for LaTeX.
    Tikz,
    /// A table for LaTeX.
    Latex,
    /// A row for each graph, with every numeric invariant.
    Invariants,
    /// Statements for CGSuite to evaluate.
    Cgsuite,
    /// Proofs of lower bounds, one a line.
    Certificate,
}

/// What was written, and what could not be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The text.
    pub text: String,
    /// For each record that is not in it, which it is and why.
    pub left_out: Vec<String>,
}

impl Exported {
    /// Adds what `text` says of a record, or notes why it is left out.
    fn add(&mut self, record: &Record, text: Result<String, ReportError>) {
        match text {
            Ok(text) => self.text += &text,
            Err(why) => self.left_out.push(format!("{}: {why}", title(record))),
        }
    }

    /// Each record by itself.
    fn each(
        records: &[Record],
        mut text: impl FnMut(&Record) -> Result<String, ReportError>,
    ) -> Exported {
        let mut exported = Exported::default();
        records.iter().for_each(|r| exported.add(r, text(r)));
        exported
    }
}

/// Writes records in a format. `bare` leaves out what makes a LaTeX document of pictures and
/// tables.
pub fn export(records: &[Record], format: Format, bare: bool) -> Exported {
    match format {
        Format::Graph6 => Exported::each(records, graph6),
        Format::Csv => table::csv(records),
        Format::Json => Exported::each(records, |r| Ok(format!("{}\n", object(r)))),
        Format::NodeLink => Exported::each(records, node_link::line),
        Format::Dot => Exported::each(records, pictures::dot),
        Format::Tikz => pictures::tikz(records, bare),
        Format::Latex => latex::tables(records, bare),
        Format::Invariants => invariants::csv(records),
        Format::Cgsuite => cgsuite::script(records),
        Format::Certificate => Exported::each(records, certificate),
    }
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
            "it is exact, and needs no certificate",
        )),
    }
}

/// A record in a message.
fn title(record: &Record) -> String {
    format!("record {} ({})", record.id, record.entry.facts.board_text())
}

fn board(record: &Record) -> Result<Board, ReportError> {
    Ok(board_of(
        &record.entry.facts.board,
        &record.entry.facts.tints,
    )?)
}

/// The board, for a format of graph6, which has nothing but graphs and tints.
fn plain_board(record: &Record) -> Result<Board, ReportError> {
    let plain = Some(board(record)?).filter(Board::is_plain);
    let why = "graph6 has no weights, loops, arcs, tokens or squares";
    plain.ok_or(ReportError::LeftOut(why))
}
