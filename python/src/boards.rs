//! Objects of Python as boards, and names as games.

use crate::arguments;
use crate::error::{self, OrRaise};
use crate::games::PyGame;
use crate::networkx;
use crate::position::PyPosition;
use boilingpoint::{Board, Ruleset};
use boilingpoint_boards::{BoardLimit, Link, MAX_WEIGHT};
use boilingpoint_formats::{Given, read_each, read_text};
use boilingpoint_record::input::open_named;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The parts of a graph of Python: order, links (ends, weight, whether it is an arc), tints, token,
/// labels.
pub type Parts<'py> = (
    usize,
    Vec<(usize, usize, i64, bool)>,
    String,
    Option<usize>,
    Bound<'py, PyTuple>,
);

/// The game with this name, or of this file.
pub fn ruleset(name: &str) -> PyResult<&'static dyn Ruleset> {
    if boilingpoint_plan::is_game_file(name) {
        return boilingpoint_plan::game_from_file(name.as_ref()).or_raise();
    }
    boilingpoint::ruleset(name).map_err(error::game)
}

/// The game that an object of Python is: its name, the path of its file, or a `Game`.
pub fn game_of(x: &Bound<'_, PyAny>) -> PyResult<&'static dyn Ruleset> {
    if let Ok(name) = x.cast::<PyString>() {
        return ruleset(arguments::characters(name)?);
    }
    if let Ok(game) = x.cast::<PyGame>() {
        return Ok(game.get().ruleset());
    }
    if x.hasattr("__fspath__")? {
        let path: PathBuf = x.extract()?;
        return boilingpoint_plan::game_from_file(&path).or_raise();
    }
    let kind = x.get_type().name()?;
    let why = format!("expected the name of a game, a path or a Game, not {kind}");
    Err(error::argument(x.py(), why))
}

/// The name of a file that an object of Python is: a path, or a text that is the name of a file.
pub fn path_of(x: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    let is_text = x.is_instance_of::<PyString>();
    if !is_text && !x.hasattr("__fspath__")? {
        return Ok(None);
    }
    let path: PathBuf = x.extract()?;
    let is_file = std::fs::metadata(&path).is_ok_and(|file| !file.is_dir());
    Ok(Some(path).filter(|_| is_file || !is_text))
}

/// The boards of a file.
pub fn open(path: &Path) -> PyResult<Box<dyn BufRead + Send>> {
    let file = open_named(path);
    let file = file.map_err(|e| error::input(format!("cannot read {}: {e}", path.display())))?;
    Ok(Box::new(BufReader::new(file)))
}

/// The only board of a file.
fn only_board(path: &Path) -> PyResult<Given> {
    let mut only = None;
    let wrong = |why: String| error::notation(format!("{}: {why}", path.display()));
    read_each(open(path)?, BoardLimit::MOST, |item| {
        let given = item
            .board(BoardLimit::MOST)
            .map_err(|e| wrong(e.to_string()))?;
        match only.replace(given) {
            None => Ok(()),
            Some(_) => Err(wrong(
                "found several boards; `boards` reads them all".to_string(),
            )),
        }
    })?;
    only.ok_or_else(|| wrong("found no board".to_string()))
}

/// The board that an object of Python is, as a game means it, with the labels of its vertices.
pub fn board_of<'py>(
    x: &Bound<'py, PyAny>,
    game: Option<&dyn Ruleset>,
) -> PyResult<(Arc<Board>, Option<Bound<'py, PyTuple>>)> {
    if let Ok(position) = x.cast::<PyPosition>() {
        let position = position.get();
        let labels = position.labels().map(|labels| labels.bind(x.py()).clone());
        return Ok((position.board().clone(), labels));
    }
    if let Some(parts) = networkx::parts(x) {
        return of_parts(parts);
    }
    let given = match (path_of(x)?, x.cast::<PyString>()) {
        (Some(path), _) => Some(only_board(&path)?),
        (None, Ok(text)) => {
            let read = read_text(arguments::characters(text)?, BoardLimit::MOST);
            Some(read.map_err(error::notation)?)
        }
        (None, Err(_)) => None,
    };
    if let Some(given) = given {
        let labels = given
            .labels
            .map(|labels| PyTuple::new(x.py(), labels))
            .transpose()?;
        let board = match game {
            Some(game) => game.meant(given.board, given.is_cgsuite),
            None => given.board,
        };
        return Ok((Arc::new(board), labels));
    }
    static READ: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let read = READ.import(x.py(), "boilingpoint._graphs", "read")?;
    of_parts(read.call1((x,))?.extract()?)
}

/// The board of a graph with these parts, with the labels of its vertices.
fn of_parts<'py>(
    (order, links, tints, token, labels): Parts<'py>,
) -> PyResult<(Arc<Board>, Option<Bound<'py, PyTuple>>)> {
    let limit = BoardLimit::MOST;
    if !limit.allows(order, links.len()) {
        return Err(error::notation(format!(
            "the board is too large; {limit} are accepted"
        )));
    }
    let link = |(a, b, weight, arc): (usize, usize, i64, bool)| {
        if a >= order || b >= order {
            return Err(error::notation(format!("there is no vertex {}", a.max(b))));
        }
        let fits = u32::try_from(weight)
            .ok()
            .filter(|w| (1..=MAX_WEIGHT).contains(w));
        let weight = fits.ok_or_else(|| {
            error::notation(format!(
                "the weight {weight} is out of range; expected a weight from 1 to {MAX_WEIGHT}"
            ))
        })?;
        Ok(if arc {
            Link::arc(a, b, weight)
        } else {
            Link::edge(a, b, weight)
        })
    };
    let links = links
        .into_iter()
        .map(link)
        .collect::<PyResult<Vec<Link>>>()?;
    if token.is_some_and(|v| v >= order) {
        return Err(error::notation("the token is on no vertex"));
    }
    let board = Board::of_links(order, links).with_token(token);
    let board = board.tinted(&tints).map_err(error::notation)?;
    Ok((Arc::new(board), Some(labels)))
}
