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
mod front;
mod head;
mod known;
mod lineage;
mod records;
mod trace;
pub mod words;

pub use comparison::{ComparisonBody, RunLink, comparison_page};
pub use conjectures::conjectures_page;
pub use counted::counted_in_words;
pub use head::PageHead;
pub use known::{KnownRecords, known, known_in};
pub use lineage::{Ancestor, ancestors};
pub use records::{folded, labelled_drawing, thermograph_label};

use super::card::Card;
use super::charts::{self, Axis, BookBest, ChartInputs, Picture, Sheet};
use super::{ReportError, ReportedRun};
use askama::Template;
use boilingpoint_book::harvest::board_of;
use boilingpoint_draw::thumbnail;
use boilingpoint_plan::Question;
use finding::Finding;
use findings::findings;
use std::collections::BTreeMap;

/// The style of all pages.
pub const STYLE: &str = include_str!("../../templates/style.css");
/// The script of all pages. It shows tooltips and handles arrow keys. In the live view it replaces
/// sections.
pub const SCRIPT: &str = include_str!("../../templates/boil.js");
/// The script of pages with charts: numbers under the pointer, series, zoom, and another run.
pub const CHARTS: &str = concat!(
    include_str!("../../templates/zoom.js"),
    include_str!("../../templates/charts.js")
);
/// The script of pages with tables of runs: it sorts, folds and chooses rows.
pub const TABLES: &str = include_str!("../../templates/tables.js");

/// The size of the drawings of elites and ancestors, in pixels.
pub const SMALL: f64 = 96.0;

/// A part of a run's page.
pub struct Section {
    /// The id of the section's element.
    pub id: &'static str,
    /// The title.
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
    /// The cards of records.
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
    sheet: Sheet,
) -> Result<Vec<Picture>, ReportError> {
    let inputs = &ChartInputs::new(run, sheet);
    let mut pictures = Vec::new();
    match run.plan.objective.question() {
        Question::Best => {
            pictures.extend(charts::front(inputs.run, sheet)?);
            if run.has_course() {
                pictures.extend(charts::hypervolume(inputs)?);
                pictures.extend(charts::fitness(inputs)?);
                pictures.extend(charts::components(inputs)?);
            }
            pictures.push(charts::frontier(inputs, known)?);
        }
        Question::Find(_) => {
            if run.has_course() {
                pictures.extend(charts::margin(inputs)?);
                pictures.extend(charts::smallest(inputs)?);
            }
            pictures.extend(charts::by_order(inputs)?);
        }
        Question::Collect(_) => {
            pictures.extend(charts::values(inputs)?);
            pictures.extend(charts::growth(inputs)?);
        }
    }
    pictures.extend(charts::missed(inputs)?);
    let has_map = !matches!(run.plan.objective.question(), Question::Collect(_));
    if has_map && !run.view.archive.is_empty() {
        pictures.push(charts::heat(inputs)?);
    }
    if run.has_course() {
        pictures.extend(charts::coverage(inputs)?);
        pictures.extend([charts::operators(inputs)?, charts::rates(inputs)?]);
        pictures.extend(charts::islands(inputs)?);
        pictures.extend(charts::throughput(inputs)?);
    }
    Ok(pictures)
}

/// The sections of a run's page, in order.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn sections(run: &ReportedRun, around: &PageInputs) -> Result<Vec<Section>, ReportError> {
    let inputs = ChartInputs::new(run, Sheet::Page);
    let pictures = pictures(run, around.known, Sheet::Page)?;
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
    // The pictures over time of a section, with the choice of the axis.
    let over_time = |names: &[&str], id: &'static str| {
        let figures = figures(names);
        if figures.is_empty() {
            return Ok(String::new());
        }
        let part = ViewsPart {
            id,
            scale: match id {
                "effort" => "vertical scale",
                _ => "scale",
            },
            figures,
            axes: Axis::ALL,
            rows: trace::rows(&inputs),
            goal: (id == "fitness").then(|| run.first_objective()),
        };
        part.render()
    };
    let drawings = match run.has_course() {
        true => trace::drawings(&inputs),
        false => String::new(),
    };
    let question = run.plan.objective.question();
    let section = |id, title, html| Section { id, title, html };
    let part = FindingsPart {
        findings: findings(run, around.known),
        is_live: around.is_live,
        ruleset: run.plan.game.ruleset.name(),
    };
    let mut sections = vec![section("findings", "Findings", part.render()?)];
    if run.plan.objective.is_front() {
        let html = charts(&["front"])?
            + &over_time(&["hypervolume"], "hypervolume")?
            + &front::table(run, around.is_live)?;
        sections.push(section("front", "Front", html));
    }
    match question {
        Question::Best => sections.extend([
            section(
                "fitness",
                "Fitness over time",
                over_time(&["fitness", "components"], "fitness")? + &drawings,
            ),
            section("frontier", "Best by order", charts(&["frontier"])?),
        ]),
        Question::Find(_) => sections.extend([
            section(
                "margin",
                "On the way",
                over_time(&["margin", "smallest"], "margin")? + &drawings,
            ),
            section("nearest", "By order", charts(&["nearest"])?),
        ]),
        Question::Collect(_) => {
            let map = charts(&["values"])?;
            let growth = over_time(&["growth"], "growth")?;
            let table = records::table(run, around)?;
            sections.push(section("values", "Values", map + &growth + &table));
        }
    }
    if !matches!(question, Question::Collect(_)) {
        let part = ArchivePart {
            figures: figures(&["archive"]),
            growth: over_time(&["growth-of-archive"], "archive-growth")?,
            elites: elites(run),
            is_live: around.is_live,
            ruleset: run.plan.game.ruleset.name(),
        };
        sections.push(section("archive", "Elites", part.render()?));
    }
    sections.push(section("missed", "How near", charts(&["missed"])?));
    let operators = charts(&["operators", "rates"])?;
    let effort = over_time(&["throughput"], "effort")?;
    let boards = match question {
        Question::Best => "Records",
        Question::Find(_) | Question::Collect(_) => "Boards",
    };
    sections.extend([
        section("operators", "Operators", operators),
        section("islands", "Islands", charts(&["islands"])?),
        section("effort", "Speed and inexact boards", effort),
        section("records", boards, records::records(run, around)?),
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
        charts: CHARTS,
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

/// Pictures of the same curves by each axis. The reader chooses one; `rows` are the numbers that the
/// pointer shows.
#[derive(Template)]
#[template(path = "views.html")]
struct ViewsPart<'a> {
    id: &'static str,
    scale: &'static str,
    figures: Vec<&'a Picture>,
    axes: [Axis; 4],
    rows: String,
    /// The expression of the best fitness, if the pictures show it.
    goal: Option<String>,
}

#[derive(Template)]
#[template(path = "archive.html")]
struct ArchivePart<'a> {
    figures: Vec<&'a Picture>,
    growth: String,
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
    charts: &'static str,
}
