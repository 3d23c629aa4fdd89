//! Domineering, Cram and Arc Kayles on sets of squares that fit into a box of ten by ten, as sets
//! of bits.
//!
//! Reflections of a set keep its value. A reflection at a diagonal exchanges rows and columns, and
//! so the players: it negates the value. The table has one entry for a set and its seven images. (In
//! Cram no reflection changes the value, and every value is its own negative.)
//!
//! Arc Kayles on squares is Cram. Its boards are graphs, whose squares are found first
//! (`boards/lattice.rs`).
//!
//! Larger sets are played on the graph of their dominoes (`solver/exact.rs`).

use super::budget::SolveError;
use super::playable::{Keyed, Playable};
use super::recent::Packed;
use super::signed::Sign;
use boilingpoint_boards::canon::CanonicalKey;
use boilingpoint_boards::{Board, squares_of};
use boilingpoint_rules::{Algebra, Player, Ruleset};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// The bits from a square to the square below it. The last column of the box is empty, so that the
/// bits of a row never touch those of the next.
const STRIDE: usize = 11;

/// The greatest width and the greatest height of a set.
const SIDE: usize = STRIDE - 1;

/// The bits of the first column of a box of eleven rows.
const COLUMN: u128 = {
    let (mut column, mut row) = (0, 0);
    while row < STRIDE {
        column |= 1 << (row * STRIDE);
        row += 1;
    }
    column
};

/// The first byte of the keys of sets. No key of a graph begins with it.
pub(super) const MARK: u8 = 254;

/// The cost of an option for each of its squares; see `solver/steps.rs`.
pub(super) const PER_SQUARE: u64 = 4;

/// A set of squares. Bit `STRIDE * i + j` stands for the square of row `i` and column `j`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Region(u128);

impl Region {
    /// The squares of a board; `None` if the game is not played with dominoes, or if the board is
    /// not known to be squares within the box.
    pub fn of(ruleset: &dyn Ruleset, board: &Board) -> Option<Region> {
        if !ruleset.places_dominoes() {
            return None;
        }
        let mut region = 0;
        for [i, j] in squares_of(board)? {
            if i >= SIDE || j >= SIDE {
                return None;
            }
            region |= 1 << (STRIDE * i + j);
        }
        Some(Region(region))
    }

    /// The connected component of the least square.
    fn component(self) -> Region {
        let mut component = self.0 & self.0.wrapping_neg();
        loop {
            let beside = component << 1 | component >> 1;
            let grown = (component | beside | component << STRIDE | component >> STRIDE) & self.0;
            if grown == component {
                return Region(component);
            }
            component = grown;
        }
    }

    /// The columns that the set has squares in, as bits.
    fn columns(self) -> u32 {
        let mut columns = self.0;
        for rows in [8, 4, 2, 1] {
            columns |= columns >> (STRIDE * rows);
        }
        columns as u32 & ((1 << STRIDE) - 1)
    }

    /// The set, moved to the first row and the first column.
    fn normal(self) -> Region {
        let rows = self.0 >> (self.0.trailing_zeros() as usize / STRIDE * STRIDE);
        Region(rows >> self.columns().trailing_zeros())
    }

    /// The value in Domineering of a set within one row or one column: the number of dominoes that
    /// fit, for Left or for Right. `None` for another normal set.
    fn of_line(self) -> Option<i64> {
        let dominoes = i64::from(self.0.count_ones() / 2);
        if self.0 < 1 << STRIDE {
            Some(-dominoes)
        } else if self.0 & !COLUMN == 0 {
            Some(dominoes)
        } else {
            None
        }
    }

    /// The first squares of the dominoes that lie in a direction. `step` is the number of bits from
    /// one square of a domino to the other.
    fn dominoes(self, step: usize) -> u128 {
        self.0 & self.0 >> step
    }

    /// The least image of a normal set among those of the same value, and the least among those of
    /// the negative.
    fn images(self) -> [u128; 2] {
        [self, self.turned()].map(Region::least_reflection)
    }

    /// The reflection at the diagonal, whose value is the negative.
    pub fn turned(self) -> Region {
        let turn = |bit| STRIDE * (bit % STRIDE) + bit / STRIDE;
        Region(bits(self.0).fold(0, |turned, bit| turned | 1 << turn(bit)))
    }

