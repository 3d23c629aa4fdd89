//! `boil records export`.

use super::super::failure::Failure;
use super::filter::{FilterArgs, Listing};
use super::{CommandResult, RecordsArgs};
use boilingpoint_draw::PageWidth;
use boilingpoint_report::export;
use boilingpoint_solver::Budget;
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
    /// `latex` with `--bare`: write each table as a `longtable`, which goes on over pages; your
    /// document has to load the package `longtable`
    #[arg(long, requires = "bare")]
    long: bool,
    /// `tikz`: add the thermograph of each record whose value is known
    #[arg(long)]
    thermographs: bool,
    /// `tikz`: lay out pictures for this width on a page, such as `8cm`, `80mm`, `3.3in` or
    /// `246pt` (points of TeX). No text becomes smaller than 5 points
    #[arg(long, value_name = "WIDTH")]
    width: Option<PageWidth>,
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
    /// The options for LaTeX. An option that the format does not have is an error.
    fn latex(&self) -> Result<export::LatexOptions, Failure> {
        use ExportFormat::{Latex, Tikz};
        let given = [
            (
                self.bare,
                "bare",
                "tikz or latex",
                matches!(self.format, Tikz | Latex),
            ),
            (self.long, "long", "latex", matches!(self.format, Latex)),
            (
                self.thermographs,
                "thermographs",
                "tikz",
                matches!(self.format, Tikz),
            ),
            (
                self.width.is_some(),
                "width",
                "tikz",
                matches!(self.format, Tikz),
            ),
        ];
        if let Some((_, option, format, _)) = given.iter().find(|(given, .., fits)| *given && !fits)
        {
            return Err(Failure::input(format!(
                "--{option}: expected --format {format}"
            )));
        }
        Ok(export::LatexOptions {
            bare: self.bare,
            long: self.long,
            thermographs: self.thermographs,
            width: self.width,
        })
    }

    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        let options = self.latex()?;
        let mut chosen = self.filter.records(&records.open()?, &self.listing)?;
        if !self.ids.is_empty() {
            let wanted = self.ids.iter().map(|&id| records.get(id));
            let wanted = wanted.collect::<Result<Vec<_>, _>>()?;
            chosen.retain(|r| wanted.iter().any(|w| w.id == r.id));
        }
        let exported =
            export::export_with(&chosen, self.format.into(), &options, &Budget::default());
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
