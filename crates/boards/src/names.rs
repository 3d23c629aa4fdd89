//! Names of boards: the simplest text by which the commands read the board back, such as
//! `caterpillar(5,4,5)` or `cycle(7)`.
//!
//! The candidates are the members of the catalogue with the order and the size of the board, and
//! the board's shape. Of these the shortest text is the name. A board with several components is
//! named by its components. Where a graph is a member of a family, its tints and its token are
//! written along the family.

use super::along::along;
use super::canon::fingerprint;
use super::shape::{call, grouped, shape_of};
use super::{Board, BoardLimit, Construction, Family, Tint, catalogue, parse_board};
use std::collections::BTreeSet;

/// The greatest order of a board that is compared with the members of the catalogue.
const MOST_VERTICES: usize = 700;

/// The greatest order of a board that is compared with families of three arguments.
const MOST_FOR_THREE: usize = 60;

/// The longest name in characters. A longer text names the board no better than graph6.
const LONGEST: usize = 64;

/// Families that are left out: their members have a second argument that says nothing.
const RANDOM: &str = "random_";

/// The simplest name of a board: a member of a family, or a construction. `None` if the board has
/// none of at most 64 characters.
pub fn simplest_name(board: &Board) -> Option<String> {
    if let Some(name) = with_marks_along(board) {
        return Some(name);
    }
    let name = match board.is_plain() && board.order() > 0 && !board.graph().is_connected() {
        true => sum(board)?.to_string(),
        false => connected(board)?.to_string(),
    };
    // A word alone, such as `leaf`, is read as graph6.
    let is_read = name.contains('(') || board.squares().is_some();
    let name = if is_read {
        name
    } else {
        member(board)?.to_string()
    };
    (name.chars().count() <= LONGEST).then_some(name)
}

/// The name of a board with tints or a token whose graph is a member of a family, as in
/// `path(4):L..R`; `None` if the tinted board is itself a member.
fn with_marks_along(board: &Board) -> Option<String> {
    let has_marks = board.is_tinted() || board.token().is_some();
    if !has_marks || board.order() + 5 > LONGEST {
        return None;
    }
    let mut bare = board.clone().with_token(None);
    for v in 0..bare.order() {
        bare.set_tint(v, Tint::None);
    }
    if !bare.is_plain() || member(board).is_some() {
        return None;
    }
    let name = simplest_name(&bare)?;
    let (family, _) = name.split_once('(')?;
    Family::find(family)?;
    let name = along(&name, board)?;
    (name.chars().count() <= LONGEST).then_some(name)
}

/// The text of a board, followed by its simplest name, as in `D?{ = star(4)`; the text alone if it
/// is the name, or if the board has none.
pub fn with_name(text: &str) -> String {
    let name = parse_board(text)
        .ok()
        .and_then(|board| simplest_name(&board));
    match name.filter(|name| name != text) {
        Some(name) => format!("{text} = {name}"),
        None => text.to_string(),
    }
}

/// The name of a connected board, or of a board with marks.
fn connected(board: &Board) -> Option<Construction> {
    let family = member(board);
    let shape = shape_of(board).map(|shape| shape.0).filter(is_simple);
    let length = |name: &Construction| name.to_string().len();
    shape.into_iter().chain(family).min_by_key(length)
}

/// Whether a construction says more than graph6: a graph of more than two sets of twins is itself
/// written as graph6.
fn is_simple(shape: &Construction) -> bool {
    !matches!(shape, Construction::Compose(_, parts) if parts.len() > 2)
}

/// The name of a board as the sum of its components; equal components are written once.
fn sum(board: &Board) -> Option<Construction> {
    let components = board.graph().components().into_iter();
    let named = components.map(|vertices| {
        let name = connected(&board.kept(&vertices))?;
        Some((vertices.len(), name))
    });
    Some(Construction::Sum(grouped(named.collect::<Option<_>>()?)))
}

/// The member of the catalogue that is isomorphic to the board: of several, one with the fewest
/// arguments, and the first in the catalogue, which begins with the simplest families.
fn member(board: &Board) -> Option<Construction> {
    if board.order() > MOST_VERTICES {
        return None;
    }
    let mut own = None;
    let mut is_same = |built: &Board| {
        let alike = built.order() == board.order()
            && built.graph().size() == board.graph().size()
            && built.is_plain() == board.is_plain()
            && built.squares().is_some() == board.squares().is_some();
        alike && fingerprint(built) == *own.get_or_insert_with(|| fingerprint(board))
    };
    let limit = BoardLimit {
        order: board.order().max(1),
        size: BoardLimit::MOST.size,
    };
    for arity in 1..=3 {
        for family in catalogue().iter().filter(|f| !f.name.starts_with(RANDOM)) {
            for args in arguments(family, arity, board.order()) {
                let values: Vec<i64> = args.iter().map(|&n| n as i64).collect();
                let built = family.build_within(&values, limit);
                if built.is_ok_and(|built| is_same(&built)) {
                    return Some(call(family.name, &args));
                }
            }
        }
    }
    None
}

