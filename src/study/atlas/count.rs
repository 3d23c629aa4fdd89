//! Counts over all boards of a class and order.

use super::error::AtlasError;
use super::folder::{AtlasFolder, ChunkFile, Chunks};
use super::known::known_count;
use super::source::{Source, SourceStep};
use super::table::Question;
use super::tally::Tally;
use crate::graph::Board;
use crate::problem::Objective;
use crate::solver::{Extras, Pool, SolveError, Solver};
use crate::study::part::PartBackend;

/// The number of boards that a thread values at a time.
const GRAIN: usize = 32;

/// The solvers of a count, and the functions by which it reports and can be stopped.
pub struct CountContext<'a> {
    pub pool: &'a Pool,
    /// Whether to stop before the next chunk.
    pub stop: &'a dyn Fn() -> bool,
    /// Called after each chunk with the number of boards counted so far.
    pub progress: &'a dyn Fn(u64),
    /// Called with a warning that does not end the count.
    pub note: &'a dyn Fn(&str),
    /// Counts the chunks in place of this process.
    pub backend: Option<&'a dyn PartBackend>,
}

/// The outcome of a count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CountOutcome {
    All(Tally),
    /// The count was stopped after this many boards.
    Stopped(u64),
}

/// Counts all boards of a question. `source` lists the boards in chunks. A chunk whose tally is in
/// the folder is not counted again.
///
/// # Errors
/// When a board cannot be read or valued, when the number of boards is not the known one, or when a
/// chunk cannot be written.
pub fn count(
    context: &CountContext,
    folder: &AtlasFolder,
    question: &Question,
    source: &mut Source,
) -> Result<CountOutcome, AtlasError> {
    let objectives = objectives(&question.objectives)?;
    let chunks = folder.chunks(question)?;
    let mut total = Tally::new(&question.objectives);
    for number in 0.. {
        if (context.stop)() {
            return Ok(CountOutcome::Stopped(total.boards));
        }
        let before = counted(context, &chunks, number);
        match (source.next(before.as_ref().map(|b| &b.span))?, before) {
            (SourceStep::Counted, Some(before)) => total.merge(before.tally),
            (SourceStep::Chunk(span, boards), _) => {
                let tally = match tally(context.pool, &boards, &question.objectives, &objectives) {
                    Ok(tally) => tally,
                    Err(AtlasError::Stopped) => return Ok(CountOutcome::Stopped(total.boards)),
                    Err(error) => return Err(error),
                };
                let file = ChunkFile {
                    question: question.clone(),
                    span,
                    tally,
                };
                chunks.write(number, &file)?;
                total.merge(file.tally);
            }
            (SourceStep::End | SourceStep::Counted, _) => break,
        }
        (context.progress)(total.boards);
    }
    check_number_of_boards(question, &total)?;
    Ok(CountOutcome::All(total))
}

/// The tally of a chunk that was counted before. A damaged file is as good as none.
pub(super) fn counted(context: &CountContext, chunks: &Chunks, number: usize) -> Option<ChunkFile> {
    chunks.read(number).unwrap_or_else(|why| {
        (context.note)(&format!("{why}; these boards are counted again"));
        None
    })
}

/// Parses objectives.
pub(super) fn objectives(names: &[String]) -> Result<Vec<Objective>, AtlasError> {
    let read = |name: &String| Objective::parse(name).map_err(AtlasError::Objective);
    names.iter().map(read).collect()
}

/// Compares the number of boards with the known number. A table of too few boards would prove
/// nothing.
pub(super) fn check_number_of_boards(question: &Question, total: &Tally) -> Result<(), AtlasError> {
    let (kind, order) = (question.kind()?, question.order);
    match known_count(kind, order) {
        Some(known) if known == total.boards => Ok(()),
        known => Err(AtlasError::Count {
            kind,
            order,
            found: total.boards,
            known: known.unwrap_or(0),
        }),
    }
}

/// The tally of some boards, computed on all threads.
pub(super) fn tally(
    pool: &Pool,
    boards: &[Board],
    names: &[String],
    objectives: &[Objective],
) -> Result<Tally, AtlasError> {
    let grains: Vec<&[Board]> = boards.chunks(GRAIN).collect();
    let grain =
        |solver: &mut Solver, boards: &&[Board]| tally_of(solver, boards, names, objectives);
    let mut total = Tally::new(names);
    for tally in pool.map(&grains, grain) {
        total.merge(tally?);
    }
    Ok(total)
}

/// The tally of some boards, computed by one solver.
pub(super) fn tally_of(
    solver: &mut Solver,
    boards: &[Board],
    names: &[String],
    objectives: &[Objective],
) -> Result<Tally, AtlasError> {
    let extras = objectives.iter().map(Objective::extras);
    let extras = extras.fold(Extras::default(), Extras::and);
    let mut tally = Tally::new(names);
    for board in boards {
        match solver.summary_in_listing(board, &extras) {
            Ok(summary) => tally.add(board, &summary, objectives),
            Err(error) => return Err(unsolved(board, error)),
        }
    }
    Ok(tally)
}

/// The error of a board without a value. It ends the count: the board may be the best, so the
/// maximum over the other boards proves nothing.
pub(super) fn unsolved(board: &Board, error: SolveError) -> AtlasError {
    match error {
        SolveError::Stopped => AtlasError::Stopped,
        error => AtlasError::Unsolved {
            board: board.name(),
            order: board.order(),
            error,
        },
    }
}
