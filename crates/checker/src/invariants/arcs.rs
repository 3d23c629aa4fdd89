//! Degrees and connection along the directions of links, by asking for each two vertices whether a
//! link leads from one to the other.

use super::{Answer, Marks, count, holds};

/// Whether a link leads from `a` to `b`. An edge without a direction leads both ways.
fn leads(marks: &Marks, a: usize, b: usize) -> bool {
    let mut links = marks.links.iter();
    a != b
        && links.any(|link| {
            [link.from, link.to] == [a, b] || !link.arc && [link.to, link.from] == [a, b]
        })
}

/// For each vertex, the number of vertices that links lead to.
pub(super) fn out_degrees(marks: &Marks) -> Vec<usize> {
    let all = 0..marks.order();
    let degree = |v| all.clone().filter(|&u| leads(marks, v, u)).count();
    all.clone().map(degree).collect()
}

/// For each vertex, the number of vertices that links lead from.
pub(super) fn in_degrees(marks: &Marks) -> Vec<usize> {
    let all = 0..marks.order();
    let degree = |v| all.clone().filter(|&u| leads(marks, u, v)).count();
    all.clone().map(degree).collect()
}

pub(super) fn arcs(marks: &Marks) -> Answer {
    count(marks.links.iter().filter(|link| link.arc).count())
}

/// Whether links lead from each vertex to each, by adding ways through each vertex in turn
/// (Warshall 1962).
pub(super) fn strongly_connected(marks: &Marks) -> Answer {
    let all = 0..marks.order();
    let from = |v| all.clone().map(|u| u == v || leads(marks, v, u)).collect();
    let mut ways: Vec<Vec<bool>> = all.clone().map(from).collect();
    for through in all.clone() {
        for v in all.clone() {
            marks.meter.work(1 + marks.order())?;
            for u in all.clone() {
                ways[v][u] |= ways[v][through] && ways[through][u];
            }
        }
    }
    holds(ways.iter().flatten().all(|&way| way))
}
