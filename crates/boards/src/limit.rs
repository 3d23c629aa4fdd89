//! The size of the boards that a text may describe.

use std::fmt;

/// The greatest order and size of a board. A reader checks them before it makes the board, since a
/// few characters such as `path(100000)` can describe a board that does not fit into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardLimit {
    /// The greatest number of vertices, at least 1.
    pub order: usize,
    /// The greatest number of edges, arcs and loops.
    pub size: usize,
}

impl BoardLimit {
    /// The limit of every reader that has no limit of its own. The graph of such a board takes at
    /// most 128 MiB.
    pub const MOST: BoardLimit = BoardLimit {
        order: 1 << 15,
        size: 2_000_000,
    };

    /// Whether a board of this order and size is within the limit.
    pub fn allows(self, order: usize, size: usize) -> bool {
        order <= self.order && size <= self.size
    }
}

impl fmt::Display for BoardLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (order, size) = (self.order, self.size);
        write!(f, "at most {order} vertices and {size} edges")
    }
}
