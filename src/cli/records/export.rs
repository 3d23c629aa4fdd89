//! `boil records export`.

use super::super::failure::Failure;
use super::filter::{Sorting, Which};
use super::{Done, Records};
use crate::report::export;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Export {
    /// Their numbers; none for all that the options let through
    ids: Vec<i64>,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    sorting: Sorting,
    /// The format
    #[arg(long, value_enum, default_value_t = Format::Graph6)]
    format: Format,
    /// `tikz` and `latex`: the pictures or tables alone, to be put into a document
    #[arg(long)]
    bare: bool,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// A board a line, its tints after a space
    Graph6,
    /// A row for each record
    Csv,
    /// An object a line, which `import` reads
    Json,
    /// Node-link data a line, for networkx and D3
    NodeLink,
    /// Graphviz
    Dot,
    /// A document of pictures
    Tikz,
    /// A document of tables
    Latex,
    /// CSV: graph6 and every numeric invariant, for the House of Graphs and conjecturing programs
    Invariants,
    /// Statements that CGSuite finds true
    Cgsuite,
    /// Proofs of lower bounds, one a line
    Certificate,
}

impl From<Format> for export::Format {
    fn from(format: Format) -> export::Format {
        match format {
            Format::Graph6 => export::Format::Graph6,
            Format::Csv => export::Format::Csv,
            Format::Json => export::Format::Json,
            Format::NodeLink => export::Format::NodeLink,
            Format::Dot => export::Format::Dot,
            Format::Tikz => export::Format::Tikz,
            Format::Latex => export::Format::Latex,
            Format::Invariants => export::Format::Invariants,
            Format::Cgsuite => export::Format::Cgsuite,
            Format::Certificate => export::Format::Certificate,
        }
    }
}

impl Export {
    pub fn run(&self, records: &Records) -> Done {
        let mut chosen = self.which.records(&records.open()?, &self.sorting)?;
        if !self.ids.is_empty() {
            let wanted = self.ids.iter().map(|&id| records.get(id));
            let wanted = wanted.collect::<Result<Vec<_>, _>>()?;
            chosen.retain(|r| wanted.iter().any(|w| w.id == r.id));
        }
        let exported = export::export(&chosen, self.format.into(), self.bare);
        match &self.out {
            Some(file) => std::fs::write(file, &exported.text)
                .map_err(|e| Failure::input(format!("cannot write {}: {e}", file.display())))?,
            None => write!(std::io::stdout().lock(), "{}", exported.text)?,
        }
        for what in &exported.left_out {
            say!("note: left out: {what}");
        }
        Ok(())
    }
}
