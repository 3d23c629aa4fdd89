//! Boards compressed by twins.
//!
//! Two vertices of the same colour are *twins* when they have the same neighbours apart from each
//! other. False twins are not adjacent; true twins are. Exchanging twins is an automorphism, so
//! every game on the graph treats them in the same way. A class of twins is therefore stored as one
//! vertex with a multiplicity: a star with 200 leaves has two classes. A class of several true
//! twins is a clique; its row has the bit of the class itself.
//!
//! A compressed board has at most 1024 classes. A row is one machine word of 16, 64 or 128 bits
//! wherever that is enough.

use super::row::Wide;
use super::{BitRow, Board, Tint, twin_sets};
use smallvec::SmallVec;

/// The greatest number of classes of a compressed board.
pub const MAX_CLASSES: usize = Wide::BITS;

/// The greatest number of classes for which nothing is allocated on the heap.
const INLINE: usize = 16;

/// A list with an entry for each class. Boards of up to 16 classes need no heap for it.
pub type PerClass<T> = SmallVec<[T; INLINE]>;

/// A vertex-coloured graph in which class `c` stands for `counts[c]` twins.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Classes<R: BitRow> {
    /// The adjacency of the classes. Row `c` has bit `d` if the vertices of classes `c` and `d` are
    /// adjacent. Row `c` has bit `c` if class `c` is a clique of several vertices.
    pub rows: PerClass<R>,
    /// The number of vertices of each class, which is at least 1.
    pub counts: PerClass<u16>,
    /// The set of classes with the tint of Left.
    pub left: R,
    /// The set of classes with the tint of Right.
    pub right: R,
}

impl<R: BitRow> Classes<R> {
    /// The bytes of the rows and counts.
    pub fn bytes(&self) -> usize {
        self.len() * (size_of::<R>() + size_of::<u16>())
    }
}

impl<R: BitRow> Clone for Classes<R> {
    fn clone(&self) -> Classes<R> {
        Classes {
            rows: SmallVec::from_slice(&self.rows),
            counts: SmallVec::from_slice(&self.counts),
            ..*self
        }
    }
}

/// The error for a board that is too large to be compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooManyClasses {
    /// The board has this number of classes of twins, which is more than [`MAX_CLASSES`].
    #[error("the board has {0} classes of twin vertices, and at most {MAX_CLASSES} can be handled")]
    Classes(usize),
    /// A class has this number of vertices, which is more than 65,535; or a link has this weight,
    /// which is too great for the labelling.
    #[error("the board has {0} twin vertices of one class, and at most 65535 can be handled")]
    Twins(usize),
}

/// A compressed board, with the narrowest type of rows that holds its classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compressed {
    /// A board of at most 16 classes.
    Tiny(Classes<u16>),
    /// A board of at most 64 classes.
    Small(Classes<u64>),
    /// A board of at most 128 classes.
    Medium(Classes<u128>),
    /// A board of at most [`MAX_CLASSES`] classes.
    Large(Box<Classes<Wide>>),
}

/// The connected component of vertex `c` in the graph with these rows, induced by `within`.
pub fn component<R: BitRow>(rows: &[R], c: usize, within: R) -> R {
    let (mut part, mut edge) = (R::one(c), R::one(c));
    while !edge.is_none() {
        let reached = edge.bits().fold(R::NONE, |set, d| set | rows[d]);
        edge = reached & within & !part;
        part |= edge;
    }
    part
}

/// Evaluates an expression on the classes of a [`Compressed`] board, for each type of rows.
#[macro_export]
macro_rules! with_any_rows {
    ($compressed:expr, $classes:ident => $body:expr) => {
        match $compressed {
            $crate::classes::Compressed::Tiny($classes) => $body,
            $crate::classes::Compressed::Small($classes) => $body,
            $crate::classes::Compressed::Medium($classes) => $body,
            $crate::classes::Compressed::Large($classes) => $body,
        }
    };
}
pub use with_any_rows;

impl Compressed {
    /// Merges the twins of a board into classes.
    ///
    /// # Errors
    /// When there are more than [`MAX_CLASSES`] classes, or a class has more than 65,535 vertices.
    pub fn of(board: &Board) -> Result<Compressed, TooManyClasses> {
        Ok(match board.order() {
            0..=16 => Compressed::Tiny(Classes::small(board)),
            17..=64 => Classes::<u64>::small(board).narrowed(),
            65..=128 => Classes::<u128>::small(board).narrowed(),
            _ => Compressed::with_classes(board)?.0,
        })
    }

