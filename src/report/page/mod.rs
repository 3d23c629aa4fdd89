//! The page of a run. It has sections of HTML, and each is a function of the run's files.
//!
//! The report ([`page`]) is one file that needs no network. The live view is made of the same
//! sections. It replaces the sections that change.

mod collected;
mod comparison;
mod conjectures;
mod counted;
mod finding;
mod findings;
mod found;
mod head;
mod known;
mod lineage;
mod records;
pub mod words;

pub use comparison::comparison_page;
pub use conjectures::conjectures_page;
pub use counted::counted_in_words;
pub use head::PageHead;
pub use known::{KnownRecords, known};
pub use lineage::{Ancestor, ancestors};

use super::card::Card;
use super::charts::{self, BookBest, Picture};
use super::{ReportError, ReportedRun};
use crate::book::harvest::board_of;
use crate::draw::thumbnail;
use crate::plan::Question;
use askama::Template;
use finding::Finding;
use findings::findings;
use std::collections::BTreeMap;

/// The style of all pages.
pub const STYLE: &str = include_str!("../templates/style.css");
/// The script of all pages. It shows tooltips and handles arrow keys. In the live view it replaces
/// sections.
pub const SCRIPT: &str = include_str!("../templates/boil.js");

/// The size of the drawings of elites and ancestors, in pixels.
pub const SMALL: f64 = 96.0;

/// A part of a run's page.
pub struct Section {
    /// The id of the section's element.
    pub id: &'static str,
    pub title: &'static str,
    /// The HTML below the heading.
    pub html: String,
}

impl Section {
    /// Whether the section has nothing to show, perhaps only until the search has made progress.
    pub fn is_empty(&self) -> bool {
        self.html.trim().is_empty()
    }
}

/// The inputs of a page besides the run.
pub struct PageInputs<'a> {
    /// The best fitness in the record book, for each order.
    pub known: &'a BTreeMap<u64, BookBest>,
    pub cards: &'a [Card],
    /// Whether boards link to the explorer of the live view.
    pub is_live: bool,
}

/// All charts of a run.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn pictures(
    run: &ReportedRun,
    known: &BTreeMap<u64, BookBest>,
) -> Result<Vec<Picture>, ReportError> {
    let mut pictures = Vec::new();
    match run.plan.objective.question() {
        Question::Best => {
            pictures.extend([charts::fitness(run)?, charts::frontier(run, known)?]);
        }
        Question::Find(_) => {
            pictures.extend(charts::margin(run)?);
            pictures.extend(charts::smallest(run)?);
            pictures.extend(charts::by_order(run)?);
        }
        Question::Collect(_) => {
            pictures.extend(charts::values(run)?);
            pictures.extend(charts::growth(run)?);
        }
    }
    let has_map = !matches!(run.plan.objective.question(), Question::Collect(_));
    if has_map && !run.view.archive.is_empty() {
        pictures.push(charts::heat(run)?);
    }
    pictures.extend([charts::operators(run)?, charts::rates(run)?]);
    pictures.extend(charts::islands(run)?);
    pictures.push(charts::throughput(run)?);
    Ok(pictures)
}

/// The sections of a run's page, in order.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn sections(run: &ReportedRun, around: &PageInputs) -> Result<Vec<Section>, ReportError> {
    let pictures = pictures(run, around.known)?;
    let figures = |names: &[&str]| -> Vec<&Picture> {
        let wanted = |p: &&Picture| names.contains(&p.name);
        pictures.iter().filter(wanted).collect()
    };
    let charts = |names: &[&str]| {
        FiguresPart {
            figures: figures(names),
        }
        .render()
    };
    let question = run.plan.objective.question();
    let mut sections = vec![Section {
        id: "findings",
        title: "Findings",
        html: FindingsPart {
            findings: findings(run, around.known),
            is_live: around.is_live,
            ruleset: run.plan.game.ruleset.name(),
        }
        .render()?,
    }];
    let section = |id, title, html| Section { id, title, html };
    match question {
        Question::Best => sections.extend([
            section("fitness", "Fitness by generation", charts(&["fitness"])?),
            section("frontier", "Best by order", charts(&["frontier"])?),
        ]),
        Question::Find(_) => sections.extend([
            section("margin", "On the way", charts(&["margin", "smallest"])?),
            section("nearest", "By order", charts(&["nearest"])?),
        ]),
        Question::Collect(_) => {
            let charts = charts(&["values", "growth"])?;
            let table = records::table(run, around)?;
            sections.push(section("values", "Values", charts + &table));
        }
    }
    if !matches!(question, Question::Collect(_)) {
        let part = ArchivePart {
            figures: figures(&["archive"]),
            elites: elites(run),
            is_live: around.is_live,
            ruleset: run.plan.game.ruleset.name(),
        };
        sections.push(section("archive", "Elites", part.render()?));
    }
    sections.extend([
        Section {
            id: "operators",
            title: "Operators",
            html: charts(&["operators", "rates"])?,
        },
        Section {
            id: "islands",
            title: "Islands",
            html: charts(&["islands"])?,
        },
        Section {
            id: "effort",
            title: "Speed and inexact boards",
            html: charts(&["throughput"])?,
        },
        Section {
            id: "records",
            title: match question {
                Question::Best => "Records",
                Question::Find(_) | Question::Collect(_) => "Boards",
            },
            html: records::records(run, around)?,
        },
    ]);
    Ok(sections)
}

/// The page of a run, as one file that needs no network.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn page(run: &ReportedRun, around: &PageInputs) -> Result<String, ReportError> {
    let page = ReportPage {
        head: PageHead::of(run),
        sections: sections(run, around)?,
        config: run.plan.to_toml(),
        style: STYLE,
        script: SCRIPT,
    };
    Ok(page.render()?)
}

/// An elite with a small drawing.
struct Elite {
    number: usize,
    label: String,
    board: String,
    drawing: String,
}

/// The elites that the map shows.
fn elites(run: &ReportedRun) -> Vec<Elite> {
    let names = charts::descriptors(run);
    let shown = charts::shown_elites(run);
    let elite = |number: usize| {
        let line = run.view.archive.get(number)?;
        let board = board_of(&line.facts.board, &line.facts.tints).ok()?;
        Some(Elite {
            number,
            label: charts::elite_label(run, line, &names),
            board: line.facts.board_text(),
            drawing: thumbnail(&board, SMALL).inline(),
        })
    };
    shown.into_iter().filter_map(elite).collect()
}

#[derive(Template)]
#[template(path = "findings.html")]
struct FindingsPart<'a> {
    findings: Vec<Finding>,
    is_live: bool,
    ruleset: &'a str,
}

#[derive(Template)]
#[template(path = "figures.html")]
struct FiguresPart<'a> {
    figures: Vec<&'a Picture>,
}

#[derive(Template)]
#[template(path = "archive.html")]
struct ArchivePart<'a> {
    figures: Vec<&'a Picture>,
    elites: Vec<Elite>,
    is_live: bool,
    ruleset: &'a str,
}

#[derive(Template)]
#[template(path = "report.html")]
struct ReportPage {
    head: PageHead,
    sections: Vec<Section>,
    config: String,
    style: &'static str,
    script: &'static str,
}
