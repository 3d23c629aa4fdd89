//! Counts over all boards of a class and order.

use super::super::bars::Bars;
use super::error::AtlasError;
use super::folder::{AtlasFolder, ChunkFile, Chunks};
use super::known::known_count;
use super::listed::ListedBoards;
use super::question::Question;
use super::source::{Source, SourceStep, Span};
use super::tally::{Counts, Sorter, Tally};
use crate::part::PartBackend;
use boilingpoint_boards::Board;
use boilingpoint_problem::Objective;
use boilingpoint_solver::{Extras, Pool, SolveError, Solver};
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
    let asked = Asked::of(question, &objectives);
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
                    let tally = match tally(context.pool, &boards, 0..boards.len(), &asked) {
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
            asked.raise(question.order, &total);
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

/// The objectives of a count, as its threads use them.
pub(super) struct Asked<'a> {
    names: &'a [String],
    objectives: &'a [Objective],
    /// The maxima so far, if only the maxima are asked for.
    bars: Option<Bars<'a>>,
}

impl<'a> Asked<'a> {
    /// The objectives with these names, for a count of outcomes and maxima.
    pub(super) fn new(names: &'a [String], objectives: &'a [Objective]) -> Asked<'a> {
        Asked {
            names,
            objectives,
            bars: None,
        }
    }

    /// The objectives of a question.
    pub(super) fn of(question: &'a Question, objectives: &'a [Objective]) -> Asked<'a> {
        let bars = question.optimum_only.as_ref().map(|only| {
            let bars = Bars::new(objectives);
            bars.raise(question.order, only.at_least.iter().map(Option::as_ref));
            bars
        });
        Asked {
            bars,
            ..Asked::new(&question.objectives, objectives)
        }
    }

    /// Takes the maxima of a tally into account.
    pub(super) fn raise(&self, order: usize, tally: &Tally) {
        if let Some(bars) = &self.bars {
            bars.raise(order, tally.optima.iter().map(|o| o.maximum.max.as_ref()));
        }
    }
}

/// Compares the number of boards with the known number. A table of too few boards would prove
/// nothing. Where boards of great degree were not listed, there are fewer: then `geng`'s own counts
/// are all that is compared.
pub(super) fn check_number_of_boards(question: &Question, total: &Tally) -> Result<(), AtlasError> {
    let (kind, order) = (question.kind()?, question.order);
    let is_limited = question.most_degree()?.is_some();
    match known_count(kind, order) {
        Some(known) if known == total.boards => Ok(()),
        Some(known) if is_limited && known > total.boards => Ok(()),
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
    asked: &Asked,
) -> Result<Tally, AtlasError> {
    let (end, turns) = (places.end, TURNS * pool.threads());
    let grain = (places.len() / turns).clamp(*GRAIN.start(), *GRAIN.end());
    let firsts = places.step_by(grain);
    let grains: Vec<Range<usize>> = firsts.map(|n| n..end.min(n + grain)).collect();
    let grain =
        |solver: &mut Solver, places: &Range<usize>| counts(solver, boards, places.clone(), asked);
    let mut total = Counts::new(asked.objectives.len());
    for counts in pool.map(&grains, grain) {
        total.merge(counts?);
    }
    total.tally(asked.names, boards)
}

/// The tally of the boards of a list, computed by one solver.
pub(super) fn tally_of(
    solver: &mut Solver,
    boards: &ListedBoards,
    asked: &Asked,
) -> Result<Tally, AtlasError> {
    counts(solver, boards, 0..boards.len(), asked)?.tally(asked.names, boards)
}

/// The counts of the boards at some places of a list.
fn counts(
    solver: &mut Solver,
    boards: &ListedBoards,
    places: Range<usize>,
    asked: &Asked,
) -> Result<Counts, AtlasError> {
    let extras = asked.objectives.iter().map(Objective::extras);
    let extras = extras.fold(Extras::default(), Extras::and);
    let mut sorter = Sorter::new(asked.objectives);
    for place in places {
        let board = boards.get(place)?;
        let below = asked
            .bars
            .as_ref()
            .map(|bars| bars.is_below(solver, &board));
        let below = below.transpose().map_err(|error| unsolved(&board, error))?;
        if below == Some(true) {
            sorter.add_below();
            continue;
        }
        match solver.summary_in_listing(&board, &extras) {
            Ok(summary) => sorter.add(place, &board, &summary),
            Err(error) => return Err(unsolved(&board, error)),
        }
    }
    let counts = sorter.counts();
    Ok(match asked.bars {
        Some(_) => counts.of_maxima(),
        None => counts,
    })
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
