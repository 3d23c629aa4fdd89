//! graph6: a text format for graphs, one line for each graph, used by nauty and its generator
//! `geng`.
//!
//! Source: B. D. McKay, *Description of graph6, sparse6 and digraph6 encodings* (`formats.txt` of
//! nauty). The reader is strict: for each graph it accepts only the text that [`write()`] produces,
//! with or without the header `>>graph6<<`. So it detects a damaged file.

use super::{BoardLimit, Graph};

const HEADER: &str = ">>graph6<<";
/// The code of `?`, which stands for 0.
const BIAS: u8 = 63;

/// The reason why a text is not graph6. Positions are counted in characters, from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Graph6Error {
    /// The text has no characters.
    #[error(
        "empty graph6 text; expected at least the order, such as `?` for the graph without vertices"
    )]
    Empty,
    /// The text is sparse6, another format of nauty.
    #[error(
        "this is sparse6 (it starts with `:`); expected graph6, which `showg` or `copyg -g` can make of it"
    )]
    Sparse6,
    /// The text is digraph6, nauty's format for directed graphs.
    #[error(
        "this is digraph6 (it starts with `&`), a directed graph; expected an undirected graph in graph6"
    )]
    Digraph6,
    /// A character is outside the range from `?` to `~`.
    #[error(
        "character {position} of the graph6 text is {found:?}; expected one from `?` to `~` (codes 63 to 126)"
    )]
    Illegal {
        /// The position of the character.
        position: usize,
        /// The character at this position.
        found: char,
    },
    /// The text ends before the order is complete.
    #[error("the graph6 text ends after character {position}, within the order that `~` announces")]
    TruncatedOrder {
        /// The position of the last character of the text.
        position: usize,
    },
    /// The order is written with more characters than necessary.
    #[error(
        "at character {position} the order {order} is written in {found} characters; expected {expected}"
    )]
    NonMinimalOrder {
        /// The position where the order starts.
        position: usize,
        /// The order that the text announces.
        order: u64,
        /// The number of characters that the order needs.
        expected: usize,
        /// The number of characters that the order takes.
        found: usize,
    },
    /// The order is greater than the caller allows.
    #[error(
        "the graph6 text announces {order} vertices at character {position}; at most {most} are accepted"
    )]
    TooLarge {
        /// The position where the order starts.
        position: usize,
        /// The order that the text announces.
        order: u64,
        /// The greatest order that is accepted.
        most: usize,
    },
    /// The text has too few or too many characters for its order.
    #[error("a graph6 text of order {order} has {expected} characters, but this one has {found}")]
    Length {
        /// The order that the text announces.
        order: usize,
        /// The number of characters that the text should have.
        expected: usize,
        /// The number of characters of the text.
        found: usize,
    },
    /// A bit after the last pair of vertices is set.
    #[error(
        "character {position} of the graph6 text, {found:?}, sets padding bits, which must be zero"
    )]
    Padding {
        /// The position of the character, always the last.
        position: usize,
        /// The character at this position.
        found: char,
    },
}

/// Reads a graph6 text, with or without a line end. The time is linear in the length of the text.
///
/// # Errors
/// [`Graph6Error`] names the position of the mistake.
pub fn read(text: &str) -> Result<Graph, Graph6Error> {
    read_within(text, BoardLimit::MOST.order)
}

/// Like [`read`], for graphs of at most `most` vertices.
///
/// # Errors
/// As [`read`].
pub fn read_within(text: &str, most: usize) -> Result<Graph, Graph6Error> {
    let line = text.strip_suffix('\n').unwrap_or(text);
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.starts_with(':') || line.starts_with(">>sparse6<<") {
        return Err(Graph6Error::Sparse6);
    }
    if line.starts_with('&') || line.starts_with(">>digraph6<<") {
        return Err(Graph6Error::Digraph6);
    }
    let (skipped, body) = match line.strip_prefix(HEADER) {
        Some(body) => (HEADER.len(), body),
        None => (0, line),
    };
    let data = sextets(body, skipped)?;
    let (order, start) = read_order(&data, skipped, most)?;
    let expected = start + (order * order.saturating_sub(1) / 2).div_ceil(6);
    if data.len() != expected {
        let (expected, found) = (expected + skipped, data.len() + skipped);
        return Err(Graph6Error::Length {
            order,
            expected,
            found,
        });
    }
    read_edges(order, &data[start..], start + skipped)
}

/// Converts the characters to numbers from 0 to 63.
fn sextets(body: &str, skipped: usize) -> Result<Vec<u8>, Graph6Error> {
    let illegal = |&(_, c): &(usize, char)| !('?'..='~').contains(&c);
    match body.chars().enumerate().find(illegal) {
        None => Ok(body.bytes().map(|c| c - BIAS).collect()),
        Some((i, found)) => Err(Graph6Error::Illegal {
            position: skipped + i + 1,
            found,
        }),
    }
}

/// Reads the order; returns the order, and the index at which the edges start.
fn read_order(data: &[u8], skipped: usize, most: usize) -> Result<(usize, usize), Graph6Error> {
    let tilde = 63;
    let (from, to) = match data {
        [] => return Err(Graph6Error::Empty),
        [first, ..] if *first != tilde => (0, 1),
        [_, second, ..] if *second == tilde => (2, 8),
        _ => (1, 4),
    };
    let digits = data.get(from..to).ok_or(Graph6Error::TruncatedOrder {
        position: skipped + data.len(),
    })?;
    let order = digits.iter().fold(0u64, |n, &d| n << 6 | u64::from(d));
    let position = skipped + 1;
    let expected = order_length(order);
    if expected != to {
        return Err(Graph6Error::NonMinimalOrder {
            position,
            order,
            expected,
            found: to,
        });
    }
    match usize::try_from(order) {
        Ok(n) if n <= most => Ok((n, to)),
        _ => Err(Graph6Error::TooLarge {
            position,
            order,
            most,
        }),
    }
}

