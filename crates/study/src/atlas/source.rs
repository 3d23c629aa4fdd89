//! Lists the boards of a class and order, chunk by chunk.
//!
//! The same question always has the same chunks. So a chunk that was counted before can be skipped.

use super::error::AtlasError;
use super::geng;
use super::known::known_count;
use super::listed::ListedBoards;
use super::question::Question;
use boilingpoint_boards::canon::fingerprint;
use boilingpoint_boards::enumerate::MAX_CONNECTED;
use boilingpoint_boards::trees::Trees;
use boilingpoint_boards::{Board, parse_board};
use boilingpoint_problem::{Class, Genome, Kind, listed};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Lines};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The number of boards in a chunk, except for chunks from `geng`.
const CHUNK: usize = 2048;

/// The approximate number of parts in which `geng` lists the graphs of an order.
const PARTS: u64 = 1000;

/// The approximate number of boards in a part from `geng`: seconds of work.
const PART: RangeInclusive<u64> = 100_000..=1_000_000;

/// The origin of the boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generator {
    /// This program.
    BuiltIn,
    /// nauty's `geng`, for graphs that need not be trees.
    Geng,
    /// A stream from the user, with a board on each line.
    Stream,
}

/// The beginning of a chunk, as a text. For trees also the beginning of the next chunk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Span {
    first: String,
    next: Option<String>,
}

/// The next step of a source.
pub(super) enum SourceStep {
    /// There are no more boards.
    End,
    /// The chunk was counted before.
    Counted,
    /// A chunk to be counted.
    Chunk(Span, ListedBoards),
}

/// The boards of a class and order.
pub struct Source(SourceState);

enum SourceState {
    List(List),
    Stream(Stream),
}

/// The boards of a class and order, as this program or `geng` lists them.
#[derive(Clone)]
pub(super) enum List {
    Trees(Trees),
    Boards {
        boards: Arc<[Board]>,
        place: usize,
    },
    Geng {
        kind: Kind,
        order: usize,
        /// The greatest degree of the graphs; `None` for graphs of all degrees.
        most_degree: Option<usize>,
        part: u64,
        parts: u64,
    },
}

impl Generator {
    /// The default generator. It is this program, except for graphs with cycles and more vertices
    /// than this program can list.
    pub fn usual(kind: Kind, order: usize) -> Generator {
        match kind {
            Kind::Tree => Generator::BuiltIn,
            _ if order > MAX_CONNECTED => Generator::Geng,
            _ => Generator::BuiltIn,
        }
    }

    /// The name in tables and documents.
    pub fn name(self) -> &'static str {
        match self {
            Generator::BuiltIn => "built-in",
            Generator::Geng => "geng",
            Generator::Stream => "stream",
        }
    }
}

impl Source {
    /// The boards of a kind and an order, as a generator lists them. This program lists them in
    /// place of a stream.
    pub fn listed(generator: Generator, kind: Kind, order: usize) -> Source {
        Source(SourceState::List(List::of(generator, kind, order)))
    }

    /// The boards of a stream, one on each line, as `geng` writes them. Each board has to be of the
    /// kind and the order, and must not be isomorphic to an earlier board. This check takes memory
    /// for a fingerprint of each board.
    pub fn stream(kind: Kind, order: usize, input: Box<dyn BufRead + Send>) -> Source {
        Source(SourceState::Stream(Stream {
            kind,
            order,
            lines: input.lines(),
            line: 0,
            seen: FxHashSet::default(),
        }))
    }

    /// The boards of a question, as its generator lists them.
    ///
    /// # Errors
    /// When the question is not of the atlas.
    pub fn of(question: &Question) -> Result<Source, AtlasError> {
        let list = List::of(question.generator, question.kind()?, question.order);
        let list = list.up_to(question.most_degree()?);
        Ok(Source(SourceState::List(list)))
    }

    /// The next chunk. The chunk is skipped if its beginning is that of `counted`, the chunk that
    /// was counted before.
    pub(super) fn next(&mut self, counted: Option<&Span>) -> Result<SourceStep, AtlasError> {
        match &mut self.0 {
            SourceState::List(list) => list.next(counted),
            SourceState::Stream(stream) => stream.next(counted),
        }
    }
}

