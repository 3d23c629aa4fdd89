//! What a board carries besides tints: weights, loops, parallel edges, arcs, a token, squares.
//!
//! Most boards carry nothing of it, and most games look at nothing of it. So a board keeps these
//! marks apart, and only where there are any.

use serde::{Deserialize, Serialize};

/// The largest weight of a link.
pub const MAX_WEIGHT: u32 = 10_000;

/// An edge, a loop or an arc with a weight. In order, parallel ones of a kind are neighbours, so
/// that they are written together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Link {
    /// Where an arc starts; the lesser end of an edge; the vertex of a loop.
    pub from: usize,
    /// Where an arc ends; the greater end of an edge; the vertex of a loop.
    pub to: usize,
    /// Whether it has a direction.
    pub arc: bool,
    /// Its weight; 1 where nothing is said.
    pub weight: u32,
}

impl Link {
    /// An edge, or a loop where the ends are the same.
    pub fn edge(a: usize, b: usize, weight: u32) -> Link {
        Link {
            from: a.min(b),
            to: a.max(b),
            weight,
            arc: false,
        }
    }

    /// An edge with a direction.
    pub fn arc(from: usize, to: usize, weight: u32) -> Link {
        Link {
            from,
            to,
            weight,
            arc: true,
        }
    }

    /// Whether it joins a vertex to itself.
    pub fn is_loop(&self) -> bool {
        self.from == self.to
    }

    /// Where one comes along it from `v`, if it can be used from there.
    pub fn other_end(&self, v: usize) -> Option<usize> {
        match () {
            () if self.from == v => Some(self.to),
            () if self.to == v && !self.arc => Some(self.from),
            () => None,
        }
    }

    /// The same link between renamed vertices.
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

/// A square of the plane's lattice: row and column.
pub type Square = [i16; 2];

/// The marks of a board; what is empty is not there.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Marks {
    /// All links, in order, if any of them is more than an edge of weight 1.
    pub links: Vec<Link>,
    /// The vertex on which the token lies.
    pub token: Option<usize>,
    /// The square that each vertex stands for.
    pub squares: Vec<Square>,
}

impl Marks {
    /// The marks, or nothing if there are none.
    pub fn boxed(self) -> Option<Box<Marks>> {
        (self != Marks::default()).then(|| Box::new(self))
    }
}
