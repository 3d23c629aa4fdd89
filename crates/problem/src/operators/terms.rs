//! Operators on terms: boards as constructions such as `tree(5*tree(6*tree(5*leaf)))`.
//!
//! A board is read as a term: the trees that hang from its core, each written with equal branches
//! once and their number. The core of a tree is its centre. A move changes the term, and the child
//! is the board of the changed term. So one move adds a leaf at each of thirty vertices that are
//! alike, and a board of hundreds of vertices with six kinds of branches is a matter of a dozen
//! numbers.
//!
//! A *node* of a term is a rooted tree that is written in it, a *part* is a node below another one,
//! with its number of copies. Moves draw nodes and parts as they are written: once each.

use super::parts::Rng;
use super::sites::Sites;
use crate::genome::{Genome, Vertex};
use boilingpoint_boards::{Board, HangingTrees, Tint};
use petgraph::graph::NodeIndex;
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::collections::BTreeSet;

/// The greatest number of copies of a part in a random term.
pub(super) const MOST_COPIES: u32 = 9;

/// The greatest depth of a tree in a random term.
const MOST_DEPTH: u32 = 4;

/// The greatest order of a child. A larger one is refused before it is built.
const MOST_VERTICES: u64 = 1 << 12;

/// The greatest number of parts of a node in a random term.
const MOST_PARTS: u32 = 3;

/// A rooted tree: its root's tint, and the parts that hang on the root. Parts are sorted, and equal
/// ones are written once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Node {
    pub(super) tint: Tint,
    pub(super) parts: Vec<Part>,
}

/// A rooted tree with the number of its copies.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Part {
    pub(super) node: Node,
    pub(super) copies: u32,
}

/// A board: the trees that hang from its core, and the edges of the core, by places in the list.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) trees: Vec<Node>,
    core: Vec<(usize, usize)>,
}

impl Node {
    /// The node with parts in normal form.
    pub(super) fn of(tint: Tint, mut parts: Vec<Part>) -> Node {
        parts.retain(|part| part.copies > 0);
        parts.sort_unstable();
        parts.dedup_by(|part, kept| {
            let same = part.node == kept.node;
            if same {
                kept.copies = kept.copies.saturating_add(part.copies);
            }
            same
        });
        Node { tint, parts }
    }

    /// The node and all nodes below it in normal form.
    pub(super) fn normal(self) -> Node {
        let parts = self.parts.into_iter().map(|part| Part {
            node: part.node.normal(),
            ..part
        });
        Node::of(self.tint, parts.collect())
    }

    /// The number of vertices.
    pub(super) fn order(&self) -> u64 {
        let each = self
            .parts
            .iter()
            .map(|part| part.node.order().saturating_mul(u64::from(part.copies)));
        each.fold(1, u64::saturating_add)
    }

    fn is_untinted(&self) -> bool {
        self.tint == Tint::None && self.parts.iter().all(|part| part.node.is_untinted())
    }

    /// The number of parts that are written.
    pub(super) fn written(&self) -> usize {
        self.parts.iter().map(|part| 1 + part.node.written()).sum()
    }

    /// The written part with the number `n`, a node before the nodes below it. Lowers `n` by the
    /// number of parts if there is none.
    fn part(&mut self, n: &mut usize) -> Option<&mut Part> {
        for part in &mut self.parts {
            if *n == 0 {
                return Some(part);
            }
            *n -= 1;
            // Whether the part is below is asked first, since a found part stays borrowed.
            let below = part.node.written();
            if *n < below {
                return part.node.part(n);
            }
            *n -= below;
        }
        None
    }

    /// Calls `f` with each written part.
    fn each_part(&mut self, f: &mut dyn FnMut(&mut Part)) {
        for part in &mut self.parts {
            f(part);
            part.node.each_part(f);
        }
    }

    /// Adds the tree to a genome; returns its root.
    fn grow(&self, into: &mut Genome) -> NodeIndex {
        let root = into.add_node(Vertex::tinted(self.tint));
        for part in &self.parts {
            for _ in 0..part.copies {
                let below = part.node.grow(into);
                into.join(root, below);
            }
        }
        root
    }
}