impl List {
    /// The boards of a kind and an order. This program lists them, except if the generator is
    /// `geng`. Its list takes time and memory for all connected graphs.
    pub(super) fn of(generator: Generator, kind: Kind, order: usize) -> List {
        match (generator, kind) {
            (Generator::Geng, _) => List::Geng {
                kind,
                order,
                most_degree: None,
                part: 0,
                parts: chunks(generator, kind, order).unwrap_or(u64::MAX),
            },
            (_, Kind::Tree) => List::Trees(Trees::of_order(order)),
            (_, kind) => List::Boards {
                boards: listed(&Class::of(kind, order..=order)).into(),
                place: 0,
            },
        }
    }

    /// The same boards, where `geng` lists them only those up to this degree.
    pub(super) fn up_to(mut self, degree: Option<usize>) -> List {
        if let List::Geng { most_degree, .. } = &mut self {
            *most_degree = degree;
        }
        self
    }

    /// The same boards, from a chunk on. This list must be at its beginning.
    pub(super) fn starting_at(&self, chunk: u64) -> List {
        let number = usize::try_from(chunk).unwrap_or(usize::MAX);
        let mut list = self.clone();
        match &mut list {
            List::Trees(trees) => {
                if let Some(last) = number.saturating_mul(CHUNK).checked_sub(1) {
                    trees.nth(last);
                }
            }
            List::Boards { place, .. } => *place = number,
            List::Geng { part, parts, .. } => *part = chunk.min(*parts),
        }
        list
    }

    /// The next chunk, or [`SourceStep::Counted`] if it begins as `counted`.
    pub(super) fn next(&mut self, counted: Option<&Span>) -> Result<SourceStep, AtlasError> {
        match self {
            List::Trees(trees) => next_trees(trees, counted),
            List::Boards { boards, place } => {
                let chunk = boards.chunks(CHUNK).nth(*place);
                *place += 1;
                Ok(chunk.map_or(SourceStep::End, |boards| {
                    step(place.to_string(), counted, || {
                        ListedBoards::Boards(boards.to_vec())
                    })
                }))
            }
            List::Geng {
                kind,
                order,
                most_degree,
                part,
                parts,
            } => {
                let graphs = geng::Graphs {
                    kind: *kind,
                    order: *order,
                    most_degree: *most_degree,
                };
                next_part(&graphs, part, *parts, counted)
            }
        }
    }
}

/// The number of chunks in which a generator lists the boards of a kind and an order. `None` for a
/// stream, and if the number of boards is not known.
pub(super) fn chunks(generator: Generator, kind: Kind, order: usize) -> Option<u64> {
    let boards = known_count(kind, order)?;
    match generator {
        Generator::BuiltIn => Some(boards.div_ceil(CHUNK as u64)),
        Generator::Geng => {
            let part = (boards / PARTS).clamp(*PART.start(), *PART.end());
            Some(boards.div_ceil(part))
        }
        Generator::Stream => None,
    }
}

/// Whether a board is of a kind.
fn is_of(kind: Kind, board: &Board) -> bool {
    Class::of(kind, 0..=usize::MAX).contains(&Genome::of_board(board))
}

/// The number of parts in which `geng` lists the connected graphs of an order.
///
/// # Errors
/// When the number of graphs is not known.
pub fn geng_parts(order: usize) -> Result<u64, AtlasError> {
    let parts = chunks(Generator::Geng, Kind::Connected, order);
    parts.ok_or(AtlasError::NotListed(Generator::Geng.name()))
}

/// The connected graphs of a part of `geng`'s list.
///
/// # Errors
/// When `geng` fails or is missing.
pub fn geng_boards(order: usize, part: u64) -> Result<Vec<Board>, AtlasError> {
    let mut list = List::of(Generator::Geng, Kind::Connected, order).starting_at(part);
    match list.next(None)? {
        SourceStep::Chunk(_, boards) => {
            let board = |place| boards.get(place).map(std::borrow::Cow::into_owned);
            (0..boards.len()).map(board).collect()
        }
        SourceStep::End | SourceStep::Counted => Ok(Vec::new()),
    }
}