/// Arguments of a family among which are those of each member of this order; none if the family
/// does not take this number of arguments. The arguments of lists of any length describe trees,
/// which have a shape.
fn arguments(family: &Family, arity: usize, order: usize) -> Vec<Vec<usize>> {
    let is_list = arity > 1 && family.max_args.is_none();
    if !family.takes(arity) || is_list || arity > 2 && order > MOST_FOR_THREE {
        return Vec::new();
    }
    let quotient = |by: usize| (by > 0 && order.is_multiple_of(by)).then(|| order / by);
    let mut all = Vec::new();
    for a in 0..=order {
        match arity {
            1 => all.push(vec![a]),
            2 => {
                let sums = (0..=2).filter_map(|more| order.checked_sub(a + more));
                let small = (a <= 8).then_some(1..=8).into_iter().flatten();
                let others: BTreeSet<usize> =
                    quotient(a).into_iter().chain(sums).chain(small).collect();
                all.extend(others.into_iter().map(|b| vec![a, b]));
            }
            _ => {
                for b in a..=order {
                    let rest = order.checked_sub(a + b + 2);
                    let last = quotient(a * b).into_iter().chain(rest);
                    all.extend(last.filter(|&c| c >= b).map(|c| vec![a, b, c]));
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<String> {
        let board = parse_board(text).unwrap();
        let name = simplest_name(&board)?;
        let read = parse_board(&name).unwrap();
        assert_eq!(fingerprint(&read), fingerprint(&board), "{text} -> {name}");
        Some(name)
    }

    #[test]
    fn boards_have_their_simplest_names() {
        for (text, expected) in [
            ("DQc", "path(5)"),
            ("caterpillar(4,5,4)", "caterpillar(4,5,4)"),
            ("caterpillar(4)", "star(4)"),
            ("double_star(2,1)", "broom(3,2)"),
            ("double_star(3,3)", "caterpillar(3,3)"),
            ("tree(3*tree(3*leaf))", "nary_tree(3,2)"),
            ("spider(1,2,2)", "caterpillar(1,1,1)"),
            ("spider(3,3,3,2)", "tree(3*path(3),path(2))"),
            ("cycle(9)", "cycle(9)"),
            ("hypercube(2)", "cycle(4)"),
            ("product(path(4),path(3))", "grid(3,4)"),
            ("product(path(4),path(3),path(2))", "grid(2,3,4)"),
            ("hypercube(3)", "hypercube(3)"),
            ("wheel(3)", "complete(4)"),
            ("hypercube(4)", "hypercube(4)"),
            ("wheel(6)", "wheel(6)"),
            ("compose(A_,4*leaf,3*leaf)", "bipartite(3,4)"),
            ("theta(3,1,2)", "theta(1,2,3)"),
            ("friendship(4)", "friendship(4)"),
            ("path(7) LRLRLRL", "alternating_path(7)"),
            ("....|....|....", "squares(3,4)"),
            (
                "sum(cycle(5),path(3),star(3),path(3))",
                "sum(cycle(5),star(3),2*path(3))",
            ),
            ("path(1)", "path(1)"),
            ("path(0)", "path(0)"),
        ] {
            assert_eq!(name(text).as_deref(), Some(expected), "{text}");
        }
        // The vertices of this path are no squares.
        assert_eq!(name("0-1*2,1-2*2"), None);
        // The Petersen graph is in no family.
        assert_eq!(name("IsP@OkWHG"), None);
    }

    #[test]
    fn every_small_family_names_itself_or_something_shorter() {
        for family in catalogue().iter().filter(|f| !f.name.starts_with(RANDOM)) {
            let arities = 1..=3;
            for args in arities.flat_map(|arity| arguments(family, arity, 6)) {
                let text = call(family.name, &args).to_string();
                let Ok(board) = parse_board(&text) else {
                    continue;
                };
                if board.order() == 6 && board.is_plain() {
                    let found = name(&text).unwrap();
                    assert!(found.len() <= text.len(), "{text} -> {found}");
                }
            }
        }
    }
}
