//! The chain of ancestors of a record, as small drawings.

use super::SMALL;
use boilingpoint_boards::parse_board;
use boilingpoint_draw::thumbnail;
use boilingpoint_record::records::LineageStep;

/// An ancestor of a record, and the operators that were applied to it.
pub struct Ancestor {
    /// The drawing of the ancestor. Empty if its board is no longer stored.
    pub drawing: String,
    /// The board, in a notation that other commands read.
    pub board: String,
    /// The number of vertices.
    pub order: usize,
    /// The operators that made the next board from this board.
    pub operators: String,
    /// The generation in which the next board was made.
    pub generation: u64,
}

/// The stored ancestors of a lineage, the oldest first.
pub fn ancestors(lineage: &[LineageStep]) -> Vec<Ancestor> {
    let mut chain: Vec<Ancestor> = Vec::new();
    for step in lineage {
        let Some(from) = &step.from else {
            // The step applied another operator on the way to the same child.
            match chain.last_mut() {
                Some(last) if last.generation == step.generation => {
                    last.operators += &format!(", {}", step.operator);
                }
                _ => {}
            }
            continue;
        };
        let Ok(board) = parse_board(from) else {
            continue;
        };
        chain.push(Ancestor {
            drawing: thumbnail(&board, SMALL).inline(),
            board: from.clone(),
            order: board.order(),
            operators: step.operator.clone(),
            generation: step.generation,
        });
    }
    chain
}
