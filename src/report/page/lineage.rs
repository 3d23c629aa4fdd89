//! The chain of ancestors of a record, as small drawings.

use super::SMALL;
use crate::draw::thumbnail;
use crate::graph::parse_board;
use crate::record::records::RecordLine;

/// An ancestor of a record, and the operators applied to it.
pub struct Ancestor {
    /// The drawing; empty if the board is not stored any more.
    pub drawing: String,
    pub order: usize,
    /// The operators that made the next board from this one.
    pub operators: String,
    /// The generation of the next board.
    pub generation: u64,
}

/// The stored ancestors, the oldest first.
pub fn ancestors(record: &RecordLine) -> Vec<Ancestor> {
    let mut chain: Vec<Ancestor> = Vec::new();
    for step in &record.lineage {
        let Some(from) = &step.from else {
            // Another operator applied on the way to the same child.
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
            order: board.order(),
            operators: step.operator.clone(),
            generation: step.generation,
        });
    }
    chain
}
