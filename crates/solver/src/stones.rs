//! Clobber on squares within a box of eight by eight: a set of bits for each player's stones.
//!
//! The eight reflections and turns of the box keep the value, since a stone moves alike in every
//! direction. To exchange the stones of the players negates it. The table has one entry for a
//! position, its images and their negatives.
//!
//! An empty square is dropped: no stone ever moves to it or across it. A part that has stones of
//! one player only is worth 0: no stone of it can ever move.
//!
//! The squares are found from the graph of the board (`boards/lattice.rs`). Other boards are played
//! as graphs (`solver/boards.rs`).

use super::budget::SolveError;
use super::playable::{Keyed, Playable};
use super::recent::Packed;
use super::signed::Sign;
use super::squares::PER_SQUARE;
use super::table::MARK;
use boilingpoint_boards::canon::CanonicalKey;
use boilingpoint_boards::{Board, Tint, squares_of};
use boilingpoint_rules::{Player, Ruleset};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// The height and the width of the box, and the bits from a square to the square below it.
const SIDE: usize = 8;

/// The first column of the box.
const FIRST: u64 = 0x0101_0101_0101_0101;

/// The last column of the box.
const LAST: u64 = FIRST << (SIDE - 1);

/// A set of squares. Bit `SIDE * i + j` stands for the square of row `i` and column `j`.
type Squares = u64;

/// The steps from a square to the squares beside it.
const STEPS: [fn(Squares) -> Squares; 4] = [
    |set| set << SIDE,
    |set| set >> SIDE,
    |set| (set & !LAST) << 1,
    |set| (set & !FIRST) >> 1,
];

/// The squares that Left's and Right's stones are on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Stones([Squares; 2]);

impl Stones {
    /// The stones of a board; `None` if the game is another one, or if the board is not known to be
    /// squares within the box.
    pub fn of(ruleset: &dyn Ruleset, board: &Board) -> Option<Stones> {
        if !ruleset.moves_stones() || board.order() > SIDE * SIDE {
            return None;
        }
        let mut stones = [0; 2];
        for ([i, j], tint) in squares_of(board)?.into_iter().zip(board.tints()) {
            if i >= SIDE || j >= SIDE {
                return None;
            }
            let square: Squares = 1 << (SIDE * i + j);
            match tint {
                Tint::None => {}
                Tint::Left => stones[Player::Left as usize] |= square,
                Tint::Right => stones[Player::Right as usize] |= square,
            }
        }
        Some(Stones(stones))
    }

    /// The stones, packed for caches.
    pub fn packed(self) -> Packed {
        let [left, right] = self.0.map(u128::from);
        Packed::of_set(left << Squares::BITS | right)
    }

    /// All squares with stones.
    fn all(self) -> Squares {
        self.0[0] | self.0[1]
    }

    /// The stones on some of the squares.
    fn within(self, squares: Squares) -> Stones {
        self.map(|set| set & squares)
    }

    fn map(self, change: impl Fn(Squares) -> Squares) -> Stones {
        Stones(self.0.map(change))
    }

    /// The stones, moved to the first row and the first column.
    fn normal(self) -> Stones {
        let all = self.all();
        let down = all.trailing_zeros() as usize / SIDE * SIDE;
        let mut columns = all;
        for rows in [4, 2, 1] {
            columns |= columns >> (SIDE * rows);
        }
        let across = (columns & 0xff).trailing_zeros() as usize;
        self.map(|set| set >> (down + across))
    }

    /// The least image of the stones.
    fn least_image(self) -> Stones {
        let turned = self.map(turned);
        let images = [self, turned].into_iter().flat_map(|stones| {
            let below = stones.map(Squares::swap_bytes);
            [stones, below]
                .into_iter()
                .flat_map(|stones| [stones, stones.map(Squares::reverse_bits)])
        });
        images.map(Stones::normal).min().unwrap_or(self)
    }

    /// The position with the stones of the players exchanged.
    fn swapped(self) -> Stones {
        let [left, right] = self.0;
        Stones([right, left])
    }
}

/// The reflection of a set at the diagonal: it exchanges the halves of a box of two, four and eight
/// squares (Warren, *Hacker's Delight*, ch. 7).
fn turned(mut set: Squares) -> Squares {
    for (shift, upper) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let moved = (set ^ set >> shift) & upper;
        set ^= moved ^ moved << shift;
    }
    set
}

/// The connected component of the least square of a set.
fn component(set: Squares) -> Squares {
    let mut component = set & set.wrapping_neg();
    loop {
        let beside = STEPS
            .iter()
            .fold(component, |all, step| all | step(component));
        let grown = beside & set;
        if grown == component {
            return component;
        }
        component = grown;
    }
}

impl Playable for Stones {
    fn units(&self) -> u64 {
        u64::from(self.all().count_ones()) * PER_SQUARE
    }

    fn bytes(&self) -> usize {
        size_of::<Stones>()
    }

