//! A board, with the distances of its vertices.

use crate::expression::{Absent, Quantity};
use boilingpoint_boards::Board;
use std::cell::OnceCell;

/// A quantity of each vertex.
pub(crate) type Column = Vec<Result<Quantity, Absent>>;

/// A board, with the numbers that several quantities of its vertices need.
pub(crate) struct Facts<'a> {
    board: &'a Board,
    near: Vec<Vec<usize>>,
    distances: OnceCell<Vec<Vec<Option<usize>>>>,
}

impl<'a> Facts<'a> {
    pub(crate) fn of(board: &'a Board) -> Facts<'a> {
        let near = |v| board.graph().neighbours(v).collect();
        Facts {
            board,
            near: (0..board.order()).map(near).collect(),
            distances: OnceCell::new(),
        }
    }

    pub(crate) fn board(&self) -> &'a Board {
        self.board
    }

    pub(crate) fn order(&self) -> usize {
        self.near.len()
    }

    /// The neighbours of a vertex.
    pub(super) fn near(&self, v: usize) -> &[usize] {
        &self.near[v]
    }

    /// The distances of the vertices from `v`; none for a vertex of another component.
    pub(crate) fn distances(&self, v: usize) -> &[Option<usize>] {
        &self.distances.get_or_init(|| self.all_distances())[v]
    }

    fn all_distances(&self) -> Vec<Vec<Option<usize>>> {
        (0..self.order()).map(|v| self.distances_from(v)).collect()
    }

    fn distances_from(&self, v: usize) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.order()];
        distances[v] = Some(0);
        let mut reached = vec![v];
        let mut next = 0;
        while let Some(&u) = reached.get(next) {
            next += 1;
            for &w in &self.near[u] {
                if distances[w].is_none() {
                    distances[w] = distances[u].map(|d| d + 1);
                    reached.push(w);
                }
            }
        }
        distances
    }

    /// The distances of the vertices of a set from `v`.
    ///
    /// # Errors
    /// When one of them is in another component.
    pub(super) fn distances_to(&self, v: usize, set: &[bool]) -> Result<Vec<usize>, Absent> {
        let all = self.distances(v).iter().zip(set);
        let to = all.filter(|(_, is_in)| **is_in);
        to.map(|(distance, _)| distance.ok_or(Absent::NoValue))
            .collect()
    }
}
