//! Games of dominoes on any set of squares: Domineering, invented by Göran Andersson (Winning Ways,
//! vol. 1, ch. 5), and Cram (vol. 3, ch. 15).
//!
//! In Domineering Left places a domino on two adjacent squares of a column, Right on two adjacent
//! squares of a row. In Cram both players place dominoes either way.
//!
//! Large sets are played on the conflict graph. Its vertices are the dominoes that can still be
//! placed; two dominoes are adjacent when they overlap. Placing a domino removes its vertex and the
//! neighbours of this vertex. So squares that no domino can cover disappear, and shapes with equal
//! conflict graphs become the same position.

use super::kayles::{self, conflicts};
use super::{Claiming, Options, Player, Ruleset};
use boilingpoint_boards::{Board, Tint};
use boilingpoint_values::Outcome;
use std::collections::HashSet;

/// The ruleset Domineering: Left places dominoes in columns, Right in rows.
#[derive(Clone, Copy, Debug)]
pub struct Domineering;

/// The ruleset Cram: Domineering in which both players place dominoes in columns and in rows. It is
/// Arc Kayles on the graph of the squares.
#[derive(Clone, Copy, Debug)]
pub struct Cram;

static CLAIMING: Claiming = Claiming {
    may_claim: Claiming::not_the_others,
    neighbour: |_, _| None,
    edge_matters: |_, _| true,
    one_tint_is_over: false,
};

/// The pairs of squares that a domino of the player can cover.
fn dominoes(position: &Board, player: Player) -> Vec<[usize; 2]> {
    let squares = position.squares().unwrap_or_default();
    let along = match player {
        Player::Left => 1,
        Player::Right => 0,
    };
    let pairs = position.graph().edges().map(|(a, b)| [a, b]);
    pairs
        .filter(|&[a, b]| squares[a][along] == squares[b][along])
        .collect()
}

impl Ruleset for Domineering {
    about! {
        "domineering", Partizan, GRAPH + squares,
        "place a domino on two free squares: Left on squares of a column, Right on squares of a row"
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        kayles::without(position, dominoes(position, player))
    }

    fn places_dominoes(&self) -> bool {
        true
    }

    fn claiming(&self) -> Option<&'static Claiming> {
        Some(&CLAIMING)
    }

    fn claims(&self, position: &Board) -> Option<Board> {
        let [upright, flat] = Player::BOTH.map(|p| dominoes(position, p));
        let mut tints = vec![Tint::Left; upright.len()];
        tints.resize(upright.len() + flat.len(), Tint::Right);
        let graph = conflicts(&[upright, flat].concat());
        Some(Board::new(graph, tints).expect("a tint for each domino"))
    }
}

impl Ruleset for Cram {
    about! {
        "cram", Impartial, GRAPH + squares,
        "place a domino on two adjacent free squares; impartial"
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        kayles::ArcKayles.each_option(position, player)
    }

    fn places_dominoes(&self) -> bool {
        true
    }

    fn claiming(&self) -> Option<&'static Claiming> {
        kayles::ArcKayles.claiming()
    }

    fn claims(&self, position: &Board) -> Option<Board> {
        kayles::ArcKayles.claims(position)
    }

    /// **Theorem.** Let a half turn map a set of squares to itself, and let no square be its own
    /// image. If two adjacent squares are images of each other, the first player wins; else the
    /// second player does.
    ///
    /// *Proof.* The half turn exchanges at most one pair of adjacent squares, the two around its
    /// centre. If there is none, a domino never overlaps its image: the second player answers each
    /// domino with its image. If there is such a pair, the first player covers it, and then answers
    /// so. ∎
    fn outcome_by_theorem(&self, position: &Board) -> Option<Outcome> {
        let squares = position.squares()?;
        let sums = [0, 1].map(|axis| {
            let along = || squares.iter().map(|square| square[axis]);
            Some(along().min()? + along().max()?)
        });
        let [Some(rows), Some(columns)] = sums else {
            return None;
        };
        let all: HashSet<[i16; 2]> = squares.iter().copied().collect();
        let image = |[i, j]: [i16; 2]| [rows - i, columns - j];
        let is_mapped =
            |&square: &[i16; 2]| image(square) != square && all.contains(&image(square));
        if !squares.iter().all(is_mapped) {
            return None;
        }
        let is_beside_image = |&square: &[i16; 2]| {
            let [i, j] = image(square);
            square[0].abs_diff(i) + square[1].abs_diff(j) == 1
        };
        Some(match squares.iter().any(is_beside_image) {
            true => Outcome::N,
            false => Outcome::P,
        })
    }
}
