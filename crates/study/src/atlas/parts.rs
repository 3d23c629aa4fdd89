//! Counts of chunks anywhere: the description of a count, the tally of a part of it, and the merging
//! of tallies into the folder.

use super::count::{
    Asked, CountContext, CountOutcome, check_number_of_boards, counted, objectives, tally,
};
use super::error::{AtlasError, SealError};
use super::folder::{AtlasFolder, ChunkFile};
use super::question::Question;
use super::source::{List, SourceStep, chunks};
use super::table::{seal, unseal};
use super::tally::Tally;
use crate::part::{
    Cause, DonePart, ListWork, Part, PartBackend, PartWork, PartsEnd, TakeError, WorkDescription,
    WorkError, WorkKind,
};
use boilingpoint_problem::Objective;
use boilingpoint_rules as ruleset;
use boilingpoint_solver::{Budget, Pool};
use std::io;

/// The smallest number of boards of a part that is divided.
const LEAST_DIVIDED: usize = 64;

/// Counts the boards of parts of a question.
pub struct PartCounter {
    question: Question,
    objectives: Vec<Objective>,
    chunks: u64,
    /// The boards, from the first on.
    list: List,
    pool: Pool,
}

impl PartCounter {
    /// The counter for a question, with this number of threads.
    ///
    /// # Errors
    /// When other processes cannot answer the question, or the threads cannot be started.
    pub fn new(question: Question, budget: &Budget, threads: usize) -> Result<PartCounter, Cause> {
        let kind = question.kind()?;
        let (generator, order) = (question.generator, question.order);
        let chunks = chunks(generator, kind, order);
        Ok(PartCounter {
            objectives: objectives(&question.objectives)?,
            chunks: chunks.ok_or(AtlasError::NotListed(generator.name()))?,
            list: List::of(generator, kind, order).up_to(question.most_degree()?),
            pool: Pool::new(ruleset::find(&question.ruleset)?, budget, threads)?,
            question,
        })
    }

    fn count(&self, part: Part, is_late: &dyn Fn() -> bool) -> Result<DonePart, AtlasError> {
        let unknown = || AtlasError::NoPart {
            table: self.question.name(),
            part,
        };
        let chunk = part.chunk(self.chunks).ok_or_else(unknown)?;
        let SourceStep::Chunk(span, boards) = self.list.starting_at(chunk).next(None)? else {
            return Err(unknown());
        };
        let asked = Asked::of(&self.question, &self.objectives);
        let mut total = Tally::new(&self.question.objectives);
        let numbers = [self.chunks as usize, boards.len(), LEAST_DIVIDED];
        let rest = part.in_blocks(numbers, is_late, |places| {
            total.merge(tally(&self.pool, &boards, places, &asked)?);
            asked.raise(self.question.order, &total);
            Ok::<(), AtlasError>(())
        })?;
        let file = ChunkFile {
            question: self.question.clone(),
            span,
            tally: total,
        };
        let result = String::from_utf8_lossy(&sealed(&file)?).into_owned();
        Ok(DonePart { result, rest })
    }
}

impl ListWork for PartCounter {
    fn pool(&self) -> &Pool {
        &self.pool
    }

    fn part(&self, part: Part, is_late: &dyn Fn() -> bool) -> Result<DonePart, WorkError> {
        self.count(part, is_late).map_err(|error| match error {
            AtlasError::Stopped => WorkError::Stopped,
            other => WorkError::Failed(other.into()),
        })
    }
}

fn sealed(file: &ChunkFile) -> Result<Vec<u8>, AtlasError> {
    seal(file).map_err(|error| AtlasError::Backend(error.into()))
}

/// Counts all boards of a question by a back end. A chunk whose tally is in the folder is not
/// counted again.
///
/// # Errors
/// As for counts in this process, and errors of the back end.
pub(super) fn count_by(
    backend: &dyn PartBackend,
    context: &CountContext,
    folder: &AtlasFolder,
    question: &Question,
) -> Result<CountOutcome, AtlasError> {
    let chunks = chunks(question.generator, question.kind()?, question.order);
    let chunks = chunks.ok_or(AtlasError::NotListed(question.generator.name()))?;
    let files = folder.chunks(question)?;
    let mut total = Tally::new(&question.objectives);
    let mut missing = Vec::new();
    for number in 0..chunks {
        match counted(context.note, &files, number as usize) {
            Some(file) => total.merge(file.tally),
            None => missing.push(number),
        }
    }
    (context.progress)(total.boards);
    let work = PartWork {
        name: question.name(),
        description: description(context, question)?,
        chunks,
        missing,
        folder: files.dir(),
        stop: context.stop,
    };
    let mut take = |number: u64, results: &[String]| {
        let file = merged(question, results).map_err(|why| TakeError::Refused(why.into()))?;
        let written = files.write(number as usize, &file);
        written.map_err(|why| TakeError::Failed(why.into()))?;
        total.merge(file.tally);
        (context.progress)(total.boards);
        Ok(())
    };
    match backend.run(&work, &mut take).map_err(AtlasError::of)? {
        PartsEnd::Stopped => return Ok(CountOutcome::Stopped(total.boards)),
        PartsEnd::Done => {}
    }
    check_number_of_boards(question, &total)?;
    Ok(CountOutcome::All(total))
}

fn description(context: &CountContext, question: &Question) -> Result<String, AtlasError> {
    let budget = context.pool.budget();
    let description = WorkDescription::new(WorkKind::Atlas, &budget, question);
    serde_json::to_string(&description).map_err(|error| AtlasError::Backend(error.into()))
}

/// The file of a chunk, from the results of its parts.
fn merged(question: &Question, results: &[String]) -> Result<ChunkFile, SealError> {
    let mut whole: Option<ChunkFile> = None;
    for result in results {
        let part: ChunkFile = unseal(result.as_bytes())?;
        if part.question != *question {
            return Err(SealError::Question);
        }
        if let Some(why) = part.tally.flaw(question) {
            return Err(SealError::Numbers(why));
        }
        match &mut whole {
            None => whole = Some(part),
            Some(whole) if whole.span != part.span => {
                let why = "its parts begin at different boards".to_string();
                return Err(SealError::Numbers(why));
            }
            Some(whole) => whole.tally.merge(part.tally),
        }
    }
    whole.ok_or_else(|| SealError::Read(io::ErrorKind::UnexpectedEof.into()))
}
