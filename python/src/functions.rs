//! Games whose moves are a function of Python.
//!
//! The function gives Left's options of a position. Right's are those of the position with the
//! players exchanged, so that every game is fair; a function that gets the player as well has to
//! give the same. The solver relies on more: that isomorphic boards have isomorphic options, and that
//! a move leaves the other components as they are. All of this is tried on the first positions of a
//! game.
//!
//! A mistake of the function, or an exception in it, cannot pass through the solver. It is noted,
//! positions have no options from then on, and the work that the solver does ends with the exception
//! ([`Watch`]).

use crate::boards::board_of;
use crate::error;
use crate::position::PyPosition;
use boilingpoint::{Board, Ruleset};
use boilingpoint_boards::BoardLimit;
use boilingpoint_boards::canon::fingerprint;
use boilingpoint_rules::{Algebra, Features, MOVES, Options, Player, keep};
use pyo3::prelude::*;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The number of positions of a game on which its function is tried, and their greatest order.
const TRIED: usize = 64;
const TRIED_ORDER: usize = 12;

/// The greatest number of options of a position.
const MOST_OPTIONS: usize = 100_000;

/// A game whose moves are a function.
pub struct FunctionGame {
    /// The name as a ruleset, such as `moves(kayles)`.
    name: String,
    /// The rules in a sentence.
    summary: String,
    /// The function of a position, or of a position and a player.
    pub moves: Py<PyAny>,
    /// Whether the function gets the player.
    takes_player: bool,
    /// The name that the user gives.
    pub title: String,
    /// A text that no other game has. It goes with the game to other processes.
    pub id: String,
    /// The algebra of the values.
    pub algebra: Algebra,
    /// The marks that boards may have.
    pub carries: Features,
    /// The number of positions on which the function was tried.
    tried: AtomicUsize,
    /// The game itself, once it is kept.
    own: OnceLock<&'static dyn Ruleset>,
    /// The number of calls.
    calls: AtomicU64,
    /// The exception of the first call that failed. From then on, positions have no options.
    failure: Mutex<Option<PyErr>>,
}

/// The games of functions.
static MADE: Mutex<Vec<&'static FunctionGame>> = Mutex::new(Vec::new());

fn made() -> MutexGuard<'static, Vec<&'static FunctionGame>> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FunctionGame {
    /// The game of a function.
    pub fn new(
        py: Python<'_>,
        moves: Py<PyAny>,
        title: String,
        id: String,
        algebra: Algebra,
        carries: Features,
    ) -> FunctionGame {
        let told = moves.bind(py).getattr("__doc__");
        let told = told
            .and_then(|doc| doc.extract::<String>())
            .unwrap_or_default();
        let first = told.trim().lines().next().unwrap_or_default();
        let summary = match first {
            "" => format!("the moves are the Python function `{title}`"),
            first => first.to_string(),
        };
        FunctionGame {
            name: String::new(),
            summary,
            takes_player: takes_player(moves.bind(py)),
            moves,
            title,
            id,
            algebra,
            carries,
            tried: AtomicUsize::new(0),
            own: OnceLock::new(),
            calls: AtomicU64::new(0),
            failure: Mutex::new(None),
        }
    }

    /// The game of a ruleset, if its moves are a function.
    pub fn of(ruleset: &dyn Ruleset) -> Option<&'static FunctionGame> {
        let name = ruleset.name();
        name.starts_with(MOVES)
            .then(|| made().iter().copied().find(|game| game.name == name))?
    }

    /// The game as a ruleset, under a name of its own. An equal game that was made before is the
    /// same.
    ///
    /// # Errors
    /// When too many games were made.
    pub fn kept(mut self) -> PyResult<&'static dyn Ruleset> {
        let mut all = made();
        let is_same = |game: &&&FunctionGame| {
            (game.moves.is(&self.moves) || game.id == self.id)
                && (&game.title, game.algebra, game.carries)
                    == (&self.title, self.algebra, self.carries)
        };
        if let Some(&known) = all.iter().find(is_same) {
            return Ok(known);
        }
        let letters = self
            .title
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' });
        let stem: String = letters.take(40).collect();
        let taken = |name: &String| all.iter().any(|game| game.name == *name);
        let names = (1..).map(|n| match n {
            1 => format!("{MOVES}({stem})"),
            n => format!("{MOVES}({stem}-{n})"),
        });
        self.name = names
            .into_iter()
            .find(|name| !taken(name))
            .unwrap_or_default();
        let game: &'static FunctionGame = Box::leak(Box::new(self));
        keep(game).map_err(error::game)?;
        let _ = game.own.set(game);
        all.push(game);
        Ok(game)
    }

    fn failure(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The options that the function gives, as boards of the game.
    fn called(&self, py: Python<'_>, position: &Board, player: &str) -> PyResult<Vec<Board>> {
        let Some(&own) = self.own.get() else {
            return Ok(Vec::new());
        };
        let given = Arc::new(position.clone());
        let given = Bound::new(py, PyPosition::with(given, own, None))?;
        let found = match self.takes_player {
            true => self.moves.bind(py).call1((given, player))?,
            false => self.moves.bind(py).call1((given,))?,
        };
        let wrong = |why: String| error::game(format!("{}: {why}", self.name));
        let all = found
            .try_iter()
            .map_err(|_| wrong(format!("the function gave {found}, not a list of boards")))?;
        let mut options = Vec::new();
        for option in all {
            if options.len() == MOST_OPTIONS {
                return Err(wrong(format!(
                    "a position has more than {MOST_OPTIONS} options"
                )));
            }
            let (board, _) = board_of(&option?, Some(own))?;
            own.fits(&board).map_err(error::game)?;
            if !BoardLimit::MOST.allows(board.order(), board.link_count()) {
                return Err(error::game(format!(
                    "{}: an option is too large",
                    self.name
                )));
            }
            options.push(board.as_ref().clone());
        }
        Ok(options)
    }

    /// Left's options. The first positions are tried.
    fn of_left(&self, py: Python<'_>, position: &Board) -> PyResult<Vec<Board>> {
        let options = self.called(py, position, "L")?;
        let is_small = (1..=TRIED_ORDER).contains(&position.order());
        if is_small && self.tried.fetch_add(1, Ordering::Relaxed) < TRIED {
            self.tries(py, position, &options)?;
        }
        Ok(options)
    }

    /// Tries what the solver relies on.
    fn tries(&self, py: Python<'_>, position: &Board, options: &[Board]) -> PyResult<()> {
        let set = |boards: &[Board]| boards.iter().map(fingerprint).collect::<BTreeSet<_>>();
        let wrong = |what: &str| {
            let board = position.text();
            error::game(format!("{}: {what}, on the board {board}", self.name))
        };
        for places in orders(position.order()) {
            let other = self.called(py, &position.relabelled(&places), "L")?;
            if set(&other) != set(options) {
                let what = "the moves depend on the numbers of the vertices";
                return Err(wrong(what));
            }
        }
        if self.takes_player {
            let rights = match self.algebra {
                Algebra::Impartial => self.called(py, position, "R")?,
                _ => self.called(py, &position.swapped(), "R")?,
            };
            let rights = rights.iter().map(|option| match self.algebra {
                Algebra::Impartial => option.clone(),
                _ => option.swapped(),
            });
            if set(&rights.collect::<Vec<Board>>()) != set(options) {
                return Err(wrong(match self.algebra {
                    Algebra::Impartial => "the players of an impartial game have different moves",
                    _ => "Right's moves are not Left's with the players exchanged",
                }));
            }
        }
        let twice = self.called(py, &position.beside(position), "L")?;
        let expected: Vec<Board> = options
            .iter()
            .map(|option| option.beside(position))
            .collect();
        if set(&twice) != set(&expected) {
            let what = "a move depends on other components, or changes them";
            return Err(wrong(what));
        }
        Ok(())
    }
}

