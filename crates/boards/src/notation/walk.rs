//! Writes the graph strings of CGSuite, which [`field`](super::field) reads.
//!
//! A tree is a path with branches in parentheses. An edge that closes a cycle leads to a vertex
//! with a name.

use crate::{Board, Graph};

/// A connected board as a graph string of CGSuite, from a depth-first search; `None` if it is not
/// connected or has no vertex. Marks other than tints are left out. The tints are those of Snort;
/// in Col they are exchanged.
pub fn cgsuite_text(board: &Board) -> Option<String> {
    let graph = board.graph();
    if graph.components().len() != 1 {
        return None;
    }
    let mut search = DepthFirstSearch {
        order: vec![None; graph.order()],
        children: vec![Vec::new(); graph.order()],
        back: vec![Vec::new(); graph.order()],
        named: vec![false; graph.order()],
    };
    search.visit(graph);
    Some(search.text(&|v| board.tints()[v].symbol()))
}

/// A depth-first search: its tree, and for each vertex the edges to earlier vertices that do not
/// belong to the tree.
struct DepthFirstSearch {
    order: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    back: Vec<Vec<usize>>,
    named: Vec<bool>,
}

impl DepthFirstSearch {
    fn visit(&mut self, graph: &Graph) {
        let neighbours = |v: usize| graph.neighbours(v).collect::<Vec<_>>();
        let mut stack = vec![(0, usize::MAX, neighbours(0))];
        let mut next = 1;
        self.order[0] = Some(0);
        while let Some((v, parent, around)) = stack.last_mut() {
            let (v, parent) = (*v, *parent);
            let Some(u) = around.pop() else {
                stack.pop();
                continue;
            };
            match self.order[u] {
                None => {
                    self.order[u] = Some(next);
                    next += 1;
                    self.children[v].push(u);
                    stack.push((u, v, neighbours(u)));
                }
                Some(_) if u != parent && self.order[u] < self.order[v] => {
                    self.back[v].push(u);
                    self.named[u] = true;
                }
                Some(_) => {}
            }
        }
    }

    /// The text. An explicit stack takes the place of recursion, since a path may be long.
    fn text(&self, label: &impl Fn(usize) -> char) -> String {
        enum TextPart {
            Vertex(usize),
            Text(String),
        }
        let name = |v: usize| format!("{}:{{{}}}", label(v), v + 1);
        let mut text = String::new();
        let mut stack = vec![TextPart::Vertex(0)];
        while let Some(part) = stack.pop() {
            let v = match part {
                TextPart::Text(part) => {
                    text += &part;
                    continue;
                }
                TextPart::Vertex(v) => v,
            };
            if self.named[v] {
                text += &name(v);
            } else {
                text.push(label(v));
            }
            let back = self.back[v]
                .iter()
                .map(|&u| vec![TextPart::Text(format!("-{}", name(u)))]);
            let down = |&u: &usize| vec![TextPart::Text("-".to_string()), TextPart::Vertex(u)];
            let branches: Vec<Vec<TextPart>> =
                back.chain(self.children[v].iter().map(down)).collect();
            let several = branches.len() > 1;
            let mut after: Vec<TextPart> = Vec::new();
            for (i, branch) in branches.into_iter().enumerate() {
                if several {
                    after.push(TextPart::Text(if i == 0 { "(" } else { ";" }.to_string()));
                }
                after.extend(branch);
            }
            if several {
                after.push(TextPart::Text(")".to_string()));
            }
            stack.extend(after.into_iter().rev());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::any_graph;
    use crate::canon::normal;
    use crate::parse_board;
    use proptest::prelude::*;

    #[test]
    fn boards_are_written_as_cgsuite_has_them() {
        for (board, text) in [
            ("path(4):L..R", "L-.-.-R"),
            ("K1", "."),
            ("star(3)", ".(-.;-.;-.)"),
            ("K3", ".:{1}-.-.-.:{1}"),
        ] {
            assert_eq!(cgsuite_text(&parse_board(board).unwrap()).unwrap(), text);
        }
        assert_eq!(cgsuite_text(&parse_board("sum(K2,K2)").unwrap()), None);
    }

    proptest! {
        #[test]
        fn a_string_is_read_as_its_board(graph in any_graph(9), tints in "[.LR]{9}") {
            let order = graph.order();
            let board = Board::with_tints(graph, &tints[..order]).unwrap();
            let Some(text) = cgsuite_text(&board).filter(|_| order > 1) else {
                return Ok(());
            };
            let back = parse_board(&text).unwrap();
            prop_assert_eq!(normal(&back), normal(&board), "{}", text);
        }
    }
}
