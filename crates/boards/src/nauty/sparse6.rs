//! sparse6 and incremental sparse6: text formats for undirected graphs with loops and parallel
//! edges, whose length grows with the number of edges.
//!
//! After `:` and the order follow bits. A current vertex `v` begins at 0. Each unit is a bit `b`
//! and a number `x` of as many bits as the greatest vertex needs. The bit `b` moves `v` to the next
//! vertex. If then `x > v`, `v` becomes `x`; otherwise `x` is joined to `v`. Ones fill up the last
//! sextet. A line of incremental sparse6 begins with `;`, has no order, and lists the edges in
//! which its graph differs from the graph of the line before.

use super::code::{Code, CodeError, CodeFault, bit, push_order, push_sextet};
use crate::{Board, BoardLimit, Graph, Link};
use std::collections::BTreeSet;

const SPARSE6: &str = "sparse6";
const INCREMENTAL: &str = "incremental sparse6";

/// Reads a sparse6 text, with or without a line end. Each parallel edge is a link of its own. The
/// time is linear in the length of the text, apart from the sorting of the links.
///
/// # Errors
/// [`CodeError`] names the position of the mistake.
pub fn read(text: &str) -> Result<Board, CodeError> {
    read_within(text, BoardLimit::MOST.order)
}

/// Like [`read`], for boards of at most `most` vertices.
///
/// # Errors
/// As [`read`].
pub fn read_within(text: &str, most: usize) -> Result<Board, CodeError> {
    let code = begun(SPARSE6, ':', "`:`", text)?;
    let (order, start) = code.order(most)?;
    let mut graph = Graph::empty(order);
    let mut is_plain = true;
    each_edge(&code, order, start, |a, b| {
        match a == b || graph.has_edge(a, b) {
            true => is_plain = false,
            false => graph.add_edge(a, b),
        };
    })?;
    match is_plain {
        true => Ok(Board::untinted(graph)),
        false => Ok(Board::of_links(order, links(&code, order, start)?)),
    }
}

/// Reads a line of incremental sparse6, which follows the line of the board `before`. Parallel
/// edges are not part of the format: an edge of the line is added if it is missing, and removed if
/// it is there.
///
/// # Errors
/// As [`read`].
pub fn read_after(before: &Board, text: &str) -> Result<Board, CodeError> {
    let code = begun(INCREMENTAL, ';', "`;`", text)?;
    let mut changed = BTreeSet::new();
    for link in links(&code, before.order(), 0)? {
        if !changed.insert(link) {
            changed.remove(&link);
        }
    }
    let mut all = before.links();
    all.retain(|link| !changed.remove(link));
    all.extend(changed);
    Ok(Board::of_links(before.order(), all))
}

/// The code of a line that begins with `first`.
fn begun<'a>(
    format: &'static str,
    first: char,
    expected: &'static str,
    line: &'a str,
) -> Result<Code<'a>, CodeError> {
    Code::of(format, line, |text| match text.chars().next() {
        None => Err(CodeFault::Empty),
        Some(c) if c == first => Ok(1),
        Some(_) => Err(CodeFault::Begin { expected }),
    })
}

/// The number of bits of the greatest vertex.
fn width(order: usize) -> usize {
    (usize::BITS - order.saturating_sub(1).leading_zeros()) as usize
}

fn links(code: &Code, order: usize, start: usize) -> Result<Vec<Link>, CodeError> {
    let mut links = Vec::new();
    each_edge(code, order, start, |a, b| links.push(Link::edge(a, b, 1)))?;
    Ok(links)
}

/// Calls `edge` for each edge `(x, v)`, where `x <= v`, in the order of the text.
fn each_edge(
    code: &Code,
    order: usize,
    start: usize,
    mut edge: impl FnMut(usize, usize),
) -> Result<(), CodeError> {
    let data = &code.sextets[start..];
    let (width, bits) = (width(order), 6 * data.len());
    // The bits that have been taken from the sextets and not read yet.
    let (mut taken, mut free, mut sextets) = (0u64, 0, data.iter());
    let (mut v, mut at, mut used, mut edges) = (0, 0, 0, 0);
    while v < order && at + 1 + width <= bits {
        while free <= width {
            taken = taken << 6 | u64::from(sextets.next().copied().unwrap_or(0));
            free += 6;
        }
        free -= 1 + width;
        let unit = (taken >> free) as usize & ((2 << width) - 1);
        at += 1 + width;
        v += unit >> width;
        let x = unit & ((1 << width) - 1);
        if x > v {
            v = x;
        } else if v < order {
            edge(x, v);
            (used, edges) = (at, edges + 1);
        }
    }
    // nauty writes a loop at the only vertex in one bit, networkx in two.
    if order == 1 && edges > 1 {
        return code.fail(CodeFault::Loops);
    }
    let position = code.end();
    // A zero before the ones says that the ones are no edge, if the last vertex is 2^width - 1.
    let ones = used + usize::from(used < bits && !bit(data, used));
    match (ones..bits).all(|i| bit(data, i)) {
        false => code.fail(CodeFault::TruncatedEdge { position }),
        true if bits - used >= 6 => code.fail(CodeFault::Surplus {
            position: code.skipped + start + used.div_ceil(6) + 1,
        }),
        true => Ok(()),
    }
}

