//! The page of questions: each config, with the best record that answers it.

use super::SiteError;
use super::context::{Site, confirmed};
use super::files::{files_below, text};
use super::frame::Frame;
use askama::Template;
use boilingpoint_book::harvest::objective_text;
use boilingpoint_book::read_boards;
use boilingpoint_book::{BoardClass, Book, Filter, Record};
use boilingpoint_pages::{Links, readable_name};
use boilingpoint_plan::{Plan, PlanGrid, Question};
use boilingpoint_report::page::words::question;
use std::path::Path;

/// The best known record for a question.
struct BestKnown {
    words: String,
    id: i64,
    order: u64,
    address: String,
    is_proved: bool,
}

/// A config and its question.
struct AskedConfig {
    id: String,
    question: String,
    /// The path of the config in a command.
    file: String,
    config: String,
    best: Option<BestKnown>,
    is_answered: bool,
}

/// Questions under a heading.
struct QuestionGroup {
    id: &'static str,
    title: &'static str,
    questions: Vec<AskedConfig>,
}

#[derive(Template)]
#[template(path = "questions.html")]
struct QuestionsPage<'a> {
    frame: Frame<'a>,
    groups: Vec<QuestionGroup>,
}

/// Writes the page of the questions that configs ask. Returns their number.
pub fn write_questions(
    site: &Site,
    book: Option<&Book>,
    configs: &Path,
) -> Result<usize, SiteError> {
    let (mut answered, mut open, mut empty) = (Vec::new(), Vec::new(), Vec::new());
    for name in files_below(configs, ".toml")? {
        // Files of games, and configs of other programs, ask no question.
        let Some(asked) = asked(book, configs, &name)? else {
            continue;
        };
        match (&asked.best, asked.is_answered) {
            (Some(_), true) => answered.push(asked),
            (Some(_), false) => open.push(asked),
            (None, _) => empty.push(asked),
        }
    }
    let count = answered.len() + open.len() + empty.len();
    let group = |id, title, questions| QuestionGroup {
        id,
        title,
        questions,
    };
    let mut groups = vec![
        group("open", "Open: better boards may exist", open),
        group("empty", "Open: no record yet", empty),
        group("answered", "Answered", answered),
    ];
    groups.retain(|group| !group.questions.is_empty());
    let frame = site.frame("questions", "questions.html");
    site.page("questions.html", &QuestionsPage { frame, groups })?;
    Ok(count)
}

/// The question of a config. `None` if the file asks none.
fn asked(
    book: Option<&Book>,
    configs: &Path,
    name: &str,
) -> Result<Option<AskedConfig>, SiteError> {
    let Ok(grid) = PlanGrid::load(&configs.join(name), &[], read_boards) else {
        return Ok(None);
    };
    let Some(plan) = grid.settings.into_iter().next().map(|setting| setting.plan) else {
        return Ok(None);
    };
    let best = match book {
        Some(book) => best_record(book, &plan)?,
        None => None,
    };
    let is_find = matches!(plan.objective.question(), Question::Find(_));
    let folder = configs.file_name().unwrap_or_default().to_string_lossy();
    let best = best.map(|record| best_known(&plan, &record));
    Ok(Some(AskedConfig {
        id: readable_name(&[name]),
        question: question(&plan),
        file: format!("{folder}/{name}"),
        config: text(configs, name)?,
        is_answered: best.as_ref().is_some_and(|b| is_find || b.is_proved),
        best,
    }))
}

/// The best record of a book for the question of a plan. Records of collected values answer other
/// questions.
fn best_record(book: &Book, plan: &Plan) -> Result<Option<Record>, SiteError> {
    if matches!(plan.objective.question(), Question::Collect(_)) {
        return Ok(None);
    }
    let [least, most] = plan.boards.order.map(|order| order as u64);
    let filter = Filter {
        ruleset: Some(plan.game.ruleset.name().to_string()),
        objective: Some(objective_text(plan, None)),
        class: Some(BoardClass::of_plan(plan)),
        orders: Some(least..=most),
        ..confirmed()
    };
    let records = filter.records(book)?.into_iter();
    Ok(records.reduce(
        |best, other| match other.entry.fitness > best.entry.fitness {
            true => other,
            false => best,
        },
    ))
}

fn best_known(plan: &Plan, record: &Record) -> BestKnown {
    let entry = &record.entry;
    let words = match plan.objective.question() {
        Question::Find(_) => "A board meets the condition".to_string(),
        Question::Best | Question::Collect(_) => format!("Best known {}", entry.fitness_text()),
    };
    BestKnown {
        words,
        id: record.id,
        order: entry.facts.order,
        address: Links::of_site("", false).record(record.id),
        is_proved: entry.is_proved(),
    }
}