impl Term {
    /// The term of a board; `None` if the board has marks other than tints, or no vertices.
    pub(super) fn of(board: &Board) -> Option<Term> {
        if !board.is_plain() || board.order() == 0 {
            return None;
        }
        let hanging = HangingTrees::of(board.graph());
        let mut parts: Vec<Vec<Part>> = vec![Vec::new(); board.order()];
        let mut place = vec![None; board.order()];
        let mut trees = Vec::new();
        for &v in &hanging.order {
            let node = Node::of(board.tints()[v], std::mem::take(&mut parts[v]));
            match hanging.parent[v] {
                Some(parent) => parts[parent].push(Part { node, copies: 1 }),
                None => {
                    place[v] = Some(trees.len());
                    trees.push(node);
                }
            }
        }
        let edges = board.graph().edges();
        let core = edges.filter_map(|(a, b)| place[a].zip(place[b])).collect();
        Some(Term { trees, core })
    }

    /// Whether the board is a tree whose vertices have no tints.
    pub(super) fn is_untinted_tree(&self) -> bool {
        self.trees.len() == 1 && self.trees[0].is_untinted()
    }

    /// The number of vertices.
    pub(super) fn order(&self) -> u64 {
        let orders = self.trees.iter().map(Node::order);
        orders.fold(0, u64::saturating_add)
    }

    /// The term with other trees on the same core.
    pub(super) fn with_trees(&self, trees: Vec<Node>) -> Term {
        Term {
            trees,
            core: self.core.clone(),
        }
    }

    /// The board of the term; `None` if it is too large.
    pub(super) fn genome(&self) -> Option<Genome> {
        if self.order() > MOST_VERTICES {
            return None;
        }
        let mut genome = Genome::default();
        let roots: Vec<NodeIndex> = self.trees.iter().map(|t| t.grow(&mut genome)).collect();
        for &(a, b) in &self.core {
            genome.join(roots[a], roots[b]);
        }
        Some(genome)
    }

    /// A written node of a random tree: a tree itself or one of its parts.
    pub(super) fn any_node(&self, rng: &mut Rng) -> Node {
        let mut tree = self.trees[rng.random_range(0..self.trees.len())].clone();
        std::mem::take(any_node(&mut tree, rng))
    }

    /// Changes a random tree. In half of the cases all trees that are equal to it are changed
    /// alike, so that a symmetric core stays symmetric.
    fn change(
        mut self,
        rng: &mut Rng,
        change: impl FnOnce(&mut Node, &mut Rng) -> Option<()>,
    ) -> Option<Term> {
        let chosen = rng.random_range(0..self.trees.len());
        let before = self.trees[chosen].clone();
        let mut after = before.clone();
        change(&mut after, rng)?;
        let after = after.normal();
        if after == before {
            return None;
        }
        let all_alike = self.trees.len() > 1 && rng.random_bool(0.5);
        for (i, tree) in self.trees.iter_mut().enumerate() {
            if i == chosen || all_alike && *tree == before {
                *tree = after.clone();
            }
        }
        Some(self)
    }
}

/// Changes the term of a genome.
pub(super) fn changed(
    genome: &Genome,
    rng: &mut Rng,
    change: impl FnOnce(&mut Node, &mut Rng) -> Option<()>,
) -> Option<Genome> {
    Term::of(&genome.board())?.change(rng, change)?.genome()
}

/// A random written part of a tree.
fn any_part<'n>(tree: &'n mut Node, rng: &mut Rng) -> Option<&'n mut Part> {
    let written = tree.written();
    let mut n = (written > 0).then(|| rng.random_range(0..written))?;
    tree.part(&mut n)
}

/// A random written node of a tree: the tree itself, or one of its parts.
fn any_node<'n>(tree: &'n mut Node, rng: &mut Rng) -> &'n mut Node {
    let written = tree.written();
    match rng.random_range(0..=written) {
        0 => tree,
        n => &mut tree.part(&mut (n - 1)).expect("a written part").node,
    }
}

/// Another number of copies: one or two more or fewer, twice as many, half as many, or any.
fn other_number(copies: u32, rng: &mut Rng) -> u32 {
    let next = match rng.random_range(0..8) {
        0 | 1 => copies + 1,
        2 | 3 => copies.saturating_sub(1),
        4 => copies + 2,
        5 => copies.saturating_mul(2),
        6 => copies.div_ceil(2),
        _ => rng.random_range(1..=MOST_COPIES),
    };
    next.max(1)
}

