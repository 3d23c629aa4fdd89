//! `boil records export`.

use super::super::failure::Failure;
use super::filter::{FilterArgs, Listing};
use super::{CommandResult, RecordsArgs};
use crate::report::export;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Numbers of the records to export; by default all records that pass the filters
    ids: Vec<i64>,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    listing: Listing,
    /// The format
    #[arg(long, value_enum, default_value_t = ExportFormat::Graph6)]
    format: ExportFormat,
    /// `tikz` and `latex`: only the pictures or tables, for use in a document of your own
    #[arg(long)]
    bare: bool,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum ExportFormat {
    /// One board per line, its tints after a space
    Graph6,
    /// One row per record
    Csv,
    /// One object per line; `import` reads them
    Json,
    /// Node-link data, one object per line, for networkx and D3
    NodeLink,
    /// Graphviz
    Dot,
    /// A document of pictures
    Tikz,
    /// A document of tables
    Latex,
    /// CSV: graph6 and every numeric invariant, for the House of Graphs and conjecturing programs
    Invariants,
    /// Statements for CGSuite; each evaluates to true
    Cgsuite,
    /// Proofs of lower bounds, one per line
    Certificate,
}

impl From<ExportFormat> for export::Format {
    fn from(format: ExportFormat) -> export::Format {
        match format {
            ExportFormat::Graph6 => export::Format::Graph6,
            ExportFormat::Csv => export::Format::Csv,
            ExportFormat::Json => export::Format::Json,
            ExportFormat::NodeLink => export::Format::NodeLink,
            ExportFormat::Dot => export::Format::Dot,
            ExportFormat::Tikz => export::Format::Tikz,
            ExportFormat::Latex => export::Format::Latex,
            ExportFormat::Invariants => export::Format::Invariants,
            ExportFormat::Cgsuite => export::Format::Cgsuite,
            ExportFormat::Certificate => export::Format::Certificate,
        }
    }
}

impl ExportArgs {
    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        let mut chosen = self.filter.records(&records.open()?, &self.listing)?;
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
            print_note!("note: left out of the export: {what}");
        }
        Ok(())
    }
}
