//! Neighbourhoods: all boards that one move of some kind leads to.
//!
//! A move is an operator at one site, from small changes to large ones. `boil landscape` counts the
//! local optima of each neighbourhood on small boards. One move is made for each orbit, where
//! orbits are separated by colour refinement (exact on trees).

use super::class::Class;
use super::genome::Genome;
use super::operators::OperatorId::{self, *};
use super::operators::Orbits;

/// A set of moves on boards.
pub struct Neighbourhood {
    /// The name, for `boil landscape`.
    pub name: &'static str,
    /// A description of the moves.
    pub summary: &'static str,
    /// The operators that make the moves, in lists. A list visits each anchor once and applies all
    /// its operators there before it goes to the next anchor, so all operators of a list have
    /// anchors of one type. Polish tries neighbours in this order.
    pub(super) sweeps: &'static [&'static [OperatorId]],
}

/// The neighbourhoods, from the smallest changes to the largest.
pub static NEIGHBOURHOODS: [Neighbourhood; 4] = [
    Neighbourhood {
        name: "leaves",
        summary: "a leaf is added, removed or moved; a tint, a weight, a loop, a direction or the token changed; a square added, removed or moved",
        sweeps: &[
            &[AddLeaf, RemoveLeaf, MoveLeaf, ChangeTint],
            &[MoveToken, ToggleLoop],
            &[Weigh, Turn, DoubleEdge],
            &[AddSquare],
            &[MoveSquare, RemoveSquare],
        ],
    },
    Neighbourhood {
        name: "edges",
        summary: "an edge is added, removed, moved at one end, subdivided or contracted, a vertex removed",
        sweeps: &[
            &[RemoveVertex, AddEdge],
            &[MoveEdge, Subdivide, RemoveEdge, Contract, Slide],
        ],
    },
    Neighbourhood {
        name: "branches",
        summary: "a vertex is duplicated, a pendant branch copied on its hub, pruned or moved",
        sweeps: &[&[Twin], &[CopyBranch, MoveBranch, PruneBranch]],
    },
    Neighbourhood {
        name: "alike",
        summary: "a leaf is added to or removed from all vertices alike, a branch repeated on them",
        sweeps: &[&[RepeatBranch], &[DoubleBranch, PruneAlike]],
    },
];

/// The neighbours of a board in a neighbourhood, each with the label of the operator that leads
/// there. Operators for which `label` returns `None` are left out. A neighbour may lie outside the
/// class, and may occur several times.
pub fn neighbours<T: Copy>(
    genome: &Genome,
    neighbourhood: usize,
    class: &Class,
    label: impl Fn(OperatorId) -> Option<T>,
) -> Vec<(T, Genome)> {
    let board = Orbits::of(genome);
    let mut found = Vec::new();
    for sweep in NEIGHBOURHOODS[neighbourhood].sweeps {
        let usable = sweep.iter().filter(|o| o.operator().is_of_use(class));
        let labelled = usable.filter_map(|&o| Some((label(o)?, o.operator())));
        let mut made: Vec<_> = labelled
            .map(|(label, operator)| (label, operator.children(&board).into_iter()))
            .collect();
        let anchors = made.first().map_or(0, |(_, children)| children.len());
        for _ in 0..anchors {
            for (label, children) in &mut made {
                let here = children.next().unwrap_or_default();
                found.extend(here.into_iter().map(|child| (*label, child)));
            }
        }
    }
    found
}
