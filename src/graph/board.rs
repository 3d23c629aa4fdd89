//! A board: a graph and the tints of its vertices.

use super::Graph;
use serde::{Deserialize, Serialize};

/// For whom a vertex is reserved.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Tint {
    /// Untinted, `.`: either player may claim it.
    #[default]
    None,
    /// Tinted blue, `L`: only Left may claim it.
    Left,
    /// Tinted red, `R`: only Right may claim it.
    Right,
}

impl Tint {
    /// The tint as written in a tint string.
    pub fn symbol(self) -> char {
        match self {
            Tint::None => '.',
            Tint::Left => 'L',
            Tint::Right => 'R',
        }
    }

    /// The tint with Left and Right exchanged.
    pub fn swapped(self) -> Tint {
        match self {
            Tint::None => Tint::None,
            Tint::Left => Tint::Right,
            Tint::Right => Tint::Left,
        }
    }
}

/// A graph with a tint on each vertex.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    graph: Graph,
    tints: Vec<Tint>,
}

/// A board as a text that is read back: graph6, and the tints after a colon if there are any.
pub fn board_text(graph6: &str, tints: &str) -> String {
    if tints.contains(['L', 'R']) {
        format!("{graph6}:{tints}")
    } else {
        graph6.to_string()
    }
}

/// Why a tint string does not fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A tint string of the wrong length.
    #[error("the tint string has {found} characters, but the board has {expected} vertices")]
    TintLength {
        /// Order of the board.
        expected: usize,
        /// Characters given.
        found: usize,
    },
    /// A character that is no tint.
    #[error("character {position} of the tint string is `{found}`; expected `.`, `L` or `R`")]
    TintSymbol {
        /// Place in the string, from 1.
        position: usize,
        /// The character.
        found: char,
    },
}

impl Board {
    /// A board without tints.
    pub fn untinted(graph: Graph) -> Board {
        let tints = vec![Tint::None; graph.order()];
        Board { graph, tints }
    }

    /// A board with a tint for each vertex.
    pub fn new(graph: Graph, tints: Vec<Tint>) -> Result<Board, BoardError> {
        if tints.len() != graph.order() {
            return Err(BoardError::TintLength {
                expected: graph.order(),
                found: tints.len(),
            });
        }
        Ok(Board { graph, tints })
    }

    /// A board with its tints written as a string over `.LR`.
    pub fn with_tints(graph: Graph, tints: &str) -> Result<Board, BoardError> {
        let parsed = tints
            .chars()
            .enumerate()
            .map(|(i, c)| match c {
                '.' => Ok(Tint::None),
                'L' => Ok(Tint::Left),
                'R' => Ok(Tint::Right),
                found => Err(BoardError::TintSymbol {
                    position: i + 1,
                    found,
                }),
            })
            .collect::<Result<Vec<_>, _>>()?;
        Board::new(graph, parsed)
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The tint of each vertex.
    pub fn tints(&self) -> &[Tint] {
        &self.tints
    }

    /// Gives vertex `v` another tint.
    ///
    /// # Panics
    /// If `v` is not a vertex.
    pub fn set_tint(&mut self, v: usize, tint: Tint) {
        self.tints[v] = tint;
    }

    /// Number of vertices.
    pub fn order(&self) -> usize {
        self.graph.order()
    }

    /// The tints as a string over `.LR`.
    pub fn tint_string(&self) -> String {
        self.tints.iter().map(|t| t.symbol()).collect()
    }

    /// Whether any vertex is tinted.
    pub fn is_tinted(&self) -> bool {
        self.tints.iter().any(|&t| t != Tint::None)
    }

    /// The board with Left and Right exchanged.
    pub fn swapped(&self) -> Board {
        Board {
            graph: self.graph.clone(),
            tints: self.tints.iter().map(|t| t.swapped()).collect(),
        }
    }

    /// The board in which vertex `v` of this one is called `place[v]`.
    ///
    /// # Panics
    /// If `place` is not a permutation of `0..order()`.
    pub fn relabelled(&self, place: &[usize]) -> Board {
        let mut tints = vec![Tint::None; self.order()];
        for (v, &t) in self.tints.iter().enumerate() {
            tints[place[v]] = t;
        }
        Board {
            graph: self.graph.relabelled(place),
            tints,
        }
    }
}