/// The chunk that begins with the text `first`.
fn step(
    first: String,
    counted: Option<&Span>,
    boards: impl FnOnce() -> ListedBoards,
) -> SourceStep {
    if counted.is_some_and(|counted| counted.first == first) {
        return SourceStep::Counted;
    }
    SourceStep::Chunk(Span { first, next: None }, boards())
}

fn next_trees(trees: &mut Trees, counted: Option<&Span>) -> Result<SourceStep, AtlasError> {
    let Some(first) = trees.peek().map(ToString::to_string) else {
        return Ok(SourceStep::End);
    };
    if let Some(counted) = counted.filter(|counted| counted.first == first) {
        *trees = match &counted.next {
            Some(next) => Trees::starting_at(next.parse()?),
            None => Trees::of_order(0),
        };
        return Ok(SourceStep::Counted);
    }
    let boards = ListedBoards::Trees(trees.by_ref().take(CHUNK).collect());
    let next = trees.peek().map(ToString::to_string);
    Ok(SourceStep::Chunk(Span { first, next }, boards))
}

fn next_part(
    graphs: &geng::Graphs,
    part: &mut u64,
    parts: u64,
    counted: Option<&Span>,
) -> Result<SourceStep, AtlasError> {
    if *part == parts {
        return Ok(SourceStep::End);
    }
    let (first, number) = (format!("{part}/{parts}"), *part);
    *part += 1;
    if counted.is_some_and(|counted| counted.first == first) {
        return Ok(SourceStep::Counted);
    }
    let text = geng::part(graphs, number, parts)?;
    let boards = ListedBoards::lines(first.clone(), text);
    Ok(SourceStep::Chunk(Span { first, next: None }, boards))
}

/// A stream with a board on each line.
struct Stream {
    kind: Kind,
    order: usize,
    lines: Lines<Box<dyn BufRead + Send>>,
    line: usize,
    seen: FxHashSet<u128>,
}

impl Stream {
    fn next(&mut self, counted: Option<&Span>) -> Result<SourceStep, AtlasError> {
        let mut boards = Vec::new();
        let mut read = crc32fast::Hasher::new();
        while boards.len() < CHUNK {
            let Some(line) = self.lines.next() else { break };
            self.line += 1;
            let line = line.map_err(|e| self.wrong(e.to_string()))?;
            let text = line.trim();
            if text.is_empty() || text == ">>graph6<<" {
                continue;
            }
            read.update(text.as_bytes());
            read.update(b"\n");
            boards.push(self.board(text)?);
        }
        if boards.is_empty() {
            return Ok(SourceStep::End);
        }
        let first = format!("{} lines, crc32 {:08x}", boards.len(), read.finalize());
        Ok(step(first, counted, || ListedBoards::Boards(boards)))
    }

    fn board(&mut self, text: &str) -> Result<Board, AtlasError> {
        let wrong = |why: &str| self.wrong(format!("board `{text}`: {why}"));
        let board = parse_board(text).map_err(|e| wrong(&e.to_string()))?;
        if !is_of(self.kind, &board) {
            return Err(wrong(&format!(
                "the board is not in the class {}",
                self.kind.name()
            )));
        }
        if board.order() != self.order {
            let why = format!(
                "expected a board of order {}, found order {}",
                self.order,
                board.order()
            );
            return Err(wrong(&why));
        }
        if board.is_tinted() || !board.is_plain() {
            return Err(wrong("expected a graph without tints and marks"));
        }
        if !self.seen.insert(fingerprint(&board)) {
            return Err(self.wrong(format!(
                "the board `{text}`, or one isomorphic to it, was given before"
            )));
        }
        Ok(board)
    }

    fn wrong(&self, why: String) -> AtlasError {
        let line = self.line;
        AtlasError::Line { line, why }
    }
}