/// A part of a term, by its tree and its place in the tree, with another number of copies.
#[derive(Clone, Copy)]
pub(super) struct OtherCopies {
    tree: usize,
    part: usize,
    copies: u32,
}

/// Changes the number of copies of a part, in all trees of the core that are equal. The sites are
/// steps of 1 and 2 up and down, twice as many and half as many.
pub(super) static COPIES: Sites<(), OtherCopies> = Sites {
    at: |board, ()| {
        let mut term = Term::of(&board.genome.board());
        let trees = term.iter_mut().flat_map(|term| &mut term.trees).enumerate();
        trees.flat_map(|(i, tree)| steps(i, tree)).collect()
    },
    draw: Some(|g, rng| {
        let mut trees = Term::of(&g.board())?.trees;
        let tree = rng.random_range(0..trees.len());
        let written = trees[tree].written();
        let part = (written > 0).then(|| rng.random_range(0..written))?;
        let of_part = |site: &OtherCopies| site.part == part;
        let sites = steps(tree, &mut trees[tree]).into_iter().filter(of_part);
        sites.collect::<Vec<_>>().choose(rng).copied()
    }),
    apply: |g, OtherCopies { tree, part, copies }| {
        let mut term = Term::of(&g.board())?;
        let before = term.trees[tree].clone();
        let mut after = before.clone();
        after.part(&mut { part })?.copies = copies;
        let after = after.normal();
        let alike = term.trees.iter_mut().filter(|tree| **tree == before);
        alike.for_each(|tree| *tree = after.clone());
        (after != before).then(|| term.genome())?
    },
};

/// The other numbers of copies that a step from each part of a tree leads to.
fn steps(tree: usize, node: &mut Node) -> Vec<OtherCopies> {
    let mut numbers = Vec::new();
    node.each_part(&mut |part| numbers.push(part.copies));
    let steps = |(part, before): (usize, u32)| {
        let half = before.div_ceil(2);
        let next = [
            before + 1,
            before.saturating_sub(1),
            before + 2,
            before.saturating_sub(2),
            2 * before,
            half,
        ];
        let next: BTreeSet<u32> = next.into_iter().filter(|&n| n != before).collect();
        next.into_iter()
            .map(move |copies| OtherCopies { tree, part, copies })
    };
    numbers.into_iter().enumerate().flat_map(steps).collect()
}

/// A change of a tree, at a random place; `None` if the tree has no such place.
type Change = fn(&mut Node, &mut Rng) -> Option<()>;

/// The changes of a tree that need no other board. One number of copies changes in more than half
/// of the draws.
pub(super) const CHANGES: [Change; 12] = [
    other_copies,
    other_copies,
    other_copies,
    other_copies,
    other_copies,
    tied_copies,
    equal_copies,
    some_copies,
    add_own_part,
    remove_part,
    replace_by_own,
    nest,
];

/// Changes one number of copies.
fn other_copies(tree: &mut Node, rng: &mut Rng) -> Option<()> {
    let part = any_part(tree, rng)?;
    part.copies = other_number(part.copies, rng);
    Some(())
}

/// Gives all parts with the same number of copies another number.
pub(super) fn tied_copies(tree: &mut Node, rng: &mut Rng) -> Option<()> {
    let before = any_part(tree, rng)?.copies;
    let after = other_number(before, rng);
    tree.each_part(&mut |part| {
        if part.copies == before {
            part.copies = after;
        }
    });
    Some(())
}

/// Gives a part as many copies as another part has.
pub(super) fn equal_copies(tree: &mut Node, rng: &mut Rng) -> Option<()> {
    let number = any_part(tree, rng)?.copies;
    any_part(tree, rng)?.copies = number;
    Some(())
}

