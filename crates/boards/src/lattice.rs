//! Recognises graphs whose vertices are squares of the plane lattice, adjacent when they share a
//! side.
//!
//! Theorem: a graph has at most one such placing, up to moves and reflections of the lattice, if
//! its edges are joined by cycles of four that share edges.
//!
//! Proof: four squares form a cycle exactly if they are two by two squares, so the first cycle can
//! be placed in one way. Two cycles that share an edge lie on the two sides of the edge. So the
//! place of each cycle follows from a cycle that it shares an edge with.
//!
//! Other graphs, such as trees, may have many placings, and none is searched.

use super::{Board, Graph, Square};
use std::collections::BTreeSet;

/// The greatest order of a graph whose squares are looked for. Four coordinates of its squares add
/// up to an `i16`.
const MOST: usize = 4096;

/// The square of each vertex of a board, moved to the first row and the first column. These are the
/// squares that the board is made of, or else squares whose graph is the graph of the board, if its
/// edges are joined by cycles of four that share edges.
pub fn squares_of(board: &Board) -> Option<Vec<[usize; 2]>> {
    let found = match board.squares() {
        Some(squares) => squares.to_vec(),
        None if board.has_plain_links() => placed(board.graph())?,
        None => return None,
    };
    let least = |axis: usize| found.iter().map(|s| s[axis]).min();
    let corner = [least(0)?, least(1)?];
    let moved = |k: usize, s: &Square| usize::from(s[k].abs_diff(corner[k]));
    Some(found.iter().map(|s| [moved(0, s), moved(1, s)]).collect())
}

/// The squares of the vertices of a graph whose edges are joined by cycles of four.
fn placed(graph: &Graph) -> Option<Vec<Square>> {
    let (order, size) = (graph.order(), graph.size());
    let is_degree = |degree: usize| (2..=4).contains(&degree);
    if !(4..=MOST).contains(&order) || size < order || !graph.degrees().all(is_degree) {
        return None;
    }
    let squares = Placing::of(graph)?.squares()?;
    let taken: BTreeSet<Square> = squares.iter().copied().collect();
    let beside = |&[i, j]: &Square| [[i + 1, j], [i, j + 1]].map(|s| taken.contains(&s));
    let sides = squares.iter().flat_map(beside).filter(|&taken| taken);
    let is_side = |(u, v): (usize, usize)| {
        let [[i, j], [k, l]] = [squares[u], squares[v]];
        i.abs_diff(k) + j.abs_diff(l) == 1
    };
    // Each edge is a side between two squares, and there are as many edges as sides.
    let is_placed = taken.len() == order && graph.edges().all(is_side) && sides.count() == size;
    is_placed.then_some(squares)
}

/// A cycle of four: each vertex is adjacent to the next.
type Cycle = [usize; 4];

/// The vertices that are placed so far.
struct Placing<'a> {
    graph: &'a Graph,
    squares: Vec<Option<Square>>,
    /// The cycles whose neighbours are not placed yet.
    waiting: Vec<Cycle>,
    /// The sum of the squares of each cycle that was placed.
    placed: BTreeSet<Square>,
}

impl Placing<'_> {
    /// Places all cycles of four that are joined to the first one. `None` if they do not fit.
    fn of(graph: &Graph) -> Option<Placing<'_>> {
        let first = first_cycle(graph)?;
        let mut placing = Placing {
            graph,
            squares: vec![None; graph.order()],
            waiting: Vec::new(),
            placed: BTreeSet::new(),
        };
        placing.place(first, [[0, 0], [0, 1], [1, 1], [1, 0]])?;
        while let Some(cycle) = placing.waiting.pop() {
            for k in 0..4 {
                placing.cross(cycle[k], cycle[(k + 1) % 4], cycle[(k + 3) % 4])?;
            }
        }
        Some(placing)
    }

    /// Places the cycle on the other side of the edge from `p` to `q`, if there is one. `s` is the
    /// other neighbour of `p` in the cycle on this side.
    fn cross(&mut self, p: usize, q: usize, s: usize) -> Option<()> {
        let [[i, j], [k, l], [m, n]] = [self.squares[p]?, self.squares[q]?, self.squares[s]?];
        let (down, across) = (i - m, j - n);
        let graph = self.graph;
        let mut beside = graph.neighbours(p).filter(|&w| w != q && w != s);
        let cycle = beside.find_map(|w| {
            let mut beyond = graph.neighbours(q).filter(|&x| x != p && x != s && x != w);
            let x = beyond.find(|&x| graph.has_edge(w, x))?;
            Some([p, q, x, w])
        });
        let Some(cycle) = cycle else { return Some(()) };
        let squares = [
            [i, j],
            [k, l],
            [k + down, l + across],
            [i + down, j + across],
        ];
        self.place(cycle, squares)
    }

    /// Places a cycle. `None` if a vertex has another place.
    fn place(&mut self, cycle: Cycle, squares: [Square; 4]) -> Option<()> {
        for (v, square) in cycle.into_iter().zip(squares) {
            if *self.squares[v].get_or_insert(square) != square {
                return None;
            }
        }
        let sum = |k: usize| squares.iter().map(|s| s[k]).sum();
        if self.placed.insert([sum(0), sum(1)]) {
            self.waiting.push(cycle);
        }
        Some(())
    }

    /// The squares, if all vertices are placed.
    fn squares(self) -> Option<Vec<Square>> {
        self.squares.into_iter().collect()
    }
}