/// The number of characters that encode an order.
fn order_length(order: u64) -> usize {
    match order {
        0..=62 => 1,
        63..=258_047 => 4,
        _ => 8,
    }
}

/// Reads the edges from the bits of the upper triangle, column by column.
fn read_edges(order: usize, data: &[u8], before: usize) -> Result<Graph, Graph6Error> {
    let mut graph = Graph::empty(order);
    let mut bit = 0;
    for b in 1..order {
        for a in 0..b {
            if data[bit / 6] >> (5 - bit % 6) & 1 == 1 {
                graph.add_edge(a, b);
            }
            bit += 1;
        }
    }
    if let Some(&last) = data.last() {
        let padding = 6 * data.len() - bit;
        if last & ((1 << padding) - 1) != 0 {
            let found = char::from(last + BIAS);
            return Err(Graph6Error::Padding {
                position: before + data.len(),
                found,
            });
        }
    }
    Ok(graph)
}

/// The graph6 text of a graph, without header or line end. The time is quadratic in the order.
pub fn write(graph: &Graph) -> String {
    let order = graph.order();
    let length = order_length(order as u64);
    let (tildes, digits) = match length {
        1 => (0, 1),
        4 => (1, 3),
        _ => (2, 6),
    };
    let mut text = "~".repeat(tildes);
    for digit in (0..digits).rev() {
        text.push(char::from((order >> (6 * digit) & 63) as u8 + BIAS));
    }
    let mut bits = vec![0u8; (order * order.saturating_sub(1) / 2).div_ceil(6)];
    for (a, b) in graph.edges() {
        let bit = b * (b - 1) / 2 + a;
        bits[bit / 6] |= 1 << (5 - bit % 6);
    }
    text.extend(bits.into_iter().map(|sextet| char::from(sextet + BIAS)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A graph with a fixed, irregular pattern of edges.
    fn patterned(order: usize, salt: usize) -> Graph {
        let pairs = (0..order).flat_map(|b| (0..b).map(move |a| (a, b)));
        Graph::from_edges(
            order,
            pairs.filter(|(a, b)| (a * 7 + b * 13 + a * b + salt) % 5 < 2),
        )
    }

    #[test]
    fn known_texts() {
        assert_eq!(write(&Graph::empty(0)), "?");
        assert_eq!(write(&Graph::empty(1)), "@");
        assert_eq!(write(&Graph::from_edges(2, [(0, 1)])), "A_");
        // The example in the description of the format.
        let example = Graph::from_edges(5, [(0, 2), (0, 4), (1, 3), (3, 4)]);
        assert_eq!(write(&example), "DQc");
        assert_eq!(read("DQc"), Ok(example.clone()));
        assert_eq!(read(">>graph6<<DQc\r\n"), Ok(example));
    }

    #[test]
    fn round_trips_across_header_sizes() {
        for order in [0, 1, 2, 3, 4, 5, 61, 62, 63, 64, 65, 200] {
            for salt in 0..3 {
                let graph = patterned(order, salt);
                assert_eq!(read(&write(&graph)), Ok(graph), "order {order}");
            }
        }
        assert!(write(&Graph::empty(62)).starts_with('}'));
        assert!(write(&Graph::empty(63)).starts_with("~??~"));
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(read(""), Err(Graph6Error::Empty));
        assert_eq!(read(">>graph6<<"), Err(Graph6Error::Empty));
        assert_eq!(read(":Fa@x^"), Err(Graph6Error::Sparse6));
        assert_eq!(read("&DI?AO?"), Err(Graph6Error::Digraph6));
        assert_eq!(
            read("D Qc"),
            Err(Graph6Error::Illegal {
                position: 2,
                found: ' '
            })
        );
        assert_eq!(
            read(">>graph6<<Dé"),
            Err(Graph6Error::Illegal {
                position: 12,
                found: 'é'
            })
        );
        assert_eq!(
            read("DQ"),
            Err(Graph6Error::Length {
                order: 5,
                expected: 3,
                found: 2
            })
        );
        assert_eq!(
            read("DQcc"),
            Err(Graph6Error::Length {
                order: 5,
                expected: 3,
                found: 4
            })
        );
        assert_eq!(
            read("DQd"),
            Err(Graph6Error::Padding {
                position: 3,
                found: 'd'
            })
        );
        assert_eq!(read("~?"), Err(Graph6Error::TruncatedOrder { position: 2 }));
        assert_eq!(
            read("~~?"),
            Err(Graph6Error::TruncatedOrder { position: 3 })
        );
        let non_minimal = Graph6Error::NonMinimalOrder {
            position: 1,
            order: 5,
            expected: 1,
            found: 4,
        };
        assert_eq!(read("~??DQc"), Err(non_minimal));
        assert_eq!(
            read("~Z~~"),
            Err(Graph6Error::TooLarge {
                position: 1,
                order: 114_687,
                most: BoardLimit::MOST.order
            })
        );
        assert!(matches!(
            read("~~~~~~~~"),
            Err(Graph6Error::TooLarge { .. })
        ));
    }

    proptest! {
        #[test]
        fn any_text_is_an_error_or_round_trips(text in "[?-~]{0,8}") {
            if let Ok(graph) = read(&text) {
                prop_assert_eq!(write(&graph), text);
            }
        }

        #[test]
        fn no_text_panics(text in ".{0,12}") {
            let _ = read(&text);
        }
    }
}
