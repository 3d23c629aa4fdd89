//! DOT, the language of Graphviz.

use super::colours::fill;
use super::convert::to_petgraph;
use super::{Board, Tint};
use petgraph::dot::{Config, Dot};

/// The board in DOT: vertices by number, tinted ones filled with their player's colour.
pub fn dot(board: &Board) -> String {
    let graph = to_petgraph(board);
    let options = [Config::NodeNoLabel, Config::EdgeNoLabel];
    let vertex = |_: &_, (v, tint): (petgraph::graph::NodeIndex, &Tint)| {
        let number = v.index();
        match tint {
            Tint::None => format!("label=\"{number}\" shape=circle "),
            tint => format!(
                "label=\"{number}{}\" shape=circle style=filled fillcolor=\"{}\" fontcolor=\"#ffffff\" ",
                tint.symbol(),
                fill(*tint)
            ),
        }
    };
    let dot = Dot::with_attr_getters(&graph, &options, &|_, _| String::new(), &vertex);
    format!("{dot:?}")
}

#[cfg(test)]
mod tests {
    use super::super::parse_board;
    use super::*;

    #[test]
    fn vertices_edges_and_tints() {
        let text = dot(&parse_board("path(3) L.R").unwrap());
        assert!(
            text.starts_with("graph {") && text.trim_end().ends_with('}'),
            "{text}"
        );
        assert!(
            text.contains("0 -- 1 [") && text.contains("1 -- 2 ["),
            "{text}"
        );
        assert!(
            text.contains("label=\"0L\"")
                && text.contains("label=\"1\"")
                && text.contains("label=\"2R\"")
        );
        assert_eq!(text.matches("fillcolor").count(), 2);
    }
}
