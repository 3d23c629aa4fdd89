//! Moves of a position.

use crate::error;
use crate::functions::Watch;
use crate::position::PyPosition;
use boilingpoint::Board;
use boilingpoint_rules::{Player, moves};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The player that a text names.
pub fn player(name: &str) -> PyResult<Player> {
    match name {
        "L" | "l" | "Left" | "left" => Ok(Player::Left),
        "R" | "r" | "Right" | "right" => Ok(Player::Right),
        _ => Err(error::game(format!(
            "there is no player `{name}`; expected `L` or `R`"
        ))),
    }
}

/// A move: the vertices that the player points at, and the position after it.
#[pyclass(frozen, get_all, name = "Move", module = "boilingpoint")]
pub struct PyMove {
    /// The player: `L` or `R`.
    player: &'static str,
    /// The vertices that the player points at.
    vertices: Vec<usize>,
    /// The move in words.
    text: String,
    /// The position after the move.
    position: Py<PyPosition>,
}

/// Player, vertices, text and later position of a move.
type MoveParts = (String, Vec<usize>, String, Py<PyPosition>);

/// The move that a pickle has.
#[pyfunction]
pub fn _move(
    player: &str,
    vertices: Vec<usize>,
    text: String,
    position: Py<PyPosition>,
) -> PyResult<PyMove> {
    Ok(PyMove {
        player: name_of(self::player(player)?),
        vertices,
        text,
        position,
    })
}

/// The letter of a player.
fn name_of(player: Player) -> &'static str {
    match player {
        Player::Left => "L",
        Player::Right => "R",
    }
}

impl PyMove {
    /// The position after the move.
    pub fn position(&self) -> &Py<PyPosition> {
        &self.position
    }

    /// The position after the move, without the move.
    pub fn into_position(self) -> Py<PyPosition> {
        self.position
    }
}

#[pymethods]
impl PyMove {
    fn __eq__(&self, other: &PyMove) -> bool {
        self.player == other.player
            && self.vertices == other.vertices
            && self.position.get() == other.position.get()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.player, &self.vertices).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, MoveParts)> {
        let remake = py.import("boilingpoint._boilingpoint")?.getattr("_move")?;
        let parts = (
            self.player.to_string(),
            self.vertices.clone(),
            self.text.clone(),
            self.position.clone_ref(py),
        );
        Ok((remake, parts))
    }

    fn __repr__(&self) -> String {
        format!("<Move {}: {}>", self.player, self.text)
    }
}

/// The moves of a player.
pub fn all_moves(py: Python<'_>, from: &PyPosition, player: Player) -> PyResult<Vec<PyMove>> {
    let ruleset = from.game();
    ruleset.fits(from.board()).map_err(error::game)?;
    let board = Board::clone(from.board()).named();
    let name = name_of(player);
    let watch = Watch::begin();
    let found = moves(ruleset, &board, player);
    watch.check(py)?;
    let made = found.into_iter().map(|made| {
        let labels = labels_of(py, from, &made.position)?;
        let board = Arc::new(made.position.without_names());
        let position = Py::new(py, PyPosition::with(board, ruleset, Some(labels)))?;
        Ok(PyMove {
            player: name,
            vertices: made.choice,
            text: made.text,
            position,
        })
    });
    made.collect()
}

/// The labels of the vertices of a later position, whose names are vertices of this one.
fn labels_of(py: Python<'_>, from: &PyPosition, later: &Board) -> PyResult<Py<PyTuple>> {
    let names = (0..later.order()).map(|v| later.name_of(v));
    let labels = match from.labels() {
        None => PyTuple::new(py, names.collect::<Vec<usize>>())?,
        Some(labels) => {
            let labels = labels.bind(py);
            let of = names.map(|v| labels.get_item(v));
            PyTuple::new(py, of.collect::<PyResult<Vec<_>>>()?)?
        }
    };
    Ok(labels.unbind())
}

/// The vertices of a position that have these labels.
pub fn vertices_with(
    py: Python<'_>,
    position: &PyPosition,
    labels: &Bound<'_, PyAny>,
) -> PyResult<Vec<usize>> {
    let known = (0..position.board().order()).map(|v| position.label(py, v));
    let known = known.collect::<PyResult<Vec<_>>>()?;
    let mut found = Vec::new();
    for label in labels
        .try_iter()
        .map_err(|e| error::argument(py, e.value(py)))?
    {
        let label = label?;
        let mut place = None;
        for (v, known) in known.iter().enumerate() {
            if known.eq(&label)? {
                place = Some(v);
                break;
            }
        }
        let missing = || error::game(format!("no vertex has the label {label}"));
        found.push(place.ok_or_else(missing)?);
    }
    Ok(found)
}

/// The position after the move in which a player points at these vertices.
pub fn chosen(
    py: Python<'_>,
    player: &str,
    moves: &[PyMove],
    vertices: &[usize],
) -> PyResult<Py<PyPosition>> {
    let sorted = |v: &[usize]| {
        let mut v = v.to_vec();
        v.sort_unstable();
        v
    };
    let made = moves
        .iter()
        .filter(|m| sorted(&m.vertices) == sorted(vertices));
    let made: Vec<&PyMove> = made.collect();
    match made[..] {
        [one] => Ok(one.position.clone_ref(py)),
        [first, ..] if made.iter().all(|m| m.text == first.text) => {
            Ok(first.position.clone_ref(py))
        }
        [] => {
            let known: Vec<String> = moves.iter().take(30).map(|m| m.text.clone()).collect();
            let known = match known.len() {
                0 => "there is no move".to_string(),
                _ => format!("the moves are: {}", known.join("; ")),
            };
            Err(error::game(format!(
                "{player} has no move at {vertices:?}; {known}"
            )))
        }
        _ => {
            let texts: Vec<String> = made.iter().map(|m| m.text.clone()).collect();
            Err(error::game(format!(
                "{player} has several moves at {vertices:?}: {}; choose one of `moves`",
                texts.join("; ")
            )))
        }
    }
}
