//! A search in the page: the driver of `boil search`, with its run folder in memory.

use crate::curve::curve;
use askama::Template;
use boilingpoint_boards::parse_board;
use boilingpoint_clock::{Timer, now};
use boilingpoint_draw::thumbnail;
use boilingpoint_explorer::{ExplorerQuery, FILE};
use boilingpoint_plan::{Nearness, Plan, Question, read_no_boards};
use boilingpoint_problem::Fitness;
use boilingpoint_record::folder::FileError;
use boilingpoint_record::manifest::reason_in_words;
use boilingpoint_record::own;
use boilingpoint_record::records::RecordLine;
use boilingpoint_record::rows::{Event, GenerationRows, to_f64};
use boilingpoint_search::{Control, Driver, DriverStep, Ended, RunError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time of an answer, within which the search goes on. A generation is not cut.
const TURN: Duration = Duration::from_millis(120);
/// The size of the drawing of a board, in pixels.
const DRAWING: f64 = 96.0;
/// The greatest number of boards that are shown, those of the greatest orders.
const MOST_SHOWN: usize = 60;

/// A search, and the parts of its course that the page shows.
pub struct PageSearch {
    driver: Driver,
    timer: Option<Timer>,
    folder: PathBuf,
    /// The generations in which the answer became better: the number of [`PageSearch::rated`] and
    /// its text.
    bests: Vec<(u64, f64, String)>,
    generation: u64,
    valued: u64,
    /// The best board of each order, or of each collected value. Each is drawn once.
    records: BTreeMap<(u64, Option<String>), FoundBoard>,
    ended: Option<Ended>,
}

/// A board that the search has found.
struct FoundBoard {
    address: String,
    drawing: String,
    order: u64,
    text: String,
    /// Its value in the search, in words.
    fitness: String,
    is_bound: bool,
}

#[derive(Template)]
#[template(path = "progress.html")]
struct ProgressPart<'a> {
    state: String,
    heading: &'static str,
    is_over: bool,
    curve: String,
    found: Vec<&'a FoundBoard>,
    /// The number of boards that are not shown.
    hidden: usize,
}

impl PageSearch {
    /// Begins the run of a config in this folder.
    ///
    /// # Errors
    /// The mistake in the config, or the reason why the search cannot begin, as a text.
    pub fn begin(config: &str, folder: &Path) -> Result<PageSearch, String> {
        let plan = Plan::resolve("config.toml", config.as_bytes(), &[], read_no_boards);
        let plan = plan.map_err(|e| e.render(false))?;
        let driver = Driver::begin(&plan, folder, Control::default());
        let driver = driver.map_err(|e| e.to_string())?;
        Ok(PageSearch {
            timer: driver.timer(),
            driver,
            folder: folder.to_path_buf(),
            bests: Vec::new(),
            generation: 0,
            valued: 0,
            records: BTreeMap::new(),
            ended: None,
        })
    }

    /// Computes generations for a short time, at least one.
    ///
    /// # Errors
    /// As [`Driver::run`].
    pub fn advance(&mut self) -> Result<(), RunError> {
        let end = now() + TURN;
        while self.ended.is_none() {
            match self.driver.advance(self.timer.as_ref())? {
                DriverStep::Generation(rows) => self.note(*rows),
                DriverStep::Over(ended) => self.ended = Some(self.driver.close(ended)?),
            }
            if now() > end {
                break;
            }
        }
        Ok(())
    }

    fn note(&mut self, rows: GenerationRows) {
        self.generation = rows.progress.generation;
        self.valued = rows.progress.boards_valued;
        for event in &rows.events {
            if let Event::Best(best) = event
                && let Some((number, text)) = self.rated(&best.fitness.texts())
            {
                self.bests.push((self.generation, number, text));
            }
        }
        for line in rows.records {
            if let Some(found) = self.found(&line) {
                self.records
                    .insert((line.facts.order, line.collected), found);
            }
        }
        let values = self.records.len();
        let known = self.bests.last().map_or(0.0, |(_, known, _)| *known);
        if self.collects() && values as f64 > known {
            self.bests
                .push((self.generation, values as f64, number_of(values)));
        }
    }

