//! Operators: functions that make a child from one or two boards.
//!
//! Local operators add, remove and move vertices and edges, subdivide edges and contract edges.
//! Other operators repeat structure or carry it over, since extremal boards are rarely random: they
//! duplicate a vertex as a twin, and copy, move, prune and exchange pendant branches. Operators
//! ignore the class, except for `fill` and `fill-orbits`, which add edges up to its bounds.
//! [`super::Class::repaired`] brings the children of all operators into the class.
//!
//! Vertices or branches are *alike* when colour refinement cannot tell them apart. An operator that
//! repeats structure repeats it at all vertices that are alike.
//!
//! A *pendant branch* is the part of a board that an edge cuts off. Its *hub* is the other end of
//! that edge.
//!
//! An operator on one board that depends on few choices lists its *sites*, the places where it can
//! be applied. A mutation applies the operator at a random site, a neighbourhood at all sites (see
//! `sites.rs` and [`super::NEIGHBOURHOODS`]).

mod branches;
pub(super) mod changed_terms;
mod cross;
mod fill;
mod guide;
mod local;
mod marks;
pub(super) mod parts;
mod rotation;
mod sites;
pub(super) mod squares;
pub(super) mod terms;

#[cfg(test)]
mod tests;

use super::class::Class;
use super::genome::Genome;
use super::walker::WalkStart;
use boilingpoint_evolve::{Choice, Operator};
use boilingpoint_rules::Feature;
use branches::*;
use cross::*;
use fill::{fill, fill_orbits};
pub use guide::Guide;
use local::*;
use marks::*;
use parts::Rng;
pub(super) use sites::Orbits;
use sites::SiteOperator;
use squares::*;
use terms::*;

/// How an island breeds boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Breeding {
    /// By adding, removing and moving vertices, edges and pendant branches.
    #[default]
    Edges,
    /// By changing the terms that boards are read as (`terms.rs`).
    Terms,
    /// In no way by default: a config has to name the operator.
    Named,
}

impl Breeding {
    const fn of_row(self) -> Option<Breeding> {
        match self {
            Breeding::Named => None,
            breeding => Some(breeding),
        }
    }
}

impl Choice for Breeding {
    const WORDS: &'static [(&'static str, Breeding)] =
        &[("edges", Breeding::Edges), ("terms", Breeding::Terms)];
}

/// An operator on boards: a row of the table of operators.
pub struct BoardOperator {
    /// The identifier, by which [`OperatorId::operator`] finds this row.
    pub id: OperatorId,
    /// The name and number of parents, for the engine.
    pub operator: Operator,
    /// A description of the operator, for `boil list operators`.
    pub summary: &'static str,
    /// The islands that use this operator if their config lists no operators; `None` if a config
    /// has to name it.
    pub by_default: Option<Breeding>,
    /// The features that boards need before the operator can change anything.
    on: &'static [Feature],
    source: ChildSource,
}

/// How an operator makes children.
enum ChildSource {
    /// By applying the operator at sites of one board, either at a random site or at all sites.
    Sites(&'static dyn SiteOperator),
    /// By calling a function with one or two boards and a random stream.
    Random(fn(&[&Genome], &mut Rng) -> Option<Genome>),
    /// By changing a tree of the board's term with a random stream.
    Term(fn(&mut Node, &mut Rng) -> Option<()>),
    /// By changing a tree of the board's term with a node of the last parent's term and a random
    /// stream.
    WithPart(fn(&mut Node, Node, &mut Rng) -> Option<()>),
    /// By calling a function with the class, a board of the class and a random stream.
    Within(fn(&Class, &Genome, &mut Rng) -> Option<Genome>),
    /// By calling a function with a board, the guide of the search and a random stream.
    Guided(fn(&Guide, &Genome, &mut Rng) -> Option<Genome>),
    /// By a walk from good boards ([`Walker::walk`](crate::Walker)).
    Walk(WalkStart),
}

impl BoardOperator {
    /// Whether the operator applies to boards of a class. Operators on graphs do not apply to
    /// squares, and operators on squares do not apply to graphs. Terms have no marks but tints.
    pub(super) fn is_of_use(&self, class: &Class) -> bool {
        if self.by_default == Some(Breeding::Terms) && class.features.has_marks() {
            return false;
        }
        self.is_for_squares() == class.has(Feature::Squares)
            && self.on.iter().all(|&f| class.has(f))
    }