/// Changes one copy of a part, or half of the copies: a number of copies below it, or one leaf
/// more.
pub(super) fn some_copies(tree: &mut Node, rng: &mut Rng) -> Option<()> {
    // The node that has the part is changed, so a node with several copies of a part is drawn.
    let node = any_node(tree, rng);
    let several: Vec<usize> = (0..node.parts.len())
        .filter(|&i| node.parts[i].copies > 1)
        .collect();
    let part = &mut node.parts[*several.choose(rng)?];
    let copies = match rng.random_bool(0.5) {
        true => 1,
        false => part.copies / 2,
    };
    let mut other = part.node.clone();
    match any_part(&mut other, rng) {
        Some(below) if rng.random_bool(0.8) => below.copies = other_number(below.copies, rng),
        _ => other.parts.push(Part {
            node: Node::default(),
            copies: 1,
        }),
    }
    part.copies -= copies;
    node.parts.push(Part {
        node: other,
        copies,
    });
    Some(())
}

/// Hangs copies of a vertex, or of a node of the tree, on a node.
fn add_own_part(tree: &mut Node, rng: &mut Rng) -> Option<()> {
    let own = any_node(tree, rng).clone();
    add_part(tree, own, rng)
}

/// Hangs copies of a vertex, or of another node, on a node.
pub(super) fn add_part(tree: &mut Node, other: Node, rng: &mut Rng) -> Option<()> {
    let node = match rng.random_bool(0.3) {
        true => Node::default(),
        false => other,
    };
    let copies = rng.random_range(1..=MOST_COPIES);
    any_node(tree, rng).parts.push(Part { node, copies });
    Some(())
}

/// Removes a part with all its copies.
pub(super) fn remove_part(tree: &mut Node, rng: &mut Rng) -> Option<()> {
    any_part(tree, rng)?.copies = 0;
    Some(())
}

/// Replaces a part by a node of the same tree, with as many copies.
fn replace_by_own(tree: &mut Node, rng: &mut Rng) -> Option<()> {
    let own = any_node(tree, rng).clone();
    replace_part(tree, own, rng)
}

/// Replaces a part by another node, with as many copies.
pub(super) fn replace_part(tree: &mut Node, other: Node, rng: &mut Rng) -> Option<()> {
    any_part(tree, rng)?.node = other;
    Some(())
}

/// Puts a part below a new vertex, with some copies of the part on each.
pub(super) fn nest(tree: &mut Node, rng: &mut Rng) -> Option<()> {
    let copies = rng.random_range(1..=MOST_COPIES);
    let part = any_part(tree, rng)?;
    let node = std::mem::take(&mut part.node);
    part.node = Node::of(Tint::None, vec![Part { node, copies }]);
    Some(())
}

/// Hangs what hangs on the root of a part in the place of the part.
pub(super) fn flatten(tree: &mut Node, rng: &mut Rng) -> Option<()> {
    let node = any_node(tree, rng);
    let i = (!node.parts.is_empty()).then(|| rng.random_range(0..node.parts.len()))?;
    let below = node.parts.swap_remove(i).node.parts;
    node.parts.extend(below);
    Some(())
}

/// A random term: a tree of at most [`MOST_DEPTH`] levels with few kinds of branches; in half of
/// the cases where the class has other boards than trees, a cycle, a path or a complete graph with
/// equal trees on its vertices. The order is drawn first; a term that misses it by more than a
/// tenth is drawn again, up to a hundred times. Then the nearest one is taken.
pub(crate) fn random(
    order: usize,
    is_tree: bool,
    tint: &mut dyn FnMut(&mut Rng) -> Tint,
    rng: &mut Rng,
) -> Option<Genome> {
    let mut nearest: Option<(u64, Term)> = None;
    for _ in 0..100 {
        let term = random_term(is_tree, tint, rng);
        let miss = term.order().abs_diff(order as u64);
        if nearest.as_ref().is_none_or(|(least, _)| miss < *least) {
            nearest = Some((miss, term));
        }
        if miss * 10 <= order as u64 {
            break;
        }
    }
    nearest?.1.genome()
}

