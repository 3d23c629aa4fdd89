//! All terms that differ from a term by one change, or by two changes of numbers of copies.
//!
//! A change acts on a written part: on all its copies, on half of them, or on one. So a change may
//! keep the symmetry of the board, or break it.

use super::terms::{Node, Part, Term};
use crate::genome::Genome;
use std::collections::BTreeSet;

/// The greatest number of changed nodes that a node is listed with. A term with more is far from
/// symmetric, and the operators on vertices list its smaller boards.
const MOST_CHANGES: usize = 2000;

/// How a number of copies changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// None, half as many, and one or two fewer; a part also makes way for the parts below it, or
    /// for a smaller node of its tree.
    Fewer,
    /// One or two more; also a leaf on a node that has none.
    More,
}

impl Step {
    fn numbers(self, copies: u32) -> BTreeSet<u32> {
        let next = match self {
            Step::Fewer => vec![0, copies / 2, copies.saturating_sub(2), copies - 1],
            Step::More => vec![copies + 1, copies + 2],
        };
        next.into_iter().filter(|&n| n != copies).collect()
    }
}

/// The boards of fewer vertices to which one change of a board's term leads.
pub(crate) fn smaller(genome: &Genome) -> Vec<Genome> {
    let Some(term) = Term::of(&genome.board()) else {
        return Vec::new();
    };
    let terms = changed(&term, Step::Fewer).into_iter();
    terms.filter_map(|term| term.genome()).collect()
}

/// The boards of the same order, or of up to `less` fewer vertices, in which one number of copies
/// has grown and another has shrunk. The boards with the fewest written parts come first, at most
/// `most` in all.
pub(crate) fn exchanged(genome: &Genome, less: u64, most: usize) -> Vec<Genome> {
    let Some(term) = Term::of(&genome.board()) else {
        return Vec::new();
    };
    let order = term.order();
    let mut found = BTreeSet::new();
    for larger in changed(&term, Step::More) {
        let terms = changed(&larger, Step::Fewer).into_iter();
        let near = terms.filter(|t| t.order() <= order && t.order() + less >= order);
        let near = near.filter(|t| t.trees != term.trees);
        found.extend(near.map(|t| (written(&t), t.trees)));
    }
    let terms = found.into_iter().take(most);
    terms
        .filter_map(|(_, trees)| term.with_trees(trees).genome())
        .collect()
}

fn written(term: &Term) -> usize {
    term.trees.iter().map(Node::written).sum()
}

/// The terms to which one change leads. Trees of the core that are equal change alike, or one of
/// them changes.
fn changed(term: &Term, step: Step) -> Vec<Term> {
    let mut terms = Vec::new();
    for (i, tree) in term.trees.iter().enumerate() {
        if term.trees[..i].contains(tree) {
            continue;
        }
        let alike: Vec<usize> = (i..term.trees.len())
            .filter(|&j| term.trees[j] == *tree)
            .collect();
        let numbers = BTreeSet::from([alike.len(), 1]);
        for after in changed_nodes(tree, &below(tree), step) {
            for &number in &numbers {
                let mut trees = term.trees.clone();
                alike[..number]
                    .iter()
                    .for_each(|&j| trees[j] = after.clone());
                terms.push(term.with_trees(trees));
            }
        }
    }
    terms
}

/// The different nodes below a node.
fn below(node: &Node) -> BTreeSet<Node> {
    let mut found = BTreeSet::new();
    for part in &node.parts {
        found.extend(below(&part.node));
        found.insert(part.node.clone());
    }
    found
}

/// The nodes to which one change of a written part below a node leads. `known` are the nodes that
/// may take the place of a part.
fn changed_nodes(node: &Node, known: &BTreeSet<Node>, step: Step) -> BTreeSet<Node> {
    let mut nodes = BTreeSet::new();
    if step == Step::More {
        let leaf = Part {
            node: Node::default(),
            copies: 1,
        };
        let parts = node.parts.iter().cloned().chain([leaf]);
        nodes.insert(Node::of(node.tint, parts.collect()));
    }
    for (i, part) in node.parts.iter().enumerate() {
        for copies in step.numbers(part.copies) {
            nodes.insert(node.with(i, part.copies, [(part.node.clone(), copies)]));
        }
        let mut other = changed_nodes(&part.node, known, step);
        if step == Step::Fewer {
            let order = part.node.order();
            other.extend(known.iter().filter(|n| n.order() < order).cloned());
        }
        let numbers = BTreeSet::from([part.copies, part.copies / 2, 1]);
        for number in numbers.into_iter().filter(|&n| n > 0) {
            for after in &other {
                nodes.insert(node.with(i, number, [(after.clone(), number)]));
            }
            if step == Step::Fewer {
                let below = part.node.parts.iter();
                let below = below.map(|p| (p.node.clone(), p.copies.saturating_mul(number)));
                nodes.insert(node.with(i, number, below));
            }
        }
        if nodes.len() > MOST_CHANGES {
            break;
        }
    }
    nodes
}

impl Node {
    /// The node with other parts in the place of `number` copies of the part with index `i`.
    fn with(&self, i: usize, number: u32, parts: impl IntoIterator<Item = (Node, u32)>) -> Node {
        let mut all = self.parts.clone();
        all[i].copies -= number;
        let new = parts.into_iter();
        all.extend(new.map(|(node, copies)| Part { node, copies }));
        Node::of(self.tint, all)
    }
}
