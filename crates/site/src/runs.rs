//! The reports of runs as pages of the site.

use super::SiteError;
use super::context::Site;
use super::frame::Frame;
use super::record::budget;
use askama::Template;
use boilingpoint_book::Book;
use boilingpoint_pages::Links;
use boilingpoint_record::folder::{MOST_RUNS, RUN_DEPTH, runs_below};
use boilingpoint_report::page::{PageHead, PageInputs, Section, known_in, sections};
use boilingpoint_report::{Cards, ReportError, ReportedRun};
use boilingpoint_solver::Solver;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The greatest number of cards on a report.
const MOST_CARDS: usize = 60;

/// A run of the site.
pub struct SiteRun {
    /// The path of its folder below the folder of runs.
    pub name: String,
    path: PathBuf,
}

/// The runs below a folder, sorted by name.
pub fn runs(root: &Path) -> Vec<SiteRun> {
    let runs = runs_below(root, RUN_DEPTH, MOST_RUNS).into_iter();
    let mut runs: Vec<SiteRun> = runs
        .map(|run| SiteRun {
            name: run.name,
            path: run.path,
        })
        .collect();
    runs.sort_by(|a, b| a.name.cmp(&b.name));
    runs
}

/// A row of the list of runs.
struct RunRow {
    name: String,
    /// The address of the report; `None` if the run cannot be read.
    address: Option<String>,
    status: &'static str,
    best: String,
    question: String,
}

#[derive(Template)]
#[template(path = "runs.html")]
struct RunsPage<'a> {
    frame: Frame<'a>,
    rows: Vec<RunRow>,
}

#[derive(Template)]
#[template(path = "run.html")]
struct RunPage<'a> {
    frame: Frame<'a>,
    head: &'a PageHead,
    sections: &'a [Section],
    config: String,
}

/// The report of a run, in parts.
struct Report {
    head: PageHead,
    sections: Vec<Section>,
    config: String,
    best: String,
}

/// Writes the list of runs and a page for each. Returns the runs that have a page, and why the
/// others have none.
pub fn write_runs(
    site: &Site,
    book: Option<&Book>,
    runs: &[SiteRun],
) -> Result<(BTreeSet<String>, Vec<String>), SiteError> {
    let (mut shown, mut notes, mut rows) = (BTreeSet::new(), Vec::new(), Vec::new());
    let links = Links::of_site("", site.head.has_explorer);
    for run in runs {
        rows.push(match report(site, book, &run.path) {
            Ok(made) => {
                let address = links.run(&run.name);
                write_run(site, &address, &made)?;
                shown.insert(run.name.clone());
                RunRow {
                    name: run.name.clone(),
                    address: Some(address),
                    status: made.head.status,
                    best: made.best,
                    question: made.head.question,
                }
            }
            Err(why) => {
                notes.push(format!("run {}: {why}", run.name));
                RunRow {
                    name: run.name.clone(),
                    address: None,
                    status: "damaged",
                    best: String::new(),
                    question: String::new(),
                }
            }
        });
    }
    let frame = site.frame("runs", "runs.html");
    site.page("runs.html", &RunsPage { frame, rows })?;
    Ok((shown, notes))
}

fn write_run(site: &Site, name: &str, report: &Report) -> Result<(), SiteError> {
    let page = RunPage {
        frame: site.frame("runs", name),
        head: &report.head,
        sections: &report.sections,
        config: report.config.clone(),
    };
    site.page(name, &page)
}

/// Reads a run, and makes the parts of its report.
fn report(site: &Site, book: Option<&Book>, path: &Path) -> Result<Report, ReportError> {
    let run = ReportedRun::read(path)?;
    let cards = site.pool.install(|| {
        let mut solver = Solver::new(run.plan.game.ruleset, budget());
        Cards::default().fittest(&run, MOST_CARDS, Some(&mut solver))
    })?;
    let known = match book {
        Some(book) => known_in(&run, book)?,
        None => BTreeMap::new(),
    };
    let inputs = PageInputs {
        known: &known,
        cards: &cards,
        is_live: false,
    };
    Ok(Report {
        head: PageHead::of(&run),
        sections: sections(&run, &inputs)?,
        config: run.plan.to_toml(),
        best: run.standing().unwrap_or_default(),
    })
}