    /// Whether the operator is for boards of squares. The other operators are for other boards.
    pub(super) fn is_for_squares(&self) -> bool {
        self.on.contains(&Feature::Squares)
    }

    /// A random child, which may lie outside of the class; `None` if the operator does not apply to
    /// the parents, or if it needs a guide and there is none.
    pub fn apply(
        &self,
        parents: &[&Genome],
        class: &Class,
        guide: Option<&Guide>,
        rng: &mut Rng,
    ) -> Option<Genome> {
        match self.source {
            ChildSource::Sites(sites) => sites.mutant(parents[0], rng),
            ChildSource::Random(child) => child(parents, rng),
            ChildSource::Term(change) => changed(parents[0], rng, change),
            ChildSource::WithPart(change) => {
                let last = parents[usize::from(self.operator.parents) - 1];
                let part = Term::of(&last.board())?.any_node(rng);
                changed(parents[0], rng, |tree, rng| change(tree, part, rng))
            }
            ChildSource::Within(child) => child(class, parents[0], rng),
            ChildSource::Guided(child) => child(guide?, parents[0], rng),
            ChildSource::Walk(_) => None,
        }
    }

    /// Where the walks of the operator begin; `None` if it is no walk.
    pub(super) fn walk(&self) -> Option<WalkStart> {
        match self.source {
            ChildSource::Walk(start) => Some(start),
            _ => None,
        }
    }

    /// The children at all sites of a board, grouped by anchor; empty for an operator without
    /// sites.
    pub(super) fn children(&self, board: &Orbits<'_>) -> Vec<Vec<Genome>> {
        match self.source {
            ChildSource::Sites(sites) => sites.children(board),
            _ => Vec::new(),
        }
    }
}

/// The table of operators. Random numbers choose operators by their index in this table, so one
/// more default operator would change the boards that every search breeds. A row that ends with
/// `=> Named` is therefore used only where a config names the operator, and a row that ends with
/// `=> Terms` by default only where boards are bred as terms.
macro_rules! operators {
    ($($id:ident $name:literal $parents:literal [$($feature:ident)?] $source:ident($code:expr) $summary:literal $(=> $breeding:ident)?)*) => {
        /// The identifier of an operator.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum OperatorId {
            $(
                #[doc = $summary]
                $id,
            )*
        }

        /// All operators, in the order of [`OperatorId`].
        static OPERATORS: [BoardOperator; [$($name),*].len()] = [$(BoardOperator {
            id: OperatorId::$id,
            operator: Operator { name: $name, parents: $parents },
            summary: $summary,
            by_default: [$(Breeding::$breeding,)? Breeding::Edges][0].of_row(),
            on: &[$(Feature::$feature)?],
            source: ChildSource::$source($code),
        }),*];
    };
}

