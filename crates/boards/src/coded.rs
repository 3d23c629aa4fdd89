//! Represents a board with marks as a coloured graph, so that one labelling function serves all
//! boards.
//!
//! The labelling distinguishes vertices by their tint and by a number. For a compressed board the
//! number is the count of twins; here the number is a colour. Every vertex of the board keeps its
//! index, and its colour tells whether the token lies on it. Some links become vertices: a link
//! that is not an edge of weight 1, or that is parallel to another link. Such a link becomes a
//! vertex between its ends, or two vertices for an arc; the colour is the kind and weight of the
//! link. Edges between squares are coloured by direction. Two boards are isomorphic exactly if
//! their coloured graphs are isomorphic.

use super::classes::{Classes, Compressed, TooManyClasses};
use super::marks::Link;
use super::row::Wide;
use super::{BitRow, Board, Tint};

const TOKEN: u16 = 2;
/// The first colour of links. The colour of a link encodes its kind and its weight.
const LINKS: u16 = 4;

#[derive(Clone, Copy)]
enum LinkKind {
    Loop,
    Edge,
    Tail,
    Head,
}

fn colour(kind: LinkKind, weight: u32) -> Result<u16, TooManyClasses> {
    // Weights are positive, and every nim-sum of two weights has a colour as well.
    let colour = u32::from(LINKS) + 4 * (weight - 1) + kind as u32;
    u16::try_from(colour).map_err(|_| TooManyClasses::Twins(weight as usize))
}

/// The coloured graph of a board: first the vertices of the board, then the vertices for links.
///
/// # Errors
/// When the graph has more vertices, or greater weights, than the labelling accepts.
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
    let links = links_with_directions(board);
    // Links are sorted, so equal links are neighbours in the list.
    let alone = |i: usize| {
        let beside = [i.wrapping_sub(1), i + 1];
        beside.iter().all(|&k| links.get(k) != links.get(i))
    };
    for (i, link) in links.iter().enumerate() {
        let &Link {
            from,
            to,
            weight,
            arc,
        } = link;
        match () {
            () if link.is_plain() && alone(i) => edges.push((from, to)),
            () if link.is_loop() => edges.push((from, add(LinkKind::Loop, weight)?)),
            () if arc => {
                let (tail, head) = (add(LinkKind::Tail, weight)?, add(LinkKind::Head, weight)?);
                edges.extend([(from, tail), (tail, head), (head, to)]);
            }
            () => {
                let between = add(LinkKind::Edge, weight)?;
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

/// The links of a board. On a board of squares, a link within a column gets weight 2 and a link
/// within a row weight 1, so that the two directions differ.
fn links_with_directions(board: &Board) -> Vec<Link> {
    let mut links = board.links();
    if let Some(squares) = board.squares() {
        for link in &mut links {
            link.weight = if squares[link.from][1] == squares[link.to][1] {
                2
            } else {
                1
            };
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::super::canon::marked_key;
    use super::super::{Board, Link, MAX_WEIGHT, parse_board};

    /// Boards that differ in one mark have different keys.
    #[test]
    fn every_mark_counts() {
        let texts = [
            "0-1@0",
            "0-1*1*1@0",
            "0-1*1*1*1@0",
            "0-1*2@0",
            "0-1*1*2@0",
            "0>1@0",
            "0>1*1*1@0",
            "1>0@0",
            "0-1,0>1@0",
            "0-1,1>0@0",
            "0>1,1>0@0",
            "0-0,0-1@0",
            "0-0*1*1,0-1@0",
            "0-0*2,0-1@0",
            "0-1,1-1@0",
        ];
        let keys = texts.map(|text| marked_key(&parse_board(text).unwrap()).unwrap());
        for (i, key) in keys.iter().enumerate() {
            for (j, other) in keys[..i].iter().enumerate() {
                assert_ne!(key, other, "{} and {}", texts[i], texts[j]);
            }
        }
    }

    /// A merged link may weigh more than one link may, but at most 16383, which has a colour.
    #[test]
    fn every_nim_sum_has_a_colour() {
        let most = MAX_WEIGHT.next_power_of_two() - 1;
        for weight in [1, 8191 ^ 8192, most] {
            for link in [
                Link::edge(0, 1, weight),
                Link::edge(0, 0, weight),
                Link::arc(0, 1, weight),
            ] {
                assert!(marked_key(&Board::of_links(2, vec![link])).is_ok());
            }
        }
    }
}
