//! Writes a board as a construction in which a repeated part is written once, with its
//! multiplicity. The numbers of this shape can become parameters.
//!
//! Caterpillars are written by the numbers of leaves along their spine. Other trees are rooted at
//! their centre, and equal branches are grouped, by the codes of Aho, Hopcroft and Ullman. Any
//! other connected board with twins is written by the graph in which each set of twins is one
//! vertex, and the sizes of these sets.

use super::canon::fingerprint;
use super::{Board, Construction, Expr, FamilyCall, HangingTrees, Parameters, Part, Tint};
use super::{graph6, is_clique, twin_sets};
use std::collections::BTreeMap;

/// A board as a construction with numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape(pub Construction);

/// The shape of a board. `None` if the board is empty, not connected, or has marks other than
/// tints, or if it is neither a tree nor has twins.
pub fn shape_of(board: &Board) -> Option<Shape> {
    let plain = board.is_plain() && board.order() > 0 && board.graph().is_connected();
    if !plain {
        return None;
    }
    let shape = if board.graph().is_tree() {
        spine(board).unwrap_or_else(|| tree(board))
    } else {
        twins(board)?
    };
    // The shape is accepted only if it builds the same board.
    let built = shape.build(&Parameters::none()).ok()?;
    (fingerprint(&built) == fingerprint(board)).then_some(Shape(shape))
}

pub(super) fn number(n: usize) -> Expr {
    Expr::Number(n as i64)
}

pub(super) fn call(name: &str, args: &[usize]) -> Construction {
    Construction::Family(FamilyCall {
        name: name.to_string(),
        args: args.iter().map(|&n| number(n)).collect(),
    })
}

/// An untinted path, star or caterpillar as a family. A caterpillar begins with its heavier end.
fn spine(board: &Board) -> Option<Construction> {
    let graph = board.graph();
    let n = graph.order();
    if board.is_tinted() || n < 2 {
        return None;
    }
    let spine = graph.spine()?;
    if graph.degrees().all(|degree| degree <= 2) {
        return Some(call("path", &[n]));
    }
    let is_leaf = |&v: &usize| graph.degree_of(v) == 1;
    let leaves = spine
        .iter()
        .map(|&v| graph.neighbours(v).filter(is_leaf).count());
    let leaves: Vec<usize> = leaves.collect();
    let reversed: Vec<usize> = leaves.iter().rev().copied().collect();
    let leaves = leaves.max(reversed);
    Some(match leaves[..] {
        [one] => call("star", &[one]),
        _ => call("caterpillar", &leaves),
    })
}

/// A tree as its centre with branches. Equal branches are grouped, and the largest come first. A
/// branch that is a path is written as a path.
fn tree(board: &Board) -> Construction {
    let hanging = HangingTrees::of(board.graph());
    let centres = hanging.centres();
    let mut branches: Vec<Vec<(usize, Construction)>> = vec![Vec::new(); board.order()];
    let mut halves = Vec::new();
    for &v in &hanging.order {
        let above = std::mem::take(&mut branches[v]);
        let size = 1 + above.iter().map(|b| b.0).sum::<usize>();
        let built = branch(board.tints()[v], above);
        match hanging.parent[v].filter(|_| !centres.contains(&v)) {
            Some(parent) => branches[parent].push((size, built)),
            None => halves.push(built),
        }
    }
    match (halves.pop(), halves.pop()) {
        (Some(other), Some(one)) if one == other => Construction::Chain(vec![Part {
            times: number(2),
            what: one,
        }]),
        (Some(other), Some(one)) => Construction::Chain(vec![Part::once(one), Part::once(other)]),
        (only, _) => only.unwrap_or_else(Construction::leaf),
    }
}

/// A vertex with branches, which are given with their sizes.
fn branch(tint: Tint, branches: Vec<(usize, Construction)>) -> Construction {
    if let (Tint::None, [(size, below)]) = (tint, &branches[..]) {
        let longer = || call("path", &[size + 1]);
        match below {
            Construction::Tree(Tint::None, parts) if parts.is_empty() => return longer(),
            Construction::Family(call) if call.name == "path" => return longer(),
            _ => {}
        }
    }
    Construction::Tree(tint, grouped(branches))
}

/// Parts with their sizes, the largest first; equal parts are written once, with their number.
pub(super) fn grouped(parts: Vec<(usize, Construction)>) -> Vec<Part> {
    let mut alike: BTreeMap<(std::cmp::Reverse<usize>, String), (usize, Construction)> =
        BTreeMap::new();
    for (size, what) in parts {
        let key = (std::cmp::Reverse(size), what.to_string());
        alike.entry(key).or_insert((0, what)).0 += 1;
    }
    let parts = alike.into_values().map(|(times, what)| Part {
        times: number(times),
        what,
    });
    parts.collect()
}

/// A board written by its sets of twins. `None` if the board has no twins.
fn twins(board: &Board) -> Option<Construction> {
    let graph = board.graph();
    let sets = twin_sets(graph, board.tints());
    if sets.len() == graph.order() {
        return None;
    }
    let first: Vec<usize> = sets.iter().map(|set| set[0]).collect();
    let core = graph.induced(&first);
    let part =
        |set: &Vec<usize>| twin_part(board.tints()[set[0]], set.len(), is_clique(graph, set));
    let parts: Vec<Part> = sets.iter().map(part).collect::<Option<_>>()?;
    Some(match (&parts[..], core.order()) {
        ([only], 1) => only.what.clone(),
        _ => Construction::Compose(Box::new(Construction::Graph6(graph6::write(&core))), parts),
    })
}

/// A set of `many` twins: vertices without edges, or a complete graph.
fn twin_part(tint: Tint, many: usize, joined: bool) -> Option<Part> {
    let alone = Construction::Tree(tint, Vec::new());
    match (joined, tint) {
        (false, _) => Some(Part {
            times: number(many),
            what: alone,
        }),
        (true, Tint::None) => Some(Part::once(call("complete", &[many]))),
        (true, Tint::Left) => Some(Part::once(call("tinted_complete", &[many, 0]))),
        (true, Tint::Right) => Some(Part::once(call("tinted_complete", &[0, many]))),
    }
}
