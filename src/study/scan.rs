//! Scans: every board of a stream or of a class is scored, and the maxima are found by order.

use super::maximum::Maximum;
use crate::graph::{Board, NotationError, parse_board};
use crate::problem::{Class, Objective, Unscored, list, with_marks};
use crate::record::input::{board_line, lines};
use crate::ruleset::Features;
use crate::solver::{Pool, SolveError, Solver};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, BufRead};

/// The number of boards that are read before the threads score them.
const CHUNK: usize = 16384;

/// The number of boards that a thread scores at a time.
const GRAIN: usize = 32;

/// The settings of a scan.
pub struct Scanner<'a> {
    /// The solvers, one for each thread.
    pub pool: &'a Pool,
    /// The objective to maximise.
    pub objective: &'a Objective,
    /// A class. Every board of a stream gets the features of this class in all ways. The class's
    /// kind and bounds are not used.
    pub marks: Class,
    /// The number of boards that are kept for each maximum. The first boards that attain it are
    /// kept.
    pub keep: usize,
    /// Called with the number of boards or lines that were scored since the last call.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// The results for the boards of one order.
#[derive(Default)]
pub struct Scanned {
    /// The number of boards.
    pub boards: u64,
    /// The maximum, with the first boards that attain it.
    pub maximum: Maximum<Vec<Board>>,
}

/// The results by order.
pub type ScannedOrders = BTreeMap<usize, Scanned>;

/// The reason why a scan ends early.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// A line cannot be read.
    #[error("line {0}: {1}")]
    Read(usize, io::Error),
    /// A line is not a board.
    #[error("line {line}: board `{text}`: {why}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The text of the line.
        text: String,
        /// The reason why the text is not a board.
        why: NotationError,
    },
    /// A board could not be solved. The maximum over the other boards need not be the maximum.
    #[error("a board could not be solved: {1}")]
    Unsolved(Box<Board>, SolveError),
}

/// A board, or the number and the text of a line that is still to be read as a board.
enum Item {
    Board(Board),
    Line(usize, String),
}

impl Item {
    fn board(&self) -> Result<Cow<'_, Board>, ScanError> {
        match self {
            Item::Board(board) => Ok(Cow::Borrowed(board)),
            Item::Line(line, text) => match parse_board(text) {
                Ok(board) => Ok(Cow::Owned(board)),
                Err(why) => Err(ScanError::Line {
                    line: *line,
                    text: text.clone(),
                    why,
                }),
            },
        }
    }
}

impl Scanner<'_> {
    /// Scans all boards of a class, with the features of `marks`.
    ///
    /// # Errors
    /// When a board cannot be solved.
    pub fn class(&self, class: &Class) -> Result<ScannedOrders, ScanError> {
        let class = Class {
            features: self.marks.features,
            ..*class
        };
        self.chunks(|add| list(&class, |board| add(Item::Board(board))))
    }

    /// Scans a stream with a board on each line. Lines without a board are skipped.
    ///
    /// # Errors
    /// When a line cannot be read, or its board cannot be solved.
    pub fn stream(&self, input: impl BufRead) -> Result<ScannedOrders, ScanError> {
        self.chunks(|add| {
            for (line, number) in lines(input).zip(1..) {
                let line = line.map_err(|e| ScanError::Read(number, e))?;
                if let Some(text) = board_line(&line) {
                    add(Item::Line(number, text.to_string()))?;
                }
            }
            Ok(())
        })
    }

    /// Scans the items that `hand` adds, chunk by chunk.
    fn chunks(
        &self,
        hand: impl FnOnce(&mut dyn FnMut(Item) -> Result<(), ScanError>) -> Result<(), ScanError>,
    ) -> Result<ScannedOrders, ScanError> {
        let mut found = ScannedOrders::new();
        let mut waiting = Vec::new();
        hand(&mut |item| {
            waiting.push(item);
            if waiting.len() < CHUNK {
                return Ok(());
            }
            self.chunk(&std::mem::take(&mut waiting), &mut found)
        })?;
        self.chunk(&waiting, &mut found)?;
        Ok(found)
    }

    fn chunk(&self, items: &[Item], found: &mut ScannedOrders) -> Result<(), ScanError> {
        let grains: Vec<&[Item]> = items.chunks(GRAIN).collect();
        let grain = |solver: &mut Solver, grain: &&[Item]| self.grain(solver, grain);
        for of_grain in self.pool.map(&grains, grain) {
            for (order, part) in of_grain? {
                let whole = found.entry(order).or_default();
                whole.boards += part.boards;
                whole
                    .maximum
                    .merge(part.maximum, |all, more| self.keep(all, more));
            }
        }
        (self.progress)(items.len() as u64);
        Ok(())
    }

    fn grain(&self, solver: &mut Solver, items: &[Item]) -> Result<ScannedOrders, ScanError> {
        let mut found = ScannedOrders::new();
        for item in items {
            let board = item.board()?;
            // A class lists its boards with their marks already.
            if matches!(item, Item::Board(_)) || self.marks.features == Features::GRAPH {
                self.one(solver, &board, &mut found)?;
                continue;
            }
            for board in with_marks(&board, &self.marks) {
                self.one(solver, &board, &mut found)?;
            }
        }
        Ok(found)
    }

    fn one(
        &self,
        solver: &mut Solver,
        board: &Board,
        found: &mut ScannedOrders,
    ) -> Result<(), ScanError> {
        let fitness = match self.objective.score(solver, board) {
            Ok(score) => Some(score.fitness),
            Err(Unscored::NotRequired | Unscored::Undefined(_) | Unscored::Island(_)) => None,
            Err(Unscored::Unsolved(e)) => {
                return Err(ScanError::Unsolved(Box::new(board.clone()), e));
            }
        };
        let of_order = found.entry(board.order()).or_default();
        of_order.boards += 1;
        let example = || vec![board.clone()];
        let keep = |all: &mut Vec<Board>, more| self.keep(all, more);
        of_order.maximum.add(fitness, example, keep);
        Ok(())
    }

    fn keep(&self, boards: &mut Vec<Board>, later: Vec<Board>) {
        let room = self.keep.saturating_sub(boards.len());
        boards.extend(later.into_iter().take(room));
    }
}
