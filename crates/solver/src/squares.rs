//! Domineering, Cram and Arc Kayles on sets of squares that fit into a box of ten by ten, as sets
//! of bits.
//!
//! Reflections of a set keep its value. A reflection at a diagonal exchanges rows and columns, and
//! so the players: it negates the value. The table has one entry for a set and its seven images.
//! (In Cram no reflection changes the value, and every value is its own negative.)
//!
//! Arc Kayles on squares is Cram. Its boards are graphs, whose squares are found first
//! (`boards/lattice.rs`).
//!
//! A part that fits into a box of eight by eight is played in one word of 64 bits, however large
//! the set is that it is a part of (`solver/words.rs`). Sets beyond ten by ten are played on the
//! graph of their dominoes (`solver/exact.rs`).

use super::budget::SolveError;
use super::playable::{Keyed, Playable};
use super::recent::Packed;
use super::signed::Sign;
use super::table::{MARK, key_of};
use super::words::{SIDE, SquareWord};
use boilingpoint_boards::canon::CanonicalKey;
use boilingpoint_boards::{BitRow, Board, squares_of};
use boilingpoint_rules::{Algebra, Player, Ruleset};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// The cost of an option for each of its squares; see `solver/steps.rs`.
pub(super) const PER_SQUARE: u64 = 4;

/// A set of squares, in a word of bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Region<W = u128>(W);

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
            region |= 1 << (u128::STRIDE * i + j);
        }
        Some(Region(region))
    }
}

impl Region {
    /// The set of some rows of squares.
    pub fn of_rows(rows: &[u16]) -> Region {
        let rows = rows.iter().zip((0..).step_by(u128::STRIDE));
        Region(rows.fold(0, |set, (&row, first)| set | u128::from(row) << first))
    }

    /// The rows of the set.
    pub fn rows(self) -> [u16; SIDE] {
        let row = |i| self.0 >> (u128::STRIDE * i) & u128::first(SIDE);
        std::array::from_fn(|i| row(i) as u16)
    }
}

impl Region<u64> {
    pub fn word(self) -> u64 {
        self.0
    }
}

impl<W: SquareWord> Region<W> {
    /// The connected component of the least square.
    fn component(self) -> Region<W> {
        let mut component = self.0.least_bit();
        loop {
            // In turns, so that one round takes in squares that touch by a corner, too.
            let column = component | component.above_and_below() & self.0;
            let grown = column | column.beside() & self.0;
            if grown == component {
                return Region(component);
            }
            component = grown;
        }
    }

    /// The set, moved to the first row and the first column.
    fn normal(self) -> Region<W> {
        let rows = self.0 >> (self.0.least() / W::STRIDE * W::STRIDE);
        Region(rows >> rows.columns().trailing_zeros() as usize)
    }

    /// The value in Domineering of a set within one row or one column: the number of dominoes that
    /// fit, for Left or for Right. `None` for another normal set.
    fn of_line(self) -> Option<i64> {
        let dominoes = i64::from(self.len() / 2);
        if self.0 == self.0 & W::first(W::STRIDE) {
            Some(-dominoes)
        } else if self.0 == self.0 & W::COLUMN {
            Some(dominoes)
        } else {
            None
        }
    }

    /// The first squares of a player's dominoes, and the number of bits from one square of a domino
    /// to the other.
    fn dominoes(self, player: Player) -> (W, usize) {
        match player {
            Player::Left => (self.0 & self.0 >> W::STRIDE, W::STRIDE),
            Player::Right => (self.0 & self.0.left_of(), 1),
        }
    }

    /// The least image of a normal set among those of the same value, and the least among those of
    /// the negative.
    fn images(self) -> [W; 2] {
        let [height, width] = self.sides();
        let turned = self.0.turned();
        [
            least_reflection(self.0, height, width),
            least_reflection(turned, width, height),
        ]
    }

    /// The least of all images, and its sign relative to the set.
    fn least_image(self) -> (W, Sign) {
        let [same, negative] = self.images();
        match same.cmp(&negative) {
            Ordering::Less => (same, Sign::Positive),
            Ordering::Equal => (same, Sign::SelfNegative),
            Ordering::Greater => (negative, Sign::Negative),
        }
    }

    /// The set in one word of 64 bits, if it fits.
    pub fn narrow(self) -> Option<Region<u64>> {
        self.0.narrow().map(Region)
    }

    /// The set in 128 bits.
    pub fn wide(self) -> Region {
        match self.0.narrow() {
            Some(narrow) => Region(u128::of_narrow(narrow)),
            None => Region(self.0.low()),
        }
    }

    /// The set, packed for caches.
    pub fn packed(self) -> Packed {
        Packed::of_set(self.0.low())
    }

