//! The boards of a stream or of a class, chunk by chunk on all threads, in order.
//!
//! A [`Tally`] says what is done with a board. A board without an answer does not end the run: the
//! tally hears of it.

use boilingpoint_boards::{Board, BoardLimit, MAX_WEIGHT};
use boilingpoint_formats::{Given, Item as Read, read_each, read_list};
use boilingpoint_problem::{Class, Kind, list, with_marks};
use boilingpoint_rules::{Feature, Features, Ruleset};
use boilingpoint_solver::{Pool, SolveError, Solver};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::io::BufRead;
use std::sync::atomic::Ordering::Relaxed;

/// The number of boards that are read before the threads take them: at first, and at most. It
/// doubles from chunk to chunk, so that a tally hears early of the first boards.
const CHUNK: [usize; 2] = [512, 16384];

/// The number of boards that a thread takes at a time.
const GRAIN: usize = 32;

/// The source of boards, and the threads.
pub struct BoardSource<'a> {
    /// The solvers, one for each thread.
    pub pool: &'a Pool,
    /// A class. Every board of a stream gets the features of this class in all ways. The class's
    /// kind and bounds are not used.
    pub marks: Class,
    /// Called with the number of boards or lines that were done since the last call.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// The flag that stops the solvers was set before the last board. What was taken of the boards
/// before is whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "stopped by the limit of time (--seconds; 0 for none) after {0} boards, and more were to come"
)]
pub struct Stopped(pub u64);

/// The class with the features that are added to every board in all ways. If the game needs a
/// token, its boards have one.
///
/// # Errors
/// An option that the game has no use for, or weights out of range: the option's name, and why.
pub fn marks(ruleset: &dyn Ruleset, features: Features) -> Result<Class, String> {
    let carries = ruleset.carries();
    let options = [
        ("tinted", Feature::Tints),
        ("loops", Feature::Loops),
        ("arcs", Feature::Arcs),
        ("weights", Feature::Weights),
    ];
    let useless = |feature| features.has(feature) && !carries.has(feature);
    if let Some((option, _)) = options.into_iter().find(|&(_, f)| useless(f)) {
        let game = ruleset.name();
        return Err(format!("{option}: {game} has no use for this option"));
    }
    if !(1..=MAX_WEIGHT).contains(&features.max_weight) {
        return Err(format!("weights: expected a number from 1 to {MAX_WEIGHT}"));
    }
    let features = Features {
        token: carries.token,
        ..features
    };
    Ok(Class {
        features,
        ..Class::of(Kind::Any, 0..=usize::MAX)
    })
}

/// A board as it was given.
#[derive(Clone, Copy, Default, Debug)]
pub struct Input<'a> {
    /// The text; empty for a board of a class.
    pub text: &'a str,
    /// The number of its line, from 1; `None` for a board of a class, and in formats without lines.
    pub line: Option<usize>,
}

/// An account of consecutive boards.
pub trait Tally: Sync {
    /// The results for some boards; the default is that of no boards.
    type Part: Default + Send;

    /// Adds a board, which was given as `input`.
    ///
    /// # Errors
    /// When the board has no answer; [`Tally::missed`] then hears of it.
    fn add(
        &self,
        part: &mut Self::Part,
        solver: &mut Solver,
        board: &Board,
        input: Input<'_>,
    ) -> Result<(), SolveError>;

    /// Adds a board or a line that has no answer.
    fn missed(&self, part: &mut Self::Part, missed: Missed);
}

/// An account whose parts other processes can compute.
pub trait PartTally: Tally<Part: Serialize + DeserializeOwned> {
    /// Adds the results for later boards.
    fn merge(&self, whole: &mut Self::Part, later: Self::Part);
}

