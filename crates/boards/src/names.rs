//! Names of boards: the simplest text by which the commands read the board back, such as
//! `caterpillar(5,4,5)` or `cycle(7)`.
//!
//! The candidates are the members of the catalogue with the order and the size of the board, and
//! the board's shape. Of these the shortest text is the name. A board with several components is
//! named by its components. Where a graph is a member of a family, its tints and its token are
//! written along the family.

use super::along::along;
use super::canon::fingerprint;
use super::construction::complement;
use super::families::Outline;
use super::notation::holes_text;
use super::shape::{grouped, shape_of};
use super::{
    Board, BoardLimit, Construction, Expr, Family, FamilyCall, NamedGraph, Operator, Part, Tint,
    catalogue, parse_board,
};

/// The greatest order of a board that is compared with the members of the catalogue.
const MOST_VERTICES: usize = 700;

/// The greatest order of a board that is named as a complement.
const MOST_FOR_COMPLEMENT: usize = 60;

/// A list of at least this many arguments is not simpler than a longer one.
const SEVERAL: usize = 3;

/// The longest name in characters. A longer text names the board no better than graph6.
const LONGEST: usize = 64;

/// The simplest name of a board: a member of a family, or a construction. `None` if the board has
/// none of at most 64 characters.
pub fn simplest_name(board: &Board) -> Option<String> {
    if let Some(name) = with_marks_along(board) {
        return Some(name);
    }
    let name = match board.is_plain() && board.order() > 0 && !board.graph().is_connected() {
        true => sum(board, connected)
            .or_else(|| of_complement(board))?
            .to_string(),
        false => match connected(board) {
            Some(name) => name.to_string(),
            None => with_holes(board)?,
        },
    };
    // A word alone, such as `leaf`, is read as graph6.
    let is_read =
        name.contains('(') || board.squares().is_some() || NamedGraph::find(&name).is_some();
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

/// The name of a board of squares as a rectangle with holes, if it is shorter than the rows.
fn with_holes(board: &Board) -> Option<String> {
    let squares = board.squares()?;
    holes_text(squares, LONGEST.min(board.text().len() - 1))
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
    own_name(board).or_else(|| of_complement(board))
}

/// The name of a connected board that is no complement. A graph with a name of its own has it,
/// unless it is a tree or a member of one of the simplest families.
fn own_name(board: &Board) -> Option<Construction> {
    let shape = shape_of(board).map(|shape| shape.0).filter(is_simple);
    let is_twins = |name: &Construction| matches!(name, Construction::Compose(..));
    let simple = member_of(board, false);
    if simple.is_none()
        && shape.as_ref().is_none_or(is_twins)
        && let Some(graph) = NamedGraph::of(board)
    {
        return Some(Construction::Named(graph));
    }
    let length = |name: &Construction| name.to_string().len();
    let family = simple.or_else(|| member_of(board, true));
    shape.into_iter().chain(family).min_by_key(length)
}

/// The name of a connected board that is neither a complement nor composed of twins.
fn without_twins(board: &Board) -> Option<Construction> {
    own_name(board).filter(|name| !matches!(name, Construction::Compose(..)))
}

/// The name of a board as the complement of a board that has a name.
fn of_complement(board: &Board) -> Option<Construction> {
    if !board.is_plain() || board.is_tinted() || board.order() > MOST_FOR_COMPLEMENT {
        return None;
    }
    let other = Board::untinted(complement(board.graph(), BoardLimit::MOST)?);
    let name = match other.graph().is_connected() {
        true => without_twins(&other)?,
        false => sum(&other, without_twins)?,
    };
    let operator = Operator::find("complement")?;
    let parts = vec![Part::once(name)];
    Some(Construction::Operator(operator, parts, Vec::new()))
}

/// Whether a construction says more than graph6: a graph of more than two sets of twins is itself
/// written as graph6.
fn is_simple(shape: &Construction) -> bool {
    !matches!(shape, Construction::Compose(_, parts) if parts.len() > 2)
}

/// The name of a board as the sum of its components; equal components are written once.
fn sum(board: &Board, name: fn(&Board) -> Option<Construction>) -> Option<Construction> {
    let components = board.graph().components().into_iter();
    let named = components.map(|vertices| {
        let name = name(&board.kept(&vertices))?;
        Some((vertices.len(), name))
    });
    Some(Construction::Sum(grouped(named.collect::<Option<_>>()?)))
}

/// The member of the catalogue that is isomorphic to the board: of several, one with the fewest
/// arguments, and the first in the catalogue, which begins with the simplest families. A further
/// family is tried after all others.
fn member(board: &Board) -> Option<Construction> {
    member_of(board, false).or_else(|| member_of(board, true))
}

fn member_of(board: &Board, further: bool) -> Option<Construction> {
    if board.order() > MOST_VERTICES {
        return None;
    }
    let outline = Outline::of(board);
    let families = catalogue().iter().filter(|f| f.is_further() == further);
    let mut proposed: Vec<(&Family, Vec<i64>)> = families
        .flat_map(|family| {
            family
                .proposals(&outline)
                .into_iter()
                .map(move |args| (family, args))
        })
        .collect();
    // The sort is stable, so the order of the catalogue stays for each number of arguments.
    proposed.sort_by_key(|(_, args)| args.len().min(SEVERAL));
    let mut own = None;
    let mut is_same = |built: &Board| {
        Outline::of(built).is_like(&outline)
            && fingerprint(built) == *own.get_or_insert_with(|| fingerprint(board))
    };
    let limit = BoardLimit {
        order: board.order().max(1),
        size: BoardLimit::MOST.size,
    };
    let found = proposed.into_iter().find(|(family, args)| {
        let built = family.build_within(args, limit);
        built.is_ok_and(|built| is_same(&built))
    });
    found.map(|(family, args)| member_call(family, args))
}

fn member_call(family: &Family, args: Vec<i64>) -> Construction {
    Construction::Family(FamilyCall {
        name: family.name.to_string(),
        args: args.into_iter().map(Expr::Number).collect(),
    })
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
        assert_eq!(name("IsP@OkWHG").as_deref(), Some("petersen"));
    }

    /// All lists of one to three arguments from 0 to `most`.
    fn small_arguments(family: &Family, most: i64) -> Vec<Vec<i64>> {
        let longer = |all: Vec<Vec<i64>>| -> Vec<Vec<i64>> {
            let add = |args: Vec<i64>| (0..=most).map(move |n| [&args[..], &[n]].concat());
            all.into_iter().flat_map(add).collect()
        };
        let arities = (1..=3).filter(|&arity| family.takes(arity));
        arities
            .flat_map(|arity| (0..arity).fold(vec![Vec::new()], |all, _| longer(all)))
            .collect()
    }

    /// A family names its own members, or an earlier family does. Cubic graphs in general have
    /// LCF notation only.
    #[test]
    fn every_small_family_names_itself_or_something_shorter() {
        let without = |f: &&Family| !f.name.starts_with("random_") && f.name != "lcf";
        for family in catalogue().iter().filter(without) {
            for args in small_arguments(family, 8) {
                let limit = BoardLimit { order: 9, size: 40 };
                let Ok(board) = family.build_within(&args, limit) else {
                    continue;
                };
                if !board.is_plain() || board.order() == 0 || !board.graph().is_connected() {
                    continue;
                }
                let text = member_call(family, args).to_string();
                let found = name(&text).unwrap();
                let is_first = !family.is_further() && family.max_args.is_some();
                let is_longer = found.len() > text.len() && board.order() == 6;
                assert!(!is_first || !is_longer, "{text} -> {found}");
            }
        }
    }

    #[test]
    fn further_families_and_complements_have_names() {
        for (text, expected) in [
            ("wheel(5)", "wheel(5)"),
            ("prism(5)", "prism(5)"),
            ("prism(4)", "hypercube(3)"),
            ("moebius_ladder(4)", "moebius_ladder(4)"),
            ("ladder(5)", "grid(2,5)"),
            ("odd(4)", "kneser(7,3)"),
            ("triangular(6)", "johnson(6,2)"),
            ("paley(13)", "paley(13)"),
            ("lcf(4,5,-9,7,-7,9,-5)", "generalised_petersen(12,5)"),
            ("circulant(13,2,10)", "circulant(13,1,5)"),
            ("circulant(24,3,4)", "circulant(24,3,4)"),
            ("multipartite(4,2,3)", "multipartite(2,3,4)"),
            ("turan(13,5)", "turan(13,5)"),
            (
                "compose(A_,3*leaf,complete(4))",
                "compose(A_,3*leaf,complete(4))",
            ),
            ("queen(3,5)", "queen(3,5)"),
            ("queen(5,5)", "queen(5,5)"),
            ("knight(4,5)", "knight(4,5)"),
            ("king(3,3)", "king(3,3)"),
            ("tadpole(5,20)", "tadpole(5,20)"),
            ("mycielski(5)", "mycielski(5)"),
            ("flower_snark(5)", "flower_snark(5)"),
            ("cube_connected_cycles(4)", "cube_connected_cycles(4)"),
            ("hamming(3,4)", "hamming(3,4)"),
            ("johnson(7,3)", "johnson(7,3)"),
            ("lollipop(5,3)", "lollipop(5,3)"),
            ("barbell(4,2)", "barbell(4,2)"),
            ("windmill(3,5)", "windmill(3,5)"),
            ("lcf(7,5,-5)", "lcf(7,5,-5)"),
            ("lcf(3,5,7,-7,7,-7,-5)", "lcf(3,5,7,-7,7,-7,-5)"),
            ("lcf(5,-13,-9,7,-7,9,13)", "lcf(5,7,-7,9,13,-13,-9)"),
            ("lcf(8,12,7,-7)", "lcf(8,7,-7,12)"),
            ("complement(path(6))", "complement(path(6))"),
            (
                "complement(sum(cycle(7),2*path(3)))",
                "complement(sum(cycle(7),2*path(3)))",
            ),
            ("complement(cycle(6))", "prism(3)"),
            ("complement(cycle(9))", "complement(cycle(9))"),
        ] {
            // A graph with a name of its own may have it.
            let named = NamedGraph::of(&parse_board(text).unwrap()).map(|graph| graph.name);
            let found = name(text);
            let is_named = found.is_some() && found.as_deref() == named;
            assert!(
                is_named || found.as_deref() == Some(expected),
                "{text}: {found:?}"
            );
        }
    }
}
