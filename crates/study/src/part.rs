//! Parts of a list of boards: their names, and work that is done part by part, anywhere and in any
//! order.
//!
//! A list has chunks, which its generator can list one by one. A chunk can be divided further: into
//! blocks of consecutive boards. The two numbers of a [`Part`] name a chunk or a block, so that any
//! process can list its boards.

use boilingpoint_solver::{Budget, Pool};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The largest number of blocks of a chunk.
const MOST_BLOCKS: u64 = 1 << 16;

/// The number of blocks of a part. After each of them, the work may leave the others to other
/// processes.
const BLOCKS: u64 = 16;

/// A part of a list: `number`, from 0, of `parts`.
///
/// If the list has as many chunks as `parts`, the part is a chunk. If it has fewer, `parts` is a
/// multiple of their number, and the part is a block of the chunk `number` modulo the number of
/// chunks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Part {
    pub parts: u64,
    pub number: u64,
}

impl Part {
    /// The place of the part in a list of `chunks` chunks: its chunk, the number of its block, and
    /// the number of blocks. `None` if the list has no such part.
    fn place(self, chunks: u64) -> Option<(u64, u64, u64)> {
        let blocks = self.parts.checked_div(chunks)?;
        let fits = self.parts == chunks * blocks && self.number < self.parts;
        (fits && (1..=MOST_BLOCKS).contains(&blocks))
            .then(|| (self.number % chunks, self.number / chunks, blocks))
    }

    /// The chunk that the part belongs to, in a list of `chunks` chunks.
    pub fn chunk(self, chunks: u64) -> Option<u64> {
        Some(self.place(chunks)?.0)
    }

    /// The places of the part's items among the `items` items of its chunk.
    pub fn range(self, chunks: u64, items: usize) -> Option<Range<usize>> {
        let (_, block, blocks) = self.place(chunks)?;
        let bound = |block: u64| (items as u128 * u128::from(block) / u128::from(blocks)) as usize;
        Some(bound(block)..bound(block + 1))
    }

    /// Divides the part into `by` smaller parts, in the order of their items. `None` if they would
    /// be too small.
    pub fn split(self, chunks: u64, by: u64) -> Option<Vec<Part>> {
        let (chunk, block, blocks) = self.place(chunks)?;
        let parts = self.parts.checked_mul(by)?;
        let part = |i| Part {
            parts,
            number: chunk + (block * by + i) * chunks,
        };
        (blocks * by <= MOST_BLOCKS).then(|| (0..by).map(part).collect())
    }

    /// Does the part's items in blocks, in order. When `is_late` says so after a block, the other
    /// blocks are left, and returned as parts of their own. A part of fewer than `least` items, or
    /// one that cannot be divided, is one block.
    ///
    /// # Errors
    /// The first error of `each`.
    pub fn in_blocks<E>(
        self,
        [chunks, items, least]: [usize; 3],
        is_late: &dyn Fn() -> bool,
        mut each: impl FnMut(Range<usize>) -> Result<(), E>,
    ) -> Result<Vec<Part>, E> {
        let range = |part: Part| part.range(chunks as u64, items).unwrap_or(0..0);
        let own = range(self).len();
        let blocks = self.split(chunks as u64, BLOCKS.min(own as u64).max(1));
        let blocks = blocks.filter(|_| own >= least);
        let mut blocks = blocks.unwrap_or(vec![self]).into_iter();
        for block in blocks.by_ref() {
            each(range(block))?;
            if is_late() {
                break;
            }
        }
        Ok(blocks.collect())
    }
}

/// An error of a back end, or of the work that was given to it.
pub type Cause = Box<dyn Error + Send + Sync>;

/// The kinds of work on a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkKind {
    /// A table of the atlas.
    Atlas,
    /// A scan of a class.
    Scan,
    /// A sweep over a family.
    Family,
}

impl WorkKind {
    /// The name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            WorkKind::Atlas => "atlas",
            WorkKind::Scan => "scan",
            WorkKind::Family => "family",
        }
    }
}

/// The description of work on a list, from which any process of this version can do each part.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkDescription<T> {
    /// The version of the program: another version may list other boards.
    pub program: String,
    pub kind: WorkKind,
    pub limits: WorkLimits,
    /// The description by the kind.
    pub question: T,
}

/// The limits of the solvers of a work, in its description.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkLimits {
    positions: u64,
    work: u64,
    bytes: usize,
}

impl<T> WorkDescription<T> {
    /// The description of work by this version of the program.
    pub fn new(kind: WorkKind, budget: &Budget, question: T) -> WorkDescription<T> {
        WorkDescription {
            program: env!("CARGO_PKG_VERSION").to_string(),
            kind,
            limits: WorkLimits::of(budget),
            question,
        }
    }
}

impl WorkLimits {
    /// The limits of a budget.
    fn of(budget: &Budget) -> WorkLimits {
        WorkLimits {
            positions: budget.positions,
            work: budget.work,
            bytes: budget.bytes,
        }
    }

