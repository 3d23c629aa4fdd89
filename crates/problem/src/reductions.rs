//! Reductions and rearrangements: the boards that the search for a smallest board tries next.
//!
//! A reduction takes vertices or edges away, or contracts edges. A rearrangement keeps the order,
//! or lowers it a little, and puts a part of the board elsewhere.

use super::genome::Genome;
use super::operators::OperatorId::{self, *};
use super::operators::parts::without;
use super::operators::{Orbits, changed_terms};
use boilingpoint_boards::twin_sets;
use petgraph::graph::NodeIndex;
use std::collections::BTreeSet;

/// The operators that make a board smaller.
const REDUCING: [OperatorId; 7] = [
    PruneAlike,
    PruneBranch,
    RemoveLeaf,
    RemoveVertex,
    Contract,
    RemoveEdge,
    RemoveSquare,
];

/// The operators that keep the order of a board.
const REARRANGING: [OperatorId; 5] = [MoveLeaf, MoveBranch, Slide, MoveEdge, MoveSquare];

/// The most vertices that a rearrangement of a term takes away.
const LESS: u64 = 3;

/// The most rearrangements of a term.
const MOST_EXCHANGES: usize = 1000;

/// The boards to which one reduction of a board leads. They may lie outside the board's class, and
/// may occur several times.
pub fn reductions(genome: &Genome) -> Vec<Genome> {
    let mut found = if is_of_squares(genome) {
        Vec::new()
    } else {
        changed_terms::smaller(genome)
    };
    found.extend(with_fewer_alike(genome));
    found.extend(children(genome, &REDUCING));
    found.into_iter().map(Genome::in_order).collect()
}

/// The boards to which one rearrangement of a board leads. They may lie outside the board's class,
/// and may occur several times.
pub fn rearrangements(genome: &Genome) -> Vec<Genome> {
    let mut found = if is_of_squares(genome) {
        Vec::new()
    } else {
        changed_terms::exchanged(genome, LESS, MOST_EXCHANGES)
    };
    found.extend(children(genome, &REARRANGING));
    found.into_iter().map(Genome::in_order).collect()
}

fn is_of_squares(genome: &Genome) -> bool {
    genome.node_weights().any(|v| v.square.is_some())
}

/// The children of a board at all sites of those operators that are for boards of its kind.
fn children(genome: &Genome, operators: &[OperatorId]) -> Vec<Genome> {
    let board = Orbits::of(genome);
    let of_squares = is_of_squares(genome);
    let usable = operators.iter().map(|id| id.operator());
    let usable = usable.filter(|operator| operator.is_for_squares() == of_squares);
    usable
        .flat_map(|operator| operator.children(&board).concat())
        .collect()
}

/// The boards with fewer vertices that are alike: without all that are alike to a vertex, and with
/// half or none of a set of twins.
fn with_fewer_alike(genome: &Genome) -> Vec<Genome> {
    let board = Orbits::of(genome);
    let all = genome.node_indices().map(|v| board.alike(v));
    let mut gone: BTreeSet<Vec<NodeIndex>> = all.collect();
    let marks: Vec<_> = genome.node_weights().map(|v| (v.tint, v.token)).collect();
    for twins in twin_sets(genome.board().graph(), &marks) {
        let twins: Vec<NodeIndex> = twins.into_iter().map(NodeIndex::new).collect();
        if twins.len() > 1 {
            gone.insert(twins[twins.len() / 2..].to_vec());
            gone.insert(twins);
        }
    }
    let some_left = gone.iter().filter(|gone| gone.len() < genome.order());
    some_left.map(|gone| without(genome, gone)).collect()
}
