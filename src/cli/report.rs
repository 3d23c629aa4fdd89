//! `boil report`: charts, cards and a page for runs, and a page that compares them.

use super::failure::{CommandResult, Failure};
use boilingpoint_comparison::{Results, is_comparison};
use boilingpoint_draw::PictureFormat;
use boilingpoint_report::{Cards, ReportedRun, Sheet, write_comparison, write_report};
use boilingpoint_solver::{Budget, Solver};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The name of the page of a comparison.
const PAGE: &str = "comparison.html";

#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Run folders, each of which gets a report; several are also compared, in `comparison.html`,
    /// `comparison.svg` and `comparison-best.svg` beside the first. Or folders of comparisons, whose
    /// runs are compared in the first folder
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Write only the comparison of the runs: the page to this file, and its charts beside it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write every picture as PNG
    #[arg(long)]
    png: bool,
    /// Also write every picture as PDF
    #[arg(long)]
    pdf: bool,
    /// Draw the charts in plots/ for a column of a paper, without titles: a width such as `84mm`,
    /// `3.3in` or `246pt`
    #[arg(long, value_name = "WIDTH")]
    width: Option<Sheet>,
    /// Make cards only for this many records of the highest fitness; by default for all records
    #[arg(long, value_name = "N")]
    cards: Option<usize>,
}

impl ReportArgs {
    pub fn run(&self) -> CommandResult {
        // All files are written before the first name is printed, since the reader of standard
        // output may go away.
        Ok(print(&self.write()?)?)
    }

    /// Writes the reports and the comparison, and returns their files.
    fn write(&self) -> Result<Vec<PathBuf>, Failure> {
        if let Some(out) = &self.out {
            return self.compare(out);
        }
        let (mut files, mut comparisons) = (Vec::new(), 0);
        for path in &self.runs {
            if is_comparison(path)? {
                comparisons += 1;
            } else {
                files.extend(self.report(path)?);
            }
        }
        let first = &self.runs[0];
        if comparisons > 0 && is_comparison(first)? {
            files.extend(self.compare(&first.join(PAGE))?);
        } else if self.runs.len() > 1 {
            files.extend(self.compare(&first.parent().unwrap_or(Path::new(".")).join(PAGE))?);
        }
        Ok(files)
    }

    /// The formats of the pictures.
    fn formats(&self) -> Vec<PictureFormat> {
        let also = [
            (self.png, PictureFormat::Png),
            (self.pdf, PictureFormat::Pdf),
        ];
        let also = also.into_iter().filter(|(wanted, _)| *wanted);
        std::iter::once(PictureFormat::Svg)
            .chain(also.map(|(_, format)| format))
            .collect()
    }

    /// Writes the report of a run, and returns its files.
    fn report(&self, path: &Path) -> Result<Vec<PathBuf>, Failure> {
        let run = ReportedRun::read(path)?;
        for loss in run.view.losses(&run.folder) {
            print_note!("warning: {loss}; the report shows what is there");
        }
        let mut solver = Solver::new(run.plan.game.ruleset, Budget::default());
        let most = self.cards.unwrap_or(usize::MAX);
        let cards = Cards::default().fittest(&run, most, Some(&mut solver))?;
        let sheet = self.width.unwrap_or(Sheet::Page);
        write_report(&run, &cards, &self.formats(), sheet).map_err(Failure::input)
    }

    /// Writes the comparison of all runs, and returns its files.
    fn compare(&self, page: &Path) -> Result<Vec<PathBuf>, Failure> {
        let results = Results::of_folders(&self.runs)?;
        write_comparison(&results, page, &self.formats()).map_err(Failure::input)
    }
}

fn print(files: &[PathBuf]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    files
        .iter()
        .try_for_each(|file| writeln!(out, "{}", file.display()))
}
