//! Bounds of a set of squares by strips, for a certificate.
//!
//! If Left gives up her dominoes across some lines between rows, the set falls apart into strips of
//! rows. So the set is at least the sum of these strips (`solver/cuts.rs`), and the rule `at-least`
//! proves it; the checker values the strips. In the same way the set is at most the sum of the
//! strips of columns that remain when Right gives up hers. A reflection that takes the set to
//! itself and exchanges rows and columns shows that the set equals its negative.

use super::write::statement;
use boilingpoint_boards::Board;
use boilingpoint_checker::format::{PositionPart, Proof, Statement};
use boilingpoint_rules::{Player, Ruleset};
use std::collections::HashMap;

/// A square: row and column. Differences of two rows do not fit into the numbers of a board.
type Square = [i32; 2];

/// The numbers of rows or columns of a strip.
const WIDTHS: [i32; 2] = [2, 3];

/// The greatest number of squares of a part that the checker values: of any shape, or of two rows
/// or columns.
const MOST_SQUARES: usize = 18;
const MOST_OF_TWO: usize = 24;

/// Adds the proofs by strips to the last statement, which is about the board, and the statements
/// that they use before it.
pub fn add(ruleset: &dyn Ruleset, board: &Board, statements: &mut Vec<Statement>) {
    let Some(mut last) = statements.pop() else {
        return;
    };
    let squares = squares_of(board);
    let dominoes = dominoes(board, &squares);
    last.proofs.extend(own_negative(&squares, &dominoes));
    let mut writer = Writer {
        ruleset,
        dominoes: &dominoes,
        statements,
        numbers: HashMap::new(),
    };
    for player in Player::BOTH {
        for width in WIDTHS {
            last.proofs.extend((0..width).filter_map(|offset| {
                let strip = |square: Square| (square[across(player)] + offset).div_euclid(width);
                writer.proof(&squares, player, strip)
            }));
        }
    }
    statements.push(last);
}

fn squares_of(board: &Board) -> Vec<Square> {
    let squares = board.squares().unwrap_or_default();
    squares.iter().map(|square| square.map(i32::from)).collect()
}

/// The coordinate in which the two squares of a player's domino differ.
fn across(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

/// The dominoes of a board in the order of [`Ruleset::claims`]: first those of Left.
fn dominoes(board: &Board, squares: &[Square]) -> Vec<[Square; 2]> {
    let pairs = || board.graph().edges().map(|(a, b)| [squares[a], squares[b]]);
    let of = |player| pairs().filter(move |[a, b]| a[across(player)] != b[across(player)]);
    Player::BOTH.into_iter().flat_map(of).collect()
}

/// The proof that a set equals its negative, if a reflection shows it.
fn own_negative(squares: &[Square], dominoes: &[[Square; 2]]) -> Option<Proof> {
    let places: HashMap<[Square; 2], usize> = dominoes.iter().copied().zip(0..).collect();
    let [top, left] = [0, 1].map(|k| range(squares, k).0);
    let [bottom, right] = [0, 1].map(|k| range(squares, k).1);
    // Reflections at a diagonal and a quarter turn, which keep the box of the squares. A set that the
    // other turn takes to itself is taken to itself by this one as well.
    let images: [&dyn Fn(Square) -> Square; 3] = [
        &|[i, j]| [top + (j - left), left + (i - top)],
        &|[i, j]| [top + (j - left), right - (i - top)],
        &|[i, j]| [bottom - (j - left), right - (i - top)],
    ];
    images.into_iter().find_map(|image| {
        if !squares
            .iter()
            .all(|&s| squares.binary_search(&image(s)).is_ok())
        {
            return None;
        }
        let map = dominoes.iter().map(|domino| {
            let mut domino = domino.map(image);
            domino.sort_unstable();
            places.get(&domino).copied()
        });
        Some(Proof::OwnNegative {
            map: Some(map.collect::<Option<_>>()?),
        })
    })
}

struct Writer<'a> {
    ruleset: &'a dyn Ruleset,
    dominoes: &'a [[Square; 2]],
    statements: &'a mut Vec<Statement>,
    /// The number of the statement about each part, moved to the first row and column.
    numbers: HashMap<Vec<Square>, usize>,
}