/// The sparse6 text of a board whose links are edges and loops of weight 1, without header or line
/// end; `None` for other boards, and for a vertex alone with several loops. Tints, the token and
/// squares are not part of the format. The text is the one that nauty writes.
pub fn write(board: &Board) -> Option<String> {
    let mut links = board.links();
    let loops = board.order() == 1 && links.len() > 1;
    if loops || links.iter().any(|l| l.arc || l.weight != 1) {
        return None;
    }
    links.sort_unstable_by_key(|l| (l.to, l.from));
    let order = board.order();
    let mut out = Sextets {
        text: ":".to_string(),
        value: 0,
        free: 6,
    };
    push_order(&mut out.text, order);
    let (width, mut v) = (width(order), 0);
    for link in links {
        let (x, to) = (link.from, link.to);
        out.push(usize::from(to != v), 1);
        if to > v + 1 {
            out.push(to, width);
            out.push(0, 1);
        }
        out.push(x, width);
        v = to;
    }
    if out.free < 6 {
        // Ones alone would read as the edge from the last vertex to itself.
        let is_edge = out.free > width && v + 2 == order && order == 1 << width;
        let ones = out.free - usize::from(is_edge);
        out.push(0, out.free - ones);
        out.push((1 << ones) - 1, ones);
    }
    Some(out.text)
}

/// A text to which bits are added.
struct Sextets {
    text: String,
    value: u8,
    /// The number of bits that the current sextet lacks.
    free: usize,
}

impl Sextets {
    fn push(&mut self, number: usize, width: usize) {
        for i in (0..width).rev() {
            self.value = self.value << 1 | (number >> i & 1) as u8;
            self.free -= 1;
            if self.free == 0 {
                push_sextet(&mut self.text, self.value);
                (self.value, self.free) = (0, 6);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn name(text: &str) -> String {
        read(text).unwrap().name()
    }

    #[test]
    fn known_texts() {
        // The example in the description of the format.
        assert_eq!(name(":Fa@x^"), name(">>sparse6<<:Fa@x^\r\n"));
        assert_eq!(read(":Fa@x^").unwrap().links().len(), 4);
        let edges = [(0, 1), (0, 2), (1, 2), (5, 6)];
        let example = Board::of_links(7, edges.map(|(a, b)| Link::edge(a, b, 1)).to_vec());
        assert_eq!(read(":Fa@x^").unwrap(), example);
        assert_eq!(write(&example).as_deref(), Some(":Fa@x^"));
        assert_eq!(name(":@^"), "0-0");
        assert!(
            read(":@N")
                .unwrap_err()
                .to_string()
                .contains("several loops")
        );
        for (text, board) in [(":?", "?"), (":@", "@"), (":A", "A?"), (":An", "A_")] {
            assert_eq!(name(text), board);
        }
    }

    /// Where the last vertex but one has the last edge, the rest of the last sextet may not be ones
    /// alone. The texts are those of `copyg -s` of nauty 2.8.6.
    #[test]
    fn what_is_left_of_the_last_sextet_is_no_edge() {
        for (order, ends, text) in [
            (4, &[0, 1][..], ":CoJ"),
            (8, &[0], ":GwF"),
            (8, &[0, 1, 2], ":Gw@J"),
            (16, &[0], ":O{B"),
            (16, &[0, 1], ":O{?N"),
            (16, &[0, 1, 2], ":O{?Gn"),
        ] {
            let links = ends.iter().map(|&end| Link::edge(end, order - 2, 1));
            let board = Board::of_links(order, links.collect());
            assert_eq!(write(&board).as_deref(), Some(text));
            assert_eq!(read(text), Ok(board));
        }
    }

    #[test]
    fn a_line_differs_from_the_line_before() {
        // `geng -c 4 | copyg -I1` and `geng -c 4` of nauty 2.8.6
        for (before, line, after) in [(":CwI", ";ov", "CU"), (":Co`V", ";pv", "C]")] {
            let before = read(before).unwrap();
            assert_eq!(read_after(&before, line).unwrap().name(), after);
        }
    }

    #[test]
    fn errors_name_the_place() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert!(message("").starts_with("empty sparse6 text"));
        assert!(message(":").starts_with("empty sparse6 text"));
        assert!(message("DQc").contains("expected `:`"));
        assert!(message(":F a").contains("character 3"));
        assert_eq!(
            message(":Fa@x"),
            "the sparse6 text ends after character 5, within an edge"
        );
        assert!(message(":Fa@x^~~").contains("characters follow the last edge"));
        assert!(message(":~~~~~~~~").contains("vertices at character 2"));
    }

    /// Boards with loops and parallel edges.
    fn boards() -> impl Strategy<Value = Board> {
        (2usize..70).prop_flat_map(|order| {
            let ends = (0..order, 0..order);
            proptest::collection::vec(ends, 0..12).prop_map(move |ends| {
                let links = ends.into_iter().map(|(a, b)| Link::edge(a, b, 1));
                Board::of_links(order, links.collect())
            })
        })
    }

    proptest! {
        #[test]
        fn boards_round_trip(board in boards()) {
            let text = write(&board).unwrap();
            prop_assert_eq!(read(&text), Ok(board), "{}", text);
        }

        #[test]
        fn no_text_panics(text in "[:;]?[?-~]{0,8}", order in 0usize..9) {
            let _ = read(&text);
            let _ = read_after(&Board::untinted(crate::Graph::empty(order)), &text);
        }
    }
}
