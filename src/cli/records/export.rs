//! `boil records export`.

use super::super::failure::Failure;
use super::filter::{FilterArgs, Listing};
use super::{CommandResult, RecordsArgs};
use boilingpoint_draw::PageWidth;
use boilingpoint_report::export::{self, FORMATS};
use boilingpoint_solver::Budget;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Numbers of the records to export; by default all records that pass the filters
    #[arg(allow_negative_numbers = true)]
    ids: Vec<i64>,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    listing: Listing,
    /// The format: graph6 with tints after a space; csv, a row for each record; json, which
    /// `import` reads; invariants, a table for the House of Graphs; tikz and latex, documents;
    /// cgsuite, statements that evaluate to true; certificate; and the formats of `boil convert`
    #[arg(long, default_value = "graph6", value_parser = PossibleValuesParser::new(FORMATS.iter().map(|f| f.name)))]
    format: String,
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

impl ExportArgs {
    /// The options for LaTeX. An option that the format does not have is an error.
    fn latex(&self) -> Result<export::LatexOptions, Failure> {
        let is = |name: &str| self.format == name;
        let given = [
            (
                self.bare,
                "bare",
                "tikz or latex",
                is("tikz") || is("latex"),
            ),
            (self.long, "long", "latex", is("latex")),
            (self.thermographs, "thermographs", "tikz", is("tikz")),
            (self.width.is_some(), "width", "tikz", is("tikz")),
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
        let entry = FORMATS.iter().find(|entry| entry.name == self.format);
        let entry = entry.expect("a name of the table");
        let mut chosen = self.filter.records(&records.open()?, &self.listing)?;
        if !self.ids.is_empty() {
            let wanted = self.ids.iter().map(|&id| records.get(id));
            let wanted = wanted.collect::<Result<Vec<_>, _>>()?;
            chosen.retain(|r| wanted.iter().any(|w| w.id == r.id));
        }
        let exported = export::export_with(&chosen, entry.format, &options, &Budget::default());
        match &self.out {
            Some(file) => std::fs::write(file, &exported.bytes)
                .map_err(|e| Failure::input(format!("cannot write {}: {e}", file.display())))?,
            None => std::io::stdout().lock().write_all(&exported.bytes)?,
        }
        for what in &exported.left_out {
            print_note!("note: left out of the export: {what}");
        }
        Ok(())
    }
}
