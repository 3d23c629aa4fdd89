//! A board as a construction in which what is repeated is written once, with how often: the shape whose numbers can
//! become parameters.
//!
//! Caterpillars are written by the leaves of their spine. Other trees are rooted at their centre and alike branches
//! are put together, by the codes of Aho, Hopcroft and Ullman. Any other connected board is written by its
//! twins, if it has some: the graph that is left when each set of twins is one vertex, and how many there are of each.

use crate::graph::canon::fingerprint;
use crate::graph::{Board, Construction, Expr, FamilyCall, Graph, Parameters, Part, Tint, graph6};
use std::collections::BTreeMap;

/// A board as a construction with numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape(pub Construction);

/// The shape of a board without marks; `None` if nothing in it is repeated that could be written once.
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
    // what was read off has to give the board back
    let built = shape.build(&Parameters::none()).ok()?;
    (fingerprint(&built) == fingerprint(board)).then_some(Shape(shape))
}

fn number(n: usize) -> Expr {
    Expr::Number(n as i64)
}

fn call(name: &str, args: &[usize]) -> Construction {
    Construction::Family(FamilyCall {
        name: name.to_string(),
        args: args.iter().map(|&n| number(n)).collect(),
    })
}

/// An untinted path, star or caterpillar by its name; the heavier end first.
fn spine(board: &Board) -> Option<Construction> {
    let graph = board.graph();
    let n = graph.order();
    if board.is_tinted() || n < 2 {
        return None;
    }
    let inner: Vec<usize> = (0..n).filter(|&v| graph.degree_of(v) > 1).collect();
    let next = |v: usize| graph.neighbours(v).filter(|&w| graph.degree_of(w) > 1);
    if inner.iter().any(|&v| next(v).count() > 2) {
        return None;
    }
    if (0..n).all(|v| graph.degree_of(v) <= 2) {
        return Some(call("path", &[n]));
    }
    let mut at = inner.iter().copied().find(|&v| next(v).count() <= 1)?;
    let mut before = None;
    let mut leaves = Vec::new();
    loop {
        leaves.push(graph.degree_of(at) - next(at).count());
        match next(at).find(|&w| Some(w) != before) {
            Some(further) => (before, at) = (Some(at), further),
            None => break,
        }
    }
    let reversed: Vec<usize> = leaves.iter().rev().copied().collect();
    let leaves = leaves.max(reversed);
    Some(match leaves[..] {
        [one] => call("star", &[one]),
        _ => call("caterpillar", &leaves),
    })
}

/// A tree by its centre and its branches.
fn tree(board: &Board) -> Construction {
    let graph = board.graph();
    match centres(graph)[..] {
        [a, b] => {
            let (one, other) = (rooted(board, a, Some(b)), rooted(board, b, Some(a)));
            let parts = if one == other {
                vec![Part {
                    times: number(2),
                    what: one,
                }]
            } else {
                vec![Part::once(one), Part::once(other)]
            };
            Construction::Chain(parts)
        }
        [a, ..] => rooted(board, a, None),
        [] => Construction::leaf(),
    }
}

/// The one or two vertices that are left when leaves are taken away again and again.
fn centres(graph: &Graph) -> Vec<usize> {
    let mut degree: Vec<usize> = (0..graph.order()).map(|v| graph.degree_of(v)).collect();
    let mut left = graph.order();
    let mut leaves: Vec<usize> = (0..left).filter(|&v| degree[v] <= 1).collect();
    while left > 2 {
        left -= leaves.len();
        let mut next = Vec::new();
        for v in leaves {
            degree[v] = 0;
            for w in graph
                .neighbours(v)
                .filter(|&w| degree[w] > 0)
                .collect::<Vec<_>>()
            {
                degree[w] -= 1;
                if degree[w] == 1 {
                    next.push(w);
                }
            }
        }
        leaves = next;
    }
    leaves
}

