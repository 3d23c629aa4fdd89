//! digraph6: a text format for directed graphs with loops.
//!
//! After `&` and the order follows the adjacency matrix, row by row. GAP's package Digraphs up to
//! version 0.15 wrote `+` and the matrix column by column. Sage writes no first character: such a
//! line is read after the header `>>digraph6<<`, since its text may otherwise be that of a graph.

use super::code::{Code, CodeError, CodeFault, bit, push_bits, push_order};
use crate::{Board, BoardLimit, Link};

/// Reads a digraph6 text, with or without a line end. Each 1 of the matrix is an arc; on the
/// diagonal it is a loop. The time is quadratic in the order.
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
    let has_header = text.starts_with(">>");
    let code = Code::of("digraph6", text, |text| match text.chars().next() {
        None => Err(CodeFault::Empty),
        Some('&' | '+') => Ok(1),
        Some(_) if has_header => Ok(0),
        Some(_) => Err(CodeFault::Begin { expected: "`&`" }),
    })?;
    let (order, start) = code.order(most)?;
    code.holds(order, start, order * order)?;
    let data = &code.sextets[start..];
    let by_columns = text[..code.skipped].ends_with('+');
    let arc = |i: usize| match (i / order, i % order) {
        (a, b) if a == b => Link::edge(a, a, 1),
        (a, b) if by_columns => Link::arc(b, a, 1),
        (a, b) => Link::arc(a, b, 1),
    };
    let set = (0..order * order).filter(|&i| bit(data, i));
    Ok(Board::of_links(order, set.map(arc).collect()))
}

/// The digraph6 text of a board without parallel links and weights, without header or line end;
/// `None` for other boards. An edge is written as two arcs. Tints, the token and squares are not
/// part of the format. The time is quadratic in the order.
pub fn write(board: &Board) -> Option<String> {
    let (links, order) = (board.links(), board.order());
    let mut entries: Vec<usize> = Vec::new();
    for link in &links {
        entries.push(link.from * order + link.to);
        if !link.arc && !link.is_loop() {
            entries.push(link.to * order + link.from);
        }
    }
    entries.sort_unstable();
    let several = entries.windows(2).any(|w| w[0] == w[1]);
    if several || links.iter().any(|l| l.weight != 1) {
        return None;
    }
    let mut text = "&".to_string();
    push_order(&mut text, order);
    push_bits(&mut text, order * order, entries.into_iter());
    Some(text)
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
        assert_eq!(name("&DI?AO?"), "0>2,0>4,3>1,3>4");
        assert_eq!(name(">>digraph6<<&DI?AO?\n"), name("&DI?AO?"));
        assert_eq!(name("+DI?AO?"), "1>3,2>0,4>0,4>3");
        assert_eq!(name(">>digraph6<<DI?AO?"), name("&DI?AO?"));
        assert_eq!(name("&A_"), "0-0,1");
        assert_eq!([name("&?"), name("&@?"), name("&@_")], ["?", "@", "0-0"]);
    }

    #[test]
    fn errors_name_the_place() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert!(message("DI?AO?").contains("expected `&`"));
        assert!(message("&").starts_with("empty digraph6 text"));
        assert!(message("&DI?AO").contains("has 7 characters, but this one has 6"));
        assert!(message("&DI?AOA").contains("padding bits"));
    }

    proptest! {
        #[test]
        fn boards_round_trip(
            (order, ends) in (1usize..20).prop_flat_map(|n| {
                (Just(n), proptest::collection::btree_set((0..n, 0..n), 0..12))
            })
        ) {
            let link = |(a, b)| if a == b { Link::edge(a, a, 1) } else { Link::arc(a, b, 1) };
            let board = Board::of_links(order, ends.into_iter().map(link).collect());
            let text = write(&board).unwrap();
            prop_assert_eq!(read(&text), Ok(board), "{}", text);
        }

        #[test]
        fn no_text_panics(text in "&?[?-~]{0,8}") {
            let _ = read(&text);
        }
    }
}
