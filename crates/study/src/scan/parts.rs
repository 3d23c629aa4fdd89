//! Scans of a class by parts, which any process can do.

use super::Scanner;
use crate::atlas::{geng_boards, geng_parts};
use crate::boards::{BoardSource, PartTally};
use crate::gather::{do_part, no_part};
use crate::part::{Cause, DonePart, ListWork, Part, WorkError};
use crate::table::{Histogram, Rows};
use boilingpoint_boards::Board;
use boilingpoint_boards::enumerate::MAX_CONNECTED;
use boilingpoint_book::BoardClass;
use boilingpoint_problem::{Class, Columns, Genome, Kind, Objective, ObjectiveText, listed};
use boilingpoint_rules::{self as ruleset, Features};
use boilingpoint_solver::{Budget, Pool};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of chunks of an order that this program lists, and the least order that is divided.
const DIVISIONS: u64 = 16;
const DIVIDED_FROM: usize = 7;

/// The smallest number of boards of a part that is divided.
const LEAST_DIVIDED: usize = 64;

/// A scan of a class, as other processes read it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScanQuestion {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The class, as the record book writes it.
    pub class: String,
    /// The least and the greatest order.
    pub orders: [usize; 2],
    /// The features that every board gets in all ways.
    pub features: Features,
    /// The question.
    pub ask: ScanAsk,
}

/// The results that a scan is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ScanAsk {
    /// The maxima of an objective by order, as [`Scanner`] finds them.
    Maxima {
        /// The objective.
        objective: String,
        /// The number of boards that are kept for each order.
        keep: usize,
    },
    /// A row for each board that meets a condition, as [`Rows`] makes them.
    Rows {
        /// The names of the columns.
        columns: String,
        /// The condition, if there is one.
        condition: Option<String>,
    },
    /// The boards that meet a condition, counted as by [`Histogram`].
    Counts {
        /// The names of the columns.
        columns: String,
        /// The condition, if there is one.
        condition: Option<String>,
        /// Whether labelled boards are counted.
        labelled: bool,
    },
}

/// A chunk of the boards of a scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScanChunk {
    /// A division of the boards of an order, as this program lists them.
    Listed {
        order: usize,
        number: u64,
        divisions: u64,
    },
    /// A part of the connected graphs of an order, as `geng` lists them.
    Geng { order: usize, number: u64 },
}

/// The greatest order of sets of squares. A worker keeps all boards of an order.
const MOST_SQUARES: usize = 14;

/// The boards of an order without marks, as this program lists them.
type ListedOrder = (usize, Arc<[Board]>);

/// A scan in this process.
pub struct ScanWork {
    class: Class,
    ask: ScanAsk,
    chunks: Vec<ScanChunk>,
    pool: Pool,
    /// The latest order that was listed: its chunks follow each other.
    latest: Mutex<Option<ListedOrder>>,
}

impl ScanQuestion {
    /// The number of chunks of the scan's boards.
    ///
    /// # Errors
    /// When this program cannot list the class.
    pub fn chunks(&self) -> Result<u64, Cause> {
        Ok(chunks(&self.listed()?)?.len() as u64)
    }

    fn listed(&self) -> Result<Class, Cause> {
        let [low, high] = self.orders;
        let class = BoardClass::parse(&self.class);
        let class = class.and_then(|class| class.within(low..=high, self.features));
        Ok(class.ok_or_else(|| format!("class {}: it is unknown", self.class))?)
    }
}

fn chunks(class: &Class) -> Result<Vec<ScanChunk>, Cause> {
    let mut chunks = Vec::new();
    if class.kind == Kind::Squares && class.max_order > MOST_SQUARES {
        let why = format!("other processes list sets of squares to order {MOST_SQUARES} only");
        return Err(why.into());
    }
    for order in class.min_order..=class.max_order {
        if class.kind == Kind::Connected && order > MAX_CONNECTED {
            let parts = geng_parts(order)?;
            chunks.extend((0..parts).map(|number| ScanChunk::Geng { order, number }));
            continue;
        }
        let divisions = if order < DIVIDED_FROM { 1 } else { DIVISIONS };
        chunks.extend((0..divisions).map(|number| ScanChunk::Listed {
            order,
            number,
            divisions,
        }));
    }
    Ok(chunks)
}

