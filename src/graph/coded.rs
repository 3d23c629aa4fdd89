//! A board with marks as a coloured graph, so that one labelling serves all boards.
//!
//! The labelling tells vertices apart by tint and by a number, their count where they stand for
//! several. Here that number is a colour. Every vertex of the board keeps its place; its colour
//! says whether the token lies on it. A link that is more than an edge of weight 1 becomes a vertex
//! between its ends, or two for an arc, coloured by kind and weight. Edges between squares are
//! coloured by direction. Isomorphic boards thus become isomorphic graphs, and no others do.

use super::classes::{Classes, Compressed, TooManyClasses};
use super::marks::Link;
use super::row::Wide;
use super::{Board, Row, Tint};

const TOKEN: u16 = 2;
/// Colours from here on are those of links: kind and weight.
const LINKS: u16 = 4;

#[derive(Clone, Copy)]
enum Kind {
    Loop,
    Edge,
    Tail,
    Head,
}

fn colour(kind: Kind, weight: u32) -> Result<u16, TooManyClasses> {
    let colour = u32::from(LINKS) + 4 * weight + kind as u32;
    u16::try_from(colour).map_err(|_| TooManyClasses::Twins(weight as usize))
}

/// The vertices of the coded board first, then those that stand for links.
///
/// # Errors
/// When these are too many for the labelling.
pub(super) fn coded(board: &Board) -> Result<Compressed, TooManyClasses> {
    let mut parts: Vec<(u16, Tint)> = Vec::new();
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for v in 0..board.order() {
        let colour = if board.token() == Some(v) { TOKEN } else { 1 };
        parts.push((colour, board.tints()[v]));
    }
    let mut add = |kind, weight| {
        parts.push((colour(kind, weight)?, Tint::None));
        Ok(parts.len() - 1)
    };
    let mut last = None;
    for link in links_with_directions(board) {
        let Link { from, to, weight, arc } = link;
        // links are in order: of parallel edges of weight 1 all but the first have a vertex
        let again = last.replace(link) == Some(link);
        match () {
            () if link.is_plain() && !again => edges.push((from, to)),
            () if link.is_loop() => edges.push((from, add(Kind::Loop, weight)?)),
            () if arc => {
                let (tail, head) = (add(Kind::Tail, weight)?, add(Kind::Head, weight)?);
                edges.extend([(from, tail), (tail, head), (head, to)]);
            }
            () => {
                let between = add(Kind::Edge, weight)?;
                edges.extend([(from, between), (between, to)]);
            }
        }
    }
    if parts.len() > Wide::BITS {
        return Err(TooManyClasses::Classes(parts.len()));
    }
    let mut rows = vec![Wide::NONE; parts.len()];
    for (a, b) in edges {
        rows[a] |= Wide::one(b);
        rows[b] |= Wide::one(a);
    }
    let mut classes = Classes::default();
    for ((colour, tint), row) in parts.into_iter().zip(rows) {
        classes.push(row, tint, colour);
    }
    Ok(Compressed::narrowest(classes))
}

/// The links; between squares of one column their weight is 2, so that they differ from those
/// between squares of one row.
fn links_with_directions(board: &Board) -> Vec<Link> {
    let mut links = board.links();
    if let Some(squares) = board.squares() {
        for link in &mut links {
            link.weight = if squares[link.from][1] == squares[link.to][1] { 2 } else { 1 };
        }
    }
    links
}
