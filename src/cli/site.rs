//! `boil site`: runs, records, questions and documents as static pages.

use super::explorer;
use super::failure::{CommandResult, Failure};
use boilingpoint_site::{SiteOptions, SiteSummary, write_site};
use clap::Args;
use std::path::{Path, PathBuf};

/// The folder of documents, and that of configs, if no option names one.
const RUNS: &str = "runs";
const DOCS: &str = "docs";
const CONFIGS: &str = "configs";

#[derive(Args, Debug)]
pub struct SiteArgs {
    /// The folder to write: a new one, an empty one, or one that an earlier `boil site` wrote
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The folder of runs
    #[arg(long, value_name = "DIR", default_value = RUNS)]
    runs: PathBuf,
    /// The record book
    #[arg(long, value_name = "FILE", default_value = "runs/records.db")]
    book: PathBuf,
    /// The folder of documents, with `SUMMARY.md`; by default `docs`, if there is one
    #[arg(long, value_name = "DIR")]
    docs: Option<PathBuf>,
    /// The folder of configs, each of which is a question; by default `configs`, if there is one
    #[arg(long, value_name = "DIR")]
    configs: Option<PathBuf>,
    /// The address at which the site will be found, for the feed
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// The title of the site
    #[arg(long, value_name = "TEXT", default_value = "Boiling Point")]
    title: String,
    /// The WebAssembly module of the explorer; by default the one inside the program, if it was
    /// built by `page/build`. Without a module the site has no explorer
    #[arg(long, value_name = "FILE.wasm")]
    module: Option<PathBuf>,
    /// Write every record in every format, also if the book has more than 5,000 records
    #[arg(long, conflicts_with = "no_record_files")]
    record_files: bool,
    /// Write only the lists of records in every format, also if the book has few records
    #[arg(long)]
    no_record_files: bool,
}

impl SiteArgs {
    pub fn run(&self) -> CommandResult {
        let summary = write_site(&self.options()?).map_err(Failure::input)?;
        for note in &summary.notes {
            print_note!("note: {note}");
        }
        print_summary(&self.out, &summary)
    }

    fn options(&self) -> Result<SiteOptions, Failure> {
        Ok(SiteOptions {
            out: self.out.clone(),
            runs: match self.runs.as_os_str() == RUNS {
                true => self.runs.clone(),
                false => named(&self.runs)?,
            },
            book: self.book.clone(),
            docs: folder(self.docs.as_deref(), DOCS)?,
            configs: folder(self.configs.as_deref(), CONFIGS)?,
            url: self.url.as_deref().map(address).transpose()?,
            title: self.title.clone(),
            explorer: explorer::page(self.module.as_deref())?,
            record_files: match (self.record_files, self.no_record_files) {
                (false, false) => None,
                (all, _) => Some(all),
            },
        })
    }
}

/// A folder that is given.
fn named(path: &Path) -> Result<PathBuf, Failure> {
    let problem = || Failure::input(format!("{} is not a folder", path.display()));
    path.is_dir()
        .then(|| path.to_path_buf())
        .ok_or_else(problem)
}

/// The folder that is given, or the usual one if it exists.
fn folder(given: Option<&Path>, usual: &str) -> Result<Option<PathBuf>, Failure> {
    match given {
        Some(path) => named(path).map(Some),
        None => Ok(Some(PathBuf::from(usual)).filter(|path| path.is_dir())),
    }
}

/// An address with a slash at the end.
fn address(url: &str) -> Result<String, Failure> {
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    if !is_web || url.contains(|c: char| c.is_whitespace() || c.is_control()) {
        let problem = format!("--url {url}: expected an address that begins with https://");
        return Err(Failure::input(problem));
    }
    Ok(format!("{}/", url.trim_end_matches('/')))
}

fn print_summary(out: &Path, summary: &SiteSummary) -> CommandResult {
    if summary.left_out > 0 {
        print_note!(
            "left out: {} records that are not confirmed or contradict others; see `boil records \
             verify`",
            summary.left_out
        );
    }
    if !summary.has_record_files {
        print_note!(
            "records have files by list; --record-files writes each record in every format"
        );
    }
    print_result!(
        "{}: {} records, {} left out, {} runs, {} questions, {} documents; {} files, {} written, \
         {} removed",
        out.display(),
        summary.records,
        summary.left_out,
        summary.runs,
        summary.questions,
        summary.documents,
        summary.files,
        summary.written,
        summary.removed
    )?;
    Ok(())
}
