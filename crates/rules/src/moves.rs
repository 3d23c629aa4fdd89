//! Moves for people: the vertices that a player points at to make a move.
//!
//! A ruleset gives the positions that a player can move to. Here the vertices of a position have
//! names, which they keep, so comparing two positions shows the move between them. In some games
//! the comparison does not show the choice, since a claim may remove neighbours as well. There the
//! ruleset gives the choice ([`Ruleset::choices`]).

use super::{Player, Ruleset};
use boilingpoint_boards::{Board, Tint};
use std::collections::BTreeMap;

/// A move of a player, in a form for people.
#[derive(Clone, Debug)]
pub struct Move {
    /// The names of the vertices that a player points at to make this move.
    pub choice: Vec<usize>,
    /// A description of the move, which refers to vertices by their names.
    pub text: String,
    /// The position after the move. The remaining vertices keep their names.
    pub position: Board,
}

/// All moves of a player, in the order of [`Ruleset::options`]. The vertices of the position should
/// have names ([`Board::named`]).
pub fn moves(ruleset: &dyn Ruleset, position: &Board, player: Player) -> Vec<Move> {
    let options = ruleset.options(position, player);
    let choices = ruleset.choices(position, player);
    match choices.filter(|choices| choices.len() == options.len()) {
        Some(choices) => {
            let said = choices.into_iter().zip(options);
            let made = said.map(|(choice, position)| Move {
                text: joined(&choice),
                choice,
                position,
            });
            made.collect()
        }
        None => options
            .into_iter()
            .map(|next| seen(position, next))
            .collect(),
    }
}

/// The move between two positions, which is found by comparing them.
fn seen(before: &Board, after: Board) -> Move {
    let change = Change::between(before, &after);
    let choice = change.choice();
    Move {
        text: change.text(&choice),
        choice,
        position: after,
    }
}

fn joined(names: &[usize]) -> String {
    let names: Vec<String> = names.iter().map(usize::to_string).collect();
    names.join(" and ")
}

/// The difference between two positions. Vertices are given by their names.
struct Change {
    removed: Vec<usize>,
    /// The old and the new vertex of the token; `None` if the token did not move.
    token: Option<(usize, usize)>,
    /// The vertices whose tint changed, each with its new tint.
    tinted: Vec<(usize, Tint)>,
    /// The pairs of vertices whose links changed, each with the sum of the links' weights before
    /// and after the move.
    links: Vec<((usize, usize), u64, u64)>,
}

impl Change {
    fn between(before: &Board, after: &Board) -> Change {
        let tints = |b: &Board| -> BTreeMap<usize, Tint> {
            let named = b.tints().iter().enumerate();
            named.map(|(v, &tint)| (b.name_of(v), tint)).collect()
        };
        let (old, new) = (tints(before), tints(after));
        let token = |b: &Board| b.token().map(|v| b.name_of(v));
        let changed =
            |(&v, tint): (&usize, &Tint)| (old.get(&v) != Some(tint)).then_some((v, *tint));
        let (was, is) = (weights(before), weights(after));
        let both = |&(a, b): &(usize, usize)| new.contains_key(&a) && new.contains_key(&b);
        let weight = |pair: &(usize, usize)| {
            let [old, new] = [&was, &is].map(|w| w.get(pair).copied().unwrap_or(0));
            (old != new).then_some((*pair, old, new))
        };
        Change {
            removed: old
                .keys()
                .filter(|v| !new.contains_key(v))
                .copied()
                .collect(),
            token: token(before).zip(token(after)),
            tinted: new.iter().filter_map(changed).collect(),
            links: was
                .keys()
                .filter(|pair| both(pair))
                .filter_map(weight)
                .collect(),
        }
    }

    /// The vertices that a player points at to make the change.
    fn choice(&self) -> Vec<usize> {
        match (self.token, self.links.as_slice()) {
            (Some((_, to)), _) => vec![to],
            _ if self.tinted.len() == 2 => self.tinted.iter().map(|t| t.0).collect(),
            _ if !self.removed.is_empty() => self.removed.clone(),
            (None, [((a, b), ..), ..]) if a == b => vec![*a],
            (None, [((a, b), ..), ..]) => vec![*a, *b],
            _ => self.tinted.iter().map(|t| t.0).collect(),
        }
    }

    fn text(&self, choice: &[usize]) -> String {
        let weight = |(_, old, new): &((usize, usize), u64, u64)| format!(", {old} becomes {new}");
        let weighted = self.links.iter().find(|l| l.1 > 1);
        let weights = weighted.map_or(String::new(), weight);
        match (self.token, self.tinted.as_slice()) {
            (Some((from, to)), _) => format!("{from} to {to}{weights}"),
            (None, [(a, Tint::None), (b, _)]) | (None, [(b, _), (a, Tint::None)]) => {
                format!("{a} takes {b}")
            }
            _ => format!("{}{weights}", joined(choice)),
        }
    }
}

/// For each pair of vertices, given by names, the sum of the weights of their links.
fn weights(board: &Board) -> BTreeMap<(usize, usize), u64> {
    let mut sums = BTreeMap::new();
    for link in board.links() {
        let (a, b) = (board.name_of(link.from), board.name_of(link.to));
        *sums.entry((a.min(b), a.max(b))).or_insert(0) += u64::from(link.weight);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;
    use boilingpoint_boards::parse_board;

    fn told(ruleset: &str, board: &str, player: Player) -> Vec<(Vec<usize>, String)> {
        let board = parse_board(board).unwrap().named();
        let moves = moves(find(ruleset).unwrap(), &board, player);
        moves.into_iter().map(|m| (m.choice, m.text)).collect()
    }

    #[test]
    fn moves_are_told_by_the_vertices_that_one_points_at() {
        let one = |v: usize| (vec![v], v.to_string());
        assert_eq!(told("snort", "path(3) L.R", Player::Left), [one(0), one(1)]);
        assert_eq!(
            told("snort", "path(3) L.R", Player::Right),
            [one(1), one(2)]
        );
        let domino = told("domineering", "..|..", Player::Left);
        assert_eq!(domino[0].0.len(), 2);
        let clobber = told("clobber", "path(2) LR", Player::Left);
        assert_eq!(clobber[0].1, "0 takes 1");
        let geography = told("vertex-geography", "0-1,1-2@1", Player::Left);
        assert_eq!(
            geography,
            [(vec![0], "1 to 0".into()), (vec![2], "1 to 2".into())]
        );
        let nim = told("nim-on-graphs", "0-1*3@0", Player::Left);
        assert_eq!(nim.len(), 3);
        assert_eq!(nim[0], (vec![1], "0 to 1, 3 becomes 0".into()));
        let shannon = told("shannon", "path(3)", Player::Right);
        assert_eq!(shannon[1].0, [1, 2]);
        let pile = told("subtraction(1,2)", "0-0*5", Player::Left);
        assert!(pile.iter().all(|m| m.0 == [0]), "{pile:?}");
    }

    #[test]
    fn vertices_are_known_again_after_others_are_gone() {
        let snort = find("snort").unwrap();
        let board = parse_board("path(5)").unwrap().named();
        let first = &moves(snort, &board, Player::Left)[0];
        assert_eq!(first.choice, [0]);
        let then: Vec<_> = moves(snort, &first.position, Player::Left)
            .into_iter()
            .map(|m| m.choice)
            .collect();
        assert_eq!(then, [[1], [2], [3], [4]]);
    }
}
