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
mod marks;
pub(super) mod parts;
pub(super) mod squares;

use super::class::{Class, Kind};
use super::genome::Genome;
use crate::evolve::Operator;
use branches::*;
use cross::*;
use local::*;
use marks::*;
use rand_chacha::ChaCha8Rng;
use squares::*;

type Rng = ChaCha8Rng;

/// An operator: its name, how many parents it takes, what it does in a sentence, and the deed.
pub struct Entry {
    /// Name and number of parents, as the engine knows it.
    pub operator: Operator,
    /// What it does.
    pub summary: &'static str,
    apply: fn(&[&Genome], &mut Rng) -> Option<Genome>,
    /// On which boards it is of use.
    pub on: On,
}

/// On which boards an operator is of use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum On {
    /// All that are not squares.
    Graphs,
    /// Those whose vertices may be tinted.
    Tints,
    /// Those whose links may have weights.
    Weights,
    /// Those whose vertices may have loops.
    Loops,
    /// Those whose edges may be parallel.
    Parallel,
    /// Those whose edges may have directions.
    Arcs,
    /// Those with a token.
    Token,
    /// Squares.
    Squares,
}

impl On {
    /// Whether boards of a class are such.
    pub fn includes(self, class: &Class) -> bool {
        let marks = &class.marks;
        let squares = class.kind == Kind::Squares;
        match self {
            On::Squares => squares,
            _ if squares => false,
            On::Graphs => true,
            On::Tints => class.tinted,
            On::Weights => marks.max_weight > 1,
            On::Loops => marks.loops,
            On::Parallel => marks.parallel,
            On::Arcs => marks.arcs,
            On::Token => marks.token,
        }
    }
}

impl Entry {
    /// Applies the operator; `None` if it does not apply.
    pub fn apply(&self, parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
        (self.apply)(parents, rng)
    }
}

macro_rules! operators {
    ($($name:literal $parents:literal $on:ident $apply:ident $summary:literal)*) => {
        &[$(Entry {
            operator: Operator { name: $name, parents: $parents },
            summary: $summary,
            apply: $apply,
            on: On::$on,
        }),*]
    };
}

/// All operators.
pub fn catalogue() -> &'static [Entry] {
    operators! {
        "add-leaf" 1 Graphs add_leaf "hang a new vertex on one"
        "fan" 1 Graphs fan "hang two to five new vertices on one"
        "add-vertex" 1 Graphs add_vertex "join a new vertex to one, two or three"
        "remove-leaf" 1 Graphs remove_leaf "remove a vertex of degree one"
        "remove-vertex" 1 Graphs remove_vertex "remove any vertex"
        "add-edge" 1 Graphs add_edge "join two vertices"
        "remove-edge" 1 Graphs remove_edge "remove an edge"
        "move-edge" 1 Graphs move_edge "move an end of an edge to another vertex"
        "move-leaf" 1 Graphs move_leaf "hang a leaf on another vertex"
        "subdivide" 1 Graphs subdivide "put a vertex on an edge"
        "contract" 1 Graphs contract "make one vertex of two adjacent ones"
        "twin" 1 Graphs twin "duplicate a vertex with its neighbours"
        "copy-branch" 1 Graphs copy_branch "hang a copy of a pendant branch on a vertex"
        "repeat-branch" 1 Graphs repeat_branch "hang copies of a pendant branch on all vertices alike to one"
        "double-branch" 1 Graphs double_branch "as many copies again of a pendant branch as its hub has of it"
        "even-branches" 1 Graphs even_branches "replace a pendant branch by a copy of another one on the same hub"
        "mirror" 1 Graphs mirror "make the board of copies of one of its pendant branches"
        "prune-branch" 1 Graphs prune_branch "cut a pendant branch off"
        "prune-alike" 1 Graphs prune_alike "cut off a pendant branch and all that are alike to it"
        "move-branch" 1 Graphs move_branch "hang a pendant branch on another vertex"
        "exchange-branch" 2 Graphs exchange_branch "replace a pendant branch by one of another board"
        "graft-branch" 2 Graphs graft_branch "hang a pendant branch of another board on a vertex"
        "graft-alike" 2 Graphs graft_alike "hang a pendant branch of another board on all vertices alike to one"
        "identify" 2 Graphs identify "join two boards by making one vertex of two"
        "join-boards" 2 Graphs join_boards "join two boards by an edge"
        "tint" 1 Tints tint "change the tint of a vertex"
        "swap-tints" 1 Tints swap_tints "exchange the tints of two vertices"
        "weigh" 1 Weights weigh "change the weight of an edge or a loop"
        "toggle-loop" 1 Loops toggle_loop "give a vertex a loop, or take it away"
        "double-edge" 1 Parallel double_edge "put an edge beside an edge"
        "turn" 1 Arcs turn "give an edge another direction, or none"
        "move-token" 1 Token move_token "move the token"
        "add-square" 1 Squares add_square "add a square or two beside others"
        "remove-square" 1 Squares remove_square "remove a square or two"
        "move-square" 1 Squares move_square "move a square beside others"
        "shear" 1 Squares shear "move all squares beyond a line by one"
        "mirror-squares" 1 Squares mirror_squares "replace what lies beyond a line by the mirror image of the rest"
        "overlay" 2 Squares overlay "lay a part of another board over a part of this one"
    }
}
