//! The ways to make a board from one or two others.
//!
//! Local ones (vertices and edges come, go and move; edges are subdivided and contracted) and
//! ones that repeat or carry over structure (a vertex is duplicated as a twin, pendant branches
//! are copied, moved, pruned and exchanged between boards), since extremal boards are rarely
//! random. Operators ignore the class; [`super::Class::repaired`] sees to that.
//!
//! Vertices and branches are *alike* when colour refinement cannot tell them apart: the places that
//! structure is repeated at.
//!
//! A *pendant branch* is what an edge cuts off, with the vertex that it hangs on.

mod branches;
mod cross;
mod local;
pub(super) mod parts;

use super::genome::Genome;
use crate::evolve::Operator;
use branches::*;
use cross::*;
use local::*;
use rand_chacha::ChaCha8Rng;

type Rng = ChaCha8Rng;

/// An operator: its name, how many parents it takes, what it does in a sentence, and the deed.
pub struct Entry {
    /// Name and number of parents, as the engine knows it.
    pub operator: Operator,
    /// What it does.
    pub summary: &'static str,
    apply: fn(&[&Genome], &mut Rng) -> Option<Genome>,
    /// Whether it is of use only where vertices may be tinted.
    pub tints: bool,
}

impl Entry {
    /// Applies the operator; `None` if it does not apply.
    pub fn apply(&self, parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
        (self.apply)(parents, rng)
    }
}

macro_rules! operators {
    ($($name:literal $parents:literal $tints:literal $apply:ident $summary:literal)*) => {
        &[$(Entry {
            operator: Operator { name: $name, parents: $parents },
            summary: $summary,
            apply: $apply,
            tints: $tints,
        }),*]
    };
}

/// All operators.
pub fn catalogue() -> &'static [Entry] {
    operators! {
        "add-leaf" 1 false add_leaf "hang a new vertex on one"
        "fan" 1 false fan "hang two to five new vertices on one"
        "add-vertex" 1 false add_vertex "join a new vertex to one, two or three"
        "remove-leaf" 1 false remove_leaf "remove a vertex of degree one"
        "remove-vertex" 1 false remove_vertex "remove any vertex"
        "add-edge" 1 false add_edge "join two vertices"
        "remove-edge" 1 false remove_edge "remove an edge"
        "move-edge" 1 false move_edge "move an end of an edge to another vertex"
        "move-leaf" 1 false move_leaf "hang a leaf on another vertex"
        "subdivide" 1 false subdivide "put a vertex on an edge"
        "contract" 1 false contract "make one vertex of two adjacent ones"
        "twin" 1 false twin "duplicate a vertex with its neighbours"
        "copy-branch" 1 false copy_branch "hang a copy of a pendant branch on a vertex"
        "repeat-branch" 1 false repeat_branch "hang copies of a pendant branch on all vertices alike to one"
        "double-branch" 1 false double_branch "as many copies again of a pendant branch as its hub has of it"
        "even-branches" 1 false even_branches "replace a pendant branch by a copy of another one on the same hub"
        "mirror" 1 false mirror "make the board of copies of one of its pendant branches"
        "prune-branch" 1 false prune_branch "cut a pendant branch off"
        "prune-alike" 1 false prune_alike "cut off a pendant branch and all that are alike to it"
        "move-branch" 1 false move_branch "hang a pendant branch on another vertex"
        "exchange-branch" 2 false exchange_branch "replace a pendant branch by one of another board"
        "graft-branch" 2 false graft_branch "hang a pendant branch of another board on a vertex"
        "graft-alike" 2 false graft_alike "hang a pendant branch of another board on all vertices alike to one"
        "identify" 2 false identify "join two boards by making one vertex of two"
        "join-boards" 2 false join_boards "join two boards by an edge"
        "tint" 1 true tint "change the tint of a vertex"
        "swap-tints" 1 true swap_tints "exchange the tints of two vertices"
    }
}