impl ScanWork {
    /// The scan for a question, with this number of threads.
    ///
    /// # Errors
    /// When the question cannot be read, or the threads cannot be started.
    pub fn new(question: ScanQuestion, budget: &Budget, threads: usize) -> Result<ScanWork, Cause> {
        let class = question.listed()?;
        Ok(ScanWork {
            chunks: chunks(&class)?,
            class,
            pool: Pool::new(ruleset::find(&question.ruleset)?, budget, threads)?,
            ask: question.ask,
            latest: Mutex::default(),
        })
    }

    /// The features that each listed board gets in all ways.
    fn marks(&self) -> Class {
        match self.class.kind {
            Kind::Squares => Class::of(Kind::Squares, 0..=usize::MAX),
            _ => self.class,
        }
    }

    /// The boards without marks that have those of a chunk at these places.
    fn boards(&self, chunk: ScanChunk) -> Result<(Arc<[Board]>, Range<usize>), Cause> {
        match chunk {
            ScanChunk::Geng { order, number } => {
                let mut boards = geng_boards(order, number)?;
                boards.retain(|board| self.class.contains(&Genome::of_board(board)));
                let boards: Arc<[Board]> = boards.into();
                let all = 0..boards.len();
                Ok((boards, all))
            }
            ScanChunk::Listed {
                order,
                number,
                divisions,
            } => {
                let boards = self.listed(order);
                let part = Part {
                    parts: divisions,
                    number,
                };
                let places = part.range(1, boards.len()).unwrap_or(0..0);
                Ok((boards, places))
            }
        }
    }

    fn listed(&self, order: usize) -> Arc<[Board]> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, boards)) = latest.as_ref().filter(|(o, _)| *o == order) {
            return boards.clone();
        }
        let boards = listed(&Class {
            min_order: order,
            max_order: order,
            features: Features::GRAPH,
            ..self.class
        });
        let boards = boards.into();
        latest.insert((order, boards)).1.clone()
    }

    fn tally<T: PartTally>(
        &self,
        tally: &T,
        part: Part,
        is_late: &dyn Fn() -> bool,
    ) -> Result<DonePart, WorkError> {
        let chunks = self.chunks.len();
        let chunk = part.chunk(chunks as u64).map(|n| self.chunks[n as usize]);
        let chunk = chunk.ok_or_else(no_part)?;
        let (boards, places) = self.boards(chunk).map_err(WorkError::Failed)?;
        let boards = &boards[places];
        let source = BoardSource {
            pool: &self.pool,
            marks: self.marks(),
            progress: &|_| (),
        };
        let numbers = [chunks, boards.len(), LEAST_DIVIDED];
        do_part(
            &self.pool,
            part,
            numbers,
            is_late,
            T::Part::default(),
            |whole, places| {
                tally.merge(whole, source.of_boards(&boards[places], tally));
            },
        )
    }
}

impl ListWork for ScanWork {
    fn pool(&self) -> &Pool {
        &self.pool
    }

    fn part(&self, part: Part, is_late: &dyn Fn() -> bool) -> Result<DonePart, WorkError> {
        let failed = WorkError::Failed;
        match &self.ask {
            ScanAsk::Maxima { objective, keep } => {
                let objective = Objective::parse(objective).map_err(|e| failed(e.into()))?;
                self.tally(&Scanner::new(&objective, *keep), part, is_late)
            }
            ScanAsk::Rows { columns, condition } => {
                let rows = Rows {
                    columns: &Columns::parse(columns).map_err(|e| failed(e.into()))?,
                    condition: &condition_of(condition.as_deref()).map_err(failed)?,
                };
                self.tally(&rows, part, is_late)
            }
            ScanAsk::Counts {
                columns,
                condition,
                labelled,
            } => {
                let histogram = Histogram {
                    columns: &Columns::parse(columns).map_err(|e| failed(e.into()))?,
                    condition: &condition_of(condition.as_deref()).map_err(failed)?,
                    labelled: *labelled,
                };
                self.tally(&histogram, part, is_late)
            }
        }
    }
}

/// A condition alone, as an objective that maximises nothing.
fn condition_of(require: Option<&str>) -> Result<Objective, Cause> {
    let maximize = Vec::new();
    Ok(Objective::read(&ObjectiveText { maximize, require })?)
}
