//! The trees that hang from the core of a graph, and the centres of a tree.
//!
//! Leaves are removed again and again. The remaining graph is the core; for a tree the core is one
//! of its centres. The removed vertices hang from the core as rooted trees. No function recurses,
//! since a path may be as long as the largest board.

use super::super::Graph;
use std::collections::HashMap;
use std::hash::Hash;

/// The core of a graph, and the rooted trees that hang from the core.
///
/// The core of a component that is a tree is one of its centres.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HangingTrees {
    /// The parent of each removed vertex in its tree; `None` for vertices of the core.
    pub parent: Vec<Option<usize>>,
    /// All vertices, children before parents: first the removed vertices, then the core in
    /// increasing order.
    pub order: Vec<usize>,
    /// The number of removed vertices.
    taken: usize,
    /// The round in which each vertex became a leaf.
    round: Vec<usize>,
}

impl HangingTrees {
    /// Removes the leaves of a graph again and again. The time is linear in the size of the graph.
    pub fn of(graph: &Graph) -> HangingTrees {
        let n = graph.order();
        let mut degree: Vec<usize> = graph.degrees().collect();
        let mut leaves: Vec<usize> = (0..n).filter(|&v| degree[v] == 1).collect();
        let (mut is_gone, mut parent) = (vec![false; n], vec![None; n]);
        let (mut order, mut round) = (Vec::new(), vec![0; n]);
        let mut next = 0;
        while let Some(&v) = leaves.get(next) {
            next += 1;
            // The last vertex of a tree has no neighbour left, so it is the root.
            let Some(w) = graph.neighbours(v).find(|&w| !is_gone[w]) else {
                continue;
            };
            is_gone[v] = true;
            parent[v] = Some(w);
            order.push(v);
            degree[w] -= 1;
            if degree[w] == 1 {
                round[w] = round[v] + 1;
                leaves.push(w);
            }
        }
        let taken = order.len();
        order.extend((0..n).filter(|&v| !is_gone[v]));
        HangingTrees {
            parent,
            order,
            taken,
            round,
        }
    }

    /// The vertices of the core, in increasing order.
    pub fn core(&self) -> &[usize] {
        &self.order[self.taken..]
    }

    /// The children of each vertex, in the order of their removal.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.parent.len()];
        for &v in &self.order {
            if let Some(parent) = self.parent[v] {
                children[parent].push(v);
            }
        }
        children
    }

    /// A code for the tree that hangs from each vertex; the tree includes the vertex itself, and
    /// its vertices have the given colours. Two codes are equal exactly if the trees are
    /// isomorphic. Codes are assigned from the leaves up, in the order of first occurrence (A. Aho,
    /// J. Hopcroft, J. Ullman, *The Design and Analysis of Computer Algorithms*, 1974).
    pub fn codes<C: Copy + Eq + Hash>(&self, colours: &[C]) -> Vec<usize> {
        let mut known: HashMap<(C, Vec<usize>), usize> = HashMap::new();
        let mut code = vec![0; self.parent.len()];
        let children = self.children();
        for &v in &self.order {
            let mut below: Vec<usize> = children[v].iter().map(|&c| code[c]).collect();
            below.sort_unstable();
            let fresh = known.len();
            code[v] = *known.entry((colours[v], below)).or_insert(fresh);
        }
        code
    }

    /// The centres of a tree, which are the vertices of least eccentricity: one vertex, or two
    /// adjacent ones.
    ///
    /// The centres remain when all leaves are removed at once, again and again (C. Jordan, *Sur les
    /// assemblages de lignes*, 1869).
    pub fn centres(&self) -> Vec<usize> {
        let Some((&root, taken)) = self.order.split_last() else {
            return Vec::new();
        };
        // If there are two centres, one centre hangs from the other, and both became leaves in the
        // same round.
        let other = taken.last().copied();
        let other = other.filter(|&v| self.round[v] == self.round[root]);
        other.into_iter().chain([root]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_board, random_tree};

    #[test]
    fn centres_are_the_vertices_of_least_eccentricity() {
        for seed in 0..200 {
            let tree = random_tree(1 + seed as usize % 23, seed);
            let least = tree.radius();
            let mut found = HangingTrees::of(&tree).centres();
            found.sort_unstable();
            let expected: Vec<usize> = (0..tree.order())
                .filter(|&v| Some(tree.eccentricity(v)) == least)
                .collect();
            assert_eq!(found, expected, "{tree:?}");
        }
        assert!(HangingTrees::of(&Graph::empty(0)).centres().is_empty());
    }

    #[test]
    fn alike_branches_have_one_code() {
        // a triangle with two paths of two vertices and a leaf
        let board = parse_board("0-1,1-2,2-0,0-3,3-4,0-5,5-6,1-7").unwrap();
        let hanging = HangingTrees::of(board.graph());
        assert_eq!(hanging.core(), [0, 1, 2]);
        let code = hanging.codes(&[0; 8]);
        assert_eq!((code[3], code[4]), (code[5], code[6]));
        assert_eq!(code[4], code[7]);
        assert_eq!(code[4], code[2], "a leaf and a core vertex with nothing");
        assert!(code[0] != code[1] && code[3] != code[4] && code[1] != code[2]);
        let coloured = hanging.codes(&[0, 0, 0, 0, 1, 0, 0, 0]);
        assert!(coloured[3] != coloured[5] && coloured[4] != coloured[6]);
    }
}