impl Writer<'_> {
    /// The bound by the strips that remain when a player gives up the dominoes from one strip to
    /// another; `None` if the checker cannot value a part.
    fn proof(
        &mut self,
        squares: &[Square],
        player: Player,
        strip: impl Fn(Square) -> i32,
    ) -> Option<Proof> {
        let parts = parts(squares, self.dominoes, &strip);
        if !parts.iter().all(|part| is_small(part)) {
            return None;
        }
        let parts = parts.iter().filter(|part| part.len() > 1);
        let parts = parts.map(|part| self.part(part)).collect();
        let cut = |&(_, domino): &(usize, &[Square; 2])| strip(domino[0]) != strip(domino[1]);
        let without = self.dominoes.iter().enumerate().filter(cut);
        let without = without.map(|(number, _)| number).collect();
        Some(match player {
            Player::Left => Proof::AtLeast { without, parts },
            Player::Right => Proof::AtMost { without, parts },
        })
    }

    fn part(&mut self, part: &[Square]) -> PositionPart {
        let [top, left] = [0, 1].map(|k| range(part, k).0);
        let moved: Vec<Square> = part.iter().map(|[i, j]| [i - top, j - left]).collect();
        let next = self.statements.len();
        let number = *self.numbers.entry(moved).or_insert_with_key(|moved| {
            let board = Board::of_squares(
                moved
                    .iter()
                    .map(|square| square.map(|x| x as i16))
                    .collect(),
            );
            let position = self.ruleset.claims(&board).unwrap_or(board);
            self.statements
                .push(statement(&position, vec![Proof::Exact {}]));
            next
        });
        let within = |domino: &[Square; 2]| domino.iter().all(|s| part.binary_search(s).is_ok());
        let vertices = (0..self.dominoes.len()).filter(|&v| within(&self.dominoes[v]));
        PositionPart {
            statement: number,
            vertices: vertices.collect(),
            negative: false,
        }
    }
}

/// The connected parts of all strips, with sorted squares.
fn parts(
    squares: &[Square],
    dominoes: &[[Square; 2]],
    strip: impl Fn(Square) -> i32,
) -> Vec<Vec<Square>> {
    let place = |square: Square| squares.binary_search(&square).unwrap_or(0);
    let mut root: Vec<usize> = (0..squares.len()).collect();
    fn find(root: &mut [usize], mut v: usize) -> usize {
        while root[v] != v {
            root[v] = root[root[v]];
            v = root[v];
        }
        v
    }
    for &[a, b] in dominoes.iter().filter(|[a, b]| strip(*a) == strip(*b)) {
        let (a, b) = (find(&mut root, place(a)), find(&mut root, place(b)));
        root[a] = b;
    }
    let mut parts: Vec<Vec<Square>> = vec![Vec::new(); squares.len()];
    for (v, &square) in squares.iter().enumerate() {
        parts[find(&mut root, v)].push(square);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Whether the checker values a part.
fn is_small(part: &[Square]) -> bool {
    let is_narrow = (0..2).any(|k| {
        let (least, most) = range(part, k);
        most - least < 2
    });
    part.len() <= MOST_SQUARES || part.len() <= MOST_OF_TWO && is_narrow
}

/// The least and the greatest row (0) or column (1) of some squares.
fn range(squares: &[Square], k: usize) -> (i32, i32) {
    let all = squares.iter().map(|s| s[k]);
    (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(rows: i32, columns: i32) -> Vec<Square> {
        let rows = 0..rows;
        rows.flat_map(|i| (0..columns).map(move |j| [i, j]))
            .collect()
    }

    #[test]
    fn parts_that_the_checker_values() {
        let sizes = [
            (3, 6),
            (6, 3),
            (3, 7),
            (2, 12),
            (12, 2),
            (1, 24),
            (2, 13),
            (1, 25),
            (4, 4),
        ];
        let small = sizes.map(|(rows, columns)| is_small(&rectangle(rows, columns)));
        assert_eq!(
            small,
            [true, true, false, true, true, true, false, false, true]
        );
    }

    /// A set that is a shape and its image equals its negative, and the map takes dominoes of one
    /// player to those of the other. The shape alone does not.
    #[test]
    fn each_reflection_and_turn_is_found() {
        let shape: Vec<Square> = vec![[0, 0], [0, 1], [0, 2], [1, 0], [2, 1], [3, 1]];
        let images: [fn(Square) -> Square; 4] = [
            |[i, j]| [j, i],
            |[i, j]| [j, 9 - i],
            |[i, j]| [9 - j, i],
            |[i, j]| [9 - j, 9 - i],
        ];
        let moved = |[i, j]: Square| [i + 5, j + 2];
        let of = |squares: &[Square]| {
            let mut squares: Vec<Square> = squares.iter().map(|&s| moved(s)).collect();
            squares.sort_unstable();
            squares.dedup();
            let board = Board::of_squares(squares.iter().map(|s| s.map(|x| x as i16)).collect());
            let dominoes = dominoes(&board, &squares);
            let vertical = |v: usize| dominoes[v][0][0] != dominoes[v][1][0];
            let proof = own_negative(&squares, &dominoes)?;
            let Proof::OwnNegative { map: Some(map) } = proof else {
                panic!("{proof:?}")
            };
            let mut taken = map.clone();
            taken.sort_unstable();
            assert!(taken.into_iter().eq(0..dominoes.len()), "{map:?}");
            assert!((0..map.len()).all(|v| vertical(v) != vertical(map[v])));
            Some(map)
        };
        assert_eq!(of(&shape), None);
        for image in images {
            let mut all = Vec::new();
            for square in &shape {
                // All images by this one, so that the set is taken to itself.
                let mut square = *square;
                for _ in 0..4 {
                    all.push(square);
                    square = image(square);
                }
            }
            assert!(of(&all).is_some());
        }
    }
}