    /// The greatest number of dominoes of a player that fit side by side.
    pub fn moves(self, player: Player) -> i64 {
        let step = match player {
            Player::Left => STRIDE,
            Player::Right => 1,
        };
        // The first domino of a line leaves the most room.
        let (mut rest, mut moves) = (self, 0);
        while let Some(bit) = bits(rest.dominoes(step)).next() {
            rest.0 &= !(1 << bit | 1 << (bit + step));
            moves += 1;
        }
        moves
    }

    /// The number of squares.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The height and the width of a normal set.
    pub fn sides(self) -> [usize; 2] {
        let height = (u128::BITS - self.0.leading_zeros()) as usize;
        let width = u32::BITS - self.columns().leading_zeros();
        [height.div_ceil(STRIDE), width as usize]
    }

    /// The squares in the first rows of a set, and the others.
    pub fn cut(self, rows: usize) -> [Region; 2] {
        let first = (1 << (STRIDE * rows)) - 1;
        [Region(self.0 & first), Region(self.0 & !first)]
    }

    /// The least of a normal set and its reflections at the axes.
    fn least_reflection(self) -> u128 {
        let row = (1 << STRIDE) - 1;
        let (mut below, mut rest) = (0, self.0);
        while rest != 0 {
            below = below << STRIDE | rest & row;
            rest >>= STRIDE;
        }
        let below = Region(below);
        // To reverse all bits of a box of eleven rows is to reflect at both axes.
        let beyond = u128::BITS as usize - STRIDE * STRIDE;
        let opposite = |set: Region| Region(set.0.reverse_bits() >> beyond).normal().0;
        let [opposite, right] = [self, below].map(opposite);
        self.0.min(below.0).min(opposite).min(right)
    }
}

