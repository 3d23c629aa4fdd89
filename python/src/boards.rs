//! Objects of Python as boards, and names as games.

use crate::error::{self, OrRaise};
use crate::position::PyPosition;
use boilingpoint::{Board, Ruleset, parse_board};
use boilingpoint_boards::{BoardLimit, Link, MAX_WEIGHT};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};
use std::sync::Arc;

/// The parts of a graph of Python: order, links (ends, weight, whether it is an arc), tints, token,
/// labels.
type Parts<'py> = (
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

/// The board that an object of Python is, with the labels of its vertices.
pub fn board_of<'py>(x: &Bound<'py, PyAny>) -> PyResult<(Arc<Board>, Option<Bound<'py, PyTuple>>)> {
    if let Ok(text) = x.cast::<PyString>() {
        return Ok((
            Arc::new(parse_board(text.to_str()?).map_err(error::notation)?),
            None,
        ));
    }
    if let Ok(position) = x.cast::<PyPosition>() {
        let position = position.get();
        let labels = position.labels().map(|labels| labels.bind(x.py()).clone());
        return Ok((position.board().clone(), labels));
    }
    static READ: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let read = READ.import(x.py(), "boilingpoint._graphs", "read")?;
    let parts: Parts<'py> = read.call1((x,))?.extract()?;
    let (order, links, tints, token, labels) = parts;
    Ok((
        Arc::new(of_parts(order, links, &tints, token)?),
        Some(labels),
    ))
}

fn of_parts(
    order: usize,
    links: Vec<(usize, usize, i64, bool)>,
    tints: &str,
    token: Option<usize>,
) -> PyResult<Board> {
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
    board.tinted(tints).map_err(error::notation)
}