/// A board or a line that has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Missed {
    /// The name of the file that the board is from; empty for standard input and for a class.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The number of the line, from 1; `None` for a board of a class.
    pub line: Option<usize>,
    /// The text of the line, or the board; empty if a part of a file cannot be read.
    pub input: String,
    /// The order of the board; `None` if the line is not a board.
    pub order: Option<usize>,
    /// The reason.
    pub why: String,
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file[..], self.line) {
            ("", None) => {}
            ("", Some(line)) => write!(f, "line {line}: ")?,
            (file, None) => write!(f, "{file}: ")?,
            (file, Some(line)) => write!(f, "{file}, line {line}: ")?,
        }
        match &self.input[..] {
            "" => f.write_str(&self.why),
            input => write!(f, "board `{input}`: {}", self.why),
        }
    }
}

/// The number of boards and lines that have no answer, and the first of them.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct MissedBoards {
    /// The number of all.
    pub number: u64,
    /// The first 100.
    pub first: Vec<Missed>,
}

impl MissedBoards {
    /// The number of boards that are kept with their reasons.
    const KEPT: usize = 100;

    /// Adds a board or a line.
    pub fn add(&mut self, missed: Missed) {
        self.merge(MissedBoards {
            number: 1,
            first: vec![missed],
        });
    }

    /// Adds later boards and lines.
    pub fn merge(&mut self, later: MissedBoards) {
        self.number += later.number;
        let room = Self::KEPT.saturating_sub(self.first.len());
        self.first.extend(later.first.into_iter().take(room));
    }
}

/// A board of a class, or a part of a stream.
enum Item {
    Board(Board),
    Read(Read),
}

