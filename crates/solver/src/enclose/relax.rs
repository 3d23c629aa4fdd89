//! Relaxations: positions that are certainly at most, or at least, a given position, and that split
//! into components.
//!
//! By monotonicity (`solver/rules.rs`), a position is at least the position in which Left has given
//! up her right to some vertices. Two ways to give up rights are tried:
//!
//! - Left gives up the vertices that only she may claim. If the board was untinted before a claim
//!   of hers, it is untinted again: each component equals its negative, and equal components
//!   cancel.
//! - Left gives up a vertex that cuts the position, and the vertices beside it that she may claim,
//!   as if Right had claimed the vertex and had one move less. So the position is at least this
//!   option of Right, less one.

use crate::rules::Rules;
use boilingpoint_boards::classes::Classes;
use boilingpoint_boards::{BitRow, Tint};

/// The least order of a position for which a cut vertex is looked for.
const CUT_FROM: usize = 12;

/// Which of a position and its relaxation is the greater game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The position is at least its relaxation: Left gives up rights.
    Below,
    /// The position is at most its relaxation: Right gives up rights.
    Above,
}

/// A relaxed position: the whole position, the set of its classes that are still on the board, and
/// the number of the way in which it was made (0 or 1, in the order of the list above).
type Weakened<R> = (Classes<R>, R, usize);

/// The relaxations of a position from below or from above.
pub fn weakened<R: BitRow>(rules: &Rules, position: &Classes<R>, side: Side) -> Vec<Weakened<R>> {
    if !rules.claims_exclude() {
        return Vec::new();
    }
    let ways = [
        own_vertices(rules, position, side),
        cut(rules, position, side),
    ];
    let made = ways
        .into_iter()
        .enumerate()
        .filter(|(_, set)| !set.is_none());
    made.filter_map(|(way, set)| {
        let (after, rest) = rules.without(position, set, side as usize)?;
        Some((after, rest, way))
    })
    .collect()
}

/// The classes to which a player gives up the right in a relaxation; `way` is the
/// [`claim`](super::Sum::claim) of the relaxed position.
pub fn given_up<R: BitRow>(rules: &Rules, position: &Classes<R>, side: Side, way: usize) -> R {
    match way {
        0 => own_vertices(rules, position, side),
        _ => cut(rules, position, side),
    }
}

/// The classes that may be claimed only by the player who gives up rights.
fn own_vertices<R: BitRow>(rules: &Rules, position: &Classes<R>, side: Side) -> R {
    let player = side as usize;
    let mut set = R::NONE;
    for tint in [Tint::None, Tint::Left, Tint::Right] {
        let may = rules.may_claim[tint as usize];
        if may[player] && !may[1 - player] {
            set |= position.of_tint(tint);
        }
    }
    set
}

/// The vertex whose removal leaves the smallest components, and its neighbours, as far as the
/// player may claim them. The set is empty if the components are not clearly smaller than the
/// position.
fn cut<R: BitRow>(rules: &Rules, position: &Classes<R>, side: Side) -> R {
    let order = position.order();
    if order < CUT_FROM {
        return R::NONE;
    }
    let mut best: Option<(usize, usize)> = None;
    for c in position.all().bits() {
        if position.counts[c] > 1 || position.rows[c].count() < 2 {
            continue;
        }
        let largest = largest_piece(position, position.all() & !R::one(c));
        if best.is_none_or(|b| (largest, c) < b) {
            best = Some((largest, c));
        }
    }
    let Some((largest, c)) = best else {
        return R::NONE;
    };
    if 4 * largest > 3 * order {
        return R::NONE;
    }
    let around = R::one(c) | position.rows[c];
    let player = side as usize;
    around.bits().fold(R::NONE, |set, d| {
        if rules.may_claim[position.tint(d) as usize][player] {
            set | R::one(d)
        } else {
            set
        }
    })
}

fn largest_piece<R: BitRow>(position: &Classes<R>, mut rest: R) -> usize {
    let mut largest = 0;
    while !rest.is_none() {
        let piece = position.component(rest.least(), rest);
        rest &= !piece;
        let size = piece.bits().map(|c| usize::from(position.counts[c])).sum();
        largest = largest.max(size);
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::classes::Compressed;
    use boilingpoint_boards::{Board, Graph};
    use boilingpoint_rules::{Ruleset, Snort};

    /// A clique, and a vertex that joins two of its vertices to some leaves.
    fn clique_with_leaves(clique: usize, leaves: usize) -> Board {
        let edges = (0..clique).flat_map(|a| (0..a).map(move |b| (a, b)));
        let around = [0, 1].into_iter().chain(clique + 1..clique + 1 + leaves);
        let edges = edges.chain(around.map(|v| (clique, v)));
        Board::untinted(Graph::from_edges(clique + 1 + leaves, edges))
    }

    fn small(board: &Board) -> Classes<u16> {
        match Compressed::of(board) {
            Ok(Compressed::Tiny(classes)) => classes,
            _ => panic!("more than 16 vertices"),
        }
    }

    #[test]
    fn positions_are_cut_where_no_piece_has_more_than_three_quarters() {
        let rules = Rules::of(Snort.claiming().expect("a claiming game"));
        let given = |board: &Board| {
            let classes = small(board);
            let set = given_up(&rules, &classes, Side::Below, 1);
            set.bits()
                .map(|c| usize::from(classes.counts[c]))
                .sum::<usize>()
        };
        // The vertex, its two neighbours in the clique, and the leaves.
        assert_eq!(given(&clique_with_leaves(9, 2)), 5);
        assert_eq!(given(&clique_with_leaves(12, 3)), 6);
        assert_eq!(given(&clique_with_leaves(10, 1)), 0);
        // Smaller positions are not cut.
        assert_eq!(given(&clique_with_leaves(8, 2)), 0);
        let classes = small(&clique_with_leaves(9, 2));
        let [own, cut] = [0, 1].map(|way| given_up(&rules, &classes, Side::Above, way));
        assert!(own.is_none() && !cut.is_none());
        assert_eq!(weakened(&rules, &classes, Side::Above).len(), 1);
    }
}