    /// The reflection at the diagonal, whose value is the negative.
    pub fn turned(self) -> Region<W> {
        Region(self.0.turned())
    }

    /// The greatest number of dominoes of a player that fit side by side.
    pub fn moves(self, player: Player) -> i64 {
        // The first domino of a line leaves the most room.
        let (mut rest, mut moves) = (self, 0);
        loop {
            let (dominoes, step) = rest.dominoes(player);
            if dominoes.is_none() {
                return moves;
            }
            let bit = dominoes.least();
            rest.0 &= !(W::one(bit) | W::one(bit + step));
            moves += 1;
        }
    }

    /// The number of squares.
    pub fn len(self) -> u32 {
        self.0.count()
    }

    /// The height and the width of a normal set.
    pub fn sides(self) -> [usize; 2] {
        let width = u32::BITS - self.0.columns().leading_zeros();
        [self.0.greatest() / W::STRIDE + 1, width as usize]
    }

    /// The squares in the first rows of a set, and the others.
    pub fn cut(self, rows: usize) -> [Region<W>; 2] {
        let first = W::first(W::STRIDE * rows);
        [Region(self.0 & first), Region(self.0 & !first)]
    }
}

/// The least of a normal set and its reflections at the axes.
fn least_reflection<W: SquareWord>(set: W, height: usize, width: usize) -> W {
    let mirrored = set.mirrored(width);
    let below = [set, mirrored].map(|set| set.upside_down(height));
    set.min(mirrored).min(below[0]).min(below[1])
}

impl<W: SquareWord> Playable for Region<W> {
    const KEEPS_ROOT: bool = false;

    fn units(&self) -> u64 {
        u64::from(self.len()) * PER_SQUARE
    }

    fn bytes(&self) -> usize {
        size_of::<Region<W>>()
    }

    fn parts(self, ruleset: &dyn Ruleset) -> (SmallVec<[Region<W>; 2]>, i64) {
        // A square without neighbours has no move.
        let mut rest = self.0 & (self.0.beside() | self.0.above_and_below());
        let (mut parts, mut number) = (SmallVec::new(), 0);
        let is_partizan = ruleset.algebra() == Algebra::Partizan;
        while !rest.is_none() {
            let part = Region(rest).component();
            rest &= !part.0;
            let part = part.normal();
            match part.of_line() {
                Some(dominoes) if is_partizan => number += dominoes,
                _ => parts.push(part),
            }
        }
        (parts, number)
    }

    fn keyed(self) -> Result<Keyed<Region<W>>, SolveError> {
        let (key, least, sign) = match self.0.narrow() {
            Some(narrow) => {
                let (least, sign) = Region(narrow).least_image();
                let key = CanonicalKey::from_slice(&key_of(least));
                (key, W::of_narrow(least), sign)
            }
            None => {
                let (least, sign) = self.least_image();
                let mut key = CanonicalKey::from_slice(&[MARK]);
                key.extend_from_slice(&least.low().to_le_bytes());
                (key, least, sign)
            }
        };
        Ok(Keyed {
            key,
            sign,
            position: Region(least),
        })
    }

    fn options(&self, ruleset: &dyn Ruleset, player: Player) -> impl Iterator<Item = Region<W>> {
        let players: &[Player] = match ruleset.algebra() {
            Algebra::Impartial => &Player::BOTH,
            _ => &Player::BOTH[player as usize..][..1],
        };
        let set = *self;
        players.iter().flat_map(move |&player| {
            let (dominoes, step) = set.dominoes(player);
            let without = move |bit| !(W::one(bit) | W::one(bit + step));
            dominoes.bits().map(move |bit| Region(set.0 & without(bit)))
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
    use boilingpoint_values::{Outcome, Value};

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

    /// All sets within 4 by 4, and rectangles.
    #[test]
    fn half_turns_tell_who_wins_cram() {
        let mut solver = Solver::new(&Cram, Budget::default());
        let mut told = [0; 2];
        let sets = (1u64..1 << 16).map(|set| {
            let squares = (0..16).filter(move |k| set >> k & 1 == 1);
            board_of(squares.map(|k| [k / 4, k % 4]))
        });
        let rectangles =
            ["4x5", "2x9", "3x5", "3x6"].map(|text| parse_board(text).expect("squares"));
        for board in sets.chain(rectangles) {
            let Some(outcome) = Cram.outcome_by_theorem(&board) else {
                continue;
            };
            let exact = solver.evaluate(&board).expect("small").summary.outcome;
            assert_eq!(outcome, exact, "{}", board.text());
            told[usize::from(outcome == Outcome::N)] += 1;
        }
        assert!(told.iter().all(|&n| n > 100), "{told:?}");
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
