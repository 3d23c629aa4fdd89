//! Families of rows and columns: the moves of the pieces of chess, and the torus.

use super::cliques::pairs;
use super::{Arguments, FamilyError, count, fits};
use crate::Graph;

/// A move on a chessboard: the rows downwards and the columns to the right.
type Move = [isize; 2];

const ALONG_LINES: [Move; 2] = [[0, 1], [1, 0]];
const ALONG_DIAGONALS: [Move; 2] = [[1, 1], [1, -1]];
const KNIGHT: [Move; 4] = [[1, 2], [1, -2], [2, 1], [2, -1]];

/// The graph of `m` rows of `n` squares in which a piece makes up to `far` moves in a direction.
fn moves(
    args: Arguments,
    directions: impl Iterator<Item = Move> + Clone,
    far: usize,
) -> Result<Graph, FamilyError> {
    let (m, n) = (count(args, 0, 1)?, count(args, 1, 1)?);
    let order = fits(args, m.saturating_mul(n), 0)?;
    let on_board = |square: Move| square[0] < m as isize && (0..n as isize).contains(&square[1]);
    let squares = (0..m as isize).flat_map(|i| (0..n as isize).map(move |j| [i, j]));
    let edges = squares.flat_map(|from| {
        directions.clone().flat_map(move |[di, dj]| {
            let to = move |k: isize| [from[0] + k * di, from[1] + k * dj];
            let number = move |[i, j]: Move| i as usize * n + j as usize;
            (1..=far as isize)
                .map(to)
                .take_while(move |&square| on_board(square))
                .map(move |square| (number(from), number(square)))
        })
    });
    bounded(args, order, edges)
}

/// The graph with these edges, which are all different; fails at the first edge that is too many.
fn bounded(
    args: Arguments,
    order: usize,
    edges: impl Iterator<Item = (usize, usize)> + Clone,
) -> Result<Graph, FamilyError> {
    let most = args.limit.size.saturating_add(1);
    fits(args, order, edges.clone().take(most).count())?;
    Ok(Graph::from_edges(order, edges))
}

pub(super) fn rook(args: Arguments) -> Result<Graph, FamilyError> {
    let (m, n) = (count(args, 0, 1)?, count(args, 1, 1)?);
    let across = m.saturating_mul(pairs(n));
    fits(
        args,
        m.saturating_mul(n),
        across.saturating_add(n.saturating_mul(pairs(m))),
    )?;
    moves(args, ALONG_LINES.into_iter(), m.max(n))
}

pub(super) fn bishop(args: Arguments) -> Result<Graph, FamilyError> {
    moves(args, ALONG_DIAGONALS.into_iter(), args.limit.order)
}

pub(super) fn queen(args: Arguments) -> Result<Graph, FamilyError> {
    let all = ALONG_LINES.into_iter().chain(ALONG_DIAGONALS);
    moves(args, all, args.limit.order)
}

pub(super) fn king(args: Arguments) -> Result<Graph, FamilyError> {
    moves(args, ALONG_LINES.into_iter().chain(ALONG_DIAGONALS), 1)
}

pub(super) fn knight(args: Arguments) -> Result<Graph, FamilyError> {
    moves(args, KNIGHT.into_iter(), 1)
}

pub(super) fn torus(args: Arguments) -> Result<Graph, FamilyError> {
    let (m, n) = (count(args, 0, 3)?, count(args, 1, 3)?);
    let order = m.saturating_mul(n);
    fits(args, order, order.saturating_mul(2))?;
    let edges = (0..order).flat_map(|v| {
        let (i, j) = (v / n, v % n);
        [(v, i * n + (j + 1) % n), (v, (i + 1) % m * n + j)]
    });
    Ok(Graph::from_edges(order, edges))
}
