//! Domineering, invented by Göran Andersson (Winning Ways, vol. 1, ch. 5), on any set of squares.
//!
//! Left places a domino on two adjacent squares of a column, Right on two adjacent squares of a
//! row.
//!
//! The solver plays on the conflict graph. Its vertices are the dominoes that can still be placed;
//! two dominoes are adjacent when they overlap. Placing a domino removes its vertex and the
//! neighbours of this vertex. So squares that no domino can cover disappear, and shapes with equal
//! conflict graphs become the same position.

use super::kayles::conflicts;
use super::{Claiming, Features, Options, Player, Ruleset};
use crate::graph::{Board, Tint};

/// The ruleset Domineering: Left places dominoes in columns, Right in rows.
#[derive(Clone, Copy, Debug)]
pub struct Domineering;

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
    fn name(&self) -> &str {
        "domineering"
    }

    fn summary(&self) -> &str {
        "place a domino on two free squares: Left on squares of a column, Right on squares of a row"
    }

    fn carries(&self) -> Features {
        Features {
            squares: true,
            ..Features::GRAPH
        }
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        let free = |pair: [usize; 2]| -> Vec<usize> {
            (0..position.order())
                .filter(|v| !pair.contains(v))
                .collect()
        };
        let pairs = dominoes(position, player).into_iter();
        Box::new(pairs.map(move |pair| position.kept(&free(pair))))
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
