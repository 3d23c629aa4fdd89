//! Answers a question with a table: reads it from the folder, or counts, checks and stores it.

use super::check::{CheckedBoards, check};
use super::count::{Asked, CountContext, CountOutcome, count, objectives, tally};
use super::error::AtlasError;
use super::folder::AtlasFolder;
use super::known::known_count;
use super::parts::count_by;
use super::proof::{RECOUNTED, recount};
use super::question::{OptimumOnly, Question};
use super::source::{Generator, Source};
use super::table::Table;
use boilingpoint_problem::Fitness;
use boilingpoint_search::now;

/// The outcome of a question.
#[derive(Debug)]
pub enum AtlasOutcome {
    /// There is a table.
    Table {
        table: Box<Table>,
        /// The checker's verdicts on the boards that the table names.
        checked: CheckedBoards,
        /// Whether the folder had the table before.
        was_there: bool,
    },
    /// The count was stopped after this many boards. The tallies of its complete chunks are kept.
    Stopped(u64),
}

/// Reads the table that answers a question, or makes it. A table that lacks an objective of the
/// question is made again with the objectives of both. In either case the checker checks the boards
/// that the table names.
///
/// # Errors
/// As for counts and checks; also when the table cannot be read or written.
pub fn complete(
    context: &CountContext,
    folder: &AtlasFolder,
    mut question: Question,
    mut source: impl FnMut(&Question) -> Result<Source, AtlasError>,
    checker_positions: u64,
) -> Result<AtlasOutcome, AtlasError> {
    let known = folder.table(&question)?;
    if let Some(table) = known.as_ref().filter(|known| known.answers(&question)) {
        folder.clear_chunks(&table.question)?;
        compare_with_recount(context, table)?;
        let checked = check(context.pool, table, checker_positions, &now())?;
        return Ok(AtlasOutcome::Table {
            table: Box::new(table.clone()),
            checked,
            was_there: true,
        });
    }
    if let Some(known) = known {
        let mut objectives = known.question.objectives;
        question.objectives.retain(|o| !objectives.contains(o));
        objectives.append(&mut question.objectives);
        question.objectives = objectives;
        if known.question.optimum_only.is_none() {
            question.optimum_only = None;
        }
    }
    if question.optimum_only.is_some() && question.generator == Generator::Geng {
        let at_least = maxima_before(folder, &question)?;
        question.optimum_only = Some(OptimumOnly { at_least });
    }
    let mut counted = count_in(context, folder, &question, &mut source)?;
    if !reaches(&counted, &question) {
        (context.note)(&format!(
            "{}: no board reaches the maxima of the order before; all boards are counted",
            question.name()
        ));
        question.optimum_only = Some(OptimumOnly::default());
        counted = count_in(context, folder, &question, &mut source)?;
    }
    let mut tally = match counted {
        CountOutcome::All(tally) => tally,
        CountOutcome::Stopped(boards) => return Ok(AtlasOutcome::Stopped(boards)),
    };
    // The boards that were not listed are below the maxima.
    tally.boards = known_count(question.kind()?, question.order).unwrap_or(tally.boards);
    let mut table = Table {
        tally,
        question,
        checked: false,
    };
    let checked = check(context.pool, &table, checker_positions, &now())?;
    table.checked = checked.unfinished.is_empty();
    folder.write(&table)?;
    Ok(AtlasOutcome::Table {
        table: Box::new(table),
        checked,
        was_there: false,
    })
}

/// The maxima in the table of the order before, if there is one.
fn maxima_before(
    folder: &AtlasFolder,
    question: &Question,
) -> Result<Vec<Option<Fitness>>, AtlasError> {
    let before = Question {
        order: question.order.saturating_sub(1),
        ..question.clone()
    };
    let before = folder.table(&before)?;
    let maximum = |name: &String| {
        let mut optima = before.iter().flat_map(|table| &table.tally.optima);
        optima.find(|o| o.objective == *name)?.maximum.max.clone()
    };
    Ok(question.objectives.iter().map(maximum).collect())
}

fn count_in(
    context: &CountContext,
    folder: &AtlasFolder,
    question: &Question,
    source: &mut impl FnMut(&Question) -> Result<Source, AtlasError>,
) -> Result<CountOutcome, AtlasError> {
    match context.backend {
        Some(backend) => count_by(backend, context, folder, question),
        None => count(context, folder, question, &mut source(question)?),
    }
}

/// Whether the maxima of a count are at least those by which boards were left out.
fn reaches(counted: &CountOutcome, question: &Question) -> bool {
    let (CountOutcome::All(tally), Some(only)) = (counted, &question.optimum_only) else {
        return true;
    };
    let mut all = tally.optima.iter().zip(&only.at_least);
    all.all(|(optimum, least)| optimum.maximum.max >= *least)
}

/// Counts the boards of a table again if they are few, and compares the tallies. A checksum does
/// not show that a table is true.
fn compare_with_recount(context: &CountContext, table: &Table) -> Result<(), AtlasError> {
    let (question, names) = (&table.question, &table.question.objectives);
    let objectives = objectives(names)?;
    let asked = Asked::of(question, &objectives);
    let counted = recount(
        (question.kind()?, question.order),
        RECOUNTED,
        names,
        |boards| tally(context.pool, boards, 0..boards.len(), &asked),
    )?;
    if counted.is_none_or(|counted| counted == table.tally) {
        return Ok(());
    }
    Err(AtlasError::Refuted(format!(
        "the table {} is false: another count of its boards gives other numbers; remove the file, and its \
         boards will be counted again",
        question.name()
    )))
}