    /// Compresses a board, and returns the class of each vertex as well. Classes are numbered in
    /// the order of their least vertices.
    ///
    /// # Errors
    /// The errors of [`Compressed::of`].
    pub fn with_classes(board: &Board) -> Result<(Compressed, Vec<usize>), TooManyClasses> {
        if board.order() <= 64 {
            let (classes, class_of) = Classes::<u64>::of_board(board)?;
            return Ok((classes.narrowed(), class_of));
        }
        let (classes, class_of) = Classes::<Wide>::of_board(board)?;
        Ok((Compressed::narrowest(classes), class_of))
    }

    pub(super) fn narrowest(classes: Classes<Wide>) -> Compressed {
        match classes.len() {
            0..=128 => classes.with_rows::<u128>().narrowed(),
            _ => Compressed::Large(Box::new(classes)),
        }
    }
}

impl<R: BitRow> Classes<R> {
    fn of_board(board: &Board) -> Result<(Classes<R>, Vec<usize>), TooManyClasses> {
        let sets = twin_sets(board.graph(), board.tints());
        if sets.len() > R::BITS {
            return Err(TooManyClasses::Classes(sets.len()));
        }
        let most = sets.iter().map(Vec::len).max();
        if let Some(most) = most.filter(|&n| n > usize::from(u16::MAX)) {
            return Err(TooManyClasses::Twins(most));
        }
        let mut class_of = vec![0; board.order()];
        for (c, set) in sets.iter().enumerate() {
            set.iter().for_each(|&v| class_of[v] = c);
        }
        let mut classes = Classes::default();
        for (c, set) in sets.iter().enumerate() {
            let around = board.graph().neighbours(set[0]);
            let row = around.fold(R::NONE, |row, u| row | R::one(class_of[u]));
            debug_assert!(!row.has(c) || set.len() > 1);
            classes.push(row, board.tints()[set[0]], set.len() as u16);
        }
        Ok((classes, class_of))
    }

    /// Converts the rows to the narrowest type that holds the classes; there must be at most 128.
    fn narrowed(&self) -> Compressed {
        match self.len() {
            0..=16 => Compressed::Tiny(self.with_rows()),
            17..=64 => Compressed::Small(self.with_rows()),
            _ => Compressed::Medium(self.with_rows()),
        }
    }
}

impl<R: BitRow> Classes<R> {
    /// Compresses a board whose order is at most the number of bits of a row.
    fn small(board: &Board) -> Classes<R> {
        let mut single = Classes::default();
        for (v, &tint) in board.tints().iter().enumerate() {
            single.push(R::from_words(board.graph().row(v)), tint, 1);
        }
        single.part(single.all())
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the board has no vertices.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.counts.iter().map(|&n| usize::from(n)).sum()
    }

    /// The set of all classes.
    pub fn all(&self) -> R {
        R::first(self.len())
    }

    /// Converts the rows to another type, which must hold all classes; there must be at most 128.
    pub fn with_rows<S: BitRow>(&self) -> Classes<S> {
        Classes {
            rows: self.rows.iter().map(|row| S::from_low(row.low())).collect(),
            counts: SmallVec::from_slice(&self.counts),
            left: S::from_low(self.left.low()),
            right: S::from_low(self.right.low()),
        }
    }

    /// Adds a class with this row, tint and number of vertices.
    pub fn push(&mut self, row: R, tint: Tint, count: u16) {
        let own = R::one(self.len());
        match tint {
            Tint::None => {}
            Tint::Left => self.left |= own,
            Tint::Right => self.right |= own,
        }
        self.rows.push(row);
        self.counts.push(count);
    }

    /// The tint of a class.
    pub fn tint(&self, c: usize) -> Tint {
        match (self.left.has(c), self.right.has(c)) {
            (true, _) => Tint::Left,
            (_, true) => Tint::Right,
            _ => Tint::None,
        }
    }

    /// The set of classes with a tint.
    pub fn of_tint(&self, tint: Tint) -> R {
        match tint {
            Tint::None => self.all() & !(self.left | self.right),
            Tint::Left => self.left,
            Tint::Right => self.right,
        }
    }

    /// The connected component of class `c` in the board induced by `within`, as a set of classes.
    pub fn component(&self, c: usize, within: R) -> R {
        component(&self.rows, c, within)
    }

