//! Neighbourhoods: all boards that a single move of some kind leads to.
//!
//! The moves are operators at all their sites, from small changes to large ones; on small boards
//! `boil landscape` counts the local optima of each. One move is made per orbit as far as colour
//! refinement tells (on trees: exactly).

use super::class::Class;
use super::genome::Genome;
use super::operators::OperatorId::{self, *};
use super::operators::Orbits;

/// A set of moves.
pub struct Neighbourhood {
    /// Its name.
    pub name: &'static str,
    /// What its moves are.
    pub summary: &'static str,
    /// The operators that make them. Each list goes through its anchors once and makes all its
    /// operators at one before the next, so its operators have anchors of one type. Polish takes
    /// neighbours in this order.
    pub(super) sweeps: &'static [&'static [OperatorId]],
}

/// The neighbourhoods, from the nearest to the widest.
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

/// The neighbours of a board in a neighbourhood, each with what `label` says of the operator that
/// leads there; none by operators of which it says nothing. They may lie outside the class, and
/// one may come several times.
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