    fn collects(&self) -> bool {
        let question = self.driver.plan().objective.question();
        matches!(question, Question::Collect(_))
    }

    /// A fitness as a number that rises, and in words: the first expression to maximise, or how
    /// much a condition is missed by. `None` if the search collects values.
    fn rated(&self, fitness: &[String]) -> Option<(f64, String)> {
        let number = |text: &String| {
            let parsed = Fitness::parse(std::slice::from_ref(text)).ok()?;
            Some(to_f64(parsed.first()))
        };
        match self.driver.plan().objective.question() {
            Question::Best => Some((number(fitness.first()?)?, fitness.join(", "))),
            Question::Find(_) => match Nearness::of(fitness)? {
                Nearness::Met(order) => Some((0.0, format!("met at order {order}"))),
                Nearness::Missed(margin) => {
                    let by = margin.trim_start_matches('-');
                    Some((number(&margin)?, format!("missed by {by}")))
                }
            },
            Question::Collect(_) => None,
        }
    }

    /// Writes the state, and returns the files of the run folder as an archive of the format `tar`.
    ///
    /// # Errors
    /// When a file cannot be written or read.
    pub fn files(&mut self) -> Result<Vec<u8>, RunError> {
        if self.ended.is_none() {
            self.driver.pause()?;
        }
        let mut archive = tar::Builder::new(Vec::new());
        let read = || -> std::io::Result<Vec<u8>> {
            for (name, bytes) in own::files(&self.folder)? {
                let mut header = tar::Header::new_gnu();
                header.set_size(bytes.len() as u64);
                header.set_mode(0o644);
                let path = Path::new(&self.driver.plan().name).join(name);
                archive.append_data(&mut header, path, &bytes[..])?;
            }
            archive.into_inner()
        };
        Ok(read().map_err(FileError::of("pack", &self.folder))?)
    }

    /// The state of the search as HTML.
    pub fn progress(&self) -> String {
        let shown = self.records.iter().rev().take(MOST_SHOWN);
        let found: Vec<&FoundBoard> = shown.map(|(_, found)| found).collect();
        let part = ProgressPart {
            state: self.state(),
            heading: match self.collects() {
                true => "The best board of each value",
                false => "The best board of each order",
            },
            is_over: self.ended.is_some(),
            curve: curve(&self.bests, self.generation),
            hidden: self.records.len() - found.len(),
            found,
        };
        part.render().unwrap_or_default()
    }

    fn state(&self) -> String {
        let (generation, valued) = (self.generation, self.valued);
        let word = match self.driver.plan().objective.question() {
            Question::Best => "best ",
            Question::Find(_) | Question::Collect(_) => "",
        };
        let best = self
            .bests
            .last()
            .map_or(String::new(), |(_, _, best)| format!("; {word}{best}"));
        let state = format!("generation {generation}, {valued} boards valued{best}");
        match &self.ended {
            Some(ended) => format!(
                "{state}. It ended because {}.",
                reason_in_words(ended.reason)
            ),
            None => state,
        }
    }

    fn label(&self, line: &RecordLine) -> String {
        let rated = self.rated(&line.fitness).map(|(_, text)| text);
        rated.or(line.collected.clone()).unwrap_or_default()
    }

    fn found(&self, line: &RecordLine) -> Option<FoundBoard> {
        let text = line.facts.board_text();
        let board = parse_board(&text).ok()?;
        let asked = ExplorerQuery {
            ruleset: self.driver.plan().game.ruleset.name().to_string(),
            board: text.clone(),
            base: FILE,
            ..ExplorerQuery::default()
        };
        Some(FoundBoard {
            address: asked.address(""),
            drawing: thumbnail(&board, DRAWING).inline(),
            order: line.facts.order,
            fitness: self.label(line),
            is_bound: line.facts.is_bound(),
            text,
        })
    }
}

fn number_of(values: usize) -> String {
    let ending = if values == 1 { "" } else { "s" };
    format!("{values} value{ending}")
}
