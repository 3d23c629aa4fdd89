//! Neighbourhoods: the boards that are one move away from a board, for a given set of moves.
//!
//! A move applies an operator at one site. The neighbourhoods range from small changes to large
//! changes. `boil landscape` counts the local optima of each neighbourhood on small boards. Sites
//! in the same orbit lead to isomorphic boards, so only one site of each orbit is used. Colour
//! refinement separates the orbits, which is exact on trees.

use super::class::Class;
use super::genome::Genome;
use super::operators::OperatorId::{self, *};
use super::operators::Orbits;

/// A neighbourhood: a named set of moves from a board to its neighbours.
pub struct Neighbourhood {
    /// The name in `boil landscape`.
    pub name: &'static str,
    /// A description of the moves, which `boil landscape` prints.
    pub summary: &'static str,
    /// The operators that make the moves, in lists. A list visits each anchor once and applies all
    /// its operators there before the next anchor. So all operators of a list have anchors of one
    /// type. The polish of elites tries the neighbours in this order.
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
        summary: "a vertex is duplicated, a pendant branch copied on its hub, pruned or moved; a part that hangs on one square copied",
        sweeps: &[&[Twin], &[CopyBranch, MoveBranch, PruneBranch], &[CopyArm]],
    },
    Neighbourhood {
        name: "alike",
        summary: "a leaf is added to or removed from all vertices alike, a branch repeated on them; where boards are bred as terms, the number of copies of a part changed; an arm of squares added, alone or with its mirror image",
        sweeps: &[
            &[RepeatBranch],
            &[DoubleBranch, PruneAlike],
            &[Copies],
            &[Arm, MirrorArm],
        ],
    },
];

/// The neighbours of a board in the neighbourhood with this index in [`NEIGHBOURHOODS`]. Each comes
/// with the label of the operator that leads to it. Operators for which `label` returns `None` are
/// left out. A neighbour may lie outside the class, and may occur several times.
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
