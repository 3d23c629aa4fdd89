//! The neighbours of each vertex of a small genome as bits.
//!
//! An operator asks for each of several edges whether it lies on a cycle, and a repair asks whether
//! a genome is connected and has parallel edges. Rows of bits answer without the heap. Most of the
//! boards that a search breeds are small, and breeding is most of the time of a search whose
//! boards cost nothing to score.

use super::genome::Genome;
use petgraph::graph::NodeIndex;

/// The greatest order of a genome that has rows.
const MOST: usize = u64::BITS as usize;

/// For each vertex, the bits of its neighbours.
pub(super) struct Rows {
    order: usize,
    rows: [u64; MOST],
}

impl Rows {
    /// The rows of a genome; `None` for a genome with too many vertices.
    pub fn of(genome: &Genome) -> Option<Rows> {
        let order = genome.order();
        if order > MOST {
            return None;
        }
        let mut rows = [0; MOST];
        for edge in genome.raw_edges() {
            let (a, b) = (edge.source().index(), edge.target().index());
            rows[a] |= 1 << b;
            rows[b] |= 1 << a;
        }
        Some(Rows { order, rows })
    }

    /// The number of pairs of vertices that edges join.
    pub fn pairs(&self) -> usize {
        let ends = self.rows[..self.order].iter();
        ends.map(|row| row.count_ones() as usize).sum::<usize>() / 2
    }

    /// Whether the graph is connected; the empty graph counts as not connected.
    pub fn is_connected(&self) -> bool {
        self.order > 0 && self.reached(1, self.rows[0]).count_ones() as usize == self.order
    }

    /// Whether the edges between `hub` and `root` lie on no cycle with other edges.
    pub fn cuts_off(&self, hub: NodeIndex, root: NodeIndex) -> bool {
        let (hub, root) = (1 << hub.index(), root.index());
        self.reached(1 << root, self.rows[root] & !hub) & hub == 0
    }

    /// The set `from`, the set `next`, and all vertices that paths from `next` reach.
    fn reached(&self, from: u64, next: u64) -> u64 {
        let (mut found, mut edge) = (from | next, next & !from);
        while edge != 0 {
            let new = self.rows[edge.trailing_zeros() as usize] & !found;
            found |= new;
            edge = (edge & (edge - 1)) | new;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators::parts::beyond;
    use boilingpoint_boards::parse_board;

    fn genome(text: &str) -> Genome {
        Genome::of_board(&parse_board(text).expect("a board"))
    }

    #[test]
    fn an_edge_cuts_off_what_a_search_does_not_leave() {
        for text in [
            "petersen",
            "0-1,1-2,2-0,2-3,3-4,5-6",
            "0-1*1*1,1-2",
            "star(63)",
            "0",
        ] {
            let genome = genome(text);
            let rows = Rows::of(&genome).expect("at most 64 vertices");
            for edge in genome.raw_edges() {
                for (hub, root) in [
                    (edge.source(), edge.target()),
                    (edge.target(), edge.source()),
                ] {
                    let found = beyond(&genome, hub, root).is_some();
                    assert_eq!(rows.cuts_off(hub, root), found, "{text}");
                }
            }
        }
    }

    #[test]
    fn components_and_pairs_are_counted() {
        let cases = [("cycle(5)", true, 5), ("0-1,2-3", false, 2), ("0", true, 0)];
        for (text, is_connected, pairs) in cases.into_iter().chain([("0-1*1*1,1-2", true, 2)]) {
            let rows = Rows::of(&genome(text)).expect("at most 64 vertices");
            assert_eq!(
                (rows.is_connected(), rows.pairs()),
                (is_connected, pairs),
                "{text}"
            );
        }
        assert!(
            !Rows::of(&Genome::default())
                .expect("no vertices")
                .is_connected()
        );
        assert!(Rows::of(&genome("star(64)")).is_none());
    }
}