operators! {
    AddLeaf "add-leaf" 1 [] Sites(&ADD_LEAF) "hang a new vertex on a vertex"
    Fan "fan" 1 [] Random(fan) "hang two to five new vertices on a vertex"
    AddVertex "add-vertex" 1 [] Random(add_vertex) "join a new vertex to one, two or three vertices"
    RemoveLeaf "remove-leaf" 1 [] Sites(&REMOVE_LEAF) "remove a vertex of degree one"
    RemoveVertex "remove-vertex" 1 [] Sites(&REMOVE_VERTEX) "remove any vertex"
    AddEdge "add-edge" 1 [] Sites(&ADD_EDGE) "join two vertices"
    RemoveEdge "remove-edge" 1 [] Sites(&REMOVE_EDGE) "remove an edge"
    MoveEdge "move-edge" 1 [] Sites(&MOVE_EDGE) "move an end of an edge to another vertex"
    Slide "slide" 1 [] Sites(&SLIDE) "move an end of an edge to a neighbour of the vertex at that end" => Named
    SwapEdges "swap-edges" 1 [] Random(swap_edges) "exchange ends of two disjoint edges, so that every vertex keeps its degree" => Named
    Fill "fill" 1 [] Within(fill) "take a few edges out, then join vertices in random order until any further edge would make the shortest cycles shorter" => Named
    FillOrbits "fill-orbits" 1 [] Within(fill_orbits) "as fill, with orbits of a rotation of the vertices in place of edges, so that the board becomes symmetric" => Named
    MoveLeaf "move-leaf" 1 [] Sites(&MOVE_LEAF) "hang a leaf on another vertex"
    Subdivide "subdivide" 1 [] Sites(&SUBDIVIDE) "put a vertex on an edge"
    Contract "contract" 1 [] Sites(&CONTRACT) "merge two adjacent vertices into one"
    Twin "twin" 1 [] Sites(&TWIN) "add a copy of a vertex with the same neighbours"
    TrueTwin "true-twin" 1 [] Random(true_twin) "add a copy of a vertex with the same neighbours, joined to it" => Named
    CopyBranch "copy-branch" 1 [] Sites(&COPY_BRANCH) "hang a copy of a pendant branch on a vertex"
    RepeatBranch "repeat-branch" 1 [] Sites(&REPEAT_BRANCH) "hang copies of a pendant branch on a vertex and all vertices alike to it"
    DoubleBranch "double-branch" 1 [] Sites(&DOUBLE_BRANCH) "double the number of copies of a pendant branch at the vertex that it hangs on"
    EvenBranches "even-branches" 1 [] Random(even_branches) "replace a pendant branch by a copy of another branch at the same vertex"
    Mirror "mirror" 1 [] Random(mirror) "replace the board by copies of one of its pendant branches: two joined by an edge, or several hung on one vertex"
    PruneBranch "prune-branch" 1 [] Sites(&PRUNE_BRANCH) "cut a pendant branch off"
    PruneAlike "prune-alike" 1 [] Sites(&PRUNE_ALIKE) "cut off a pendant branch and all branches alike to it"
    MoveBranch "move-branch" 1 [] Sites(&MOVE_BRANCH) "hang a pendant branch on another vertex"
    ExchangeBranch "exchange-branch" 2 [] Random(exchange_branch) "replace a pendant branch by a pendant branch of another board"
    GraftBranch "graft-branch" 2 [] Random(graft_branch) "hang a pendant branch of another board on a vertex"
    GraftAlike "graft-alike" 2 [] Random(graft_alike) "hang a pendant branch of another board on a vertex and all vertices alike to it"
    Identify "identify" 2 [] Random(identify) "join two boards by merging a vertex of each"
    JoinBoards "join-boards" 2 [] Random(join_boards) "join two boards by an edge"
    ChangeTint "tint" 1 [Tints] Sites(&CHANGE_TINT) "change the tint of a vertex"
    SwapTints "swap-tints" 1 [Tints] Random(swap_tints) "exchange the tints of two vertices"
    Weigh "weigh" 1 [Weights] Sites(&WEIGH) "change the weight of an edge or a loop"
    ToggleLoop "toggle-loop" 1 [Loops] Sites(&TOGGLE_LOOP) "give a vertex a loop, or take it away"
    DoubleEdge "double-edge" 1 [Parallel] Sites(&DOUBLE_EDGE) "add an edge parallel to an edge"
    Turn "turn" 1 [Arcs] Sites(&TURN) "give an edge another direction, or none"
    MoveToken "move-token" 1 [Token] Sites(&MOVE_TOKEN) "move the token"
    AddSquare "add-square" 1 [Squares] Sites(&ADD_SQUARE) "add one or two squares beside other squares"
    RemoveSquare "remove-square" 1 [Squares] Sites(&REMOVE_SQUARE) "remove one or two squares"
    MoveSquare "move-square" 1 [Squares] Sites(&MOVE_SQUARE) "move a square to a place beside other squares"
    Shear "shear" 1 [Squares] Random(shear) "move all squares beyond a line by one"
    MirrorSquares "mirror-squares" 1 [Squares] Random(mirror_squares) "replace the squares beyond a line by the mirror image of the squares before it"
    Overlay "overlay" 2 [Squares] Random(overlay) "replace the squares of a part of this board by a part of another board"
    Copies "copies" 1 [] Sites(&COPIES) "change the number of copies of a part of the board's term" => Terms
    TiedCopies "tied-copies" 1 [] Term(tied_copies) "give all parts with the same number of copies another number" => Terms
    EqualCopies "equal-copies" 1 [] Term(equal_copies) "give a part as many copies as another part has" => Terms
    AddPart "add-part" 1 [] WithPart(add_part) "hang copies of a vertex, or of a part, on a vertex of the term" => Terms
    RemovePart "remove-part" 1 [] Term(remove_part) "remove a part with all its copies" => Terms
    ReplacePart "replace-part" 1 [] WithPart(replace_part) "replace a part by another part of the term" => Terms
    Nest "nest" 1 [] Term(nest) "put copies of a part on a new vertex, in place of the part" => Terms
    Flatten "flatten" 1 [] Term(flatten) "hang what hangs on the root of a part in place of the part" => Terms
    ExchangePart "exchange-part" 2 [] WithPart(replace_part) "replace a part by a part of another board's term" => Terms
    SomeCopies "some-copies" 1 [] Term(some_copies) "change one of the copies of a part, or half of them" => Terms
    Walk "walk" 1 [] Guided(Guide::walk) "change the term step by step, guided by an estimate of the objective" => Terms
    GraftPart "graft-part" 2 [] WithPart(add_part) "hang copies of a part of another board's term on a vertex of the term" => Terms
    Arm "arm" 1 [Squares] Sites(&ARM) "add an arm: a path of two to eight squares with at most one bend" => Named
    CopyArm "copy-arm" 1 [Squares] Sites(&COPY_ARM) "copy a part that hangs on one square to another place, turned and reflected" => Named
    CutSquares "cut-squares" 1 [Squares] Random(cut_squares) "remove a square with all parts of the board that it holds on, except for the largest" => Named
    Anneal "anneal" 1 [] Walk(WalkStart::Anew) "walk by annealing from a random board"
    AnnealElite "anneal-elite" 1 [] Walk(WalkStart::Elite) "walk by annealing from the best board of an order"
    AnnealGrown "anneal-grown" 1 [] Walk(WalkStart::Grown) "walk by annealing from the best board of the order before or after, with a vertex more or less"
    AnnealOrbits "anneal-orbits" 1 [] Walk(WalkStart::Symmetric) "walk by annealing from a random board with a rotation, which it keeps"
    AnnealSides "anneal-sides" 1 [] Walk(WalkStart::TwoSided) "walk by annealing from a random bipartite board, and keep its sides"
    MirrorArm "mirror-arm" 1 [Squares] Sites(&MIRROR_ARM) "add an arm and its mirror image at another square" => Named
}

/// All operators, in the order of [`OperatorId`].
pub fn catalogue() -> &'static [BoardOperator] {
    &OPERATORS
}

impl OperatorId {
    /// The row of this operator in the table.
    pub fn operator(self) -> &'static BoardOperator {
        &OPERATORS[self as usize]
    }

    /// The name of this operator in configs and reports.
    pub fn name(self) -> &'static str {
        self.operator().operator.name
    }
}
