//! The marks of boards other than tints: weights, loops, parallel edges, arcs, a token, squares.
//!
//! Most boards have no marks, and most games use none. So a board keeps its marks in a separate
//! allocation, only if it has any.

use serde::{Deserialize, Serialize};

/// The greatest weight of a link.
pub const MAX_WEIGHT: u32 = 10_000;

/// An edge, a loop or an arc with a weight. Sorting links brings parallel ones of a kind together,
/// as the notation writes them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Link {
    /// The start of an arc; the lesser end of an edge; the vertex of a loop.
    pub from: usize,
    /// The end of an arc; the greater end of an edge; the vertex of a loop.
    pub to: usize,
    /// Whether the link is an arc.
    pub arc: bool,
    /// The weight; 1 unless given.
    pub weight: u32,
}

impl Link {
    /// An edge between two vertices, or a loop if they are equal.
    pub fn edge(a: usize, b: usize, weight: u32) -> Link {
        Link {
            from: a.min(b),
            to: a.max(b),
            weight,
            arc: false,
        }
    }

    /// An arc.
    pub fn arc(from: usize, to: usize, weight: u32) -> Link {
        Link {
            from,
            to,
            weight,
            arc: true,
        }
    }

    /// Whether the link is a loop.
    pub fn is_loop(&self) -> bool {
        self.from == self.to
    }

    /// The vertex that the link leads to from `v`; `None` if it cannot be used from `v`.
    pub fn other_end(&self, v: usize) -> Option<usize> {
        match () {
            () if self.from == v => Some(self.to),
            () if self.to == v && !self.arc => Some(self.from),
            () => None,
        }
    }

    /// The link with its ends renamed.
    pub(super) fn renamed(self, name: impl Fn(usize) -> usize) -> Link {
        let (from, to) = (name(self.from), name(self.to));
        if self.arc {
            Link { from, to, ..self }
        } else {
            Link::edge(from, to, self.weight)
        }
    }

    pub(super) fn is_plain(&self) -> bool {
        self.weight == 1 && !self.arc && !self.is_loop()
    }
}

/// A square of the plane lattice, as row and column.
pub type Square = [i16; 2];

/// The marks of a board; an empty field stands for no marks of its kind.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Marks {
    /// All links in order, if any of them is not an edge of weight 1; else empty.
    pub links: Vec<Link>,
    /// The vertex that the token lies on.
    pub token: Option<usize>,
    /// The square that each vertex stands for; empty if the board is not one of squares.
    pub squares: Vec<Square>,
}

impl Marks {
    /// The marks on the heap; `None` if there are none.
    pub fn boxed(self) -> Option<Box<Marks>> {
        (self != Marks::default()).then(|| Box::new(self))
    }
}