/// Whether a function takes a position and a player.
fn takes_player(moves: &Bound<'_, PyAny>) -> bool {
    let count = || {
        let inspect = moves.py().import("inspect")?;
        let signature = inspect.call_method1("signature", (moves,))?;
        // A function that cannot be called with a position alone.
        let bound = signature.call_method1("bind", (moves.py().None(),));
        Ok::<bool, PyErr>(bound.is_err())
    };
    count().unwrap_or(false)
}

/// Some orders of vertices: reversed, and each other vertex before the rest, in two ways.
fn orders(order: usize) -> [Vec<usize>; 3] {
    let half = order.div_ceil(2);
    let riffled = |v: usize| v / 2 + (v % 2) * half;
    let reversed: Vec<usize> = (0..order).rev().collect();
    let riffle: Vec<usize> = (0..order).map(riffled).collect();
    let turned = riffle.iter().map(|&place| order - 1 - riffled(place));
    let turned = turned.collect();
    [reversed, riffle, turned]
}

impl Ruleset for FunctionGame {
    fn name(&self) -> &str {
        &self.name
    }

    fn summary(&self) -> &str {
        &self.summary
    }

    fn algebra(&self) -> Algebra {
        self.algebra
    }

    fn carries(&self) -> Features {
        self.carries
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        let is_turned = player == Player::Right && self.algebra == Algebra::Partizan;
        self.calls.fetch_add(1, Ordering::Relaxed);
        if self.failure().is_some() {
            return Box::new(std::iter::empty());
        }
        let found = Python::attach(|py| match is_turned {
            true => {
                let options = self.of_left(py, &position.swapped())?;
                Ok(options.iter().map(Board::swapped).collect())
            }
            false => self.of_left(py, position),
        });
        let options = found.unwrap_or_else(|why| {
            self.failure().get_or_insert(why);
            Vec::new()
        });
        Box::new(options.into_iter())
    }
}

/// The number of works in progress that may play games of functions.
static WORKS: Mutex<usize> = Mutex::new(0);

/// A work that may play games of functions. Its results count only if no function failed in it.
pub struct Watch {
    /// The number of calls of each game when the work began.
    before: Vec<(&'static FunctionGame, u64)>,
}

impl Watch {
    /// Begins to watch. The exceptions of earlier works are forgotten, unless others go on.
    pub fn begin() -> Watch {
        let mut works = WORKS.lock().unwrap_or_else(PoisonError::into_inner);
        let games = made().clone();
        let forgotten: Vec<Option<PyErr>> = match *works {
            0 => games.iter().map(|game| game.failure().take()).collect(),
            _ => Vec::new(),
        };
        *works += 1;
        drop(works);
        // An exception may hold objects whose end runs code of Python, which may begin a work.
        drop(forgotten);
        let before = games
            .into_iter()
            .map(|game| (game, game.calls.load(Ordering::Relaxed)));
        Watch {
            before: before.collect(),
        }
    }

    /// Raises the exception of a function that was called since the work began. Another work may
    /// have called it; then both have the exception.
    ///
    /// # Errors
    /// The exception.
    pub fn check(&self, py: Python<'_>) -> PyResult<()> {
        for &(game, before) in &self.before {
            let was_called = game.calls.load(Ordering::Relaxed) != before;
            if let Some(why) = game.failure().as_ref().filter(|_| was_called) {
                return Err(why.clone_ref(py));
            }
        }
        Ok(())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        *WORKS.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
    }
}