    /// The budget with these limits, which the flag stops.
    pub fn budget(self, stop: Arc<AtomicBool>) -> Budget {
        Budget {
            positions: self.positions,
            work: self.work,
            bytes: self.bytes,
            stop: Some(stop),
        }
    }
}

/// Work on a list in this process, part by part.
pub trait ListWork: Send + Sync {
    /// The solvers.
    fn pool(&self) -> &Pool;

    /// Does a part. When `is_late` says so after a block of its items, the other blocks are left to
    /// be done as parts of their own.
    ///
    /// # Errors
    /// When the work was stopped, or an item cannot be done.
    fn part(&self, part: Part, is_late: &dyn Fn() -> bool) -> Result<DonePart, WorkError>;
}

/// The result of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DonePart {
    /// The result for the items that were done, as JSON.
    pub result: String,
    /// The parts that hold the other items of the part.
    pub rest: Vec<Part>,
}

/// The reason why a part was not done.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The solvers were stopped.
    #[error("stopped")]
    Stopped,
    /// The part cannot be done.
    #[error("{0}")]
    Failed(Cause),
}

/// The chunks of a list that are to be done.
pub struct PartWork<'a> {
    /// The name of the work, for people.
    pub name: String,
    /// The description of the work, from which any process of this version can do each part.
    pub description: String,
    /// The number of chunks of the list.
    pub chunks: u64,
    /// The chunks that are to be done.
    pub missing: Vec<u64>,
    /// The folder of the results.
    pub folder: &'a Path,
    /// Whether to stop.
    pub stop: &'a dyn Fn() -> bool,
}

/// The end of the work on a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartsEnd {
    /// All chunks are done.
    Done,
    /// The work was stopped.
    Stopped,
}

/// The reason why results were not taken.
#[derive(Debug, thiserror::Error)]
pub enum TakeError {
    /// The results cannot be true.
    #[error("{0}")]
    Refused(Cause),
    /// The results could not be kept.
    #[error("{0}")]
    Failed(Cause),
}

/// Takes a chunk with its results.
pub type Take<'a> = dyn FnMut(u64, &[String]) -> Result<(), TakeError> + 'a;

/// A place where the chunks of a list are done.
pub trait PartBackend {
    /// Does the missing chunks. `take` gets each chunk with its results: of the chunk, or of blocks
    /// that together have all its boards.
    ///
    /// # Errors
    /// An error of the back end or of `take`, or chunks that could not be done.
    fn run(&self, work: &PartWork, take: &mut Take) -> Result<PartsEnd, Cause>;
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The items of a part in a list whose chunk `c` has `10 + c` items.
    fn items(part: Part, chunks: u64) -> Vec<(u64, usize)> {
        let chunk = part.chunk(chunks).unwrap();
        let range = part.range(chunks, 10 + chunk as usize).unwrap();
        range.map(|item| (chunk, item)).collect()
    }

    #[test]
    fn the_parts_of_a_part_have_its_items_in_order() {
        for (parts, number) in [(3, 0), (3, 2), (6, 5), (24, 13)] {
            let part = Part { parts, number };
            for by in 1..7 {
                let split = part.split(3, by).unwrap();
                let listed: Vec<_> = split.iter().flat_map(|&part| items(part, 3)).collect();
                assert_eq!(listed, items(part, 3), "{part:?} by {by}");
                assert!(split.iter().all(|part| part.parts == parts * by));
            }
        }
    }

    #[test]
    fn the_blocks_that_are_left_are_parts() {
        for (least, most) in [(1, 5), (1, 100), (10, 2), (11, 1)] {
            let part = Part {
                parts: 3,
                number: 0,
            };
            let (mut done, blocks) = (Vec::new(), std::cell::Cell::new(0));
            let is_late = || {
                blocks.set(blocks.get() + 1);
                blocks.get() >= most
            };
            let each = |range: Range<usize>| {
                done.extend(range);
                Ok::<_, ()>(())
            };
            let rest = part.in_blocks([3, 10, least], &is_late, each).unwrap();
            let is_whole = least > 10;
            assert_eq!(rest.is_empty(), is_whole || most >= BLOCKS as usize);
            done.extend(rest.iter().flat_map(|&part| part.range(3, 10).unwrap()));
            assert_eq!(done, Vec::from_iter(0..10));
        }
    }

    #[test]
    fn a_list_has_no_other_parts() {
        for (parts, number, chunks) in [(3, 3, 3), (4, 0, 3), (0, 0, 3), (2, 0, 4), (3, 0, 0)] {
            assert_eq!(Part { parts, number }.chunk(chunks), None);
        }
        let small = Part {
            parts: 3 * MOST_BLOCKS,
            number: 1,
        };
        assert_eq!((small.chunk(3), small.split(3, 2)), (Some(1), None));
    }
}