/// The branch at `v` that does not go through `from`; alike parts together, the largest first, a bare path by its name.
///
/// A loop, not a recursion: trees may be deep.
fn rooted(board: &Board, root: usize, from: Option<usize>) -> Construction {
    let graph = board.graph();
    let mut order = vec![(root, from)];
    let mut next = 0;
    while let Some(&(v, parent)) = order.get(next) {
        next += 1;
        order.extend(
            graph
                .neighbours(v)
                .filter(|&w| Some(w) != parent)
                .map(|w| (w, Some(v))),
        );
    }
    let mut done: Vec<Vec<(usize, Construction)>> = vec![Vec::new(); graph.order()];
    while let Some((v, parent)) = order.pop() {
        let branches = std::mem::take(&mut done[v]);
        let size = 1 + branches.iter().map(|b| b.0).sum::<usize>();
        let built = branch(board.tints()[v], branches);
        match parent.filter(|_| v != root) {
            Some(parent) => done[parent].push((size, built)),
            None => return built,
        }
    }
    Construction::leaf()
}

/// A vertex with branches, each with its size.
fn branch(tint: Tint, branches: Vec<(usize, Construction)>) -> Construction {
    if let (Tint::None, [(size, below)]) = (tint, &branches[..]) {
        let longer = || call("path", &[size + 1]);
        match below {
            Construction::Tree(Tint::None, parts) if parts.is_empty() => return longer(),
            Construction::Family(call) if call.name == "path" => return longer(),
            _ => {}
        }
    }
    let mut alike: BTreeMap<(std::cmp::Reverse<usize>, String), (usize, Construction)> =
        BTreeMap::new();
    for (size, what) in branches {
        let key = (std::cmp::Reverse(size), what.to_string());
        alike.entry(key).or_insert((0, what)).0 += 1;
    }
    let parts = alike.into_values().map(|(times, what)| Part {
        times: number(times),
        what,
    });
    Construction::Tree(tint, parts.collect())
}

/// A board by its twins; `None` if it has none.
fn twins(board: &Board) -> Option<Construction> {
    let graph = board.graph();
    let mut sets: Vec<(Vec<usize>, bool)> = Vec::new();
    let mut placed = vec![false; graph.order()];
    for v in 0..graph.order() {
        if std::mem::replace(&mut placed[v], true) {
            continue;
        }
        let alike = |w: &usize| {
            let apart = |a: usize, b: usize| graph.neighbours(a).filter(|&x| x != b).collect();
            let (one, other): (Vec<usize>, Vec<usize>) = (apart(v, *w), apart(*w, v));
            one == other && board.tints()[v] == board.tints()[*w]
        };
        let mut set = vec![v];
        let mut joined = None;
        for w in (v + 1..graph.order())
            .filter(|&w| !placed[w])
            .collect::<Vec<_>>()
        {
            let edge = graph.has_edge(v, w);
            if joined.is_none_or(|j| j == edge) && alike(&w) {
                joined = Some(edge);
                set.push(w);
                placed[w] = true;
            }
        }
        sets.push((set, joined.unwrap_or(false)));
    }
    if sets.len() == graph.order() {
        return None;
    }
    let edge = |a: usize, b: usize| graph.has_edge(sets[a].0[0], sets[b].0[0]);
    let pairs = (0..sets.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let core = Graph::from_edges(sets.len(), pairs.filter(|&(a, b)| edge(a, b)));
    let part =
        |(set, joined): &(Vec<usize>, bool)| twin_part(board.tints()[set[0]], set.len(), *joined);
    let parts: Vec<Part> = sets.iter().map(part).collect::<Option<_>>()?;
    Some(match (&parts[..], core.order()) {
        ([only], 1) => only.what.clone(),
        _ => Construction::Compose(Box::new(Construction::Graph6(graph6::write(&core))), parts),
    })
}

/// So many twins: vertices apart, or a complete graph.
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