fn random_term(is_tree: bool, tint: &mut dyn FnMut(&mut Rng) -> Tint, rng: &mut Rng) -> Term {
    let depth = rng.random_range(1..=MOST_DEPTH);
    let tree = random_node(depth, tint, rng).normal();
    let many = match is_tree || rng.random_bool(0.5) {
        true => 1,
        false => rng.random_range(2..=8),
    };
    let steps = (1..many).map(|v| (v - 1, v));
    let core: Vec<(usize, usize)> = match rng.random_range(0..3) {
        0 => steps.collect(),
        1 if many > 2 => steps.chain([(0, many - 1)]).collect(),
        _ => (0..many)
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .collect(),
    };
    Term {
        trees: vec![tree; many],
        core,
    }
}

fn random_node(depth: u32, tint: &mut dyn FnMut(&mut Rng) -> Tint, rng: &mut Rng) -> Node {
    let mut parts = Vec::new();
    if depth > 0 {
        for i in 0..rng.random_range(1..=MOST_PARTS) {
            // The first part has the full depth.
            let below = if i == 0 {
                depth - 1
            } else {
                rng.random_range(0..depth)
            };
            parts.push(Part {
                node: random_node(below, tint, rng),
                copies: rng.random_range(1..=MOST_COPIES),
            });
        }
    }
    Node {
        tint: tint(rng),
        parts,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sites::{Orbits, SiteOperator};
    use super::*;
    use boilingpoint_boards::canon::fingerprint;
    use boilingpoint_boards::{parse_board, random_connected, random_tree};
    use rand::SeedableRng;

    /// A board read as a term and written again is the same board.
    #[test]
    fn a_term_is_its_board() {
        for seed in 0..300u64 {
            let order = 5 + seed as usize % 20;
            let graph = match seed % 3 {
                0 => random_tree(order, seed),
                _ => random_connected(order, order + seed as usize % 5, seed),
            };
            let board = Board::untinted(graph);
            let again = Term::of(&board).unwrap().genome().unwrap().board();
            assert_eq!(fingerprint(&board), fingerprint(&again), "{}", board.name());
        }
        for text in ["path(1)", "path(2):LR", "star(6):.LLRR..", "cycle(5):L.R.."] {
            let board = parse_board(text).unwrap();
            let again = Term::of(&board).unwrap().genome().unwrap().board();
            assert_eq!(fingerprint(&board), fingerprint(&again), "{text}");
        }
        assert!(Term::of(&parse_board("cycle(4)@0").unwrap()).is_none());
    }

    /// Equal branches are written once.
    #[test]
    fn a_symmetric_tree_has_few_parts() {
        let board = parse_board("tree(5*tree(6*tree(5*leaf)))").unwrap();
        let term = Term::of(&board).unwrap();
        assert_eq!(term.trees.len(), 1);
        assert_eq!(term.trees[0].written(), 3);
        assert_eq!(term.trees[0].order(), 186);
    }

    /// One move changes all copies of a part.
    #[test]
    fn a_move_changes_all_copies() {
        let board = parse_board("tree(4*tree(3*leaf))").unwrap();
        let genome = Genome::of_board(&board);
        let mut rng = Rng::seed_from_u64(5);
        let orders: Vec<usize> = (0..40)
            .filter_map(|_| Some(COPIES.mutant(&genome, &mut rng)?.order()))
            .collect();
        // One leaf more on each of the four branches, or one branch more.
        assert!(orders.contains(&21), "{orders:?}");
        assert!(orders.iter().all(|n| (n - 1) % 4 == 0), "{orders:?}");
        let all = COPIES.children(&Orbits::of(&genome)).concat();
        let mut orders: Vec<usize> = all.iter().map(Genome::order).collect();
        orders.sort_unstable();
        assert_eq!(orders, [9, 9, 13, 13, 21, 21, 25, 25, 29, 33]);
    }

    #[test]
    fn random_terms_have_about_the_order_that_was_asked_for() {
        let mut rng = Rng::seed_from_u64(1);
        let mut near = 0;
        for order in [5usize, 20, 60, 120, 250] {
            for is_tree in [true, false] {
                let mut plain = |_: &mut Rng| Tint::None;
                let genome = random(order, is_tree, &mut plain, &mut rng).unwrap();
                assert!(!is_tree || genome.edge_count() + 1 == genome.order());
                assert!(genome.is_connected());
                near += usize::from(genome.order().abs_diff(order) * 5 <= order);
            }
        }
        assert!(near >= 7, "{near}");
    }
}
