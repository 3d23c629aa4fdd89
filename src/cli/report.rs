//! `boil report`: charts, cards and a page for runs.

use super::failure::{CommandResult, Failure};
use crate::draw::PictureFormat;
use crate::report::{Cards, ReportedRun, Sheet, write_comparison, write_report};
use crate::solver::{Budget, Solver};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Run folders; several are also compared, in `comparison.html` and `comparison.svg` beside the
    /// first
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Also write every picture as PNG
    #[arg(long)]
    png: bool,
    /// Also write every picture as PDF
    #[arg(long)]
    pdf: bool,
    /// Draw the charts in plots/ for a paper: this many millimetres wide, without titles; 84 fits a
    /// column of many journals
    #[arg(long, value_name = "MM", value_parser = clap::value_parser!(u32).range(Sheet::COLUMNS))]
    width: Option<u32>,
    /// Make cards only for this many records of the highest fitness; by default for all records
    #[arg(long, value_name = "N")]
    cards: Option<usize>,
}

impl ReportArgs {
    pub fn run(&self) -> CommandResult {
        let also = [
            (self.png, PictureFormat::Png),
            (self.pdf, PictureFormat::Pdf),
        ];
        let also = also.into_iter().filter(|(wanted, _)| *wanted);
        let formats: Vec<PictureFormat> = std::iter::once(PictureFormat::Svg)
            .chain(also.map(|(_, format)| format))
            .collect();
        let sheet = self.width.map_or(Sheet::Page, Sheet::Column);
        let mut read = Vec::new();
        for path in &self.runs {
            let run = ReportedRun::read(path).map_err(Failure::input)?;
            for loss in run.view.losses(&run.folder) {
                print_note!("warning: {loss}; the report shows what is there");
            }
            let mut solver = Solver::new(run.plan.game.ruleset, Budget::default());
            let most = self.cards.unwrap_or(usize::MAX);
            let cards = Cards::default().fittest(&run, most, Some(&mut solver));
            let cards = cards.map_err(Failure::input)?;
            let files = write_report(&run, &cards, &formats, sheet).map_err(Failure::input)?;
            print(&files)?;
            read.push(run);
        }
        if read.len() > 1 {
            let beside = self.runs[0].parent().unwrap_or(Path::new("."));
            print(&write_comparison(&read, beside, &formats).map_err(Failure::input)?)?;
        }
        Ok(())
    }
}

fn print(files: &[PathBuf]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    files
        .iter()
        .try_for_each(|file| writeln!(out, "{}", file.display()))
}
