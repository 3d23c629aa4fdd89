//! Lists the free trees (trees without a root) of an order, one for each isomorphism class.
//!
//! A rooted tree is written as its *level sequence*: the distances of its vertices from the root,
//! in preorder. The lexicographically greatest sequence represents the rooted tree; in this
//! sequence the branches at every vertex are in descending order. Beyer and Hedetniemi (*Constant
//! time generation of rooted trees*, SIAM J. Comput. 9, 1980) give the step from each such sequence
//! to the next smaller one. Wright, Richmond, Odlyzko and McKay (*Constant time generation of free
//! trees*, SIAM J. Comput. 15, 1986) represent each free tree by one of its rootings at a centre,
//! and skip the sequences of other rootings.
//!
//! Their algorithm takes constant amortised time, since it keeps heights and sizes from step to
//! step. The algorithm here computes heights and sizes in each step, since a caller reads the whole
//! sequence of a tree anyway. So a listing has no state except for the next sequence, and can
//! resume from this sequence.

use super::Graph;
use std::fmt;
use std::str::FromStr;

/// The level sequence that represents a free tree.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Levels(Vec<usize>);

/// The reason why a text is not the sequence of a tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LevelsError {
    /// A part of the text between spaces is not a number.
    #[error("`{0}` is not a level: expected numbers such as `0 1 2 1`")]
    NotANumber(String),
    /// The levels are not the levels of a rooted tree in preorder.
    #[error(
        "level {level} at place {place}: the first level is 0, and each other level is from 1 to one more than the level before it"
    )]
    NotATree {
        /// The level that is out of range.
        level: usize,
        /// The position in the sequence, counted from 1.
        place: usize,
    },
    /// The levels are those of a rooted tree, but another sequence represents its free tree.
    #[error("the sequence is not the one that represents its tree")]
    NotRepresentative,
}

/// An iterator over all free trees of an order, from the path to the star.
#[derive(Clone, Debug)]
pub struct Trees {
    next: Option<Levels>,
}

impl Trees {
    /// All free trees of an order; none for order 0.
    pub fn of_order(order: usize) -> Trees {
        // The first tree is the path, rooted at a centre.
        let levels = (0..=order / 2).chain(1..order.div_ceil(2));
        Trees {
            next: (order > 0).then(|| Levels(levels.collect())),
        }
    }

    /// Iterates over the free trees with as many vertices as `first`. Begins with `first`, and
    /// leaves out the trees that come before it.
    pub fn starting_at(first: Levels) -> Trees {
        Trees { next: Some(first) }
    }

    /// The tree that the iterator returns next; `None` at the end.
    pub fn peek(&self) -> Option<&Levels> {
        self.next.as_ref()
    }
}

impl Iterator for Trees {
    type Item = Levels;

    fn next(&mut self) -> Option<Levels> {
        let tree = self.next.take()?;
        self.next = tree.successor();
        Some(tree)
    }
}

impl Levels {
    /// The tree as a graph. Vertex `v` of the graph is at position `v` of the sequence.
    pub fn graph(&self) -> Graph {
        let mut graph = Graph::empty(self.0.len());
        // For each level, its last vertex so far.
        let mut last = vec![0; self.0.len()];
        for (v, &level) in self.0.iter().enumerate() {
            last[level] = v;
            if level > 0 {
                graph.add_edge(last[level - 1], v);
            }
        }
        graph
    }

    /// The tree after this one in the listing; `None` after the star.
    fn successor(&self) -> Option<Levels> {
        let deep = self.0.iter().rposition(|&level| level > 1)?;
        let next = self.next_rooted(deep);
        Some(if next.is_chosen() { next } else { next.leapt() })
    }

    /// The greatest level sequence that is smaller than this sequence and differs from it at or
    /// before `place`. The level at `place` must be at least 2. From `place` on, the new sequence
    /// repeats the part of this sequence from the parent of the vertex at `place` up to `place`.
    fn next_rooted(&self, place: usize) -> Levels {
        let mut levels = self.0.clone();
        let parent = levels[..place]
            .iter()
            .rposition(|&level| level + 1 == levels[place]);
        let period = place - parent.unwrap_or(0);
        for i in place..levels.len() {
            levels[i] = levels[i - period];
        }
        Levels(levels)
    }

    /// The position where the second branch at the root starts; the length of the sequence if there
    /// is only one branch.
    fn second_branch(&self) -> usize {
        let ones = self.0.iter().enumerate().filter(|(_, level)| **level == 1);
        ones.map(|(place, _)| place).nth(1).unwrap_or(self.0.len())
    }

    /// Whether this sequence is the one that represents its free tree. The root has to be a centre,
    /// so the first branch must not be higher than the rest of the tree. If the two are equally
    /// high, the tree has two centres. Then the first branch must have fewer vertices than the
    /// rest, or as many vertices and a sequence that is not greater.
    fn is_chosen(&self) -> bool {
        let end = self.second_branch();
        let branch = self.0[1..end].iter().map(|level| level - 1);
        let rest = || std::iter::once(0).chain(self.0[end..].iter().copied());
        let heights = (branch.clone().max().unwrap_or(0), rest().max().unwrap_or(0));
        let orders = (end - 1, self.0.len() + 1 - end);
        match heights.0.cmp(&heights.1).then(orders.0.cmp(&orders.1)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => branch.cmp(rest()).is_le(),
            std::cmp::Ordering::Greater => false,
        }
    }

