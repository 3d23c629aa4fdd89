//! graph6: a text format for undirected graphs without loops and parallel edges, which nauty's
//! generator `geng` writes.
//!
//! After the order follows the upper triangle of the adjacency matrix, column by column. The reader
//! is strict: for each graph it accepts only the text that [`write()`] produces, with or without
//! the header `>>graph6<<`.

use super::code::{Code, CodeError, bit, push_bits, push_order};
use crate::{BoardLimit, Graph};

/// Reads a graph6 text, with or without a line end. The time is linear in the length of the text.
///
/// # Errors
/// [`CodeError`] names the position of the mistake.
pub fn read(text: &str) -> Result<Graph, CodeError> {
    read_within(text, BoardLimit::MOST.order)
}

/// Like [`read`], for graphs of at most `most` vertices.
///
/// # Errors
/// As [`read`].
pub fn read_within(text: &str, most: usize) -> Result<Graph, CodeError> {
    let code = Code::of("graph6", text, |_| Ok(0))?;
    let (order, start) = code.order(most)?;
    code.holds(order, start, pairs(order))?;
    let data = &code.sextets[start..];
    let mut graph = Graph::empty(order);
    let mut at = 0;
    for b in 1..order {
        for a in 0..b {
            if bit(data, at) {
                graph.add_edge(a, b);
            }
            at += 1;
        }
    }
    Ok(graph)
}

fn pairs(order: usize) -> usize {
    order * order.saturating_sub(1) / 2
}

/// The graph6 text of a graph, without header or line end. The time is quadratic in the order.
pub fn write(graph: &Graph) -> String {
    let order = graph.order();
    let mut text = String::new();
    push_order(&mut text, order);
    let set = graph.edges().map(|(a, b)| b * (b - 1) / 2 + a);
    push_bits(&mut text, pairs(order), set);
    text
}

#[cfg(test)]
mod tests {
    use super::super::CodeFault;
    use super::*;
    use proptest::prelude::*;

    fn fault(text: &str) -> CodeFault {
        read(text).unwrap_err().fault
    }

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
        assert_eq!(fault(""), CodeFault::Empty);
        assert_eq!(fault(">>graph6<<"), CodeFault::Empty);
        assert_eq!(
            fault("D Qc"),
            CodeFault::Illegal {
                position: 2,
                found: ' '
            }
        );
        assert_eq!(
            fault(">>graph6<<Dé"),
            CodeFault::Illegal {
                position: 12,
                found: 'é'
            }
        );
        assert_eq!(
            fault("DQ"),
            CodeFault::Length {
                order: 5,
                expected: 3,
                found: 2,
                unescaped: None
            }
        );
        assert_eq!(
            fault("DQcc"),
            CodeFault::Length {
                order: 5,
                expected: 3,
                found: 4,
                unescaped: None
            }
        );
        assert_eq!(
            fault("DQd"),
            CodeFault::Padding {
                position: 3,
                found: 'd'
            }
        );
        assert_eq!(fault("~?"), CodeFault::TruncatedOrder { position: 2 });
        assert_eq!(fault("~~?"), CodeFault::TruncatedOrder { position: 3 });
        let non_minimal = CodeFault::NonMinimalOrder {
            position: 1,
            order: 5,
            expected: 1,
            found: 4,
        };
        assert_eq!(fault("~??DQc"), non_minimal);
        // The Goldner-Harary graph, with its backslash doubled.
        let message = read(r"J??CE?\\{?K\\\\?").unwrap_err().to_string();
        assert!(!message.contains("backslashes"), "{message}");
        assert_eq!(
            fault("~Z~~"),
            CodeFault::TooLarge {
                position: 1,
                order: 114_687,
                most: BoardLimit::MOST.order
            }
        );
        assert!(matches!(fault("~~~~~~~~"), CodeFault::TooLarge { .. }));
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
