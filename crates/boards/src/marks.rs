//! The marks of boards other than tints: weights, loops, parallel edges, arcs, a token, squares.
//!
//! Most boards have no marks, and most games use none. So the marks of a board are allocated
//! separately, and only if the board has any.

use serde::{Deserialize, Serialize};

/// The greatest weight of a link.
pub const MAX_WEIGHT: u32 = 10_000;

/// An edge, a loop or an arc, with a weight. Sorting puts parallel links of one kind next to each
/// other, which is the order that the notation writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Link {
    /// The start of an arc; the lesser end of an edge; the vertex of a loop.
    pub from: usize,
    /// The end of an arc; the greater end of an edge; the vertex of a loop.
    pub to: usize,
    /// Whether the link is an arc, which can be used only from `from` to `to`.
    pub arc: bool,
    /// The weight, from 1 to [`MAX_WEIGHT`]; 1 if the notation gives none.
    pub weight: u32,
}

impl Link {
    /// An edge between two vertices; a loop if the two are equal.
    pub fn edge(a: usize, b: usize, weight: u32) -> Link {
        Link {
            from: a.min(b),
            to: a.max(b),
            weight,
            arc: false,
        }
    }

    /// An arc from one vertex to another.
    pub fn arc(from: usize, to: usize, weight: u32) -> Link {
        Link {
            from,
            to,
            weight,
            arc: true,
        }
    }

    /// Whether the link joins a vertex to itself.
    pub fn is_loop(&self) -> bool {
        self.from == self.to
    }

    /// The vertex that the link leads to from `v`; `None` if the link cannot be used from `v`.
    pub fn other_end(&self, v: usize) -> Option<usize> {
        match () {
            () if self.from == v => Some(self.to),
            () if self.to == v && !self.arc => Some(self.from),
            () => None,
        }
    }

    /// The link between the vertices that `name` gives for its ends.
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

/// A square of the plane lattice, as its row and its column.
pub type Square = [i16; 2];

/// The marks of a board. An empty field means that the board has no marks of that kind.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Marks {
    /// All links in order; empty if every link is an edge of weight 1 and no two are parallel.
    pub links: Vec<Link>,
    /// The vertex that the token lies on; `None` without a token.
    pub token: Option<usize>,
    /// The square that each vertex stands for; empty if the board is not made of squares.
    pub squares: Vec<Square>,
}

impl Marks {
    /// The marks in an allocation of their own; `None` if there are no marks.
    pub fn boxed(self) -> Option<Box<Marks>> {
        (self != Marks::default()).then(|| Box::new(self))
    }
}