    /// The next sequence that represents a free tree, after a sequence that does not. The first
    /// branch becomes the next smaller branch. If the rest may then be too low, the sequence ends
    /// in a path that is high enough.
    fn leapt(&self) -> Levels {
        let last = self.second_branch() - 1;
        let mut next = self.next_rooted(last);
        if self.0[last] > 2 {
            let end = next.second_branch();
            let height = next.0[1..end].iter().copied().max().unwrap_or(0);
            let order = next.0.len();
            for (level, place) in (1..=height).zip(order - height..) {
                next.0[place] = level;
            }
        }
        next
    }

    /// Whether the branches at every vertex are in descending order.
    fn is_descending(&self) -> bool {
        (0..self.0.len()).all(|v| {
            let below = self.below(v);
            let starts: Vec<usize> = below
                .clone()
                .filter(|&w| self.0[w] == self.0[v] + 1)
                .collect();
            let branches: Vec<&[usize]> = starts
                .iter()
                .map(|&w| &self.0[w..self.below(w).end])
                .collect();
            branches.is_sorted_by(|a, b| a >= b)
        })
    }

    /// The positions of the descendants of a vertex.
    fn below(&self, v: usize) -> std::ops::Range<usize> {
        let rest = &self.0[v + 1..];
        let length = rest.iter().take_while(|&&level| level > self.0[v]).count();
        v + 1..v + 1 + length
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&texts.join(" "))
    }
}

impl FromStr for Levels {
    type Err = LevelsError;

    fn from_str(text: &str) -> Result<Levels, LevelsError> {
        let number = |t: &str| {
            t.parse()
                .map_err(|_| LevelsError::NotANumber(t.to_string()))
        };
        let levels: Vec<usize> = text.split(' ').map(number).collect::<Result<_, _>>()?;
        for (i, &level) in levels.iter().enumerate() {
            let most = if i == 0 { 0 } else { levels[i - 1] + 1 };
            if level > most || (i > 0 && level == 0) {
                let place = i + 1;
                return Err(LevelsError::NotATree { level, place });
            }
        }
        let levels = Levels(levels);
        if levels.is_chosen() && levels.is_descending() {
            Ok(levels)
        } else {
            Err(LevelsError::NotRepresentative)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canon::fingerprint;
    use crate::{Board, enumerate};
    use std::collections::BTreeSet;

    /// OEIS A000055.
    #[test]
    fn known_counts() {
        let counts = [
            0, 1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159, 7741, 19320, 48629, 123867,
        ];
        for (order, count) in counts.into_iter().enumerate() {
            assert_eq!(Trees::of_order(order).count(), count, "order {order}");
        }
    }

    #[test]
    fn the_same_trees_as_by_adding_leaves() {
        let mut grown = enumerate::first();
        for order in 1..=13 {
            let fingerprints = |trees: Vec<Graph>| -> BTreeSet<u128> {
                let boards = trees.into_iter().map(Board::untinted);
                boards.map(|board| fingerprint(&board)).collect()
            };
            let listed: Vec<Graph> = Trees::of_order(order).map(|t| t.graph()).collect();
            assert!(listed.iter().all(Graph::is_tree));
            assert_eq!(listed.len(), grown.len());
            assert_eq!(fingerprints(listed), fingerprints(grown.clone()));
            grown = enumerate::next_trees(&grown);
        }
    }

    #[test]
    fn from_any_tree_on_the_rest_follows() {
        let all: Vec<Levels> = Trees::of_order(12).collect();
        assert!(all.is_sorted_by(|a, b| a.0 > b.0));
        for (place, tree) in all.iter().enumerate().step_by(7) {
            let read: Levels = tree.to_string().parse().unwrap();
            let rest: Vec<Levels> = Trees::starting_at(read).collect();
            assert_eq!(rest, all[place..]);
        }
    }

    /// Exactly the listed sequences of order 8 are accepted.
    #[test]
    fn what_is_not_listed_is_refused() {
        let mut sequences = vec![vec![0]];
        for _ in 1..8 {
            sequences = sequences
                .iter()
                .flat_map(|s: &Vec<usize>| {
                    let most = s[s.len() - 1] + 1;
                    (1..=most).map(|level| [s.as_slice(), &[level]].concat())
                })
                .collect();
        }
        let listed: BTreeSet<String> = Trees::of_order(8).map(|t| t.to_string()).collect();
        for sequence in sequences {
            let text = Levels(sequence).to_string();
            let read = text.parse::<Levels>();
            assert_eq!(read.is_ok(), listed.contains(&text), "{text}: {read:?}");
        }
        for text in ["", "x", "1", "0 0", "0 2", "0 1 3", "0  1", "0 -1"] {
            assert!(text.parse::<Levels>().is_err(), "{text}");
        }
    }
}
