//! Every board of a class, one after the other, once up to isomorphism.

use super::class::{Class, Kind};
use super::genome::Genome;
use crate::graph::Board;
use crate::graph::enumerate::{self, MAX_CONNECTED, MAX_TREE};

fn are_trees(kind: Kind) -> bool {
    matches!(kind, Kind::Tree | Kind::Caterpillar)
}

/// The largest order up to which the boards of a kind are listed; `None` for the kind that has
/// boards which are not connected.
pub fn listed_up_to(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Any => None,
        kind if are_trees(kind) => Some(MAX_TREE),
        _ => Some(MAX_CONNECTED),
    }
}

/// Hands `each` the connected boards without tints of a class, by order, the least first.
///
/// Takes time and memory in proportion to all trees, or all connected graphs, of the class's
/// orders: see [`listed_up_to`].
///
/// # Errors
/// The first error that `each` returns; it ends the listing.
pub fn list<E>(class: &Class, mut each: impl FnMut(Board) -> Result<(), E>) -> Result<(), E> {
    let next = if are_trees(class.kind) {
        enumerate::next_trees
    } else {
        enumerate::next_connected
    };
    let mut graphs = enumerate::first();
    for order in 1..=class.max_order {
        if order > 1 {
            graphs = next(&graphs);
        }
        for graph in &graphs {
            let board = Board::untinted(graph.clone());
            if class.contains(&Genome::of_board(&board)) {
                each(board)?;
            }
        }
    }
    Ok(())
}