impl BoardSource<'_> {
    /// Takes all boards of a class, with the features of `marks`. `take` gets the results in order.
    ///
    /// # Errors
    /// The errors of `take`; [`Stopped`].
    pub fn class<T: Tally, E: From<Stopped>>(
        &self,
        class: &Class,
        tally: &T,
        take: impl FnMut(T::Part) -> Result<(), E>,
    ) -> Result<(), E> {
        let class = Class {
            features: self.marks.features,
            ..*class
        };
        self.chunks(tally, take, |add| {
            list(&class, |board| add(Item::Board(board)))
        })
    }

    /// Takes a stream of boards in any format. The tally hears of the parts that cannot be read.
    /// `take` gets the results in order.
    ///
    /// # Errors
    /// The errors of `take`; [`Stopped`].
    pub fn stream<T: Tally, E: From<Stopped>>(
        &self,
        input: impl BufRead,
        tally: &T,
        take: impl FnMut(T::Part) -> Result<(), E>,
    ) -> Result<(), E> {
        self.chunks(tally, take, |add| {
            read_each(input, BoardLimit::MOST, |read| add(Item::Read(read)))
        })
    }

    /// Takes a list with a board on each line, as [`BoardSource::stream`] takes a stream.
    ///
    /// # Errors
    /// The errors of `take`; [`Stopped`].
    pub fn list<T: Tally, E: From<Stopped>>(
        &self,
        input: impl BufRead,
        tally: &T,
        take: impl FnMut(T::Part) -> Result<(), E>,
    ) -> Result<(), E> {
        self.chunks(tally, take, |add| {
            read_list(input, |read| add(Item::Read(read)))
        })
    }

    /// The results for some boards, with the features of `marks`.
    pub(super) fn of_boards<T: PartTally>(&self, boards: &[Board], tally: &T) -> T::Part {
        let grains: Vec<&[Board]> = boards.chunks(GRAIN).collect();
        let grain = |solver: &mut Solver, grain: &&[Board]| {
            let mut part = T::Part::default();
            for board in grain.iter().flat_map(|board| self.marked(board)) {
                self.board(tally, &mut part, solver, &board);
            }
            part
        };
        let mut whole = T::Part::default();
        for part in self.pool.map(&grains, grain) {
            tally.merge(&mut whole, part);
        }
        whole
    }

    /// Takes the items that `hand` adds, chunk by chunk.
    fn chunks<T: Tally, E: From<Stopped>>(
        &self,
        tally: &T,
        mut take: impl FnMut(T::Part) -> Result<(), E>,
        hand: impl FnOnce(&mut dyn FnMut(Item) -> Result<(), E>) -> Result<(), E>,
    ) -> Result<(), E> {
        let stop = self.pool.budget().stop;
        let is_stopped = || stop.as_ref().is_some_and(|stop| stop.load(Relaxed));
        let mut taken = 0;
        let mut chunk = |items: &[Item]| -> Result<(), E> {
            let grains: Vec<&[Item]> = items.chunks(GRAIN).collect();
            // A board of a grain may have been stopped if the flag is set when the grain is done.
            let grain = |solver: &mut Solver, grain: &&[Item]| {
                let part = (!is_stopped()).then(|| self.grain(tally, solver, grain));
                part.filter(|_| !is_stopped())
            };
            for (part, grain) in self.pool.map(&grains, grain).into_iter().zip(&grains) {
                take(part.ok_or(Stopped(taken))?)?;
                taken += grain.len() as u64;
            }
            (self.progress)(items.len() as u64);
            Ok(())
        };
        let mut waiting = Vec::new();
        let [mut full, most] = CHUNK;
        hand(&mut |item| {
            waiting.push(item);
            if waiting.len() < full {
                return Ok(());
            }
            full = most.min(2 * full);
            chunk(&std::mem::take(&mut waiting))
        })?;
        chunk(&waiting)
    }

    fn grain<T: Tally>(&self, tally: &T, solver: &mut Solver, items: &[Item]) -> T::Part {
        let mut part = T::Part::default();
        for item in items {
            match item {
                Item::Board(board) => self.board(tally, &mut part, solver, board),
                Item::Read(read) => self.read(tally, &mut part, solver, read),
            }
        }
        part
    }

    /// A board with the features of `marks` in all ways.
    fn marked<'a>(&self, board: &'a Board) -> Vec<Cow<'a, Board>> {
        match self.marks.features == Features::GRAPH {
            true => vec![Cow::Borrowed(board)],
            false => with_marks(board, &self.marks)
                .into_iter()
                .map(Cow::Owned)
                .collect(),
        }
    }

    /// Adds a board of a class, which lists its boards with their marks.
    fn board<T: Tally>(&self, tally: &T, part: &mut T::Part, solver: &mut Solver, board: &Board) {
        let missed = |why| Missed::board(board, None, why);
        add(tally, part, solver, board, Input::default(), missed);
    }

    /// Adds a part of a stream.
    fn read<T: Tally>(&self, tally: &T, part: &mut T::Part, solver: &mut Solver, read: &Read) {
        let (board, line, input) = match read {
            Read::Wrong(why) => {
                let missed = Missed::part(None, String::new(), why.to_string());
                return tally.missed(part, missed);
            }
            Read::Board(given) => (
                Cow::Borrowed(&given.board),
                given.line,
                Cow::Owned(given.board.text()),
            ),
            Read::Line(line, text) => match Given::of_line(*line, text, BoardLimit::MOST) {
                Ok(given) => {
                    let board = solver.ruleset().meant(given.board, given.is_cgsuite);
                    (Cow::Owned(board), *line, Cow::Borrowed(&text[..]))
                }
                Err(why) => {
                    let missed = Missed::part(Some(*line), text.clone(), why.problem);
                    return tally.missed(part, missed);
                }
            },
        };
        let line = Some(line).filter(|&line| line > 0);
        for board in self.marked(&board) {
            let missed = |why| Missed::board(&board, line, why);
            let input = Input { text: &input, line };
            add(tally, part, solver, &board, input, missed);
        }
    }
}

fn add<T: Tally>(
    tally: &T,
    part: &mut T::Part,
    solver: &mut Solver,
    board: &Board,
    input: Input<'_>,
    missed: impl FnOnce(SolveError) -> Missed,
) {
    if let Err(why) = tally.add(part, solver, board, input) {
        tally.missed(part, missed(why));
    }
}

impl Missed {
    fn part(line: Option<usize>, input: String, why: String) -> Missed {
        Missed {
            file: String::new(),
            line,
            input,
            order: None,
            why,
        }
    }

    fn board(board: &Board, line: Option<usize>, why: SolveError) -> Missed {
        Missed {
            file: String::new(),
            line,
            input: board.text(),
            order: Some(board.order()),
            why: why.to_string(),
        }
    }
}