/// The places of the bits of a set.
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl Playable for Region {
    const KEEPS_ROOT: bool = false;

    fn units(&self) -> u64 {
        u64::from(self.0.count_ones()) * PER_SQUARE
    }

    fn bytes(&self) -> usize {
        size_of::<Region>()
    }

    fn parts(self, ruleset: &dyn Ruleset) -> (SmallVec<[Region; 2]>, i64) {
        let (mut rest, mut parts, mut number) = (self, SmallVec::new(), 0);
        let is_partizan = ruleset.algebra() == Algebra::Partizan;
        while rest.0 != 0 {
            let part = rest.component();
            rest.0 &= !part.0;
            if part.0.is_power_of_two() {
                continue;
            }
            let part = part.normal();
            match part.of_line() {
                Some(dominoes) if is_partizan => number += dominoes,
                _ => parts.push(part),
            }
        }
        (parts, number)
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of_set(self.0))
    }

    fn keyed(self) -> Result<Keyed<Region>, SolveError> {
        let [same, negative] = self.images();
        let (least, sign) = match same.cmp(&negative) {
            Ordering::Less => (same, Sign::Positive),
            Ordering::Equal => (same, Sign::SelfNegative),
            Ordering::Greater => (negative, Sign::Negative),
        };
        let mut key = CanonicalKey::from_slice(&[MARK]);
        key.extend_from_slice(&least.to_le_bytes());
        Ok(Keyed {
            key,
            sign,
            position: Region(least),
        })
    }

    fn options(&self, ruleset: &dyn Ruleset, player: Player) -> impl Iterator<Item = Region> {
        let steps: &[usize] = match (ruleset.algebra(), player) {
            (Algebra::Impartial, _) => &[STRIDE, 1],
            (_, Player::Left) => &[STRIDE],
            (_, Player::Right) => &[1],
        };
        let set = *self;
        steps.iter().flat_map(move |&step| {
            bits(set.dominoes(step)).map(move |bit| Region(set.0 & !(1 << bit | 1 << (bit + step))))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::draws;
    use crate::{Budget, Solver};
    use boilingpoint_boards::classes::with_any_rows;
    use boilingpoint_boards::parse_board;
    use boilingpoint_rules::{ArcKayles, Cram, Domineering};
    use boilingpoint_values::Value;

    /// The value by the graph of the dominoes.
    fn by_graph(solver: &mut Solver, board: &Board) -> Value {
        let compressed = solver.compressed(board).expect("a position");
        with_any_rows!(&compressed, position => {
            solver.claims_within_budget(position, Solver::root_value).expect("small")
        })
    }

    fn board_of(squares: impl Iterator<Item = [usize; 2]>) -> Board {
        Board::of_squares(squares.map(|s| s.map(|x| x as i16)).collect())
    }

    #[test]
    fn sets_of_bits_have_the_values_of_the_graphs_of_their_dominoes() {
        agrees_with_graphs(&Domineering, 300);
    }

    #[test]
    fn cram_on_sets_of_bits_is_arc_kayles() {
        agrees_with_graphs(&Cram, 60);
    }

    #[test]
    fn arc_kayles_on_squares_is_cram() {
        let mut arcs = Solver::new(&ArcKayles, Budget::default());
        let mut cram = Solver::new(&Cram, Budget::default());
        for (text, squares) in [
            ("grid(2,2)", "squares(2,2)"),
            ("grid(3,5)", "squares(3,5)"),
            ("prism(4)", ""),
            ("grid(4,4)", "4x4"),
            ("ladder(10)", "squares(10,2)"),
            ("ladder(11)", ""),
        ] {
            let board = parse_board(text).expect("a board");
            let value = arcs.value(&board).expect("small");
            assert_eq!(
                Region::of(&ArcKayles, &board).is_some(),
                !squares.is_empty()
            );
            assert_eq!(value, by_graph(&mut arcs, &board), "{text}");
            if let Ok(squares) = parse_board(squares) {
                let expected = cram.value(&squares).expect("small");
                let [value, expected] = [(&arcs, value), (&cram, expected)]
                    .map(|(solver, value)| solver.values.as_nimber(value));
                assert_eq!(value, expected, "{text}");
            }
        }
    }

    /// All sets within 4 by 4, and `large` sets within 10 by 10 by a fixed rule.
    fn agrees_with_graphs(ruleset: &'static dyn Ruleset, large: u64) {
        let mut solver = Solver::new(ruleset, Budget::default());
        let small = (1u64..1 << 16).map(|set| {
            let squares = (0..16).filter(move |k| set >> k & 1 == 1);
            board_of(squares.map(|k| [k / 4, k % 4]))
        });
        let mut next = draws();
        let large = (0..large).map(|i| {
            let squares: Vec<[usize; 2]> = (0..100)
                .map(|k| [k / 10, k % 10])
                .filter(|_| next() % 8 < 2 + i % 2)
                .collect();
            board_of(squares.into_iter())
        });
        for board in small.chain(large) {
            assert!(Region::of(ruleset, &board).is_some());
            let graph = by_graph(&mut solver, &board);
            let set = solver.value(&board).expect("small");
            assert_eq!(set, graph, "{board:?}");
        }
    }

    #[test]
    fn images_negate_at_the_diagonals() {
        let mut solver = Solver::new(&Domineering, Budget::default());
        let board = parse_board("....|..##|.###").expect("squares");
        let value = solver.value(&board).expect("small");
        let squares = board.squares().expect("squares").to_vec();
        let image = |f: fn([i16; 2]) -> [i16; 2]| {
            Board::of_squares(squares.iter().map(|&s| f(s)).collect())
        };
        let negative = solver.values().neg(value).expect("small");
        assert_ne!(value, negative);
        for (image, expected) in [
            (image(|[i, j]| [9 - i, j]), value),
            (image(|[i, j]| [i, 9 - j]), value),
            (image(|[i, j]| [9 - i, 9 - j]), value),
            (image(|[i, j]| [j, i]), negative),
            (image(|[i, j]| [9 - j, i]), negative),
        ] {
            assert_eq!(solver.value(&image).expect("small"), expected, "{image:?}");
            let region = Region::of(&Domineering, &image).expect("small").normal();
            let first = Region::of(&Domineering, &board).expect("small").normal();
            let mut images = first.images();
            if expected == negative {
                images.reverse();
            }
            assert_eq!(region.images(), images);
        }
    }

    #[test]
    fn large_sets_are_left_to_the_graph() {
        for (text, fits) in [
            ("squares(10,10)", true),
            ("squares(11,2)", false),
            ("squares(2,11)", false),
        ] {
            let board = parse_board(text).expect("squares");
            assert_eq!(Region::of(&Domineering, &board).is_some(), fits, "{text}");
        }
    }
}