/// A cycle of four through vertex 0.
fn first_cycle(graph: &Graph) -> Option<Cycle> {
    let around: Vec<usize> = graph.neighbours(0).collect();
    let pairs = around
        .iter()
        .flat_map(|&a| around.iter().map(move |&b| (a, b)));
    pairs.filter(|(a, b)| a < b).find_map(|(a, b)| {
        let mut opposite = graph
            .neighbours(a)
            .filter(|&c| c != 0 && graph.has_edge(b, c));
        opposite.next().map(|c| [0, a, c, b])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{enumerate, parse_board};

    const PRIME: usize = 7919;

    /// The graph of squares, whose vertices are numbered by a fixed rule.
    fn shuffled(squares: Vec<Square>) -> Graph {
        let board = Board::of_squares(squares);
        let n = board.order();
        let place: Vec<usize> = (0..n).map(|v| v * PRIME % n).collect();
        board.graph().relabelled(&place)
    }

    #[test]
    fn rectangles_are_recognised_in_any_numbering() {
        for (m, n) in [(2, 2), (2, 7), (3, 3), (4, 5), (5, 5), (3, 8), (8, 8)] {
            let all = (0..m).flat_map(|i| (0..n).map(move |j| [i, j]));
            let graph = shuffled(all.collect());
            let squares = squares_of(&Board::untinted(graph)).expect("a rectangle");
            let side = |k: usize| squares.iter().map(|s| s[k] + 1).max();
            let mut sides = [side(0), side(1)].map(|side| side.expect("squares"));
            sides.sort_unstable();
            assert_eq!(sides.map(|side| side as i16), [m, n], "{squares:?}");
        }
    }

    /// Every connected graph of order 4 to 8: the squares found have the graph, and all sets of
    /// squares whose edges are joined by cycles of four are found.
    #[test]
    fn exactly_the_graphs_of_such_squares_are_recognised() {
        use crate::canon::fingerprint;
        use crate::polyominoes::polyominoes;
        use std::collections::HashSet;
        use std::convert::Infallible;
        let mut graphs = enumerate::first();
        for order in 2..=8 {
            graphs = enumerate::next_connected(&graphs);
            let found: HashSet<u128> = graphs
                .iter()
                .filter_map(|graph| {
                    let squares = placed(graph)?;
                    let board = Board::untinted(Board::of_squares(squares).graph().clone());
                    let key = fingerprint(&board);
                    assert_eq!(key, fingerprint(&Board::untinted(graph.clone())));
                    Some(key)
                })
                .collect();
            let mut expected = HashSet::new();
            let done: Result<(), Infallible> = polyominoes(order, |squares| {
                if is_joined(squares) {
                    let graph = Board::of_squares(squares.to_vec()).graph().clone();
                    expected.insert(fingerprint(&Board::untinted(graph)));
                }
                Ok(())
            });
            done.expect("no error");
            assert_eq!(found, expected, "order {order}");
        }
    }

    /// Whether every edge between the squares is an edge of two by two squares, and these are
    /// joined by common edges.
    fn is_joined(squares: &[Square]) -> bool {
        let has = |i: i16, j: i16| squares.contains(&[i, j]);
        let is_cycle = |&[i, j]: &Square| has(i + 1, j) && has(i, j + 1) && has(i + 1, j + 1);
        let cycles: Vec<Square> = squares.iter().copied().filter(is_cycle).collect();
        let covered = |s: Square, t: Square| {
            cycles.iter().any(|&[i, j]| {
                let cells = [[i, j], [i + 1, j], [i, j + 1], [i + 1, j + 1]];
                cells.contains(&s) && cells.contains(&t)
            })
        };
        let edges = squares
            .iter()
            .flat_map(|&[i, j]| [[i + 1, j], [i, j + 1]].map(|t| ([i, j], t)));
        let mut edges = edges.filter(|(_, t)| squares.contains(t));
        let joined = Board::of_squares(cycles.clone()).graph().is_connected();
        !cycles.is_empty() && joined && edges.all(|(s, t)| covered(s, t))
    }

    #[test]
    fn other_graphs_are_refused() {
        for text in [
            "path(5)",
            "cycle(4)",
            "cycle(6)",
            "complete(4)",
            "hypercube(3)",
            "bipartite(2,3)",
            "torus(4,4)",
            "moebius_ladder(4)",
            "ladder(4)",
            "0-1,1-2,2-3,3-0,0-4,4-5,5-6,6-0",
            "grid(2,2,2)",
            "empty(4)",
            "star(4)",
        ] {
            let board = parse_board(text).expect("a board");
            let is_ladder = matches!(text, "cycle(4)" | "ladder(4)");
            assert_eq!(squares_of(&board).is_some(), is_ladder, "{text}");
        }
    }
}