    /// The board induced by the classes in `part`. Classes that have become twins are merged.
    pub fn part(&self, part: R) -> Classes<R> {
        if self.len() <= INLINE {
            let (mut rows, mut counts) = ([R::NONE; INLINE], [0; INLINE]);
            let (len, left, right) = self.part_into(part, &mut rows, &mut counts);
            return Classes {
                rows: SmallVec::from_buf_and_len(rows, len),
                counts: SmallVec::from_buf_and_len(counts, len),
                left,
                right,
            };
        }
        let mut rows: PerClass<R> = SmallVec::from_elem(R::NONE, self.len());
        let mut counts: PerClass<u16> = SmallVec::from_elem(0, self.len());
        let (len, left, right) = self.part_into(part, &mut rows, &mut counts);
        rows.truncate(len);
        counts.truncate(len);
        Classes {
            rows,
            counts,
            left,
            right,
        }
    }

    /// Writes the result of [`Classes::part`] to `rows` and `counts`, which must have a place for
    /// each class. Returns the number of classes, and the sets of classes tinted for Left and for
    /// Right.
    fn part_into(&self, part: R, rows: &mut [R], counts: &mut [u16]) -> (usize, R, R) {
        // Each class is first written at its index in the whole board.
        let mut kept = R::NONE;
        for c in part.bits() {
            let (row, own, count) = (self.rows[c] & part, R::one(c), self.counts[c]);
            let clique = row.has(c);
            let mut alike = kept & self.of_tint(self.tint(c));
            if !row.is_none() {
                // Twins are adjacent or have all neighbours in common.
                alike &= row | self.rows[row.least()];
            }
            let twin = alike.bits().find(|&place| {
                let other = rows[place];
                if !row.has(place) {
                    other == row && !clique
                } else {
                    (other | R::one(place)) == (row | own)
                        && (count == 1 || clique)
                        && (counts[place] == 1 || other.has(place))
                }
            });
            match twin {
                Some(place) => {
                    counts[place] += count;
                    // A merged clique has the bit of its own class.
                    rows[place] |= row & R::one(place);
                }
                None => {
                    rows[c] = if count == 1 { row & !own } else { row };
                    counts[c] = count;
                    kept |= own;
                }
            }
        }
        self.move_together(kept, rows, counts)
    }

    /// Moves the classes in `kept` to the first indices, and keeps their order.
    fn move_together(&self, kept: R, rows: &mut [R], counts: &mut [u16]) -> (usize, R, R) {
        let (mut left, mut right) = (self.left & kept, self.right & kept);
        let mut gone = self.all() & !kept;
        if gone.is_none() {
            return (self.len(), left, right);
        }
        let mut len = 0;
        for old in kept.bits() {
            (rows[len], counts[len]) = (rows[old] & kept, counts[old]);
            len += 1;
        }
        while !gone.is_none() {
            let place = gone.greatest();
            let below = R::first(place);
            for row in &mut rows[..len] {
                *row = row.without_place_after(below);
            }
            left = left.without_place_after(below);
            right = right.without_place_after(below);
            gone &= !R::one(place);
        }
        (len, left, right)
    }

    /// The board with the tints of Left and Right exchanged.
    pub fn swapped(&self) -> Classes<R> {
        Classes {
            left: self.right,
            right: self.left,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Graph;

    fn of(edges: &[(usize, usize)], order: usize, tints: &str) -> Classes<u128> {
        let board = Board::with_tints(Graph::from_edges(order, edges.iter().copied()), tints)
            .expect("tints");
        let classes = Classes::of_board(&board).expect("few classes").0;
        assert_eq!(classes, Classes::small(&board));
        classes
    }

    #[test]
    fn stars_and_cliques_collapse() {
        let star = of(&[(0, 1), (0, 2), (0, 3)], 4, "....");
        assert_eq!(star.counts.as_slice(), [1, 3]);
        let clique = of(&[(0, 1), (0, 2), (1, 2)], 3, "...");
        assert_eq!(
            (clique.counts.as_slice(), clique.rows.as_slice()),
            (&[3u16][..], &[1u128][..])
        );
        let tinted = of(&[(0, 1), (0, 2), (0, 3)], 4, "..LL");
        assert_eq!(tinted.counts.as_slice(), [1, 1, 2]);
        assert_eq!(of(&[(0, 1), (1, 2), (2, 3), (3, 0)], 4, "....").len(), 2);
    }

    #[test]
    fn parts_merge_new_twins() {
        // the ends of 1-0-2 become twins when 3 (at 2) leaves
        let path = of(&[(1, 0), (0, 2), (2, 3)], 4, "....");
        assert_eq!(path.len(), 4);
        let part = path.part(0b0111);
        assert_eq!(part.counts.iter().copied().max(), Some(2));
        assert_eq!(part.order(), 3);
        assert_eq!(path.component(0, 0b1011), 0b0011);
    }
}
