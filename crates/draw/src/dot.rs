//! Boards in DOT, the language of Graphviz, with the colours of the drawings.

use super::colours::{fill, ink};
use boilingpoint_boards::{Board, Tint};
use boilingpoint_formats::dot::write;

/// The board in DOT. Vertices have their numbers, and tinted vertices are filled with their
/// player's colour.
///
/// A board with arcs is written as a digraph, and its edges have no direction (`dir=none`). Unless
/// all weights are 1, links are labelled by their weights. The vertex with the token has two
/// outlines. Squares have their places as positions, and the layout program is `neato`, which uses
/// positions.
pub fn dot(board: &Board) -> String {
    write(board, &|v| v.to_string(), &|v| style(board, v))
}

fn style(board: &Board, v: usize) -> String {
    let square = board.squares().map(|squares| squares[v]);
    let shape = match square {
        Some(_) => "square width=0.6 fixedsize=true",
        None => "circle",
    };
    let mut text = match board.tints()[v] {
        Tint::None => format!("label=\"{v}\" shape={shape}"),
        tint => format!(
            "label=\"{v}{}\" shape={shape} style=filled fillcolor=\"{}\" fontcolor=\"{}\"",
            tint.symbol(),
            fill(tint),
            ink(tint)
        ),
    };
    if board.token() == Some(v) {
        text += " peripheries=2 penwidth=2";
    }
    if let Some([row, column]) = square {
        // Rows are numbered downwards, coordinates upwards.
        text += &format!(" pos=\"{column},{}!\"", -i32::from(row));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;

    fn lines(text: &str) -> Vec<String> {
        let dot = dot(&parse_board(text).unwrap());
        dot.lines().map(|l| l.trim().to_string()).collect()
    }

    #[test]
    fn vertices_edges_and_tints() {
        let text = dot(&parse_board("path(3) L.R").unwrap());
        let expected = "graph {
    0 [label=\"0L\" shape=circle style=filled fillcolor=\"#1e40af\" fontcolor=\"#ffffff\" tint=\"L\"]
    1 [label=\"1\" shape=circle tint=\".\"]
    2 [label=\"2R\" shape=circle style=filled fillcolor=\"#f87171\" fontcolor=\"#111827\" tint=\"R\"]
    0 -- 1
    1 -- 2
}
";
        assert_eq!(text, expected);
    }

    #[test]
    fn weights_loops_and_parallel_edges() {
        let lines = lines("0-0*2,0-1*3*1,1-2@2");
        assert_eq!(
            lines[3],
            "2 [label=\"2\" shape=circle peripheries=2 penwidth=2 token=\"true\"]"
        );
        assert_eq!(lines[4], "0 -- 0 [weight=2 label=2]");
        assert_eq!(lines[5], "0 -- 1 [weight=1 label=1]");
        assert_eq!(lines[6], "0 -- 1 [weight=3 label=3]");
        assert_eq!(lines[7], "1 -- 2 [weight=1 label=1]");
    }

    #[test]
    fn arcs_make_a_digraph() {
        let lines = lines("0>1,1>0,1-2");
        assert_eq!(lines[0], "digraph {");
        assert_eq!(lines[4..7], ["0 -> 1", "1 -> 0", "1 -> 2 [dir=none]"]);
    }

    #[test]
    fn squares_stand_at_their_places() {
        let lines = lines("..|#. L..");
        assert_eq!(lines[1], "layout=neato");
        assert!(lines[2].starts_with("0 [label=\"0L\"") && lines[2].ends_with("square=\"0,0\"]"));
        assert!(
            lines[4].starts_with("2 [label=\"2\" shape=square")
                && lines[4].contains("pos=\"1,-1!\"")
        );
        assert_eq!(lines[5..7], ["0 -- 1", "1 -- 2"]);
    }
}