    fn parts(self, _: &dyn Ruleset) -> (SmallVec<[Stones; 2]>, i64) {
        let (mut rest, mut parts) = (self.all(), SmallVec::new());
        while rest != 0 {
            let squares = component(rest);
            rest &= !squares;
            let part = self.within(squares);
            if !part.0.contains(&0) {
                parts.push(part.normal());
            }
        }
        (parts, 0)
    }

    fn keyed(self) -> Result<Keyed<Stones>, SolveError> {
        let [own, swapped] = [self, self.swapped()].map(Stones::least_image);
        let (position, sign) = match own.cmp(&swapped) {
            Ordering::Less => (own, Sign::Positive),
            Ordering::Equal => (own, Sign::SelfNegative),
            Ordering::Greater => (swapped, Sign::Negative),
        };
        let mut key = CanonicalKey::from_slice(&[MARK]);
        for set in position.0 {
            key.extend_from_slice(&set.to_le_bytes());
        }
        Ok(Keyed {
            key,
            sign,
            position,
        })
    }

    fn options(&self, _: &dyn Ruleset, player: Player) -> impl Iterator<Item = Stones> {
        let stones = self.0;
        let (own, other) = (stones[player as usize], stones[player.other() as usize]);
        STEPS.iter().flat_map(move |step| {
            let from = bits(own).filter(move |&from| step(from) & other != 0);
            from.map(move |from| {
                let to = step(from);
                let mut after = stones;
                after[player as usize] ^= from | to;
                after[player.other() as usize] ^= to;
                Stones(after)
            })
        })
    }
}

/// The squares of a set, each as a set.
fn bits(mut set: Squares) -> impl Iterator<Item = Squares> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::draws;
    use crate::{Budget, Solver};
    use boilingpoint_rules::Clobber;

    /// The squares of a rectangle with these tints, one digit of base 3 for each square.
    fn rectangle(m: i16, n: i16, mut code: u64) -> Board {
        let squares = (0..m).flat_map(|i| (0..n).map(move |j| [i, j]));
        let mut board = Board::untinted(Board::of_squares(squares.collect()).graph().clone());
        for v in 0..board.order() {
            board.set_tint(
                v,
                [Tint::None, Tint::Left, Tint::Right][(code % 3) as usize],
            );
            code /= 3;
        }
        board
    }

    /// The value on sets of bits is the value on the graph.
    fn agrees(solver: &mut Solver, board: &Board) {
        assert!(Stones::of(&Clobber, board).is_some(), "{board:?}");
        let graph = solver.value_in_parts(board.clone()).expect("small");
        let stones = solver.value(board).expect("small");
        assert_eq!(stones, graph, "{board:?}");
    }

    /// All positions on 2 by 2, 2 by 4 and 3 by 3, some on 3 by 4, and positions on larger
    /// rectangles by a fixed rule.
    #[test]
    fn stones_on_sets_of_bits_have_the_values_of_their_graphs() {
        let mut solver = Solver::new(&Clobber, Budget::default());
        for (m, n, step) in [(2, 2, 1), (2, 4, 1), (3, 3, 1), (3, 4, 101)] {
            for code in (0..3u64.pow((m * n) as u32)).step_by(step) {
                agrees(&mut solver, &rectangle(m, n, code));
            }
        }
        let mut next = draws();
        for (m, n) in [(4, 4), (2, 8), (8, 2), (3, 6), (4, 5)] {
            for _ in 0..3 {
                agrees(&mut solver, &rectangle(m, n, next() << 24 | next()));
            }
        }
    }

    #[test]
    fn images_are_the_same_position() {
        let mut next = draws();
        for _ in 0..300 {
            let [left, right] = [0, 1].map(|_| next() << 40 | next() << 20 ^ next());
            let stones = Stones([left & !right, right & !left]);
            let least = stones.least_image();
            let by_squares = |image: fn([usize; 2]) -> [usize; 2]| {
                stones.map(|set| {
                    bits(set).fold(0, |all, square| {
                        let at = square.trailing_zeros() as usize;
                        let [i, j] = image([at / SIDE, at % SIDE]);
                        all | 1 << (SIDE * i + j)
                    })
                })
            };
            let images = [
                by_squares(|[i, j]| [i, j]),
                by_squares(|[i, j]| [7 - i, j]),
                by_squares(|[i, j]| [i, 7 - j]),
                by_squares(|[i, j]| [7 - i, 7 - j]),
                by_squares(|[i, j]| [j, i]),
                by_squares(|[i, j]| [7 - j, i]),
                by_squares(|[i, j]| [j, 7 - i]),
                by_squares(|[i, j]| [7 - j, 7 - i]),
            ];
            for image in images {
                assert_eq!(image.least_image(), least);
            }
            assert_eq!(images.map(Stones::normal).into_iter().min(), Some(least));
        }
    }

    #[test]
    fn boards_beyond_the_box_are_left_to_the_graph() {
        for (m, n, fits) in [
            (8, 8, true),
            (2, 8, true),
            (2, 9, false),
            (9, 3, false),
            (1, 5, false),
        ] {
            let board = rectangle(m, n, 5);
            assert_eq!(Stones::of(&Clobber, &board).is_some(), fits, "{m} by {n}");
        }
    }
}
