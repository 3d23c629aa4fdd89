//! Counts over all boards of a class and order.

use super::error::AtlasError;
use super::folder::{AtlasFolder, ChunkFile, Chunks};
use super::known::known_count;
use super::listed::ListedBoards;
use super::source::{Source, SourceStep, Span};
use super::table::Question;
use super::tally::{Counts, Sorter, Tally};
use crate::graph::Board;
use crate::problem::Objective;
use crate::solver::{Extras, Pool, SolveError, Solver};
use crate::study::part::PartBackend;
use std::ops::{Range, RangeInclusive};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

/// The number of boards that a thread values at a time, and the least number of turns of a thread in
/// a chunk.
const GRAIN: RangeInclusive<usize> = 32..=1024;
const TURNS: usize = 8;

/// The solvers of a count, and the functions by which it reports and can be stopped.
pub struct CountContext<'a> {
    pub pool: &'a Pool,
    /// Whether to stop before the next chunk.
    pub stop: &'a dyn Fn() -> bool,
    /// Called after each chunk with the number of boards counted so far.
    pub progress: &'a dyn Fn(u64),
    /// Called with a warning that does not end the count.
    pub note: NoteFn<'a>,
    /// Counts the chunks in place of this process.
    pub backend: Option<&'a dyn PartBackend>,
}

/// A function that receives warnings, on any thread.
pub type NoteFn<'a> = &'a (dyn Fn(&str) + Sync);

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
    let (give, take) = mpsc::sync_channel(0);
    let is_all = thread::scope(|scope| {
        scope.spawn(|| list(context.note, &chunks, source, give));
        for (number, step) in take.into_iter().enumerate() {
            if (context.stop)() {
                return Ok(false);
            }
            match step? {
                ListStep::Counted(tally) => total.merge(tally),
                ListStep::Chunk(span, boards) => {
                    let (names, places) = (&question.objectives, 0..boards.len());
                    let tally = match tally(context.pool, &boards, places, names, &objectives) {
                        Err(AtlasError::Stopped) => return Ok(false),
                        tally => tally?,
                    };
                    let question = question.clone();
                    let file = ChunkFile {
                        question,
                        span,
                        tally,
                    };
                    chunks.write(number, &file)?;
                    total.merge(file.tally);
                }
            }
            (context.progress)(total.boards);
        }
        Ok::<bool, AtlasError>(true)
    })?;
    if !is_all {
        return Ok(CountOutcome::Stopped(total.boards));
    }
    check_number_of_boards(question, &total)?;
    Ok(CountOutcome::All(total))
}

/// A chunk, with its tally if it was counted before.
enum ListStep {
    Counted(Tally),
    Chunk(Span, ListedBoards),
}

/// Lists the chunks, each while the one before it is counted. The listing ends after the last
/// chunk, after an error, and when nobody takes the chunks.
fn list(
    note: NoteFn,
    chunks: &Chunks,
    source: &mut Source,
    give: SyncSender<Result<ListStep, AtlasError>>,
) {
    for number in 0.. {
        let before = counted(note, chunks, number);
        let step = match (source.next(before.as_ref().map(|b| &b.span)), before) {
            (Ok(SourceStep::Counted), Some(before)) => Ok(ListStep::Counted(before.tally)),
            (Ok(SourceStep::Chunk(span, boards)), _) => Ok(ListStep::Chunk(span, boards)),
            (Ok(SourceStep::End | SourceStep::Counted), _) => return,
            (Err(error), _) => Err(error),
        };
        let is_last = step.is_err();
        if give.send(step).is_err() || is_last {
            return;
        }
    }
}

/// The tally of a chunk that was counted before. A damaged file is as good as none.
pub(super) fn counted(note: NoteFn, chunks: &Chunks, number: usize) -> Option<ChunkFile> {
    chunks.read(number).unwrap_or_else(|why| {
        note(&format!("{why}; these boards are counted again"));
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

/// The tally of the boards at some places of a list, computed on all threads.
pub(super) fn tally(
    pool: &Pool,
    boards: &ListedBoards,
    places: Range<usize>,
    names: &[String],
    objectives: &[Objective],
) -> Result<Tally, AtlasError> {
    let (end, turns) = (places.end, TURNS * pool.threads());
    let grain = (places.len() / turns).clamp(*GRAIN.start(), *GRAIN.end());
    let firsts = places.step_by(grain);
    let grains: Vec<Range<usize>> = firsts.map(|n| n..end.min(n + grain)).collect();
    let grain = |solver: &mut Solver, places: &Range<usize>| {
        counts(solver, boards, places.clone(), objectives)
    };
    let mut total = Counts::new(objectives.len());
    for counts in pool.map(&grains, grain) {
        total.merge(counts?);
    }
    total.tally(names, boards)
}

/// The tally of the boards of a list, computed by one solver.
pub(super) fn tally_of(
    solver: &mut Solver,
    boards: &ListedBoards,
    names: &[String],
    objectives: &[Objective],
) -> Result<Tally, AtlasError> {
    counts(solver, boards, 0..boards.len(), objectives)?.tally(names, boards)
}

/// The counts of the boards at some places of a list.
fn counts(
    solver: &mut Solver,
    boards: &ListedBoards,
    places: Range<usize>,
    objectives: &[Objective],
) -> Result<Counts, AtlasError> {
    let extras = objectives.iter().map(Objective::extras);
    let extras = extras.fold(Extras::default(), Extras::and);
    let mut sorter = Sorter::new(objectives);
    for place in places {
        let board = boards.get(place)?;
        match solver.summary_in_listing(&board, &extras) {
            Ok(summary) => sorter.add(place, &board, &summary),
            Err(error) => return Err(unsolved(&board, error)),
        }
    }
    Ok(sorter.counts())
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
